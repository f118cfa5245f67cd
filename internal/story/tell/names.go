package tell

import (
	"github.com/plumbdata/plumb/internal/story"
)

// listed is how many names a sentence bears.
const listed = 6

// names is the story of rows without figures.
func (t *teller) names() {
	n := len(t.table.Rows)
	if len(t.dimensions) == 0 {
		t.dates()
		return
	}
	d := t.dimensions[0]
	one, many := d.one, d.many
	if !d.unique || len(d.missing) > 0 {
		one, many = "row", "rows"
	}
	parts := map[string]phrase{"n": claim(times(n, one, many), story.Count, nil)}
	switch {
	case d.unique && len(d.missing) > 0:
		t.sayOne(lead, parts, "there are {n}")
	case d.unique && n <= listed:
		parts["names"] = list(t.labels(d, n))
		t.sayOne(lead, parts, "there are {n}: {names}", "{n} match: {names}")
	case d.unique:
		parts["names"] = list(t.labels(d, 3))
		t.sayOne(lead, parts, "there are {n}; the first are {names}", "there are {n}, beginning with {names}")
	default:
		t.sayOne(lead, parts, "there are {n}")
		t.mostFrequent(d)
	}
	if t.times != nil && len(t.times.order) > 1 {
		t.say(detail, t.dateRange())
	}
	if len(t.dimensions) == 2 && d.unique {
		t.without(d, t.dimensions[1])
	}
	t.cut()
}

// without says which names lack what stands beside them.
func (t *teller) without(d, beside *dimension) {
	rows := beside.missing
	if len(rows) == 0 || len(rows) == len(t.table.Rows) {
		return
	}
	parts := map[string]phrase{"many": words(d.many), "what": words(beside.one)}
	var who []phrase
	for _, row := range rows {
		who = append(who, named(d.labels[row]))
	}
	switch parts["who"] = list(who); {
	case len(rows) == 1:
		t.sayOne(caveat, parts, "{who} has no {what}")
	case len(rows) <= listed:
		t.sayOne(caveat, parts, "{who} have no {what}")
	default:
		t.sayOne(caveat, parts, "some {many} have no {what}")
	}
}

func (t *teller) labels(d *dimension, n int) []phrase {
	var items []phrase
	for _, label := range d.labels[:n] {
		items = append(items, named(label))
	}
	return items
}

// mostFrequent says which label fills most rows, if one does.
func (t *teller) mostFrequent(d *dimension) {
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
	if len(d.missing) > 0 || len(rows) == 1 || len(rows[best]) <= second {
		return
	}
	t.sayOne(comparison, map[string]phrase{
		"n":   claim(spelt(len(rows[best])), story.Count, []string{d.column}, rows[best]...),
		"all": claim(times(len(d.labels), "row", "rows"), story.Count, nil), "best": named(best), "what": words(d.one),
	}, "{best} is the most frequent, with {n} of the {all}", "{n} of the {all} have the {what} {best}")
}

// dates is the story of a column of dates.
func (t *teller) dates() {
	if t.times == nil {
		t.say(lead, words("the rows hold no values"))
		return
	}
	n := len(t.times.order)
	what := grainWords[t.times.grain]
	if !t.times.unique || t.times.grain == moment {
		what = [2]string{"row", "rows"}
	}
	parts := map[string]phrase{"n": claim(times(n, what[0], what[1]), story.Count, t.times.columns)}
	t.sayOne(lead, parts, "there are {n}")
	t.say(comparison, t.dateRange())
	t.cut()
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
