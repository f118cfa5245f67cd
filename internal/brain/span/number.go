package span

import (
	"strconv"
	"strings"
)

// small are the number words below a hundred; tens take one of the ones.
var small = values(`zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12,
	thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40,
	fourty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, once 1, twice 2, thrice 3`)

var ordinals = values(`first 1, second 2, third 3, fourth 4, fifth 5, sixth 6, seventh 7, eighth 8, ninth 9, tenth 10,
	eleventh 11, twelfth 12, thirteenth 13, fourteenth 14, fifteenth 15, sixteenth 16, seventeenth 17, eighteenth 18,
	nineteenth 19, twentieth 20, thirtieth 30, hundredth 100`)

var scales = values(`hundred 100, thousand 1000, million 1000000, millions 1000000, billion 1000000000, trillion 1000000000000,
	k 1000, mio 1000000, mn 1000000, mm 1000000, bn 1000000000, dozen 12, dozens 12`)

// suffixes are scales written onto the digits: 5k, 2.5m.
var suffixes = values(`k 1000, m 1000000, mn 1000000, mio 1000000, mm 1000000, b 1000000000, bn 1000000000`)

const currencies = "$ € £ ¥ ₹ usd eur gbp chf"

func values(list string) map[string]float64 {
	m := map[string]float64{}
	for p := range strings.SplitSeq(list, ",") {
		f := strings.Fields(p)
		v, _ := strconv.ParseFloat(f[1], 64)
		m[f[0]] = v
	}
	return m
}

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
		if i > 0 && among(r.low[i-1], "- −") && r.glued(i) && !r.glued(i-1) && n != 0 {
			n, first = -n, i-1 // a sign, not a hyphen
		}
		if first > 0 && among(r.low[first-1], currencies) {
			unit, first = Money, first-1
		}
		switch {
		case r.is(end, "% percent pct"):
			unit, end = Percent, end+1
		case r.is(end, currencies+" dollars dollar euros euro pounds cents"):
			unit = Money
		}
		s := r.span(Number, first, end)
		s.Number, s.Unit = plain(n), unit
		list = append(list, s)
		i = end
	}
	return list
}

// number reads a number that begins at i; end is i where there is none.
func (r *reader) number(i int) (n float64, unit Unit, end int) {
	if v, ok := ordinal(r.at(i)); ok {
		return v, Ordinal, i + 1
	}
	if v, ok := digits(r.at(i)); ok {
		end = i + 1
		if s, ok := scales[r.at(end)]; ok && (len(r.at(end)) > 2 || r.glued(end) || r.at(end) == "k" || r.at(end) == "bn") {
			v, end = v*s, end+1
		} else if s, ok := suffixes[r.at(end)]; ok && r.glued(end) {
			v, end = v*s, end+1
		}
		return v, Plain, end
	}
	return r.spelt(i)
}

// spelt reads a number in words: two hundred and five, a dozen, twenty-one.
func (r *reader) spelt(i int) (n float64, unit Unit, end int) {
	at := i
	if r.is(i, "a an") {
		if s, ok := scales[r.at(i+1)]; ok && len(r.at(i+1)) > 2 {
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
	if v, ok := ordinals[r.at(at)]; ok && v < 10 && number.isTens() { // twenty first
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
	s, isScale := scales[w]
	next := small[r.at(at+1)]
	switch {
	case isSmall && (!n.any || n.group == 0 || int(n.group)%100 == 0 || v < 10 && n.isTens()):
		n.group += v
	case !n.any:
		return false
	case isScale && len(w) > 2 && s == 100 && n.group > 0 && n.group < 100:
		n.group *= 100
	case isScale && len(w) > 2 && n.group > 0:
		n.total, n.group = n.total+n.group*s, 0
	case w == "-" && r.glued(at) && r.glued(at+1) && n.isTens() && next > 0 && next < 10:
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
		s, ok := suffixes[w[end:]]
		if !ok {
			return 0, false
		}
		scale, w = s, w[:end]
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(w, ",", ""), 64)
	return v * scale, err == nil
}

// ordinal reads third and 21st.
func ordinal(w string) (float64, bool) {
	if v, ok := ordinals[w]; ok {
		return v, true
	}
	if len(w) < 3 || w[0] < '0' || w[0] > '9' || !among(w[len(w)-2:], "st nd rd th") {
		return 0, false
	}
	n, err := strconv.Atoi(w[:len(w)-2])
	return float64(n), err == nil
}

// plain writes a number without exponent or needless zeros.
func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
