package index

import (
	"slices"

	"github.com/plumbdata/plumb/internal/english"
)

// part is a piece of a definition whose use is not yet known: rows are counted
// and amounts added up when a figure is needed.
type part struct {
	figure *Figure
	amount *Amount
	rows   *rowset
	open   bool // it ends with a division that no brackets hold together
}

func (r *reader) sum() *part {
	v := r.product()
	for v != nil {
		op := FigureOp("")
		at := r.at
		switch {
		case r.take("minus", "less", "-", "−", "–"):
			op = Minus
		case r.take("plus", "+"):
			op = Plus
		default:
			return v
		}
		next := tried(r, r.product)
		if next == nil {
			r.at = at
			return v
		}
		if v.open || next.open {
			return nil // of "a minus b divided by c" nobody can tell what is divided
		}
		v = r.join(op, v, next)
	}
	return nil
}

func (r *reader) product() *part {
	v := r.factor()
	for v != nil {
		at := r.at
		switch {
		case r.take("divided by", "/", "÷", "per", "out of", "as a fraction of"):
			next := tried(r, r.factor)
			if next == nil {
				r.at = at
				return v
			}
			if next.rows != nil && v.figure != nil && v.figure.picks() {
				return nil // an average per customer is one for each of them
			}
			v = quotient(r.join(Quotient, v, next))
		case r.take("as a percentage of", "as a share of", "as percentage of", "in percent of"):
			next := r.factor()
			if next == nil {
				return nil
			}
			r.percent = true
			v = quotient(r.join(Quotient, v, next))
		case r.take("times", "multiplied by", "×", "*", "x"):
			next := r.factor()
			if next == nil || v.amount == nil || next.amount == nil {
				return nil
			}
			v = &part{amount: &Amount{Op: "mul", Args: []*Amount{v.amount, next.amount}}}
		default:
			return v
		}
	}
	return nil
}

// picks is true for a figure that is like one of its values, and no total.
func (f *Figure) picks() bool {
	return f.Op == MeanOf || f.Op == MedianOf || f.Op == MaxOf || f.Op == MinOf
}

func quotient(v *part) *part {
	if v != nil {
		v.open = true
	}
	return v
}

// join makes arithmetic of two parts. What a column divided by a column means
// over many rows nobody can tell.
func (r *reader) join(op FigureOp, a, b *part) *part {
	if a.amount != nil && b.amount != nil {
		if op == Quotient {
			return nil
		}
		return &part{amount: &Amount{Op: string(op), Args: []*Amount{a.amount, b.amount}}}
	}
	x, y := r.figure(a), r.figure(b)
	if x == nil || y == nil {
		return nil
	}
	return &part{figure: &Figure{Op: op, Args: []*Figure{x, y}}}
}

// figure makes a number of a part.
func (r *reader) figure(v *part) *Figure {
	switch {
	case v.figure != nil:
		return v.figure
	case v.amount != nil:
		return r.aggregate(SumOf, v.amount)
	}
	return &Figure{Op: CountOf, Table: v.rows.table, Where: v.rows.where}
}

// aggregate takes an amount over the rows of its table: the one from which all
// its columns can be looked up.
func (r *reader) aggregate(op FigureOp, a *Amount) *Figure {
	columns := a.Columns()
	for _, home := range columns {
		t := r.x.Columns[home].Table
		if !slices.ContainsFunc(columns, func(c int) bool { return !r.x.Leads(t, r.x.Columns[c].Table) }) {
			return &Figure{Op: op, Of: a, Table: t}
		}
	}
	return nil
}

var aggregates = map[string]FigureOp{"sum": SumOf, "total": SumOf, "average": MeanOf, "mean": MeanOf, "median": MedianOf, "highest": MaxOf, "maximum": MaxOf,
	"largest": MaxOf, "lowest": MinOf, "minimum": MinOf, "smallest": MinOf}

func (r *reader) factor() *part {
	for _, f := range []func() *part{r.bracket, r.ratio, r.readAggregate, r.readCount, r.share, r.term, r.single, r.anyRows} {
		if v := tried(r, f); v != nil {
			return v
		}
	}
	return nil
}

func (r *reader) bracket() *part {
	if r.deep == maxBrackets || !r.take("(") {
		return nil
	}
	r.deep++
	v := r.sum()
	r.deep--
	if v == nil || !r.take(")") {
		return nil
	}
	v.open = false
	return v
}

func (r *reader) ratio() *part {
	r.take("the")
	if r.deep == maxBrackets || !r.take("ratio of", "quotient of", "ratio between") {
		return nil
	}
	r.deep++
	defer func() { r.deep-- }()
	a := r.factor()
	if a == nil || !r.take("to", "and") {
		return nil
	}
	b := r.factor()
	if b == nil {
		return nil
	}
	return r.join(Quotient, a, b)
}

