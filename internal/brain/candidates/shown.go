package candidates

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// wantsSeveral is true for one row that the parser wrote for a question about
// several things without a number: the most returned products.
func wantsSeveral(c *Case) bool {
	ix, q, asked := c.Index, c.Query, c.Asked
	if q.Limit == nil || q.Limit.Text != "1" || q.Other != nil || len(q.Per) > 0 || len(q.Order) == 0 || len(q.Select) == 0 || asked.Context > 0 {
		return false
	}
	shown := q.Select[0]
	for shown.Op != form.Column && len(shown.Args) == 1 {
		shown = shown.Args[0]
	}
	if shown.Op != form.Column || shown.Column == 0 || shown != q.Select[0] || saysNumber(asked) {
		return false
	}
	itself := slices.ContainsFunc(asked.Names, func(n link.Name) bool { return n.Kind == 1 && n.Column && n.Number == shown.Column })
	for _, n := range asked.Names {
		if !n.OfName() || n.Column && n.Number != shown.Column || !n.Column && (itself || n.Number != ix.Columns[shown.Column].Table) {
			continue // which salesperson lost the most deals asks for one
		}
		if english.IsPlural(asked.Words[n.End-1].Text) && !isChosenFrom(asked, n.First) {
			return true
		}
	}
	return false
}

func limitToSeveral(c *Case) {
	c.Query.Limit = &form.Value{Kind: form.Number, Text: tuning.DefaultRows}
	c.Assumed = append(c.Assumed, "the first five, since the question gives no number")
}

// saysNumber is true for a question that says how many: one, the first, single.
func saysNumber(asked *link.Question) bool {
	for _, w := range asked.Words {
		switch strings.ToLower(w.Text) {
		case "one", "1", "single", "first", "last", "only":
			return true
		}
	}
	return false
}

// isChosenFrom is true for what one is chosen from: which of our products.
func isChosenFrom(asked *link.Question, first int) bool {
	for i := first - 1; i >= max(0, first-3); i-- {
		switch strings.ToLower(asked.Words[i].Text) {
		case "of", "among", "amongst", "by", "per", "each", "with", "in", "from":
			return true
		}
	}
	return false
}

// JoinSameToPeople joins the probability of candidates that people see as the same:
// one that shows the figure, and one that only ranks by it; figures by agency, and the
// same by the name of the agency. The one that the question names comes first.
func JoinSameToPeople(ix *index.Index, asked *link.Question, list []*Candidate) {
	seen := map[string]*Candidate{}
	for _, c := range list {
		if c.Query == nil || c.Failed || c.Mass == 0 {
			continue
		}
		keys := []string{cmp.Or(c.FiguredSQL, c.SQL)}
		if figures := figuresOf(c); figures != "" {
			keys = append(keys, figures)
		}
		var first *Candidate
		for _, k := range keys {
			first = cmp.Or(first, seen[k])
		}
		if first != nil && isNamed(ix, asked, c) && !isNamed(ix, asked, first) {
			first.Mass, c.Mass = c.Mass, first.Mass
			first, c = c, first
			for k, other := range seen {
				if other == c {
					seen[k] = first
				}
			}
		}
		if first != nil {
			first.Mass += c.Mass
			c.Mass = 0
			continue
		}
		for _, k := range keys {
			seen[k] = c
		}
	}
}

// isNamed reports whether the question says every word of what a form groups by.
func isNamed(ix *index.Index, asked *link.Question, c *Candidate) bool {
	if len(c.Query.Group) != 1 || c.Query.Group[0].Op != form.Column || c.Query.Group[0].Column <= 0 {
		return false
	}
	said := map[string]bool{}
	for _, w := range asked.Words {
		said[english.Stem(strings.ToLower(w.Text))] = true
	}
	return !slices.ContainsFunc(ix.Columns[c.Query.Group[0].Column].Words, func(w string) bool { return !said[english.Stem(w)] })
}

