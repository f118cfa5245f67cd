package readback

import (
	"reflect"
	"slices"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/table"
)

// converter turns the expressions of one relation into those of the form.
type converter struct {
	b *builder
	r *relation
	w *way
}

// Operations that exist only while a form is made: they become something else,
// or the statement has no form.
const (
	julian  form.Op = "julian"  // of a date, to be subtracted
	secs    form.Op = "seconds" // from the second operand to the first, to be divided
	overAll form.Op = "overall" // the sum over all rows, or over those that agree in the operands after the first
)

func same(a, b any) bool { return reflect.DeepEqual(a, b) }

func (c *converter) value(e *node) *form.Expr {
	switch e.kind {
	case kColumn:
		return c.column(e)
	case kNumber:
		if v, err := strconv.ParseFloat(e.text, 64); err == nil { // 100.0 is 100
			return numberExpr(v)
		}
		return literal(form.Number, e.text)
	case kText:
		if t, ok := c.b.instant(e); ok && t.precision == day && t.at.Equal(c.b.today()) {
			return &form.Expr{Op: form.Today}
		}
		return literal(form.Text, e.text)
	case kStar:
		return &form.Expr{Op: form.Column}
	case kGroups:
		return &form.Expr{Op: form.Groups}
	case kScalar:
		return &form.Expr{Op: form.Scalar, Query: c.b.query(e.sub)}
	case kBinary:
		return c.arithmetic(e)
	case kCall:
		return c.call(e)
	case kCase:
		refuse("case", "as a value")
	}
	refuse("boolean value", "")
	return nil
}

func literal(k form.ValueKind, text string) *form.Expr {
	return &form.Expr{Op: form.Literal, Value: &form.Value{Kind: k, Text: text}}
}

func (c *converter) column(e *node) *form.Expr {
	if e.source == nil || e.source.sub != nil {
		refuse("derived table", "not dissolved")
	}
	if !slices.Contains(c.w.sources, e.source) {
		refuse("correlated", "a column from outside")
	}
	return &form.Expr{Op: form.Column, Column: e.column, Via: c.w.via[e.source]}
}

func (c *converter) arithmetic(e *node) *form.Expr {
	if q, ok := c.quarter(e); ok {
		return q
	}
	if b, ok := c.band(e); ok {
		return b
	}
	op, ok := map[string]form.Op{"+": form.Add, "-": form.Sub, "*": form.Mul, "/": form.Div}[e.text]
	if !ok {
		if e.text == "||" {
			refuse("concatenation", "")
		}
		if boolean(e) {
			refuse("boolean value", "")
		}
		refuse("operator", "%s", e.text)
	}
	if e.text == "/" && c.b.ix.Dialect != "duckdb" && c.isIntegerDivision(e.args[0]) && c.isIntegerDivision(e.args[1]) {
		refuse("integer division", "")
	}
	a, b := c.value(e.args[0]), c.value(e.args[1])
	if op == form.Sub && c.b.ix.Dialect != "sqlite" && c.native(a) && c.native(b) {
		return &form.Expr{Op: form.Days, Args: []*form.Expr{a, b}}
	}
	return simplify(op, a, b)
}

// band reads x / 10 * 10, rounded down between, as the band of ten that x is in.
func (c *converter) band(e *node) (*form.Expr, bool) {
	quotient, width := e.args[0], e.args[1]
	if quotient.kind == kNumber {
		quotient, width = width, quotient
	}
	if e.text != "*" || width.kind != kNumber {
		return nil, false
	}
	if quotient.kind == kCall && quotient.text == "floor" {
		quotient = quotient.args[0]
	}
	if quotient.kind != kBinary || quotient.text != "/" || quotient.args[1].kind != kNumber {
		return nil, false
	}
	over, err := strconv.ParseFloat(quotient.args[1].text, 64)
	by, errBy := strconv.ParseFloat(width.text, 64)
	if err != nil || errBy != nil || over != by || by <= 0 {
		return nil, false
	}
	return &form.Expr{Op: form.Band, Args: []*form.Expr{c.value(quotient.args[0])}, Value: numberExpr(by).Value}, true
}

