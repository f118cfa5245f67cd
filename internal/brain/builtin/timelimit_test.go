package builtin

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
)

// stopwatch is a runner whose statements take a while by a clock of its own.
type stopwatch struct {
	time  time.Time
	takes []time.Duration // of each statement in turn
	ran   int
}

func (s *stopwatch) now() time.Time { return s.time }

func (s *stopwatch) Query(_ context.Context, sql string, l source.Limits) (*table.Reader, guard.Statement, error) {
	takes := s.takes[s.ran]
	s.ran++
	s.time = s.time.Add(min(takes, l.Time))
	if takes > l.Time {
		return nil, guard.Statement{}, fault.New(fault.SQLTimeout, "it takes too long")
	}
	found := &table.Table{Columns: []table.Column{{Name: "v", Kind: table.Text}}, Rows: []table.Row{{table.NewText(sql)}}}
	return found.Reader(), guard.Statement{}, nil
}

// Candidates are tried by their number; where a time limit is reached, that is
// said.
func TestATimeLimitIsSaid(t *testing.T) {
	const quick, slow = time.Millisecond, time.Hour
	for _, c := range []struct {
		name    string
		takes   []time.Duration
		ran     int
		hurried bool
	}{
		{"all are quick", []time.Duration{quick, quick, quick, quick, quick, quick}, tuning.Tries, false},
		{"a busy machine", []time.Duration{300 * quick, 300 * quick, 300 * quick, 300 * quick, 300 * quick, 0}, tuning.Tries, false},
		{"the first is slow", []time.Duration{slow, quick, quick, quick, quick, quick}, 1, true},
		{"another is slow", []time.Duration{quick, quick, slow, quick, quick, quick}, 3, true},
		{"the last is slow", []time.Duration{quick, quick, quick, quick, slow, quick}, tuning.Tries, true},
		{"they are slow together", []time.Duration{900 * quick, 900 * quick, 900 * quick, quick, quick, quick}, 3, true},
	} {
		s := script(t, "total sales per region")
		for i, column := range []string{"net_sales", "gross_sales", "order_date", "ship_date", "id", "customer_id"} {
			s.add(0.3-0.04*float64(i), &form.Query{Select: []*form.Expr{s.at("orders", column)}})
		}
		watch := &stopwatch{takes: c.takes}
		s.run, s.trial.Now = watch, watch.now
		hurried, err := s.trial.Try(t.Context(), s.run, s.list)
		if err != nil || hurried != c.hurried || watch.ran != c.ran {
			t.Errorf("%s: hurried %v after %d, %v", c.name, hurried, watch.ran, err)
		}
	}
}

func TestWhatIsHurriedIsNotSure(t *testing.T) {
	a := &brain.Answer{Outcome: brain.Sure, Confidence: 0.97, Readings: []brain.Reading{{Probability: 0.97}, {Probability: 0.02}}}
	markHurried(a, "There was no time.")
	if a.Outcome != brain.Likely || a.Confidence >= tuning.SureFrom || a.Readings[0].Probability != a.Confidence || len(a.Hurried) != 1 {
		t.Errorf("%+v", a)
	}
	a = &brain.Answer{Outcome: brain.Unsure, Confidence: 0.3}
	if markHurried(a, "There was no time."); a.Outcome != brain.Unsure || a.Confidence != 0.3 {
		t.Errorf("%+v", a)
	}
}

// manyTables makes a database of 1,600 tables that look alike.
func manyTables(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "many.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var b strings.Builder
	b.WriteString("BEGIN;")
	things := strings.Fields("order customer product invoice shipment ticket employee payment supplier refund contract lead campaign visit session delivery stock depot machine sensor")
	for _, area := range strings.Fields("sales finance logistics marketing legal support production retail") {
		for _, region := range strings.Fields("north south east west central islands alps coast valley harbour") {
			for i, thing := range things {
				name := fmt.Sprintf("%s_%s_%ss", area, region, thing)
				fmt.Fprintf(&b, "CREATE TABLE %s (id INTEGER PRIMARY KEY, name TEXT, status TEXT, city TEXT, amount REAL, created_on DATE, customer_id INTEGER);", name)
				fmt.Fprintf(&b, "INSERT INTO %s VALUES (1, '%s one', 'open', 'Oslo', %d, '2025-03-01', 1), (2, '%s two', 'done', 'Rome', 2.5, '2025-04-01', 2);", name, thing, i, thing)
			}
		}
	}
	b.WriteString("COMMIT;")
	if _, err := db.ExecContext(t.Context(), b.String()); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestManyTablesGiveOneAnswer asks a large database again, each time read from its
// beginning, several at once.
func TestManyTablesGiveOneAnswer(t *testing.T) {
	const times = 3
	path := manyTables(t)
	answers := make([]string, times)
	t.Run("ask", func(t *testing.T) {
		for i := range times {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				parser, err := own()
				if err != nil {
					t.Fatal(err)
				}
				reader, err := parser.Open(unhurried(t), connect(t, sqlite.Driver, path, ""), "")
				if err != nil {
					t.Fatal(err)
				}
				a, err := reader.Read(unhurried(t), brain.Question{Text: "open support tickets in the alps by city", Now: today})
				if err != nil {
					t.Fatal(err)
				}
				answers[i] = fmt.Sprintf("%s %.6f %s %s", a.Outcome, a.Confidence, a.Missing, a.Hurried)
				for _, r := range a.Readings {
					answers[i] += fmt.Sprintf("\n%.6f %s", r.Probability, r.SQL)
				}
			})
		}
	})
	for _, a := range answers[1:] {
		if a != answers[0] {
			t.Errorf("got\n%s\nand\n%s", answers[0], a)
		}
	}
	t.Log(answers[0])
}
