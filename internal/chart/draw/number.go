package draw

import (
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// write is a number in the plan's format.
func write(v float64, f chart.Format) string {
	switch f.Style {
	case chart.Short:
		return short(v, max(f.Decimals, 1))
	case chart.Fraction:
		return plain(v*100, enough(v*100, f.Decimals)) + "%"
	case chart.Percent:
		return plain(v, enough(v, f.Decimals)) + "%"
	}
	return plain(v, enough(v, f.Decimals))
}

// enough is how many decimals keep a small number from becoming zero.
func enough(v float64, decimals int) int {
	a := math.Abs(v)
	if a == 0 || a >= 1 {
		return decimals
	}
	return max(decimals, min(1-int(math.Floor(math.Log10(a))), 8))
}

var steps = []struct {
	size float64
	sign string
}{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}}

// short is a number with k, M, B or T.
func short(v float64, decimals int) string {
	a := math.Abs(v)
	if a >= 1e15 {
		return strconv.FormatFloat(v, 'e', min(decimals, 2), 64)
	}
	for i, s := range steps {
		if a < s.size {
			continue
		}
		text := plain(v/s.size, decimals)
		if i > 0 && strings.TrimPrefix(text, "-") == "1,000" { // 999,999 is 1M
			return strings.Replace(text, "1,000", "1", 1) + steps[i-1].sign
		}
		return text + s.sign
	}
	return plain(v, enough(v, decimals))
}

// plain is a number with thousands separators and no needless zeros.
func plain(v float64, decimals int) string {
	if math.Abs(v) >= 1e15 || v != 0 && math.Abs(v) < 1e-8 {
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	text := table.Fixed(v, min(max(decimals, 0), 12))
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	fraction = strings.TrimRight(fraction, "0")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	switch {
	case fraction != "":
		return sign + whole + "." + fraction
	case whole == "0":
		return "0"
	}
	return sign + whole
}

// scale is a stretch of numbers with ticks at round ones; the ends are ticks.
type scale struct {
	lo, step float64
	count    int // of steps
}

func (s scale) hi() float64          { return s.tick(s.count) }
func (s scale) tick(i int) float64   { return math.Round(s.lo/s.step+float64(i)) * s.step }
func (s scale) at(v float64) float64 { return (v - s.lo) / (s.hi() - s.lo) }

// newScale covers lo to hi with about so many steps.
func newScale(lo, hi float64, about int) scale {
	if span := hi - lo; span <= math.Max(math.Abs(lo), math.Abs(hi))*1e-9 || span < 1e-290 {
		// One value only: some room around it.
		room := math.Max(math.Abs(hi)/10, 1e-9)
		if hi == 0 {
			room = 1
		}
		lo, hi = lo-room, hi+room
	}
	step := roundStep((hi - lo) / float64(max(about, 1)))
	first, last := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	return scale{lo: first * step, step: step, count: max(int(last-first), 1)}
}

// fitScale covers lo to hi with ticks that stand equally many rows apart, and
// wastes as little of the rows as round numbers allow. It gives the rows
// between two ticks. Whole says that there is nothing between whole numbers.
func fitScale(lo, hi float64, rows int, whole bool) (scale, int) {
	best, bestScore := newScale(lo, hi, 2), -1.0
	span := best.hi() - best.lo
	if hi > lo {
		span = math.Max(hi-lo, span/100)
	}
	power := math.Pow(10, math.Floor(math.Log10(span))-1)
	for range 3 {
		for _, m := range []float64{1, 2, 2.5, 5} {
			s := scale{step: m * power}
			if whole && s.step != math.Trunc(s.step) || s.step == 0 {
				continue
			}
			first, last := math.Floor(lo/s.step+1e-9), math.Ceil(hi/s.step-1e-9)
			if last-first < 2 || last-first > float64(rows/2) {
				continue
			}
			s.lo, s.count = first*s.step, int(last-first)
			score := (hi-lo)/(s.step*float64(s.count)) - 0.03*math.Abs(float64(s.count-rows/3))
			if m == 2.5 {
				score -= 0.08 // less round
			}
			if score > bestScore {
				best, bestScore = s, score
			}
		}
		power *= 10
	}
	return best, max(rows/best.count, 1)
}

// roundStep is 1, 2 or 5 times a power of ten, at least about as large as s.
func roundStep(s float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(s)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= s*0.999 {
			return m * power
		}
	}
	return 10 * power
}

// label is a tick in the axis's format, with the decimals that its step needs.
func (s scale) label(v float64, f chart.Format) string {
	if math.Abs(v) < s.step/1e6 {
		v = 0
	}
	switch f.Style {
	case chart.Fraction:
		return plain(v*100, decimals(s.step*100)) + "%"
	case chart.Percent:
		return plain(v, decimals(s.step)) + "%"
	}
	const long = 100_000 // longer numbers make the axis wider than it is worth
	if far := math.Max(math.Abs(s.lo), math.Abs(s.hi())); f.Style == chart.Short && far >= 1000 || far >= long {
		unit := 1.0
		for _, u := range steps {
			if math.Abs(v) >= u.size {
				unit = u.size
				break
			}
		}
		return short(v, decimals(s.step/unit))
	}
	return plain(v, decimals(s.step))
}

// decimals is how many digits after the point multiples of step have: one of 2.5.
func decimals(step float64) int {
	const most = 12
	for n := range most {
		if whole := math.Round(step); math.Abs(step-whole) <= whole*1e-6 {
			return n
		}
		step *= 10
	}
	return most
}