// native says that a value is a time of the engine itself, which can be
// subtracted; SQLite has none.
func (c *converter) native(e *form.Expr) bool {
	switch e.Op {
	case form.Column:
		return e.Column > 0 && c.b.ix.Columns[e.Column].Type.Temporal()
	case form.Today:
		return true
	case form.Day, form.Min, form.Max:
		return c.native(e.Args[0])
	}
	return false
}

// isIntegerDivision says that a division would be one of whole numbers by a literal. Where
// the divisor is data, people meant a real division or had one.
func (c *converter) isIntegerDivision(e *node) bool {
	switch e.kind {
	case kNumber:
		_, err := strconv.Atoi(e.text)
		return err == nil
	case kColumn:
		return e.source.sub == nil && c.b.ix.Columns[e.column].Type == table.Int
	case kBinary:
		return c.isIntegerDivision(e.args[0]) && c.isIntegerDivision(e.args[1])
	}
	return false
}

func (c *converter) call(e *node) *form.Expr {
	if e.over != nil {
		return c.window(e)
	}
	if e.aggregate() {
		return c.aggregate(e)
	}
	if x, ok := c.dateCall(e); ok {
		return x
	}
	switch e.text {
	case "round", "trim", "btrim", "abs":
		if e.text == "abs" {
			refuse("function", "abs")
		}
		return c.value(e.args[0])
	case "coalesce", "ifnull":
		if len(e.args) == 2 && (e.args[1].kind == kNumber || e.args[1].kind == kText) {
			return c.value(e.args[0])
		}
		refuse("function", "coalesce")
	case "nullif", "cast":
		return c.value(e.args[0])
	case "lower", "upper":
		return &form.Expr{Op: form.Lower, Args: []*form.Expr{c.value(e.args[0])}}
	}
	refuse("function", "%s", e.text)
	return nil
}

var aggregates = map[string]form.Op{"count": form.Count, "sum": form.Sum, "total": form.Sum, "avg": form.Avg, "min": form.Min,
	"max": form.Max, "median": form.Median, "percentile": form.Percentile, "stdev": form.Stdev, "stddev": form.Stdev, "stddev_samp": form.Stdev, "corr": form.Corr}

// aggregate takes conditions out of case, filter and boolean operands.
func (c *converter) aggregate(e *node) *form.Expr {
	op, ok := aggregates[e.text]
	if !ok {
		refuse("function", "%s", e.text)
	}
	out := &form.Expr{Op: op, Distinct: e.distinct}
	if op == form.Corr {
		if e.filter != nil {
			refuse("function", "corr of some rows")
		}
		out.Args = []*form.Expr{c.value(e.args[0]), c.value(e.args[1])}
		return out
	}
	if op == form.Percentile {
		out.Value = &form.Value{Kind: form.Number, Text: e.args[1].text}
	}
	arg := e.args[0]
	conds := conjuncts(e.filter)
	for arg.kind == kCall && (arg.text == "coalesce" || arg.text == "ifnull") && len(arg.args) == 2 && arg.args[1].kind == kNumber && op == form.Sum {
		arg = arg.args[0]
	}
	switch {
	case boolean(arg) && (op == form.Sum || op == form.Avg):
		held := c.count(append(conds, arg))
		if op == form.Sum {
			return held
		}
		return simplify(form.Div, held, c.count(conds))
	case arg.kind == kCase && len(arg.args) == 3:
		return c.aggregateCase(out, arg, conds)
	case op == form.Count && arg.kind == kNumber:
		arg = &node{kind: kStar}
	}
	return c.conditional(out, arg, conds)
}

// aggregateCase completes an aggregate of a case with one branch: the branch's
// condition becomes one of the aggregate.
func (c *converter) aggregateCase(out *form.Expr, arg *node, conds []*node) *form.Expr {
	cond, value, other := arg.args[0], arg.args[1], arg.args[2]
	none := other == nil || other.kind == kNull
	zero := other != nil && other.kind == kNumber && isZero(other.text)
	one := value.kind == kNumber && isOne(value.text)
	held := append(conds, cond)
	switch op := out.Op; {
	case op == form.Avg && zero && one:
		return simplify(form.Div, c.count(held), c.count(conds))
	case op == form.Sum && (zero || none) && one, op == form.Count && none && value.kind == kNumber && !out.Distinct:
		return c.count(held)
	case op == form.Sum && zero, none:
		return c.conditional(out, value, held)
	case op == form.Avg && zero:
		return simplify(form.Div, c.conditional(&form.Expr{Op: form.Sum}, value, held), c.count(conds))
	}
	refuse("case", "in an aggregate")
	return nil
}