// figuresOf are the figures by one kind of group that a candidate found, without what the
// groups are called; "" where they are too few to tell groups apart.
func figuresOf(c *Candidate) string {
	const few = 3
	if c.Result == nil || len(c.Query.Group) != 1 || c.Query.Group[0].Op != form.Column || len(c.Result.Rows) < few {
		return ""
	}
	figures := &table.Table{}
	var places []int
	for i, column := range c.Result.Columns {
		if column.Kind.Numeric() {
			places, figures.Columns = append(places, i), append(figures.Columns, column)
		}
	}
	different := map[string]bool{}
	for _, row := range c.Result.Rows {
		var values table.Row
		text := ""
		for _, i := range places {
			values, text = append(values, row[i]), text+" "+NormalizeCell(row[i])
		}
		figures.Rows, different[text] = append(figures.Rows, values), true
	}
	if len(places) == 0 || len(places) == len(c.Result.Columns) || len(different) < few {
		return ""
	}
	return "figures " + Digest(figures)
}

// withFigure is the form with what its rows are ranked by as one more column,
// the form itself where that is shown already or says nothing.
func withFigure(ix *index.Index, q *form.Query) *form.Query {
	if len(q.Order) == 0 || q.Other != nil || q.Distinct || len(q.Select) == 0 {
		return q
	}
	by := q.Order[0].By
	if slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return e.Op == form.Scalar || form.SameFigure(e, by) }) {
		return q
	}
	grouped := len(q.Group) > 0
	switch {
	case by.Aggregates():
		if !grouped {
			return q // it has one row
		}
	case grouped || slices.ContainsFunc(q.Select, (*form.Expr).Aggregates):
		return q
	case by.Op == form.Column && by.Column > 0:
		c := &ix.Columns[by.Column]
		if ranks := q.Limit != nil || q.Place != nil; c.Kind != index.Number && !(ranks && c.Kind == index.Time) || c.Primary || c.Foreign {
			return q
		}
	default:
		if q.Limit == nil && q.Place == nil {
			return q
		}
	}
	shown := *q
	shown.Select = append(slices.Clone(q.Select), by)
	return &shown
}

// withName is the form with what its rows are called before the figures of a
// table that it lists: prices without products say nothing.
func withName(ix *index.Index, q *form.Query) *form.Query {
	bare := q.Where == nil && q.Having == nil && q.Limit == nil && q.Place == nil && q.Other == nil && len(q.Group)+len(q.Order)+len(q.Per) == 0 && !q.Distinct
	if !bare || len(q.Select) != 1 || len(q.Tables) != 1 || q.Select[0].Op != form.Column || q.Select[0].Column == 0 {
		return q
	}
	c := &ix.Columns[q.Select[0].Column]
	display := ix.Tables[c.Table].Display
	if c.Kind != index.Number || c.Primary || c.Foreign || len(display) == 0 || ix.Columns[display[0]].Kind != index.Text {
		return q
	}
	shown := *q
	shown.Select = []*form.Expr{{Op: form.Column, Column: display[0]}, q.Select[0]}
	return &shown
}

// withoutNameless leaves the rows without a name out of a ranking: “top 5 contractors”
// are not led by all permits that have none.
func withoutNameless(ix *index.Index, q *form.Query) *form.Query {
	if q.Limit == nil || len(q.Order) == 0 || len(q.Group) != 1 || q.Other != nil || len(q.Per) > 0 {
		return q
	}
	by := q.Group[0]
	if by.Op != form.Column || !ix.Columns[by.Column].Nullable || ix.Columns[by.Column].Kind != index.Text || !q.Order[0].By.Aggregates() {
		return q
	}
	if tests(q.Where, by) {
		return q
	}
	named := *q
	named.Where = form.AllOf(append(slices.Clone(q.Where.Conjuncts()), &form.Cond{Op: form.NotNull, Left: by}))
	return &named
}

