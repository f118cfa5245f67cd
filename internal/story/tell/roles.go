package tell

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func newTeller(f Finding) *teller {
	t := &teller{Finding: f, table: f.Table, flags: map[string]bool{}}
	if t.table == nil {
		t.table = &table.Table{}
	}
	if f.Meaning != nil {
		t.filters = f.Meaning.Filters
	}
	t.findPeriod()
	t.findRoles()
	t.partial = t.table.Truncated != table.Whole || t.isLimited()
	t.seed = t.hash()
	return t
}

// hash is what the wording depends on: the question, the columns, and enough
// rows to tell results apart.
func (t *teller) hash() uint64 {
	h := fnv.New64a()
	h.Write([]byte(t.Question))
	rows := table.NewHasher(t.table.Columns)
	for _, row := range t.table.Rows[:min(len(t.table.Rows), 200)] {
		rows.Add(row)
	}
	h.Write([]byte(rows.Sum()))
	return h.Sum64()
}

// pick chooses a wording. Each choice moves on, so that a story's choices do
// not hang together.
func (t *teller) pick(variants ...string) string {
	h := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], t.seed)
	h.Write(b[:])
	t.seed = h.Sum64()
	return variants[(t.seed>>20)%uint64(len(variants))]
}

// findRoles sorts the columns into measures, dimensions and time.
func (t *teller) findRoles() {
	taken := make([]bool, len(t.table.Columns))
	t.findTime(taken)
	for c := range t.table.Columns {
		switch {
		case taken[c]:
		case t.isMeasure(c):
			t.measures = append(t.measures, t.newMeasure(c))
		default:
			t.dimensions = append(t.dimensions, t.newDimension(c))
		}
	}
	// A row of nothing but labels that are numbers is a row of figures.
	t.measures = slices.DeleteFunc(t.measures, func(m *measure) bool { return len(m.rows) == 0 && len(t.table.Rows) > 1 })
	t.leadWithOrder()
	t.nameApart()
	t.joinNames()
	t.dropKeys()
	t.dropConstants()
	t.joinYears()
	for _, m := range t.measures {
		if m.year == "" && t.times == nil {
			m.words = writePeriod(m.words)
		}
	}
	if len(t.measures) > 0 {
		t.nameDuration(t.measures[0])
	}
	t.namePeriods()
}

// leadWithOrder puts the figure that the rows are ordered by first.
func (t *teller) leadWithOrder() {
	if t.Meaning == nil || len(t.Meaning.Order) == 0 {
		return
	}
	at := t.Meaning.Order[0].Column
	i := slices.IndexFunc(t.measures, func(m *measure) bool { return t.columnNamed(m.column) == at })
	if i > 0 {
		m := t.measures[i]
		t.measures = slices.Insert(slices.Delete(t.measures, i, i+1), 0, m)
	}
}

// columnMeaning is what is known of a column; the zero Column where nothing is.
func (t *teller) columnMeaning(column int) meaning.Column {
	if t.Meaning == nil || len(t.Meaning.Columns) != len(t.table.Columns) {
		return meaning.Column{}
	}
	return t.Meaning.Columns[column]
}

// isMeasure reports whether a column holds figures rather than labels.
func (t *teller) isMeasure(column int) bool {
	if !numericColumn(t.table, column) {
		return false
	}
	switch t.columnMeaning(column).Role {
	case meaning.RoleKey, meaning.RoleDimension:
		return false
	}
	return !isLabelName(nameWords(t.table.Columns[column].Name))
}

// namePeriods says what periods are called: rows, where a figure is itself in
// days, months or years, so that nobody takes one for the other.
func (t *teller) namePeriods() {
	if t.times == nil {
		return
	}
	t.times.called = grainWords[t.times.grain]
	for _, m := range t.measures {
		if containsAny(nameWords(m.column), t.times.called[:]) {
			t.times.called = [2]string{"row", "rows"}
		}
	}
}

// nameApart gives measures that would be called the same their whole names.
func (t *teller) nameApart() {
	for i, m := range t.measures {
		for _, o := range t.measures[:i] {
			if o.words == m.words {
				m.words, o.words = wholeName(m.column), wholeName(o.column)
				m.unit, o.unit = "", ""
			}
		}
	}
}