// readAggregate reads "the sum of `total` over paid invoices".
func (r *reader) readAggregate() *part {
	r.articles()
	op, ok := aggregates[r.word(0)]
	if !ok {
		return nil
	}
	r.at++
	r.take("value of", "of")
	r.articles()
	a := r.amounts()
	if a == nil {
		return nil
	}
	f := r.aggregate(op, a)
	if f == nil {
		return nil
	}
	at := r.at
	if r.take(over...) {
		rows := tried(r, r.rows)
		switch {
		case rows == nil:
			r.at = at
		case !r.narrow(f, rows):
			return nil
		}
	} else if where := r.parseTrailingCondition(f.Table); where != nil {
		f.Where = also(f.Where, where)
	}
	return &part{figure: f}
}

// readCount reads "the number of different customers of paid invoices".
func (r *reader) readCount() *part {
	r.articles()
	if !r.take("number of", "count of", "how many") {
		return nil
	}
	distinct := r.take("distinct", "different", "unique")
	if rows := tried(r, r.rows); rows != nil {
		return &part{figure: &Figure{Op: CountOf, Table: rows.table, Where: rows.where}}
	}
	r.articles()
	c := r.column(anyColumn)
	if c == 0 {
		return nil
	}
	f := &Figure{Op: CountOf, Of: &Amount{Column: c}, Distinct: distinct, Table: r.x.Columns[c].Table}
	if at := r.at; r.take(over...) {
		rows := tried(r, r.rows)
		switch {
		case rows == nil:
			r.at = at
		case !r.narrow(f, rows):
			return nil
		}
	}
	return &part{figure: f}
}

// share reads "the share of orders that are cancelled".
func (r *reader) share() *part {
	r.articles()
	if !r.take("share of", "percentage of", "percent of", "proportion of", "fraction of", "% of") {
		return nil
	}
	rows := r.noun()
	if rows == nil {
		return nil
	}
	where := r.parseTrailingCondition(rows.table)
	if where == nil {
		return nil
	}
	r.percent = true
	return &part{figure: &Figure{Op: Quotient, Args: []*Figure{{Op: CountOf, Table: rows.table, Where: also(rows.where, where)},
		{Op: CountOf, Table: rows.table, Where: rows.where}}}}
}

// term reads the name of another term that is a figure.
func (r *reader) term() *part {
	r.articles()
	m := r.readTerm()
	if m == nil || m.Figure == nil {
		return nil
	}
	return &part{figure: copyFigure(m.Figure)}
}

// copyFigure is a figure that may be narrowed without changing the first.
func copyFigure(f *Figure) *Figure {
	c := *f
	c.Args = nil
	for _, a := range f.Args {
		c.Args = append(c.Args, copyFigure(a))
	}
	return &c
}

// readTerm reads the name of another term, and gives what it means.
func (r *reader) readTerm() *Meaning {
	for length := longestTerm; length > 0; length-- {
		s := r.plain(length)
		if s == nil {
			continue
		}
		known := false
		for n := range r.x.Terms { // who says anew what a word means may use it as it is defined
			if slices.Equal(r.x.Terms[n].Name, s) {
				known = true
				if m := r.d.meaning(n); m != nil {
					r.at += length
					return m
				}
			}
		}
		if known {
			return nil
		}
	}
	return nil
}

// plain is the stems of the next words, nil when there are not so many.
func (r *reader) plain(length int) []string {
	var list []string
	for i := range length {
		w := r.word(i)
		if w == "" {
			return nil
		}
		list = append(list, english.Singular(w))
	}
	return list
}

func (r *reader) articles() {
	for r.take("the", "a", "an", "all", "our", "every", "each", "any", "its") {
	}
}

// single reads one column that is a number.
func (r *reader) single() *part {
	r.articles()
	if c := r.column(func(c *Column) bool { return c.Type.Numeric() && !c.Primary && !c.Foreign }); c > 0 {
		return &part{amount: &Amount{Column: c}}
	}
	return nil
}

// amounts reads arithmetic with columns.
func (r *reader) amounts() *Amount {
	if r.deep == maxBrackets {
		return nil
	}
	operand := func() *part {
		if r.word(0) == "(" {
			r.at++
			r.deep++
			a := r.amounts()
			r.deep--
			if a == nil || !r.take(")") {
				return nil
			}
			return &part{amount: a}
		}
		v := r.single()
		for v != nil && r.take("times", "multiplied by", "×", "*", "x") {
			next := r.single()
			if next == nil {
				return nil
			}
			v = &part{amount: &Amount{Op: "mul", Args: []*Amount{v.amount, next.amount}}}
		}
		return v
	}
	v := operand()
	for v != nil {
		at, op := r.at, Plus
		if r.take("minus", "less", "-", "−", "–") {
			op = Minus
		} else if !r.take("plus", "+") {
			return v.amount
		}
		next := tried(r, operand)
		if next == nil {
			r.at = at
			return v.amount
		}
		v = &part{amount: &Amount{Op: string(op), Args: []*Amount{v.amount, next.amount}}}
	}
	return nil
}

func (r *reader) anyRows() *part {
	if rows := r.rows(); rows != nil {
		return &part{rows: rows}
	}
	return nil
}
