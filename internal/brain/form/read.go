package form

import (
	"errors"
	"fmt"
	"strings"
)

// Values gives what pointers of a sequence stand for.
type Values interface {
	Item(n int) (*Value, bool)
	Span(first, last int) (*Value, bool) // words of the question
}

// ErrDeclined is what Read returns for the sequence that declines.
var ErrDeclined = errors.New("the question cannot be answered from this data")

// Read turns a sequence into a form. Sequences that Grammar allows are read
// without error when their pointers are good.
func Read(tokens []Token, from Values) (*Query, error) {
	if Declines(tokens) {
		return nil, ErrDeclined
	}
	r := reader{tokens: tokens, from: from}
	q, err := r.readQuery()
	if err != nil {
		return nil, err
	}
	if r.at != len(tokens) {
		return nil, r.unexpectedToken("the end")
	}
	return q, nil
}

type reader struct {
	tokens []Token
	at     int
	from   Values
}

// peek is the next grammar word, or "" at a pointer or the end.
func (r *reader) peek() string {
	if r.at < len(r.tokens) && r.tokens[r.at].Kind == Word {
		return r.tokens[r.at].String()
	}
	return ""
}

func (r *reader) peekKind(k TokenKind) bool {
	return r.at < len(r.tokens) && r.tokens[r.at].Kind == k
}

func (r *reader) take(word string) bool {
	if r.peek() == word {
		r.at++
		return true
	}
	return false
}

func (r *reader) need(word string) error {
	if !r.take(word) {
		return r.unexpectedToken(word)
	}
	return nil
}

func (r *reader) unexpectedToken(want string) error {
	got := "the end"
	if r.at < len(r.tokens) {
		got = r.tokens[r.at].String()
	}
	return fmt.Errorf("form: want %s at %d, got %s", want, r.at, got)
}

func (r *reader) pointer(k TokenKind, what string) (int, error) {
	if !r.peekKind(k) {
		return 0, r.unexpectedToken(what)
	}
	n := r.tokens[r.at].N
	r.at++
	return n, nil
}

func (r *reader) readQuery() (*Query, error) {
	q := &Query{Keep: NoTable}
	if err := r.need("from"); err != nil {
		return nil, err
	}
	for r.peekKind(TableToken) {
		q.Tables = append(q.Tables, r.tokens[r.at].N)
		r.at++
	}
	if len(q.Tables) == 0 {
		return nil, r.unexpectedToken("a table")
	}
	if r.take("keep") {
		t, err := r.pointer(TableToken, "a table")
		if err != nil {
			return nil, err
		}
		q.Keep = t
	}
	for r.take("on") {
		left, err := r.pointer(ColumnToken, "a column")
		if err != nil {
			return nil, err
		}
		right, err := r.pointer(ColumnToken, "a column")
		if err != nil {
			return nil, err
		}
		q.Joins = append(q.Joins, Join{left, right})
	}
	if err := r.need("select"); err != nil {
		return nil, err
	}
	q.Distinct = r.take("distinct")
	var err error
	if q.Select, err = r.exprs(); err != nil {
		return nil, err
	}
	if r.take("where") {
		if q.Where, err = r.cond(); err != nil {
			return nil, err
		}
	}
	if r.take("group") {
		if q.Group, err = r.exprs(); err != nil {
			return nil, err
		}
	}
	if r.take("having") {
		if q.Having, err = r.cond(); err != nil {
			return nil, err
		}
	}
	if r.take("order") {
		if q.Order, err = r.order(); err != nil {
			return nil, err
		}
	}
	if r.take("limit1") {
		q.Limit = &Value{Kind: Number, Text: "1"}
	} else if r.take("limit") {
		if q.Limit, err = r.value(); err != nil {
			return nil, err
		}
	} else if r.take("place") {
		if q.Place, err = r.value(); err != nil {
			return nil, err
		}
	}
	if r.take("per") {
		if q.Per, err = r.exprs(); err != nil {
			return nil, err
		}
	}
	for _, op := range []SetOp{Union, Intersect, Except} {
		if r.take(string(op)) {
			q.Set = op
			if q.Other, err = r.readQuery(); err != nil {
				return nil, err
			}
			break
		}
	}
	return q, nil
}

