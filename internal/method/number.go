package method

import (
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// rounded is a computed number; null where there is none.
func rounded(x float64, decimals int) table.Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return table.Value{}
	}
	f, err := strconv.ParseFloat(table.Fixed(x, decimals), 64)
	if err != nil || f == 0 {
		f = 0 // and not -0
	}
	return table.NewFloat(f)
}

// percentOf is a part in percent of a whole, with a decimal; null of nothing.
func percentOf(part, whole float64) table.Value {
	if whole == 0 {
		return table.Value{}
	}
	return rounded(100*part/whole, 1)
}

// number is a number in a sentence: commas between thousands, no zeros at the end
// that say nothing.
func number(x float64, decimals int) string {
	if x == math.Trunc(x) {
		decimals = 0
	}
	return story.GroupDigits(table.Fixed(x, decimals))
}

// withUnit is a number with its unit, as people write it.
func withUnit(text, unit string) string {
	sign := english.CurrencySign(strings.ToLower(unit))
	switch {
	case sign != "" && strings.HasPrefix(text, "-"):
		return "-" + sign + text[1:]
	case sign != "":
		return sign + text
	case unit == "%":
		return text + "%"
	}
	return text + " " + unit
}

// plainNumber is a number with as many decimals as it has.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// counted is a number of things.
func counted(n int, noun string) string {
	if n != 1 {
		noun = english.Plural(noun)
	}
	return number(float64(n), 0) + " " + noun
}
