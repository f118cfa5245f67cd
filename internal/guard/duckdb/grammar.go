// Package duckdb checks DuckDB statements on the tree of DuckDB's own parser
// (json_serialize_sql), and renders them from that tree. It refuses everything
// unknown: node kinds, functions and types are on allow-lists.
package duckdb

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// Dialect is this grammar's name.
const Dialect = "duckdb"

// New makes the grammar. Its parser, an empty in-memory database, is opened by
// the first check and freed by Close.
func New() guard.Grammar { return &Grammar{} }

// Grammar is safe for concurrent use.
type Grammar struct {
	open   sync.Once
	err    error
	parser *parser
}

// Dialect is "duckdb".
func (*Grammar) Dialect() string { return Dialect }

// Close frees the parser.
func (g *Grammar) Close() error {
	if g.parser == nil {
		return nil
	}
	return g.parser.db.Close()
}

// Check implements guard.Grammar.
func (g *Grammar) Check(ctx context.Context, text string, catalog *guard.Catalog) (guard.Finding, error) {
	// The parser is everybody's: that the first who needs it gives up must not
	// leave the others without one.
	g.open.Do(func() { g.parser, g.err = newParser(context.WithoutCancel(ctx)) })
	if g.err != nil {
		return guard.Finding{}, fault.Wrap(g.err, fault.Internal, "the DuckDB parser does not start: %v", g.err)
	}
	tokens, err := lex(text)
	if err != nil {
		return guard.Finding{}, err
	}
	tokens, explain := cutExplain(tokens)
	if finding, ok := showTables(tokens, catalog); ok {
		return finding, nil
	}
	tokens, pivots := fillPivots(tokens)
	if pivots > guard.MaxPivots {
		return guard.Finding{}, guard.TooManyPivots()
	}
	if explain || pivots > 0 {
		text = join(tokens)
	}
	f, err := g.check(ctx, text, catalog)
	if errors.Is(err, errUnrenderable) && fillDecimals(tokens) {
		f, err = g.check(ctx, join(tokens), catalog)
	}
	if err != nil {
		return guard.Finding{}, err
	}
	if err := settle(&f, pivots); err != nil {
		return guard.Finding{}, err
	}
	if explain {
		f.SQL = "EXPLAIN " + f.SQL
	}
	return f, nil
}

// check walks the tree of a text and renders it. Where the walk had to write
// something in another way, what that renders to is what is checked.
func (g *Grammar) check(ctx context.Context, text string, catalog *guard.Catalog) (guard.Finding, error) {
	const rewrites = 2
	for range rewrites {
		written, err := g.parser.serialize(ctx, text)
		if err != nil {
			return guard.Finding{}, err
		}
		tree, err := statement(text, written)
		if err != nil {
			return guard.Finding{}, err
		}
		f, w, err := g.walk(tree, catalog)
		if err != nil {
			return guard.Finding{}, err
		}
		if w.rewritten {
			if text, err = g.parser.deserialize(ctx, tree); err != nil {
				return guard.Finding{}, err
			}
			continue
		}
		rendered, ok := g.parser.printBack(ctx, tree, written)
		if !ok { // DuckDB prints the rest, and the tree of what it prints is checked
			if rendered, tree, err = g.parser.roundTrip(ctx, text); err != nil {
				return guard.Finding{}, err
			}
			if f, w, err = g.walk(tree, catalog); err != nil {
				return guard.Finding{}, err
			}
		}
		f.SQL = rendered
		f.Pivots, err = g.parser.pivotQueries(ctx, w.pivots)
		return f, err
	}
	return guard.Finding{}, unrenderable()
}

func (g *Grammar) walk(tree *object, catalog *guard.Catalog) (guard.Finding, *walker, error) {
	w := &walker{catalog: catalog, macros: g.parser.macros}
	scope := guard.NewScope(true)
	if err := w.statement(tree, scope); err != nil {
		return guard.Finding{}, nil, err
	}
	return guard.Finding{Tables: scope.Tables(), Columns: scope.Columns(), Ordered: ordered(tree)}, w, nil
}

// ordered reports whether the rows of a statement have an order of their own.
func ordered(tree *object) bool {
	return slices.ContainsFunc(tree.object("node").list("modifiers"), func(m any) bool { return asObject(m).text("type") == "ORDER_MODIFIER" })
}

// cutExplain takes a plain EXPLAIN from a query. Other forms may run it.
func cutExplain(tokens []token) ([]token, bool) {
	if len(tokens) < 3 || !tokens[0].is("EXPLAIN") || tokens[1].is("ANALYZE") {
		return tokens, false
	}
	if tokens[1].is("(") && !tokens[2].is("SELECT") && !tokens[2].is("FROM") && !tokens[2].is("WITH") && !tokens[2].is("(") {
		return tokens, false // options
	}
	return tokens[1:], true
}