// withKey is the form with a group for each key of what it groups by the name of, where
// several have the same name: the Anna Schmidts of a file of order lines are two customers.
func withKey(ix *index.Index, q *form.Query) *form.Query {
	if len(q.Group) != 1 || q.Group[0].Op != form.Column || q.Group[0].Via != 0 || q.Other != nil || len(q.Per) > 0 {
		return q
	}
	name := q.Group[0]
	key := keyOfName(ix, name.Column)
	at := slices.IndexFunc(q.Select, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == name.Column })
	if key == 0 || at < 0 || slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return e.Op == form.Count && len(e.Args) == 1 && e.Args[0].Op == form.Groups }) {
		return q
	}
	apart := &form.Expr{Op: form.Column, Column: key}
	shown := *q
	shown.Group = []*form.Expr{name, apart}
	shown.Select = slices.Insert(slices.Clone(q.Select), at+1, apart)
	return &shown
}

// keyOfName is the key of the entity that a column has the names of, where some of
// these have the same name; 0 where there is none.
func keyOfName(ix *index.Index, column int) int {
	c := &ix.Columns[column]
	if column == 0 || c.Kind != index.Text || c.Distinct == 0 {
		return 0
	}
	words := slices.Clone(c.Words)
	if last := len(words) - 1; last > 0 && words[last] == "name" {
		words = words[:last]
	}
	noun := english.Singular(strings.Join(words, " "))
	for _, e := range ix.Tables[c.Table].Entities {
		if !e.Unique && e.Key != column && e.Noun == noun && slices.Contains(e.Attributes, column) && ix.Columns[e.Key].Distinct > c.Distinct {
			return e.Key
		}
	}
	return 0
}

// winner is how the figures of a form must be ordered for a question about the one that
// has the most, and whether it is such a question: which specialty earns the most per
// minute. The form shows all of them.
func winner(c *Case) (order form.Order, ok bool) {
	q, words := c.Query, c.Asked.Words[c.Asked.Context:]
	if len(q.Group) != 1 || len(q.Order) > 1 || q.Limit != nil || q.Place != nil || q.Other != nil || q.Having != nil || len(q.Per) > 0 || len(words) < 4 {
		return order, false
	}
	if strings.ToLower(words[0].Text) != "which" || english.IsPlural(strings.ToLower(words[1].Text)) {
		return order, false
	}
	at := slices.IndexFunc(q.Select, func(e *form.Expr) bool { return e.Aggregates() })
	if at < 0 || slices.ContainsFunc(q.Select[at+1:], func(e *form.Expr) bool { return e.Aggregates() }) {
		return order, false
	}
	if len(q.Order) == 1 && !form.SameFigure(q.Order[0].By, q.Select[at]) || slices.ContainsFunc(words, func(w span.Word) bool { return english.Among(strings.ToLower(w.Text), "first ranked rank and") }) {
		return order, false
	}
	takes := false // time
	(&form.Query{Select: q.Select[at : at+1]}).Visit(func(e *form.Expr) {
		takes = takes || slices.Contains([]form.Op{form.Days, form.Hours, form.Minutes, form.Months, form.Years}, e.Op)
	}, nil)
	for i, w := range words[2:] {
		if strings.ToLower(words[i+1].Text) == "at" {
			continue // at least, at most
		}
		switch text := strings.ToLower(w.Text); {
		case english.Among(text, "most highest largest biggest greatest longest"), text == "slowest" && takes:
			return form.Order{By: q.Select[at], Desc: true}, len(q.Order) == 0 || q.Order[0].Desc
		case english.Among(text, "least lowest smallest fewest shortest cheapest"), english.Among(text, "fastest quickest") && takes:
			return form.Order{By: q.Select[at]}, len(q.Order) == 0 || !q.Order[0].Desc
		}
	}
	return order, false
}

func showWinner(c *Case) {
	if order, ok := winner(c); ok {
		c.Query.Order, c.Query.Limit = []form.Order{order}, &form.Value{Kind: form.Number, Text: "1"}
	}
}
