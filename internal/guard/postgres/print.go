package postgres

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// printer writes a tree as SQL. It knows what most statements are made of; for
// the rest, the library's own is used, which is exact but has to have the tree
// encoded for it. Either way the text is parsed again and compared, so what is
// at stake here is speed, not meaning.
type printer struct {
	out     strings.Builder
	unknown bool
}

// print is the tree as SQL, if the printer knows all that is in it.
func print(tree *pg.ParseResult) (string, bool) {
	p := &printer{}
	q := tree.GetStmts()[0].GetStmt().GetSelectStmt()
	if q == nil {
		return "", false
	}
	p.query(q)
	return p.out.String(), !p.unknown
}

func (p *printer) word(s string) { p.out.WriteString(s) }

// only gives up unless a condition holds that the printer takes for granted.
func (p *printer) only(known bool) {
	if !known {
		p.unknown = true
	}
}

// each prints a list with something between its members.
func each[T any](p *printer, list []T, between string, one func(T)) {
	for i, e := range list {
		if i > 0 {
			p.word(between)
		}
		one(e)
	}
}

func (p *printer) clause(name string, n *pg.Node) {
	if n != nil {
		p.word(name)
		p.expr(n)
	}
}

func (p *printer) list(name string, nodes []*pg.Node, one func(*pg.Node)) {
	if len(nodes) > 0 {
		p.word(name)
		each(p, nodes, ", ", one)
	}
}

func (p *printer) query(q *pg.SelectStmt) {
	p.with(q.GetWithClause())
	switch {
	case q.GetOp() != pg.SetOperation_SETOP_NONE:
		p.operation(q)
	case len(q.GetValuesLists()) > 0:
		p.list("VALUES ", q.GetValuesLists(), func(n *pg.Node) {
			p.word("(")
			each(p, n.GetList().GetItems(), ", ", p.expr)
			p.word(")")
		})
	default:
		p.selection(q)
	}
	p.list(" ORDER BY ", q.GetSortClause(), p.sort)
	p.only(q.GetLimitOption() != pg.LimitOption_LIMIT_OPTION_WITH_TIES)
	p.clause(" LIMIT ", q.GetLimitCount())
	p.clause(" OFFSET ", q.GetLimitOffset())
}

func (p *printer) selection(q *pg.SelectStmt) {
	p.word("SELECT")
	if d := q.GetDistinctClause(); len(d) > 0 {
		p.word(" DISTINCT")
		if d[0].GetNode() != nil {
			p.list(" ON (", d, p.expr)
			p.word(")")
		}
	}
	p.list(" ", q.GetTargetList(), func(n *pg.Node) {
		p.expr(n.GetResTarget().GetVal())
		if name := n.GetResTarget().GetName(); name != "" {
			p.word(" AS ")
			p.name(name)
		}
	})
	p.list(" FROM ", q.GetFromClause(), p.from)
	p.clause(" WHERE ", q.GetWhereClause())
	p.only(!q.GetGroupDistinct())
	p.list(" GROUP BY ", q.GetGroupClause(), p.expr)
	p.clause(" HAVING ", q.GetHavingClause())
	p.list(" WINDOW ", q.GetWindowClause(), func(n *pg.Node) {
		p.name(n.GetWindowDef().GetName())
		p.word(" AS ")
		p.window(n.GetWindowDef())
	})
}

func (p *printer) operation(q *pg.SelectStmt) {
	arm := func(q *pg.SelectStmt) {
		bare := q.GetOp() == pg.SetOperation_SETOP_NONE && len(q.GetSortClause()) == 0 && q.GetLimitCount() == nil &&
			q.GetLimitOffset() == nil && q.GetWithClause() == nil
		if bare {
			p.query(q)
			return
		}
		p.word("(")
		p.query(q)
		p.word(")")
	}
	arm(q.GetLarg())
	switch q.GetOp() {
	case pg.SetOperation_SETOP_UNION:
		p.word(" UNION ")
	case pg.SetOperation_SETOP_INTERSECT:
		p.word(" INTERSECT ")
	default:
		p.word(" EXCEPT ")
	}
	if q.GetAll() {
		p.word("ALL ")
	}
	arm(q.GetRarg())
}

func (p *printer) with(c *pg.WithClause) {
	if c == nil {
		return
	}
	p.word("WITH ")
	if c.GetRecursive() {
		p.word("RECURSIVE ")
	}
	each(p, c.GetCtes(), ", ", func(n *pg.Node) {
		cte := n.GetCommonTableExpr()
		p.only(cte.GetSearchClause() == nil && cte.GetCycleClause() == nil && cte.GetCtematerialized() == pg.CTEMaterialize_CTEMaterializeDefault)
		p.name(cte.GetCtename())
		p.names(cte.GetAliascolnames())
		p.word(" AS (")
		p.query(cte.GetCtequery().GetSelectStmt())
		p.word(")")
	})
	p.word(" ")
}

