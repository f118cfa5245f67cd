package datastore

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// Make stores the result of a SELECT over the store's tables as another table. The
// statement passes the guard. Its rows go from file to file in a worker process, and not
// through this one.
func (s *Store) Make(ctx context.Context, r Record, sql string) (Record, error) {
	c, err := s.current()
	if err != nil {
		return Record{}, err
	}
	q, err := s.check(ctx, c, sql)
	if err != nil {
		return Record{}, err
	}
	r.SQL = sql
	if r.Language == "" {
		r.Language = "sql"
	}
	if len(r.Sources) == 0 {
		r.Sources = tablesOf(q)
	}
	if q, err = s.fillPivots(ctx, q); err != nil {
		return Record{}, err
	}
	w, left, err := s.prepare(ctx, r)
	if err != nil {
		return Record{}, err
	}
	defer w.end()
	s.markUsed(tablesOf(q))
	return s.makeTable(ctx, w, c, q, s.newEntry(r), left)
}

func (s *Store) makeTable(ctx context.Context, w task, c *catalogue, q guard.Statement, e entry, left int64) (Record, error) {
	// Each attempt has a file of its own: DuckDB remembers files by their paths.
	attempts := []string{w.path("narrow" + tableEnding), w.path("wide" + tableEnding)}
	files := append([]string{}, attempts...)
	var views []string
	for _, name := range tablesOf(q) {
		t := c.table(name)
		if t == nil {
			return Record{}, noTable(c, name)
		}
		path := s.path(tablesFolder, t.File)
		files = append(files, path)
		views = append(views, viewSQL(t.Name, path, t.Columns))
	}
	b := w.builder(files...)
	defer b.Close()
	for _, sql := range views {
		if _, err := b.Ask(ctx, sql); err != nil {
			return Record{}, err
		}
	}
	found, err := b.Ask(ctx, "SELECT * FROM ("+q.SQL()+") LIMIT 0")
	if err != nil {
		return Record{}, err
	}
	if len(found.Columns) > maxColumns {
		return Record{}, fault.New(fault.StoreFull, "table %s would have %d columns", e.Name, len(found.Columns)).WithHint("select at most %d columns", maxColumns)
	}
	natives, large := make([]Column, len(found.Columns)), false
	names, notes := columnNames(found.Columns)
	for i, column := range found.Columns {
		natives[i] = Column{Name: names[i], Kind: column.Kind, Type: column.Native}
		large = large || isLarge(column.Native)
	}
	e.Notes = notes[:min(len(notes), maxNotes)]
	out := attempts[0]
	e.Rows, e.Columns, err = copyQuery(ctx, w, b, q, natives, large, out, left, e)
	if err != nil && large && fault.CodeOf(err) == fault.SQLError && ctx.Err() == nil { // a sum may not fit into eight bytes
		out = attempts[1]
		e.Rows, e.Columns, err = copyQuery(ctx, w, b, q, natives, false, out, left, e)
	}
	if err != nil {
		return Record{}, err
	}
	if e.Rows > s.limits.Rows {
		return Record{}, tooManyRows(e.Name, s.limits.Rows)
	}
	if e.Columns, err = describe(ctx, b, out, e.Columns); err != nil {
		return Record{}, err
	}
	return w.finish(ctx, out, e)
}

// copyQuery writes the rows of a statement into a file.
func copyQuery(ctx context.Context, w task, b *duckdb.Builder, q guard.Statement, natives []Column, narrow bool, out string, left int64, e entry) (int64, []Column, error) {
	ids, parts := make([]string, len(natives)), make([]string, len(natives))
	columns := make([]Column, len(natives))
	for i, n := range natives {
		ids[i] = fmt.Sprintf("c%d", i)
		expression, c := keep(ids[i], n, narrow)
		columns[i], parts[i] = c, expression+" AS "+duckdb.Identifier(c.Name)
	}
	// There is no LIMIT: DuckDB would collect all rows before it writes the first.
	query := fmt.Sprintf("SELECT %s FROM (%s) AS q(%s)", strings.Join(parts, ", "), q.SQL(), strings.Join(ids, ", "))
	e.Columns = columns
	rows, err := w.write(ctx, b, query, out, left, e)
	return rows, columns, err
}

// fillPivots finds the values that the statement's pivots take from the data.
func (s *Store) fillPivots(ctx context.Context, q guard.Statement) (guard.Statement, error) {
	pivots := q.Pivots()
	if len(pivots) == 0 {
		return q, nil
	}
	values := make([][]string, len(pivots))
	for i, p := range pivots {
		r, err := s.source.Query(ctx, p, source.Limits{Rows: guard.MaxPivot + 1}.OrDefault())
		if err != nil {
			return guard.Statement{}, err
		}
		found, err := r.ReadAll()
		if err != nil {
			return guard.Statement{}, err
		}
		for _, row := range found.Rows {
			values[i] = append(values[i], row[0].String())
		}
	}
	return q.Pivoted(values)
}