func (r *reader) order() ([]Order, error) {
	var list []Order
	for {
		e, err := r.expr()
		if err != nil {
			return nil, err
		}
		desc := r.take("desc")
		if !desc {
			if err := r.need("asc"); err != nil {
				return nil, err
			}
		}
		list = append(list, Order{e, desc})
		if !r.startsExpr() {
			return list, nil
		}
	}
}

// arity is how many operands follow an operator.
var arity = map[string]int{
	"count": 1, "max": 1, "min": 1, "sum": 1, "avg": 1, "median": 1, "percentile": 1, "stdev": 1, "corr": 2, "band": 1,
	"add": 2, "sub": 2, "mul": 2, "div": 2, "pct": 2, "change": 2,
	"day": 1, "week": 1, "month": 1, "quarter": 1, "year": 1, "monthnum": 1, "weekday": 1, "hour": 1,
	"days": 2, "hours": 2, "minutes": 2, "months": 2, "years": 2,
	"share": 1, "sharein": 2, "running": 1, "moving": 1, "prev": 1, "growth": 1, "rank": 1, "lower": 1, "if": 1,
	"today": 0, "groups": 0,
}

// Aggregates is true for an operator that makes one value of many rows.
func (o Op) Aggregates() bool {
	switch o {
	case Count, Max, Min, Sum, Avg, Median, Percentile, Stdev, Corr:
		return true
	}
	return false
}

// hasAmount is true for an operator with a number before its operand.
func (o Op) hasAmount() bool { return o == Percentile || o == Moving || o == Band }

func (r *reader) startsExpr() bool {
	if r.peekKind(ColumnToken) {
		return true
	}
	w := r.peek()
	_, operator := arity[w]
	return operator || w == "via"
}

func (r *reader) exprs() ([]*Expr, error) {
	var list []*Expr
	for {
		e, err := r.expr()
		if err != nil {
			return nil, err
		}
		list = append(list, e)
		if !r.startsExpr() {
			return list, nil
		}
	}
}

func (r *reader) expr() (*Expr, error) {
	if r.peekKind(ColumnToken) {
		c, _ := r.pointer(ColumnToken, "a column")
		return &Expr{Op: Column, Column: c}, nil
	}
	word := r.peek()
	switch {
	case word == "via":
		r.at++
		key, err := r.pointer(ColumnToken, "a key column")
		if err != nil {
			return nil, err
		}
		c, err := r.pointer(ColumnToken, "a column")
		return &Expr{Op: Column, Column: c, Via: key}, err
	case word == "(":
		q, err := r.inner()
		return &Expr{Op: Scalar, Query: q}, err
	case r.startsValue():
		v, err := r.value()
		return &Expr{Op: Literal, Value: v}, err
	}
	n, ok := arity[word]
	if !ok {
		return nil, r.unexpectedToken("an expression")
	}
	r.at++
	e := &Expr{Op: Op(word)}
	var err error
	if e.Op.Aggregates() {
		e.Distinct = r.take("distinct")
	}
	if e.Op.hasAmount() {
		if e.Value, err = r.value(); err != nil {
			return nil, err
		}
	}
	if e.Op == If {
		if err = r.need("("); err != nil {
			return nil, err
		}
		if e.If, err = r.cond(); err != nil {
			return nil, err
		}
		if err = r.need(")"); err != nil {
			return nil, err
		}
	}
	for range n {
		a, err := r.expr()
		if err != nil {
			return nil, err
		}
		e.Args = append(e.Args, a)
	}
	return e, nil
}

func (r *reader) inner() (*Query, error) {
	if err := r.need("("); err != nil {
		return nil, err
	}
	q, err := r.readQuery()
	if err != nil {
		return nil, err
	}
	return q, r.need(")")
}

