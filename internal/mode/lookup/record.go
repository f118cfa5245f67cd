package lookup

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// record keeps the cell, settles the audit and ends the turn, in one write.
func (t *Turn) record(ctx context.Context) error {
	c := t.assemble()
	var err error
	t.Cell, err = t.books.Record(ctx, c, func(q *store.Query, c session.Cell) {
		if c.Narrative != nil {
			q.Answer = c.Narrative.Text
		}
	})
	return err
}

// sureFrom is how relevant the best passage must be for an answer in the words of the
// documents to be sure.
const sureFrom = 0.8

func (t *Turn) assemble() session.Cell {
	c := session.Cell{Question: t.q.Text, Context: session.Lineage{ParentCellID: t.q.Before}}
	best := 0.0
	for _, r := range t.answer.rests {
		best = max(best, r.passage.Relevance)
	}
	outcome := "likely"
	if best >= sureFrom && t.cut == 0 {
		outcome = "sure"
	}
	c.Reading = &session.Reading{Outcome: outcome, Confidence: best}
	if t.answer.text == "" {
		c.Reading = &session.Reading{Outcome: "declined", Missing: "The documents mention this, but no sentence of them answers it."}
	} else {
		c.Narrative = &session.Narrative{Text: t.answer.text, By: t.by}
	}
	c.Citations = t.citations()
	c.Diagnostics = append(slices.Clone(t.q.Notes), t.notes...)
	c.Metadata = session.Metadata{AgentSteps: t.steps, Mode: session.ModeDocuments}
	if t.retry {
		c.Metadata.RetryCount = 1
	}
	t.books.Describe(&c.Metadata, t.by, t.q.Now)
	return c
}

// citations number the passages in the order of the words that rest on them.
func (t *Turn) citations() []session.Citation {
	var list []session.Citation
	numbers := map[string]int{}
	for _, r := range t.answer.rests {
		p := r.passage
		if numbers[p.ID] == 0 {
			numbers[p.ID] = len(numbers) + 1
		}
		list = append(list, p.Cite(numbers[p.ID], r.at, r.end, r.quote))
	}
	return list
}

// NothingRelevant is what an answer from elsewhere says of the documents.
func NothingRelevant() fault.Diagnostic {
	return fault.Diagnostic{Severity: fault.Info, Code: Elsewhere, Message: "no document says anything of this, so it is answered without them", Hint: "plumb docs shows which documents are known, and plumb docs add PLACE adds some"}
}

// Elsewhere is the code of NothingRelevant.
const Elsewhere fault.Code = "NO_DOCUMENT"
