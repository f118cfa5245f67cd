package form

import (
	"fmt"
	"strconv"
	"strings"
)

// Pointers finds how a sequence can point at a value: the item or the words of
// the question that stand for it. Column is the one that it is compared with,
// or 0.
type Pointers interface {
	Point(v *Value, column int) ([]Token, bool)
}

// Write turns a form into its sequence. It fails when a value can be pointed
// at nowhere.
func Write(q *Query, at Pointers) ([]Token, error) {
	w := writer{at: at}
	w.query(q)
	return w.out, w.err
}

type writer struct {
	at  Pointers
	out []Token
	err error
}

// word writes a word of the grammar. Forms have more in them than sequences can
// say once definitions went into them.
func (w *writer) word(s string) {
	n, ok := numbers[s]
	if !ok {
		w.fail(fmt.Errorf("no word of the grammar says %q", s))
		return
	}
	w.out = append(w.out, Token{Word, n})
}
func (w *writer) column(c int) { w.out = append(w.out, Token{ColumnToken, c}) }
func (w *writer) table(t int)  { w.out = append(w.out, Token{TableToken, t}) }
func (w *writer) fail(e error) {
	if w.err == nil {
		w.err = e
	}
}

func (w *writer) query(q *Query) {
	w.word("from")
	for _, t := range q.Tables {
		w.table(t)
	}
	if q.Keep != NoTable {
		w.word("keep")
		w.table(q.Keep)
	}
	for _, j := range q.Joins {
		w.word("on")
		w.column(j.Left)
		w.column(j.Right)
	}
	w.word("select")
	if q.Distinct {
		w.word("distinct")
	}
	w.exprs(q.Select)
	if q.Where != nil {
		w.word("where")
		w.cond(q.Where, false)
	}
	if len(q.Group) > 0 {
		w.word("group")
		w.exprs(q.Group)
	}
	if q.Having != nil {
		w.word("having")
		w.cond(q.Having, false)
	}
	if len(q.Order) > 0 {
		w.word("order")
		for _, o := range q.Order {
			w.expr(o.By, 0)
			if o.Desc {
				w.word("desc")
			} else {
				w.word("asc")
			}
		}
	}
	switch {
	case q.Place != nil:
		w.word("place")
		w.value(q.Place, 0)
	case q.Limit == nil:
	case q.Limit.Text == "1":
		w.word("limit1")
	default:
		w.word("limit")
		w.value(q.Limit, 0)
	}
	if len(q.Per) > 0 {
		w.word("per")
		w.exprs(q.Per)
	}
	if q.Set != NoSet {
		w.word(string(q.Set))
		w.query(q.Other)
	}
}

func (w *writer) exprs(list []*Expr) {
	for _, e := range list {
		w.expr(e, 0)
	}
}

// expr writes an operator before its operands. Column is the one that a
// literal is compared with.
func (w *writer) expr(e *Expr, column int) {
	switch e.Op {
	case Column:
		if e.Via != 0 {
			w.word("via")
			w.column(e.Via)
		}
		w.column(e.Column)
		return
	case Literal:
		w.value(e.Value, column)
		return
	case Scalar:
		w.word("(")
		w.query(e.Query)
		w.word(")")
		return
	case If:
		w.word("if")
		w.word("(")
		w.cond(e.If, false)
		w.word(")")
	default:
		w.word(string(e.Op))
		if e.Distinct {
			w.word("distinct")
		}
		if e.Op.hasAmount() {
			w.value(e.Value, 0)
		}
	}
	for _, a := range e.Args {
		w.expr(a, column)
	}
}

var likeWords = map[CondOp]string{Contains: "contains", StartsWith: "startswith", EndsWith: "endswith", Matches: "matches",
	NotContains: "contains", NotStartsWith: "startswith", NotEndsWith: "endswith", NotMatches: "matches"}

// cond writes conditions between their parts, in brackets where they would be
// read otherwise: and binds tighter than or.
func (w *writer) cond(c *Cond, inAnd bool) {
	if c.Op == And || c.Op == Or {
		bracket := c.Op == Or && inAnd
		if bracket {
			w.word("[")
		}
		for i, a := range c.Args {
			if i > 0 {
				w.word(string(c.Op))
			}
			w.cond(a, c.Op == And)
		}
		if bracket {
			w.word("]")
		}
		return
	}
	if c.Op == AsOf {
		w.word("asof")
		w.expr(c.Left, 0)
		w.expr(c.Right, 0)
		if len(c.Values) == 0 {
			w.word("today")
		} else {
			w.value(c.Values[0], 0)
		}
		return
	}
	if w.sayable(c) {
		w.test(c)
	} else if other := w.otherwise(c); other != nil {
		w.test(other)
	} else {
		w.test(c) // fails with the reason
	}
}

// test writes one condition: what is tested, then how.
func (w *writer) test(c *Cond) {
	w.expr(c.Left, 0)
	column := c.Left.comparedColumn()
	if like, ok := likeWords[c.Op]; ok {
		if strings.HasPrefix(string(c.Op), "not") {
			w.word("not")
		}
		w.word(like)
		w.value(c.Values[0], column)
		return
	}
	w.word(string(c.Op))
	switch {
	case c.Query != nil:
		w.word("(")
		w.query(c.Query)
		w.word(")")
	case c.Right != nil:
		w.expr(c.Right, column)
	}
	for _, v := range c.Values {
		w.value(v, column)
	}
}

func (w *writer) value(v *Value, column int) {
	tokens, ok := w.at.Point(v, column)
	if !ok {
		if c, known := constant(v); known {
			w.word(c)
			return
		}
		w.fail(fmt.Errorf("no pointer to the %s %q", v.Kind, v.Text))
		return
	}
	w.out = append(w.out, tokens...)
}

// constant is the word for a value that need not be said.
func constant(v *Value) (string, bool) {
	text := strings.ToLower(v.Text)
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		text = strconv.FormatFloat(n, 'f', -1, 64)
	}
	w, ok := constants[text]
	return w, ok && v.Kind != Period
}

// comparedColumn is the column whose values a literal beside the expression is
// one of, or 0.
func (e *Expr) comparedColumn() int {
	switch e.Op {
	case Column:
		return e.Column
	case Max, Min, Avg, Sum, Lower:
		return e.Args[0].comparedColumn()
	}
	return 0
}
