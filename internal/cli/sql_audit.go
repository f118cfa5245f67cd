package cli

import (
	"context"
	"errors"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	books "github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/talk"
)

// sqlAudit is the record of one statement of plumb sql: the question is the
// statement itself, as it was typed.
type sqlAudit struct {
	kept    *sqlite.Store
	session *session.Session
	query   store.Query
	attempt store.Attempt
	clock   func() time.Time
	began   time.Time
}

// auditSQL records a statement before anything is done about it.
func (a *app) auditSQL(ctx context.Context, source, text string) (*sqlAudit, error) {
	kept, err := a.openStore(ctx)
	if err != nil {
		return nil, err
	}
	r := &sqlAudit{kept: kept, clock: a.Now, began: a.Now(), attempt: store.Attempt{Number: 1, SQL: text},
		query: store.Query{ID: freshID("query_"), Source: source, Question: text, Status: store.StatusOpen, Model: talk.You}}
	r.session, err = session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID}).Start(ctx, source, source)
	if err == nil {
		err = r.session.Step(ctx, session.Step{Query: &r.query, Events: []session.Entry{
			{Kind: session.QuestionAsked, Payload: session.AskedPayload{Question: text, Query: r.query.ID, Source: source}}}})
	}
	if err != nil {
		_ = kept.Close()
		return nil, err
	}
	return r, nil
}

// recordStatement notes the statement that runs.
func (r *sqlAudit) recordStatement(sql string) {
	r.attempt.ValidationOK, r.query.FinalSQL = true, sql
	r.query.Timings.Check = books.Milliseconds(r.clock().Sub(r.began))
}

// settle records what became of the statement. The person may have stopped it,
// so this does not wait for their context.
func (r *sqlAudit) settle(ctx context.Context, rows int, cause error) error {
	defer r.kept.Close()
	took := books.Milliseconds(r.clock().Sub(r.began))
	r.query.Timings.Total = took
	if r.attempt.ValidationOK {
		r.query.Timings.Execute = took - r.query.Timings.Check
		r.attempt.ExecutionMS, r.attempt.RowCount = r.query.Timings.Execute, int64(rows)
	}
	end := session.EndedPayload{Outcome: "sure"}
	r.query.Status, r.attempt.ExecutionOK = store.StatusSuccess, cause == nil
	if cause != nil {
		f := fault.Of(cause)
		r.query.Status, r.query.Answer = store.StatusFailed, f.Message
		end = session.EndedPayload{Outcome: books.Failed, Reason: f.Message}
		switch {
		case f.Code == fault.Canceled, ctx.Err() != nil, errors.Is(cause, syscall.EPIPE): // the reader has seen enough
			r.query.Status, end.Outcome = store.StatusCanceled, books.Canceled
		case !r.attempt.ValidationOK:
			r.attempt.ValidationReason = f.Message
		default:
			r.attempt.DBError = f.Message
		}
	}
	const patience = 5 * time.Second
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	return r.session.Step(ctx, session.Step{Query: &r.query, Attempts: []store.Attempt{r.attempt}, Events: []session.Entry{{Kind: session.TurnEnded, Payload: end}}})
}
