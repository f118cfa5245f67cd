package method

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// sums finds what the rows of a table of segments add up to.
type sums struct{ at map[string]int }

func newSums(t *table.Table) (sums, error) {
	s := sums{map[string]int{}}
	for i, c := range t.Columns {
		s.at[c.Name] = i
	}
	for _, name := range []string{"rows_before", "total_before", "squares_before", "rows_after", "total_after", "squares_after"} {
		if _, ok := s.at[name]; !ok {
			return s, fault.New(fault.BadData, "the segments have no column %s", name)
		}
	}
	return s, nil
}

func (s sums) number(row table.Row, name string) float64 {
	i, ok := s.at[name]
	if !ok {
		return math.NaN()
	}
	f, _ := row[i].Float64()
	return f
}

func (s sums) text(row table.Row, name string) (string, bool) {
	i, ok := s.at[name]
	if !ok || row[i].IsNull() {
		return "", false
	}
	return row[i].String(), true
}

func (s sums) side(row table.Row, which string) side {
	one := side{rows: s.number(row, "rows_"+which), total: s.number(row, "total_"+which), squares: s.number(row, "squares_"+which),
		weight: s.number(row, "weight_"+which), cross: s.number(row, "cross_"+which), weights2: s.number(row, "weights_squared_"+which)}
	if math.IsNaN(one.weight) { // every row weighs the same
		one.weight, one.cross, one.weights2 = one.rows, one.total, one.rows
	}
	if n := s.number(row, "parents_"+which); n > 0 {
		one.parents = n
	}
	return one
}

// read takes in a table of segments.
func (a *analysis) read(t *table.Table) error {
	of, err := newSums(t)
	if err != nil {
		return err
	}
	for _, row := range t.Rows {
		s := &segment{before: of.side(row, "before"), after: of.side(row, "after")}
		for _, names := range [][2]string{{"dimension", "value"}, {"dimension_2", "value_2"}} {
			if d, ok := of.text(row, names[0]); ok {
				v, _ := of.text(row, names[1])
				s.dimensions, s.values = append(s.dimensions, d), append(s.values, v)
			}
		}
		switch len(s.dimensions) {
		case 0:
			a.whole = *s
		case 1:
			a.singles = append(a.singles, s)
		default:
			a.pairs = append(a.pairs, s)
		}
	}
	return nil
}

// maxPaired is how many values a dimension may have that is combined with others.
const maxPaired = 60

// addUp makes segments of the combinations of all dimensions.
func (a *analysis) addUp(t *table.Table) error {
	of, err := newSums(t)
	if err != nil {
		return err
	}
	n := len(a.Dimensions)
	if len(t.Columns) < n {
		return fault.New(fault.BadData, "the parts have %d columns; %d dimensions were named", len(t.Columns), n)
	}
	type key struct {
		d, e int
		v, w string
	}
	found := map[key]*segment{}
	var order []key
	add := func(k key, before, after side, dimensions, values []string) {
		s := found[k]
		if s == nil {
			s = &segment{dimensions: dimensions, values: values}
			found[k], order = s, append(order, k)
		}
		s.before, s.after = s.before.plus(before), s.after.plus(after)
	}
	values := make([]map[string]bool, n)
	for _, row := range t.Rows {
		for d := range n {
			if values[d] == nil {
				values[d] = map[string]bool{}
			}
			values[d][valueOf(row, d)] = true
		}
	}
	for _, row := range t.Rows {
		before, after := of.side(row, "before"), of.side(row, "after")
		a.whole.before, a.whole.after = a.whole.before.plus(before), a.whole.after.plus(after)
		for d := range n {
			v := valueOf(row, d)
			add(key{d, -1, v, ""}, before, after, []string{a.Dimensions[d]}, []string{v})
			for e := range d {
				if len(values[d]) <= maxPaired && len(values[e]) <= maxPaired {
					w := valueOf(row, e)
					add(key{d, e, v, w}, before, after, []string{a.Dimensions[e], a.Dimensions[d]}, []string{w, v})
				}
			}
		}
	}
	for _, k := range order {
		if k.e < 0 {
			a.singles = append(a.singles, found[k])
		} else {
			a.pairs = append(a.pairs, found[k])
		}
	}
	return nil
}

func valueOf(row table.Row, at int) string {
	if row[at].IsNull() {
		return ""
	}
	return row[at].String()
}

// label is a segment in words.
func (s *segment) label() string {
	parts := make([]string, len(s.dimensions))
	for i, d := range s.dimensions {
		parts[i] = d + " " + cmp.Or(s.values[i], "(none)")
	}
	return strings.Join(parts, " with ")
}

