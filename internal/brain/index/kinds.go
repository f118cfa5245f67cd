package index

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

func sortBy(list []int, by func(int) int64) {
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(by(a), by(b)) })
}

// judge decides what each column holds.
func (b *builder) judge() {
	for n := 1; n < len(b.Columns); n++ {
		c := &b.Columns[n]
		c.Kind, c.Form = b.kindOf(n)
		if c.Kind == Number {
			c.Unit = schema.UnitOf(b.column[n])
		}
		c.Enum = b.enumOf(n)
		if c.Kind == Time || c.Kind == Boolean || c.Primary || c.Foreign {
			c.Measure = false
		}
	}
}

func (b *builder) kindOf(n int) (Kind, Form) {
	c := &b.Columns[n]
	values := b.stored[n]
	if len(values) == 0 {
		for _, v := range b.column[n].Values {
			values = append(values, Value{Text: v, Kind: c.Type})
		}
	}
	switch {
	case c.Type.Temporal():
		return Time, Native
	case c.Type == table.Time:
		return Time, ClockText
	case c.Type == table.Bool:
		return Boolean, NoForm
	case c.Type.Numeric():
		return b.numberKind(n, values)
	case c.Type == table.JSON || c.Type == table.Bytes || c.Type == table.Interval:
		return Other, NoForm
	}
	if f := textForm(values, b.column[n]); f != NoForm {
		if f != YearNumber && f != DayNumber && f != MonthNumber || c.says("date year month day time dt yr mon period") {
			return Time, f
		}
	}
	if isFlag(values) {
		return Boolean, NoForm
	}
	if len(values) > 0 && !slices.ContainsFunc(values, func(v Value) bool { return !v.Kind.Numeric() }) {
		return b.numberKind(n, values) // a column without a type, of numbers
	}
	return Text, NoForm
}

// says reports whether the name has one of the words.
func (c *Column) says(list string) bool {
	for _, f := range c.Forms {
		for _, w := range f {
			if english.Among(w, list) {
				return true
			}
		}
	}
	return false
}

// numberForms are the times that columns of numbers hold, by the range of the
// numbers and words of the name.
var numberForms = []struct {
	form         Form
	low, high    float64
	words, never string // of the name: one of these, none of those
}{
	{YearNumber, 1500, 2200, "year years founded established built opened season", ""},
	{MonthOfYear, 1, 12, "month mo mon", "months number count duration"},
	{QuarterOfYear, 1, 4, "quarter qtr", ""},
	{DayNumber, 19000101, 22001231, "date day dt", ""},
	{MonthNumber, 190001, 220012, "month period date yearmonth ym", ""},
	{EpochSecond, 3e8, 4e9, "time date timestamp created updated at epoch", ""},
	{EpochMilli, 3e11, 4e12, "time date timestamp created updated at epoch", ""},
}

func (b *builder) numberKind(n int, values []Value) (Kind, Form) {
	c := &b.Columns[n]
	low, high, ok := bounds(c, values)
	switch {
	case !ok || c.Foreign:
		return Number, NoForm
	case low == 0 && high == 1 && onlyZeroOne(values) && c.Type != table.Decimal && !c.Primary:
		if c.Type == table.Int || len(values) == 2 {
			return Boolean, NoForm
		}
		return Number, NoForm
	case c.Primary && !c.says("year month day date quarter"):
		return Number, NoForm
	}
	if b.column[n].Role == schema.TimeDimension && low >= 1500 && high <= 2200 {
		return Time, YearNumber
	}
	for _, f := range numberForms {
		if low >= f.low && high <= f.high && c.says(f.words) && !c.says(f.never) && (f.form != YearNumber || c.Type != table.Decimal) {
			return Time, f.form
		}
	}
	return Number, NoForm
}

func onlyZeroOne(values []Value) bool {
	return !slices.ContainsFunc(values, func(v Value) bool { return v.Text != "0" && v.Text != "1" })
}

// bounds are the smallest and largest number, from the statistics or from the
// values.
func bounds(c *Column, values []Value) (low, high float64, ok bool) {
	low, err1 := strconv.ParseFloat(c.Min, 64)
	high, err2 := strconv.ParseFloat(c.Max, 64)
	if err1 == nil && err2 == nil {
		return low, high, true
	}
	for i, v := range values {
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			return 0, 0, false
		}
		if i == 0 {
			low, high = f, f
		}
		low, high = min(low, f), max(high, f)
	}
	return low, high, len(values) > 0
}

var timeForms = []struct {
	form Form
	re   *lazyregexp.Regexp
}{
	{DateText, lazyregexp.New(`^\d{4}-\d{2}-\d{2}$`)},
	{StampText, lazyregexp.New(`^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$`)},
	{MonthText, lazyregexp.New(`^\d{4}-(0[1-9]|1[0-2])$`)},
	{DayNumber, lazyregexp.New(`^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$`)},
	{MonthNumber, lazyregexp.New(`^(19|20)\d{2}(0[1-9]|1[0-2])$`)},
	{YearNumber, lazyregexp.New(`^(1[5-9]|20|21)\d{2}$`)},
	{ClockText, lazyregexp.New(`^\d{1,2}:\d{2}(:\d{2})?$`)},
}

// textForm is how texts write times: the form that nearly all of them have.
// Days and instants in one column are instants.
func textForm(values []Value, c *schema.Column) Form {
	const looked = 200
	values = values[:min(len(values), looked)]
	if len(values) == 0 && c.Min != "" {
		values = []Value{{Text: c.Min}, {Text: cmp.Or(c.Max, c.Min)}}
	}
	count := map[Form]int{}
	filled := 0
	for _, v := range values {
		text := strings.TrimSpace(v.Text)
		if text == "" || strings.HasPrefix(text, "0000-00-00") {
			continue
		}
		filled++
		for _, f := range timeForms {
			if f.re.MatchString(text) {
				count[f.form]++
				break
			}
		}
	}
	if filled == 0 {
		return NoForm
	}
	for f, n := range count {
		if n*10 >= filled*9 {
			return f
		}
	}
	if (count[DateText]+count[StampText])*10 >= filled*9 {
		return StampText
	}
	return NoForm
}

var flags = [][2]string{{"y", "n"}, {"yes", "no"}, {"t", "f"}, {"true", "false"}, {"0", "1"}}

// isFlag reports whether the values are yes and no, or one of the two.
func isFlag(values []Value) bool {
	if len(values) == 0 || len(values) > 2 {
		return false
	}
	for _, f := range flags {
		if !slices.ContainsFunc(values, func(v Value) bool { l := strings.ToLower(v.Text); return l != f[0] && l != f[1] }) {
			return true
		}
	}
	return false
}
