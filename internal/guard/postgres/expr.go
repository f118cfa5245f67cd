package postgres

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// reserved are the words that cannot be a name without quotes everywhere.
var reserved = set(`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both
	case cast char character check coalesce collate collation column concurrently constraint create cross current_catalog
	current_date current_role current_schema current_time current_timestamp current_user dec decimal default deferrable desc
	distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group grouping
	having ilike in initially inner inout int integer intersect interval into is isnull join json json_array json_arrayagg
	json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value lateral leading least
	left like limit localtime localtimestamp merge_action national natural nchar none normalize not notnull null nullif
	numeric offset on only or order out outer overlaps overlay placing position precision primary real references returning
	right row select session_user setof similar smallint some substring symmetric system_user table tablesample then time
	timestamp to trailing treat trim true union unique user using values varchar variadic verbose when where window with
	xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable
	over filter within`)

// expr prints an expression.
func (p *printer) expr(n *pg.Node) {
	switch x := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		each(p, x.ColumnRef.GetFields(), ".", func(f *pg.Node) {
			if f.GetAStar() != nil {
				p.word("*")
			} else {
				p.name(f.GetString_().GetSval())
			}
		})
	case *pg.Node_AConst:
		p.constant(x.AConst)
	case *pg.Node_FuncCall:
		p.call(x.FuncCall)
	case *pg.Node_AExpr:
		p.operator(x.AExpr)
	case *pg.Node_BoolExpr:
		p.boolean(x.BoolExpr)
	case *pg.Node_NullTest:
		p.operand(x.NullTest.GetArg())
		p.word(map[bool]string{true: " IS NULL", false: " IS NOT NULL"}[x.NullTest.GetNulltesttype() == pg.NullTestType_IS_NULL])
	case *pg.Node_BooleanTest:
		p.operand(x.BooleanTest.GetArg())
		p.word(booleanTests[x.BooleanTest.GetBooltesttype()])
	case *pg.Node_TypeCast:
		p.word("CAST(")
		p.expr(x.TypeCast.GetArg())
		p.word(" AS ")
		p.typeName(x.TypeCast.GetTypeName())
		p.word(")")
	case *pg.Node_CaseExpr:
		p.cases(x.CaseExpr)
	case *pg.Node_CoalesceExpr:
		p.list("COALESCE(", x.CoalesceExpr.GetArgs(), p.expr)
		p.word(")")
	case *pg.Node_MinMaxExpr:
		p.list(map[bool]string{true: "GREATEST(", false: "LEAST("}[x.MinMaxExpr.GetOp() == pg.MinMaxOp_IS_GREATEST], x.MinMaxExpr.GetArgs(), p.expr)
		p.word(")")
	case *pg.Node_SubLink:
		p.sublink(x.SubLink)
	case *pg.Node_SqlvalueFunction:
		p.only(x.SqlvalueFunction.GetTypmod() == -1)
		name, _ := figure(n)
		p.word(name)
	case *pg.Node_AArrayExpr:
		p.word("ARRAY[")
		each(p, x.AArrayExpr.GetElements(), ", ", p.expr)
		p.word("]")
	default:
		p.unknown = true
	}
}

var booleanTests = map[pg.BoolTestType]string{
	pg.BoolTestType_IS_TRUE: " IS TRUE", pg.BoolTestType_IS_NOT_TRUE: " IS NOT TRUE", pg.BoolTestType_IS_FALSE: " IS FALSE",
	pg.BoolTestType_IS_NOT_FALSE: " IS NOT FALSE", pg.BoolTestType_IS_UNKNOWN: " IS UNKNOWN", pg.BoolTestType_IS_NOT_UNKNOWN: " IS NOT UNKNOWN",
}

// operand prints an expression so that no operator beside it can take it
// apart.
func (p *printer) operand(n *pg.Node) {
	switch x := n.GetNode().(type) {
	case *pg.Node_AConst:
		if x.AConst.GetIval().GetIval() >= 0 && !strings.HasPrefix(x.AConst.GetFval().GetFval(), "-") {
			p.expr(n)
			return
		}
	case *pg.Node_AExpr:
		if x.AExpr.GetKind() == pg.A_Expr_Kind_AEXPR_NULLIF {
			p.expr(n)
			return
		}
	case *pg.Node_ColumnRef, *pg.Node_TypeCast, *pg.Node_CaseExpr, *pg.Node_CoalesceExpr, *pg.Node_MinMaxExpr,
		*pg.Node_SqlvalueFunction, *pg.Node_AArrayExpr:
		p.expr(n)
		return
	case *pg.Node_FuncCall:
		if x.FuncCall.GetFuncformat() == pg.CoercionForm_COERCE_EXPLICIT_CALL {
			p.expr(n)
			return
		}
	case *pg.Node_SubLink:
		if x.SubLink.GetSubLinkType() != pg.SubLinkType_ANY_SUBLINK {
			p.expr(n)
			return
		}
	}
	p.word("(")
	p.expr(n)
	p.word(")")
}

func (p *printer) boolean(b *pg.BoolExpr) {
	switch b.GetBoolop() {
	case pg.BoolExprType_NOT_EXPR:
		p.word("NOT ")
		p.operand(b.GetArgs()[0])
	case pg.BoolExprType_AND_EXPR:
		each(p, b.GetArgs(), " AND ", p.term)
	default:
		each(p, b.GetArgs(), " OR ", p.term)
	}
}

// term prints what stands between AND and OR: comparisons need no brackets.
func (p *printer) term(n *pg.Node) {
	if e := n.GetAExpr(); e != nil && e.GetKind() == pg.A_Expr_Kind_AEXPR_OP || n.GetNullTest() != nil {
		p.expr(n)
		return
	}
	p.operand(n)
}

