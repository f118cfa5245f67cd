package candidates

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// wholeShare is a share of rows that the conditions of its query have chosen already:
// the part of the dissatisfied ones among the dissatisfied ones.
type wholeShare struct {
	query *form.Query
	part  *form.Cond // the condition of the part
	where *form.Cond // the condition that chooses the rows
}

// amongThem says that a share is meant of the rows that a condition chooses.
var amongThem = lazyregexp.New(`(?i)\b(among|of (?:those|the ones|all|these)|out of|within)\b`)

// findWholeShare is a share whose condition is also one of its query, or a narrower one of the
// same column where the question says neither that it is meant among those nor its value twice.
func findWholeShare(c *Case) *wholeShare {
	var found *wholeShare
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			if found != nil || e.Op != form.Pct && e.Op != form.Div || len(e.Args) != 2 {
				return
			}
			part := partCounted(e.Args[0])
			if part == nil || e.Args[1].Op != e.Args[0].Op || len(e.Args[1].Args) != 1 || !form.SameFigure(e.Args[1].Args[0], part.Args[0]) {
				return
			}
			for _, w := range q.Where.Conjuncts() {
				same := reflect.DeepEqual(w, part.If)
				if same || includes(w, part.If) && !amongThem.MatchString(c.Asked.Text()) && !c.saysTwice(allowed(part.If)) {
					found = &wholeShare{q, part.If, w}
				}
			}
		}, nil)
	})
	return found
}

// saysTwice is true where the question says a value more than once: how many of the open
// and pending tickets are pending.
func (c *Case) saysTwice(values []*form.Value) bool {
	text := strings.ToLower(c.Asked.Text())
	return slices.ContainsFunc(values, func(v *form.Value) bool { return strings.Count(text, strings.ToLower(v.Text)) > 1 })
}

// partCounted is what a figure counts or adds up under a condition; nil for others.
func partCounted(e *form.Expr) *form.Expr {
	if (e.Op == form.Count || e.Op == form.Sum) && len(e.Args) == 1 && e.Args[0].Op == form.If {
		return e.Args[0]
	}
	return nil
}

// includes is true where a condition allows all values of a column that another does.
func includes(wide, narrow *form.Cond) bool {
	values, more := allowed(narrow), allowed(wide)
	if len(values) == 0 || len(more) < len(values) || !reflect.DeepEqual(wide.Left, narrow.Left) {
		return false
	}
	return !slices.ContainsFunc(values, func(v *form.Value) bool {
		return !slices.ContainsFunc(more, func(o *form.Value) bool { return form.SameValue(o, v) })
	})
}

// allowed are the values that a condition leaves of a column.
func allowed(c *form.Cond) []*form.Value {
	switch {
	case c == nil || c.Left == nil || c.Left.Op != form.Column:
		return nil
	case c.Op == form.AnyOf:
		return c.Values
	case c.Op == form.Equal && c.Right != nil && c.Right.Value != nil:
		return []*form.Value{c.Right.Value}
	}
	return nil
}

// shareOfAll takes the condition from the rows, and gives it to the share.
func shareOfAll(c *Case) {
	w := findWholeShare(c)
	part := w.part.Clone()
	w.query.Visit(func(e *form.Expr) {
		if p := partCounted(e); p != nil && reflect.DeepEqual(p.If, part) {
			p.If = w.where
		}
	}, nil)
	w.query.Where = without(w.query.Where, w.where)
}
