package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// findTable finds the table that the question asks for.
func (c *reader) findTable() []*Requirement {
	for _, m := range c.Mentions {
		if c.asksFor(m) {
			return []*Requirement{{First: m.First, End: m.End, tables: m.Tables, columns: m.Columns}}
		}
	}
	return nil
}

// asksFor is true for a question that begins with the name of a table, and of
// nothing else but columns that count its rows.
func (c *reader) asksFor(m *clue.Mention) bool {
	next := c.At(m.End)
	many := m.Role == clue.Counting && c.At(m.First-1) == "many" && c.At(m.First-2) == "how" // how many staff work there
	if first := c.Mentions[0] == m; !first || !(next == "" || many || english.Among(next, "by per in for where with ? . , that who which did do does were was are have has")) {
		return false
	}
	return m.Whole && len(m.Tables) > 0 && !slices.ContainsFunc(m.Columns, func(n int) bool { return c.Index.Columns[n].Kind != index.Number }) && (m.Role == clue.Shown || m.Role == clue.Counting) && !clue.Overlaps(&clue.Phrase{First: m.First, End: m.End}, c.Values)
}

// readsTable reports whether the form reads one of the tables, a key to it, or a
// column that counts its rows. A table that leads to it may stand for it, unless
// it could be read as well.
func (r *Requirement) readsTable(query *form.Query) bool {
	found := false
	query.EachQuery(func(q *form.Query) {
		for _, t := range q.Tables {
			found = found || slices.ContainsFunc(r.tables, func(o int) bool {
				_, _, leads := edit.KeyTo(r.ix, t, o)
				return t == o || leads && !r.reachesAll(o, t, q.Tables)
			})
		}
	})
	query.EachExpr(func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 {
			return
		}
		found = found || slices.Contains(r.tables, r.ix.Columns[e.Column].Table) || slices.Contains(r.columns, e.Column)
		for _, t := range r.tables {
			found = found || r.isKeyTo(e.Column, t)
		}
	})
	return found
}

// reachesAll reports whether a table leads to all others that a form reads beside
// one which stands for it: what students take is told by their enrolments, the
// region of an order by the order.
func (r *Requirement) reachesAll(of, instead int, read []int) bool {
	others := false
	for _, t := range read {
		if t == instead {
			continue
		}
		if _, _, leads := edit.KeyTo(r.ix, of, t); !leads {
			return false
		}
		others = true
	}
	return others
}

// isKeyTo reports whether a column is a key to a table.
func (r *Requirement) isKeyTo(column, table int) bool {
	return slices.ContainsFunc(r.ix.Keys, func(k index.Key) bool {
		return slices.Contains(k.From, column) && r.ix.Columns[k.To[0]].Table == table
	})
}

// readTable counts rows of the table that is asked for where those of another one
// were counted, at the time of its own.
func (m *repairer) readTable(query *form.Query, r *Requirement) {
	table := r.tables[0]
	days := clue.Dates(m.ix, table)
	foreign := false // something of the other table stays
	swap := func(e *form.Expr) {
		if e.Op != form.Column || e.Column == 0 || slices.Contains(query.Tables, table) {
			return
		}
		of := m.ix.Columns[e.Column].Table
		if _, _, leads := edit.KeyTo(m.ix, table, of); leads || of == table {
			return
		}
		if foreign = foreign || len(days) == 0 || !slices.Contains(clue.Dates(m.ix, of), e.Column); !foreign {
			e.Column = days[0]
		}
	}
	query.EachExpr(swap)
	if foreign {
		return
	}
	m.added = append(m.added, table)
	for _, t := range query.Tables {
		if _, _, leads := edit.KeyTo(m.ix, table, t); !leads {
			m.removed = append(m.removed, t)
		}
	}
}
