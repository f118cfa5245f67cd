package files

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// number is how one number is written: €103.5M, (1,200), 95%, 180cm.
type number struct {
	prefix     string // a currency
	body       string // digits with points, commas and other separators
	suffix     string // a currency, a percent sign, a multiplier or a unit
	scientific bool
	text       string // all of it
}

// currencies are signs and codes beside an amount, longest first.
var currencies = []string{"US$", "R$", "A$", "C$", "€", "$", "£", "¥", "₹", "₩", "₺", "₽", "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "SEK", "NOK", "DKK",
	"PLN", "CZK", "HUF", "AUD", "CAD", "NZD", "BRL", "MXN", "INR", "ZAR", "Rs.", "Rs", "kr.", "kr", "zł", "Kč", "Ft"}

// multipliers are letters behind a number that stand for zeros.
var multipliers = map[string]int64{"k": 1e3, "m": 1e6, "mn": 1e6, "mio": 1e6, "b": 1e9, "bn": 1e9, "t": 1e12}

var (
	scientific = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][+-]?[0-9]+$`)
	numberBody = regexp.MustCompile(`^(?:[0-9][0-9.,’' ]*[0-9]|[0-9]|[.,][0-9]+)`)
)

// scanNumber reads how a number is written, or reports that it is none.
func scanNumber(text string) (n number, ok bool) {
	if text == "" || len(text) > 60 {
		return n, false
	}
	n.text = text
	text = plainSpaces.Replace(text)
	if scientific.MatchString(text) {
		return number{body: text, scientific: true, text: text}, true
	}
	rest := text
	if inner, found := strings.CutPrefix(rest, "("); found {
		if rest, found = strings.CutSuffix(inner, ")"); !found {
			return n, false
		}
	}
	sign := func() {
		if rest = strings.TrimPrefix(rest, " "); strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "+") {
			rest = strings.TrimPrefix(rest[1:], " ")
		}
	}
	sign()
	for _, c := range currencies {
		if after, found := strings.CutPrefix(rest, c); found {
			n.prefix, rest = c, after
			sign()
			break
		}
	}
	if n.body = numberBody.FindString(rest); n.body == "" {
		return n, false
	}
	n.suffix = strings.TrimPrefix(rest[len(n.body):], " ")
	return n, isSuffix(n.suffix)
}

var plainSpaces = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "−", "-")

// isSuffix reports whether something behind a number may be a unit: one short
// word or sign.
func isSuffix(s string) bool {
	const most = 12
	if utf8.RuneCountInString(s) > most || strings.HasPrefix(s, "/") {
		return false
	}
	for _, r := range s {
		if unicode.IsDigit(r) || strings.ContainsRune(" -+'\"():,;", r) {
			return false
		}
	}
	return true
}

// fits reports whether the digits can be read with this decimal separator, and
// the other signs as separators of thousands.
func (n number) fits(h hand) bool {
	if n.scientific {
		return h == pointDecimal
	}
	return bodyPatterns[h].MatchString(n.body)
}

// parted reports whether there is a point or a comma, which could be read in
// two ways.
func (n number) parted() bool { return !n.scientific && strings.ContainsAny(n.body, ".,") }

// isCode reports whether the digits begin with a zero that a number would lose.
func (n number) isCode() bool {
	return len(n.body) > 1 && n.body[0] == '0' && n.body[1] >= '0' && n.body[1] <= '9'
}

// isPlain reports whether DuckDB reads the number as it is.
func (n number) isPlain() bool {
	return n.scientific || strings.Trim(n.text, "0123456789.+-") == "" && strings.Count(n.body, ".") < 2
}

// hand is a habit that a whole file follows.
type hand int

const (
	noHand hand = iota
	pointDecimal
	commaDecimal
	monthFirst
	dayFirst
)

// bodySQL are the digits of a number as a regular expression of RE2, which both
// Go and DuckDB read. Thousands may be grouped as in India, 1,39,900, and never begin
// with a zero: 0.059 has decimals.
var bodySQL = map[hand]string{pointDecimal: bodyPattern(`[,’' ]`, `\.`), commaDecimal: bodyPattern(`[.’' ]`, `,`)}

var bodyPatterns = map[hand]*regexp.Regexp{
	pointDecimal: regexp.MustCompile(`^` + bodySQL[pointDecimal] + `$`), commaDecimal: regexp.MustCompile(`^` + bodySQL[commaDecimal] + `$`),
}

