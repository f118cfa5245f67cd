package sqlite

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/store"
)

// TestAuditOfTheFirstVersionIsCarriedOver opens a store as 0001 left it.
func TestAuditOfTheFirstVersionIsCarriedOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plumb.db")
	first, err := migrations.ReadFile("migrations/0001_memory.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(connector{dsn: path})
	_, err = db.Exec(string(first) + `;
		PRAGMA user_version = 1; PRAGMA application_id = 0x504c4d42;
		INSERT INTO sessions VALUES (1, 'a', 'Q1', 'shop', '2026-02-06T12:00:00.000000Z');
		INSERT INTO queries VALUES (3, 'q2', 'a', 'north', 'ada', 'second?', 'success', 'SELECT 2', '2', '2026-02-06T12:00:00.000000Z', '2026-02-06T12:00:01.000000Z');
		INSERT INTO queries VALUES (7, 'q1', 'a', '', '', 'first?', 'open', '', '', '2026-02-06T12:00:00.000000Z', '2026-02-06T12:00:00.000000Z');
		INSERT INTO attempts VALUES ('q2', 1, 'DROP TABLE x', 0, 'no', 0, '', 'because', '2026-02-06T12:00:00.000000Z');
		INSERT INTO attempts VALUES ('q2', 2, 'SELECT 2', 1, '', 1, '', '', '2026-02-06T12:00:01.000000Z')`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}

	s := open(t, path, Options{})
	second := store.Query{ID: "q2", Session: "a", Tenant: "north", User: "ada", Source: "shop", Question: "second?",
		Status: store.StatusSuccess, FinalSQL: "SELECT 2", Answer: "2", CreatedAt: noon, UpdatedAt: noon.Add(time.Second)}
	want := []store.Audit{
		{Number: 3, Query: second, AttemptCount: 2, Attempts: []store.Attempt{
			{ID: 1, QueryID: "q2", Number: 1, SQL: "DROP TABLE x", ValidationReason: "no", Reason: "because", CreatedAt: noon},
			{ID: 2, QueryID: "q2", Number: 2, SQL: "SELECT 2", ValidationOK: true, ExecutionOK: true, CreatedAt: noon.Add(time.Second)},
		}},
		{Number: 7, Query: store.Query{ID: "q1", Session: "a", Source: "shop", Question: "first?", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}},
	}
	got, err := s.Audit(t.Context(), store.Filter{})
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Fatalf("%v (-want +got):\n%s", err, d)
	}
	write(t, s, store.Batch{Queries: []store.Query{{ID: "q3", Session: "a", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}}})
	next, err := s.Audit(t.Context(), store.Filter{ID: "q3"})
	if err != nil || len(next) != 1 || next[0].Number != 8 {
		t.Fatalf("the next query is %+v, %v", next, err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestAttemptsAreCountedInTheFileItself also covers other programs that write
// to it.
func TestAttemptsAreCountedInTheFileItself(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "plumb.db"), Options{})
	b := notes("a")
	b.Queries = []store.Query{{ID: "q", Session: "a", Status: store.StatusOpen, CreatedAt: noon, UpdatedAt: noon}}
	b.Attempts = []store.Attempt{{QueryID: "q", Number: 1, CreatedAt: noon}, {QueryID: "q", Number: 2, CreatedAt: noon}}
	write(t, s, b)
	for _, statement := range []string{
		"REPLACE INTO analysis_queries SELECT * FROM analysis_queries",
		"INSERT INTO analysis_query_attempts SELECT NULL, 'q', 3, '', 1, '', 1, '', '', 0, 0, 0, 0, created_at FROM analysis_queries",
		strings.Replace("REPLACE INTO analysis_queries (COLUMNS, attempt_count) SELECT COLUMNS, 9 FROM analysis_queries", "COLUMNS",
			"id, session, household_id, user_id, source, question, status, final_sql, final_answer, model, input_tokens, output_tokens, cost_usd, plan_ms, check_ms, execute_ms, chart_ms, narrate_ms, total_ms, created_at, updated_at", 2),
	} {
		if _, err := s.writer.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		got, err := s.Audit(t.Context(), store.Filter{})
		if err != nil || len(got) != 1 || got[0].AttemptCount != len(got[0].Attempts) || got[0].AttemptCount < 2 {
			t.Fatalf("after %s: %+v, %v", statement, got, err)
		}
	}
}
