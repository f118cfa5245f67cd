package files

import (
	"regexp"
	"strings"
	"time"
)

// manner is a way in which the values of a column may be written. In its
// expressions {} stands for a value.
type manner struct {
	fits string // true for a value that is written so; {}_dated says that it has the outline of a date
	read string // the value as DuckDB takes it: a number as text, or a moment
}

// What manners are about: numbers first, then dates.
const (
	commaNumber = iota // 1.200,50
	pointNumber        // 1,200.50
	dottedDate         // 31.12.2025
	dayFirst           // 31/12/2025
	monthFirst         // 12/31/2025
	dayFirstDashed
	monthFirstDashed
	mannerCount
	numberManners = dottedDate
)

const (
	// currency is a sign or a code beside an amount.
	currency = `(?:R\$|€|\$|£|¥|₹|₩|₺|₽|EUR|USD|GBP|CHF|JPY|CNY|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|NZD|BRL|MXN|INR|ZAR|kr|zł|Kč|Ft)`
	inFront  = `[+-]? ?(?:` + currency + ` ?)?[+-]?`
	behind   = ` ?(?:` + currency + `|%)?`
	integer  = `(?:0|[1-9][0-9]*)` // no zeros before: 01234 is a code
)

// An apostrophe inside a literal of SQL is doubled.
var manners = [mannerCount]manner{
	commaNumber:      number(`[.’'' ]`, `,`),
	pointNumber:      number(`[,’'' ]`, `\.`),
	dottedDate:       moment("%d.%m.%Y"),
	dayFirst:         moment("%d/%m/%Y"),
	monthFirst:       moment("%m/%d/%Y"),
	dayFirstDashed:   moment("%d-%m-%Y"),
	monthFirstDashed: moment("%m-%d-%Y"),
}

func number(thousands, point string) manner {
	written := inFront + `(?:[1-9][0-9]{0,2}(?:` + thousands + `[0-9]{3})+|` + integer + `)(?:` + point + `[0-9]+)?` + behind
	plain := `regexp_replace({}, '[^0-9` + point + `+-]', '', 'g')`
	return manner{fits: `regexp_full_match({}, '` + written + `')`, read: `replace(` + plain + `, ',', '.')`}
}

// moment is a date with or without a time of day.
func moment(format string) manner {
	formats := `['` + format + `', '` + format + ` %H:%M', '` + format + ` %H:%M:%S']`
	return manner{fits: `(CASE WHEN {}_dated THEN try_strptime({}, ` + formats + `) END IS NOT NULL)`, read: `strptime({}, ` + formats + `)`}
}

// dated is the outline of a date, in whatever order.
const dated = `regexp_full_match({}, '[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{4}( [0-9]{1,2}:[0-9]{2}(:[0-9]{2})?)?')`

// of puts a value into an expression of a manner.
func of(expression, value string) string { return strings.ReplaceAll(expression, "{}", value) }

var notPart = [numberManners]*regexp.Regexp{commaNumber: regexp.MustCompile(`[^0-9,+-]`), pointNumber: regexp.MustCompile(`[^0-9.+-]`)}

// understood is a value as Plumb understands it, to show people.
func understood(m int, value string) string {
	if m < numberManners {
		return strings.ReplaceAll(notPart[m].ReplaceAllString(value, ""), ",", ".")
	}
	day, clock, _ := strings.Cut(value, " ")
	layout := map[int]string{dottedDate: "2.1.2006", dayFirst: "2/1/2006", monthFirst: "1/2/2006", dayFirstDashed: "2-1-2006", monthFirstDashed: "1-2-2006"}[m]
	t, err := time.Parse(layout, day)
	if err != nil {
		return value
	}
	return strings.TrimSpace(t.Format(time.DateOnly) + " " + clock)
}
