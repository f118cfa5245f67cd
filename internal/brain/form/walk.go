package form

// EachValue visits every literal of the form, with the column it is compared
// with, or 0.
func (q *Query) EachValue(visit func(v *Value, column int)) {
	if q == nil {
		return
	}
	for _, e := range q.Select {
		e.eachValue(visit, 0)
	}
	q.Where.eachValue(visit)
	for _, e := range q.Group {
		e.eachValue(visit, 0)
	}
	q.Having.eachValue(visit)
	for _, o := range q.Order {
		o.By.eachValue(visit, 0)
	}
	for _, v := range []*Value{q.Limit, q.Place} {
		if v != nil {
			visit(v, 0)
		}
	}
	q.Other.EachValue(visit)
}

func (e *Expr) eachValue(visit func(*Value, int), column int) {
	if e.Value != nil {
		visit(e.Value, column)
	}
	e.If.eachValue(visit)
	e.Query.EachValue(visit)
	for _, a := range e.Args {
		a.eachValue(visit, column)
	}
}

func (c *Cond) eachValue(visit func(*Value, int)) {
	if c == nil {
		return
	}
	for _, a := range c.Args {
		a.eachValue(visit)
	}
	column := 0
	if c.Left != nil {
		c.Left.eachValue(visit, 0)
		column = c.Left.comparedColumn()
	}
	if c.Right != nil {
		c.Right.eachValue(visit, column)
	}
	for _, v := range c.Values {
		visit(v, column)
	}
	c.Query.EachValue(visit)
}
