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

// EachColumn visits the columns that a query reads, inner queries included; some
// more than once.
func (q *Query) EachColumn(visit func(column int)) {
	if q == nil {
		return
	}
	for _, list := range [][]*Expr{q.Select, q.Group, q.Per} {
		for _, e := range list {
			e.eachColumn(visit)
		}
	}
	q.Where.eachColumn(visit)
	q.Having.eachColumn(visit)
	for _, o := range q.Order {
		o.By.eachColumn(visit)
	}
	q.Other.EachColumn(visit)
}

func (e *Expr) eachColumn(visit func(int)) {
	if e == nil {
		return
	}
	if e.Op == Column && e.Column > 0 {
		visit(e.Column)
		if e.Via > 0 {
			visit(e.Via)
		}
	}
	for _, a := range e.Args {
		a.eachColumn(visit)
	}
	e.If.eachColumn(visit)
	e.Query.EachColumn(visit)
}

func (c *Cond) eachColumn(visit func(int)) {
	if c == nil {
		return
	}
	for _, a := range c.Args {
		a.eachColumn(visit)
	}
	c.Left.eachColumn(visit)
	c.Right.eachColumn(visit)
	c.Query.EachColumn(visit)
}
