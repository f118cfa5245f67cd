package schema

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// Select is NewIndex(s).Select, for a single question.
func Select(s *Snapshot, question string, budget int) []*Table {
	return NewIndex(s).Select(question, budget)
}

// Select lists the tables that a question is about, the best first, with those
// that join them and those to preload, such that XML shows them all in full
// within the token budget. When the whole schema fits it is returned as it is. When nothing in
// the question is known, the tables that most others refer to are taken. Where
// not even the best table fits it is returned alone, for XML to cut.
func (ix *Index) Select(question string, budget int) []*Table {
	return ix.SelectNear(question, nil, budget)
}

// SelectNear is Select for a question of which it is known how near in meaning
// each table is: near has a number for each table, in their order, as the
// cosine of their vectors is. Nil, or a list of another length, says nothing.
func (ix *Index) SelectNear(question string, near []float32, budget int) []*Table {
	p := &picker{Index: ix, spare: budget - Tokens(frame(ix.s, nil, nil)), taken: map[int32]bool{}}
	if all := p.pickAll(); all != nil {
		return all
	}
	q := ix.read(question)
	ranked := ix.rank(q, ix.likeness(near))
	if len(ranked) == 0 {
		ranked = ix.central()
	}
	p.fill(q, ranked)
	for i := range ix.s.Tables {
		if ix.s.Tables[i].Preload {
			p.take(int32(i))
		}
	}
	if len(p.picked) == 0 && len(ranked) > 0 {
		return []*Table{&ix.s.Tables[ranked[0].table]}
	}
	return p.picked
}

// Search lists the tables in which the words of a text occur, the best first.
func (ix *Index) Search(text string) []*Table {
	ranked := ix.rank(ix.read(text), nil)
	if len(ranked) == 0 { // a table may well be called what says nothing in a question
		ranked = ix.rank(ix.readAll(text), nil)
	}
	var list []*Table
	for _, r := range ranked {
		list = append(list, &ix.s.Tables[r.table])
	}
	return list
}

// readAll is read for every word, also those that are small talk.
func (ix *Index) readAll(text string) query {
	q := query{terms: map[int32]float64{}}
	for _, w := range english.Split(shorten(text, longestQuestion)) {
		if id, ok := ix.terms[english.Stem(w)]; ok && len(ix.postings[id]) > 0 {
			q.terms[id] = 1
		}
	}
	return q
}

// longestQuestion is how much of a question is read, in characters.
const longestQuestion = 2000

// query is a question as terms, each with how surely it was meant.
type query struct {
	terms   map[int32]float64
	numbers map[string]bool // that stand in the question
}

// read makes terms of a question: its words, the abbreviations that stand for
// them, words that mean the same, and neighbours written together.
func (ix *Index) read(question string) query {
	q := query{terms: map[int32]float64{}, numbers: map[string]bool{}}
	meant := func(word string, sure float64) bool {
		id, ok := ix.terms[english.Stem(word)]
		if ok && len(ix.postings[id]) > 0 {
			q.terms[id] = max(q.terms[id], sure)
			return true
		}
		return false
	}
	before := ""
	for _, w := range english.Split(shorten(question, longestQuestion)) {
		if numeral(w) {
			q.numbers[w] = true
		}
		if before != "" {
			meant(before+w, 1)
		}
		before = w
		if smallTalk[w] || len(w) < 2 {
			continue
		}
		known := meant(w, 1)
		if full, ok := english.Expand(w); ok {
			for part := range strings.FieldsSeq(full) {
				known = meant(part, 1) || known
			}
		}
		one := nounOf(w)
		if one != w { // the stem of staff is not that of employee
			known = meant(one, 1) || known
		}
		for _, s := range sameMeaning[one] {
			meant(s, 0.5)
		}
		if !known {
			ix.readUnknown(w, meant)
		}
	}
	return q
}

// readUnknown looks for what a word might be called here: an abbreviation of it
// (phys for physician), or one of the words that it is made of.
func (ix *Index) readUnknown(w string, meant func(string, float64) bool) {
	for end := len(w) - 1; end >= 3; end-- {
		if meant(w[:end], 0.4) {
			return
		}
	}
	for at := 3; at <= len(w)-3; at++ {
		if _, ok := ix.terms[english.Stem(w[at:])]; ok && meant(w[:at], 0.6) {
			meant(w[at:], 0.6)
			return
		}
	}
}

