package tell

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/story"
)

// severalSeries tells how some figures of the same periods moved, and when the
// first of them was highest.
func (t *teller) severalSeries(s series) {
	t.say(lead, t.movement(s))
	for _, m := range t.measures[1:min(len(t.measures), 3)] {
		if other := t.newSeries(m, all); len(other.rows) > 1 {
			t.say(comparison, t.movement(other))
		}
	}
	high, _ := s.extremes()
	if len(s.rows) < 3 || !s.isUnique(high) || len(s.leftOut()) > 0 || high == s.first() || high == s.last() {
		return
	}
	t.sayOne(comparison, map[string]phrase{
		"name": words(s.m.subject()), "was": words(s.m.verb("was", "were")),
		"top": claim("highest", story.Maximum, s.m.cols(), high), "high": s.m.value(high), "atHigh": s.at(high),
	}, "{name} {was} {top} {atHigh}, at {high}")
}

// group is the rows of one label.
type group struct {
	label       string
	rows        []int
	first, last int // by time, with or without a value
	s           series
	total       float64
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

// maxGroups is how many groups are followed through time.
const maxGroups = 100

// tellGroupsOverTime tells a figure for some names in time.
func (t *teller) tellGroupsOverTime() {
	m, d := t.measures[0], t.dimensions[0]
	groups := t.groups(d, m)
	if len(groups) < 2 || len(groups) > maxGroups || len(d.missing) > 0 {
		t.tellRecords()
		return
	}
	for i := range groups {
		g := &groups[i]
		g.s = t.newSeries(m, func(row int) bool { return d.labels[row] == g.label })
		g.first, g.last = -1, -1
		for _, row := range t.times.order {
			if d.labels[row] != g.label {
				continue
			}
			if g.last = row; g.first < 0 {
				g.first = row
			}
		}
	}
	if t.hasWhole(m) {
		t.together(m, groups)
		t.contributions(m, groups)
		t.largestGroup(m, groups)
	} else {
		t.highestNow(m, groups)
		t.movers(m, groups)
	}
	for _, g := range groups {
		if len(g.s.cut) > 0 {
			t.sayPartial(g.s)
			break
		}
		if g.s.open >= 0 {
			t.sayOne(caveat, map[string]phrase{"open": g.s.when(g.s.open)}, "{open} is not over yet, so it is left out of the changes")
			break
		}
	}
	t.sayCaveats(m, "row", "rows")
}

// together leads with how all groups moved, added up, where each of them has a
// figure at both ends.
func (t *teller) together(m *measure, groups []group) {
	s := groups[0].s
	if len(s.rows) < 2 {
		return
	}
	var firsts, lasts []int
	for _, g := range groups {
		if len(g.s.rows) < 2 || !t.sameStretch(g, groups[0]) {
			return
		}
		firsts, lasts = append(firsts, g.s.first()), append(lasts, g.s.last())
	}
	slices.Sort(firsts)
	slices.Sort(lasts)
	both := &measure{column: m.column, words: m.words, unit: m.unit, decimals: m.decimals, counts: m.counts, ratios: m.ratios, values: []float64{m.sumOf(firsts), m.sumOf(lasts)}}
	moved := both.moveVerbs(0, 1)
	if moved[0].ref != nil {
		moved[0].ref.Rows = slices.Concat(firsts, lasts)
	}
	how := "{name} {moved} from {from} {atStart} to {to} {atEnd}"
	if groups[0].first != s.first() || groups[0].last != s.last() { // as in movement
		how = "between {start} and {end}, {name} {moved}, from {from} to {to}"
	}
	t.sayOne(lead, map[string]phrase{
		"start": s.when(s.first()), "end": s.when(s.last()),
		"name": words(m.inTotal()), "moved": moved, "atStart": s.at(s.first()), "atEnd": s.at(s.last()),
		"from": claim(m.show(both.values[0]), story.Sum, m.cols(), firsts...), "to": claim(m.show(both.values[1]), story.Sum, m.cols(), lasts...),
	}, how)
}

// inTotal is the measure of all groups together.
func (m *measure) inTotal() string {
	if slices.Contains(strings.Fields(m.words), "total") {
		return m.words
	}
	return "total " + m.words
}

func (m *measure) sumOf(rows []int) float64 {
	var total float64
	for _, row := range rows {
		total += m.values[row]
	}
	return total
}

// largestGroup says who makes up most of the whole.
func (t *teller) largestGroup(m *measure, groups []group) {
	g, next := groups[0], groups[1]
	parts := map[string]phrase{
		"who": nameOf(g.label), "name": words(m.words), "top": claim(m.best(), story.Maximum, []string{m.column, t.dimensions[0].column}, g.rows...),
		"value": claim(m.show(g.total), story.Sum, m.cols(), g.rows...), "share": claim(formatPortion(g.total/m.total()*100), story.Share, m.cols(), g.rows...),
		"total": claim(m.show(m.total()), story.Sum, m.cols()),
		"next":  nameOf(next.label), "second": claim(m.show(next.total), story.Sum, m.cols(), next.rows...),
	}
	if g.total == next.total {
		return
	}
	share := "over the whole period {who} has the {top} {name}, {value} in total, which is {share} of the total of {total}"
	if m.show(g.total) == m.show(next.total) { // the figures would look the same
		t.sayOne(comparison, parts, share)
		return
	}
	t.sayOne(comparison, parts, share,
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
	var now []int // rows of the last period
	label := map[int]string{}
	for _, g := range groups {
		for _, row := range g.s.rows {
			if !t.times.at[row].Equal(t.times.at[last]) {
				continue
			}
			label[row], now = g.label, append(now, row)
			switch {
			case best < 0 || m.values[row] > m.values[best]:
				best, next = row, best
			case next < 0 || m.values[row] > m.values[next]:
				next = row
			}
		}
	}
	s := groups[0].s
	if next < 0 || m.show(m.values[best]) == m.show(m.values[next]) {
		t.sayOne(lead, map[string]phrase{"name": words(article(m.words)), "value": m.value(best), "at": s.at(best), "who": nameOf(label[best])}, "{at}, {who} has {name} of {value}")
		return
	}
	parts := map[string]phrase{
		"name": words(m.words), "at": s.at(best), "top": among(claim(m.best(), story.Maximum, m.cols(), best), now), "value": m.value(best),
		"who": nameOf(label[best]), "next": nameOf(label[next]), "second": m.value(next),
	}
	t.sayOne(lead, parts, "{at}, {who} has the {top} {name}, {value}, ahead of {next} with {second}")
}

// contributions says which group did most to a change of the whole, and which
// did least or worked against it.
func (t *teller) contributions(m *measure, groups []group) {
	type part struct {
		g  group
		by float64
	}
	var parts []part
	for _, g := range groups {
		if len(g.s.rows) < 2 || !t.sameStretch(g, groups[0]) {
			return
		}
		parts = append(parts, part{g, m.values[g.s.last()] - m.values[g.s.first()]})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.by, a.by) })
	up, down := parts[0], parts[len(parts)-1]
	moved := func(p part) phrase {
		verb := "rose"
		if p.by < 0 {
			verb = "fell"
		}
		return claim(verb+" by "+m.show(math.Abs(p.by)), story.Difference, m.cols(), p.g.s.first(), p.g.s.last())
	}
	if up.by == 0 || down.by == 0 || up.by == down.by {
		return
	}
	s := up.g.s
	t.sayOne(comparison, map[string]phrase{
		"up": nameOf(up.g.label), "rose": moved(up), "down": nameOf(down.g.label), "fell": moved(down), "start": s.when(s.first()), "end": s.when(s.last()),
	}, "{up} {rose} from {start} to {end}, while {down} {fell}")
}

