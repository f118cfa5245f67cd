package eval

import (
	"slices"
)

// Result is the rows that a query gave, column by column.
type Result struct {
	columns [][]cell
	rows    int
	cut     bool // there were more rows than are compared
}

func newResult(columns int) *Result { return &Result{columns: make([][]cell, columns)} }

func (r *Result) add(row []cell) {
	for i, c := range row {
		r.columns[i] = append(r.columns[i], c)
	}
	r.rows++
}

// Class is what kind of verdict an answer gets.
type Class string

const (
	Right          Class = "right"
	NotAnswered    Class = "no query found"
	WronglyRefused Class = "declined wrongly"
	ShouldDecline  Class = "answered the unanswerable"
	Refused        Class = "refused by the guard"
	Broken         Class = "failed to run"
	TooSlow        Class = "ran out of time"
	Empty          Class = "no rows"
	MissingColumns Class = "columns missing"
	ExtraColumns   Class = "columns too many"
	OtherColumns   Class = "other columns" // neither more nor fewer, or nothing in common
	MissingRows    Class = "rows missing"
	ExtraRows      Class = "rows too many"
	OtherRows      Class = "other number of rows"
	WrongValues    Class = "other values"
	WrongOrder     Class = "wrong order"
)

// rule says how two results are compared.
type rule struct {
	ordered   bool
	sorted    []int // the gold columns that the rows are sorted by, if all are shown
	roundings []int
}

// judge compares what was said with a gold result.
func judge(gold, said *Result, r rule) Class {
	switch {
	case gold.rows == 0 && said.rows == 0:
		return Right
	case said.rows == 0:
		return Empty
	}
	scales := make([]scale, len(gold.columns))
	for i, c := range gold.columns {
		scales[i] = scaleOf(c, r.roundings)
	}
	g, s := len(gold.columns), len(said.columns)
	if g != s {
		return judgeColumns(gold, said, scales)
	}
	if gold.rows != said.rows || gold.cut != said.cut {
		return judgeRows(gold, said)
	}
	if r.ordered && matchInOrder(gold, said, scales, nil) {
		return Right
	}
	if !newMatching(gold, said, scales).find() {
		return WrongValues
	}
	if r.ordered && (len(r.sorted) == 0 || !matchInOrder(gold, said, scales, r.sorted)) {
		return WrongOrder
	}
	return Right
}

// judgeColumns tells how a result with another number of columns differs.
func judgeColumns(gold, said *Result, scales []scale) Class {
	few, many, class := gold, said, ExtraColumns
	if len(few.columns) > len(many.columns) {
		few, many, class, scales = said, gold, MissingColumns, make([]scale, len(said.columns))
	}
	if few.rows == many.rows && newMatching(few, many, scales).find() {
		return class
	}
	return OtherColumns
}

// judgeRows tells how a result with another number of rows differs. It takes
// columns as they come: this only names an error.
func judgeRows(gold, said *Result) Class {
	few, many, class := gold, said, ExtraRows
	if gold.rows > said.rows {
		few, many, class = said, gold, MissingRows
	}
	ids := map[int64]int{} // of the few
	fewIDs, manyIDs := make([]int64, few.rows), make([]int64, many.rows)
	for i := range few.columns {
		a, b := classify(few.columns[i], many.columns[i], scale{})
		next := map[[2]int64]int64{}
		extend(fewIDs, a, next)
		extend(manyIDs, b, next)
	}
	for _, id := range fewIDs {
		ids[id]++
	}
	for _, id := range manyIDs {
		ids[id]--
	}
	for _, id := range fewIDs {
		if ids[id] > 0 {
			return OtherRows
		}
	}
	return class
}

// extend numbers rows by their number so far and the class of one more column.
func extend(ids []int64, classes []int32, numbers map[[2]int64]int64) {
	for r, id := range ids {
		key := [2]int64{id, int64(classes[r])}
		n, ok := numbers[key]
		if !ok {
			n = int64(len(numbers))
			numbers[key] = n
		}
		ids[r] = n
	}
}

// matchInOrder finds a column for each gold column, or for some of them, row by
// row. With the rows fixed, columns do not depend on each other, but each is used
// once.
func matchInOrder(gold, said *Result, scales []scale, some []int) bool {
	m := newMatching(gold, said, scales)
	fits := func(i, j int) bool {
		p := m.pair(i, j)
		return slices.Equal(p.gold, p.said)
	}
	owner := make([]int, len(said.columns)) // the gold column that has it, plus 1
	var place func(i int, seen []bool) bool
	place = func(i int, seen []bool) bool {
		for j := range owner {
			if seen[j] || !fits(i, j) {
				continue
			}
			seen[j] = true
			if owner[j] == 0 || place(owner[j]-1, seen) {
				owner[j] = i + 1
				return true
			}
		}
		return false
	}
	for i := range gold.columns {
		if (some == nil || slices.Contains(some, i)) && !place(i, make([]bool, len(owner))) {
			return false
		}
	}
	return true
}
