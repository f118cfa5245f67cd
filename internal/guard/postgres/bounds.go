package postgres

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/plumbdata/plumb/internal/guard"
)

// Some functions make a value of any size that they are asked for, at once: no
// time limit is kept meanwhile. So the size has to show in the text, or is kept
// small where the statement runs.

// counted are the functions whose second argument is a number of repetitions or
// characters.
var counted = set(`repeat lpad rpad`)

// SizedFunctions are those that make a value of a size that they are given.
func SizedFunctions() []string { return []string{"repeat", "lpad", "rpad", "array_fill", "format"} }

// mostCounted is the largest smallint: see limitCount.
const mostCounted = math.MaxInt16

// What is compared point by point with another takes long as a whole.
const (
	mostPoints = 1000
	mostShape  = 10_000 // bytes of its text
)

// outlined are the types of shapes with any number of points.
var outlined = set(`polygon path`)

// checkShape refuses a cast of a text that may have very many points.
func checkShape(c *pg.TypeCast) error {
	if name := last(c.GetTypeName().GetNames()); outlined[name] {
		if text, ok := literal(c.GetArg()); !ok || len(text) > mostShape {
			return guard.Reject("only a short text may be cast to %s", name).WithHint("write it as a plain text of at most %d bytes", mostShape)
		}
	}
	return nil
}

// unknownLength is what a text that only shows at run time counts as, in bytes.
const unknownLength = 100

// limitCount has a count that is computed cast to smallint, so that a large one
// is an error. It reports whether it had to.
func limitCount(name string, args []*pg.Node) bool {
	if !counted[name] || len(args) < 2 || small(args[1]) {
		return false
	}
	if _, ok := constant(args[1]); ok {
		return false
	}
	smallint := &pg.TypeName{Names: []*pg.Node{pg.MakeStrNode(catalogSchema), pg.MakeStrNode("int2")}, Typemod: -1}
	args[1] = &pg.Node{Node: &pg.Node_TypeCast{TypeCast: &pg.TypeCast{Arg: args[1], TypeName: smallint}}}
	return true
}

// small reports whether a value is cast to smallint.
func small(n *pg.Node) bool {
	t := n.GetTypeCast().GetTypeName()
	names := texts(t.GetNames())
	return len(names) == 2 && names[0] == catalogSchema && names[1] == "int2" && len(t.GetArrayBounds()) == 0
}

// CheckSizes refuses the definition of a view that makes values of a size that
// is large or not known.
func CheckSizes(definition string) error {
	tree, err := pg.Parse(definition)
	if err != nil {
		return parseFault(definition, err)
	}
	return checkSizes(tree.ProtoReflect())
}

func checkSizes(m protoreflect.Message) (err error) {
	if f, ok := m.Interface().(*pg.FuncCall); ok {
		name, args := last(f.GetFuncname()), f.GetArgs()
		if err := checkSize(name, args); err != nil {
			return err
		}
		if counted[name] && len(args) > 1 {
			if _, ok := constant(args[1]); !ok && !small(args[1]) {
				return guard.Reject("%s is given a size that only shows when it runs", name)
			}
		}
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() != protoreflect.MessageKind:
		case f.IsList():
			for i := range v.List().Len() {
				if err = checkSizes(v.List().Get(i).Message()); err != nil {
					return false
				}
			}
		default:
			err = checkSizes(v.Message())
		}
		return err == nil
	})
	return err
}

func checkSize(name string, args []*pg.Node) error {
	switch {
	case name == "format" && len(args) > 0:
		if f, ok := literal(args[0]); !ok || computedWidth.MatchString(f) {
			return guard.Reject("format takes a width from its arguments, or its template is not a constant").
				WithHint("write the template as a constant, with widths as numbers in it")
		}
	case name == "polygon" && len(args) == 2:
		if n, ok := constant(args[0]); !ok || n > mostPoints {
			return guard.Reject("polygon may have at most %d points, written as a number", mostPoints).WithHint("ask for fewer points")
		}
	case name == "array_fill" && len(args) > 1:
		if n := items(name, args); math.IsNaN(n) {
			return guard.Reject("array_fill is given a computed size").WithHint("write the size as ARRAY[n]")
		}
	}
	return guard.Bounded(name, items(name, args), size(name, args))
}

// computedWidth finds a width in a template that is taken from the arguments.
var computedWidth = regexp.MustCompile(`%[-0-9$]*\*`)

// literal is a text that is written as such.
func literal(n *pg.Node) (string, bool) {
	if c := n.GetTypeCast(); c != nil {
		n = c.GetArg()
	}
	v := n.GetAConst().GetSval()
	return v.GetSval(), v != nil
}

// items is how many rows or elements a call makes, 0 when that is not known
// from the text of a call that makes them one by one, NaN of one that does not.
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
		elements := args[1].GetAArrayExpr().GetElements()
		n := 1.0
		for _, e := range elements {
			v, ok := constant(e)
			if !ok {
				return math.NaN()
			}
			n *= v
		}
		if len(elements) == 0 {
			return math.NaN()
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
		v, ok := constant(args[i])
		if !ok {
			return mostCounted
		}
		return max(v, 0)
	}
	switch {
	case name == "repeat" && len(args) > 1:
		return stretch(args[0]) * count(1)
	case name == "lpad" || name == "rpad":
		return count(1)
	case name == "array_fill" && len(args) > 1:
		return stretch(args[0]) * items(name, args)
	case name == "format" && len(args) > 0:
		return guard.Widths(args[0].GetAConst().GetSval().GetSval())
	}
	total := 0.0
	for _, a := range args {
		total += length(a)
	}
	return total
}

// stretch is how long a value counts that is made many times.
func stretch(n *pg.Node) float64 {
	if c := n.GetAConst(); c != nil || n.GetTypeCast().GetArg().GetAConst() != nil {
		return max(length(n), 1)
	}
	return max(length(n), unknownLength)
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
