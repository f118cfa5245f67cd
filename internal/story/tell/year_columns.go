package tell

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
)

var yearly = lazyregexp.New(`^(.+) ((?:19|20)\d\d)$`)

// joinYears finds two measures that are one figure of two years, such as
// revenue_2024 and revenue_2025, and puts the later one first.
func (t *teller) joinYears() {
	if len(t.measures) != 2 {
		return
	}
	for _, m := range t.measures {
		parts := yearly.FindStringSubmatch(m.words)
		if parts == nil || periodEnd.FindStringSubmatch(m.words)[2] != "" {
			for _, m := range t.measures {
				m.year = ""
			}
			return
		}
		m.figure, m.year = parts[1], parts[2]
	}
	if a, b := t.measures[0], t.measures[1]; a.figure != b.figure || a.year == b.year {
		a.year, b.year = "", ""
		return
	}
	slices.SortFunc(t.measures, func(a, b *measure) int { return strings.Compare(b.year, a.year) })
	for _, m := range t.measures {
		m.words = m.figure + " in " + m.year
	}
}

// tellTwoPeriods tells one figure of two periods, where that is all a result has:
// the change from the one to the other.
func (t *teller) tellTwoPeriods() bool {
	if len(t.measures) != 2 || len(t.dimensions) > 0 || t.times != nil || len(t.measures[0].rows)*len(t.measures[1].rows) != 1 {
		return false
	}
	from, to := t.measures[1], t.measures[0]
	a, b := from.meaning.Period, to.meaning.Period
	if a == nil || b == nil || a.Name == "" || b.Name == "" || a.Start.Equal(b.Start) {
		return false
	}
	if b.Start.Before(a.Start) {
		from, to, a, b = to, from, b, a
	}
	x, y := from.values[0], to.values[0]
	by, ok := change(x, y)
	name, _, _ := strings.Cut(to.words, " in ")
	if base, _, _ := strings.Cut(from.words, " in "); !ok || base != name || to.percents() || formatFixed(math.Abs(by), 1) == "0.0" || math.Abs(by) > 999 {
		return false
	}
	verb := "rose "
	if by < 0 {
		verb = "fell "
	}
	if cuts(from.meaning) || cuts(to.meaning) { // no like for like
		t.measures = []*measure{from, to}
		t.say(lead, t.plainFigures())
		t.sayCutOf(a, from.meaning.Coverage)
		t.sayCutOf(b, to.meaning.Coverage)
		return true
	}
	t.sayOne(lead, map[string]phrase{
		"name": words(name), "moved": claim(verb+strings.TrimPrefix(formatPercent(by), "-"), story.Change, []string{from.column, to.column}, 0),
		"from": from.exact(0), "to": to.exact(0), "old": claim(a.Name, story.Scope, []string{from.column}), "new": claim(b.Name, story.Scope, []string{to.column}),
	}, "{name} {moved} from {from} in {old} to {to} in {new}")
	return true
}

// cuts reports whether the data tell of a part of the period of a figure.
func cuts(c meaning.Column) bool {
	return c.Period != nil && (c.Coverage.CutsStart(c.Period.Start, c.Period.End) || c.Coverage.CutsEnd(c.Period.Start, c.Period.End))
}

// betweenYears says who gained most and who lost most, or gained least, from
// one year to the next.
func (t *teller) betweenYears(d *dimension) {
	to, from := t.measures[0], t.measures[1]
	type move struct {
		row int
		by  float64
	}
	var moves []move
	for row := range t.table.Rows {
		by, ok := change(from.values[row], to.values[row])
		if ok && by != 0 && !slices.Contains(d.missing, row) {
			moves = append(moves, move{row, by})
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(b.by, a.by) })
	if len(moves) > 2 {
		moves = []move{moves[0], moves[len(moves)-1]}
	}
	columns := []string{from.column, to.column}
	for _, x := range moves {
		verb := "rose "
		if x.by < 0 {
			verb = "fell "
		}
		t.sayOne(comparison, map[string]phrase{
			"name": words("the " + to.figure), "who": nameOf(d.labels[x.row]), "moved": claim(verb+strings.TrimPrefix(formatPercent(x.by), "-"), story.Change, columns, x.row),
			"from": from.value(x.row), "to": to.value(x.row), "old": claim(from.year, story.Scope, []string{from.column}), "new": claim(to.year, story.Scope, []string{to.column}),
		}, "{name} of {who} {moved} from {from} in {old} to {to} in {new}")
	}
}