func (p *printer) operator(e *pg.A_Expr) {
	binary := func(op string) {
		p.operand(e.GetLexpr())
		p.word(op)
		p.operand(e.GetRexpr())
	}
	op := last(e.GetName())
	p.only(len(e.GetName()) == 1)
	negated := op == "<>" || op[0] == '!'
	not := func(words string) string {
		if negated {
			return " NOT" + words
		}
		return words
	}
	switch e.GetKind() {
	case pg.A_Expr_Kind_AEXPR_OP:
		if e.GetLexpr() == nil {
			p.word(op + " ")
			p.operand(e.GetRexpr())
			return
		}
		binary(" " + op + " ")
	case pg.A_Expr_Kind_AEXPR_IN:
		p.operand(e.GetLexpr())
		p.list(not(" IN ("), e.GetRexpr().GetList().GetItems(), p.expr)
		p.word(")")
	case pg.A_Expr_Kind_AEXPR_LIKE:
		binary(not(" LIKE "))
	case pg.A_Expr_Kind_AEXPR_ILIKE:
		binary(not(" ILIKE "))
	case pg.A_Expr_Kind_AEXPR_DISTINCT:
		binary(" IS DISTINCT FROM ")
	case pg.A_Expr_Kind_AEXPR_NOT_DISTINCT:
		binary(" IS NOT DISTINCT FROM ")
	case pg.A_Expr_Kind_AEXPR_BETWEEN, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN:
		p.operand(e.GetLexpr())
		p.word(" " + op + " ")
		each(p, e.GetRexpr().GetList().GetItems(), " AND ", p.operand)
	case pg.A_Expr_Kind_AEXPR_NULLIF:
		p.word("NULLIF(")
		p.expr(e.GetLexpr())
		p.word(", ")
		p.expr(e.GetRexpr())
		p.word(")")
	default:
		p.unknown = true
	}
}

func (p *printer) call(f *pg.FuncCall) {
	name := f.GetFuncname()
	if f.GetFuncformat() == pg.CoercionForm_COERCE_SQL_SYNTAX {
		p.printSpecialCall(last(name), f.GetArgs())
		return
	}
	p.only(!f.GetAggWithinGroup() && !f.GetFuncVariadic())
	each(p, name, ".", func(n *pg.Node) { p.name(n.GetString_().GetSval()) })
	p.word("(")
	if f.GetAggStar() {
		p.word("*")
	}
	if f.GetAggDistinct() {
		p.word("DISTINCT ")
	}
	each(p, f.GetArgs(), ", ", p.expr)
	p.list(" ORDER BY ", f.GetAggOrder(), p.sort)
	p.word(")")
	if f.GetAggFilter() != nil {
		p.clause(" FILTER (WHERE ", f.GetAggFilter())
		p.word(")")
	}
	if o := f.GetOver(); o != nil {
		p.word(" OVER ")
		if o.GetName() != "" {
			p.name(o.GetName())
		} else {
			p.window(o)
		}
	}
}

// printSpecialCall prints a call that has a form of its own.
func (p *printer) printSpecialCall(name string, args []*pg.Node) {
	p.only(len(args) == 2)
	switch {
	case len(args) != 2:
	case name == "extract":
		p.word("EXTRACT(")
		p.expr(args[0])
		p.word(" FROM ")
		p.expr(args[1])
		p.word(")")
	case name == "timezone":
		p.operand(args[1])
		p.word(" AT TIME ZONE ")
		p.operand(args[0])
	default:
		p.unknown = true
	}
}

func (p *printer) cases(c *pg.CaseExpr) {
	p.word("CASE")
	p.clause(" ", c.GetArg())
	for _, n := range c.GetArgs() {
		p.clause(" WHEN ", n.GetCaseWhen().GetExpr())
		p.clause(" THEN ", n.GetCaseWhen().GetResult())
	}
	p.clause(" ELSE ", c.GetDefresult())
	p.word(" END")
}

func (p *printer) sublink(s *pg.SubLink) {
	p.only(len(s.GetOperName()) == 0)
	switch s.GetSubLinkType() {
	case pg.SubLinkType_EXISTS_SUBLINK:
		p.word("EXISTS ")
	case pg.SubLinkType_ANY_SUBLINK:
		p.operand(s.GetTestexpr())
		p.word(" IN ")
	case pg.SubLinkType_ARRAY_SUBLINK:
		p.word("ARRAY")
	case pg.SubLinkType_EXPR_SUBLINK:
	default:
		p.unknown = true
	}
	p.word("(")
	p.query(s.GetSubselect().GetSelectStmt())
	p.word(")")
}

// typeWords are the names that types of pg_catalog have in SQL.
var typeWords = map[string]string{
	"bool": "boolean", "int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
	"numeric": "numeric", "varchar": "varchar", "timestamp": "timestamp", "timestamptz": "timestamp with time zone",
	"time": "time", "timetz": "time with time zone", "interval": "interval",
}

func (p *printer) typeName(t *pg.TypeName) {
	p.only(t.GetTypemod() == -1)
	names := texts(t.GetNames())
	if word := typeWords[names[len(names)-1]]; word != "" && len(names) == 2 && names[0] == catalogSchema {
		p.only(len(t.GetTypmods()) == 0 || word == "numeric" || word == "varchar")
		p.word(word)
	} else {
		p.only(len(t.GetTypmods()) == 0)
		each(p, names, ".", p.name)
	}
	if len(t.GetTypmods()) > 0 {
		p.list("(", t.GetTypmods(), p.expr)
		p.word(")")
	}
	for _, b := range t.GetArrayBounds() {
		p.only(b.GetInteger().GetIval() == -1)
		p.word("[]")
	}
}
