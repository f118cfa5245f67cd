package builtin

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
)

// keysOf are the columns by which a form joins its tables, each with the table that it
// leads to.
func (l *lesson) keysOf(q *form.Query) []int {
	tree, err := render.Plan(l.ix, q)
	if err != nil {
		return nil
	}
	var list []int
	for _, n := range tree.Nodes {
		for _, p := range n.On {
			for _, c := range []int{p.Left, p.Right} {
				if l.ix.Columns[c].Foreign && l.targetOf(c) >= 0 {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// targetOf is the table that a column of keys leads to, -1 where there is none.
func (l *lesson) targetOf(column int) int {
	table, _ := l.ix.KeyTarget(column)
	return table
}

// definition writes a figure over certain rows in the words of documents' definitions; false
// where these do not say it.
func (l *lesson) definition(e *form.Expr, conds []*form.Cond) (string, bool) {
	what := map[form.Op]string{form.Sum: "the sum of ", form.Avg: "the average of ", form.Median: "the median of ", form.Max: "the highest ", form.Min: "the lowest "}[e.Op]
	if what == "" || e.Distinct || len(e.Args) != 1 {
		return "", false
	}
	of := e.Args[0]
	if of.Op == form.If {
		conds = append(of.If.Conjuncts(), conds...)
		of = of.Args[0]
	}
	amount, home, ok := l.amount(of)
	if !ok {
		return "", false
	}
	var tests []string
	for _, c := range conds {
		text, ok := l.condition(c)
		if !ok {
			return "", false
		}
		tests = append(tests, text)
	}
	text := what + amount
	if len(tests) > 0 {
		text += " over `" + l.ix.Tables[home].Name + "` where " + strings.Join(tests, " and ")
	}
	return text, true
}

// amount writes a number of one row, with its table.
func (l *lesson) amount(e *form.Expr) (text string, table int, ok bool) {
	if e.Op == form.Column && e.Column > 0 && e.Via == 0 {
		return l.name(e.Column), l.ix.Columns[e.Column].Table, true
	}
	sign := map[form.Op]string{form.Add: " plus ", form.Sub: " minus ", form.Mul: " times "}[e.Op]
	if sign == "" || len(e.Args) != 2 {
		return "", 0, false
	}
	a, home, fine := l.amount(e.Args[0])
	b, _, good := l.amount(e.Args[1])
	if e.Args[0].Op != form.Column || e.Args[1].Op != form.Column {
		return "", 0, false // of more than two, brackets would be needed
	}
	return a + sign + b, home, fine && good
}

// condition writes a condition on a column in the words of documents' definitions.
func (l *lesson) condition(c *form.Cond) (string, bool) {
	if c.Left == nil || c.Left.Op != form.Column || c.Left.Column == 0 || c.Left.Via != 0 {
		return "", false
	}
	var values []string
	for _, v := range c.Values {
		values = append(values, v.Text)
	}
	if c.Right != nil {
		if c.Right.Op != form.Literal || c.Right.Value == nil {
			return "", false
		}
		values = append(values, c.Right.Value.Text)
	}
	for i, v := range values {
		if strings.ContainsAny(v, "`\n") || v == "" {
			return "", false
		}
		values[i] = "`" + v + "`"
	}
	name := l.name(c.Left.Column)
	if of := &l.ix.Columns[c.Left.Column]; of.Kind == index.Boolean && len(values) == 1 && (c.Op == form.Equal || c.Op == form.NotEqual) {
		yes := !isNo(strings.Trim(values[0], "`"))
		if c.Op == form.NotEqual {
			yes = !yes
		}
		return name + map[bool]string{true: " is true", false: " is false"}[yes], true
	} else if of.Type.Numeric() && len(values) == 1 {
		values[0] = strings.Trim(values[0], "`")
	}
	words := map[form.CondOp]string{form.Equal: " is ", form.NotEqual: " is not ", form.AnyOf: " is ", form.Less: " below ", form.Greater: " above ", form.LessEqual: " at most ",
		form.GreaterEqual: " at least ", form.IsNull: " is missing", form.NotNull: " is known", form.Contains: " contains ", form.StartsWith: " starts with ", form.EndsWith: " ends with ",
		form.NotContains: " does not contain ", form.NotStartsWith: " does not start with ", form.NotEndsWith: " does not end with ", form.NoneOf: " is not one of "}[c.Op]
	if words == "" {
		return "", false
	}
	return name + words + english.JoinList(values, "or"), true
}
