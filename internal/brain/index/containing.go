package index

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// findContaining finds values that hold the words among others.
func (f *finder) findContaining(found []Match, q *query, first, end int) []Match {
	list := slices.Clone(q.tokens[first:end])
	if len(list) > 1 && (stop[list[0]] || stop[list[len(list)-1]]) {
		return found
	}
	rarest, among := -1, []ref(nil)
	for i, t := range list {
		if !f.byWord.has(t) {
			if s := english.Singular(t); s != t && f.byWord.has(s) { // 480s, plurals
				list[i] = s
			}
		}
		if stop[list[i]] || len(list) == 1 && (len(list[i]) < 3 || f.common(q, first, list[i])) {
			if len(list) == 1 {
				return found
			}
			continue
		}
		refs := f.byWord.refs(list[i])
		if len(refs) == 0 {
			return found
		}
		if rarest < 0 || len(refs) < len(among) {
			rarest, among = i, refs
		}
	}
	if rarest < 0 {
		return found
	}
	type group struct {
		n    int
		text string
	}
	columns := map[int32]*group{}
	var order []int32
	for _, r := range among {
		text := f.x.stored.at(r).Text
		if !holds(text, list) {
			continue
		}
		g := columns[r.column]
		if g == nil {
			g = &group{}
			columns[r.column] = g
			order = append(order, r.column)
		}
		g.n++
		g.text = text
	}
	for _, c := range order {
		g := columns[c]
		const oftenSo = 5 // values with the word, such as those of one brand or domain
		if len(list) == 1 && !f.likely(q, first, list[0], int(c)) && (g.n < oftenSo || len(list[0]) < 5 || digit(list[0][0])) {
			continue
		}
		if g.n == 1 {
			found = append(found, q.match(first, end, int(c), g.text, Part))
		} else {
			found = append(found, q.match(first, end, int(c), fragment(g.text, list), Contains))
		}
	}
	return found
}

// likely reports whether a single word is part of a value of the column: one
// written like a name, or an unusual one where there are few values. Numbers
// count things, unless they stand for one of a few models.
func (f *finder) likely(q *query, at int, t string, column int) bool {
	const manyValues = 200
	switch {
	case digit(t[0]) && len(strings.Trim(q.tokens[at], "0123456789")) == 0:
		_, year := yearOf(t)
		return len(f.x.Columns[column].Enum) > 0 && !year
	case digit(t[0]), q.proper(at):
		return true
	}
	return len(t) >= 5 && f.x.stored.count(column) <= manyValues
}

func yearOf(t string) (int, bool) {
	y, err := strconv.Atoi(t)
	return y, err == nil && len(t) == 4 && y >= 1800 && y < 2200
}

// common reports whether a word alone is too ordinary to be part of a value:
// a word of the schema, unless it is written like a name.
func (f *finder) common(q *query, at int, t string) bool {
	if q.proper(at) {
		return false
	}
	return f.names.has(english.Singular(t)) || english.NameWords[t] || english.NameWords[english.Singular(t)] || len(t) < 4 && !digit(t[0])
}

// holds reports whether the tokens stand in the text in a row; a single one
// may be a piece of a token.
func holds(text string, list []string) bool {
	in := tokens(text)
	for i := 0; i+len(list) <= len(in); i++ {
		if slices.Equal(in[i:i+len(list)], list) {
			return true
		}
	}
	return len(list) == 1 && slices.ContainsFunc(in, func(t string) bool { return slices.Contains(pieces(t), list[0]) })
}

// fragment is the tokens as the text writes them.
func fragment(text string, list []string) string {
	lower := strings.ToLower(text)
	from := strings.Index(lower, list[0])
	to := strings.LastIndex(lower, list[len(list)-1])
	if from < 0 || to < from || len(lower) != len(text) {
		return strings.Join(list, " ")
	}
	if len(list) == 1 {
		return text[from : from+len(list[0])]
	}
	return text[from : to+len(list[len(list)-1])]
}
