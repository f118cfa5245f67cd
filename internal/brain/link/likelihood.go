package link

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// likelihood is how probable it is that a question is about each table and
// column: what its words say, and later what the model does.
type likelihood struct {
	linker          *Linker
	schema          *Schema
	cost            []int // pieces of each column with its items
	tables, columns []chance
	joins           joins
}

// chance is how likely one thing is, from 0 to 1, by words and by the model.
type chance struct{ words, model float64 }

// likelihood weighs what words link to: whole names more than parts, words that
// link to few tables more than those that link to many.
func (q *Question) likelihood() *likelihood {
	ix, s := q.linker.ix, q.linker.schema
	l := &likelihood{linker: q.linker, schema: s, tables: make([]chance, len(s.Tables)), columns: make([]chance, len(s.Columns)), joins: newJoins(ix)}
	l.cost = make([]int, len(s.Columns))
	for c, p := range s.Columns {
		l.cost[c] = len(p) + 1
	}
	var found []touch
	for _, n := range q.Names {
		t := touch{word: n.First, table: n.Number, weight: []float64{0, 1, 0.5, 0.25}[n.Kind] * math.Sqrt(float64(n.End-n.First))}
		if n.Column {
			t.column, t.table = n.Number, s.TableOf[n.Number]
		} else {
			t.weight *= 1.5 // people name the tables they mean
		}
		found = append(found, t)
	}
	periods := false
	for _, i := range q.Items {
		if i.Kind == Period {
			periods = true
			continue
		}
		if i.Kind == Listed {
			continue
		}
		l.cost[i.Column] += len(q.itemPieces(i)) + 1
		t := touch{word: i.First, table: s.TableOf[i.Column], column: i.Column, weight: 1}
		if i.Kind == Fuzzy {
			t.weight = 0.5
		}
		found = append(found, t)
	}
	l.touch(found)
	if periods {
		for t := range ix.Tables {
			if l.tables[t].words > 0 && slices.ContainsFunc(ix.Tables[t].Columns, func(c int) bool { return ix.Columns[c].Kind == index.Time }) {
				l.tables[t].words += 0.1
			}
		}
	}
	l.scale()
	return l
}

// touch is a word that points at a table or, if it is not 0, at a column of it.
type touch struct {
	word, table, column int
	weight              float64
}

func (l *likelihood) touch(found []touch) {
	reached := map[int]map[int]bool{} // tables by word
	for _, t := range found {
		if reached[t.word] == nil {
			reached[t.word] = map[int]bool{}
		}
		reached[t.word][t.table] = true
	}
	best := map[[2]int]float64{} // of each word in each table, so that many columns of one name count once
	for _, t := range found {
		w := t.weight / math.Sqrt(float64(len(reached[t.word])))
		if t.column > 0 {
			l.columns[t.column].words = max(l.columns[t.column].words, w)
		}
		if at := [2]int{t.table, t.word}; w > best[at] {
			l.tables[t.table].words += w - best[at]
			best[at] = w
		}
	}
}

// scale brings what words say to the range from 0 to 1, and lets tables that
// are joined to a likely one share a little of it.
func (l *likelihood) scale() {
	for _, list := range [][]chance{l.tables, l.columns} {
		most := 0.0
		for _, c := range list {
			most = max(most, c.words)
		}
		for i := range list {
			if most > 0 {
				list[i].words /= most
			}
		}
	}
	shared := make([]float64, len(l.tables))
	for t, edges := range l.joins {
		for _, e := range edges {
			shared[e.to] = max(shared[e.to], tuning.FromJoined*l.tables[t].words)
		}
	}
	for t := range l.tables {
		l.tables[t].words = max(l.tables[t].words, shared[t])
	}
}

// learn takes in what the model says of a chunk.
func (l *likelihood) learn(chunk *Question, scores []float32) {
	v, at := chunk.view, len(chunk.Words)
	for n, t := range v.tables {
		l.tables[t].model = max(l.tables[t].model, float64(scores[at+n]))
	}
	at += len(v.tables)
	for n, c := range v.columns {
		l.columns[c].model = max(l.columns[c].model, float64(scores[at+n]))
	}
}

func (l *likelihood) ofTable(t int) float64 {
	return l.tables[t].model + tuning.ByWords*l.tables[t].words
}

// ofColumn lets an unlikely column of a likely table come before one that is a
// little likely in a table that is not.
func (l *likelihood) ofColumn(c int) float64 {
	return max(l.columns[c].model, tuning.FromTable*l.tables[l.schema.TableOf[c]].model) +
		tuning.ByWords*max(l.columns[c].words, tuning.FromTable*l.tables[l.schema.TableOf[c]].words)
}

// byTable lists the tables, the most likely first.
func (l *likelihood) byTable() []int {
	return rankItems(0, len(l.tables), l.ofTable)
}

// byColumn lists the columns, the most likely first.
func (l *likelihood) byColumn() []int {
	return rankItems(1, len(l.columns), l.ofColumn)
}

func rankItems(from, to int, of func(int) float64) []int {
	worth, list := make([]float64, to), make([]int, 0, to)
	for i := from; i < to; i++ {
		worth[i] = of(i)
		list = append(list, i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return list
}

// telling is at most so many of a table's columns, in their order: those that
// words link to, what names a row, keys, and the first ones.
func (l *likelihood) telling(t, most int) []int {
	entry := &l.linker.ix.Tables[t]
	list := slices.Clone(entry.Columns)
	if len(list) <= most {
		return list
	}
	worth := func(c int) float64 {
		w := 2 * l.columns[c].words
		if slices.Contains(entry.Display, c) {
			w += 1
		}
		if col := &l.linker.ix.Columns[c]; col.Measure || col.Kind == index.Time {
			w += 0.5
		}
		return w
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(worth(b), worth(a)) })
	list = list[:most]
	slices.Sort(list)
	return list
}

func (l *likelihood) tableCost(t int) int { return len(l.schema.Tables[t]) + 2 }

// joins are the keys of each table, in both directions.
type joins [][]edge

// edge is a key seen from one of its tables: the other, and the columns of both.
type edge struct {
	to      int
	columns []int
}

func newJoins(ix *index.Index) joins {
	j := make(joins, len(ix.Tables))
	for _, k := range ix.Keys {
		a, b := ix.Columns[k.From[0]].Table, ix.Columns[k.To[0]].Table
		columns := slices.Concat(k.From, k.To)
		j[a] = append(j[a], edge{b, columns})
		if a != b {
			j[b] = append(j[b], edge{a, columns})
		}
	}
	return j
}

// path is the tables between a table and the nearest that is chosen, if they
// are few.
func (j joins) path(chosen map[int]bool, to int) []int {
	const most = 3
	before := map[int]int{to: -1}
	level := []int{to}
	for range most + 1 {
		var next []int
		for _, t := range level {
			for _, e := range j[t] {
				if _, seen := before[e.to]; seen {
					continue
				}
				before[e.to] = t
				if chosen[e.to] {
					var list []int
					for b := t; b != to; b = before[b] {
						list = append(list, b)
					}
					return list
				}
				next = append(next, e.to)
			}
		}
		level = next
	}
	return nil
}
