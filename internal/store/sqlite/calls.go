package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

func recordCall(ctx context.Context, conn *sql.Conn, c store.Call) error {
	_, err := conn.ExecContext(ctx, `INSERT INTO model_calls
		(session, task, complex, model, step, input_tokens, output_tokens, cached_tokens, waited_ms, first_token_ms, total_ms,
		 tries, priced, cost_usd, fault, occurred_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.Session, c.Task, c.Complex, c.Model, c.Step, c.Tokens.Input, c.Tokens.Output, c.Tokens.Cached, c.WaitedMS, c.FirstMS, c.TotalMS,
		c.Tries, c.Priced, c.CostUSD, c.Fault, stamp(c.OccurredAt))
	return err
}

// Usage implements store.Store.
func (s *Store) Usage(ctx context.Context, since, until time.Time) ([]store.Usage, error) {
	return page(ctx, s, s.readers, `SELECT model, task, count(*), sum(fault NOT IN ('', ?)), sum(step > 0), sum(tries),
		sum(input_tokens), sum(output_tokens), sum(cached_tokens), sum(total_ms), sum(cost_usd),
		sum(NOT priced AND input_tokens + output_tokens > 0)
		FROM model_calls WHERE occurred_at >= ? AND occurred_at < ?
		GROUP BY model, task ORDER BY model, task LIMIT ?`,
		[]any{string(fault.Canceled), stamp(since), stamp(until), store.MaxLimit},
		func(row scan) (u store.Usage, size int, err error) {
			err = row(&u.Model, &u.Task, &u.Calls, &u.Failed, &u.Escalated, &u.Tries,
				&u.Tokens.Input, &u.Tokens.Output, &u.Tokens.Cached, &u.TotalMS, &u.CostUSD, &u.Unpriced)
			return u, len(u.Model) + len(u.Task), err
		})
}
