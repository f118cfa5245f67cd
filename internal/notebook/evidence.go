package notebook

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// ownResult is the number of a cell's own result, as its references give it.
const ownResult = 0

// evidence is the results that a story rests on, by their numbers.
type evidence map[int]storedResult

// storedResult is what a cell keeps of a result.
type storedResult struct {
	table  *table.Table // nil if only the hash was kept
	count  int64        // rows that there were
	result story.Result
}

// gatherEvidence gathers the results of a cell, and checks those of its sources. Rows
// are the cell's own, if it has them.
func (f *Finding) gatherEvidence(c session.Cell, rows *table.Table) evidence {
	b := evidence{}
	if c.Result != nil {
		b[ownResult] = storedResult{table: rows, count: c.Result.RowCount}
	}
	for _, s := range c.Sources {
		k := storedResult{count: s.RowCount}
		switch {
		case IsOwn(c, s):
			k.table = rows
		case s.Result != nil:
			t, has, err := s.Result.Table()
			switch {
			case err != nil:
				f.problem("query %d: %s", s.Number, err)
			case has:
				k.table = t
				f.rows(s.Result, t)
			}
			if s.Result.DataHash != s.DataHash || s.Result.RowCount != s.RowCount {
				f.problem("query %d: its result does not match its hash", s.Number)
			}
		}
		if k.table != nil {
			k.result = story.NewResult(k.table, s.SQL, s.Tool == "execute_query")
		}
		b[s.Number] = k
	}
	return b
}

// IsOwn is true for the source that the cell shows the rows of.
func IsOwn(c session.Cell, s session.Evidence) bool {
	return c.SQL != nil && c.Result != nil && s.SQL == c.SQL.Query && s.DataHash == c.Result.DataHash
}

// hasRows is true where there are rows to check a story against.
func (b evidence) hasRows() bool {
	for _, k := range b {
		if k.table != nil {
			return true
		}
	}
	return false
}

// checkClaims checks the story against the rows, as it was when it was written.
func (b evidence) checkClaims(ctx context.Context, c session.Cell) ([]story.Claim, error) {
	if len(c.Sources) == 0 {
		return story.Check(c.Narrative.Text, b[ownResult].table, storyContext(c)).Claims, nil
	}
	var results []story.Result
	for _, number := range slices.Sorted(maps.Keys(b)) {
		if k := b[number]; number != ownResult && k.table != nil {
			results = append(results, k.result)
		}
	}
	r, err := story.CheckAll(ctx, c.Narrative.Text, results, story.Context{Question: c.Question, Now: dayOf(c), Foreign: true})
	return r.Claims, err
}

// missingRows names the rows that a claim rests on and that were not kept; "" if it
// rests on none such.
func (b evidence) missingRows(n *session.Narrative, c story.Claim) string {
	for _, s := range referenceSpans(*n) {
		if k, ok := b[s.ref.Query]; !ok || k.table != nil || s.from >= c.End || c.Start >= s.to {
			continue
		}
		if s.ref.Query == ownResult {
			return "its own rows"
		}
		return fmt.Sprintf("the rows of query %d", s.ref.Query)
	}
	return ""
}
