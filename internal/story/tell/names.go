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
	case d.unique && n <= listed:
		parts["names"] = list(t.labels(d, n))
		t.sayOne(lead, parts, "there are {n}: {names}", "{n} match: {names}")
	case d.unique:
		parts["names"] = list(t.labels(d, 3))
		t.sayOne(lead, parts, "there are {n}; the first are {names}", "{n} match, beginning with {names}")
	default:
		t.sayOne(lead, parts, "there are {n}", "{n} match")
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

// without says how many names lack what stands beside them.
func (t *teller) without(d, beside *dimension) {
	rows := beside.missing
	if len(rows) == 0 || len(rows) == len(t.table.Rows) {
		return
	}
	verb := "have"
	if len(rows) == 1 {
		verb = "has"
	}
	t.sayOne(caveat, map[string]phrase{
		"missing": claim(spelt(len(rows)), story.Count, []string{beside.column}, rows...), "verb": words(verb),
		"all": claim(times(len(t.table.Rows), d.one, d.many), story.Count, nil), "what": words(beside.one),
	}, "{missing} of the {all} {verb} no {what}")
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
	parts := map[string]phrase{
		"many": claim(times(len(rows), d.one, d.many), story.Count, []string{d.column}),
		"best": named(best), "n": claim(times(len(rows[best]), "row", "rows"), story.Count, []string{d.column}, rows[best]...),
	}
	switch {
	case len(d.missing) > 0 || len(rows) == 1:
	case len(rows[best]) > second:
		t.sayOne(comparison, parts, "they cover {many}; {best} is the most frequent, with {n}")
	default:
		t.sayOne(comparison, parts, "they cover {many}")
	}
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
	t.sayOne(lead, parts, "there are {n}", "{n} match")
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
		prep := "in"
		if t.times.grain <= day {
			prep = "on"
		}
		return fill("all are "+prep+" {first}", parts)
	}
	return fill(t.pick("the earliest is {first}, the latest {last}", "they run from {first} to {last}"), parts)
}
