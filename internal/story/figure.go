package story

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// unit is what kind of figure a number is.
type unit uint8

const (
	bare unit = iota
	money
	percent
	points // percentage points
	times
	part // a fraction in words: half, a third
)

// nearness is how exactly a figure is meant.
type nearness uint8

const (
	exactly nearness = iota
	about
	nearly // a little less than said
	above  // more than said
	atLeast
	below // less than said
	atMost
)

// figure is a number of a text.
type figure struct {
	span            // its words, with sign, currency and unit
	value   float64 // as written: 12 for 12%
	slack   float64 // half a unit of the last digit shown
	unit    unit
	near    nearness
	inWords bool
	whole   bool // no decimals, no scale
	ordinal bool
	signed  bool
	found   []int // the columns it was found in
	across  bool  // "over 310 orders" may be "from 310 orders"
	far     bool  // "well over 310"
}

// fits reports whether the figure may be how one writes v.
func (f figure) fits(v float64) bool {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return false
	}
	slack := f.slack + 1e-9*math.Max(1, math.Abs(v))
	wide := math.Max(slack, roundness(f.value)*math.Abs(f.value))
	switch f.unit {
	case percent:
		wide = math.Max(wide, 1)
	case times, part:
		wide = math.Max(slack, 0.12*math.Abs(f.value))
	}
	size, said := math.Abs(v), math.Abs(f.value)
	if f.value == 0 && f.near >= above {
		return f.holds(v)
	}
	if f.far && math.Abs(v-f.value) <= slightSize*said+slack {
		return false
	}
	if f.across && math.Abs(v-f.value) <= slack {
		return true
	}
	switch f.near {
	case about:
		return math.Abs(v-f.value) <= wide
	case nearly:
		return v*f.value >= 0 && size < said && said-size <= math.Max(2*wide, 0.1*said)
	case above:
		return v > f.value && size <= 1.5*said+wide
	case atLeast:
		return v >= f.value && size <= 1.5*said+wide
	case below:
		return v < f.value && size >= said/1.5-wide
	case atMost:
		return v <= f.value && size >= said/1.5-wide
	}
	return math.Abs(v-f.value) <= slack
}

// roundness is how far from the truth a number may be when it is said to be
// rounded: the fewer digits it shows, the farther.
func roundness(v float64) float64 {
	s := strings.TrimRight(strconv.FormatFloat(math.Abs(v), 'e', 6, 64)[:8], "0")
	switch len(s) { // "d." and the digits after it
	case 2:
		return 0.06
	case 3:
		return 0.035
	}
	return 0.015
}

// holds reports whether v is on the side of the figure that the words name:
// the bound of a condition, not an estimate.
func (f figure) holds(v float64) bool {
	if f.far && math.Abs(v-f.value) <= slightSize*math.Abs(f.value) {
		return false
	}
	switch f.near {
	case above:
		return v > f.value
	case atLeast:
		return v >= f.value
	case below:
		return v < f.value
	case atMost:
		return v <= f.value
	}
	return f.fits(v)
}

// scaleOf is what a word multiplies the number before it by, or 0.
func scaleOf(w string) float64 {
	if w == "mm" { // millimetres
		return 0
	}
	return cmp.Or(english.Scales[w], english.ScaleMarks[w])
}

var multiples = english.NewNumbers(`twice 2, double 2, doubled 2, doubles 2, doubling 2, thrice 3, triple 3, tripled 3, triples 3, tripling 3,
	quadruple 4, quadrupled 4, quadrupling 4, twofold 2, threefold 3, fourfold 4, fivefold 5, tenfold 10, halved 0.5, halving 0.5, halves 0.5`)