// scored is a table with what the question says for it.
type scored struct {
	table int32
	score float64
	terms []float64 // what each term of the question adds
}

// rank orders the tables in which terms of the question occur. Additions are
// made in a fixed order, so that the same question gives the same answer.
func (ix *Index) rank(q query, like []float64) []scored {
	const most, least = 200, 0.1
	ids := slices.Sorted(maps.Keys(q.terms))
	scores := make([]float64, len(ix.s.Tables))
	for _, id := range ids {
		for _, p := range ix.postings[id] {
			scores[p.table] += q.terms[id] * float64(p.score)
		}
	}
	top := 0.0
	for i := range scores {
		if scores[i] > 0 && ix.isNamed(int32(i), q) {
			scores[i] *= 1.5
		}
		top = max(top, scores[i])
	}
	top = consider(like, scores, top)
	var list []scored
	for i, score := range scores {
		if score > top*least {
			list = append(list, scored{table: int32(i), score: score})
		}
	}
	slices.SortFunc(list, ix.before)
	list = list[:min(len(list), most)]
	for i := range list {
		list[i].terms = ix.contributions(list[i].table, ids, q)
	}
	ix.encourage(list)
	return list
}

// encourage raises tables whose neighbours answer for what they themselves
// leave open: a question is rarely about tables that do not join.
func (ix *Index) encourage(list []scored) {
	const most, share = 30, 0.5
	at := make(map[int32]int, len(list))
	for i := range list {
		at[list[i].table] = i
	}
	raised := make([]float64, len(list))
	for i := range list {
		best := slices.Clone(list[i].terms)
		for _, n := range ix.near[list[i].table][:min(len(ix.near[list[i].table]), most)] {
			if j, ok := at[n]; ok {
				for k, c := range list[j].terms {
					best[k] = max(best[k], c)
				}
			}
		}
		for k, c := range list[i].terms {
			raised[i] += share * (best[k] - c)
		}
	}
	for i := range list {
		list[i].score += raised[i]
	}
	slices.SortFunc(list, ix.before)
}

func (ix *Index) contributions(t int32, ids []int32, q query) []float64 {
	list := make([]float64, len(ids))
	for j, id := range ids {
		p := ix.postings[id]
		if at, ok := slices.BinarySearchFunc(p, t, func(p posting, t int32) int { return cmp.Compare(p.table, t) }); ok {
			list[j] = q.terms[id] * float64(p[at].score)
		}
	}
	return list
}

// isNamed reports whether the question mentions the table by its name.
func (ix *Index) isNamed(t int32, q query) bool {
	for _, id := range ix.entity[t] {
		if q.terms[id] < 1 {
			return false
		}
	}
	return len(ix.entity[t]) > 0
}

// before orders by score; among equals tables to preload come first, then those
// early in the search path, then plain names before numbered copies, then large
// tables.
func (ix *Index) before(a, b scored) int {
	x, y := &ix.s.Tables[a.table], &ix.s.Tables[b.table]
	return cmp.Or(
		-cmp.Compare(a.score, b.score),
		compareTrue(x.Preload, y.Preload),
		cmp.Compare(ix.s.pathRank(x.Schema), ix.s.pathRank(y.Schema)),
		cmp.Compare(digits(x.Name), digits(y.Name)),
		-cmp.Compare(x.Rows, y.Rows),
		cmp.Compare(a.table, b.table),
	)
}

// compareTrue puts what is true first.
func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func digits(name string) int {
	n := 0
	for i := range len(name) {
		if classOf(name[i]) == digit {
			n++
		}
	}
	return n
}

// central ranks tables by how many others they join.
func (ix *Index) central() []scored {
	list := make([]scored, len(ix.s.Tables))
	for i := range list {
		list[i] = scored{table: int32(i), score: float64(len(ix.near[i]))}
	}
	slices.SortFunc(list, ix.before)
	const most = 40
	return list[:min(len(list), most)]
}
