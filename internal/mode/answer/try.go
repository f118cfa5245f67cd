package answer

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// check holds the statement against the guard. What is refused is never run,
// and counts as an attempt.
func check(ctx context.Context, t *Turn) (step, error) {
	name := t.writer()
	t.statement = guard.Statement{}
	t.addTrace("validate")
	done := t.books.Timed(&t.books.Timings.Check)
	statement, err := t.m.Database.Check(ctx, t.Draft.SQL)
	done()
	if err != nil && !blames(err) {
		return nil, err
	}
	events := []session.Entry{
		{Kind: session.SQLDrafted, Payload: session.StatementPayload{Step: name, SQL: t.Draft.SQL, OK: true}},
		{Kind: session.SQLChecked, Payload: session.StatementPayload{Step: "validate", SQL: t.Draft.SQL, OK: err == nil, Reason: reason(err)}},
	}
	if err != nil {
		a := t.attempt()
		a.ValidationReason = reason(err)
		return repair, t.recordAttempt(ctx, a, err, true, events)
	}
	if err := t.books.Happened(ctx, session.Step{Events: append(events, turn.Stage(session.Executing))}); err != nil {
		return nil, err
	}
	t.statement = statement
	return run, nil
}

// run lets the database answer.
func run(ctx context.Context, t *Turn) (step, error) {
	t.addTrace("execute")
	before := t.books.Timings.Execute
	done := t.books.Timed(&t.books.Timings.Execute)
	rows, err := t.m.Database.Run(ctx, t.statement, t.m.Limits)
	if err == nil {
		t.Table, err = rows.ReadAll()
	}
	done()
	a := t.attempt()
	a.ValidationOK, a.ExecutionMS = true, t.books.Timings.Execute-before
	if err != nil && !blames(err) {
		t.Table = nil
		a.DBError = reason(err)
		t.books.Attempts = append(t.books.Attempts, a) // the audit gets it when the turn is settled
		return nil, err
	}
	ran := session.StatementPayload{Step: "execute", SQL: t.Draft.SQL, OK: err == nil, Reason: reason(err)}
	if err != nil {
		t.Table = nil
		a.DBError = reason(err)
		return repair, t.recordAttempt(ctx, a, err, false, []session.Entry{{Kind: session.SQLRan, Payload: ran}})
	}
	ran.Rows = len(t.Table.Rows)
	a.ExecutionOK, a.RowCount = true, int64(ran.Rows)
	t.books.Attempts = append(t.books.Attempts, a)
	events := []session.Entry{{Kind: session.SQLRan, Payload: ran}}
	if t.m.Narrator != nil && t.q.Ahead == nil {
		events = append(events, turn.Stage(session.Narrating)) // what is drawn before takes no time; a write does
		t.narrating = true
	}
	return judge, t.books.Happened(ctx, session.Step{Query: &t.books.Query, Attempts: []store.Attempt{a}, Events: events})
}

// repair asks for another statement while there are attempts left.
func repair(ctx context.Context, t *Turn) (step, error) {
	if len(t.books.Attempts) >= MaxAttempts || t.m.Repairer == nil || t.Draft.Outcome == Edited {
		return record, nil
	}
	if err := t.books.Enters(ctx, session.Correcting); err != nil {
		return nil, err
	}
	defer t.books.Timed(&t.books.Timings.Plan)()
	t.fixes++
	t.addTrace(t.writer())
	d, err := t.m.Repairer.Repair(ctx, t.request, slices.Clone(t.failed))
	if err != nil {
		return nil, err
	}
	if d == nil || d.SQL == "" {
		t.steps++
		if d != nil {
			t.books.Cost = t.books.Cost.Plus(d.Cost)
		}
		return record, nil
	}
	t.took(d)
	return check, nil
}

// attempt begins the audit of the statement at hand.
func (t *Turn) attempt() store.Attempt {
	return store.Attempt{Number: len(t.books.Attempts) + 1, SQL: t.Draft.SQL, Reason: t.Draft.Reasoning,
		Tokens: store.Tokens{Input: t.written.Input, Output: t.written.Output}}
}

// writer names the step that wrote the statement.
func (t *Turn) writer() string {
	if t.fixes > 0 {
		return fmt.Sprintf("fix_%d", t.fixes)
	}
	return "generate"
}

// recordAttempt records an attempt that did not answer.
func (t *Turn) recordAttempt(ctx context.Context, a store.Attempt, err error, refused bool, events []session.Entry) error {
	t.books.Attempts = append(t.books.Attempts, a)
	f := fault.Of(err)
	t.failed = append(t.failed, Attempt{SQL: a.SQL, Refused: refused, Slow: f.Code == fault.SQLTimeout || f.Code == fault.Memory, Reason: f.Message, Hint: f.Hint})
	t.failure = f
	return t.books.Happened(ctx, session.Step{Query: &t.books.Query, Attempts: []store.Attempt{a}, Events: events})
}

// blames is true for an error that is the statement's own: another statement
// may do better. A database that cannot be reached, or a person who stops, is
// another matter.
func blames(err error) bool {
	switch fault.CodeOf(err) {
	case fault.SQLError, fault.SQLParse, fault.SQLTimeout, fault.Validation, fault.Memory, fault.BadData, fault.NotFound:
		return true
	}
	return false
}

// reason is an error as an audit keeps it.
func reason(err error) string {
	if err == nil {
		return ""
	}
	f := fault.Of(err)
	if f.Hint == "" {
		return f.Message
	}
	return f.Message + " (" + f.Hint + ")"
}
