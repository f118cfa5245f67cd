package opinion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// speller spells parts of forms so that what means the same is spelt the same:
// the order of conditions, units and percent, the case of texts and whether a
// row is named by its key or its name make no difference.
type speller struct{ ix *index.Index }

// dimension spells what rows are put together by: a key, a name and a key that
// leads there all stand for the row.
func (w *speller) dimension(e *form.Expr) string {
	if e.Op != form.Column || e.Column == 0 {
		return w.expr(e)
	}
	c := &w.ix.Columns[e.Column]
	t := &w.ix.Tables[c.Table]
	if c.Unique || slices.Contains(t.Display, e.Column) || len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == e.Column {
		return fmt.Sprintf("row of %d", c.Table)
	}
	for _, k := range w.ix.Keys {
		if len(k.From) == 1 && k.From[0] == e.Column {
			return fmt.Sprintf("row of %d", w.ix.Columns[k.To[0]].Table)
		}
	}
	return w.expr(e)
}

func (w *speller) expr(e *form.Expr) string {
	if e == nil {
		return "-"
	}
	switch e.Op {
	case form.Column:
		if e.Via != 0 {
			return fmt.Sprintf("c%d~%d", e.Column, e.Via)
		}
		return fmt.Sprintf("c%d", e.Column)
	case form.Literal:
		return w.value(e.Value, nil)
	case form.Scalar:
		return "(" + w.query(e.Query) + ")"
	case form.Lower:
		return w.expr(e.Args[0])
	case form.Day:
		if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && dateOnly(&w.ix.Columns[a.Column]) {
			return w.expr(a)
		}
	case form.Mul, form.Div:
		if len(e.Args) == 2 && unit(e.Args[1]) {
			return w.expr(e.Args[0])
		}
		if e.Op == form.Mul && len(e.Args) == 2 && unit(e.Args[0]) {
			return w.expr(e.Args[1])
		}
	case form.Sum, form.Avg:
		if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && w.ix.Columns[a.Column].Kind == index.Boolean { // how often it holds
			count := "count(if(c0) if " + w.expr(a) + " = yes)"
			if e.Op == form.Avg {
				count = "div(" + count + ", count(c0))"
			}
			return count
		}
	case form.Count:
		if a := e.Args[0]; !e.Distinct && a.Op == form.Column && a.Column > 0 && w.ix.Columns[a.Column].Unique {
			return "count(c0)"
		}
		if a := e.Args[0]; e.Distinct {
			return "count distinct(" + w.counted(a) + ")"
		}
	}
	op := e.Op
	if op == form.Pct {
		op = form.Div
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = w.expr(a)
	}
	if op == form.Add || op == form.Mul {
		slices.Sort(args)
	}
	text := string(op)
	if e.Distinct {
		text += " distinct"
	}
	if e.Value != nil {
		text += " " + w.value(e.Value, nil)
	}
	text += "(" + strings.Join(args, ", ") + ")"
	if e.If != nil {
		text += " if " + strings.Join(w.all(e.If), " and ")
	}
	return text
}

// counted spells what is counted once each.
func (w *speller) counted(e *form.Expr) string {
	if e.Op == form.Column {
		return w.dimension(e)
	}
	return w.expr(e)
}

// unit says that a number only changes the unit: cents to euros, a share to
// percent.
func unit(e *form.Expr) bool {
	return e.Op == form.Literal && e.Value != nil && (e.Value.Text == "100" || e.Value.Text == "1000")
}

// all spells what must hold together.
func (w *speller) all(c *form.Cond) []string {
	var list []string
	for _, p := range conjuncts(c) {
		list = append(list, w.conds(p)...)
	}
	slices.Sort(list)
	return list
}

// conds spells a condition, as several where it is a conjunction. That a value
// is known goes without saying.
func (w *speller) conds(c *form.Cond) []string {
	switch c.Op {
	case form.And:
		return w.all(c)
	case form.Or:
		var list []string
		for _, a := range c.Args {
			list = append(list, strings.Join(w.conds(a), " and "))
		}
		slices.Sort(list)
		return []string{"(" + strings.Join(slices.Compact(list), " or ") + ")"}
	case form.NotNull:
		return nil
	case form.Between:
		left := w.expr(c.Left)
		return []string{left + " >= " + w.value(c.Values[0], c.Left), left + " <= " + w.value(c.Values[1], c.Left)}
	}
	return []string{w.test(c)}
}

func (w *speller) test(c *form.Cond) string {
	left := w.expr(c.Left)
	op := c.Op
	switch op {
	case form.AnyOf:
		op = form.Equal
	case form.NoneOf:
		op = form.NotEqual
	case form.Matches, form.NotMatches:
		op = map[form.CondOp]form.CondOp{form.Matches: form.Equal, form.NotMatches: form.NotEqual}[op]
		return left + " " + string(op) + " " + strconv.Quote(w.stored(c.Left, c.Values[0].Text))
	case form.In, form.NotIn:
		return left + " " + string(op) + " (" + w.query(c.Query) + ")"
	}
	var values []string
	for _, v := range c.Values {
		values = append(values, w.value(v, c.Left))
	}
	if c.Right != nil {
		if c.Right.Op == form.Literal {
			values = append(values, w.value(c.Right.Value, c.Left))
		} else {
			values = append(values, w.expr(c.Right))
		}
	}
	slices.Sort(values)
	return left + " " + string(op) + " " + strings.Join(slices.Compact(values), "|")
}

// stored is a text that is compared without difference of case, as the data
// write it.
func (w *speller) stored(e *form.Expr, text string) string {
	if e.Op == form.Column && e.Column > 0 {
		for _, v := range w.ix.Kept(e.Column) {
			if strings.EqualFold(v.Text, text) {
				return v.Text
			}
		}
	}
	return text
}

// value spells a literal that is held against the expression, which may be nil.
func (w *speller) value(v *form.Value, against *form.Expr) string {
	if v == nil {
		return "-"
	}
	if v.Kind == form.Period {
		return period(v.Period)
	}
	text := v.Text
	if against != nil && against.Op == form.Column && against.Column > 0 && w.ix.Columns[against.Column].Kind == index.Boolean {
		switch strings.ToLower(text) {
		case "1", "true", "t", "yes", "y":
			return "yes"
		case "0", "false", "f", "no", "n":
			return "no"
		}
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return strconv.Quote(text)
}

func period(p span.Period) string {
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format("2006-01-02 15:04:05")
	}
	return fmt.Sprintf("%s..%s %d %d-%d", at(p.Start), at(p.End), p.Every.Of, p.Every.First, p.Every.Last)
}

// query spells an inner query.
func (w *speller) query(q *form.Query) string {
	if q == nil {
		return ""
	}
	var sel, group []string
	for _, e := range q.Select {
		sel = append(sel, w.expr(e))
	}
	for _, e := range q.Group {
		group = append(group, w.dimension(e))
	}
	slices.Sort(group)
	tables := counted(w.ix, q).keys
	slices.Sort(tables)
	text := fmt.Sprintf("%s %s where %v by %v only %v", strings.Join(tables, " "), strings.Join(sel, ", "), w.all(q.Where), slices.Compact(group), w.all(q.Having))
	if q.Limit != nil || q.Place != nil {
		for _, o := range q.Order {
			text += fmt.Sprintf(" order %s %t", w.expr(o.By), o.Desc)
		}
		text += " limit " + w.value(q.Limit, nil) + " " + w.value(q.Place, nil)
	}
	if q.Other != nil {
		text += " " + string(q.Set) + " " + w.query(q.Other)
	}
	return text
}
