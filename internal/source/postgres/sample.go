package postgres

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Tables without statistics are sampled, a few and briefly.
const (
	sampleTables  = 50
	sampleRows    = 1000
	sampleColumns = 100
	samplePages   = 20               // of a large table, read about
	pageRows      = 300              // that fit a page at most
	largePages    = 1000             // from which a table counts as large
	sampleTime    = 10 * time.Second // if the database is slow
	sampleEach    = time.Second
	pageSize      = 8192
)

// sample looks at rows of the largest tables without statistics. Whatever goes
// wrong costs only what would have been learned.
func (l *look) sample(x *session) {
	ctx, cancel := context.WithTimeout(x.ctx, source.Patient(x.ctx, sampleTime))
	defer cancel()
	for plans := l.plans(); len(plans) > 0; {
		if ctx.Err() != nil {
			l.snapshot.Hurried = append(l.snapshot.Hurried, fmt.Sprintf("the statistics of %d tables", len(plans)))
			return
		}
		done := x.runSamples(ctx, plans)
		if done == len(plans) {
			return
		}
		plans = plans[done+1:] // the first that was not done has failed
		if x.restart() != nil {
			return
		}
	}
}

// plan is how one table is sampled.
type plan struct {
	table    *schema.Table
	columns  []*schema.Column
	decoders []decoder
	formats  []int16
	sql      string
	pages    int64 // of a large table, of which only some are read
}

func (l *look) plans() []*plan {
	var candidates []int
	for i := range l.snapshot.Tables {
		t, d := &l.snapshot.Tables[i], &l.details[i]
		if !d.analysed && t.Rows != 0 && t.Unsafe == "" && t.Kind != schema.View && t.Kind != schema.ForeignTable {
			candidates = append(candidates, i)
		}
	}
	slices.SortStableFunc(candidates, func(a, b int) int { return cmp.Compare(l.details[b].bytes, l.details[a].bytes) })
	var plans []*plan
	for _, i := range candidates[:min(len(candidates), sampleTables)] {
		if p := l.plan(i); p != nil {
			plans = append(plans, p)
		}
	}
	return plans
}

func (l *look) plan(i int) *plan {
	t, d := &l.snapshot.Tables[i], &l.details[i]
	p := &plan{table: t}
	var list []string
	for k := range t.Columns {
		c := &t.Columns[k]
		if len(list) == sampleColumns || c.Unsafe != "" || !(c.Kind == table.Text || c.Kind == table.Bool || c.Kind.Numeric() || c.Kind.Temporal()) {
			continue
		}
		expression, how := quote(c.Name), l.types.column(d.types[k])
		if c.Kind == table.Text {
			expression, how = fmt.Sprintf("left(%s::text, %d)", expression, maxValueSize+1), unknownType
		}
		list = append(list, expression)
		p.columns, p.decoders, p.formats = append(p.columns, c), append(p.decoders, how.decode), append(p.formats, how.format)
	}
	if len(list) == 0 {
		return nil
	}
	part, most := "", sampleRows
	if pages := d.bytes / pageSize; pages > largePages {
		p.pages, most = pages, samplePages*pageRows
		part = fmt.Sprintf(" TABLESAMPLE SYSTEM (%g) REPEATABLE (1)", 100*float64(samplePages)/float64(pages))
	}
	p.sql = fmt.Sprintf("SELECT %s FROM %s%s LIMIT %d", strings.Join(list, ", "), quote(t.Schema, t.Name), part, most)
	return p
}

// runSamples sends all samples at once and returns how many were taken before
// one failed.
func (x *session) runSamples(ctx context.Context, plans []*plan) (done int) {
	p := x.conn.Conn().PgConn().StartPipeline(ctx)
	defer p.Close()
	p.SendQueryParams("SELECT set_config('statement_timeout', $1::text, true)", [][]byte{milliseconds(source.Patient(ctx, sampleEach))}, nil, nil, nil)
	for _, s := range plans {
		p.SendQueryParams(s.sql, nil, nil, nil, s.formats)
	}
	if p.Sync() != nil {
		return 0
	}
	if !finishResult(p) {
		return 0
	}
	for _, s := range plans {
		results, err := p.GetResults()
		if reader, ok := results.(*pgconn.ResultReader); err != nil || !ok || !s.read(reader) {
			return done
		}
		done++
	}
	return done
}

func finishResult(p *pgconn.Pipeline) bool {
	results, err := p.GetResults()
	reader, ok := results.(*pgconn.ResultReader)
	if err != nil || !ok {
		return false
	}
	_, err = reader.Close()
	return err == nil
}

// read looks at all rows of the sample and describes the table's columns.
func (p *plan) read(result *pgconn.ResultReader) bool {
	columns := make([]sampled, len(p.columns))
	for i := range columns {
		columns[i].counts = map[string]int64{}
	}
	var rows int64
	for result.NextRow() {
		rows++
		for i, raw := range result.Values() {
			if raw == nil {
				continue
			}
			if v, ok := p.decoders[i](raw); ok {
				columns[i].add(v)
			}
		}
	}
	if _, err := result.Close(); err != nil {
		return false
	}
	whole := p.pages == 0 && rows < sampleRows
	switch {
	case whole:
		p.table.Rows, p.table.Counted = rows, true
	case p.pages > 0:
		p.table.Rows = rows * p.pages / samplePages
	}
	for i, c := range p.columns {
		columns[i].describe(c, rows, whole)
	}
	return true
}

// sampled is what a sample says about one column.
type sampled struct {
	counts map[string]int64
	span   span
}

func (s *sampled) add(v table.Value) {
	s.counts[v.String()]++
	if v.Kind().Numeric() || v.Kind().Temporal() {
		s.span.add(v)
	}
}

// describe does not claim to know how many distinct values there are when most
// of a sample's differ.
func (s *sampled) describe(c *schema.Column, rows int64, whole bool) {
	c.Min, c.Max = s.span.low.String(), s.span.high.String()
	distinct := int64(len(s.counts))
	if whole || 2*distinct <= rows {
		c.Distinct = distinct
	}
	if !listable(c.Kind, distinct, rows) {
		return
	}
	list := make([]string, 0, len(s.counts))
	for text := range s.counts {
		list = append(list, text)
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(cmp.Compare(s.counts[b], s.counts[a]), strings.Compare(a, b))
	})
	c.Values = values(c.Kind, list)
}