func bodyPattern(thousands, point string) string {
	return `(?:(?:[1-9][0-9]{0,2}(?:` + thousands + `[0-9]{2,3})*` + thousands + `[0-9]{3}|[0-9]+)(?:` + point + `[0-9]+)?|` + point + `[0-9]+)`
}

// numberReadings are the ways to read a column of numbers, from a sample of its
// values. There are none where they are no numbers of one kind, which why says if
// people might want to know.
func numberReadings(name string, list []number) (readings []reading, why string) {
	plain := true
	prefixes, suffixes := map[string]int{}, map[string]int{}
	for _, n := range list {
		plain = plain && n.isPlain()
		prefixes[n.prefix]++
		suffixes[n.suffix]++
		if n.isCode() && !hasWord(name, clockWords) {
			return nil, ""
		}
	}
	for _, seen := range []map[string]int{prefixes, suffixes} {
		maps.DeleteFunc(seen, func(s string, n int) bool { return n*tolerance < len(list) && multipliers[strings.ToLower(s)] == 0 })
	}
	dress, ok, reason := newDress(prefixes, suffixes, len(list))
	if !ok {
		return nil, reason
	}
	dress.around = map[string]bool{}
	for _, n := range list {
		plainText := plainSpaces.Replace(n.text)
		dress.exotic = dress.exotic || plainText != n.text
		for _, s := range append(append([]string{"+", "(", ")", ".", ",", "’", "'", " "}, dress.prefixes...), dress.suffixes...) {
			dress.around[s] = dress.around[s] || strings.Contains(plainText, s)
		}
	}
	for _, h := range []hand{pointDecimal, commaDecimal} {
		fit, parted := 0, false
		for _, n := range list {
			parted = parted || n.parted()
			if n.fits(h) {
				fit++
			}
		}
		if (len(list)-fit)*sampleTolerance > len(list) {
			continue
		}
		r := reading{kind: kindNumber, unit: dress.unit, hand: h, dressed: !plain}
		if !parted {
			r.hand = noHand
		}
		if plain && h == pointDecimal {
			r.sql = `CASE WHEN regexp_full_match({}, '[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?') THEN {} END`
		} else {
			r.dressed, r.sql = true, dress.sql(h)
		}
		readings = append(readings, r)
		if !parted {
			break
		}
	}
	if len(readings) == 0 && !slices.ContainsFunc(list, func(n number) bool { return !n.fits(pointDecimal) && !n.fits(commaDecimal) }) {
		why = "some numbers have a decimal comma and some a decimal point"
	}
	return readings, why
}

// dress is what stands around the digits of a column of numbers.
type dress struct {
	prefixes, suffixes []string // without the empty ones
	multiplied         bool
	unit               string          // for people: €, percent, cm
	bare               bool            // numbers without a unit are as good
	around             map[string]bool // what occurs beside digits
	exotic             bool            // hard spaces or long minus signs occur
}

// measures are units that people mix in one column.
var measures = []string{"kg", "kgs", "g", "mg", "lb", "lbs", "oz", "st", "t", "cm", "mm", "m", "km", "mi", "ft", "in", "inch", "inches", "l", "ml", "cl", "gal", "°c", "°f", "mph", "km/h", "mb", "gb", "tb", "kb"}

// severalUnits is why values are not read as numbers that cannot be compared.
const severalUnits = "the values are in several units"

