package tell

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// style is how the figures of a column are written.
type style int

const (
	plainStyle    style = iota
	percentStyle        // 12.4 is 12.4%
	fractionStyle       // 0.124 is 12.4%
)

// measure is a column of figures.
type measure struct {
	column   string
	words    string // its name in plain words
	meaning  meaning.Column
	values   []float64 // by row; NaN where there is none
	rows     []int     // those with a value
	style    style
	decimals int
	unit     string
	figure   string // of one of several years: its name without the year
	year     string
	counts   bool // it counts things, and its words are their plural
	additive bool // adding its values up means something
	growth   bool // it is itself a change
	running  bool // it adds up by itself
	calendar bool // its figures are years
	ratios   bool // "twice as much" means something
}

// things are what a measure counts, in the number that fits the figure.
func (m *measure) things(n float64) string {
	if m.counts && n == 1 {
		return english.Singular(m.words)
	}
	return m.words
}

// nameWords are the lower-case words of a column's name, or of a question.
func nameWords(name string) []string {
	return english.Split(strings.ReplaceAll(name[:min(len(name), 4000)], "%", " pct "))
}

func isRateName(list []string) bool { return columns.Percentages.HasAny(list) }

func containsAny(list, words []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return slices.Contains(words, w) })
}

func (t *teller) newMeasure(column int) *measure {
	c := t.table.Columns[column]
	m := &measure{column: c.Name, meaning: t.columnMeaning(column)}
	m.words, m.unit = measureName(c.Name)
	m.nameByMeaning(t.askedFor())
	m.nameByPart(nameWords(t.Question))
	m.findUnit()
	integral := m.readValues(t.table.Rows, column)
	if !integral {
		m.decimals = t.decimals(column)
	}
	list := nameWords(c.Name)
	m.calendar = m.yearValues(list)
	m.growth = containsAny(list, []string{"growth", "change", "delta"})
	m.running = containsAny(list, []string{"running", "cumulative", "cum", "ytd"})
	m.ratios = !columns.Scales.HasAny(list)
	switch {
	case m.meaning.Unit == "%":
		m.style, m.unit = percentStyle, ""
	case m.meaning.Unit == "fraction" && m.areParts(list):
		m.style = fractionStyle
	case isRateName(list):
		m.style = rateStyle(m, list)
	}
	m.findAdditivity(list, integral, containsAny(nameWords(t.Question), []string{"distinct", "different", "unique"}))
	return m
}

// readValues reports whether all values are whole numbers.
func (m *measure) readValues(rows []table.Row, column int) (integral bool) {
	m.values = make([]float64, len(rows))
	integral = true
	for i, row := range rows {
		m.values[i] = math.NaN()
		if column >= len(row) {
			continue
		}
		x, ok := row[column].Float64()
		if !ok || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		m.values[i] = x
		m.rows = append(m.rows, i)
		integral = integral && x == math.Trunc(x)
	}
	return integral
}

// findAdditivity decides by the words of the name, and by the meaning where it is
// known, whether the measure counts things and whether its values add up. Counts
// of distinct things do not.
func (m *measure) findAdditivity(list []string, integral, distinct bool) {
	last := ""
	if named := withoutPeriod(list); len(named) > 0 {
		last = named[len(named)-1]
	}
	additivity := columns.Additivity(m.column)
	isCount := integral && english.IsPlural(last) && (!columns.Money[last] || m.meaning.Aggregate == meaning.Count) && additivity != meaning.NonAdditive && !isRateName(list) && m.unit == ""
	m.counts = m.counts || isCount && list[0] != "number" && list[0] != "total" && list[0] != "sum"
	m.additive = (isCount && additivity == "" || additivity == meaning.Additive) && !isRateName(list) && !columns.Actors.HasAny(list) && !distinct
	if a := m.meaning.Additivity; a != "" {
		m.additive = a == meaning.Additive && additivity != meaning.SemiAdditive
	}
}

// nameByMeaning gives a measure whose own name says only how it was computed the
// name of what it is of. A column called n is a count unless more is known.
func (m *measure) nameByMeaning(asked string) {
	label := sanitize(m.meaning.Label)
	counts := m.meaning.Aggregate == meaning.Count || m.meaning.Label == ""
	switch m.words {
	case "count", "number":
		if noun := cmp.Or(english.Plural(m.meaning.Entity), asked); counts && noun != "" {
			m.words, m.counts = noun, true
		} else if !counts {
			m.words, m.meaning.Additivity = label, meaning.NonAdditive
		}
	case "total", "percentage", "average", "value", "share":
		label = strings.TrimSuffix(label, " in percent")
		if m.meaning.Label != "" && len(m.meaning.Label) <= maxLabel {
			m.words = strings.Join(dropRepeatedTotal(strings.Fields(label)), " ")
		}
	}
}

// nameByPart gives a percentage the name of what it is the part of: churn rate,
// where the question calls it so, else the share of customers where churn is Yes.
func (m *measure) nameByPart(asked []string) {
	part := m.meaning.Part
	if i := slices.Index(asked, "margin"); i >= 0 && part == nil && m.meaning.Aggregate == meaning.Percent && strings.Contains(m.words, " as a percentage of ") {
		m.words = "margin"
		if i > 0 && slices.Contains([]string{"profit", "net", "gross"}, asked[i-1]) {
			m.words = asked[i-1] + " margin"
		}
		return
	}
	if part == nil || part.Of != "" {
		return
	}
	for i, w := range asked {
		if w != "rate" && w != "rates" || i == 0 {
			continue
		}
		if slices.ContainsFunc(m.meaning.Origins, func(o meaning.Origin) bool { return slices.Contains(nameWords(o.Column), asked[i-1]) }) {
			m.words = asked[i-1] + " rate"
			return
		}
	}
	if name := "share of " + part.Entity + " where " + part.Condition; len(name) <= maxLabel {
		m.words = sanitize(name)
	}
}

