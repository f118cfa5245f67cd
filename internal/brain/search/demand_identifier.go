package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// AnIdentifier is a table or column that the question names as the database
// does, such as m12_amount: the form must read it.
const AnIdentifier Kind = "identifier"

// identifiers lists these demands.
func (c *clues) identifiers(add func(*Demand)) {
	var d *Demand
	for _, n := range c.q.Names {
		if !n.Literal || n.First < c.q.Context {
			continue
		}
		if d == nil || d.First != n.First {
			d = &Demand{Kind: AnIdentifier, First: n.First, End: n.End}
			add(d)
		}
		if n.Column {
			d.columns = append(d.columns, n.Number)
		} else {
			d.tables = append(d.tables, n.Number)
		}
	}
}

// readsIdentifier reports whether a form reads what the identifier names.
func (d *Demand) readsIdentifier(query *form.Query) bool {
	found := false
	eachQuery(query, func(q *form.Query) {
		found = found || slices.ContainsFunc(q.Tables, func(t int) bool { return slices.Contains(d.tables, t) })
	})
	everywhere(query, func(e *form.Expr) {
		if e.Op == form.Column && e.Column != 0 {
			found = found || slices.Contains(d.columns, e.Column) || slices.Contains(d.tables, d.ix.Columns[e.Column].Table)
		}
	})
	return found
}

// readIdentifier puts the column that the identifier names in the place of the
// only column of its kind that no word names; columns of the other's table
// follow it where the table has columns of their names.
func (m *mender) readIdentifier(query *form.Query, d *Demand) {
	if len(d.columns) != 1 {
		return
	}
	to := &m.ix.Columns[d.columns[0]]
	old := 0
	everywhere(query, func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 || e.Column == old || m.ix.Columns[e.Column].Kind != to.Kind || isNamed(d, e.Column) {
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
	everywhere(query, func(e *form.Expr) {
		switch {
		case e.Op != form.Column || e.Column == 0:
		case e.Column == old:
			e.Column = d.columns[0]
		case from != to.Table && m.ix.Columns[e.Column].Table == from:
			if same := sameColumn(m, e.Column, to.Table); same > 0 {
				e.Column = same
			}
		}
	})
	if from != to.Table {
		m.also = append(m.also, to.Table)
		m.without = append(m.without, from)
	}
}

// isNamed reports whether the question names a column by its whole name.
func isNamed(d *Demand, column int) bool {
	for _, n := range d.q.Names {
		if n.Column && n.Number == column && (n.Literal || n.Kind == 1) && n.First >= d.q.Context {
			return true
		}
	}
	return false
}

// sameColumn is the column of a table that is called like another; 0 if there is
// none.
func sameColumn(m *mender, column, table int) int {
	for _, c := range m.ix.Tables[table].Columns {
		if m.ix.Columns[c].Name == m.ix.Columns[column].Name {
			return c
		}
	}
	return 0
}
