package tell

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// severalSeries compares how some figures of the same periods moved.
func (t *teller) severalSeries() {
	var moves []phrase
	var main series
	for i, m := range t.measures {
		s := t.newSeries(m, all)
		if len(s.rows) < 2 || len(moves) == 3 {
			continue
		}
		if i == 0 {
			main = s
		}
		a, b := s.first(), s.last()
		moves = append(moves, fill("{name} {moved} (from {from} to {to})", map[string]phrase{
			"name": words(m.subject()), "moved": m.moved(a, b), "from": m.value(a), "to": m.value(b),
		}))
	}
	parts := map[string]phrase{"start": main.when(main.first()), "end": main.when(main.last()), "moves": list(moves)}
	t.sayOne(lead, parts, "between {start} and {end}, {moves}")
	t.peak2(main)
	t.latest2(main)
}

// peak2 and latest2 name the measure, where several are spoken of.
func (t *teller) peak2(s series) {
	if len(s.rows) < 3 {
		return
	}
	high, low := s.extremes()
	t.sayOne(comparison, map[string]phrase{
		"name": words(s.m.subject()), "was": words(s.m.verb("was", "were")), "top": claim("highest", story.Maximum, s.m.cols(), high), "bottom": claim("lowest", story.Minimum, s.m.cols(), low),
		"high": s.m.value(high), "atHigh": s.at(high), "low": s.m.value(low), "atLow": s.at(low),
	}, "{name} {was} {top} {atHigh}, at {high}, and {bottom} {atLow}, at {low}")
}

func (t *teller) latest2(s series) {
	if len(s.rows) < 3 {
		return
	}
	a, b := s.rows[len(s.rows)-2], s.last()
	if s.m.values[a] == s.m.values[b] {
		return
	}
	t.sayOne(detail, map[string]phrase{"name": words(s.m.subject()), "before": s.when(a), "last": s.when(b), "moved": s.m.moved(a, b)},
		"from {before} to {last}, {name} {moved}")
}

// group is the rows of one label.
type group struct {
	label string
	rows  []int
	s     series
	total float64
}

func (t *teller) groups(d *dimension, m *measure) []group {
	at := make(map[string]int)
	var groups []group
	for i, label := range d.labels {
		if math.IsNaN(m.values[i]) {
			continue
		}
		g, known := at[label]
		if !known {
			g = len(groups)
			at[label] = g
			groups = append(groups, group{label: label})
		}
		groups[g].rows = append(groups[g].rows, i)
		groups[g].total += m.values[i]
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.total, a.total) })
	return groups
}

// groupsOverTime is the story of a figure for some names in time.
func (t *teller) groupsOverTime() {
	m, d := t.measures[0], t.dimensions[0]
	groups := t.groups(d, m)
	if len(groups) < 2 || len(d.missing) > 0 {
		t.records()
		return
	}
	for i := range groups {
		groups[i].s = t.newSeries(m, func(row int) bool { return d.labels[row] == groups[i].label })
	}
	if t.whole(m) {
		t.largestGroup(m, d, groups)
	} else {
		t.highestNow(m, groups)
	}
	t.movers(m, d, groups)
	for _, g := range groups {
		if g.s.open >= 0 {
			t.sayOne(caveat, map[string]phrase{"open": g.s.when(g.s.open)}, "{open} is not over yet, so it is left out of the changes")
			break
		}
	}
	t.caveats(m, "row", "rows")
}

// largestGroup leads with who makes up most of the whole.
func (t *teller) largestGroup(m *measure, d *dimension, groups []group) {
	g, next := groups[0], groups[1]
	parts := map[string]phrase{
		"who": named(g.label), "name": words(m.words), "top": claim(m.best(), story.Maximum, m.cols(), g.rows...),
		"value": claim(m.show(g.total), story.Sum, m.cols(), g.rows...), "share": claim(portion(g.total/m.total()*100), story.Share, m.cols(), g.rows...),
		"total": claim(m.show(m.total()), story.Sum, m.cols()),
		"next":  named(next.label), "second": claim(m.show(next.total), story.Sum, m.cols(), next.rows...),
		"all": claim(times(len(groups), d.one, d.many), story.Count, []string{d.column}),
	}
	if g.total == next.total {
		t.sayOne(lead, parts, "the {all} come to {total} together")
		return
	}
	t.sayOne(lead, parts,
		"over the whole period {who} has the {top} {name}, {value} in total, which is {share} of the total of {total}",
		"over the whole period {who} has the {top} {name} with {value} in total, ahead of {next} with {second}")
}

