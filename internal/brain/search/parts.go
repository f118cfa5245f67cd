package search

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
)

// shown adds a column that is asked for and not shown, and drops one that no
// word names.
func (n *neighbourhood) shown() {
	b := &builder{Clues: n.Clues}
	used := n.used()
	aggregated := slices.ContainsFunc(n.query.Select, func(e *form.Expr) bool { return e.Op != form.Column })
	for _, c := range b.asked() {
		if slices.Contains(used, c) || aggregated && len(n.query.Group) == 0 {
			continue
		}
		q := *n.query
		q.Select = append(slices.Clone(q.Select), edit.Column(c))
		if len(q.Group) > 0 {
			q.Group = append(slices.Clone(q.Group), edit.Column(c))
		}
		edit.Retable(n.Index, n.query, &q)
		n.out.add(&q)
	}
	for i, e := range n.query.Select {
		if e.Op != form.Column || e.Column == 0 || len(n.query.Select) < 2 {
			continue
		}
		if score, _, _ := n.linked(e.Column); score > 0 {
			continue
		}
		q := *n.query
		q.Select = slices.Delete(slices.Clone(q.Select), i, i+1)
		n.out.add(&q)
	}
}

// tables adds a table that the question names, and drops one that no column is
// of.
func (n *neighbourhood) tables() {
	for _, m := range n.Mentions {
		if !m.IsTable() || !m.Whole || m.Negated || len(clue.Common(m.Tables, n.query.Tables)) > 0 {
			continue
		}
		q := *n.query
		q.Tables = append(slices.Clone(q.Tables), m.Tables[0])
		slices.Sort(q.Tables)
		n.out.add(&q)
	}
	needed := edit.TablesOf(n.Index, n.query)
	for i, t := range n.query.Tables {
		if slices.Contains(needed, t) || t == n.query.Keep || len(n.query.Tables) < 2 {
			continue
		}
		q := *n.query
		q.Tables = slices.Delete(slices.Clone(q.Tables), i, i+1)
		n.out.add(&q)
	}
}

// groupKeys groups by what is shown alone, or by its key as well.
func (n *neighbourhood) groupKeys() {
	if len(n.query.Group) == 0 {
		return
	}
	var plain []*form.Expr
	for _, e := range n.query.Group {
		if slices.ContainsFunc(n.query.Select, func(s *form.Expr) bool { return edit.SameExpr(s, e) }) {
			plain = append(plain, e)
		}
	}
	q := *n.query
	if len(plain) > 0 && len(plain) < len(q.Group) {
		q.Group = plain
		edit.Retable(n.Index, n.query, &q)
		n.out.add(&q)
		return
	}
	first := q.Group[0]
	if first.Op != form.Column || first.Via != 0 {
		return
	}
	t := &n.Index.Tables[n.Index.Columns[first.Column].Table]
	if key := t.PrimaryKey; len(key) == 1 && slices.Contains(t.Display, first.Column) && key[0] != first.Column {
		q.Group = append(edit.Columns(key), q.Group...)
		n.out.add(&q)
	}
}
