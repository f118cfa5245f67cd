package eval

import (
	"context"
	"errors"
	"sync"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// Chooser names the kind of chart that it would draw, in the words of the
// suite.
type Chooser func(question string, t *table.Table, m *meaning.Meaning) string

// Drawn is the kind chosen for each case. A case without an answer is not in it.
type Drawn map[string]string

// Draw runs what was answered, and lets the chooser choose.
func (r *Run) Draw(ctx context.Context, choose Chooser) (Drawn, error) {
	fresh := *r
	fresh.Journal = NewJournal() // so that jobs are all cases
	jobs, _ := fresh.jobs()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	drawn, done := Drawn{}, 0
	var mu sync.Mutex
	one := func(id, kind string) {
		mu.Lock()
		defer mu.Unlock()
		if kind != "" {
			drawn[id] = kind
		}
		done++
		if r.Progress != nil {
			r.Progress(done, len(r.Suite.Cases))
		}
	}
	r.each(ctx, jobs, stop, func(j job) error { return r.draw(ctx, j, choose, one) })
	return drawn, context.Cause(ctx)
}

// draw goes through the answers about one database.
func (r *Run) draw(ctx context.Context, j job, choose Chooser, one func(id, kind string)) (err error) {
	if ctx.Err() != nil {
		return nil
	}
	d, err := r.open(ctx, j.database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close(ctx)) }()
	tables := map[string]*table.Table{} // phrasings of a chart share their query
	for _, c := range j.cases {
		answer, ok := r.Journal.Get(c.ID, 0)
		if !ok || answer.SQL == "" {
			one(c.ID, "")
			continue
		}
		t, known := tables[answer.SQL]
		if !known {
			t = d.table(ctx, answer.SQL)
			tables[answer.SQL] = t
		}
		if ctx.Err() != nil {
			return nil
		}
		kind := ""
		if t != nil {
			kind = choose(c.Turns[0].Question, t, answer.Meaning.Named(t.Names()))
		}
		one(c.ID, kind)
	}
	return nil
}

// table is what a person would get to see of a query, or nil if it fails.
func (d *database) table(ctx context.Context, sql string) *table.Table {
	rows, _, err := d.conn.Query(ctx, sql, source.Limits{Time: source.DefaultTime, Rows: source.DefaultRows, Bytes: source.DefaultBytes})
	if err != nil {
		return nil
	}
	t, err := rows.ReadAll()
	if err != nil {
		return nil
	}
	return t
}

// ChartSummary is how well charts were chosen.
type ChartSummary struct {
	Asked      int     `json:"asked"`
	GoldBroken int     `json:"gold_broken"` // queries that do not run; they are asked, and their data count as wrong
	Kind       Share   `json:"kind"`        // the mark and whether it has series
	Mark       Share   `json:"mark"`
	Data       Share   `json:"data"`
	Both       Share   `json:"kind_and_data"`
	ByKind     []Pair  `json:"by_kind"`
	ByNaming   []Pair  `json:"by_naming"`
	Mistakes   []Group `json:"mistakes"` // wanted and drawn, where they differ
}

// Pair is how many of a group have the right kind, and the right data too.
type Pair struct {
	Name string `json:"name"`
	Kind Share  `json:"kind"`
	Both Share  `json:"kind_and_data"`
}

// Summary holds what was drawn against what was wanted.
func (c *Charts) Summary(j *Journal, drawn Drawn) *ChartSummary {
	s := &ChartSummary{}
	kinds, both, mistakes := tally{}, tally{}, tally{}
	namings, bothNamed := tally{}, tally{}
	for _, one := range c.Cases {
		r, ok := j.Get(one.ID, 0)
		if !ok {
			continue
		}
		want, got := c.wanted[one.ID], drawn[one.ID]
		if got == "" {
			got = "nothing"
		}
		if r.Class == GoldBroken {
			s.GoldBroken++
		}
		kind, data := got == want.kind, r.Class == Right
		naming := "kind not named"
		if want.named {
			naming = "kind named"
		}
		s.Asked++
		s.Kind.add(kind)
		s.Mark.add(mark(got) == mark(want.kind))
		s.Data.add(data)
		s.Both.add(kind && data)
		kinds.add(want.kind, kind)
		both.add(want.kind, kind && data)
		namings.add(naming, kind)
		bothNamed.add(naming, kind && data)
		if !kind {
			mistakes.add(want.kind+" drawn as "+got, true)
		}
	}
	s.ByKind, s.ByNaming = pairs(kinds, both), pairs(namings, bothNamed)
	s.Mistakes = shares(mistakes.list(bySize), s.Asked)
	return s
}

func pairs(kinds, both tally) []Pair {
	var list []Pair
	for _, g := range kinds.list(bySize) {
		list = append(list, Pair{g.Name, g.Share, *both[g.Name]})
	}
	return list
}
