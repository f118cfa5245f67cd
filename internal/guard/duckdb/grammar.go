// Package duckdb checks DuckDB statements on the tree of DuckDB's own parser
// (json_serialize_sql), and renders them from that tree. What it does not know,
// it refuses: node kinds, functions and types are all on allow-lists.
package duckdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"sync"

	_ "github.com/duckdb/duckdb-go/v2" // the parser lives in the engine

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
	db     *sql.DB
	parse  *sql.Stmt
	render *sql.Stmt
}

// Dialect is "duckdb".
func (*Grammar) Dialect() string { return Dialect }

// Close frees the parser.
func (g *Grammar) Close() error {
	if g.db == nil {
		return nil
	}
	return g.db.Close()
}

func (g *Grammar) start(ctx context.Context) error {
	g.open.Do(func() { g.err = g.prepare(ctx) })
	if g.err != nil {
		return fault.Wrap(g.err, fault.Internal, "the DuckDB parser does not start: %v", g.err)
	}
	return nil
}

func (g *Grammar) prepare(ctx context.Context) (err error) {
	if g.db, err = sql.Open("duckdb", "?threads=1&memory_limit=512MB&enable_external_access=false"); err != nil {
		return err
	}
	if _, err = g.db.ExecContext(ctx, "SET lock_configuration=true"); err != nil {
		return err
	}
	if g.parse, err = g.db.PrepareContext(ctx, "SELECT json_serialize_sql($1::VARCHAR, skip_default := true)::VARCHAR"); err != nil {
		return err
	}
	g.render, err = g.db.PrepareContext(ctx, "SELECT json_deserialize_sql($1::VARCHAR::JSON)")
	return err
}

// Check implements guard.Grammar.
func (g *Grammar) Check(ctx context.Context, text string, catalog *guard.Catalog) (guard.Finding, error) {
	if err := g.start(ctx); err != nil {
		return guard.Finding{}, err
	}
	tokens, err := lex(text)
	if err != nil {
		return guard.Finding{}, err
	}
	explain := len(tokens) > 1 && tokens[0].is("EXPLAIN") && !tokens[1].is("ANALYZE") && !tokens[1].is("(")
	if explain {
		tokens = tokens[1:]
	}
	if finding, ok := showTables(tokens, catalog); ok {
		return finding, nil
	}
	tokens, pivots := fillPivots(tokens)
	if explain || pivots > 0 {
		text = join(tokens)
	}
	tree, raw, err := g.tree(ctx, text)
	if err != nil {
		return guard.Finding{}, err
	}
	w := &walker{catalog: catalog}
	scope := guard.NewScope(true)
	if err := w.statement(tree, scope); err != nil {
		return guard.Finding{}, err
	}
	f := guard.Finding{Tables: scope.Tables(), Columns: scope.Columns()}
	if f.SQL, err = g.print(ctx, raw); err != nil {
		return guard.Finding{}, err
	}
	if f.Pivots, err = g.pivotQueries(ctx, w.pivots); err != nil {
		return guard.Finding{}, err
	}
	if explain {
		f.SQL = "EXPLAIN " + f.SQL
	}
	return f, nil
}

// tree parses the text into the JSON form of DuckDB's syntax tree.
func (g *Grammar) tree(ctx context.Context, text string) (map[string]any, string, error) {
	var raw string
	if err := g.parse.QueryRowContext(ctx, text).Scan(&raw); err != nil {
		return nil, "", fault.Wrap(err, fault.SQLParse, "the statement cannot be parsed: %s", firstLine(err.Error()))
	}
	var reply struct {
		Error      bool             `json:"error"`
		Type       string           `json:"error_type"`
		Message    string           `json:"error_message"`
		Position   json.Number      `json:"position"`
		Statements []map[string]any `json:"statements"`
	}
	if err := json.Unmarshal([]byte(raw), &reply); err != nil {
		return nil, "", fault.Wrap(err, fault.Internal, "the statement's tree cannot be read: %v", err)
	}
	switch {
	case reply.Error && reply.Type == "not implemented":
		return nil, "", guard.Reject("only SELECT, WITH … SELECT, FROM, VALUES and DESCRIBE may run; this statement does something else").
			WithHint("Plumb only reads: ask for the rows instead")
	case reply.Error:
		f := fault.New(fault.SQLParse, "the statement is not valid DuckDB SQL: %s", firstLine(reply.Message))
		if p, err := reply.Position.Int64(); err == nil {
			line, column := guard.Position(text, int(p))
			return nil, "", f.WithHint("look at line %d, column %d", line, column)
		}
		return nil, "", f.WithHint("check the spelling of the keywords and the end of the statement")
	case len(reply.Statements) != 1:
		return nil, "", guard.Reject("there are %d statements; only one may run", len(reply.Statements)).
			WithHint("send one SELECT at a time")
	}
	return reply.Statements[0], raw, nil
}

// print renders a tree as SQL.
func (g *Grammar) print(ctx context.Context, tree string) (string, error) {
	var text string
	if err := g.render.QueryRowContext(ctx, tree).Scan(&text); err != nil {
		return "", guard.Reject("the statement cannot be rendered from its tree").WithHint("write it more plainly")
	}
	return text, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimPrefix(s, "Parser Error: ")
}