// count is the number of rows for which the conditions hold.
func (c *converter) count(conds []*node) *form.Expr {
	return c.conditional(&form.Expr{Op: form.Count}, &node{kind: kStar}, conds)
}

// conditional completes an aggregate with its operand. A star counts the rows
// that an outer join keeps; a column of the other side counts where the join's
// own conditions hold.
func (c *converter) conditional(out *form.Expr, arg *node, conds []*node) *form.Expr {
	if out.Op == form.Count && arg.kind == kColumn && !out.Distinct && !arg.source.left && c.w.keeper == nil && c.primary(arg) {
		arg = &node{kind: kStar}
	}
	if arg.kind == kStar && c.w.keeper != nil {
		key := c.b.ix.Tables[c.w.keep].PrimaryKey
		if len(key) == 0 {
			key = c.b.ix.Tables[c.w.keep].Columns
		}
		arg = &node{kind: kColumn, source: c.w.keeper, column: key[0]}
	}
	seen := map[*source]bool{}
	note := func(n *node) bool {
		if n.kind == kColumn && n.source.left && !seen[n.source] {
			seen[n.source] = true
			conds = append(c.w.only[n.source], conds...)
		}
		return true
	}
	arg.walk(note)
	value := c.value(arg)
	if cond := c.all(conds); cond != nil {
		value = &form.Expr{Op: form.If, Args: []*form.Expr{value}, If: cond}
	}
	out.Args = []*form.Expr{value}
	return out
}

func (c *converter) primary(e *node) bool {
	pk := c.b.ix.Tables[e.source.table].PrimaryKey
	return len(pk) == 1 && pk[0] == e.column
}

func isZero(s string) bool { v, err := strconv.ParseFloat(s, 64); return err == nil && v == 0 }
func isOne(s string) bool  { v, err := strconv.ParseFloat(s, 64); return err == nil && v == 1 }

// boolean says that an expression is a condition.
func boolean(e *node) bool {
	switch e.kind {
	case kAnd, kOr, kNot, kIsNull, kIn, kInQuery, kExists, kBetween, kLike:
		return true
	case kBinary:
		switch e.text {
		case "=", "!=", "<", "<=", ">", ">=":
			return true
		}
	}
	return false
}

func (c *converter) window(e *node) *form.Expr {
	w := e.over
	switch {
	case e.text == "lag" && len(e.args) == 1, e.text == "lag" && len(e.args) == 2 && e.args[1].text == "1":
		return &form.Expr{Op: form.Prev, Args: []*form.Expr{c.value(e.args[0])}}
	case ranking[e.text] && len(w.order) > 0 && len(w.partition) == 0 && w.order[0].desc:
		return &form.Expr{Op: form.Rank, Args: []*form.Expr{c.value(w.order[0].e)}}
	case e.text == "sum" && len(w.order) > 0 && w.rows < 0:
		return &form.Expr{Op: form.Running, Args: []*form.Expr{c.value(e.args[0])}}
	case e.text == "count" && len(w.order) > 0 && w.rows < 0:
		refuse("window", "running count of rows")
	case e.text == "avg" && len(w.order) > 0 && w.rows > 0:
		return &form.Expr{Op: form.Moving, Args: []*form.Expr{c.value(e.args[0])}, Value: &form.Value{Kind: form.Number, Text: strconv.Itoa(w.rows + 1)}}
	case e.text == "sum" && len(w.order) == 0:
		x := &form.Expr{Op: overAll, Args: []*form.Expr{c.value(e.args[0])}}
		for _, p := range w.partition {
			x.Args = append(x.Args, c.value(p))
		}
		return x
	}
	refuse("window", "%s", e.text)
	return nil
}

func (c *converter) kind(e *form.Expr) index.Kind {
	if e.Op == form.Column && e.Column > 0 {
		return c.b.ix.Columns[e.Column].Kind
	}
	return index.Other
}
