package tell

import (
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// maxListed is how many names a sentence may have.
const maxListed = 6

// tellNames tells rows without figures.
func (t *teller) tellNames() {
	if len(t.dimensions) == 0 {
		t.tellDates()
		return
	}
	d := t.dimensions[0]
	known := d.labeledRows()
	one, many := t.rowNouns(d)
	parts := map[string]phrase{"n": claim(countOf(len(t.table.Rows), one, many), story.Count, nil)}
	switch apart := len(known) > 0 && t.areDistinct(d, known); {
	case t.table.Truncated != table.Whole:
		t.sayOne(lead, parts, "only the first {n} were read; there are more")
	case apart && t.inOrder(d, known):
	case apart && len(known) <= maxListed && len(d.missing) == 0:
		parts["names"] = list(t.labels(d, known))
		t.sayOne(lead, parts, "there are {n}: {names}", "{n} match: {names}")
	case apart && len(known) <= maxListed:
		parts["names"] = list(t.labels(d, known))
		t.sayOne(lead, parts, "there are {n}, among them {names}")
	case apart:
		parts["names"] = list(t.labels(d, known[:3]))
		t.sayOne(lead, parts, "there are {n}; the first are {names}", "there are {n}, beginning with {names}")
	default:
		t.sayOne(lead, parts, "there are {n}")
		t.sayMostFrequent(d, one, many)
	}
	if t.times != nil && len(t.times.order) > 1 {
		t.say(detail, t.dateRange())
	}
	switch {
	case len(d.missing) > 0 && len(known) > 0 && d.one != "entry":
		t.sayNameless(d, one, many)
	case len(t.dimensions) == 2 && d.unique:
		t.sayWithout(d, t.dimensions[1])
	}
}

// sayNameless says how many rows lack what they are called.
func (t *teller) sayNameless(d *dimension, one, many string) {
	verb := "have"
	if len(d.missing) == 1 {
		verb = "has"
	}
	parts := map[string]phrase{
		"missing": claim(spellCount(len(d.missing)), story.Count, []string{d.column}, d.missing...),
		"all":     claim(countOf(len(t.table.Rows), one, many), story.Count, nil),
		"what":    words(d.one), "verb": words(verb),
	}
	t.sayOne(caveat, parts, "{missing} of the {all} {verb} no {what}")
}

// rowNouns are what a row is, and several: what the statement says, or else what
// tells the rows apart.
func (t *teller) rowNouns(d *dimension) (one, many string) {
	if one, many = t.Meaning.Record(); one != "" && t.table.Truncated == table.Whole {
		return one, many
	}
	if d.unique && len(d.missing) == 0 {
		return d.one, d.many
	}
	return "row", "rows"
}

// labeledRows are the rows that have a label.
func (d *dimension) labeledRows() []int {
	var rows []int
	missing := d.missing
	for i := range d.labels {
		if len(missing) > 0 && missing[0] == i {
			missing = missing[1:]
			continue
		}
		rows = append(rows, i)
	}
	return rows
}

// areDistinct reports whether no label of the rows occurs twice.
func (t *teller) areDistinct(d *dimension, rows []int) bool {
	seen := make(map[string]bool, len(rows))
	for _, row := range rows {
		if seen[d.labels[row]] {
			return false
		}
		seen[d.labels[row]] = true
	}
	return true
}

// sayWithout says which names lack what stands beside them.
func (t *teller) sayWithout(d, beside *dimension) {
	rows := beside.missing
	if len(rows) == 0 || len(rows) == len(t.table.Rows) {
		return
	}
	parts := map[string]phrase{"many": words(d.many), "what": words(beside.one)}
	var who []phrase
	for _, row := range rows {
		who = append(who, nameOf(d.labels[row]))
	}
	switch parts["who"] = list(who); {
	case len(rows) == 1:
		t.sayOne(caveat, parts, "{who} has no {what}")
	case len(rows) <= maxListed:
		t.sayOne(caveat, parts, "{who} have no {what}")
	default:
		t.sayOne(caveat, parts, "some {many} have no {what}")
	}
}

func (t *teller) labels(d *dimension, rows []int) []phrase {
	var items []phrase
	for _, row := range rows {
		items = append(items, nameOf(d.labels[row]))
	}
	return items
}

// sayMostFrequent says which label fills most rows, if one fills many of them.
func (t *teller) sayMostFrequent(d *dimension, one, many string) {
	rows := make(map[string][]int)
	best, second := "", 0
	for i, label := range d.labels {
		rows[label] = append(rows[label], i)
	}
	for _, label := range d.labels { // by row, so that the first of equals wins
		switch n := len(rows[label]); {
		case label == best:
		case best == "" || n > len(rows[best]):
			if best != "" {
				second = max(second, len(rows[best]))
			}
			best = label
		default:
			second = max(second, n)
		}
	}
	const often, few = 10, 3 // of so many rows one at least, and no fewer than that
	if len(rows[best]) < few || len(d.missing) > 0 || len(rows) == 1 || len(rows[best]) <= second || often*len(rows[best]) < len(d.labels) {
		return
	}
	t.sayOne(comparison, map[string]phrase{
		"n":   claim(spellCount(len(rows[best])), story.Count, []string{d.column}, rows[best]...),
		"all": claim(countOf(len(d.labels), one, many), story.Count, nil), "best": nameOf(best), "what": words(d.one),
	}, "{best} is the most frequent, with {n} of the {all}", "{n} of the {all} have the {what} {best}")
}

// tellDates tells a column of dates.
func (t *teller) tellDates() {
	if t.times == nil {
		t.say(lead, words("the rows have no values"))
		return
	}
	n := len(t.times.order)
	what := grainWords[t.times.grain]
	if !t.times.unique || t.times.grain == moment {
		what = [2]string{"row", "rows"}
	}
	parts := map[string]phrase{"n": claim(countOf(n, what[0], what[1]), story.Count, t.times.columns)}
	t.sayOne(lead, parts, "there are {n}")
	t.say(comparison, t.dateRange())
	t.sayCut()
}

func (t *teller) dateRange() phrase {
	first, last := t.times.order[0], t.times.order[len(t.times.order)-1]
	parts := map[string]phrase{
		"first": claim(t.times.name(first), story.Minimum, t.times.columns, first),
		"last":  claim(t.times.name(last), story.Maximum, t.times.columns, last),
	}
	if t.times.name(first) == t.times.name(last) {
		return fill("all are"+t.times.preposition()+"{first}", parts)
	}
	return fill(t.pick("the earliest is {first}, the latest {last}", "they run from {first} to {last}"), parts)
}
