package candidates

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Runner runs what the guard lets through; a connection is one.
type Runner interface {
	Query(ctx context.Context, sql string, l source.Limits) (*table.Reader, guard.Statement, error)
}

// Trial is how long trying candidates may take. Which candidates are tried depends
// on their number alone, unless a limit is reached, and that is said.
type Trial struct {
	Each time.Duration // of one statement
	All  time.Duration // after which no further one is begun
	Now  func() time.Time
}

// DefaultTrial is what a question is given.
var DefaultTrial = Trial{Each: tuning.TryEach, All: tuning.TryAll, Now: time.Now}

// Try runs the candidates, the best first, marks those that fail, and joins the
// probability of those that give the same result. Hurried says that the time was up
// before all were tried: which one is the best may be another matter then.
func (t Trial) Try(ctx context.Context, run Runner, list []*Candidate) (hurried bool, err error) {
	each, all := source.Patient(ctx, t.Each), source.Patient(ctx, t.All)
	runs, began := 0, t.Now()
	for _, c := range list {
		if c.Query == nil {
			continue
		}
		if runs == tuning.Tries {
			break
		}
		if hurried = hurried || t.Now().Sub(began) > all; hurried {
			break
		}
		if c.TextAmount != 0 {
			c.Failed = true
			continue
		}
		runs++
		if err := c.run(ctx, run, each); err != nil {
			return false, err
		}
		hurried = c.Late
		if math.Exp(c.LogProb) > tuning.Enough && !c.Failed && !c.Empty && !c.Repaired {
			break
		}
	}
	Weigh(list)
	return hurried, ctx.Err()
}

// Weigh gives tried candidates their probability, with that of all that come to
// the same, and puts the most probable first.
func Weigh(list []*Candidate) {
	for _, c := range list {
		c.Mass = math.Exp(c.AdjustedLogProb())
		if c.Empty {
			c.Mass *= math.Exp(-tuning.EmptyCost)
		}
		if c.Moved {
			c.Mass *= math.Exp(-tuning.MovedCost)
		}
		if c.Failed {
			c.Mass = 0
		}
	}
	for i, c := range list {
		for _, o := range list[:i] {
			if c.Ran && o.Ran && !c.Failed && !o.Failed && c.Hash == o.Hash && !c.Empty {
				o.Mass += c.Mass
				o.Repaired = o.Repaired && c.Repaired // what the parser wrote comes to the same
				c.Mass = 0
				break
			}
		}
	}
	slices.SortStableFunc(list, func(x, y *Candidate) int {
		switch {
		case x.Mass > y.Mass:
			return -1
		case x.Mass < y.Mass:
			return 1
		}
		return 0
	})
}

func (c *Candidate) run(ctx context.Context, run Runner, limit time.Duration) error {
	c.Ran = true
	sql := cmp.Or(c.FiguredSQL, c.SQL) // what people see: two rankings with the same first row differ in their figures
	r, _, err := run.Query(ctx, sql, source.Limits{Time: limit, Rows: tuning.TryRows, Bytes: tuning.TryBytes})
	if err != nil {
		c.didNotRun(err)
		return ctx.Err()
	}
	defer r.Close()
	all, err := r.ReadAll()
	if err != nil {
		c.didNotRun(err)
		return ctx.Err()
	}
	c.Empty, c.Zero = isEmpty(all), isZero(all) || sharesNothing(c.Query, all)
	c.Rows = len(all.Rows)
	c.Result = all
	c.Hash = Digest(all)
	return nil
}

// didNotRun notes why. A candidate that only took too long, or too much, may be
// right all the same.
func (c *Candidate) didNotRun(err error) {
	switch fault.CodeOf(err) {
	case fault.SQLTimeout:
		c.Ran, c.Late = false, true
	case fault.Memory:
		c.Ran = false
	default:
		c.Failed = true
	}
}

// isEmpty is true for a result without rows, or with one row of nulls.
func isEmpty(t *table.Table) bool {
	if len(t.Rows) != 1 {
		return len(t.Rows) == 0
	}
	return !slices.ContainsFunc(t.Rows[0], func(v table.Value) bool { return !v.IsNull() })
}

// sharesNothing is true where a share is none in every group, or all in every group.
func sharesNothing(q *form.Query, t *table.Table) bool {
	if len(t.Rows) < 2 {
		return false
	}
	for i, e := range q.Select {
		if e.Op != form.Pct || i >= len(t.Columns) {
			continue
		}
		none, all := true, true
		for _, row := range t.Rows {
			n, ok := row[i].Float64()
			none, all = none && ok && n == 0, all && ok && n == 100
		}
		if none || all {
			return true
		}
	}
	return false
}

// isZero is true for one row in which nothing but zeros was found.
func isZero(t *table.Table) bool {
	if len(t.Rows) != 1 {
		return false
	}
	zeros := 0
	for _, v := range t.Rows[0] {
		switch f, ok := v.Float64(); {
		case v.IsNull():
		case ok && f == 0:
			zeros++
		default:
			return false
		}
	}
	return zeros > 0
}

// Digest is the same for the same rows in any order, whatever their columns are
// called and in which order they stand: forms that differ in no more than that
// mean the same.
func Digest(t *table.Table) string {
	values := make([][]string, len(t.Columns)) // column by column
	for i := range t.Columns {
		for _, r := range t.Rows {
			values[i] = append(values[i], NormalizeCell(r[i]))
		}
	}
	sums := make([]string, len(values))
	for i, v := range values {
		sums[i] = hashParts(slices.Sorted(slices.Values(v)))
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(sums[a], sums[b]) })
	rows := make([]string, len(t.Rows))
	for i := range rows {
		row := make([]string, len(order))
		for j, c := range order {
			row[j] = values[c][i]
		}
		rows[i] = hashParts(row)
	}
	slices.Sort(rows)
	return hashParts(rows)
}

// NormalizeCell is the same for equal values: 2 and 2.0 are.
func NormalizeCell(v table.Value) string {
	if f, ok := v.Float64(); ok {
		return strconv.FormatFloat(f, 'g', 12, 64)
	}
	return v.String()
}

func hashParts(parts []string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return string(h.Sum(nil))
}
