package form

import "slices"

// Clone is a copy of which every part may be changed, but for its values.
func (q *Query) Clone() *Query {
	if q == nil {
		return nil
	}
	c := *q
	c.Tables, c.Joins, c.Order = slices.Clone(q.Tables), slices.Clone(q.Joins), slices.Clone(q.Order)
	c.Select, c.Group, c.Per = clones(q.Select), clones(q.Group), clones(q.Per)
	c.Where, c.Having = q.Where.Clone(), q.Having.Clone()
	for i := range c.Order {
		c.Order[i].By = c.Order[i].By.Clone()
	}
	c.Other = q.Other.Clone()
	return &c
}

// Clone is a copy of which every part may be changed, but for its values.
func (e *Expr) Clone() *Expr {
	if e == nil {
		return nil
	}
	c := *e
	c.Args, c.If, c.Query = clones(e.Args), e.If.Clone(), e.Query.Clone()
	return &c
}

// Clone is a copy of which every part may be changed, but for its values.
func (c *Cond) Clone() *Cond {
	if c == nil {
		return nil
	}
	o := *c
	o.Args = slices.Clone(c.Args)
	for i := range o.Args {
		o.Args[i] = o.Args[i].Clone()
	}
	o.Left, o.Right, o.Query = c.Left.Clone(), c.Right.Clone(), c.Query.Clone()
	return &o
}

func clones(list []*Expr) []*Expr {
	out := slices.Clone(list)
	for i := range out {
		out[i] = out[i].Clone()
	}
	return out
}
