package link

import (
	"slices"
)

// room is how many pieces question and schema may have together; a few of the
// window are left for the marks between them.
const room = window - 6

// prune leaves out columns when all would not fit the encoder's window: those
// that the question does not touch and that join nothing go first.
func (q *Question) prune() {
	s := q.linker.schema
	used := q.fixedCost()
	for _, t := range s.Tables {
		used += len(t) + 2
	}
	for _, i := range q.Items {
		if i.Kind != Period {
			used += len(q.itemPieces(i)) + 1
		}
	}
	need := used
	for _, c := range s.Columns[1:] {
		need += len(c) + 1
	}
	if need <= room {
		return
	}
	touched := map[int]int{}
	for _, n := range q.Names {
		if n.Column {
			touched[n.Number] = 4 - n.Kind
		}
	}
	for _, i := range q.Items {
		if i.Column > 0 && i.Kind != Listed {
			touched[i.Column] = 4
		}
	}
	rank := func(c int) int {
		col := q.linker.ix.Columns[c]
		r := 4 * touched[c]
		if col.Primary || col.Foreign {
			r += 2
		}
		return r
	}
	order := make([]int, 0, len(s.Columns)-1)
	for c := 1; c < len(s.Columns); c++ {
		order = append(order, c)
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(b) - rank(a) })
	for _, c := range order {
		if cost := len(s.Columns[c]) + 1; used+cost <= room {
			used += cost
		} else {
			q.Dropped = append(q.Dropped, c)
		}
	}
	slices.Sort(q.Dropped)
}

// fixedCost is the pieces of the words and the periods, which stay whatever is
// seen of the database.
func (q *Question) fixedCost() int {
	cost := 3
	for i := range q.Words {
		cost += len(q.wordPieces(i))
	}
	for _, i := range q.Items {
		if i.Kind == Period {
			cost += len(q.itemPieces(i)) + 1
		}
	}
	return cost
}

// shownCost is the pieces of the tables and columns that the question sees, and
// of the items in them.
func (q *Question) shownCost() int {
	cost := 0
	for _, t := range q.view.Tables {
		cost += len(t) + 2
	}
	for _, c := range q.view.Columns[1:] {
		cost += len(c) + 1
	}
	for _, i := range q.Items {
		if i.Kind != Period {
			cost += len(q.itemPieces(i)) + 1
		}
	}
	return cost
}
