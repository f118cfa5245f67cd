// Package postgres checks PostgreSQL statements on the tree of PostgreSQL's
// own parser. It refuses everything unknown: node kinds, functions, operators
// and types are on allow-lists.
package postgres

import (
	"context"
	"errors"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// Dialect is this grammar's name.
const Dialect = "postgres"

// New makes the grammar. It holds nothing and is safe for concurrent use.
func New() guard.Grammar { return grammar{} }

type grammar struct{}

func (grammar) Dialect() string { return Dialect }

func (grammar) Check(_ context.Context, sql string, catalog *guard.Catalog) (guard.Finding, error) {
	if err := refuseLongChain(sql); err != nil {
		return guard.Finding{}, err
	}
	tree, err := pg.Parse(sql)
	if err != nil {
		return guard.Finding{}, parseFault(sql, err)
	}
	list := tree.GetStmts()
	if len(list) != 1 {
		return guard.Finding{}, guard.Reject("there are %d statements; only one may run", len(list)).
			WithHint("send one SELECT at a time")
	}
	scope := guard.NewScope(false)
	w := &walker{catalog: catalog, whole: scope}
	if err := w.statement(list[0].GetStmt(), scope); err != nil {
		return guard.Finding{}, err
	}
	if err := w.unambiguous(scope); err != nil {
		return guard.Finding{}, err
	}
	parsed := &statement{sql, tree}
	text, err := parsed.render(w.edits, w.rewritten)
	if err != nil {
		return guard.Finding{}, err
	}
	ordered := len(list[0].GetStmt().GetSelectStmt().GetSortClause()) > 0
	return guard.Finding{SQL: text, Tables: scope.Tables(), Columns: scope.Columns(), Ordered: ordered,
		Qualified: !catalog.Open() && !w.own, Extensions: scope.Extensions()}, nil
}

func parseFault(sql string, err error) error {
	var p *parser.Error
	if !errors.As(err, &p) {
		return fault.Wrap(err, fault.SQLParse, "the statement is not valid PostgreSQL: %v", err)
	}
	f := fault.Wrap(err, fault.SQLParse, "the statement is not valid PostgreSQL: %s", p.Message)
	if p.Cursorpos > 0 && p.Cursorpos <= len(sql)+1 {
		line, column := guard.Position(sql, p.Cursorpos-1)
		return f.WithHint("look at line %d, column %d", line, column)
	}
	return f.WithHint("check the end of the statement")
}

// statement accepts a query, or the plan of one.
func (w *walker) statement(n *pg.Node, scope *guard.Scope) error {
	switch s := n.GetNode().(type) {
	case *pg.Node_SelectStmt:
		_, err := w.query(s.SelectStmt, scope)
		return err
	case *pg.Node_ExplainStmt:
		for _, o := range s.ExplainStmt.GetOptions() {
			if name := o.GetDefElem().GetDefname(); !explainOptions[name] {
				return guard.Reject("EXPLAIN with the option %s may run the statement", name).WithHint("use plain EXPLAIN")
			}
		}
		inner := s.ExplainStmt.GetQuery().GetSelectStmt()
		if inner == nil {
			return notAQuery()
		}
		_, err := w.query(inner, scope)
		return err
	}
	return notAQuery()
}

var explainOptions = map[string]bool{"verbose": true, "costs": true, "format": true, "summary": true}

func notAQuery() error {
	return guard.Reject("only SELECT, WITH … SELECT, VALUES and TABLE may run; this statement does something else").
		WithHint("Plumb only reads: ask for the rows instead")
}
