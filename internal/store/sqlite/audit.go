package sqlite

import (
	"context"
	"database/sql"
	"strings"

	"github.com/plumbdata/plumb/internal/store"
)

// Audit implements store.Store. Queries and their attempts are read as they
// were at one moment, so that the counts are those of the lists.
func (s *Store) Audit(ctx context.Context, f store.Filter) ([]store.Audit, error) {
	tx, err := s.readers.BeginTx(ctx, nil)
	if err != nil {
		return nil, s.fault(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	q, args := narrow(`SELECT seq, id, session, household_id, user_id, source, question, status, final_sql, final_answer, model,
		coalesce(cell_id, ''), input_tokens, output_tokens, cost_usd, plan_ms, check_ms, execute_ms, chart_ms, narrate_ms, total_ms,
		created_at, updated_at, attempt_count FROM analysis_queries t`, "analysis_queries", "session", f,
		condition{f.Number != 0, "seq = ?", f.Number},
		condition{f.Status != "", "status = ?", string(f.Status)},
		condition{!f.Since.IsZero(), "created_at >= ?", stamp(f.Since)},
		condition{f.Source != "", "source = ?", f.Source},
		condition{f.Contains != "", "instr(" + foldFunction + "(question), ?) > 0", fold(f.Contains)})
	audits, err := page(ctx, s, tx, q, args, func(row scan) (a store.Audit, size int, err error) {
		err = row(&a.Number, &a.ID, &a.Session, &a.Tenant, &a.User, &a.Source, &a.Question, &a.Status, &a.FinalSQL, &a.Answer, &a.Model,
			&a.CellID, &a.Tokens.Input, &a.Tokens.Output, &a.CostUSD, &a.Timings.Plan, &a.Timings.Check, &a.Timings.Execute,
			&a.Timings.Chart, &a.Timings.Narrate, &a.Timings.Total, (*instant)(&a.CreatedAt), (*instant)(&a.UpdatedAt), &a.AttemptCount)
		return a, len(a.Question) + len(a.FinalSQL) + len(a.Answer), err
	})
	if err != nil {
		return nil, err
	}
	total := 0
	for i := range audits {
		if audits[i].AttemptCount > 0 {
			if audits[i].Attempts, err = s.attempts(ctx, tx, audits[i].ID); err != nil {
				return nil, err
			}
		}
		for _, a := range audits[i].Attempts {
			total += sizeOf(a)
		}
		if total > store.PageBytes {
			return audits[:i+1], nil
		}
	}
	return audits, nil
}

func sizeOf(a store.Attempt) int {
	return len(a.SQL) + len(a.ValidationReason) + len(a.DBError) + len(a.Reason)
}

func (s *Store) attempts(ctx context.Context, tx *sql.Tx, query string) ([]store.Attempt, error) {
	return page(ctx, s, tx, `SELECT id, analysis_query_id, attempt_number, generated_sql, validation_ok, validation_reason,
		execution_ok, db_error, llm_reason, execution_ms, row_count, input_tokens, output_tokens, created_at
		FROM analysis_query_attempts WHERE analysis_query_id = ? ORDER BY attempt_number LIMIT ?`, []any{query, store.MaxLimit},
		func(row scan) (a store.Attempt, size int, err error) {
			err = row(&a.ID, &a.QueryID, &a.Number, &a.SQL, &a.ValidationOK, &a.ValidationReason,
				&a.ExecutionOK, &a.DBError, &a.Reason, &a.ExecutionMS, &a.RowCount, &a.Tokens.Input, &a.Tokens.Output, (*instant)(&a.CreatedAt))
			return a, sizeOf(a), err
		})
}

// foldFunction is fold in SQL: SQLite's own lower knows ASCII only.
const foldFunction = "plumb_fold"

// fold makes texts that differ in capitals only equal.
func fold(text string) string { return strings.ToLower(text) }
