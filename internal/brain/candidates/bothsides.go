package candidates

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// sides are words that tell two columns of the same things apart, and what questions say
// of them.
var (
	sides     = map[string]string{"home": "away", "away": "home", "visitor": "home", "host": "guest", "guest": "host"}
	sideWords = english.NewSet("home away visitor visitors visiting host hosts hosted guest guests beat beats beaten won wins win lost lose loses against at scored conceded")
)

// oneSided are the conditions of a form for one of two columns that hold the same things,
// where the question does not say on which side: the matches of a team are those at home
// and away. Figures that belong to one side are another matter.
func oneSided(c *Case) map[*form.Cond]int {
	q := c.Query
	if c.says(sideWords) || q.Other != nil || len(q.Group) > 0 || slices.ContainsFunc(q.Select, c.isOfOneSide) || slices.ContainsFunc(q.Order, func(o form.Order) bool { return c.isOfOneSide(o.By) }) {
		return nil
	}
	found := map[*form.Cond]int{}
	for _, k := range q.Where.Conjuncts() {
		if k.Op != form.Equal || k.Left == nil || k.Left.Op != form.Column || k.Left.Column <= 0 || k.Right == nil || k.Right.Value == nil || k.Right.Value.Kind != form.Text {
			continue
		}
		other := otherSide(c.Index, k.Left.Column)
		if other > 0 && slices.ContainsFunc(c.Index.StoredValues(other), func(v index.Value) bool { return v.Text == k.Right.Value.Text }) && !testsColumn(q, other) {
			found[k] = other
		}
	}
	return found
}

// isOfOneSide is true for what may differ between the sides: anything but a number of
// rows and a time.
func (c *Case) isOfOneSide(e *form.Expr) bool {
	one := false
	(&form.Query{Select: []*form.Expr{e}}).EachExpr(func(e *form.Expr) {
		one = one || e.If != nil || e.Op == form.Column && e.Column > 0 && c.Index.Columns[e.Column].Kind == index.Number && !c.Index.Columns[e.Column].Primary
	})
	return one
}

// otherSide is the column of the other side, 0 where there is none.
func otherSide(ix *index.Index, column int) int {
	words := ix.Columns[column].Words
	at := slices.IndexFunc(words, func(w string) bool { return sides[w] != "" })
	if at < 0 {
		return 0
	}
	opposite := slices.Clone(words)
	opposite[at] = sides[words[at]]
	for _, n := range ix.Tables[ix.Columns[column].Table].Columns {
		if slices.Equal(ix.Columns[n].Words, opposite) {
			return n
		}
	}
	return 0
}

func takeBothSides(c *Case) {
	found := oneSided(c)
	parts := c.Query.Where.Conjuncts()
	for i, k := range parts {
		if other := found[k]; other > 0 {
			left := *k.Left
			left.Column = other
			parts[i] = &form.Cond{Op: form.Or, Args: []*form.Cond{k, {Op: form.Equal, Left: &left, Right: k.Right}}}
		}
	}
	c.Query.Where = form.AllOf(parts)
}
