package turn

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// memory is a log that keeps its steps, and can be full.
type memory struct {
	steps []session.Step
	full  bool
}

func (m *memory) Step(ctx context.Context, st session.Step) error {
	if m.full {
		return errors.New("full")
	}
	m.steps = append(m.steps, st)
	return ctx.Err()
}

func (m *memory) Record(_ context.Context, c session.Cell, also func(session.Cell, string) session.Step) (session.Cell, error) {
	if m.full {
		return session.Cell{}, errors.New("full")
	}
	c.ID = "cell_1"
	m.steps = append(m.steps, also(c, "sha256:aa"))
	return c, nil
}

func (m *memory) LastCells(context.Context, int) ([]session.Cell, error) { return nil, nil }

func opened(t *testing.T, begun bool) (*memory, *Books, *[]session.Kind) {
	t.Helper()
	log, now, seen := &memory{}, time.Date(2026, 2, 6, 9, 0, 0, 0, time.UTC), &[]session.Kind{}
	b := Open(log, func() time.Time { now = now.Add(time.Second); return now }, func(e session.Entry) { *seen = append(*seen, e.Kind) }, Beside{})
	if err := b.Begin(t.Context(), store.Query{ID: "query_1", Source: "shop"}, session.AskedPayload{Question: "How are sales?"}, begun); err != nil {
		t.Fatal(err)
	}
	return log, &b, seen
}

func TestBegin(t *testing.T) {
	for _, begun := range []bool{false, true} {
		log, b, seen := opened(t, begun)
		st := log.steps[0]
		if st.Turn != "query_1" || (st.Query == nil) != begun || (len(st.Events) == 1) != begun || len(*seen) != len(st.Events) ||
			b.Query.Question != "How are sales?" || b.Query.Status != store.StatusOpen {
			t.Errorf("%+v, %+v", st, b.Query)
		}
	}
}

func TestRecord(t *testing.T) {
	log, b, seen := opened(t, false)
	b.Cost = Cost{Input: 10, Output: 2, USD: 0.5}
	b.Attempts = []store.Attempt{{SQL: "a", ValidationReason: "no"}, {SQL: "b", ValidationOK: true, DBError: "bad"}, {SQL: "c", ValidationOK: true, ExecutionOK: true}}
	c := session.Cell{Reading: &session.Reading{Outcome: "likely"}}
	b.Describe(&c.Metadata, "test/m", time.Date(2026, 2, 6, 0, 0, 0, 0, time.UTC))
	m := c.Metadata
	if m.Model != "test/m" || m.Source != "shop" || m.Now != "2026-02-06" || m.Tokens.Input != 10 || m.Timings.Total <= 0 || len(m.Attempts) != 3 ||
		m.Attempts[0] != (session.Attempt{SQL: "a", Status: "refused", Reason: "no"}) || m.Attempts[1].Status != "failed" || m.Attempts[2].Status != "ran" {
		t.Errorf("%+v", m)
	}
	recorded, err := b.Record(t.Context(), c, func(q *store.Query, _ session.Cell) { q.Answer = "fine" })
	q := log.steps[len(log.steps)-1].Query
	if err != nil || recorded.ID != "cell_1" || q.Status != store.StatusSuccess || q.CellID != "cell_1" || q.Answer != "fine" || q.Model != "test/m" || q.CostUSD != 0.5 ||
		(*seen)[len(*seen)-1] != session.TurnEnded {
		t.Errorf("%v, %+v, %v", err, q, *seen)
	}
}

func TestAbandon(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, c := range map[string]struct {
		ctx    context.Context
		cause  error
		status store.Status
	}{
		"failed":              {t.Context(), errors.New("broken"), store.StatusFailed},
		"stopped":             {stopped, fault.New(fault.Canceled, "stopped"), store.StatusCanceled},
		"stopped, said other": {stopped, errors.New("the connection is closed"), store.StatusCanceled},
	} {
		log, b, _ := opened(t, false)
		b.Attempts = []store.Attempt{{SQL: "a"}}
		if err := b.Happened(t.Context(), session.Step{Attempts: b.Attempts}); err != nil {
			t.Fatal(err)
		}
		b.Attempts = append(b.Attempts, store.Attempt{SQL: "b"})
		b.Abandon(c.ctx, "test/m", c.cause)
		st := log.steps[len(log.steps)-1]
		if st.Query.Status != c.status || len(st.Attempts) != 1 || st.Attempts[0].SQL != "b" || st.Events[0].Payload.(session.EndedPayload).Cell != "" {
			t.Errorf("%s: %+v, %+v", name, st.Query, st.Attempts)
		}
	}
	log := &memory{}
	b := Open(log, time.Now, nil, Beside{})
	b.Abandon(t.Context(), "", errors.New("broken")) // there is no audit yet
	if len(log.steps) != 0 {
		t.Errorf("%+v", log.steps)
	}
}
