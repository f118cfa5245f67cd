package mind

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/opinion"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// reviewer has an opinion on statements that others wrote. The built-in brain
// is one.
type reviewer interface {
	Opinion(ctx context.Context, q brain.Question, sql string, answer *brain.Answer) opinion.Opinion
}

// secondOpinion is the code of what the built-in brain says of a model's
// statement.
const secondOpinion fault.Code = "SECOND_OPINION"

// addOpinion adds to a model's draft what the built-in brain thinks of it: how
// it reads the statement, whether it reads the question so too, and what looks
// wrong. The statement stays as it is; the other reading is there to be chosen.
func (m *Models) addOpinion(ctx context.Context, r answer.Request, d, own *answer.Draft) {
	s, ok := m.builtin.Brain.(reviewer)
	if !ok || d.SQL == "" {
		return
	}
	q := brain.Question{Text: r.Question, Now: r.Now, Before: readingBefore(r), Vocabulary: r.Vocabulary}
	o := s.Opinion(ctx, q, d.SQL, readingsOf(own))
	if ctx.Err() != nil {
		return
	}
	d.Confidence = o.Confidence
	if o.Reading != "" {
		d.Sentence = o.Reading
		for _, c := range o.Clauses {
			d.Clauses = append(d.Clauses, session.Clause(c))
		}
	}
	d.Findings = append(d.Findings, o.Findings...)
	switch o.Verdict {
	case opinion.Agrees:
		if len(o.Findings) == 0 {
			d.Outcome = answer.Sure
		}
		d.Findings = append(d.Findings, newFinding(fault.Info, "the built-in parser reads the question in the same way", ""))
	case opinion.Differs:
		d.Findings = append(d.Findings, newFinding(fault.Warning, "the built-in parser reads the question differently: "+strings.Join(o.Differences, "; "),
			"look at the other reading, and choose"))
		if own.SQL != "" {
			other := *own
			other.Others, other.Outcome = nil, answer.Likely
			d.Others = append([]answer.Draft{other}, d.Others...)
		}
	}
}

func newFinding(s fault.Severity, message, hint string) fault.Diagnostic {
	return fault.Diagnostic{Severity: s, Code: secondOpinion, Message: message, Hint: hint}
}

// readingsOf is how the built-in brain read a question, from the draft that it
// made of it; nil where it had none.
func readingsOf(d *answer.Draft) *brain.Answer {
	if d == nil {
		return nil
	}
	a := &brain.Answer{Outcome: brain.Outcome(d.Outcome), Confidence: d.Confidence, Missing: d.Missing}
	seen := map[*brain.Reading]bool{}
	for _, one := range append([]answer.Draft{*d}, d.Others...) {
		if read := one.Reading(); read != nil && !seen[read] {
			seen[read] = true
			a.Readings = append(a.Readings, *read)
		}
	}
	return a
}

// readingBefore is the reading that a question may change.
func readingBefore(r answer.Request) *brain.Reading {
	if r.Before == nil || r.Before.Draft == nil {
		return nil
	}
	return r.Before.Draft.Reading()
}
