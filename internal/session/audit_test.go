package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/plumbdata/plumb/internal/store"
)

// TestAuditIsTrueAtEveryStep reads the store after each step, as someone would
// after a crash there.
func TestAuditIsTrueAtEveryStep(t *testing.T) {
	st := openStore(t, t.TempDir())
	s := start(t, newLog(st, never))
	q := store.Query{ID: "q1", Question: "how many?", Status: store.StatusOpen}
	var attempts []store.Attempt
	holds := func(step string, want store.Query, events int) {
		t.Helper()
		want.Session, want.Source = s.ID(), s.Info().Source
		got, err := st.Audit(t.Context(), store.Filter{Session: s.ID()})
		d := cmp.Diff([]store.Audit{{Query: want, AttemptCount: len(attempts), Attempts: attempts}}, got, cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(store.Audit{}, "Number"), cmpopts.IgnoreFields(store.Attempt{}, "ID", "QueryID", "CreatedAt"),
			cmpopts.IgnoreFields(store.Query{}, "CreatedAt", "UpdatedAt"))
		if err != nil || d != "" {
			t.Fatalf("%s: %v (-want +got):\n%s", step, err, d)
		}
		happened, err := st.Events(t.Context(), s.ID(), 0, 0)
		if err != nil || len(happened) != events {
			t.Fatalf("%s: %d events, want %d, %v", step, len(happened), events, err)
		}
	}

	steps := func(st Step) {
		t.Helper()
		if err := s.Step(t.Context(), st); err != nil {
			t.Fatal(err)
		}
	}
	steps(Step{Query: &q, Events: []Entry{{Kind: QuestionAsked}}})
	holds("asked", q, 2)

	attempts = append(attempts, store.Attempt{Number: 1, SQL: "DROP TABLE orders", ValidationReason: "only SELECT may run"})
	steps(Step{Query: &q, Attempts: attempts, Events: []Entry{{Kind: SQLChecked}}})
	holds("refused", q, 3)

	second := store.Attempt{QueryID: "q1", Number: 2, SQL: "SELECT 1", ValidationOK: true, ExecutionOK: true, RowCount: 1, ExecutionMS: 0.5}
	attempts = append(attempts, second)
	steps(Step{Attempts: []store.Attempt{second}, Events: []Entry{{Kind: SQLRan}}})
	holds("ran", q, 4)

	settled := q
	cell, err := s.Record(t.Context(), Cell{Question: q.Question}, func(c Cell, _ string) Step {
		settled.Status, settled.FinalSQL, settled.CellID, settled.Model = store.StatusSuccess, "SELECT 1", c.ID, "builtin"
		settled.Timings.Total, settled.Tokens.Input, settled.CostUSD = 1.5, 100, 0.25
		return Step{Query: &settled, Events: []Entry{{Kind: TurnEnded}}}
	})
	if err != nil || settled.CellID != cell.ID {
		t.Fatalf("the query led to %q, the cell is %q, %v", settled.CellID, cell.ID, err)
	}
	holds("settled", settled, 6)
}