// sameStretch reports whether two groups begin and end at the same time, so
// that their changes can be compared.
func (t *teller) sameStretch(a, b group) bool {
	return t.times.at[a.s.first()].Equal(t.times.at[b.s.first()]) && t.times.at[a.s.last()].Equal(t.times.at[b.s.last()])
}

// movers says which group gained most and which lost most.
func (t *teller) movers(m *measure, groups []group) {
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
		if ok && t.sameStretch(g, groups[0]) {
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
		how := "{name} of {who} {moved} from {from} {atStart} to {to} {atEnd}"
		if a != x.g.first || b != x.g.last || m.hasSuffix() { // as in movement
			how = "between {start} and {end}, {name} of {who} {moved}, from {from} to {to}"
		}
		return fill(how, map[string]phrase{
			"start": x.g.s.when(a), "end": x.g.s.when(b),
			"name": words("the " + m.words), "who": nameOf(x.g.label), "moved": m.moveVerbs(a, b),
			"from": claim(m.bare(m.values[a]), story.Value, m.cols(), a), "to": m.value(b), "atStart": x.g.s.at(a), "atEnd": x.g.s.at(b),
		})
	}
	t.say(comparison, part(up))
	if len(moves) > 1 {
		t.say(comparison, part(down))
	}
}

// tellTwoDimensions tells a figure for pairs of names.
func (t *teller) tellTwoDimensions() {
	m, d, e := t.measures[0], t.dimensions[0], t.dimensions[1]
	rows := rank(m, d)
	if len(rows.rows) < 2 || len(d.missing) > 0 || len(e.missing) > 0 {
		t.tellRecords()
		return
	}
	pair := func(row int) phrase {
		ab := map[string]phrase{"a": nameOf(d.labels[row]), "b": nameOf(e.labels[row])}
		switch {
		case place(d):
			return fill("{b} in {a}", ab)
		case place(e):
			return fill("{a} in {b}", ab)
		}
		return fill("{a} with {b}", ab)
	}
	high, low := rows.rows[0], rows.rows[len(rows.rows)-1]
	parts := map[string]phrase{
		"name": words(m.quantity()), "top": claim("highest", story.Maximum, m.cols(), high), "bottom": claim("lowest", story.Minimum, m.cols(), low),
		"pair": pair(high), "value": m.value(high), "lowPair": pair(low), "low": m.value(low),
		"n": claim(countOf(len(rows.rows), "row", "rows"), story.Count, m.cols()),
	}
	groups := t.groups(d, m)
	if t.hasWhole(m) && len(groups) > 1 && groups[0].total > groups[1].total {
		g := groups[0]
		parts["group"], parts["what"], parts["others"] = nameOf(g.label), words(m.words), words(e.many)
		parts["most"] = claim(m.best(), story.Maximum, []string{m.column, d.column}, g.rows...)
		parts["sum"] = claim(m.show(g.total), story.Sum, m.cols(), g.rows...)
		parts["share"] = claim(formatPortion(g.total/m.total()*100), story.Share, m.cols(), g.rows...)
		parts["total"] = claim(m.show(m.total()), story.Sum, m.cols())
		t.sayOne(lead, parts, "across all {others}, {group} has the {most} {what}, {sum} in total, which is {share} of the total of {total}")
	}
	switch {
	case rows.ties > 1 && m.soundsLikeOperation():
		t.sayRange(m)
	case rows.ties > 1:
		t.sayOne(lead, parts, "the {top} {name} is {value}, in several rows")
	case len(t.sentences) > 0:
		t.sayOne(comparison, parts, "{pair} has the {top} single figure, {value}")
	default:
		t.sayOne(lead, parts, "{pair} has the {top} {name}, {value}")
	}
	if rows.lows == 1 {
		t.sayOne(detail, parts, "{lowPair} has the {bottom}, {low}")
	}
	t.sayCaveats(m, "row", "rows")
}

// place reports whether the names of a dimension are those of places.
func place(d *dimension) bool {
	return containsAny(nameWords(d.column), []string{"region", "country", "city", "state", "store", "area", "district", "county", "continent", "market"})
}
