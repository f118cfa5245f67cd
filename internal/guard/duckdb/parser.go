package duckdb

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"strconv"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2" // the parser lives in the engine

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// parser is DuckDB as a parser and printer of its own SQL.
type parser struct {
	db     *sql.DB
	parse  *sql.Stmt
	render *sql.Stmt
	trip   *sql.Stmt
	macros macros
}

const (
	parseSQL = `SELECT json_serialize_sql($1::VARCHAR, skip_default := true)::VARCHAR`
	printSQL = `SELECT json_deserialize_sql($1::VARCHAR::JSON)`
	// roundTripSQL parses a text, prints its tree, and parses what was printed.
	// It fails for what is not one query.
	roundTripSQL = `
		SELECT tree::VARCHAR, text, json_serialize_sql(text, skip_default := true)::VARCHAR FROM (
			SELECT tree, json_deserialize_sql(tree) AS text FROM (
				SELECT json_serialize_sql($1::VARCHAR, skip_default := true) AS tree))`
)

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
	for _, s := range []struct {
		prepared **sql.Stmt
		text     string
	}{{&p.parse, parseSQL}, {&p.render, printSQL}, {&p.trip, roundTripSQL}} {
		if *s.prepared, err = p.db.PrepareContext(ctx, s.text); err != nil {
			return err
		}
	}
	return nil
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
func (p *parser) roundTrip(ctx context.Context, text string) (string, *object, error) {
	var written, rendered, again string
	if err := p.trip.QueryRowContext(ctx, text).Scan(&written, &rendered, &again); err != nil {
		if written, err = p.serialize(ctx, text); err != nil {
			return "", nil, err
		}
		if _, err := statement(text, written); err != nil {
			return "", nil, err
		}
		return "", nil, unrenderable()
	}
	if strings.Contains(written, doubleMark) {
		return "", nil, unrenderable()
	}
	tree, err := statement(rendered, again)
	if err == nil && sameTree(written, again) {
		return rendered, tree, nil
	}
	want, err := statement(text, written)
	if err != nil {
		return "", nil, err
	}
	return p.faithful(ctx, want)
}

// faithful is the text of a tree, and the tree of that text, where DuckDB may
// print the tree in a form that it parses in another: see canonical. It leaves
// the tree in that form.
func (p *parser) faithful(ctx context.Context, want *object) (string, *object, error) {
	rendered, err := p.deserialize(ctx, want)
	if err != nil {
		return "", nil, err
	}
	again, err := p.serialize(ctx, rendered)
	if err != nil {
		return "", nil, err
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

// serialize is the tree of a text in JSON, or what is wrong with the text.
func (p *parser) serialize(ctx context.Context, text string) (tree string, err error) {
	if err := p.parse.QueryRowContext(ctx, text).Scan(&tree); err != nil {
		return "", unparsable(ctx, err)
	}
	return tree, nil
}

// printBack returns a tree in the words of our own printer, if it knows the tree and
// the text says what was written.
func (p *parser) printBack(ctx context.Context, tree *object, written string) (string, bool) {
	text, ok := print(tree)
	if !ok {
		return "", false
	}
	again, err := p.serialize(ctx, text)
	return text, err == nil && sameTree(written, again)
}

// deserialize is a tree in DuckDB's words. It leaves the tree in its canonical
// form.
func (p *parser) deserialize(ctx context.Context, tree *object) (string, error) {
	raw := encode(nil, of("error", false, "statements", []any{canonical(tree)}))
	var text string
	if err := p.render.QueryRowContext(ctx, string(raw)).Scan(&text); err != nil {
		return "", unrenderable()
	}
	return unmarkDoubles(text), nil
}

func unparsable(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fault.Wrap(err, fault.SQLParse, "the statement cannot be parsed: %s", firstLine(err.Error())).
		WithHint("simplify the statement")
}

var errUnrenderable = errors.New("the text of a tree parses into another")

func unrenderable() error {
	return fault.Wrap(errUnrenderable, fault.Validation, "the statement cannot be rendered faithfully from its tree").WithHint("simplify the statement")
}

// statement decodes what json_serialize_sql gave: the tree of one statement,
// or what is wrong with the text.
func statement(text, raw string) (*object, error) {
	decoded, err := decode(raw)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the statement's tree cannot be read: %v", err)
	}
	reply := asObject(decoded)
	failed := reply.get("error") != false
	switch {
	case failed && reply.text("error_type") == "not implemented":
		return nil, guard.Reject("only SELECT, WITH … SELECT, FROM, VALUES and DESCRIBE may run; this statement does something else").
			WithHint("Plumb only reads: ask for the rows instead")
	case failed:
		f := fault.New(fault.SQLParse, "the statement is not valid DuckDB SQL: %s", firstLine(reply.text("error_message")))
		if p, err := strconv.Atoi(reply.text("position")); err == nil {
			line, column := guard.Position(text, p)
			return nil, f.WithHint("look at line %d, column %d", line, column)
		}
		return nil, f.WithHint("check the spelling of the keywords and the end of the statement")
	}
	list := reply.list("statements")
	if len(list) != 1 {
		return nil, guard.Reject("there are %d statements; only one may run", len(list)).
			WithHint("send one SELECT at a time")
	}
	return asObject(list[0]), nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimPrefix(s, "Parser Error: ")
}
