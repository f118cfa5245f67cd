package notebook

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		if rows != nil && c.Analysis != nil {
			b[ownResult] = storedResult{rows, c.Result.RowCount, story.NewResult(rows, c.Meaning, true)}
		}
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
			k.result = story.NewResult(k.table, s.Meaning, s.Tool == "execute_query" || c.Analysis != nil)
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
		// The rows of an explored answer are those of one of its sources.
		if k := b[number]; k.table != nil && (number != ownResult || c.Analysis != nil) {
			results = append(results, k.result)
		}
	}
	r, err := story.CheckAll(ctx, c.Narrative.Text, results, story.Context{Question: c.Question, Now: dayOf(c), Foreign: true})
	return r.Claims, err
}

// recompute works a reference out again from its operation, columns and rows.
func recompute(r *session.DataReference, rows *table.Table) error {
	return story.Reference{Text: r.Text, Operation: story.Operation(r.Operation), Columns: r.Columns, Rows: r.Rows, Among: r.Among}.Recompute(rows)
}

// supports is true for a claim that the check of the text does not find, where the
// reference to it holds: a figure of the built-in narrator that can be recomputed,
// or, in a cell that does not say what its statements mean, words that name what a
// statement keeps.
func (b evidence) supports(c session.Cell, claim story.Claim) bool {
	for _, s := range referenceSpans(*c.Narrative) {
		k := b[s.ref.Query]
		if k.table == nil || s.from > claim.Start || claim.End > s.to {
			continue
		}
		if s.ref.Operation == string(story.Scope) {
			return c.Meaning == nil && namedIn(s.ref.Text, statementBehind(c, s.ref.Query))
		}
		return !foreign(c.Narrative) && strings.ContainsAny(claim.Text, "0123456789") && recompute(s.ref, k.table) == nil
	}
	return false
}

// statementBehind is the statement of a cell, or of one of its sources.
func statementBehind(c session.Cell, query int) string {
	for _, s := range c.Sources {
		if s.Number == query {
			return s.SQL
		}
	}
	return statementOf(c)
}

// namedIn is true where each number and name of some words stands in a statement.
func namedIn(words, statement string) bool {
	statement = strings.ToLower(statement)
	any := false
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if first, _ := utf8.DecodeRuneInString(w); !unicode.IsDigit(first) && !unicode.IsUpper(first) {
			continue
		}
		if any = true; !strings.Contains(statement, strings.ToLower(w)) {
			return false
		}
	}
	return any
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
