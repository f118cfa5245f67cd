package builtin

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/core"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// splitCost is how much less probable a form is, in nats, whose parts are more
// than the whole, where there is an amount that belongs to one group alone.
const splitCost = 3.0

// unsplit adds the best candidate with an amount that belongs to one group in
// the place of one that belongs to several: the total of the lines in the place
// of that of the orders.
func (b *Brain) unsplit(ctx context.Context, memory *core.Memory, asked *link.Question, grammar *form.Grammar, list []*candidate, now time.Time) ([]*candidate, error) {
	best := first(list)
	if best == nil {
		return list, nil
	}
	read, err := form.Read(best.tokens, asked)
	if err != nil {
		return list, nil
	}
	s, found := splits(b.ix, read)
	if !found {
		return list, nil
	}
	other := read.Clone()
	other.EachExpr(func(e *form.Expr) {
		if e.Op == form.Column && e.Column == s.coarse {
			e.Column = s.fine
		}
	})
	tables := other.Tables
	other.Tables = slices.DeleteFunc(slices.Clone(tables), func(t int) bool { return t == b.ix.Columns[s.fine].Table })
	other.Tables = append(other.Tables, b.ix.Columns[s.fine].Table)
	slices.Sort(other.Tables)
	made, err := b.rewritten(ctx, memory, asked, grammar, []*form.Query{other}, now)
	if err != nil {
		return nil, err
	}
	for _, c := range made {
		var joined *candidate
		if list, joined = joinedBy(list, c); len(joined.missed) <= len(best.missed) {
			if p := best.logProb + splitCost; p > joined.logProb { // what the other one means
				joined.logProb, joined.steps, joined.mended = math.Min(p, 0), best.steps, true
			}
		}
	}
	inOrder(list)
	return list, nil
}

// split is an amount that is stored once for rows of several groups, and one of
// finer rows.
type split struct{ coarse, fine int }

// splits is true for a query that adds up what is stored once for rows that
// belong to several groups: the total of an order under each category of its
// lines. The parts are then more than the whole.
func splits(ix *index.Index, q *form.Query) (s split, found bool) {
	q.EachQuery(func(q *form.Query) {
		q.Visit(func(e *form.Expr) {
			if e.Op != form.Sum || e.Distinct || len(e.Args) != 1 || e.Args[0].Op != form.Column || e.Args[0].Column == 0 || e.Args[0].Via != 0 || found {
				return
			}
			for _, g := range q.Group {
				for len(g.Args) == 1 {
					g = g.Args[0]
				}
				if g.Op != form.Column || g.Column == 0 || g.Via != 0 {
					continue
				}
				if fine := finer(ix, e.Args[0].Column, ix.Columns[g.Column].Table); fine > 0 {
					s, found = split{e.Args[0].Column, fine}, true
				}
			}
		}, nil)
	})
	return s, found
}

// finer is an amount of the same name as the one in a column, of rows that each belong to one
// row of another table; 0 where the column's rows do themselves, or there is no
// such amount.
func finer(ix *index.Index, column, by int) int {
	of := ix.Columns[column].Table
	if ix.Leads(of, by) {
		return 0
	}
	fine := 0
	for n := 1; n < len(ix.Columns); n++ {
		c := &ix.Columns[n]
		if c.Table == of || !c.Measure || !c.HoldsMoney() || !ix.Leads(c.Table, of) || !ix.Leads(c.Table, by) {
			continue
		}
		if !slices.ContainsFunc(c.Words, func(w string) bool { return slices.Contains(ix.Columns[column].Words, w) }) {
			continue
		}
		if fine > 0 {
			return 0 // nobody knows which
		}
		fine = n
	}
	return fine
}