// highestNow leads with the last period, where nothing may be added up.
func (t *teller) highestNow(m *measure, groups []group) {
	last := -1
	for _, g := range groups {
		if n := len(g.s.rows); n > 0 && (last < 0 || t.times.at[g.s.last()].After(t.times.at[last])) {
			last = g.s.last()
		}
	}
	best, next := -1, -1
	label := map[int]string{}
	for _, g := range groups {
		for _, row := range g.s.rows {
			if !t.times.at[row].Equal(t.times.at[last]) {
				continue
			}
			label[row] = g.label
			switch {
			case best < 0 || m.values[row] > m.values[best]:
				best, next = row, best
			case next < 0 || m.values[row] > m.values[next]:
				next = row
			}
		}
	}
	s := groups[0].s
	if next < 0 || m.values[best] == m.values[next] {
		t.sayOne(lead, map[string]phrase{"name": words(m.words), "value": m.value(best), "at": s.at(best), "who": named(label[best])}, "{at}, {who} has {name} of {value}")
		return
	}
	parts := map[string]phrase{
		"name": words(m.words), "at": s.at(best), "top": claim(m.best(), story.Maximum, m.cols(), best), "value": m.value(best),
		"who": named(label[best]), "next": named(label[next]), "second": m.value(next),
	}
	t.sayOne(lead, parts, "{at}, {who} has the {top} {name}, {value}, ahead of {next} with {second}")
}

// movers says which group gained most and which lost most.
func (t *teller) movers(m *measure, d *dimension, groups []group) {
	type move struct {
		g group
		c float64
	}
	var moves []move
	for _, g := range groups {
		if len(g.s.rows) < 2 {
			continue
		}
		a, b := m.values[g.s.first()], m.values[g.s.last()]
		c, ok := change(a, b)
		if m.percents() {
			c, ok = b-a, true
		}
		// Only the same stretch of time can be compared.
		sameStart := t.times.at[g.s.first()].Equal(t.times.at[groups[0].s.first()])
		sameEnd := t.times.at[g.s.last()].Equal(t.times.at[groups[0].s.last()])
		if ok && sameStart && sameEnd {
			moves = append(moves, move{g, c})
		}
	}
	if len(moves) == 0 {
		return
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(b.c, a.c) })
	up, down := moves[0], moves[len(moves)-1]
	part := func(x move) phrase {
		a, b := x.g.s.first(), x.g.s.last()
		return fill("{name} of {who} {moved}, from {from} to {to}", map[string]phrase{
			"name": words("the " + m.words),
			"who":  named(x.g.label), "moved": m.moved(a, b), "from": m.value(a), "to": m.value(b),
		})
	}
	s := up.g.s
	parts := map[string]phrase{"start": s.when(s.first()), "end": s.when(s.last()), "up": part(up), "down": part(down)}
	if len(moves) == 1 {
		t.sayOne(comparison, parts, "between {start} and {end}, {up}")
		return
	}
	t.sayOne(comparison, parts, "between {start} and {end}, {up}")
	t.sayOne(comparison, parts, "over the same time, {down}")
}

// twoDimensions is the story of a figure for pairs of names.
func (t *teller) twoDimensions() {
	m, d, e := t.measures[0], t.dimensions[0], t.dimensions[1]
	rows := rank(m, d)
	if len(rows.rows) < 2 {
		t.records()
		return
	}
	pair := func(row int) phrase {
		ab := map[string]phrase{"a": named(d.labels[row]), "b": named(e.labels[row])}
		switch {
		case place(d):
			return fill("{b} in {a}", ab)
		case place(e):
			return fill("{a} in {b}", ab)
		}
		return fill("{a} and {b}", ab)
	}
	high, low := rows.rows[0], rows.rows[len(rows.rows)-1]
	parts := map[string]phrase{
		"name": words(m.quantity()), "top": claim("highest", story.Maximum, m.cols(), high), "bottom": claim("lowest", story.Minimum, m.cols(), low),
		"pair": pair(high), "value": m.value(high), "lowPair": pair(low), "low": m.value(low),
		"n": claim(times(len(rows.rows), "row", "rows"), story.Count, nil),
	}
	groups := t.groups(d, m)
	if t.whole(m) && len(groups) > 1 && groups[0].total > groups[1].total {
		g := groups[0]
		parts["group"], parts["what"] = named(g.label), words(m.words)
		parts["most"] = claim(m.best(), story.Maximum, m.cols(), g.rows...)
		parts["sum"] = claim(m.show(g.total), story.Sum, m.cols(), g.rows...)
		parts["share"] = claim(portion(g.total/m.total()*100), story.Share, m.cols(), g.rows...)
		parts["total"] = claim(m.show(m.total()), story.Sum, m.cols())
		t.sayOne(lead, parts, "taken together, {group} has the {most} {what}, {sum}, which is {share} of the total of {total}")
	}
	switch {
	case rows.ties > 1:
		t.sayOne(lead, parts, "the {top} {name} is {value}, shared by several rows")
	case len(t.sentences) > 0:
		t.sayOne(comparison, parts, "the {top} single figure is {value}, for {pair}")
	default:
		t.sayOne(lead, parts, "the {top} {name} is {value}, for {pair}")
	}
	if rows.lows == 1 {
		t.sayOne(detail, parts, "the {bottom} is {low}, for {lowPair}")
	}
	t.caveats(m, "row", "rows")
}

// place reports whether the names of a dimension are those of places.
func place(d *dimension) bool {
	return containsAny(nameWords(d.column), []string{"region", "country", "city", "state", "store", "area", "district", "county", "continent", "market"})
}
