package schema

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// Files that belong together call the same codes by different names: prov and
// cod_provincia, dept and deptno, artnr and artikel, op and the code of
// operators. A name that is a short form of the other's, or of its table's, is
// enough where the values agree as well.

// byLikeness adds the keys of columns whose name is like that of one other table or
// of its key, and whose values are there.
func (ix *keyIndex) byLikeness(ctx context.Context, included Included, taken map[[2]int]bool, done *Inference) {
	if included == nil {
		return
	}
	const most = 400 // tables whose names are compared with each other
	if len(ix.s.Tables) > most {
		return
	}
	identifying := ix.identifying()
	for t, c := range ix.withoutKey(taken) {
		from := &ix.s.Tables[t]
		if !mayBeCode(&from.Columns[c]) {
			continue
		}
		var matches []match
		weighed := ix.candidates(t, c)
		for _, k := range identifying {
			refused := slices.ContainsFunc(weighed, func(o candidate) bool { return o.to == k.table && o.strength <= named })
			if refused || k.table == t || ix.s.Tables[k.table].Rows > from.Rows || !ix.fits(t, c, k) || !ix.isLike(t, c, k) {
				continue
			}
			if m, ok := ix.compare(ctx, t, c, k, included, done); ok && ix.agree(c, t, m) {
				matches = append(matches, m)
			}
		}
		if len(matches) == 1 {
			taken[[2]int{t, c}] = true
			done.Found++
			ix.addKey(candidate{from: t, to: matches[0].table, column: c, ref: matches[0].column}, "the names are alike; "+ix.describe(matches[0]))
		}
	}
}

// identifying are the columns near the front of each table whose values all differ.
func (ix *keyIndex) identifying() []target {
	const front = 3
	var list []target
	for i := range ix.s.Tables {
		t := &ix.s.Tables[i]
		for c := range t.Columns {
			if own := ix.own[i].column == c; t.Kind != View && (own || c < front && len(t.PrimaryKey) == 0 && referable(&t.Columns[c]) && differs(t, c)) {
				list = append(list, target{table: i, column: c})
			}
		}
	}
	return list
}

// mayBeCode leaves out columns that measure something, whatever their values.
func mayBeCode(c *Column) bool {
	const least = 3
	if !referable(c) || c.Kind == table.Decimal || c.Distinct > 0 && c.Distinct < least {
		return false
	}
	list := words(c.Called())
	if len(list) > 1 && lists[list[len(list)-1]] { // pay_type
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	return (!measured[last] || areas[last]) && !prose[last] && !english.IsPlural(last)
}

// areas are measured elsewhere, and listed in a table where their name is its name.
var areas = english.NewSet("zone port gate level")

// agree weighs the values. A lookup file may miss some. Small numbers, which are found
// anywhere, must reach most of its rows.
func (ix *keyIndex) agree(c, t int, m match) bool {
	to := &ix.s.Tables[m.table]
	if kind := ix.s.Tables[t].Columns[c].Kind; kind == table.Text || kind == table.UUID || isDistinctive(&to.Columns[m.column]) {
		return m.held >= 3 && m.held*100 >= m.sampled*80
	}
	return m.held >= 4 && m.held*100 >= m.sampled*85 && int64(m.held)*2 >= to.Rows
}

// isLike reports whether a column's name is a short form of the name of a key or of
// its table, or the other way round.
func (ix *keyIndex) isLike(t, c int, k target) bool {
	col := &ix.s.Tables[t].Columns[c]
	names := bareWords(col.Called())
	if len(names) == 0 {
		return false
	}
	to := &ix.s.Tables[k.table]
	others := bareWords(to.Columns[k.column].Called())
	if about := bareWords(to.Called()); len(about) > 0 {
		others = append(others, about[len(about)-1])
	}
	text, least := col.Kind == table.Text, beginning
	if !text && !isDistinctive(&to.Columns[k.column]) {
		least++ // many words begin alike, and small numbers are found anywhere
	}
	for _, a := range names {
		for _, b := range others {
			if len(a) >= least && isShortFor(a, b) || len(b) >= least && isShortFor(b, a) || text && len(names) == 1 && len(a) == 2 && strings.HasPrefix(b, a) {
				return true
			}
		}
	}
	return false
}

// keyEndings are what a word for a key ends with that is written in one: storenbr.
var keyEndings = []string{"nbr", "num", "code", "schl", "key", "no", "nr", "id", "cd", "kz"}

// bareWords are the words of a name without those that say key, layer or list.
func bareWords(name string) []string {
	var list []string
	for _, w := range english.Split(name) {
		w = english.Singular(strings.ToLower(w))
		for _, end := range keyEndings {
			if head, ok := strings.CutSuffix(w, end); ok && len(head) >= 3 {
				w = head
				break
			}
		}
		if len(w) >= 2 && !keyWords[w] && !vague[w] && !layers[w] && !lists[w] && !slices.Contains(keyEndings, w) && !english.Among(w, "lookup register file list cl table codes cod") {
			list = append(list, w)
		}
	}
	return list
}

// isShortFor reports whether one word is another, its beginning, or letters of it in
// their order from the first on: ctry of country.
func isShortFor(short, long string) bool {
	if len(short) < beginning || len(short) > len(long) || short[0] != long[0] {
		return false
	}
	if strings.HasPrefix(long, short) {
		return true
	}
	if len(short) > 5 {
		return false
	}
	rest := long[1:]
	for i := 1; i < len(short); i++ {
		at := strings.IndexByte(rest, short[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}
