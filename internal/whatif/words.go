package whatif

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/table"
)

func phrase(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// capital begins a sentence.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// groupDigits writes a number with decimals and commas between thousands.
func groupDigits(f float64, decimals int) string {
	return commas(strconv.FormatFloat(round(f, decimals), 'f', decimals, 64))
}

// round also turns -0 into 0, so that no sentence says "-0".
func round(f float64, decimals int) float64 {
	r, err := strconv.ParseFloat(table.Fixed(f, decimals), 64)
	if err != nil || r == 0 {
		return 0
	}
	return r
}

// commas groups the digits of a plain decimal.
func commas(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, fraction, has := strings.Cut(s, ".")
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(whole[i])
	}
	if has {
		b.WriteString("." + fraction)
	}
	return b.String()
}

// sayValue writes a value of a result for a sentence.
func sayValue(v table.Value) string {
	if v.Kind().Numeric() && !strings.ContainsAny(v.String(), "eENI") {
		return commas(v.String())
	}
	return v.String()
}

// probability writes a p-value.
func probability(p float64) string {
	switch {
	case p < 0.0001:
		return "below 0.0001"
	case p < 0.001:
		return strconv.FormatFloat(p, 'f', 4, 64)
	case p < 0.1:
		return strconv.FormatFloat(p, 'f', 3, 64)
	}
	return strconv.FormatFloat(p, 'f', 2, 64)
}

// ratio writes a number between -1 and 1, and percent a share of 1.
func ratio(f float64) string   { return strconv.FormatFloat(round(f, 3), 'f', -1, 64) }
func percent(f float64) string { return strconv.FormatFloat(round(100*f, 1), 'f', -1, 64) + "%" }

// precision is how a figure is written: its own decimals, or as many as show
// two digits of its uncertainty.
type precision struct {
	decimals int
	kind     table.Kind
}

const maxDecimals = 12

// precisionOf looks at a figure's values, and at how uncertain what is
// computed from them is.
func precisionOf(t *table.Table, column int, spread float64) precision {
	p := precision{kind: table.Decimal}
	size := 0.0
	for _, row := range t.Rows {
		v := row[column]
		if f, ok := finite(v); ok {
			size = max(size, abs(f))
		}
		if v.Kind() == table.Float {
			p.kind = table.Float
		}
		if _, fraction, ok := strings.Cut(v.String(), "."); ok && v.Kind() == table.Decimal {
			p.decimals = max(p.decimals, len(fraction))
		}
	}
	if spread < size*1e-9 { // nothing but rounding
		spread = 0
	}
	if spread > 0 { // more than its own uncertainty shows would only look exact
		p.decimals = max(0, 1-int(math.Floor(math.Log10(spread))))
	}
	return p.simplify()
}

func (p precision) simplify() precision {
	p.decimals = min(p.decimals, maxDecimals)
	if p.decimals == 0 && p.kind == table.Decimal {
		p.kind = table.Int
	}
	return p
}

// holding takes more decimals where values that have no uncertainty need them.
func (p precision) holding(values ...float64) precision {
	for _, v := range values {
		for p.decimals < 6 && abs(v-round(v, p.decimals)) > abs(v)*1e-9 {
			p.decimals++
		}
	}
	if p.decimals > 0 && p.kind == table.Int {
		p.kind = table.Decimal
	}
	return p
}

// value is a computed number in the figure's precision.
func (p precision) value(f float64) table.Value {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return table.Value{}
	case p.kind == table.Float:
		return table.NewFloat(round(f, p.decimals))
	}
	return p.read(strconv.FormatFloat(round(f, p.decimals), 'f', p.decimals, 64))
}

// exactly is the same for a number that is not rounded yet.
func (p precision) exactly(r *big.Rat) table.Value {
	if p.kind == table.Float {
		f, _ := r.Float64()
		return table.NewFloat(f)
	}
	return p.read(r.FloatString(p.decimals))
}

func (p precision) read(text string) table.Value {
	if p.kind == table.Int {
		v, _ := table.ParseInt(text)
		return v
	}
	v, _ := table.ParseDecimal(text)
	return v
}

// text is the same number in a sentence.
func (p precision) text(f float64) string { return sayValue(p.value(f)) }

// exact is a number without rounding, if the value is a finite one.
func exact(v table.Value) (*big.Rat, bool) {
	f, ok := v.Float64()
	if !ok || math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, false
	}
	return new(big.Rat).SetString(v.String())
}
