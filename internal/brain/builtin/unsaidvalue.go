package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// takeValue asks about a name in a condition that stands in several columns, such as a
// town that is the depot of a region and where customers live. Only the person knows which
// is meant.
func (t *turn) takeValue(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	if !t.people || len(t.answer.Readings) == 0 || t.answer.Outcome == brain.Declined || t.answer.Outcome == brain.Unsure && !t.answer.Given {
		return false, nil, nil
	}
	q, ok := t.answer.Readings[0].Form.(*form.Query)
	if !ok || q.Set != form.NoSet {
		return false, nil, nil
	}
	asked := t.linker.Read(t.question.Text, t.question.Now, nil)
	for i, c := range plainForm(q).Where.Conjuncts() {
		if c.Op != form.Equal || c.Left == nil || c.Left.Op != form.Column || c.Left.Column <= 0 || c.Right == nil || c.Right.Value == nil || c.Right.Value.Kind != form.Text {
			continue
		}
		if acted, err = t.takeColumn(ctx, q, i, asked); acted || err != nil {
			return acted, nil, err
		}
	}
	return false, nil, nil
}

// takeColumn asks in which column a value is meant, where another one gives another result.
func (t *turn) takeColumn(ctx context.Context, q *form.Query, at int, asked *link.Question) (bool, error) {
	first := t.answer.Readings[0]
	c := plainForm(q).Where.Conjuncts()[at]
	value := c.Right.Value.Text
	root, many := t.countedRows(q)
	columns := t.columnsWith(value, c.Left.Column, root, asked)
	if root < 0 || len(columns) == 0 {
		return false, nil
	}
	u := brain.Unsaid{Key: "value/" + strings.ToLower(value) + "/" + t.ix.Tables[root].Name}
	var readings []*amended
	for _, column := range append([]int{c.Left.Column}, columns...) {
		one := plainForm(q)
		before := one.Clone()
		if column != c.Left.Column {
			one.Where.Conjuncts()[at].Left = edit.Column(column)
			edit.Retable(t.ix, before, one)
		}
		if from, repeats := t.countedRows(one); from != root || repeats && !many {
			continue // it would count other rows, or some of them several times
		}
		r, err := t.amend(ctx, one, t.question.Text, first)
		if err != nil {
			return false, err
		}
		if r == nil || r.empty || slices.ContainsFunc(readings, func(o *amended) bool { return o.hash == r.hash }) {
			if len(readings) == 0 {
				return false, nil
			}
			continue // it makes no difference
		}
		readings, u.Choices = append(readings, r), append(u.Choices, t.sayColumn(column))
		if len(readings) == tuning.MaxChoices {
			break
		}
	}
	if len(readings) < 2 {
		return false, nil
	}
	u.Question = "Is “" + value + "” the " + english.JoinList(texts(u.Choices), "or the") + "?"
	u.Take(t.question.Said)
	t.replaceFirst(readings[u.Taken], fmt.Sprintf("“%s” is taken for the %s, %s", value, u.Choices[u.Taken].Text, u.Why()), u)
	return true, nil
}

// countedRows is the table whose rows a form lists, counts or adds up, or -1, and whether a
// join repeats them.
func (t *turn) countedRows(q *form.Query) (table int, repeated bool) {
	tree, err := render.Plan(t.ix, q)
	if err != nil || len(tree.Nodes) == 0 {
		return -1, false
	}
	return tree.Nodes[0].Table, slices.ContainsFunc(tree.Nodes, func(n render.Node) bool { return n.Many })
}

// columnsWith are the other columns of texts that have a value. There are none where the
// question names the column, or where it is one of the rows that are counted.
func (t *turn) columnsWith(value string, column, root int, asked *link.Question) []int {
	if t.ix.Columns[column].Table == root || slices.ContainsFunc(asked.Names, func(n link.Name) bool { return n.Column && n.Number == column && n.OfName() }) {
		return nil
	}
	var list []int
	for _, i := range asked.Items {
		if i.Kind != link.Exact || i.Column <= 0 || i.Column == column || i.First < asked.Context || !strings.EqualFold(strings.TrimSpace(i.Text), strings.TrimSpace(value)) || slices.Contains(list, i.Column) {
			continue
		}
		if t.ix.Columns[i.Column].Kind == index.Text {
			list = append(list, i.Column)
		}
	}
	return list
}

func (t *turn) sayColumn(c int) brain.Saying {
	column := &t.ix.Columns[c]
	table := &t.ix.Tables[column.Table]
	return brain.Saying{Text: strings.Join(column.Words, " ") + " of " + strings.Join(table.Words, " "), Value: table.Name + "." + column.Name}
}

// replaceFirst puts a reading in the place of the first: what it takes for granted is said.
func (t *turn) replaceFirst(r *amended, assumed string, u brain.Unsaid) {
	t.state(u, assumed)
	others := t.answer.Readings[1:]
	confidence := t.answer.Confidence
	if !u.Said {
		confidence = min(confidence, tuning.UnsaidAtMost)
	}
	t.answer = unsaidAnswer(t.answer, r.Reading, confidence)
	for _, o := range others {
		if o.SQL != r.SQL {
			o.Probability = min(o.Probability, 1-t.answer.Confidence)
			t.answer.Readings = append(t.answer.Readings, o)
		}
	}
}

func texts(list []brain.Saying) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Text)
	}
	return out
}