// figureAt reads a figure that begins at the i-th word. The figure's span ends
// where the words go on.
func (c *checker) figureAt(i int) (figure, bool) {
	f := figure{span: span{i, i + 1}}
	w := c.at(i)
	if w.low == "one" && c.at(i-1).low == "the" && oneOf(c.at(i+1).low, "with", "that", "where", "which") {
		return f, false // a pronoun
	}
	i, sign := c.signAndCurrency(i, &f)
	w = c.at(i)
	switch {
	case w.digits():
		if !c.readDigits(i, &f) {
			return f, false
		}
	case multiples[w.low] != 0 && w.low != "halves":
		f.value, f.unit, f.inWords, f.to = multiples[w.low], times, true, i+1
		f.slack = 0.05 * f.value
		return f, true
	case english.Cardinals[w.low] >= 1 && english.Cardinals[w.low] < 10 && c.at(i+1).low == "and" && c.at(i+2).low == "a" && c.at(i+3).low == "half":
		f.value, f.slack, f.inWords, f.to = english.Cardinals[w.low]+0.5, 0.05, true, i+4
	case c.readFraction(i, &f):
		return f, true
	case english.Cardinals[w.low] != 0 || w.low == "zero" || oneOf(w.low, "a", "an") && scaleOf(c.at(i+1).low) >= 12 && len(c.at(i+1).low) > 2:
		c.readSpelt(i, &f)
	default:
		return f, false
	}
	f.value *= sign
	c.readUnit(&f)
	return f, true
}

// signAndCurrency reads the sign and the currency before a number, and where the
// number begins.
func (c *checker) signAndCurrency(i int, f *figure) (int, float64) {
	sign := 1.0
	attached := i > 0 && c.at(i-1).end == c.at(i).start && c.at(i-1).text != "("
	if next := c.at(i + 1); oneOf(c.at(i).low, "-", "−", "+", "minus", "negative") && (next.digits() || isMoneyWord(next.text)) && !attached {
		if c.at(i).text != "+" {
			sign = -1
		}
		f.signed = true
		i++
	}
	if isMoneyWord(c.at(i).text) && c.at(i+1).digits() {
		f.unit = money
		i++
	}
	return i, sign
}

// readDigits reads 1,234.5, 1 234, 12k and 3rd.
func (c *checker) readDigits(i int, f *figure) bool {
	s, end := c.groupedDigits(i)
	if strings.ContainsAny(s, ":/-") {
		return false
	}
	whole, frac, _ := strings.Cut(strings.ReplaceAll(s, ",", ""), ".")
	if strings.Contains(frac, ".") || len(whole) > 30 || len(frac) > 30 {
		return false
	}
	v, err := strconv.ParseFloat(whole+"."+frac+"0", 64)
	if err != nil {
		return false
	}
	scale := 1.0
	next := c.at(end)
	attached := next.start == c.at(end-1).end
	end++
	switch {
	case attached && oneOf(next.low, "st", "nd", "rd", "th"):
		f.ordinal = true
	case attached && next.low == "x":
		f.unit = times
	case attached && oneOf(next.low, "pp", "ppt", "pts"):
		f.unit = points
	case scaleOf(next.low) != 0 && (attached || len(next.low) > 1 && next.low != "dozen"):
		scale = scaleOf(next.low)
	case attached && next.letters():
		return false // 3D, 5G
	default:
		end--
	}
	f.value = v * scale
	f.slack = 0.5 * math.Pow(10, -float64(len(frac))) * scale
	if scale > 1 {
		f.slack = math.Min(f.slack, 0.1*f.value)
	}
	f.whole = frac == "" && scale == 1
	f.to = end
	return true
}

// groupedDigits is a number as it is written, whose groups of three may be words
// of their own: 1 234 567.
func (c *checker) groupedDigits(i int) (string, int) {
	s, end := c.at(i).text, i+1
	if len(s) > 3 || strings.ContainsAny(s, ".,") {
		return s, end
	}
	for ; threeMore(c.at(end).text) && !strings.Contains(s, "."); end++ {
		gap := c.text[c.at(end-1).end:c.at(end).start]
		if gap == "" || strings.ContainsAny(gap, "\n\t") {
			break
		}
		s += c.at(end).text
	}
	return s, end
}

// threeMore reports whether digits go on a number: "234" and, at its end,
// "567.89".
func threeMore(s string) bool {
	return threeDigits(s, 0) && (len(s) == 3 || s[3] == '.')
}

