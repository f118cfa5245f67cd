package readback

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// expressions reads the expressions of one select.
type expressions struct {
	b    *builder
	ctes *with
	in   *scope
}

func (e *expressions) optional(n *pg.Node) *node {
	if n == nil {
		return nil
	}
	return e.node(n)
}

func (e *expressions) nodes(list []*pg.Node) []*node {
	out := make([]*node, len(list))
	for i, n := range list {
		out[i] = e.node(n)
	}
	return out
}

func (e *expressions) node(n *pg.Node) (out *node) {
	if e.b.loose {
		defer func() {
			if r := refusalOf(recover()); r != nil {
				out = e.opaque(n, r)
			}
		}()
	}
	switch v := n.Node.(type) {
	case *pg.Node_ColumnRef:
		return e.column(v.ColumnRef)
	case *pg.Node_AConst:
		return e.constant(v.AConst)
	case *pg.Node_AExpr:
		return e.operator(v.AExpr)
	case *pg.Node_BoolExpr:
		k := map[pg.BoolExprType]kind{pg.BoolExprType_AND_EXPR: kAnd, pg.BoolExprType_OR_EXPR: kOr, pg.BoolExprType_NOT_EXPR: kNot}[v.BoolExpr.Boolop]
		return &node{kind: k, args: e.nodes(v.BoolExpr.Args)}
	case *pg.Node_NullTest:
		return &node{kind: kIsNull, args: []*node{e.node(v.NullTest.Arg)}, not: v.NullTest.Nulltesttype == pg.NullTestType_IS_NOT_NULL}
	case *pg.Node_BooleanTest:
		return e.test(v.BooleanTest)
	case *pg.Node_FuncCall:
		return e.call(v.FuncCall)
	case *pg.Node_CoalesceExpr:
		return call("coalesce", e.nodes(v.CoalesceExpr.Args)...)
	case *pg.Node_MinMaxExpr:
		refuse("function", "greatest or least")
	case *pg.Node_TypeCast:
		return e.cast(v.TypeCast)
	case *pg.Node_CaseExpr:
		return e.choice(v.CaseExpr)
	case *pg.Node_SubLink:
		return e.subquery(v.SubLink)
	case *pg.Node_SqlvalueFunction:
		return e.valueFunction(v.SqlvalueFunction)
	}
	refuse("expression", "%T", n.Node)
	return nil
}

func (e *expressions) column(c *pg.ColumnRef) *node {
	var parts []string
	for _, f := range c.Fields {
		if f.GetAStar() != nil {
			return &node{kind: kStar}
		}
		parts = append(parts, f.GetString_().GetSval())
	}
	if n, ok := e.b.resolve(e.in, parts); ok {
		n.checkSize()
		return n
	}
	if len(parts) == 1 && (e.b.ix.Dialect == "sqlite" || e.b.ix.Dialect == "") { // SQLite takes text in double quotes for a literal
		return &node{kind: kText, text: parts[0]}
	}
	refuse("unknown column", "%s", strings.Join(parts, "."))
	return nil
}

func (e *expressions) constant(c *pg.A_Const) *node {
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		return number(strconv.Itoa(int(v.Ival.Ival)))
	case *pg.A_Const_Fval:
		return number(v.Fval.Fval)
	case *pg.A_Const_Sval:
		return &node{kind: kText, text: v.Sval.Sval}
	case *pg.A_Const_Boolval:
		if v.Boolval.Boolval {
			return number("1")
		}
		return number("0")
	}
	if c.Isnull {
		return &node{kind: kNull}
	}
	refuse("literal", "")
	return nil
}

func (e *expressions) operator(x *pg.A_Expr) *node {
	op := ""
	if len(x.Name) > 0 {
		op = x.Name[0].GetString_().GetSval()
	}
	switch x.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		if x.Lexpr == nil {
			arg := e.node(x.Rexpr)
			if op == "-" && arg.kind == kNumber {
				return number("-" + arg.text)
			}
			refuse("operator", "prefix %s", op)
		}
		if op == "<>" {
			op = "!="
		}
		return shiftTime(&node{kind: kBinary, text: op, args: []*node{e.node(x.Lexpr), e.node(x.Rexpr)}})
	case pg.A_Expr_Kind_AEXPR_OP_ANY:
		if list := x.Rexpr.GetAArrayExpr(); list != nil && op == "=" {
			return &node{kind: kIn, args: append([]*node{e.node(x.Lexpr)}, e.nodes(list.Elements)...)}
		}
	case pg.A_Expr_Kind_AEXPR_IN:
		return &node{kind: kIn, not: op == "<>", args: append([]*node{e.node(x.Lexpr)}, e.nodes(x.Rexpr.GetList().Items)...)}
	case pg.A_Expr_Kind_AEXPR_LIKE, pg.A_Expr_Kind_AEXPR_ILIKE:
		return &node{kind: kLike, fold: x.Kind == pg.A_Expr_Kind_AEXPR_ILIKE, not: strings.HasPrefix(op, "!"), args: []*node{e.node(x.Lexpr), e.node(x.Rexpr)}}
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		return &node{kind: kBetween, not: x.Kind == pg.A_Expr_Kind_AEXPR_NOT_BETWEEN,
			args: append([]*node{e.node(x.Lexpr)}, e.nodes(x.Rexpr.GetList().Items)...)}
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		return e.node(x.Lexpr) // guards a divisor, as the form's division does
	case pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		return &node{kind: kBinary, text: "=", args: []*node{e.node(x.Lexpr), e.node(x.Rexpr)}}
	}
	refuse("operator", "%s", x.Kind)
	return nil
}

