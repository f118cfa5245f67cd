package builtin

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// notFound are words that nothing is known to be called, and that a form which
// finds no rows asks for: that there are none of a thing is no answer where
// nobody knows the thing.
func notFound(q *form.Query) []string {
	var list []string
	q.EachQuery(func(q *form.Query) {
		for _, c := range q.Where.Conjuncts() {
			if c.Op != form.Equal || c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || c.Right == nil {
				continue
			}
			v := c.Right.Value
			if v == nil || v.Kind != form.Text || v.Stored {
				continue
			}
			if text := "“" + v.Text + "”"; !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	})
	return list
}
