package builtin

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// RowsBehind is the statement that counts the rows that a reading keeps.
func (b *Brain) RowsBehind(r *brain.Reading) (sql string, ok bool) {
	q, ok := r.Form.(*form.Query)
	if !ok || q.Set != form.NoSet {
		return "", false
	}
	rows := *q
	rows.Select, rows.Group, rows.Having, rows.Order, rows.Limit, rows.Place, rows.Per, rows.Distinct, rows.Once = []*form.Expr{edit.CountAll()}, nil, nil, nil, nil, nil, nil, false, 0
	return b.render(&rows)
}

func (b *Brain) render(q *form.Query) (string, bool) {
	if dependsOnClock(q) {
		return "", false // the day that it was asked on is not known here
	}
	sql, _, err := render.Render(b.ix, render.Dialect(b.ix.Dialect), q, time.Time{})
	return sql, err == nil
}

// Checks are statements that come to the total of a reading by another way.
func (b *Brain) Checks(r *brain.Reading) []brain.Check {
	q, ok := r.Form.(*form.Query)
	if !ok || q.Set != form.NoSet {
		return nil
	}
	var list []brain.Check
	figure := slices.IndexFunc(q.Select, func(e *form.Expr) bool {
		return (e.Op == form.Sum || e.Op == form.Count) && !e.Distinct && len(e.Args) == 1
	})
	if figure >= 0 {
		if c, ok := b.partsAgainstTotal(q, q.Select[figure]); ok {
			list = append(list, c)
		}
	}
	if c, ok := b.repeatedRows(q); ok {
		list = append(list, c)
	}
	for _, e := range q.Select {
		if c, ok := b.missingValues(q, e); ok {
			list = append(list, c)
			break
		}
	}
	return list
}

// partsAgainstTotal adds the figure up by another column, and compares that with
// the total.
func (b *Brain) partsAgainstTotal(q *form.Query, figure *form.Expr) (brain.Check, bool) {
	by := 0
	for _, t := range q.Tables {
		for _, c := range b.ix.Tables[t].Columns {
			col := &b.ix.Columns[c]
			if by == 0 && col.Kind == index.Text && !col.Unique && col.Distinct >= 2 && col.Distinct <= 1000 {
				by = c
			}
		}
	}
	if by == 0 {
		return brain.Check{}, false
	}
	plain := func() *form.Query {
		p := *q
		p.Select, p.Group, p.Having, p.Order, p.Limit, p.Place, p.Per = []*form.Expr{figure}, nil, nil, nil, nil, nil, nil
		return &p
	}
	total, ok := b.render(plain())
	if !ok {
		return brain.Check{}, false
	}
	grouped := plain()
	grouped.Group = []*form.Expr{edit.Column(by)}
	grouped.Select = []*form.Expr{edit.Column(by), figure}
	parts, ok := b.render(grouped)
	if !ok {
		return brain.Check{}, false
	}
	name := strings.ReplaceAll(b.ix.Columns[by].Name, "%", "%%")
	return brain.Check{
		SQL:    fmt.Sprintf("WITH plumb_total(x) AS (\n%s\n), plumb_parts(k, x) AS (\n%s\n)\nSELECT (SELECT x FROM plumb_total) AS total, (SELECT SUM(x) FROM plumb_parts) AS parts", total, parts),
		Agree:  "Adding it up by " + name + " and then over those parts comes to the same total, %s.",
		Differ: "Adding it up by " + name + " comes to another total: %s at once, %s by parts.",
	}, true
}

// repeatedRows counts the rows behind a figure that are equal to another in all columns
// of the table that the figure is of: stored twice, or repeated by a join.
func (b *Brain) repeatedRows(q *form.Query) (brain.Check, bool) {
	of, ok := figureTable(b.ix, q)
	if !ok || q.Once != 0 {
		return brain.Check{}, false // each counts once anyway
	}
	p := *q
	p.Select, p.Group, p.Having, p.Order, p.Limit, p.Place, p.Per, p.Distinct = edit.Columns(b.ix.Tables[of].Columns), nil, nil, nil, nil, nil, nil, false
	rows, ok := b.render(&p)
	name := strings.ReplaceAll(b.ix.Tables[of].Name, "%", "%%")
	c := brain.Check{
		SQL:  fmt.Sprintf("WITH plumb_rows AS (\n%s\n)\nSELECT (SELECT COUNT(*) FROM plumb_rows) - (SELECT COUNT(*) FROM (SELECT DISTINCT * FROM plumb_rows) AS plumb_different) AS repeated", rows),
		None: "No two of the rows behind it are equal in all columns of " + b.ix.Tables[of].Name + ", so that none counts twice.",
		Some: "%s behind it repeat another in all columns of " + name + ", and count again.",
	}
	if len(b.ix.Tables[of].PrimaryKey) > 0 {
		c.Some = "%s behind it repeat another row of " + name + " through a join, and count again."
	}
	return c, ok
}

// figureTable is the table whose rows the figures of a query are made of, where that is
// clear.
func figureTable(ix *index.Index, q *form.Query) (int, bool) {
	if len(q.Tables) == 0 {
		return 0, false
	}
	of := q.Tables[0]
	named := len(q.Tables) == 1
	for _, e := range q.Select {
		edit.EachPart(e, func(p *form.Expr) {
			if e.Aggregates() && p.Op == form.Column && p.Column > 0 && !named {
				of, named = ix.Columns[p.Column].Table, true
			}
		})
	}
	return of, named
}

// missingValues counts the rows whose amount is not known.
func (b *Brain) missingValues(q *form.Query, e *form.Expr) (brain.Check, bool) {
	column := 0
	edit.EachPart(e, func(p *form.Expr) {
		if p.Op == form.Column && p.Column > 0 && column == 0 && b.ix.Columns[p.Column].Kind == index.Number {
			column = p.Column
		}
	})
	if column == 0 {
		return brain.Check{}, false
	}
	p := *q
	p.Select, p.Group, p.Having, p.Order, p.Limit, p.Place, p.Per, p.Once = []*form.Expr{edit.CountAll()}, nil, nil, nil, nil, nil, nil, 0
	p.Where = form.AllOf(append(q.Where.Conjuncts(), &form.Cond{Op: form.IsNull, Left: edit.Column(column)}))
	sql, ok := b.render(&p)
	name := b.ix.Columns[column].Name
	return brain.Check{SQL: sql, None: "Every row that counts has a value of " + name + ".", Some: "%s that would count have no value of " + strings.ReplaceAll(name, "%", "%%") + ", and add nothing."}, ok
}