func (p *printer) from(n *pg.Node) {
	switch x := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		p.only(x.RangeVar.GetInh())
		if s := x.RangeVar.GetSchemaname(); s != "" {
			p.name(s)
			p.word(".")
		}
		p.name(x.RangeVar.GetRelname())
		p.alias(x.RangeVar.GetAlias())
	case *pg.Node_RangeSubselect:
		if x.RangeSubselect.GetLateral() {
			p.word("LATERAL ")
		}
		p.word("(")
		p.query(x.RangeSubselect.GetSubquery().GetSelectStmt())
		p.word(")")
		p.alias(x.RangeSubselect.GetAlias())
	case *pg.Node_JoinExpr:
		p.join(x.JoinExpr)
	default:
		p.unknown = true
	}
}

func (p *printer) join(j *pg.JoinExpr) {
	p.only(j.GetAlias() == nil && j.GetJoinUsingAlias() == nil && !j.GetIsNatural())
	p.from(j.GetLarg())
	switch j.GetJointype() {
	case pg.JoinType_JOIN_INNER:
		if j.GetQuals() == nil && len(j.GetUsingClause()) == 0 {
			p.word(" CROSS")
		}
	case pg.JoinType_JOIN_LEFT:
		p.word(" LEFT")
	case pg.JoinType_JOIN_RIGHT:
		p.word(" RIGHT")
	case pg.JoinType_JOIN_FULL:
		p.word(" FULL")
	default:
		p.unknown = true
	}
	p.word(" JOIN ")
	if j.GetRarg().GetJoinExpr() != nil {
		p.word("(")
		p.from(j.GetRarg())
		p.word(")")
	} else {
		p.from(j.GetRarg())
	}
	p.clause(" ON ", j.GetQuals())
	if len(j.GetUsingClause()) > 0 {
		p.word(" USING ")
		p.names(j.GetUsingClause())
	}
}

func (p *printer) alias(a *pg.Alias) {
	if a != nil {
		p.word(" ")
		p.name(a.GetAliasname())
		p.names(a.GetColnames())
	}
}

func (p *printer) names(nodes []*pg.Node) {
	if len(nodes) > 0 {
		p.word("(")
		each(p, nodes, ", ", func(n *pg.Node) { p.name(n.GetString_().GetSval()) })
		p.word(")")
	}
}

func (p *printer) sort(n *pg.Node) {
	s := n.GetSortBy()
	p.only(len(s.GetUseOp()) == 0)
	p.expr(s.GetNode())
	switch s.GetSortbyDir() {
	case pg.SortByDir_SORTBY_ASC:
		p.word(" ASC")
	case pg.SortByDir_SORTBY_DESC:
		p.word(" DESC")
	}
	switch s.GetSortbyNulls() {
	case pg.SortByNulls_SORTBY_NULLS_FIRST:
		p.word(" NULLS FIRST")
	case pg.SortByNulls_SORTBY_NULLS_LAST:
		p.word(" NULLS LAST")
	}
}

// window prints a definition in brackets, or the name of one.
func (p *printer) window(d *pg.WindowDef) {
	const plain = 0x00402 | 0x00020 | 0x00010 // the frame that is meant where none is written
	p.only(d.GetFrameOptions()&^plain == 0 && d.GetStartOffset() == nil && d.GetEndOffset() == nil && d.GetRefname() == "")
	p.word("(")
	p.list("PARTITION BY ", d.GetPartitionClause(), p.expr)
	if len(d.GetPartitionClause()) > 0 && len(d.GetOrderClause()) > 0 {
		p.word(" ")
	}
	p.list("ORDER BY ", d.GetOrderClause(), p.sort)
	p.word(")")
}

// name prints an identifier, in quotes where it needs them.
func (p *printer) name(s string) {
	plain := s != "" && !reserved[s]
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c == '_' || c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9'
	}
	if plain {
		p.word(s)
	} else {
		p.word(`"` + strings.ReplaceAll(s, `"`, `""`) + `"`)
	}
}

// text prints a string constant. Backslashes are left to the library: what
// they mean depends on a setting of the server.
func (p *printer) text(s string) {
	p.only(!strings.ContainsRune(s, '\\'))
	p.word("'" + strings.ReplaceAll(s, "'", "''") + "'")
}

func (p *printer) constant(c *pg.A_Const) {
	switch v := c.GetVal().(type) {
	case *pg.A_Const_Ival:
		p.word(strconv.Itoa(int(v.Ival.GetIval())))
	case *pg.A_Const_Fval:
		p.word(v.Fval.GetFval())
	case *pg.A_Const_Boolval:
		p.word(strconv.FormatBool(v.Boolval.GetBoolval()))
	case *pg.A_Const_Sval:
		p.text(v.Sval.GetSval())
	default:
		p.only(c.GetIsnull())
		p.word("NULL")
	}
}
