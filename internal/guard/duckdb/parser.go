package duckdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"reflect"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the parser lives in the engine

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// parser is DuckDB as a parser and printer of its own SQL.
type parser struct {
	db     *sql.DB
	trip   *sql.Stmt
	render *sql.Stmt
	macros macros
}

// roundTripSQL parses a text, prints its tree, and parses what was printed.
// What cannot be parsed, or is not one statement, stays NULL.
const roundTripSQL = `
	SELECT tree, text, json_serialize_sql(text, skip_default := true)::VARCHAR FROM (
		SELECT tree::VARCHAR AS tree, CASE WHEN starts_with(tree::VARCHAR, '{"error":false') AND json_array_length(tree, '$.statements') = 1
			THEN json_deserialize_sql(tree) END AS text
		FROM (SELECT json_serialize_sql($1::VARCHAR, skip_default := true) AS tree))`

func newParser(ctx context.Context) (*parser, error) {
	db, err := sql.Open("duckdb", "?threads=1&memory_limit=512MB&enable_external_access=false")
	if err != nil {
		return nil, err
	}
	p := &parser{db: db}
	if err := p.prepare(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return p, nil
}

func (p *parser) prepare(ctx context.Context) (err error) {
	if p.macros, err = p.builtinMacros(ctx); err != nil {
		return err
	}
	if _, err = p.db.ExecContext(ctx, "SET lock_configuration=true"); err != nil {
		return err
	}
	if p.trip, err = p.db.PrepareContext(ctx, roundTripSQL); err != nil {
		return err
	}
	p.render, err = p.db.PrepareContext(ctx, "SELECT json_deserialize_sql($1::VARCHAR::JSON)")
	return err
}

func (p *parser) builtinMacros(ctx context.Context) (macros, error) {
	rows, err := p.db.QueryContext(ctx, `
		SELECT function_name, string_agg(lower(macro_definition), ' ') FROM duckdb_functions()
		WHERE function_type IN ('macro', 'table_macro') AND macro_definition IS NOT NULL GROUP BY ALL`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	m := macros{}
	for rows.Next() {
		var name, definition string
		if err := rows.Scan(&name, &definition); err != nil {
			return nil, err
		}
		m[name] = definition
	}
	return m, rows.Err()
}

// roundTrip is the text as it will run, and the tree of that text. It makes
// sure that the text says what was written: both have the same tree.
func (p *parser) roundTrip(ctx context.Context, text string) (string, map[string]any, error) {
	var written string
	var rendered, again sql.NullString
	if err := p.trip.QueryRowContext(ctx, text).Scan(&written, &rendered, &again); err != nil {
		return "", nil, unparsable(ctx, err)
	}
	if !rendered.Valid {
		_, err := statement(text, written)
		return "", nil, err
	}
	if strings.Contains(written, doubleMark) {
		return "", nil, unrenderable()
	}
	tree, err := statement(rendered.String, again.String)
	if err == nil && placeless(written) == placeless(again.String) {
		return rendered.String, tree, nil
	}
	return p.canonicalTrip(ctx, text, written)
}

// canonicalTrip is roundTrip for a tree that DuckDB prints in a form that it
// parses in another: see canonical.
func (p *parser) canonicalTrip(ctx context.Context, text, written string) (string, map[string]any, error) {
	want, err := statement(text, written)
	if err != nil {
		return "", nil, err
	}
	rendered, err := p.print(ctx, want)
	if err != nil {
		return "", nil, err
	}
	var again string
	if err := p.trip.QueryRowContext(ctx, rendered).Scan(&again, new(sql.NullString), new(sql.NullString)); err != nil {
		return "", nil, unparsable(ctx, err)
	}
	tree, err := statement(rendered, again)
	if err != nil {
		return "", nil, unrenderable()
	}
	got, err := statement(rendered, again)
	if err != nil || !reflect.DeepEqual(canonical(got), any(want)) {
		return "", nil, unrenderable()
	}
	return rendered, tree, nil
}

// print renders a tree as SQL, and leaves it in its canonical form.
func (p *parser) print(ctx context.Context, tree map[string]any) (string, error) {
	raw, err := json.Marshal(map[string]any{"error": false, "statements": []any{canonical(tree)}})
	if err != nil {
		return "", unrenderable()
	}
	var text string
	if err := p.render.QueryRowContext(ctx, string(raw)).Scan(&text); err != nil {
		return "", unrenderable()
	}
	return unmarked(text), nil
}

func unparsable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.Wrap(err, fault.SQLParse, "the statement cannot be parsed: %s", firstLine(err.Error())).
		WithHint("write it more plainly")
}

func unrenderable() error {
	return guard.Reject("the statement cannot be rendered faithfully from its tree").WithHint("write it more plainly")
}

// statement decodes what json_serialize_sql gave: the tree of one statement,
// or what is wrong with the text.
func statement(text, raw string) (map[string]any, error) {
	var reply struct {
		Error      bool             `json:"error"`
		Type       string           `json:"error_type"`
		Message    string           `json:"error_message"`
		Position   json.Number      `json:"position"`
		Statements []map[string]any `json:"statements"`
	}
	decoder := json.NewDecoder(strings.NewReader(raw))
	decoder.UseNumber() // integers of 64 bits and more stay exact
	if err := decoder.Decode(&reply); err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the statement's tree cannot be read: %v", err)
	}
	switch {
	case reply.Error && reply.Type == "not implemented":
		return nil, guard.Reject("only SELECT, WITH … SELECT, FROM, VALUES and DESCRIBE may run; this statement does something else").
			WithHint("Plumb only reads: ask for the rows instead")
	case reply.Error:
		f := fault.New(fault.SQLParse, "the statement is not valid DuckDB SQL: %s", firstLine(reply.Message))
		if p, err := reply.Position.Int64(); err == nil {
			line, column := guard.Position(text, int(p))
			return nil, f.WithHint("look at line %d, column %d", line, column)
		}
		return nil, f.WithHint("check the spelling of the keywords and the end of the statement")
	case len(reply.Statements) != 1:
		return nil, guard.Reject("there are %d statements; only one may run", len(reply.Statements)).
			WithHint("send one SELECT at a time")
	}
	return reply.Statements[0], nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimPrefix(s, "Parser Error: ")
}
