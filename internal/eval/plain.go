package eval

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net/url"
	"path/filepath"
	"strconv"
	"time"
)

const (
	maxRows = 20_000 // of a result that are compared
	maxTime = 30 * time.Second
)

// plain runs queries on a read-only database without the guard's rules about
// what may be written: gold queries are the suite's own, and old ones use
// double quotes for texts. Checked queries run here too, so that both results
// are decoded alike.
type plain struct {
	db     *sql.DB
	sqlite bool
}

// openSQLite opens a database read-only.
func openSQLite(path string) (*plain, error) {
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "mode=ro&immutable=1&_query_only=1"}
	db, err := sql.Open(GoldDriver, address.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return &plain{db: db, sqlite: true}, nil
}

func (p *plain) close() error { return p.db.Close() }

// run reads the rows of a query, as many as are compared.
func (p *plain) run(ctx context.Context, query string) (*Result, error) {
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	r, err := p.read(ctx, query)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r, err
}

func (p *plain) read(ctx context.Context, query string) (result *Result, err error) {
	if !p.sqlite {
		return p.readRows(ctx, query)
	}
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	err = conn.Raw(func(raw any) error {
		result, err = readRaw(ctx, raw, query)
		return err
	})
	return result, err
}

// readRaw talks to the SQLite driver directly, because on the usual way it
// turns what is declared as a date or boolean into its own idea of one.
func readRaw(ctx context.Context, raw any, query string) (*Result, error) {
	rows, err := raw.(driver.QueryerContext).QueryContext(ctx, query, nil)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if typed, ok := rows.(interface{ DeclTypes() []string }); ok {
		clear(typed.DeclTypes())
	}
	result := newResult(len(rows.Columns()))
	values, row := make([]driver.Value, len(result.columns)), make([]cell, len(result.columns))
	for {
		if err := rows.Next(values); errors.Is(err, io.EOF) {
			return result, nil
		} else if err != nil {
			return nil, err
		}
		if result.rows == maxRows {
			result.cut = true
			return result, nil
		}
		for i, v := range values {
			row[i] = newCell(v)
		}
		result.add(row)
	}
}

func (p *plain) readRows(ctx context.Context, query string) (*Result, error) {
	rows, err := p.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	result := newResult(len(types))
	values, places, row := make([]any, len(types)), make([]any, len(types)), make([]cell, len(types))
	for i := range values {
		places[i] = &values[i]
	}
	for rows.Next() {
		if result.rows == maxRows {
			result.cut = true
			break
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		for i, v := range values {
			row[i] = typedCell(v, types[i].DatabaseTypeName())
		}
		result.add(row)
	}
	return result, rows.Err()
}

// typedCell reads exact decimals, which drivers give as text.
func typedCell(v any, name string) cell {
	if s, ok := v.(string); ok && name == "NUMERIC" {
		if n, err := strconv.ParseFloat(s, 64); err == nil {
			return newCell(n)
		}
	}
	return newCell(v)
}
