package candidates

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// partsOfLists are conditions that one of several holds, all of which stand in another
// such condition: 1980 or 2020, beside 1980, 2000 or 2020.
func partsOfLists(c *Case) []*form.Cond {
	var list []*form.Cond
	all := c.Query.Where.Conjuncts()
	for _, a := range all {
		for _, b := range all {
			if a != b && a.Op == form.Or && b.Op == form.Or && len(a.Args) < len(b.Args) && !slices.ContainsFunc(a.Args, func(x *form.Cond) bool {
				return !slices.ContainsFunc(b.Args, func(y *form.Cond) bool { return reflect.DeepEqual(x, y) })
			}) {
				list = append(list, a)
			}
		}
	}
	return list
}

func dropPartsOfLists(c *Case) {
	parts := partsOfLists(c)
	c.Query.Where = form.AllOf(slices.DeleteFunc(slices.Clone(c.Query.Where.Conjuncts()), func(k *form.Cond) bool { return slices.Contains(parts, k) }))
}

// periodOfRows is the time that a form ranks rows with, where the question asks for the best or
// worst week, day, month or year, and the rows hold amounts that add up; else nil.
func periodOfRows(c *Case) *form.Expr {
	q := c.Query
	if len(q.Group) > 0 || q.Limit == nil || len(q.Order) != 1 || q.Set != form.NoSet || len(q.Select) > 2 {
		return nil
	}
	by := q.Order[0].By
	if by.Op != form.Column || by.Column == 0 || !c.Index.Columns[by.Column].Measure || c.Index.Columns[by.Column].Averages {
		return nil
	}
	if s, ok := columns.Summarize(c.Index.Columns[by.Column].Words); !ok || s.Aggregate != "sum" || s.Level {
		return nil
	}
	asks := slices.ContainsFunc(c.Asked.Words[c.Asked.Context:], func(w span.Word) bool {
		return english.Among(strings.ToLower(w.Text), "day week month quarter year")
	})
	at := slices.IndexFunc(q.Select, func(e *form.Expr) bool {
		return e.Op == form.Column && e.Column > 0 && c.Index.Columns[e.Column].Kind == index.Time
	})
	if !asks || at < 0 || slices.ContainsFunc(q.Select, func(e *form.Expr) bool {
		return e.Op != form.Column || e.Column != q.Select[at].Column && e.Column != by.Column
	}) {
		return nil
	}
	of := &c.Index.Columns[q.Select[at].Column]
	if rows := c.Index.Tables[of.Table].Rows; of.Distinct == 0 || int64(of.Distinct)*10 > rows*9 {
		return nil
	}
	return q.Select[at]
}

func addUpPeriods(c *Case) {
	when, by := periodOfRows(c), c.Query.Order[0].By
	sum := &form.Expr{Op: form.Sum, Args: []*form.Expr{by}}
	c.Query.Select = []*form.Expr{when, sum}
	c.Query.Group = []*form.Expr{when}
	c.Query.Order = []form.Order{{By: sum, Desc: c.Query.Order[0].Desc}}
}