// newDress finds what stands around the digits, or reports that they belong to
// different things.
func newDress(prefixes, suffixes map[string]int, total int) (d dress, ok bool, why string) {
	d.prefixes = keysOf(prefixes)
	d.suffixes = keysOf(suffixes)
	units := map[string]int{}
	var signs []string
	letters := 0
	for _, s := range d.suffixes {
		switch {
		case slices.Contains(currencies, s):
			signs = append(signs, s)
		case multipliers[strings.ToLower(s)] != 0:
			letters++
		default:
			units[strings.TrimSuffix(strings.ToLower(s), "s")] += suffixes[s]
		}
	}
	for _, p := range d.prefixes {
		if !slices.Contains(signs, p) {
			signs = append(signs, p)
		}
	}
	bare := suffixes[""] > 0
	switch {
	case len(signs) > 1:
		return d, false, "the amounts are in several currencies"
	case len(signs) == 1 && len(units) > 0:
		return d, false, ""
	case letters > 0 && (len(signs) == 1 || letters > 1 || bare) && len(units) == 0:
		d.multiplied, d.bare = true, true
		d.unit = strings.Join(signs, "")
	case letters > 0 && len(units) == 0: // all with the same letter: metres, or thousands
		if d.unit = d.suffixes[0]; d.unit == "K" {
			d.multiplied, d.unit = true, ""
		}
	case letters > 0 || len(units) > 1:
		if slices.ContainsFunc(d.suffixes, func(s string) bool { return !slices.Contains(measures, strings.ToLower(s)) }) {
			return d, false, "" // 12a and 14b are codes
		}
		return d, false, severalUnits
	case len(units) == 1:
		for s := range units {
			d.unit = s
		}
		for _, s := range d.suffixes { // as it is written
			if strings.TrimSuffix(strings.ToLower(s), "s") == d.unit {
				d.unit = s
				break
			}
		}
		if ok = suffixes[""]*tolerance <= total; d.unit != "%" {
			return d, ok, ""
		}
		d.unit = "percent"
		return d, ok, "some values are in percent and some are not"
	default:
		d.unit, d.bare = strings.Join(signs, ""), true
	}
	return d, true, ""
}

func keysOf(m map[string]int) []string {
	var keys []string
	for k := range m {
		if k != "" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}

// sql is the number as DuckDB writes it, as text, or NULL.
func (d dress) sql(h hand) string {
	digits := "{}"
	if d.exotic {
		digits = `translate({}, chr(160) || chr(8239) || '−', '  -')`
	}
	behind := ` ?(?:` + alternatives(d.suffixes) + `)`
	if d.bare || len(d.suffixes) == 0 {
		behind += `?`
	}
	pattern := `[(]?[+-]? ?(?:` + alternatives(d.prefixes) + `)? ?[+-]? ?` + bodySQL[h] + behind + `[)]?`
	if !d.bare && len(d.suffixes) > 0 {
		pattern += `|0`
	}
	match := fmt.Sprintf(`regexp_full_match(%s, %s)`, digits, duckdb.Literal(pattern))
	var cases strings.Builder
	for _, s := range d.suffixes {
		if times := multipliers[strings.ToLower(s)]; times != 0 && d.multiplied {
			fmt.Fprintf(&cases, " WHEN ends_with({}, %s) OR ends_with({}, %s) THEN %d", duckdb.Literal(s), duckdb.Literal(s+")"), times)
		}
	}
	// What matches holds nothing but digits once these are gone.
	for _, s := range append(append([]string{"+", ")"}, d.prefixes...), d.suffixes...) {
		if d.around[s] {
			digits = fmt.Sprintf("replace(%s, %s, '')", digits, duckdb.Literal(s))
		}
	}
	for _, s := range []string{".", ",", "’", "'", " "} {
		if d.around[s] && s != map[hand]string{pointDecimal: ".", commaDecimal: ","}[h] {
			digits = fmt.Sprintf("replace(%s, %s, '')", digits, duckdb.Literal(s))
		}
	}
	if d.around["("] {
		digits = "replace(" + digits + ", '(', '-')"
	}
	if h == commaDecimal {
		digits = "replace(" + digits + ", ',', '.')"
	}
	if cases.Len() > 0 {
		digits = fmt.Sprintf(`rtrim(rtrim(CAST(TRY_CAST(%s AS DECIMAL(18,6)) * CAST(CASE%s ELSE 1 END AS DECIMAL(18,0)) AS VARCHAR), '0'), '.')`, digits, cases.String())
	}
	return fmt.Sprintf(`CASE WHEN %s THEN %s END`, match, digits)
}

func alternatives(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = regexp.QuoteMeta(s)
	}
	return strings.Join(quoted, "|")
}

// maxScale is how many digits after the point still look like an amount and
// not like a measurement.
const maxScale = 8

// exactType holds numbers with so many digits before and after the point.
func exactType(whole, scale int64) string {
	switch {
	case scale == 0 && whole <= 18:
		return "BIGINT"
	case scale == 0 && whole <= 38:
		return "HUGEINT"
	case scale <= maxScale && whole+scale <= 18:
		return fmt.Sprintf("DECIMAL(18,%d)", scale)
	case scale <= maxScale && whole+scale <= 38:
		return fmt.Sprintf("DECIMAL(38,%d)", scale)
	}
	return "DOUBLE"
}