// dropKeys forgets identifiers that stand beside a name of the same thing.
func (t *teller) dropKeys() {
	if len(t.dimensions) < 2 {
		return
	}
	named := func(d *dimension) bool { return slices.Contains(nameWords(d.column), "name") }
	if !slices.ContainsFunc(t.dimensions, named) {
		return
	}
	t.dimensions = slices.DeleteFunc(t.dimensions, func(d *dimension) bool {
		list := nameWords(d.column)
		return len(list) > 0 && list[len(list)-1] == "id"
	})
}

// dropConstants forgets columns that say the same in every row, where others
// tell the rows apart.
func (t *teller) dropConstants() {
	if len(t.table.Rows) < 2 {
		return
	}
	constant := func(d *dimension) bool {
		return !slices.ContainsFunc(d.labels, func(label string) bool { return label != d.labels[0] })
	}
	varies := func(d *dimension) bool { return !constant(d) }
	if t.times != nil || slices.ContainsFunc(t.dimensions, varies) {
		t.dimensions = slices.DeleteFunc(t.dimensions, constant)
	}
}

func (t *teller) findTime(taken []bool) {
	use := func(c int) bool {
		if list := nameWords(t.table.Columns[c].Name); t.table.Columns[c].Kind.Numeric() && len(list) > 2 && slices.Contains(summaries, list[0]) {
			return false // the latest year of each is a figure
		}
		if line := t.newTimeline(c); line != nil {
			t.times, taken[c] = line, true
			return true
		}
		return false
	}
	for c := range t.table.Columns {
		if use(c) {
			break
		}
	}
	if t.times == nil || t.times.grain != year {
		return
	}
	for c := range t.table.Columns {
		list := nameWords(t.table.Columns[c].Name)
		if taken[c] || !numericColumn(t.table, c) {
			continue
		}
		for _, g := range []grain{month, quarter, week} {
			if !slices.Contains(list, grainWords[g][0]) {
				continue
			}
			if joined := t.times.join(t, c, g); joined != nil {
				t.times, taken[c] = joined, true
				return
			}
		}
	}
}

func (t *teller) columnNamed(name string) int {
	return slices.IndexFunc(t.table.Columns, func(c table.Column) bool { return c.Name == name })
}

// isLabelName reports whether numbers under this name are labels, not figures.
func isLabelName(list []string) bool {
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	if columns.Identifiers[last] {
		return true
	}
	switch last {
	case "year", "month", "quarter", "week", "weekday", "hour", "dow":
		return len(list) < 3
	}
	return last == "number" && containsAny(list, []string{"month", "week", "quarter", "day"})
}

var (
	digits = lazyregexp.New(`\b\d+\b`)
	word   = lazyregexp.New(`[a-z]+`)
)

// isLimited reports whether the rows may be the first of more. Where nobody knows
// whether the statement limits them, the question may name their number.
func (t *teller) isLimited() bool {
	n := len(t.table.Rows)
	if m := t.Meaning; m != nil && (!m.Partial || m.Limit.Rows > 0) {
		return m.Limit.Rows > 0 && n >= m.Limit.Rows || m.Limit.Place > 0
	}
	asked := strings.ToLower(t.Question)
	for _, d := range digits.FindAllString(asked, 20) {
		if d == strconv.Itoa(n) {
			return true
		}
	}
	return n >= 2 && slices.Contains(word.FindAllString(asked, 200), english.SpellNumber(n))
}

// asksLowest reports whether the question is about the low end. The lowest
// price of each category is not: there the figure itself is the minimum.
func (t *teller) asksLowest(m *measure) bool {
	list := nameWords(strings.ReplaceAll(strings.ToLower(t.Question), "at least", "")) // which is a bound
	return !strings.HasPrefix(m.words, "minimum") && containsAny(list, []string{"lowest", "least", "fewest", "smallest", "worst", "bottom", "cheapest", "slowest", "weakest", "shortest", "youngest"})
}
