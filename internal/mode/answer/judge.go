package answer

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// Judge says what a critic thinks of an answer whose statement has run, before it is drawn.
// canRetry says that another statement can still be written.
type Judge func(ctx context.Context, t *Turn, canRetry bool) (*session.JudgedPayload, error)

// RejectedConfidence is what the confidence of a rejected answer is at most.
const RejectedConfidence = 0.5

// Withhold is the kind of a finding after which the rows are not shown as the answer.
type Withhold func(kind string) bool

// judge lets the critic read the answer. What it wants to have tried again is, once; what it
// rejects is declined or becomes unsure, with the reason, and can be chosen all the same.
func judge(ctx context.Context, t *Turn) (step, error) {
	d := t.Draft
	if t.m.Judge == nil || d.Outcome == Edited || d.Remembered || t.q.Draft != nil && !t.q.Planned || t.q.SQL != "" {
		return draw, nil
	}
	t.interpret(ctx)
	canRetry := t.verdict == nil && t.m.Repairer != nil && len(t.books.Attempts) < MaxAttempts
	v, err := t.m.Judge(ctx, t, canRetry)
	if err != nil || v == nil {
		return draw, err
	}
	retried := t.verdict != nil
	t.verdict = v
	v.Retried = retried
	if v.Decision == session.Retry {
		if next, err := t.retry(ctx, *v); next != nil || err != nil {
			return next, err
		}
		v.Decision = session.Reject // nobody has another statement
	}
	if v.Decision == session.Reject {
		return t.reject(*v), nil
	}
	return draw, nil
}

// retry asks for another statement, told what is wrong with this one. It is nil where there
// is none.
func (t *Turn) retry(ctx context.Context, v session.JudgedPayload) (step, error) {
	if err := t.books.Happened(ctx, session.Step{Events: []session.Entry{{Kind: session.Judged, Payload: v}, {Kind: session.StageEntered, Payload: session.StagePayload{Stage: session.Correcting}}}}); err != nil {
		return nil, err
	}
	failed := append(slices.Clone(t.failed), Attempt{SQL: t.Draft.SQL, Reason: v.Reason()})
	d, err := t.m.Repairer.Repair(ctx, t.request, failed)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		t.diagnostics = append(t.diagnostics, fault.Of(err).Diagnostic(fault.Warning))
		return nil, nil
	}
	if d == nil || d.SQL == "" || d.SQL == t.Draft.SQL || d.Asks() {
		return nil, nil
	}
	t.failed, t.Table, t.narrating = failed, nil, false
	t.fixes++
	t.addTrace(t.writer())
	t.took(d)
	return check, nil
}

// Rejected is the code of what the critic found wrong with an answer that is shown.
const Rejected fault.Code = "REJECTED"

// reject makes of an answer one that is unsure, or none where what it shows would be taken
// for the answer to something else.
func (t *Turn) reject(v session.JudgedPayload) step {
	d := *t.Draft
	if len(v.Findings) > 0 && t.m.Withhold != nil && t.m.Withhold(v.Findings[0].Kind) {
		own := d
		own.Others, own.Probability = nil, cmp.Or(own.Probability, own.Confidence)
		t.Draft = &Draft{Outcome: Declined, Confidence: 1 - d.Confidence, Missing: v.Reason(), Notes: d.Notes, Others: append([]Draft{own}, d.Others...), Suggested: d.Suggested, By: d.By, Reasoning: d.Reasoning}
		t.Table, t.books.Attempts = nil, slices.Clip(t.books.Attempts)
		return record
	}
	d.Outcome, d.Given, d.Confidence = Unsure, true, min(d.Confidence, RejectedConfidence)
	d.Findings = append(slices.Clip(d.Findings), fault.Diagnostic{Severity: fault.Warning, Code: Doubtful, Message: v.Reason(), Hint: v.Hint()})
	t.Draft = &d
	return draw
}
