package explore

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Kept is something that a kept answer rests on, with the rows that it has now.
type Kept struct {
	session.Evidence
	Rows *table.Table
	Took time.Duration
}

// Renewed is what is left of an answer when its queries were run again.
type Renewed struct {
	Narrative   *session.Narrative // nil if nothing of it holds any more
	Sources     []session.Evidence
	Diagnostics []fault.Diagnostic
}

// Again holds the story of a kept answer against what its queries give now, all
// of them, without any model: what they no longer support is taken out. Own is
// the place of the query whose rows the cell shows.
func Again(ctx context.Context, c session.Cell, now time.Time, found []Kept, own int) (Renewed, error) {
	t := &Turn{q: Question{Text: c.Question, Now: now}}
	for _, k := range found {
		e := evidence{tool: k.Tool, table: k.Rows, tables: k.Tables, sql: k.SQL, meaning: k.Meaning, took: k.Took}
		if k.SQL != "" {
			e.number = k.Number
		}
		e.result = story.NewResult(e.table, e.meaning, e.number > 0)
		t.found = append(t.found, e)
	}
	if n := c.Narrative; n != nil {
		t.text, t.author = n.Text, n.By
	}
	var err error
	if t.report, err = t.hold(ctx, t.text); err != nil {
		return Renewed{}, err
	}
	text, r, err := t.narrative(ctx)
	if err != nil {
		return Renewed{}, err
	}
	needed, err := t.neededEvidence(ctx, text, r, own)
	if err != nil {
		return Renewed{}, err
	}
	sources, numbers := t.sources(needed, own)
	return Renewed{Narrative: t.cellNarrative(text, r, own, numbers), Sources: sources, Diagnostics: t.diagnostics}, nil
}