// findUnit takes the unit that is known of a measure, where its name does not
// say one.
func (m *measure) findUnit() {
	u := m.meaning.Unit
	if u == "%" || u == "fraction" {
		return // the style says so
	}
	if sign := english.CurrencySign(strings.ToLower(u)); sign != "" {
		m.unit = sign
	} else if m.unit == "" && !slices.Contains(nameWords(m.words), strings.ToLower(u)) {
		m.unit = sanitize(u)
	}
}

// areParts reports whether figures that are known to be fractions are parts of a
// whole, which people write in percent.
func (m *measure) areParts(list []string) bool {
	return columns.IsPortion(list) && !slices.ContainsFunc(m.rows, func(row int) bool { return math.Abs(m.values[row]) > 1 })
}

// rateStyle tells 12.4 from 0.124. A percentage whose values all lie below one
// could be either, so it gets no sign unless it is known which.
func rateStyle(m *measure, list []string) style {
	largest := 0.0
	for _, row := range m.rows {
		largest = max(largest, math.Abs(m.values[row]))
	}
	inPercent := containsAny(list, []string{"pct", "percent", "percentage", "perc"})
	switch {
	case inPercent && (largest > 1.5 || largest == 0):
		return percentStyle
	case !inPercent && largest <= 1 && m.decimals > 0 && containsAny(list, []string{"rate", "share", "margin", "conversion", "growth", "utilisation", "utilization"}):
		return fractionStyle
	}
	return plainStyle
}

var howMany = lazyregexp.New(`(?i)\bhow many ((?:[a-z]+ ){0,2}?[a-z]+s)\b`)

// askedFor is what a question that asks how many counts: "open tickets".
func (t *teller) askedFor() string {
	m := howMany.FindStringSubmatch(t.Question[:min(len(t.Question), 500)])
	if m == nil {
		return ""
	}
	list := strings.Fields(strings.ToLower(m[1]))
	if !english.IsPlural(list[len(list)-1]) || containsAny(list, []string{"of", "the", "our", "is", "was", "has", "does", "times"}) {
		return ""
	}
	return strings.Join(list, " ")
}

const maxDecimals = 8

// decimals is how many digits after the point the column shows, within reason.
func (t *teller) decimals(column int) int {
	most := 0
	for _, row := range t.table.Rows {
		if column < len(row) && row[column].Kind().Numeric() && most < maxDecimals {
			_, frac, _ := strings.Cut(row[column].String(), ".")
			most = max(most, len(frac))
		}
	}
	return min(most, maxDecimals)
}

// show writes a value of the measure.
func (m *measure) show(x float64) string {
	switch m.style {
	case percentStyle:
		return m.percentage(x)
	case fractionStyle:
		return m.percentage(x * 100)
	}
	if m.calendar {
		return table.Fixed(x, min(m.places(x), 1))
	}
	return m.withUnit(formatReadable(x, m.places(x)))
}

// hasSuffix reports whether a unit stands after the figures.
func (m *measure) hasSuffix() bool {
	return m.style == plainStyle && m.unit != "" && m.unit != "%" && !m.money()
}

// bare writes a value that another with the unit follows: "3 to 5 kg".
func (m *measure) bare(x float64) string {
	if m.hasSuffix() {
		return formatReadable(x, m.places(x))
	}
	return m.show(x)
}

// places is how many decimals a value may have: none when it is whole, and
// always two of money.
func (m *measure) places(x float64) int {
	switch {
	case x == math.Trunc(x):
		return 0
	case m.money():
		return max(2, m.decimals)
	}
	return m.decimals
}

// money reports whether the unit is the sign of a currency, which stands before
// figures. Thousands of it, such as k€, stand after them.
func (m *measure) money() bool {
	return strings.ContainsAny(m.unit, "€$£¥₹") && utf8.RuneCountInString(m.unit) == 1
}

func (m *measure) percentage(x float64) string {
	if math.Abs(x) < 0.95 && x != 0 {
		return formatFixed(x, 2) + "%"
	}
	return formatFixed(x, 1) + "%"
}

func (m *measure) withUnit(s string) string {
	switch {
	case m.unit == "":
		return s
	case m.money():
		if rest, negative := strings.CutPrefix(s, "-"); negative {
			return "-" + m.unit + rest
		}
		return m.unit + s
	case m.unit == "%":
		return s + "%"
	}
	return s + " " + m.unit
}

// percents reports whether differences of the measure are percentage points.
func (m *measure) percents() bool { return m.style != plainStyle || m.unit == "%" }

// points is a difference of two percentages.
func (m *measure) points(x float64) string {
	if m.style == fractionStyle {
		x *= 100
	}
	x = math.Abs(x)
	s := formatFixed(x, 1)
	if x < 0.095 {
		s = formatFixed(x, 2)
	}
	if s == "1.0" {
		return "1.0 percentage point"
	}
	return s + " percentage points"
}

// numericColumn reports whether a column holds figures, going by its values
// where the engine does not know its type.
func numericColumn(t *table.Table, column int) bool {
	if t.Columns[column].Kind.Numeric() {
		return true
	}
	if t.Columns[column].Kind != table.Null {
		return false
	}
	any := false
	for _, row := range t.Rows {
		if column >= len(row) || row[column].IsNull() {
			continue
		}
		if !row[column].Kind().Numeric() {
			return false
		}
		any = true
	}
	return any
}
