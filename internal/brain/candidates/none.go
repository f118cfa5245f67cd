package candidates

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// storedNones are conditions that something is missing, or is not, of columns that
// hold a word for it instead of nothing: 'No Club', 'none', 'n/a'.
func storedNones(c *Case) []*form.Cond {
	var list []*form.Cond
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(cond *form.Cond) {
			if (cond.Op == form.IsNull || cond.Op == form.NotNull) && cond.Left.Op == form.Column && cond.Left.Column > 0 && noneOf(c.Index, cond.Left.Column) != nil {
				list = append(list, cond)
			}
		})
	})
	return list
}

// noneOf is the value of a column that says that there is none; nil where it has no
// such value.
func noneOf(ix *index.Index, column int) *index.Value {
	k := &ix.Columns[column]
	if k.Kind != index.Text || len(k.Words) == 0 {
		return nil
	}
	values := k.Enum
	if len(values) == 0 {
		values = ix.StoredValues(column)
	}
	at := slices.IndexFunc(values, func(v index.Value) bool {
		text := strings.ToLower(strings.TrimSpace(v.Text))
		rest, no := strings.CutPrefix(text, "no ")
		return no && english.Singular(rest) == english.Singular(k.Words[len(k.Words)-1]) || english.Among(text, "none n/a nil")
	})
	if at < 0 {
		return nil
	}
	return &values[at]
}

// readStoredNones lets the word for it count as nothing.
func readStoredNones(c *Case) {
	for _, cond := range storedNones(c) {
		none := &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: noneOf(c.Index, cond.Left.Column).Text, Stored: true}}
		null := *cond
		word := form.Cond{Op: form.Equal, Left: cond.Left, Right: none}
		both := form.Or
		if cond.Op == form.NotNull {
			word.Op, both = form.NotEqual, form.And
		}
		*cond = form.Cond{Op: both, Args: []*form.Cond{&null, &word}}
		c.Assumed = append(c.Assumed, "'"+none.Value.Text+"' counts as none")
	}
}
