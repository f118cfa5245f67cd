package builtin

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

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// What trying a candidate may cost.
const (
	tryRows  = 5000
	tryBytes = 8 << 20
	tries    = 5
	enough   = 0.97 // a candidate this probable is believed when it runs and finds something

	emptyCost = 1.5 // how much less probable a candidate is that finds nothing, in nats
)

// trial is how long trying may take. Which candidates are tried depends on their
// number alone, unless a limit is reached, and that is said.
type trial struct {
	each time.Duration // of one statement
	all  time.Duration // after which no further one is begun
	now  func() time.Time
}

var usualTrial = trial{each: time.Second, all: 2 * time.Second, now: time.Now}

// try runs the candidates, the best first, marks those that fail, and joins
// the probability of those that give the same result. Hurried says that the time
// was up before all were tried: which one is the best may be another matter then.
func (b *Brain) try(ctx context.Context, list []*candidate) (hurried bool, err error) {
	runs, began := 0, b.trial.now()
	for _, c := range list {
		if c.query == nil {
			continue
		}
		if runs == tries {
			break
		}
		if hurried = hurried || b.trial.now().Sub(began) > b.trial.all; hurried {
			break
		}
		runs++
		if err := b.tryOne(ctx, c, b.trial.each); err != nil {
			return false, err
		}
		hurried = c.late
		if math.Exp(c.logProb) > enough && !c.failed && !c.empty && !c.mended {
			break
		}
	}
	weigh(list)
	return hurried, ctx.Err()
}

// weigh gives tried candidates their probability, with that of all that come to
// the same, and puts the most probable first.
func weigh(list []*candidate) {
	for _, c := range list {
		c.mass = math.Exp(c.covered())
		if c.empty {
			c.mass *= math.Exp(-emptyCost)
		}
		if c.moved {
			c.mass *= math.Exp(-movedCost)
		}
		if c.failed {
			c.mass = 0
		}
	}
	for i, c := range list {
		for _, o := range list[:i] {
			if c.ran && o.ran && !c.failed && !o.failed && c.hash == o.hash && !c.empty {
				o.mass += c.mass
				o.mended = o.mended && c.mended // what the parser wrote comes to the same
				c.mass = 0
				break
			}
		}
	}
	slices.SortStableFunc(list, func(x, y *candidate) int {
		switch {
		case x.mass > y.mass:
			return -1
		case x.mass < y.mass:
			return 1
		}
		return 0
	})
}

func (b *Brain) tryOne(ctx context.Context, c *candidate, limit time.Duration) error {
	c.ran = true
	sql := cmp.Or(c.figuredSQL, c.sql) // what people see: two rankings with the same first row differ in their figures
	r, _, err := b.run.Query(ctx, sql, source.Limits{Time: limit, Rows: tryRows, Bytes: tryBytes})
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
	c.empty = nothing(all)
	c.rows = len(all.Rows)
	c.result = all
	c.hash = digest(all)
	return nil
}

// didNotRun notes why. A candidate that only took too long, or too much, may be
// right all the same.
func (c *candidate) didNotRun(err error) {
	switch fault.CodeOf(err) {
	case fault.SQLTimeout:
		c.ran, c.late = false, true
	case fault.Memory:
		c.ran = false
	default:
		c.failed = true
	}
}

// nothing is true for a result without rows, or with one row of nulls.
func nothing(t *table.Table) bool {
	if len(t.Rows) != 1 {
		return len(t.Rows) == 0
	}
	return !slices.ContainsFunc(t.Rows[0], func(v table.Value) bool { return !v.IsNull() })
}

// digest is the same for the same rows in any order, whatever their columns are
// called and in which order they stand: forms that differ in no more than that
// mean the same.
func digest(t *table.Table) string {
	values := make([][]string, len(t.Columns)) // column by column
	for i := range t.Columns {
		for _, r := range t.Rows {
			values[i] = append(values[i], cell(r[i]))
		}
	}
	sums := make([]string, len(values))
	for i, v := range values {
		sums[i] = seal(slices.Sorted(slices.Values(v)))
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
		rows[i] = seal(row)
	}
	slices.Sort(rows)
	return seal(rows)
}

// cell is the same for equal values: 2 and 2.0 are.
func cell(v table.Value) string {
	if f, ok := v.Float64(); ok {
		return strconv.FormatFloat(f, 'g', 12, 64)
	}
	return v.String()
}

func seal(parts []string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return string(h.Sum(nil))
}
