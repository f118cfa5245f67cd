package sqlite

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite/engine"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
	"github.com/plumbdata/plumb/internal/table"
)

// Statistics are bounded in every direction: what is not known when the
// budget is spent stays unknown.
const (
	sampleRows  = 10_000
	leastRows   = 500       // that are sampled of each of many tables
	allRows     = 3_000_000 // that are sampled of all tables together, or a little more
	sampleBytes = 32 << 20
	probes      = 100 // places in a large table that the sample is taken from
	maxColumns  = 300 // of one table that are looked at
)

// How long statistics may take.
const (
	statisticsTime = 20 * time.Second       // of all tables together, if the database is slow
	queryTime      = 500 * time.Millisecond // of one query about one table
)

// gather fills in row counts, distinct counts, ranges and values; views, which
// may be costly, come last. What cannot be read has no statistics.
func (s *Source) gather(ctx context.Context, l *look) {
	ctx, cancel := context.WithTimeout(ctx, source.Patient(ctx, statisticsTime))
	defer cancel()
	analysed := s.analyzedCounts(ctx)
	most := max(leastRows, min(sampleRows, allRows/max(1, len(l.snapshot.Tables))))
	late := 0
	for _, views := range []bool{false, true} {
		for i := range l.snapshot.Tables {
			t := &l.snapshot.Tables[i]
			switch {
			case views != (t.Kind == schema.View):
			case ctx.Err() != nil:
				late++
			default:
				s.describe(ctx, t, most, l.numbered[t.Name], analysed)
			}
		}
	}
	if late > 0 {
		l.snapshot.Hurried = append(l.snapshot.Hurried, fmt.Sprintf("the statistics of %d tables", late))
	}
}

// analyzedCounts returns the number of rows by table that ANALYZE has found, if it ran.
func (s *Source) analyzedCounts(ctx context.Context) map[string]int64 {
	out := map[string]int64{}
	rows, err := s.ask(ctx, "SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl")
	if err != nil {
		return out // there is no such table
	}
	for _, r := range rows {
		out[r[0].Raw()], _ = r[1].Int64()
	}
	return out
}

// describe looks at so many rows of one table. Small tables are read whole.
func (s *Source) describe(ctx context.Context, t *schema.Table, most int, numbered bool, analysed map[string]int64) {
	columns := t.Columns[:min(len(t.Columns), maxColumns)]
	list := make([]string, len(columns))
	for i, c := range columns {
		if list[i] = "sampled." + engine.Identifier(c.Name); engine.DeclaredKind(c.Type) == table.Bytes {
			list[i] = fmt.Sprintf("CASE typeof(%[1]s) WHEN 'blob' THEN NULL ELSE %[1]s END", list[i]) // blobs are not worth reading
		}
	}
	selected, from := "SELECT "+strings.Join(list, ", ")+" FROM ", engine.Identifier(t.Name)+" AS sampled"
	rows, whole := s.sample(ctx, fmt.Sprintf("%s %s LIMIT %d", selected, from, most+1))
	if whole && len(rows) <= most {
		t.Rows, t.Counted = int64(len(rows)), true
		if len(columns) == len(t.Columns) {
			t.Mark = markOf(rows)
		}
		summarize(columns, rows, t.Rows)
		return
	}
	var first, last int64
	rowid := rowidName(t)
	if numbered = numbered && rowid != ""; numbered {
		ends, ok := s.sample(ctx, fmt.Sprintf("SELECT (SELECT min(%[1]s) FROM %[2]s), (SELECT max(%[1]s) FROM %[2]s)", rowid, from))
		if numbered = ok && len(ends) == 1; numbered {
			first, _ = ends[0][0].Int64()
			last, _ = ends[0][1].Int64()
		}
	}
	if t.Kind != schema.View {
		t.Rows = s.count(ctx, from, analysed[t.Name], last-first+1)
	}
	if span := last - first + 1; numbered && t.Rows > 0 && span > 0 {
		// Windows over the rowids, spread evenly, with about a hundred rows each.
		window := max(span/t.Rows, 1) * int64(most/probes)
		step := max((span-window)/(probes-1), 1)
		spread, _ := s.sample(ctx, fmt.Sprintf(`WITH RECURSIVE probe(i, x) AS (SELECT 0, %d UNION ALL SELECT i + 1, x + %d FROM probe WHERE i < %d)
			%s probe CROSS JOIN %s ON sampled.%s BETWEEN probe.x AND probe.x + %d LIMIT %d`,
			first, step, probes-1, selected, from, rowid, window-1, 2*most))
		if len(spread) > len(rows)/2 {
			rows = spread
		}
	}
	summarize(columns, rows, t.Rows)
}

