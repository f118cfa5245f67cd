package ask

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// Show writes a form with the stored names of the world, for reading.
func Show(w *world.World, q *form.Query) string {
	if q == nil {
		return "decline"
	}
	return shower{w}.query(q)
}

type shower struct{ w *world.World }

func (s shower) query(q *form.Query) string {
	var b strings.Builder
	b.WriteString("from")
	for _, t := range q.Tables {
		b.WriteString(" " + s.w.Tables[t].Name)
	}
	if q.Keep != form.NoTable {
		b.WriteString(" keep " + s.w.Tables[q.Keep].Name)
	}
	b.WriteString(" select ")
	if q.Distinct {
		b.WriteString("distinct ")
	}
	b.WriteString(s.exprs(q.Select))
	if q.Where != nil {
		b.WriteString(" where " + s.cond(q.Where))
	}
	if len(q.Group) > 0 {
		b.WriteString(" group " + s.exprs(q.Group))
	}
	if q.Having != nil {
		b.WriteString(" having " + s.cond(q.Having))
	}
	for i, o := range q.Order {
		word := " order "
		if i > 0 {
			word = ", "
		}
		b.WriteString(word + s.expr(o.By))
		if o.Desc {
			b.WriteString(" desc")
		}
	}
	if q.Limit != nil {
		b.WriteString(" limit " + q.Limit.Text)
	}
	if q.Place != nil {
		b.WriteString(" place " + q.Place.Text)
	}
	if len(q.Per) > 0 {
		b.WriteString(" per " + s.exprs(q.Per))
	}
	if q.Set != form.NoSet {
		b.WriteString(" " + string(q.Set) + " " + s.query(q.Other))
	}
	return b.String()
}

func (s shower) exprs(list []*form.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = s.expr(e)
	}
	return strings.Join(out, ", ")
}

func (s shower) expr(e *form.Expr) string {
	switch e.Op {
	case form.Column:
		if e.Column == 0 {
			return "*"
		}
		c := s.w.Columns[e.Column]
		name := s.w.Tables[c.Table].Name + "." + c.Name
		if e.Via != 0 {
			name += " via " + s.w.Columns[e.Via].Name
		}
		return name
	case form.Literal:
		return s.value(e.Value)
	case form.Scalar:
		return "(" + s.query(e.Query) + ")"
	case form.If:
		return s.exprs(e.Args) + " if " + s.cond(e.If)
	case form.Today, form.Groups:
		return string(e.Op)
	}
	inside := s.exprs(e.Args)
	if e.Distinct {
		inside = "distinct " + inside
	}
	if e.Value != nil {
		inside += "; " + s.value(e.Value)
	}
	return string(e.Op) + "(" + inside + ")"
}

func (s shower) cond(c *form.Cond) string {
	if c.Op == form.And || c.Op == form.Or {
		out := make([]string, len(c.Args))
		for i, x := range c.Args {
			out[i] = s.cond(x)
		}
		return "(" + strings.Join(out, " "+string(c.Op)+" ") + ")"
	}
	text := s.expr(c.Left) + " " + string(c.Op)
	if c.Right != nil {
		text += " " + s.expr(c.Right)
	}
	for _, v := range c.Values {
		text += " " + s.value(v)
	}
	if c.Query != nil {
		text += " (" + s.query(c.Query) + ")"
	}
	return text
}

func (s shower) value(v *form.Value) string {
	switch v.Kind {
	case form.Number:
		return v.Text
	case form.Period:
		return fmt.Sprintf("[%s..%s)", v.Period.Start.Format("2006-01-02"), v.Period.End.Format("2006-01-02"))
	}
	return "'" + v.Text + "'"
}
