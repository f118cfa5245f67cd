package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// missingDuplicates are columns by which a query finds duplicates, and that may have no
// value: rows without one are not alike.
func missingDuplicates(c *Case) map[*form.Query][]int {
	if c.Asked == nil || !slices.ContainsFunc(c.Asked.Words, func(w span.Word) bool { return strings.HasPrefix(strings.ToLower(w.Text), "duplicat") }) {
		return nil
	}
	found := map[*form.Query][]int{}
	c.Query.EachQuery(func(q *form.Query) {
		if !slices.ContainsFunc(q.Having.Conjuncts(), isRepeated) {
			return
		}
		for _, e := range q.Group {
			known := slices.ContainsFunc(q.Where.Conjuncts(), func(w *form.Cond) bool { return w.Left != nil && w.Left.Op == form.Column && w.Left.Column == e.Column })
			if e.Op == form.Column && e.Column > 0 && c.Index.Columns[e.Column].Nullable && !known {
				found[q] = append(found[q], e.Column)
			}
		}
	})
	return found
}

// isRepeated is a condition that a group has more than one row.
func isRepeated(c *form.Cond) bool {
	if c.Left == nil || c.Left.Op != form.Count || c.Right == nil || c.Right.Value == nil {
		return false
	}
	return c.Op == form.Greater && c.Right.Value.Text == "1" || c.Op == form.GreaterEqual && c.Right.Value.Text == "2"
}

// leaveOutMissing counts only values that are there.
func leaveOutMissing(c *Case) {
	for q, columns := range missingDuplicates(c) {
		list := q.Where.Conjuncts()
		for _, column := range columns {
			list = append(list, &form.Cond{Op: form.NotNull, Left: &form.Expr{Op: form.Column, Column: column}})
		}
		q.Where = form.AllOf(list)
	}
}