// cond reads alternatives of conjunctions.
func (r *reader) cond() (*Cond, error) {
	return r.readJoined(Or, func() (*Cond, error) { return r.readJoined(And, r.predicate) })
}

func (r *reader) readJoined(op CondOp, part func() (*Cond, error)) (*Cond, error) {
	first, err := part()
	if err != nil {
		return nil, err
	}
	if r.peek() != string(op) {
		return first, nil
	}
	all := &Cond{Op: op}
	all.add(first)
	for r.take(string(op)) {
		next, err := part()
		if err != nil {
			return nil, err
		}
		all.add(next)
	}
	return all, nil
}

// add joins a condition to others of the same kind; brackets that change
// nothing are dropped.
func (c *Cond) add(part *Cond) {
	if part.Op == c.Op {
		c.Args = append(c.Args, part.Args...)
		return
	}
	c.Args = append(c.Args, part)
}

func (r *reader) predicate() (*Cond, error) {
	if r.take("[") {
		c, err := r.cond()
		if err != nil {
			return nil, err
		}
		return c, r.need("]")
	}
	if r.take("asof") {
		return r.asOf()
	}
	left, err := r.expr()
	if err != nil {
		return nil, err
	}
	negated := r.take("not")
	c := &Cond{Left: left, Op: CondOp(r.peek())}
	if r.peek() == "" {
		return nil, r.unexpectedToken("a comparison")
	}
	r.at++
	one := func() error {
		v, err := r.value()
		c.Values = append(c.Values, v)
		return err
	}
	switch c.Op {
	case Equal, NotEqual, Less, Greater, LessEqual, GreaterEqual:
		c.Right, err = r.expr()
	case Between:
		if err = one(); err == nil {
			err = one()
		}
	case AnyOf, NoneOf:
		for err = one(); err == nil && r.startsValue(); {
			err = one()
		}
	case In, NotIn:
		c.Query, err = r.inner()
	case IsNull, NotNull:
	case Contains, StartsWith, EndsWith, Matches:
		if negated {
			c.Op = CondOp("not" + string(c.Op))
		}
		err = one()
	case During, NotDuring:
		err = one()
	default:
		r.at--
		return nil, r.unexpectedToken("a comparison")
	}
	return c, err
}

func (r *reader) asOf() (*Cond, error) {
	c := &Cond{Op: AsOf}
	var err error
	if c.Left, err = r.expr(); err != nil {
		return nil, err
	}
	if c.Right, err = r.expr(); err != nil {
		return nil, err
	}
	if r.take("today") {
		return c, nil
	}
	v, err := r.value()
	c.Values = []*Value{v}
	return c, err
}

func (r *reader) startsValue() bool {
	return r.peekKind(ItemToken) || r.peekKind(QuestionWord) || strings.HasPrefix(r.peek(), "val_")
}

func (r *reader) value() (*Value, error) {
	switch {
	case r.peekKind(ItemToken):
		n, _ := r.pointer(ItemToken, "an item")
		if v, ok := r.from.Item(n); ok {
			return v, nil
		}
		return nil, fmt.Errorf("form: no item %d", n)
	case r.peekKind(QuestionWord):
		first, _ := r.pointer(QuestionWord, "a word")
		last, err := r.pointer(QuestionWord, "a last word")
		if err != nil {
			return nil, err
		}
		if v, ok := r.from.Span(first, last); ok {
			return v, nil
		}
		return nil, fmt.Errorf("form: no words %d to %d", first, last)
	}
	text, ok := strings.CutPrefix(r.peek(), "val_")
	if !ok {
		return nil, r.unexpectedToken("a value")
	}
	r.at++
	if text == "yes" || text == "no" {
		return &Value{Kind: Text, Text: strings.ToUpper(text[:1]) + text[1:]}, nil
	}
	return &Value{Kind: Number, Text: text}, nil
}
