package index

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Values reads what a database holds.
type Values interface {
	// Distinct lists up to limit different values of a column that are not null.
	Distinct(ctx context.Context, t *schema.Table, column string, limit int) ([]table.Value, error)
	// Pairs lists up to limit different pairs of values of two columns.
	Pairs(ctx context.Context, t *schema.Table, first, second string, limit int) ([][2]table.Value, error)
}

// FromConnection reads values through a connection: its guard passes every
// statement, its source limits it.
func FromConnection(c *connection.Connection) Values { return connected{c} }

type connected struct{ c *connection.Connection }

// Only so many rows of a large table are looked at. DuckDB reads a column in a fraction
// of the time that others need.
const (
	scanned       = 100_000
	scannedQuick  = 2_000_000
	statementTime = 1500 * time.Millisecond
	few           = 64 // values that tell what a column holds
)

func (v connected) Distinct(ctx context.Context, t *schema.Table, column string, limit int) ([]table.Value, error) {
	rows, err := v.query(ctx, t, []string{column}, limit)
	if err != nil {
		return nil, err
	}
	list := make([]table.Value, 0, len(rows))
	for _, r := range rows {
		list = append(list, r[0])
	}
	return list, nil
}

func (v connected) Pairs(ctx context.Context, t *schema.Table, first, second string, limit int) ([][2]table.Value, error) {
	rows, err := v.query(ctx, t, []string{first, second}, limit)
	if err != nil {
		return nil, err
	}
	list := make([][2]table.Value, 0, len(rows))
	for _, r := range rows {
		list = append(list, [2]table.Value{r[0], r[1]})
	}
	return list, nil
}

func (v connected) query(ctx context.Context, t *schema.Table, columns []string, limit int) ([]table.Row, error) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = quote(c)
	}
	list := strings.Join(names, ", ")
	from := quote(t.Name)
	if t.Schema != "" {
		from = quote(t.Schema) + "." + from
	}
	quick, most := v.c.Kind() == "duckdb" || v.c.Kind() == "files", scanned
	if quick {
		most = scannedQuick
	}
	cut := t.Rows < 0 || t.Rows > int64(most)
	if cut {
		from = fmt.Sprintf("(SELECT %s FROM %s LIMIT %d) AS part", list, from, most)
	}
	order := ""
	switch {
	case quick: // threads find values in any order; people ask most for the most common
		return v.run(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s IS NOT NULL GROUP BY %s ORDER BY COUNT(*) DESC, %s LIMIT %d", list, from, names[0], list, list, limit), limit)
	case cut:
		order = " ORDER BY " + list
	}
	return v.run(ctx, fmt.Sprintf("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL%s LIMIT %d", list, from, names[0], order, limit), limit)
}

// run reads the rows of a statement.
func (v connected) run(ctx context.Context, sql string, limit int) ([]table.Row, error) {
	const bytes = 4 << 20
	r, _, err := v.c.Query(ctx, sql, source.Limits{Time: source.Patient(ctx, statementTime), Rows: limit, Bytes: bytes})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	return all.Rows, nil
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// noTime is why an index is cut that Resume can add to.
const noTime = "there was no time to read all values"

// read gathers the values of columns that people may name: texts, and codes in
// numbers. Small tables come first, so that what is cut is what helps least;
// when room runs short, every column still gets enough to tell what it holds.
func (b *builder) read(ctx context.Context, columns []int, most time.Duration) error {
	limited, cancel := context.WithTimeout(ctx, source.Patient(ctx, most))
	defer cancel()
	if s, ok := b.values.(sampler); ok {
		if all := b.countColumns(); all > largeSchema {
			return b.readSamples(ctx, limited, s, columns, all)
		}
	}
	values, kept := 0, 0
	for _, list := range b.stored {
		values += len(list)
		for _, v := range list {
			kept += len(v.Text)
		}
	}
	room, bytes, failed := max(0, maxValues-values), maxBytes-kept, 0
	var slow []int // that took too long by themselves: others come before them the next time
	for i, n := range columns {
		limit := b.valuesToRead(n)
		if limit == 0 {
			continue
		}
		if limited.Err() != nil {
			b.Unread = append(b.Unread, n)
			continue
		}
		const generous = 4 // most columns need less than their share
		if share := max(few, generous*room/(len(columns)-i)); limit > share {
			limit = share
		}
		if bytes <= 0 {
			limit = few
		}
		found, err := b.values.Distinct(limited, b.tables[b.Columns[n].Table], b.column[n].Name, limit)
		switch {
		case err != nil && limited.Err() != nil:
			b.Unread = append(b.Unread, n)
			continue
		case fault.CodeOf(err) == fault.SQLTimeout:
			slow = append(slow, n)
			continue
		case err != nil:
			failed++
			continue
		}
		b.keep(n, found, limit)
		room = max(0, room-len(b.stored[n]))
		for _, v := range b.stored[n] {
			bytes -= len(v.Text)
		}
	}
	b.concludeReading(slow, failed)
	return ctx.Err()
}

// concludeReading notes what was not read.
func (b *builder) concludeReading(slow []int, failed int) {
	if late := len(b.Unread); late > 0 {
		b.Hurried = append(b.Hurried, fmt.Sprintf("the values of %d columns", late))
	}
	b.Unread = append(b.Unread, slow...)
	b.Rounds++
	switch {
	case len(b.Unread) > 0:
		b.Cut = noTime
	case b.Cut == "" && failed > 0:
		b.Cut = fmt.Sprintf("the values of %d columns could not be read", failed)
	}
}

// keep stores the values that a person might write.
func (b *builder) keep(n int, found []table.Value, limit int) {
	if b.column[n].Kind == table.Text && len(found) >= limit && b.Cut == "" {
		b.Cut = "some columns have more values than are kept"
	}
	if len(found) < limit && b.Columns[n].Distinct == 0 {
		b.Columns[n].Distinct = len(found)
	}
	for _, v := range found {
		text := v.String()
		if v.IsNull() || !v.Clean() || text == "" || utf8.RuneCountInString(text) > maxLength {
			continue
		}
		b.stored[n] = append(b.stored[n], Value{Text: text, Kind: v.Kind()})
	}
}

// valuesToRead is how many values of a column to read; 0 for none.
func (b *builder) valuesToRead(n int) int {
	c := b.column[n]
	switch c.Kind {
	case table.Text, table.UUID:
		if _, _, ok := b.ListTable(n); ok {
			return 0 // people name what a list holds
		}
		return maxPerColumn
	case table.Int, table.Decimal, table.Float:
		if c.Distinct > few || b.Columns[n].Unique {
			return 0
		}
		return few
	case table.Bool, table.JSON, table.Bytes, table.Interval, table.Date, table.Timestamp, table.TimestampTZ, table.Time:
		return 0
	}
	return few // a type that the engine does not tell, as SQLite's may be
}

// bySize lists the columns, those of small tables first.
func (b *builder) bySize() []int {
	var list []int
	for n := 1; n < len(b.Columns); n++ {
		list = append(list, n)
	}
	rows := func(n int) int64 {
		if r := b.Tables[b.Columns[n].Table].Rows; r >= 0 {
			return r
		}
		return scanned
	}
	sortBy(list, rows)
	return list
}