func (e *expressions) call(f *pg.FuncCall) *node {
	n := &node{kind: kCall, text: strings.ToLower(f.Funcname[len(f.Funcname)-1].GetString_().GetSval()),
		args: e.nodes(f.Args), distinct: f.AggDistinct, filter: e.optional(f.AggFilter)}
	if f.AggStar {
		n.args = []*node{{kind: kStar}}
	}
	if f.AggWithinGroup {
		n.args = append(n.args, e.nodes(sortKeys(f.AggOrder))...)
	}
	if w := f.Over; w != nil {
		n.over = e.window(w)
	}
	n = native(n)
	if n.kind == kCall && len(n.args) < fewestOperands[n.text] {
		refuse("function", "%s without operands", n.text)
	}
	return n
}

// fewestOperands are how many operands a function has at least; who converts it
// counts on that.
var fewestOperands = map[string]int{
	"count": 1, "sum": 1, "total": 1, "avg": 1, "min": 1, "max": 1, "median": 1, "percentile": 2, "stdev": 1, "stddev": 1, "stddev_samp": 1, "corr": 2, "floor": 1,
	"group_concat": 1, "string_agg": 1, "lag": 1, "lead": 1, "first_value": 1, "last_value": 1,
	"round": 1, "trim": 1, "btrim": 1, "nullif": 1, "cast": 1, "lower": 1, "upper": 1, "coalesce": 1, "ifnull": 1,
	"strftime": 1, "date": 1, "datetime": 1, "time": 1, "julianday": 1, "unixepoch": 1, "interval": 1,
}

func sortKeys(list []*pg.Node) []*pg.Node {
	out := make([]*pg.Node, len(list))
	for i, n := range list {
		out[i] = n.GetSortBy().GetNode()
	}
	return out
}

// Bits of a frame clause that PostgreSQL's parser sets.
const (
	frameNotDefault     = 0x00001
	frameRows           = 0x00004
	frameEndUnbounded   = 0x00100
	frameEndCurrent     = 0x00400
	frameStartUnbounded = 0x00020
	frameStartOffset    = 0x00800
)

func (e *expressions) window(w *pg.WindowDef) *window {
	out := &window{partition: e.nodes(w.PartitionClause), rows: -1}
	for _, n := range w.OrderClause {
		k := n.GetSortBy()
		out.order = append(out.order, key{e.node(k.Node), k.SortbyDir == pg.SortByDir_SORTBY_DESC})
	}
	o := w.FrameOptions
	if w.Refname != "" || w.Name != "" || o&frameNotDefault == 0 {
		if w.Refname != "" || w.Name != "" {
			refuse("window", "named")
		}
		return out
	}
	switch {
	case o&frameStartUnbounded != 0 && o&frameEndCurrent != 0:
	case o&frameStartUnbounded != 0 && o&frameEndUnbounded != 0:
		out.order = nil
	case o&frameRows != 0 && o&frameStartOffset != 0 && o&frameEndCurrent != 0:
		n, err := strconv.Atoi(e.node(w.StartOffset).text)
		if err != nil {
			refuse("window", "frame")
		}
		out.rows = n
	default:
		refuse("window", "frame")
	}
	return out
}

func (e *expressions) choice(c *pg.CaseExpr) *node {
	n := &node{kind: kCase}
	for _, w := range c.Args {
		when := w.GetCaseWhen()
		cond := e.node(when.Expr)
		if c.Arg != nil {
			cond = &node{kind: kBinary, text: "=", args: []*node{e.node(c.Arg), cond}}
		}
		n.args = append(n.args, cond, e.node(when.Result))
	}
	n.args = append(n.args, e.optional(c.Defresult))
	return n
}

func (e *expressions) subquery(s *pg.SubLink) *node {
	sub := e.b.statement(s.Subselect.GetSelectStmt(), e.ctes, e.in)
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		return &node{kind: kExists, sub: sub}
	case pg.SubLinkType_EXPR_SUBLINK:
		return &node{kind: kScalar, sub: sub}
	case pg.SubLinkType_ANY_SUBLINK:
		return &node{kind: kInQuery, sub: sub, args: []*node{e.node(s.Testexpr)}}
	}
	refuse("subquery", "%s", s.SubLinkType)
	return nil
}

// valueFunction takes words like user, which name columns in SQLite.
func (e *expressions) valueFunction(f *pg.SQLValueFunction) *node {
	name := map[pg.SQLValueFunctionOp]string{pg.SQLValueFunctionOp_SVFOP_USER: "user", pg.SQLValueFunctionOp_SVFOP_CURRENT_ROLE: "current_role",
		pg.SQLValueFunctionOp_SVFOP_CURRENT_CATALOG: "current_catalog"}[f.Op]
	if n, ok := e.b.resolve(e.in, []string{name}); ok && name != "" {
		return n
	}
	if f.Op == pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE || f.Op == pg.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP {
		return &node{kind: kText, text: "now"}
	}
	refuse("expression", "value function")
	return nil
}
