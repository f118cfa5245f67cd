package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

func (r *reading) checkNamesakes(ctx context.Context) (*brain.Answer, error) {
	r.findNamesakes(ctx, r.list, r.question.Now)
	return nil, nil
}

// findNamesakes sees to names that several rows of a table have. Where a question is
// about one, or comes to one, people are told how many have it; where rows of the
// result have the same name, their keys are shown too.
func (b *Brain) findNamesakes(ctx context.Context, list []*candidates.Candidate, now time.Time) {
	if !b.people || !b.rules.On(namesakes) {
		return
	}
	at := slices.IndexFunc(list, func(c *candidates.Candidate) bool { return c.Query != nil && !c.Failed && c.Mass > 0 })
	if at < 0 {
		return
	}
	c := list[at]
	var asked, found []calledBy
	for _, cond := range c.Query.Where.Conjuncts() {
		if cond.Op == form.Equal && cond.Right != nil && cond.Right.Value != nil && len(c.Query.Tables) > 1 && isName(b.ix, cond.Left) && !isKind(b.ix, cond.Left.Column) {
			asked = append(asked, calledBy{cond.Left.Column, cond.Right.Value.Text})
		}
	}
	b.countNamesakes(ctx, c, asked, ", and all of them count", now)
	if c.Result == nil {
		return
	}
	for i, e := range c.Query.Select {
		switch {
		case !isName(b.ix, e) || i >= len(c.Result.Columns) || !b.hasRowForEach(c.Query, e.Column):
		case len(c.Result.Rows) == 1 && isKind(b.ix, e.Column):
		case len(c.Result.Rows) == 1:
			found = append(found, calledBy{e.Column, c.Result.Rows[0][i].String()})
		case isRepeated(c.Result, i):
			b.showKey(c, e, now)
		}
	}
	b.countNamesakes(ctx, c, found, "; this is one of them", now)
}

// isName is true for a column that rows of a table are called by, and that several
// of them may share.
func isName(ix *index.Index, e *form.Expr) bool {
	if e == nil || e.Op != form.Column || e.Column == 0 {
		return false
	}
	c := &ix.Columns[e.Column]
	t := &ix.Tables[c.Table]
	return c.Kind == index.Text && !c.Unique && len(t.PrimaryKey) == 1 && slices.Contains(t.Display, e.Column) && !slices.Contains(t.PrimaryKey, e.Column) &&
		!(c.Distinct > 0 && int64(c.Distinct) >= t.Rows)
}

// isKind is true for a column whose values are no names but kinds: hundreds of
// tests are called LDL.
func isKind(ix *index.Index, column int) bool {
	const many = 20 // rows for each value
	c := &ix.Columns[column]
	t := &ix.Tables[c.Table]
	return c.Distinct > 0 && len(t.Display) == 1 && int64(c.Distinct)*many <= t.Rows
}

// calledBy is a name, or a part of one, and where it stands.
type calledBy struct {
	column int
	name   string
}

// countNamesakes notes how many rows have a name, for each table that is called
// by some. Of a name of several parts, only those who share all of them are
// namesakes. Where looking takes too long, nothing is said.
func (b *Brain) countNamesakes(ctx context.Context, c *candidates.Candidate, names []calledBy, then string, now time.Time) {
	for len(names) > 0 {
		t := b.ix.Columns[names[0].column].Table
		var own, rest []calledBy
		for _, n := range names {
			if b.ix.Columns[n.column].Table == t {
				own = append(own, n)
			} else {
				rest = append(rest, n)
			}
		}
		b.countAlike(ctx, c, t, own, then, now)
		names = rest
	}
}

func (b *Brain) countAlike(ctx context.Context, c *candidates.Candidate, t int, own []calledBy, then string, now time.Time) {
	same := &form.Cond{Op: form.And}
	var name []string
	for _, n := range own {
		same.Args = append(same.Args, &form.Cond{Op: form.Equal, Left: &form.Expr{Op: form.Column, Column: n.column},
			Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: n.name, Stored: true}}})
		name = append(name, n.name)
	}
	if len(same.Args) == 1 {
		same = same.Args[0]
	}
	sql, _, err := render.Render(b.ix, render.Dialect(b.ix.Dialect), &form.Query{Tables: []int{t}, Keep: form.NoTable,
		Select: []*form.Expr{{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}}, Where: same}, now)
	if err != nil {
		return
	}
	r, _, err := b.run.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, tuning.LookupTime), Rows: 1, Bytes: 1 << 10})
	if err != nil {
		return
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil || len(all.Rows) != 1 || len(all.Rows[0]) != 1 {
		return
	}
	if n, ok := all.Rows[0][0].Float64(); ok && n > 1 {
		c.Namesakes = append(c.Namesakes, fmt.Sprintf("%.0f %s are called %s%s", n, render.Table(b.ix, t, true), strings.Join(name, " "), then))
	}
}

// isRepeated is true for a result in which a name comes twice.
func isRepeated(t *table.Table, column int) bool {
	seen := map[string]bool{}
	for _, row := range t.Rows {
		name := row[column].String()
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// hasRowForEach is true for a query with a row for each row of a column's table: it
// lists them, or groups by their key.
func (b *Brain) hasRowForEach(q *form.Query, column int) bool {
	key := b.ix.Tables[b.ix.Columns[column].Table].PrimaryKey[0]
	has := func(list []*form.Expr) bool {
		return slices.ContainsFunc(list, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == key })
	}
	if q.Other != nil || q.Distinct || has(q.Select) {
		return false
	}
	if len(q.Group) > 0 {
		return has(q.Group)
	}
	tree, err := render.Plan(b.ix, q)
	return err == nil && tree.Nodes[0].Table == b.ix.Columns[column].Table && !slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Many }) &&
		!slices.ContainsFunc(q.Select, (*form.Expr).Aggregates)
}

// showKey shows the key of what a column names beside its name, which may have
// several columns.
func (b *Brain) showKey(c *candidates.Candidate, name *form.Expr, now time.Time) {
	shown := c.ReadingForm()
	of := &b.ix.Tables[b.ix.Columns[name.Column].Table]
	key := &form.Expr{Op: form.Column, Column: of.PrimaryKey[0], Via: name.Via}
	at := -1
	for i, e := range shown.Select {
		switch {
		case e.Op != form.Column || e.Via != name.Via:
		case e.Column == key.Column:
			return
		case slices.Contains(of.Display, e.Column):
			at = i
		}
	}
	if at < 0 {
		return
	}
	more := *shown
	more.Select = slices.Insert(slices.Clone(shown.Select), at+1, key)
	if sql, _, err := render.Render(b.ix, render.Dialect(b.ix.Dialect), &more, now); err == nil {
		c.Figured, c.FiguredSQL = &more, sql
	}
}