// markOf is a mark of all rows of a table.
func markOf(rows []table.Row) string {
	h := fnv.New128a()
	var length [4]byte
	for _, r := range rows {
		for _, v := range r {
			text := v.String()
			binary.LittleEndian.PutUint32(length[:], uint32(len(text))<<8|uint32(v.Kind()))
			h.Write(length[:])
			h.Write([]byte(text))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// rowidName is a name of the row number that no column has taken.
func rowidName(t *schema.Table) string {
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if t.Column(name) == nil {
			return name
		}
	}
	return ""
}

// count is about how many rows a large table has: as ANALYZE said, else
// counted if that is quick, else as many as there are row numbers.
func (s *Source) count(ctx context.Context, from string, analysed, numbers int64) int64 {
	if analysed > 0 {
		return analysed
	}
	if rows, ok := s.sample(ctx, "SELECT count(*) FROM "+from); ok && len(rows) == 1 {
		n, _ := rows[0][0].Int64()
		return n
	}
	if numbers > 1 {
		return numbers
	}
	return -1
}

// sample reads some rows within the budget, and reports whether all came.
func (s *Source) sample(ctx context.Context, sql string) ([]table.Row, bool) {
	t, err := s.read(ctx, wire.Statement{SQL: sql}, source.Limits{Time: source.Patient(ctx, queryTime), Rows: 2 * sampleRows, Bytes: sampleBytes})
	if t == nil {
		return nil, false
	}
	return t.Rows, err == nil && t.Truncated == table.Whole
}

// summarize describes columns by sampled rows of a table with about total rows.
func summarize(columns []schema.Column, rows []table.Row, total int64) {
	for i := range columns {
		c := &columns[i]
		x := summary{counts: map[string]int{}}
		for _, r := range rows {
			x.add(r[i])
		}
		c.Kind = x.kinds.Settle(engine.DeclaredKind(c.Type))
		x.fill(c, int64(len(rows)), total)
	}
}

const (
	fewValues   = 50  // a column with no more distinct values has them listed
	uniqueShown = 20  // …though all differ, if there are no more than these
	valueLength = 100 // characters of a listed value
)

// summary is what a column's sampled values have in common.
type summary struct {
	kinds     engine.Kinds
	counts    map[string]int // by text form, shortened
	filled    int
	low, high table.Value
	dates     int // texts that begin like a date
}

func (x *summary) add(v table.Value) {
	x.kinds.Add(v.Kind())
	if v.IsNull() {
		return
	}
	x.filled++
	x.counts[shorten(v.String())]++
	if v.Kind() == table.Text && len(v.Raw()) >= 4 && len(v.Raw()) <= 40 && v.Raw()[0] >= '0' && v.Raw()[0] <= '9' {
		x.dates++
	}
	if x.low.IsNull() || less(v, x.low) {
		x.low = v
	}
	if x.high.IsNull() || less(x.high, v) {
		x.high = v
	}
}

func shorten(s string) string {
	n := 0
	for i := range s {
		if n == valueLength {
			return s[:i]
		}
		n++
	}
	return s
}

// less orders values of one kind, and numbers and times among each other;
// others are in no order.
func less(a, b table.Value) bool {
	if x, ok := a.Int64(); ok {
		if y, ok := b.Int64(); ok {
			return x < y
		}
	}
	if x, ok := a.Float64(); ok {
		y, ok := b.Float64()
		return ok && x < y
	}
	if x, ok := a.Time(); ok {
		y, ok := b.Time()
		return ok && x.Before(y)
	}
	return a.Kind() == b.Kind() && (a.Kind() == table.Text || a.Kind() == table.Time) && a.String() < b.String()
}

func (x *summary) fill(c *schema.Column, sampled, total int64) {
	n := int64(len(x.counts))
	if n == 0 {
		return
	}
	c.Distinct = x.distinct(sampled, total)
	if k := c.Kind; k.Numeric() || k.Temporal() || k == table.Time || k == table.Text && x.dates == x.filled {
		c.Min, c.Max = x.low.String(), x.high.String()
	}
	if (c.Kind == table.Text || c.Kind == table.Bool) && n <= fewValues && (n < int64(x.filled) || n <= uniqueShown) {
		for v := range x.counts {
			c.Values = append(c.Values, v)
		}
		slices.SortFunc(c.Values, func(a, b string) int {
			if d := x.counts[b] - x.counts[a]; d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
	}
}

// distinct estimates how many distinct values the table has, by how many
// occurred only once in the sample (Haas and Stokes, as PostgreSQL does).
func (x *summary) distinct(sampled, total int64) int64 {
	d := float64(len(x.counts))
	if total <= sampled || x.filled == 0 {
		return int64(d)
	}
	once := 0.0
	for _, n := range x.counts {
		if n == 1 {
			once++
		}
	}
	n := float64(x.filled)
	all := n * float64(total) / float64(sampled) // rows with a value
	return int64(min(n*d/(n-once+once*n/all), all) + 0.5)
}