const (
	colSegment = "segment"
	colBefore  = "before"
	colAfter   = "after"
	colChange  = "change"
	colPercent = "change_percent"
	colShare   = "share_of_change"
	colMix     = "mix_effect"
	colScore   = "evidence"
)

// output writes the table (all rows, what stands out, the parts of the leading
// dimension), and the story.
func (a *analysis) output() *Output {
	parts, of := a.breakdown()
	rows := slices.Concat([]*segment{&a.whole}, a.drivers, parts)
	a.whole.change, a.whole.effect = a.total(), a.total()
	t := &table.Table{Columns: []table.Column{{Name: colSegment, Kind: table.Text}, {Name: colBefore, Kind: table.Float}, {Name: colAfter, Kind: table.Float}, {Name: colChange, Kind: table.Float},
		{Name: colPercent, Kind: table.Float}, {Name: colShare, Kind: table.Float}, {Name: colScore, Kind: table.Float}}}
	if a.Rate {
		t.Columns = slices.Insert(t.Columns, 6, table.Column{Name: colMix, Kind: table.Float})
	}
	for i, s := range rows {
		name := s.label()
		if i == 0 {
			name = "all"
		}
		before, after := a.value(s.before), a.value(s.after)
		row := table.Row{table.NewText(name), a.figure(before), a.figure(after), a.figure(after - before), percentOf(after-before, math.Abs(before)), percentOf(s.effect, a.total())}
		if a.Rate {
			row = append(row, a.figure(s.mix))
		}
		score := table.Value{}
		if i > 0 && !s.skipped {
			score = rounded(s.score, 1)
		}
		t.Rows = append(t.Rows, append(row, score))
	}
	out := &Output{Table: t, Meaning: a.meaning()}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: a.chartTitle(), X: colSegment, Y: []string{colChange}, XTitle: "Segment", YTitle: "Change",
		XCount: len(t.Rows), Horizontal: true, Zero: true}
	w := &story.Writer{}
	a.tellTotal(w, t)
	a.tellDrivers(w, t)
	a.tellParts(w, t, parts, of)
	out.Story = w.Story()
	out.Assumptions, out.Caveats = a.assumptions(), a.caveats()
	return out
}

// meaning says what the columns are, for charts and exports.
func (a *analysis) meaning() *meaning.Meaning {
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "segment", Plural: "segments"}, Partial: true}
	figure := func(name, label string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: a.Unit, Additivity: meaning.NonAdditive}
	}
	percent := func(name, label string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: "%", Additivity: meaning.NonAdditive}
	}
	m.Columns = []meaning.Column{{Name: colSegment, Label: "segment", Role: meaning.RoleDimension, Entity: "segment"},
		figure(colBefore, a.Figure+" in "+a.Before), figure(colAfter, a.Figure+" in "+a.After), figure(colChange, "change"), percent(colPercent, "change in percent"), percent(colShare, "share of the change")}
	if a.Rate {
		m.Columns = append(m.Columns, figure(colMix, "mix effect"))
	}
	m.Columns = append(m.Columns, meaning.Column{Name: colScore, Label: "evidence", Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive})
	return m
}

func (a *analysis) figure(x float64) table.Value { return rounded(x, a.Decimals) }

// maxParts is how many values of a dimension are listed; the rest is one row.
const maxParts = 8

// breakdown is the change by the dimension that tells most: that of the first
// driver, else the one whose values differ most. Its rows add up to the change.
func (a *analysis) breakdown() (parts []*segment, of string) {
	spread, values := map[string]float64{}, map[string]float64{}
	for _, s := range a.singles {
		spread[s.dimensions[0]] += s.score * s.score
		values[s.dimensions[0]]++
	}
	best := -1.0
	for _, d := range a.Dimensions {
		// Many values are hard to take in, and some of them are always far off.
		tells := spread[d] / max(values[d], 1)
		if values[d] > 2*maxParts {
			tells /= 4
		}
		if tells > best {
			best, of = tells, d
		}
	}
	if len(a.drivers) > 0 {
		of = a.drivers[0].dimensions[0]
	}
	for _, s := range a.singles {
		if s.dimensions[0] == of && !slices.Contains(a.drivers, s) {
			parts = append(parts, s)
		}
	}
	slices.SortStableFunc(parts, func(x, y *segment) int { return cmp.Compare(math.Abs(y.effect), math.Abs(x.effect)) })
	if len(parts) <= maxParts {
		return parts, of
	}
	others := &segment{dimensions: []string{of}, values: []string{"(others)"}, skipped: true}
	for _, s := range parts[maxParts-1:] {
		others.before, others.after = others.before.plus(s.before), others.after.plus(s.after)
		others.effect += s.effect
		others.mix += s.mix
	}
	others.change = a.value(others.after) - a.value(others.before)
	return append(parts[:maxParts-1], others), of
}

