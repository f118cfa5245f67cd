package duckdb

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Statistics are bounded in every direction: what is not known when the
// budget is spent stays unknown.
const (
	fullRows   = 1_000_000  // a larger table is sampled
	fullCells  = 20_000_000 // rows times columns
	sampleRows = 200_000
	viewRows   = 50_000 // of a view, whose rows may be costly to compute
	exactRows  = 50_000 // up to here distinct values are counted and not estimated…
	exactWidth = 50     // …if there are no more columns than these, since each needs a hash table

	maxColumns = 500 // of one table that are looked at

	fewValues   = 50  // a column with no more distinct values has them listed
	uniqueShown = 20  // …though all differ, if there are no more than these
	valueLength = 100 // characters of a listed value
)

// How long statistics may take.
const (
	statisticsTime = 20 * time.Second // of all tables together, if the database is slow
	tableTime      = 2 * time.Second  // of one
)

// gather fills in row counts, distinct counts, ranges and values, the
// smallest tables first.
func (s *Source) gather(ctx context.Context, snapshot *schema.Snapshot, relations []Relation) error {
	described := map[string]Relation{}
	for _, r := range relations {
		described[r.Name] = r
	}
	looks := make([]*look, 0, len(snapshot.Tables))
	for i := range snapshot.Tables {
		t := &snapshot.Tables[i]
		l := newLook(t)
		switch {
		case described[t.Name].View && described[t.Name].Small:
			l.readWhole()
		case described[t.Name].View:
			l.readFirst(sampleRows)
		case t.Kind == schema.View:
			l.readFirst(viewRows)
		case t.Rows > fullRows || t.Rows*l.width() > fullCells:
			l.readSample()
		default:
			l.readWhole()
		}
		if len(l.columns) > 0 && t.Rows != 0 {
			looks = append(looks, l)
		}
	}
	slices.SortStableFunc(looks, func(a, b *look) int { return cmp.Compare(a.cells, b.cells) })
	deadline := time.Now().Add(source.Patient(ctx, statisticsTime))
	for i, l := range looks {
		left := min(time.Until(deadline), source.Patient(ctx, tableTime))
		if left <= 0 {
			snapshot.Hurried = append(snapshot.Hurried, fmt.Sprintf("the statistics of %d tables", len(looks)-i))
			return nil
		}
		found, err := s.workers.ReadAll(ctx, l.sql(), source.Limits{Time: left, Rows: 1, Bytes: 64 << 20})
		switch {
		case ctx.Err() != nil:
			return fault.Of(ctx.Err())
		case err == nil && len(found.Rows) == 1:
			l.fill(found.Rows[0])
		}
		// A table that cannot be read, such as a view over one that is gone,
		// has no statistics.
	}
	return nil
}

// look is the one statement that is asked about a table.
type look struct {
	table   *schema.Table
	columns []*schema.Column
	from    string
	cells   int64 // how much it reads, at most
	limit   int64 // on the rows, if not 0
	sampled bool
	exact   bool // distinct values are counted
}

func newLook(t *schema.Table) *look {
	l := &look{table: t, from: Identifier(t.Schema) + "." + Identifier(t.Name)}
	for i := range t.Columns {
		if len(l.columns) < maxColumns && hasStatistics(t.Columns[i].Kind) {
			l.columns = append(l.columns, &t.Columns[i])
		}
	}
	return l
}

func (l *look) width() int64 { return max(int64(len(l.columns)), 1) }

func (l *look) readWhole() {
	l.cells = l.table.Rows * l.width()
	l.exact = l.table.Rows <= exactRows && l.width() <= exactWidth
}

// readFirst is for what cannot be sampled without reading all of it.
func (l *look) readFirst(rows int64) {
	l.limit = min(rows, fullCells/l.width())
	l.cells = fullCells + l.limit*l.width() // after the tables
	l.exact = l.width() <= exactWidth
	l.from = fmt.Sprintf("(SELECT * FROM %s LIMIT %d)", l.from, l.limit)
}

func (l *look) readSample() {
	rows := min(sampleRows, fullCells/l.width())
	l.cells = rows * l.width()
	l.sampled, l.exact = true, l.width() <= exactWidth
	l.from = fmt.Sprintf("%s TABLESAMPLE system(%f PERCENT) REPEATABLE (1)", l.from, 100*float64(rows)/float64(l.table.Rows))
}

func (l *look) sql() string {
	parts := []string{"count(*)"}
	for _, c := range l.columns {
		parts = append(parts, expressions(c, l.exact)...)
	}
	return "SELECT " + strings.Join(parts, ", ") + " FROM " + l.from
}

// hasStatistics reports whether there is something to find out about such a column.
func hasStatistics(k table.Kind) bool {
	return k == table.Bool || k == table.Text || k == table.UUID || hasRange(k)
}

// hasRange reports whether the column has a range that means something.
func hasRange(k table.Kind) bool { return k.Numeric() || k.Temporal() || k == table.Time }

// perColumn is how many expressions there are for each column.
const perColumn = 5

func expressions(c *schema.Column, exact bool) []string {
	name := Identifier(c.Name)
	low, high, top := "NULL", "NULL", "NULL"
	if hasRange(c.Kind) {
		where := ""
		if c.Kind == table.Float || c.Kind.Temporal() {
			where = " FILTER (isfinite(" + name + "))"
		}
		low, high = "min("+name+")"+where, "max("+name+")"+where
	}
	if c.Kind == table.Text || c.Kind == table.Bool {
		top = fmt.Sprintf("approx_top_k(left(%s::VARCHAR, %d), %d)", name, valueLength, fewValues+1)
	}
	distinct := "approx_count_distinct(" + name + ")"
	if exact {
		distinct = "count(DISTINCT " + name + ")"
	}
	return []string{"count(" + name + ")", distinct, low, high, top}
}

func (l *look) fill(row table.Row) {
	total, _ := row[0].Int64()
	t := l.table
	switch {
	case l.limit > 0 && total >= l.limit:
		l.sampled = true // how many more there are is not known
	case !l.sampled:
		t.Rows, t.Counted = total, true
	}
	for i, c := range l.columns {
		found := row[1+i*perColumn:][:perColumn]
		filled, _ := found[0].Int64()
		c.Distinct, _ = found[1].Int64()
		c.Distinct = min(c.Distinct, filled)
		c.Min, c.Max = found[2].String(), found[3].String()
		values := texts(found[4])
		if n := int64(len(values)); n > 0 && n <= fewValues {
			if !l.exact {
				c.Distinct = n // all of them were found
			}
			if n < filled || n <= uniqueShown {
				c.Values = values
			}
		}
		if l.sampled && t.Rows > total && c.Distinct*10 > filled*9 {
			// Nearly all differ in the sample, so nearly all differ.
			c.Distinct = int64(float64(c.Distinct) * float64(t.Rows) / float64(total))
		}
	}
}

// texts reads a list of texts, which comes as JSON.
func texts(v table.Value) []string {
	if v.IsNull() {
		return nil
	}
	var list []string
	if json.Unmarshal([]byte(v.Raw()), &list) != nil {
		return nil
	}
	return list
}
