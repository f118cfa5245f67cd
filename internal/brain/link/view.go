package link

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// view is what a question sees of the database: a schema with numbers of its
// own, and what these are in the index. Both ascend together, so that a form's
// order of tables is the same in either.
type view struct {
	*Schema
	tables, columns []int       // in the index; nil where all is seen
	table, column   map[int]int // and back
}

// columnOf is the index's number of a column that is seen.
func (v *view) columnOf(n int) int {
	if v.columns == nil {
		return n
	}
	return v.columns[n]
}

// columnAt is the view's number of a column, -1 when it is not seen.
func (v *view) columnAt(c int) int { return place(v.column, c) }

// tableAt is the view's number of a table, -1 when it is not seen.
func (v *view) tableAt(t int) int { return place(v.table, t) }

func place(numbers map[int]int, n int) int {
	if numbers == nil {
		return n
	}
	if at, ok := numbers[n]; ok {
		return at
	}
	return -1
}

// at is the view's number of what is named, -1 when it is not seen.
func (v *view) at(n Name) int {
	if n.Column {
		return v.columnAt(n.Number)
	}
	return v.tableAt(n.Number)
}

// part is a view of some tables and columns. The tables of the columns, and *,
// are seen in any case.
func (s *Schema) part(tables, columns []int) *view {
	v := &view{Schema: &Schema{Primary: []int{}, Foreign: [][2]int{}, Entities: []int{}}, columns: append([]int{0}, columns...)}
	v.tables = slices.Clone(tables)
	for _, c := range columns {
		if s.TableOf[c] >= 0 {
			v.tables = append(v.tables, s.TableOf[c])
		}
	}
	v.tables, v.table = sortUnique(v.tables)
	v.columns, v.column = sortUnique(v.columns)
	for _, t := range v.tables {
		v.Tables = append(v.Tables, s.Tables[t])
	}
	v.columnsOf = make([][]int, len(v.tables))
	for n, c := range v.columns {
		v.Columns = append(v.Columns, s.Columns[c])
		v.Types = append(v.Types, s.Types[c])
		v.NameClass = append(v.NameClass, s.NameClass[c])
		if c == 0 {
			v.TableOf = append(v.TableOf, -1)
			continue
		}
		t := v.table[s.TableOf[c]]
		v.TableOf = append(v.TableOf, t)
		v.columnsOf[t] = append(v.columnsOf[t], n)
	}
	for _, c := range s.Primary {
		if n, ok := v.column[c]; ok {
			v.Primary = append(v.Primary, n)
		}
	}
	for _, c := range s.Entities {
		if n, ok := v.column[c]; ok {
			v.Entities = append(v.Entities, n)
		}
	}
	for _, pair := range s.Foreign {
		if a, b := v.columnAt(pair[0]), v.columnAt(pair[1]); a >= 0 && b >= 0 {
			v.Foreign = append(v.Foreign, [2]int{a, b})
		}
	}
	return v
}

// sortUnique sorts numbers, drops repeated ones and says where each is.
func sortUnique(list []int) ([]int, map[int]int) {
	slices.Sort(list)
	list = slices.Compact(list)
	at := make(map[int]int, len(list))
	for i, n := range list {
		at[n] = i
	}
	return list, at
}

// Focus is the question over nothing but these tables and columns of the index;
// tables of the columns need not be named. Names and items keep the numbers of
// the index, items of other columns are left out. Grammar and Input number what
// is seen; Whole and Seen turn their tokens into those of the index and back.
func (q *Question) Focus(tables, columns []int) *Question {
	f := *q
	f.view = q.linker.schema.part(tables, columns)
	f.Dropped, f.Names, f.Items = nil, nil, nil
	for _, n := range q.Names {
		if f.view.at(n) >= 0 {
			f.Names = append(f.Names, n)
		}
	}
	for _, i := range q.Items {
		if i.Kind == Period || i.Kind != Listed && f.view.columnAt(i.Column) >= 0 {
			f.Items = append(f.Items, i)
		}
	}
	f.listValues(room - f.fixedCost() - f.shownCost())
	return &f
}

// Whole turns a token over what the question sees into one over the index.
func (q *Question) Whole(t form.Token) form.Token {
	switch v := q.view; {
	case t.Kind == form.TableToken && v.tables != nil:
		t.N = v.tables[t.N]
	case t.Kind == form.ColumnToken:
		t.N = v.columnOf(t.N)
	}
	return t
}

// ViewToken turns a token over the index into one over what the question sees; false
// when it does not see that.
func (q *Question) ViewToken(t form.Token) (form.Token, bool) {
	switch t.Kind {
	case form.TableToken:
		t.N = q.view.tableAt(t.N)
	case form.ColumnToken:
		t.N = q.view.columnAt(t.N)
	}
	return t, t.N >= 0
}
