package postgres

import (
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
)

// outputs works out what a query's columns are called, as PostgreSQL does. It
// has to be exact: a name that is no column would call a function.
func outputs(q *pg.SelectStmt, s *guard.Scope) (*guard.Relation, error) {
	out := &guard.Relation{}
	if rows := q.GetValuesLists(); len(rows) > 0 {
		for i := range rows[0].GetList().GetItems() {
			out.Columns = append(out.Columns, fmt.Sprintf("column%d", i+1))
		}
		return out, s.Full(len(out.Columns))
	}
	for _, n := range q.GetTargetList() {
		if err := s.Full(len(out.Columns)); err != nil {
			return nil, err
		}
		t := n.GetResTarget()
		if t.GetName() != "" {
			out.Columns = append(out.Columns, t.GetName())
			continue
		}
		if relations, ok := starRelations(t.GetVal(), s); ok {
			for _, r := range relations {
				out.Columns = append(out.Columns, r.Columns...)
				out.Open = out.Open || r.Open
			}
			continue
		}
		if i := t.GetVal().GetAIndirection().GetIndirection(); len(i) > 0 && i[len(i)-1].GetAStar() != nil {
			out.Open = true // the fields of a row
			continue
		}
		if name, _ := figure(t.GetVal()); name != "" {
			out.Columns = append(out.Columns, name)
		} else {
			out.Open = true
		}
	}
	return out, s.Full(len(out.Columns))
}

// starRelations are the relations that * or relation.* stands for.
func starRelations(n *pg.Node, s *guard.Scope) ([]*guard.Relation, bool) {
	fields := n.GetColumnRef().GetFields()
	if len(fields) == 0 || fields[len(fields)-1].GetAStar() == nil {
		return nil, false
	}
	switch names := texts(fields[:len(fields)-1]); len(names) {
	case 0:
		return s.Relations(), true
	default:
		if r := find(names, s); r != nil {
			return []*guard.Relation{r}, true
		}
		return nil, true
	}
}

// find is the relation of a dotted name: relation or schema.relation.
func find(names []string, s *guard.Scope) *guard.Relation {
	switch len(names) {
	case 1:
		return s.Relation(names[0])
	case 2:
		return s.QualifiedRelation(names[0], names[1])
	}
	return nil
}

// The names that PostgreSQL gives to expressions without an alias have three
// strengths: none, weak (a cast's type, CASE) and strong.
const (
	unnamed = iota
	weak
	strong
)

func figure(n *pg.Node) (string, int) {
	switch x := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		if name := lastText(x.ColumnRef.GetFields()); name != "" {
			return name, strong
		}
	case *pg.Node_AIndirection:
		if name := lastText(x.AIndirection.GetIndirection()); name != "" {
			return name, strong
		}
		return figure(x.AIndirection.GetArg())
	case *pg.Node_FuncCall:
		return last(x.FuncCall.GetFuncname()), strong
	case *pg.Node_AExpr:
		if x.AExpr.GetKind() == pg.A_Expr_Kind_AEXPR_NULLIF {
			return "nullif", strong
		}
	case *pg.Node_TypeCast:
		if name, strength := figure(x.TypeCast.GetArg()); strength == strong {
			return name, strength
		}
		return last(x.TypeCast.GetTypeName().GetNames()), weak
	case *pg.Node_CollateClause:
		return figure(x.CollateClause.GetArg())
	case *pg.Node_SubLink:
		switch x.SubLink.GetSubLinkType() {
		case pg.SubLinkType_EXISTS_SUBLINK:
			return "exists", strong
		case pg.SubLinkType_ARRAY_SUBLINK:
			return "array", strong
		case pg.SubLinkType_EXPR_SUBLINK:
			return figureQuery(x.SubLink.GetSubselect().GetSelectStmt())
		}
	case *pg.Node_CaseExpr:
		if name, strength := figure(x.CaseExpr.GetDefresult()); strength == strong {
			return name, strength
		}
		return "case", weak
	case *pg.Node_MinMaxExpr:
		return strings.ToLower(strings.TrimPrefix(x.MinMaxExpr.GetOp().String(), "IS_")), strong
	case *pg.Node_SqlvalueFunction:
		name := strings.TrimPrefix(x.SqlvalueFunction.GetOp().String(), "SVFOP_")
		return strings.ToLower(strings.TrimSuffix(name, "_N")), strong
	case *pg.Node_JsonFuncExpr:
		name := strings.TrimSuffix(x.JsonFuncExpr.GetOp().String(), "_OP")
		return strings.ToLower(name), strong
	}
	if name := fixedName(n); name != "" {
		return name, strong
	}
	return "?column?", unnamed
}

// fixedName is the name of an expression whose kind alone decides it.
func fixedName(n *pg.Node) string {
	switch n.GetNode().(type) {
	case *pg.Node_GroupingFunc:
		return "grouping"
	case *pg.Node_AArrayExpr:
		return "array"
	case *pg.Node_RowExpr:
		return "row"
	case *pg.Node_CoalesceExpr:
		return "coalesce"
	case *pg.Node_JsonParseExpr:
		return "json"
	case *pg.Node_JsonScalarExpr:
		return "json_scalar"
	case *pg.Node_JsonSerializeExpr:
		return "json_serialize"
	case *pg.Node_JsonObjectConstructor:
		return "json_object"
	case *pg.Node_JsonArrayConstructor, *pg.Node_JsonArrayQueryConstructor:
		return "json_array"
	case *pg.Node_JsonObjectAgg:
		return "json_objectagg"
	case *pg.Node_JsonArrayAgg:
		return "json_arrayagg"
	}
	return ""
}

// figureQuery is the name of a scalar subquery: that of its first column, or
// "" where that is the one behind a star.
func figureQuery(q *pg.SelectStmt) (string, int) {
	for q.GetOp() != pg.SetOperation_SETOP_NONE {
		q = q.GetLarg()
	}
	if len(q.GetValuesLists()) > 0 {
		return "column1", strong
	}
	if len(q.GetTargetList()) == 0 {
		return "?column?", unnamed
	}
	t := q.GetTargetList()[0].GetResTarget()
	if t.GetName() != "" {
		return t.GetName(), strong
	}
	if fields := t.GetVal().GetColumnRef().GetFields(); len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil {
		return "", strong
	}
	name, _ := figure(t.GetVal())
	return name, strong
}

// lastText is the last name of a list that may end in subscripts or a star.
func lastText(nodes []*pg.Node) string {
	for i := len(nodes) - 1; i >= 0; i-- {
		if s := nodes[i].GetString_(); s != nil {
			return s.GetSval()
		}
	}
	return ""
}