func (s side) plus(o side) side {
	return side{rows: s.rows + o.rows, total: s.total + o.total, squares: s.squares + o.squares, weight: s.weight + o.weight, cross: s.cross + o.cross, weights2: s.weights2 + o.weights2}
}

// cite is a figure of the table in a sentence.
func (a *analysis) cite(t *table.Table, row int, column string) story.Piece {
	at := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Name == column })
	x, _ := t.Rows[row][at].Float64()
	if column == colChange || column == colPercent {
		x = math.Abs(x)
	}
	text := number(x, a.Decimals)
	switch {
	case column == colPercent || column == colShare:
		text = number(x, 1) + "%"
	case column == colChange && a.Percent:
		text += " percentage points"
	case a.Unit != "":
		text = withUnit(text, a.Unit)
	}
	return story.Cite(text, story.Value, column, row)
}

// moved is which way a figure went, or is, on the side after.
func (a *analysis) moved(x float64) string {
	switch {
	case !a.Groups:
		return way(x)
	case x > 0:
		return "is higher"
	case x < 0:
		return "is lower"
	}
	return "is the same"
}

// change is what the two sides have between them.
func (a *analysis) changeNoun() string {
	if a.Groups {
		return "difference"
	}
	return "change"
}

func (a *analysis) chartTitle() string {
	if a.Groups {
		return fault.Begin(a.Figure) + ": difference of " + a.After + " from " + a.Before
	}
	return fault.Begin(a.Figure) + ": change from " + a.Before + " to " + a.After
}

// went is which way the figure went, also against what the question takes for granted.
func (a *analysis) went(x float64) string {
	switch {
	case a.Asked == Fell && x > 0:
		return "did not fall, it rose"
	case a.Asked == Rose && x < 0:
		return "did not rise, it fell"
	}
	return way(x)
}

func way(x float64) string {
	switch {
	case x > 0:
		return "rose"
	case x < 0:
		return "fell"
	}
	return "did not change"
}

func (a *analysis) tellTotal(w *story.Writer, t *table.Table) {
	change := a.total()
	if a.whole.before.rows == 0 || a.whole.after.rows == 0 {
		return // which is said next
	}
	if a.Groups {
		a.tellGroups(w, t)
		return
	}
	if a.figure(change).String() == a.figure(0).String() {
		w.Say("%s was %s in %s and in %s: it did not change.", fault.Begin(a.Figure), a.cite(t, 0, colBefore), a.Before, a.After)
		return
	}
	if t.Rows[0][4].IsNull() {
		w.Say("%s %s from %s in %s to %s in %s, by %s.", fault.Begin(a.Figure), way(change), a.cite(t, 0, colBefore), a.Before, a.cite(t, 0, colAfter), a.After, a.cite(t, 0, colChange))
		return
	}
	w.Say("%s %s from %s in %s to %s in %s, by %s or %s.", fault.Begin(a.Figure), a.went(change), a.cite(t, 0, colBefore), a.Before, a.cite(t, 0, colAfter), a.After, a.cite(t, 0, colChange), a.cite(t, 0, colPercent))
}

// tellGroups says how far the two groups are apart.
func (a *analysis) tellGroups(w *story.Writer, t *table.Table) {
	if a.figure(a.total()).String() == a.figure(0).String() {
		w.Say("%s is %s in %s and in %s: there is no difference.", fault.Begin(a.Figure), a.cite(t, 0, colBefore), a.After, a.Before)
		return
	}
	percent := story.Prose{}
	if !t.Rows[0][4].IsNull() {
		percent = story.Compose(" or %s", a.cite(t, 0, colPercent))
	}
	w.Say("%s %s in %s than in %s: it is %s against %s, a difference of %s%s.", fault.Begin(a.Figure), a.moved(a.total()), a.After, a.Before, a.cite(t, 0, colAfter), a.cite(t, 0, colBefore), a.cite(t, 0, colChange), percent)
}

