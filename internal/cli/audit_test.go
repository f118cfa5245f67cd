package cli

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/terminal"
)

// audited is a home with three questions: one that was repaired twice, with a
// model; one cut off by a crash; one declined, of another source.
func audited(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	s, err := sqlite.Open(t.Context(), filepath.Join(home, ".plumb", "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 2, 6, 12, 30, 5, 0, time.UTC)
	query := func(id, question string, status store.Status, hours int) store.Query {
		asked := at.Add(time.Duration(hours) * time.Hour)
		return store.Query{ID: id, Session: "session_a", Source: "shop", Question: question, Status: status, CreatedAt: asked, UpdatedAt: asked}
	}
	repaired := query("query_a", "How much \x1b[31mred\x1b[0m revenue?", store.StatusSuccess, 0)
	repaired.FinalSQL, repaired.Answer, repaired.Model = "SELECT 3", "Revenue is 42.\n\x1b]0;x\x07", "some-model"
	repaired.Tokens, repaired.CostUSD = store.Tokens{Input: 1200, Output: 80}, 0.0123
	repaired.Timings = store.Timings{Plan: 10, Check: 0.5, Execute: 2.25, Total: 14.55}
	declined := query("query_c", "What will the weather be?", store.StatusDeclined, 48)
	declined.Source = "demo"
	_, err = s.Write(t.Context(), store.Batch{
		Sessions: []store.Session{{ID: "session_a", CreatedAt: at}},
		Queries:  []store.Query{repaired, query("query_b", "How many tents?", store.StatusOpen, 24), declined},
		Attempts: []store.Attempt{
			{QueryID: "query_a", Number: 1, SQL: "DELETE\nFROM \x1b[2Jorders", ValidationReason: "only SELECT may run", CreatedAt: at},
			{QueryID: "query_a", Number: 2, SQL: "SELECT revnue FROM orders", ValidationOK: true, DBError: "there is no column revnue", Reason: "as asked", CreatedAt: at},
			{QueryID: "query_a", Number: 3, SQL: "SELECT 3", ValidationOK: true, ExecutionOK: true, ExecutionMS: 2.25, RowCount: 12, CreatedAt: at},
		},
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return home
}

// runIn runs the program in a home, in UTC.
func runIn(t *testing.T, home string, args ...string) (status int, out, errs string) {
	t.Helper()
	var o, e strings.Builder
	status = Main(t.Context(), Process{
		Args: args, Dir: t.TempDir(), Home: home, Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e,
		Now: func() time.Time { return time.Date(2026, 2, 9, 9, 0, 0, 0, time.UTC) },
	})
	return status, o.String(), e.String()
}

func TestAuditList(t *testing.T) {
	home := audited(t)
	status, out, errs := runIn(t, home, "audit")
	want := `no  time              status    attempts    ms  tokens     USD  question
──  ────────────────  ────────  ────────  ────  ──────  ──────  ──────────────────────────────
 3  2026-02-08 12:30  declined         0  null       0  0.0000  What will the weather be?
 2  2026-02-07 12:30  open             0  null       0  0.0000  How many tents?
 1  2026-02-06 12:30  success          3  14.6    1280  0.0123  How much ␛[31mred␛[0m revenue?
`
	if status != 0 || out != want || errs != "" {
		t.Errorf("status %d\n%s\n%s", status, out, errs)
	}
}

// TestAuditListInWindows keeps every line within the window, and days and
// statuses whole.
func TestAuditListInWindows(t *testing.T) {
	s, err := sqlite.Open(t.Context(), filepath.Join(audited(t), ".plumb", "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list, err := s.Audit(t.Context(), store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	list[0].Question = strings.Repeat("how much revenue ", 50)
	for _, c := range []struct {
		width  int
		header string
	}{
		{60, "no  time              status    question"},
		{80, "no  time              status    attempts    ms     USD  question"},
		{100, "no  time              status    attempts    ms  tokens     USD  question"},
		{200, "no  time              status    attempts    ms  tokens     USD  question"},
	} {
		var b strings.Builder
		screen := terminal.Screen{Width: c.width}
		if err := screen.List(&b, auditTable(list, time.UTC, screen, func(string) bool { return true })); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if strings.TrimSpace(lines[0]) != c.header {
			t.Errorf("%d columns: got %q, want %q", c.width, lines[0], c.header)
		}
		for _, l := range lines {
			if terminal.Width(l) > c.width {
				t.Errorf("%d columns: %q is wider", c.width, l)
			}
		}
		if !strings.Contains(b.String(), "2026-02-08 12:30  declined") || len(lines) > 20 {
			t.Errorf("%d columns:\n%s", c.width, b.String())
		}
	}
}

func TestAuditFilters(t *testing.T) {
	home := audited(t)
	for _, c := range []struct {
		args string
		want string // ids, the newest first
	}{
		{"--status declined", "query_c"},
		{"--status canceled", ""},
		{"--since 2026-02-07", "query_c query_b"},
		{"--since 2026-02-07T12:30:06Z", "query_c"},
		{"--source shop", "query_b query_a"},
		{"--contains TENTS", "query_b"},
		{"--session session_a --limit 2", "query_c query_b"},
		{"--session other", ""},
	} {
		status, out, errs := runIn(t, home, append([]string{"audit", "--json"}, strings.Fields(c.args)...)...)
		var list []store.Audit
		if err := json.Unmarshal([]byte(out), &list); err != nil || status != 0 {
			t.Errorf("%s: status %d, %v\n%s%s", c.args, status, err, out, errs)
			continue
		}
		var ids []string
		for _, q := range list {
			ids = append(ids, q.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.args, got, c.want)
		}
	}
}

func TestAuditOfOneQuestion(t *testing.T) {
	home := audited(t)
	want := `How much ␛[31mred␛[0m revenue?

  status   success
  answer   Revenue is 42.
           ␛]0;x␇
  asked    2026-02-06 12:30:05
  of       shop
  read by  some-model
  took     14.6 ms (plan 10.0, check 0.5, execute 2.2)
  tokens   1200 read, 80 written
  cost     0.0123 USD
  session  session_a
  id       query_a

✗ attempt 1 refused, and not run
    DELETE
    FROM ␛[2Jorders
  refusal  only SELECT may run

✗ attempt 2 failed
    SELECT revnue FROM orders
  error    there is no column revnue
  thought  as asked

✓ attempt 3 ran
    SELECT 3
  rows     12
  took     2.2 ms
`
	for _, id := range []string{"1", "query_a"} {
		if status, out, errs := runIn(t, home, "audit", id); status != 0 || out != want || errs != "" {
			t.Errorf("audit %s: status %d\n%s\n%s", id, status, out, errs)
		}
	}
	_, out, _ := runIn(t, home, "audit", "2", "--json")
	for _, part := range []string{`"number": 2`, `"attempt_count": 0`, `"attempts": []`, `"status": "open"`} {
		if !strings.Contains(out, part) {
			t.Errorf("the JSON lacks %s:\n%s", part, out)
		}
	}
	if _, out, _ := runIn(t, home, "audit", "2"); !strings.Contains(out, "no statement was tried") {
		t.Error(out)
	}
}

// Days begin where the person is.
func TestAuditSinceIsLocal(t *testing.T) {
	zone := time.FixedZone("", 2*60*60)
	f, err := auditFlags{since: "2026-02-07", limit: 1}.filter(zone)
	if want := time.Date(2026, 2, 6, 22, 0, 0, 0, time.UTC); err != nil || !f.Since.Equal(want) {
		t.Errorf("got %s, want %s, %v", f.Since, want, err)
	}
}
