package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

// findCountOnce finds what is counted, where a table's rows are.
func (c *reader) findCountOnce() []*Requirement {
	for _, m := range c.Mentions {
		next := c.At(m.End)
		if !m.Whole || len(m.Tables) != 1 || len(c.Index.Tables[m.Tables[0]].PrimaryKey) != 1 || clue.Overlaps(&clue.Phrase{First: m.First, End: m.End}, c.Values) {
			continue
		}
		counted := c.Counted == m && (c.endsName(m.End) || english.Among(next, "by per were was are have has with did do does"))
		listed := c.asksFor(m) && c.Extreme == nil && !c.Counting && (next == "" || english.Among(next, "by per in for ? ."))
		if counted || listed {
			return []*Requirement{{First: m.First, End: m.End, tables: m.Tables, columns: m.Columns}}
		}
	}
	return nil
}

func (r *Requirement) countsOnce(query *form.Query) bool {
	counts, _ := r.repeatedCounts(query)
	return len(counts) == 0
}

// repeatedCounts lists the counts of rows that stand for rows of the requirement's table,
// several for one of them, and the column that tells these apart.
func (r *Requirement) repeatedCounts(query *form.Query) (counts []*form.Expr, identity int) {
	identity = r.identity(query)
	if identity == 0 || slices.ContainsFunc(query.Group, func(e *form.Expr) bool { return r.isIdentity(e, identity) }) {
		return nil, 0
	}
	for _, e := range slices.Concat(query.Select, edit.OrderExprs(query)) {
		edit.EachPart(e, func(e *form.Expr) {
			if e.Op == form.Count && !e.Distinct && e.Args[0].Op == form.Column && e.Args[0].Column == 0 {
				counts = append(counts, e)
			}
		})
	}
	return counts, identity
}

// identity is what tells rows of the table apart where a form joins it to
// others that only rows of a third table lead to, which may be several for one;
// else it is 0. Where a form reads no row of the table itself, it is a key to it.
func (r *Requirement) identity(query *form.Query) int {
	table := r.tables[0]
	if !slices.ContainsFunc(query.Tables, func(t int) bool { return r.mayRepeat(table, t) }) {
		return 0
	}
	if slices.Contains(query.Tables, table) {
		return r.ix.Tables[table].PrimaryKey[0]
	}
	for _, t := range query.Tables {
		if foreign, _, ok := edit.KeyTo(r.ix, t, table); ok && len(query.Tables) > 1 {
			return foreign
		}
	}
	return 0
}

// mayRepeat is true for another table that leads to a table, or that such a one
// leads to as well: a join with it may repeat rows of the first.
func (r *Requirement) mayRepeat(table, other int) bool {
	if other == table || r.ix.Leads(table, other) {
		return false
	}
	for many := range r.ix.Tables {
		if many != table && r.ix.Leads(many, table) && r.ix.Leads(many, other) && !r.holdsPairs(many, table, other) {
			return true
		}
	}
	return false
}

// holdsPairs is true for a table whose rows are pairs of two others: each pair is
// there once.
func (r *Requirement) holdsPairs(bridge, one, other int) bool {
	if slices.ContainsFunc(r.ix.Tables[bridge].PrimaryKey, func(c int) bool { return !r.ix.Columns[c].Foreign }) {
		return false
	}
	_, _, first := edit.KeyTo(r.ix, bridge, one)
	_, _, second := edit.KeyTo(r.ix, bridge, other)
	return first && (second || bridge == other)
}

// isIdentity is true for a group in which there is one row of the table alone.
func (r *Requirement) isIdentity(e *form.Expr, identity int) bool {
	return e.Op == form.Column && (e.Column == identity || slices.Contains(r.ix.Tables[r.tables[0]].PrimaryKey, e.Column))
}

// countOnce counts what is asked for, and not the rows that a join makes of it. Rows
// that take the place of others' do so by themselves.
func (m *repairer) countOnce(query *form.Query, r *Requirement) {
	if slices.Contains(m.added, r.tables[0]) {
		return
	}
	counts, identity := r.repeatedCounts(query)
	for _, e := range counts {
		*e = form.Expr{Op: form.Count, Distinct: true, Args: []*form.Expr{edit.Column(identity)}}
	}
}
