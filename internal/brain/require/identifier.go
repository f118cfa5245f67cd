package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// findIdentifiers lists the tables and columns that the question names as the
// database does.
func (c *reader) findIdentifiers() []*Requirement {
	var list []*Requirement
	for _, n := range c.Question.Names {
		if !n.Literal || n.First < c.Question.Context {
			continue
		}
		if k := len(list); k == 0 || list[k-1].First != n.First {
			list = append(list, &Requirement{First: n.First, End: n.End})
		}
		r := list[len(list)-1]
		if n.Column {
			r.columns = append(r.columns, n.Number)
		} else {
			r.tables = append(r.tables, n.Number)
		}
	}
	return list
}

// readsIdentifier reports whether a form reads what the identifier names.
func (r *Requirement) readsIdentifier(query *form.Query) bool {
	found := false
	query.EachQuery(func(q *form.Query) {
		found = found || slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(r.tables, t) })
	})
	query.EachExpr(func(e *form.Expr) {
		if e.Op == form.Column && e.Column != 0 {
			found = found || slices.Contains(r.columns, e.Column) || slices.Contains(r.tables, r.ix.Columns[e.Column].Table)
		}
	})
	return found
}

// readIdentifier puts the column that the identifier names in the place of the
// only column of its kind that no word names; columns of the other's table
// follow it where the table has columns of their names.
func (m *repairer) readIdentifier(query *form.Query, r *Requirement) {
	if len(r.columns) != 1 {
		return
	}
	to := &m.ix.Columns[r.columns[0]]
	old := 0
	query.EachExpr(func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 || e.Column == old || m.ix.Columns[e.Column].Kind != to.Kind || isNamed(r, e.Column) {
			return
		}
		if old == 0 {
			old = e.Column
		} else {
			old = -1
		}
	})
	if old <= 0 {
		return
	}
	from := m.ix.Columns[old].Table
	query.EachExpr(func(e *form.Expr) {
		switch {
		case e.Op != form.Column || e.Column == 0:
		case e.Column == old:
			e.Column = r.columns[0]
		case from != to.Table && m.ix.Columns[e.Column].Table == from:
			if same := sameColumn(m, e.Column, to.Table); same > 0 {
				e.Column = same
			}
		}
	})
	if from != to.Table {
		m.added = append(m.added, to.Table)
		m.removed = append(m.removed, from)
	}
}

// isNamed reports whether the question names a column by its whole name.
func isNamed(r *Requirement, column int) bool {
	for _, n := range r.q.Names {
		if n.Column && n.Number == column && (n.Literal || n.Kind == 1) && n.First >= r.q.Context {
			return true
		}
	}
	return false
}

// sameColumn is the column of a table that is called like another; 0 if there is
// none.
func sameColumn(m *repairer, column, table int) int {
	for _, c := range m.ix.Tables[table].Columns {
		if m.ix.Columns[c].Name == m.ix.Columns[column].Name {
			return c
		}
	}
	return 0
}