// readSpelt reads "twenty-five", "two hundred", "1 million", "a dozen".
func (c *checker) readSpelt(i int, f *figure) {
	total, part := 0.0, 0.0
	if w := c.at(i).low; oneOf(w, "a", "an") {
		part = 1
		i++
	}
	for ; ; i++ {
		w := c.at(i).low
		if v, found := english.Cardinals[w]; found {
			if part >= 20 && v < 10 && math.Mod(part, 10) == 0 || part == 0 || math.Mod(part, 100) == 0 {
				part += v
				continue
			}
			break
		}
		if s := scaleOf(w); s >= 12 && len(w) > 2 && part > 0 {
			if s == 100 || s == 12 {
				part *= s
			} else {
				total += part * s
				part = 0
			}
			continue
		}
		if w == "and" && part >= 100 && english.Cardinals[c.at(i+1).low] != 0 {
			continue
		}
		break
	}
	f.value = total + part
	f.slack = math.Min(0.5, 0.1*f.value)
	if total > 0 {
		f.slack = 0.05 * f.value
	}
	f.inWords, f.whole, f.to = true, true, i
}

// readFraction reads "half", "a third", "two thirds", "three-quarters".
func (c *checker) readFraction(i int, f *figure) bool {
	w := c.at(i).low
	count := 1.0
	j := i
	switch {
	case oneOf(w, "a", "an", "one"):
		j++
	case english.Cardinals[w] > 1 && english.Cardinals[w] < 10:
		count = english.Cardinals[w]
		j++
	}
	v := english.Fractions[c.at(j).low]
	plural := strings.HasSuffix(c.at(j).low, "s")
	if v == 0 || count*v >= 1 || plural != (count > 1) || j == i && c.at(j).low != "half" {
		return false
	}
	if !c.meansFraction(i, j, count) {
		return false
	}
	f.value, f.unit, f.inWords, f.to = count*v, part, true, j+1
	f.slack = math.Max(0.01, 0.03*f.value)
	return true
}

// meansFraction tells a fraction from a part of the year and from an ordinal:
// not "two quarters", "half 1", "a third region" or "one quarter earlier".
func (c *checker) meansFraction(i, j int, count float64) bool {
	next := c.at(j + 1).low
	switch c.at(j).low {
	case "half":
		return !c.at(j+1).digits() && !oneOf(next, "year", "years") && (i == 0 || english.Ordinals[c.at(i-1).low] == 0)
	case "quarters":
		if count == 2 || next != "of" && len(c.whens) > 0 && c.cols[c.whens[0]].grain == quarter {
			return false
		}
	}
	return !c.at(j+1).letters() || oneOf(next, "of", "the", "that", "as", "between") || comparison(next) != 0 || prepositions[next]
}

// readUnit takes the unit that follows a number.
func (c *checker) readUnit(f *figure) {
	next, after := c.at(f.to).low, c.at(f.to+1).low
	switch {
	case oneOf(next, "%", "percent", "pct"):
		f.unit = percent
		f.to++
		if oneOf(c.at(f.to).low, "points", "point") {
			f.unit = points
			f.to++
		}
	case next == "per" && after == "cent":
		f.unit = percent
		f.to += 2
	case oneOf(next, "percentage", "pct") && oneOf(after, "points", "point"):
		f.unit = points
		f.to += 2
	case next == "pp" || next == "points" && len(c.topics["point"]) == 0 || next == "ppt":
		f.unit = points
		f.to++
	case next == "to" && oneOf(after, "1", "one") && f.value > 1 && !c.at(f.to+2).letters():
		f.unit = times
		f.to += 2
	case oneOf(next, "times", "x", "fold"):
		f.unit = times
		f.to++
	case isMoneyWord(next) && c.at(f.to).letters():
		f.unit = money
		f.to++
	case next == "°" && oneOf(after, "c", "f"):
		f.to += 2
	}
	if f.unit == times {
		f.slack = math.Max(math.Min(f.slack, 0.05*f.value), 1e-6)
	}
}
