package span

import (
	"maps"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// small are the number words below a hundred, and how often something happens.
var small = func() map[string]float64 {
	m := english.NewNumbers("once 1, twice 2, thrice 3")
	maps.Copy(m, english.Cardinals)
	return m
}()

// numbers lists the numbers, each as long as it can be read.
func (r *reader) numbers() []Span {
	var list []Span
	for i := 0; i < len(r.words); {
		n, unit, end := r.number(i)
		if end == i {
			i++
			continue
		}
		first := i
		if i > 0 && english.Among(r.low[i-1], "- −") && r.isGlued(i) && !r.isGlued(i-1) && n != 0 {
			n, first = -n, i-1 // a sign, not a hyphen
		}
		if first > 0 && english.IsCurrency(r.low[first-1]) {
			unit, first = Money, first-1
		}
		switch {
		case r.is(end, "% percent pct"):
			unit, end = Percent, end+1
		case isMoney(r.at(end)):
			unit = Money
		}
		s := r.span(Number, first, end)
		s.Number, s.Unit = plain(n), unit
		list = append(list, s)
		i = end
	}
	return list
}

func isMoney(w string) bool {
	u, ok := english.UnitOf(w)
	return ok && u.Dimension == "money"
}

// number reads a number that begins at i; end is i where there is none.
func (r *reader) number(i int) (n float64, unit Unit, end int) {
	if v, ok := ordinal(r.at(i)); ok {
		return v, Ordinal, i + 1
	}
	if v, ok := digits(r.at(i)); ok {
		end = i + 1
		if s, ok := english.Scales[r.at(end)]; ok {
			v, end = v*s, end+1
		} else if s, ok := english.ScaleMarks[r.at(end)]; ok && (r.isGlued(end) || r.is(end, "k bn")) {
			v, end = v*s, end+1
		}
		return v, Plain, end
	}
	return r.readNumberWords(i)
}

// readNumberWords reads a number in words: two hundred and five, a dozen, twenty-one.
func (r *reader) readNumberWords(i int) (n float64, unit Unit, end int) {
	at := i
	if r.is(i, "a an") {
		if s, ok := english.Scales[r.at(i+1)]; ok {
			at, n = i+2, s
			if s == 100 && r.at(at) == "thousand" {
				at, n = at+1, n*1000
			}
			return n, Plain, at
		}
		return 0, Plain, i
	}
	var number spelling
	for at < len(r.low) && number.take(r, at) {
		at++
	}
	if !number.any {
		return 0, Plain, i
	}
	if v, ok := english.Ordinals[r.at(at)]; ok && v < 10 && number.isTens() { // twenty first
		return number.value() + v, Ordinal, at + 1
	}
	return number.value(), Plain, at
}

// spelling is a number that is read word by word.
type spelling struct {
	total, group float64 // thousands and more that are complete, and what is below
	any          bool
}

func (n *spelling) value() float64 { return n.total + n.group }

// isTens is true where a digit may follow: twenty, a hundred and thirty.
func (n *spelling) isTens() bool { return int(n.group)%10 == 0 && int(n.group)%100 >= 20 }

// take adds a word to the number; it is false where the word does not belong to it.
func (n *spelling) take(r *reader, at int) bool {
	w := r.low[at]
	v, isSmall := small[w]
	s, isScale := english.Scales[w]
	next := small[r.at(at+1)]
	switch {
	case isSmall && (!n.any || n.group == 0 || int(n.group)%100 == 0 || v < 10 && n.isTens()):
		n.group += v
	case !n.any:
		return false
	case isScale && s == 100 && n.group > 0 && n.group < 100:
		n.group *= 100
	case isScale && n.group > 0:
		n.total, n.group = n.total+n.group*s, 0
	case w == "-" && r.isGlued(at) && r.isGlued(at+1) && n.isTens() && next > 0 && next < 10:
	case w == "and" && (int(n.group) >= 100 || n.total > 0) && next > 0 && int(n.group)%100 == 0:
	default:
		return false
	}
	n.any = true
	return true
}

// digits reads 1,000.50, 5k and 42; dates, times and identifiers are none.
func digits(w string) (float64, bool) {
	if w == "" || w[0] < '0' || w[0] > '9' {
		return 0, false
	}
	end := strings.IndexFunc(w, func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' })
	scale := 1.0
	if end >= 0 {
		s, ok := english.ScaleMarks[w[end:]]
		if !ok {
			return 0, false
		}
		scale, w = s, w[:end]
	}
	if thousands.MatchString(w) {
		w = strings.ReplaceAll(w, ".", "") // 50.000, as much of Europe writes it
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(w, ",", ""), 64)
	return v * scale, err == nil
}

// ordinal reads third and 21st.
func ordinal(w string) (float64, bool) {
	if v, ok := english.Ordinals[w]; ok {
		return v, true
	}
	if len(w) < 3 || w[0] < '0' || w[0] > '9' || !english.Among(w[len(w)-2:], "st nd rd th") {
		return 0, false
	}
	n, err := strconv.Atoi(w[:len(w)-2])
	return float64(n), err == nil
}

// plain writes a number without exponent or needless zeros.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// thousands are numbers with points between groups of three digits, of which a single one
// that is not of thousands would have decimals that say nothing.
var thousands = lazyregexp.New(`^[1-9]\d{0,2}(?:\.\d{3}){2,}$|^[1-9]\d{1,2}\.000$`)