func (a *analysis) tellDrivers(w *story.Writer, t *table.Table) {
	for i, s := range []side{a.whole.before, a.whole.after} {
		if s.rows == 0 {
			w.Say("There are no rows in %s, so that there is nothing to compare.", []string{a.Before, a.After}[i])
			return
		}
	}
	if len(a.Dimensions) == 0 {
		w.Say("By what it could be split, the two have nothing in common, so that no more can be said.")
		return
	}
	if len(a.drivers) == 0 {
		names := a.Dimensions
		const most = 5
		list := english.JoinList(names[:min(len(names), most)], "or")
		if len(names) > most {
			list = fmt.Sprintf("%s or %d more", strings.Join(names[:most], ", "), len(names)-most)
		}
		why := ", within what chance explains"
		if a.isPanel() {
			why = ", as far as rows that are totals can tell"
		}
		w.Say("No %s stands out: the %s is spread over all of them%s.", list, a.changeNoun(), why)
		return
	}
	for i, d := range a.drivers {
		row := i + 1
		who := fault.Begin(d.label())
		switch {
		case a.Rate && math.Abs(d.mix) > math.Abs(d.effect-d.mix): // its own rate is not what matters
			also := ""
			if i > 0 {
				also = ", too"
			}
			where, own := "its share of all changed", "by itself it went from %s to %s"
			if a.Groups {
				where, own = "its share of the two is not the same", "by itself it is %s against %s"
			}
			w.Say("%s stands out%s: "+where+", which makes %s of the %s; "+own+".", who, also, a.cite(t, row, colShare), a.changeNoun(), a.cite(t, row, colBefore), a.cite(t, row, colAfter))
			continue
		case i == 0 && d.effect*d.excess < 0 && d.effect*a.total() > 0: // it went along, but less
			w.Say("%s stands out: it %s by only %s, less than the others.", who, a.moved(d.change), a.cite(t, row, colChange))
			continue
		case i == 0 && d.effect*a.total() > 0:
			w.Say("%s stands out: it %s by %s, which is %s of the %s.", who, a.moved(d.change), a.cite(t, row, colChange), a.cite(t, row, colShare), a.changeNoun())
			continue
		case i == 0 && a.figure(d.change).String() == a.figure(0).String():
			w.Say("%s stands out: it %s, against the %s of the others.", who, a.moved(0), a.changeNoun())
			continue
		case i == 0:
			w.Say("%s stands out: it %s by %s, against the %s of the others.", who, a.moved(d.change), a.cite(t, row, colChange), a.changeNoun())
			continue
		}
		w.Say("%s %s by %s, too, beyond what the others did.", who, a.moved(d.change), a.cite(t, row, colChange))
	}
}

// tellParts says what the other values of the dimension did.
func (a *analysis) tellParts(w *story.Writer, t *table.Table, parts []*segment, of string) {
	if len(parts) == 0 {
		return
	}
	first := 1 + len(a.drivers)
	if len(a.drivers) > 0 || a.whole.before.rows == 0 || a.whole.after.rows == 0 {
		return
	}
	w.Say("By %s, the largest part is %s, which %s by %s.", of, cmp.Or(parts[0].values[0], "(none)"), a.moved(parts[0].change), a.cite(t, first, colChange))
}

func (a *analysis) assumptions() []string {
	list := []string{fmt.Sprintf("%s is compared with %s", a.After, a.Before)}
	if len(a.Dimensions) > 0 {
		pairs := ""
		if len(a.pairs) > 0 {
			pairs = " and every pair of values"
		}
		list[0] += fmt.Sprintf("; every value of %s%s was looked at", english.JoinList(a.Dimensions, "and"), pairs)
	}
	switch {
	case a.Rate:
		list = append(list, "a contribution is the change of a segment's own rate, plus the change of its share; both add up to the change")
	case a.Approx:
		list = append(list, "something can count in several segments, so that contributions need not add up to the change")
	default:
		list = append(list, "the contributions of the values of a dimension add up exactly to the change")
	}
	if len(a.decided) > 0 {
		list = append(list, fmt.Sprintf("left out, as only rows that count have a value, or only others: %s", english.JoinList(a.decided, "and")))
	}
	if len(a.oneSided) > 0 {
		list = append(list, fmt.Sprintf("left out, as its values are nearly all in one of the two groups: %s", english.JoinList(a.oneSided, "and")))
	}
	if a.Groups {
		return append(list, fmt.Sprintf("a segment stands out where it differs otherwise than the rest by more than %.1f standard deviations", a.needed))
	}
	return append(list, fmt.Sprintf("a segment stands out where it moved otherwise than the rest by more than %.1f standard deviations", a.needed))
}

func (a *analysis) caveats() []string {
	list := []string{"This shows where the " + a.changeNoun() + " is, not what caused it."}
	if a.isPanel() {
		list = append(list, "Every part has as many rows in both periods: rows seem to be totals, such as those of a month and a place, rather than single events. How much they vary is then no measure of chance, and what each part contributes says more than the evidence.")
	}
	if len(a.same) > 0 {
		var names []string
		for _, s := range a.same {
			names = append(names, s[1].label())
		}
		are := "is"
		if len(names) > 1 {
			are = "are"
		}
		list = append(list, fmt.Sprintf("%s %s on nearly the same rows as %s, so that the data cannot tell which of them matters.", fault.Begin(english.JoinList(names, "and")), are, a.same[0][0].label()))
	}
	return list
}
