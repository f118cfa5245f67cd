package schema

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// Some columns are named only for the part that the other row plays: orig and
// dest of a flight, home and away of a match. The name says that there is
// another row and not which, so the values must: nearly all of them are keys of
// one table and of no other. Numbers must also come in pairs, and reach most rows.

var (
	partWords = english.NewSet(`origin destination from to source target sender receiver home away visitor departure arrival start end begin winner
			loser pickup dropoff first second follower followed via host opponent hub base friend partner`).With(parts)
	// numbered are pairs whose names can hardly mean a span of numbers.
	numbered = []([2]string){{"from", "to"}, {"origin", "destination"}, {"source", "target"}, {"source", "destination"}, {"sender", "receiver"}}
	places   = english.NewSet(`station stop airport port harbour harbor city town country region location place site node vertex point warehouse depot
		terminal dock hub branch store bank account wallet`)
	// measured are words of columns that hold no key, whatever their values.
	measured = english.NewSet(`date time day month year hour minute week age name amount price cost total count quantity score point goal rate
		percent latitude longitude level size value address description note title email phone status type gate zone port`)
)

// byPart adds the keys of columns that are named for a part.
func (ix *keyIndex) byPart(ctx context.Context, included Included, taken map[[2]int]bool, done *Inference) {
	if included == nil {
		return
	}
	for t, c := range ix.withoutKey(taken) {
		if k, evidence, ok := ix.onlyTarget(ctx, t, c, included, done); ok {
			taken[[2]int{t, c}] = true
			done.Found++
			ix.addKey(candidate{from: t, to: k.table, column: c, ref: k.column}, evidence)
		}
	}
}

// onlyTarget is the one key that holds the values of a column, if its name says
// a part and there is just one.
func (ix *keyIndex) onlyTarget(ctx context.Context, t, c int, included Included, done *Inference) (found target, evidence string, ok bool) {
	col := &ix.s.Tables[t].Columns[c]
	part := partOf(col.Called())
	if part == "" {
		return found, "", false
	}
	if !referable(col) {
		return found, "", false
	}
	least, counted := 4, col.Kind != table.Text && col.Kind != table.UUID
	paired := ix.isPaired(t, c, part)
	switch {
	case counted && !paired: // small numbers are found in any table that is numbered from one
		return found, "", false
	case counted:
		least = 8
	case paired:
		least = 3
	}
	const most = 12 // keys that are tried
	tried := 0
	var matches []match
	for _, k := range ix.own {
		if k.column < 0 || k.table == t && counted || !ix.fits(t, c, k) {
			continue
		}
		if tried++; tried > most {
			return found, "", false
		}
		m, ok := ix.compare(ctx, t, c, k, included, done)
		if !ok || m.sampled < least || m.held*100 < m.sampled*95 || m.sampled < 20 && m.held < m.sampled {
			continue
		}
		matches = append(matches, m)
	}
	where := "in no other key"
	if len(matches) > 1 && counted {
		where = "in no other key of places"
		matches = slices.DeleteFunc(matches, func(m match) bool { return !ix.ofPlaces(m.table) })
	}
	if len(matches) != 1 {
		return found, "", false
	}
	m := matches[0]
	to := &ix.s.Tables[m.table]
	if counted && int64(m.sampled)*2 < to.Rows { // the ends reach most rows; a span of numbers seldom does
		return found, "", false
	}
	return m.target, fmt.Sprintf("the name says a part (%s); %s, and %s", part, ix.describe(m), where), true
}

// match is a key that holds the values of a column.
type match struct {
	target
	sampled, held int
}

// ofPlaces reports whether a table lists what something goes from or to.
func (ix *keyIndex) ofPlaces(t int) bool {
	nouns := entityOf(ix.s.Tables[t].Called())
	return len(nouns) > 0 && places[nouns[len(nouns)-1]]
}

// fits reports whether a key could hold the values of a column.
func (ix *keyIndex) fits(t, c int, k target) bool {
	from, to := &ix.s.Tables[t], &ix.s.Tables[k.table]
	a, b := &from.Columns[c], &to.Columns[k.column]
	if k.table == t && k.column == c || from.Schema != to.Schema || !joinable(a.Kind, b.Kind) {
		return false
	}
	return a.Distinct == 0 || b.Distinct == 0 || float64(a.Distinct) <= 1.1*float64(b.Distinct)
}

// partOf is the part that a name says, or "".
func partOf(name string) string {
	part := ""
	for _, w := range nounsOf(words(name)) {
		if measured[w] {
			return ""
		}
		if part == "" && partWords[w] {
			part = w
		}
	}
	return part
}

// isPaired reports whether the table has the other end too, of the same type.
func (ix *keyIndex) isPaired(t, c int, part string) bool {
	from := &ix.s.Tables[t]
	for i := range from.Columns {
		other := partOf(from.Columns[i].Called())
		if i != c && from.Columns[i].Kind == from.Columns[c].Kind && slices.ContainsFunc(numbered, func(p [2]string) bool {
			return p == [2]string{part, other} || p == [2]string{other, part}
		}) {
			return true
		}
	}
	return false
}
