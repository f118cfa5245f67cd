package postgres

import (
	"math"
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
)

func bounded(name string, args []*pg.Node) error {
	return guard.Bounded(name, items(name, args), size(name, args))
}

// items is how many rows or elements a call makes, 0 when that is not known
// from the text.
func items(name string, args []*pg.Node) float64 {
	switch {
	case name == "generate_series" && len(args) >= 2:
		from, ok1 := constant(args[0])
		to, ok2 := constant(args[1])
		step, ok3 := 1.0, true
		if len(args) > 2 {
			step, ok3 = constant(args[2])
		}
		if ok1 && ok2 && ok3 && step != 0 {
			return (to-from)/step + 1
		}
	case name == "array_fill" && len(args) >= 2:
		n := 1.0
		for _, e := range args[1].GetAArrayExpr().GetElements() {
			if v, ok := constant(e); ok {
				n *= v
			}
		}
		return n
	}
	return 0
}

// size is how many bytes of text a call makes, as far as constants tell.
func size(name string, args []*pg.Node) float64 {
	count := func(i int) float64 {
		if i >= len(args) {
			return 0
		}
		v, _ := constant(args[i])
		return max(v, 0)
	}
	switch name {
	case "repeat":
		if len(args) > 0 {
			return max(length(args[0]), 1) * count(1)
		}
	case "lpad", "rpad":
		return count(1)
	case "format":
		if len(args) > 0 {
			return guard.Widths(args[0].GetAConst().GetSval().GetSval())
		}
	}
	total := 0.0
	for _, a := range args {
		total += length(a)
	}
	return total
}

// length is how long a text is, as far as constants tell.
func length(n *pg.Node) float64 {
	switch x := n.GetNode().(type) {
	case *pg.Node_AConst:
		return float64(len(x.AConst.GetSval().GetSval()))
	case *pg.Node_TypeCast:
		return length(x.TypeCast.GetArg())
	case *pg.Node_AExpr:
		return length(x.AExpr.GetLexpr()) + length(x.AExpr.GetRexpr())
	case *pg.Node_FuncCall:
		return size(last(x.FuncCall.GetFuncname()), x.FuncCall.GetArgs())
	}
	return 0
}

// constant is the value of a number literal, also behind signs, casts and
// arithmetic.
func constant(n *pg.Node) (float64, bool) {
	switch x := n.GetNode().(type) {
	case *pg.Node_AConst:
		switch {
		case x.AConst.GetIval() != nil:
			return float64(x.AConst.GetIval().GetIval()), true
		case x.AConst.GetFval() != nil:
			return number(x.AConst.GetFval().GetFval())
		case x.AConst.GetSval() != nil:
			return number(strings.TrimSpace(x.AConst.GetSval().GetSval()))
		}
	case *pg.Node_TypeCast:
		return constant(x.TypeCast.GetArg())
	case *pg.Node_FuncCall:
		if args := x.FuncCall.GetArgs(); len(args) == 2 {
			if name := last(x.FuncCall.GetFuncname()); name == "power" || name == "pow" {
				return arithmetic("^", args[0], args[1])
			}
		} else if len(args) == 1 { // casts and rounding
			return constant(args[0])
		}
	case *pg.Node_AExpr:
		op := last(x.AExpr.GetName())
		if x.AExpr.GetLexpr() != nil {
			return arithmetic(op, x.AExpr.GetLexpr(), x.AExpr.GetRexpr())
		}
		v, ok := constant(x.AExpr.GetRexpr())
		if op == "-" {
			v = -v
		}
		return v, ok
	}
	return 0, false
}

// number reads what PostgreSQL reads as a number: 1e9, 1_000_000, 0xFF.
func number(s string) (float64, bool) {
	if v, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64); err == nil {
		return v, true
	}
	v, err := strconv.ParseInt(s, 0, 64)
	return float64(v), err == nil
}

func arithmetic(op string, left, right *pg.Node) (float64, bool) {
	a, ok1 := constant(left)
	b, ok2 := constant(right)
	if !ok1 || !ok2 {
		return 0, false
	}
	switch op {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	case "/":
		return a / b, b != 0
	case "^":
		return math.Pow(a, b), true
	case "<<":
		return a * math.Pow(2, b), true
	}
	return 0, false
}
