package analyze_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/sqlite"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

func TestMain(m *testing.M) {
	sqlite.RunWorkerIfAsked()
	duckdb.RunWorkerIfAsked()
	m.Run()
}

// desk runs plans over the shop, with a data store.
type desk struct {
	*turntest.Bench
	mode *analyze.Mode
	data *datastore.Store
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	b := turntest.New(t, "")
	data, err := datastore.Open(t.Context(), datastore.Config{Folder: filepath.Join(t.TempDir(), "data"), Clock: b.Clock, Source: source.Config{Name: "session", Limits: source.Limits{}.OrDefault()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = data.Close() })
	return &desk{b, &analyze.Mode{Database: b.Database.Connection, Log: b.Session, Limits: source.Limits{}.OrDefault(), NewID: b.NewID, Clock: b.Clock,
		Data: func(context.Context) (*datastore.Store, error) { return data, nil }}, data}
}

// ask runs a plan, and returns its cell.
func (d *desk) ask(t *testing.T, q analyze.Question) session.Cell {
	t.Helper()
	q.Text, q.Confidence = "Which channel is largest?", 0.7
	made, err := d.mode.Ask(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return made.Cell
}

// failed checks that a plan failed with a message, with the finished steps kept: in the
// cell and in the data store.
func (d *desk) failed(t *testing.T, c session.Cell, message string, finished ...string) {
	t.Helper()
	if c.Reading.Outcome != turn.Failed || len(c.Diagnostics) == 0 || !strings.Contains(c.Diagnostics[0].Message, message) {
		t.Errorf("the plan came to %s: %+v", c.Reading.Outcome, c.Diagnostics)
	}
	var kept []string
	for _, s := range c.Analysis.Steps {
		kept = append(kept, s.Output)
		if _, err := d.data.Table(s.Output); err != nil {
			t.Errorf("the table of a finished step: %v", err)
		}
	}
	if !slices.Equal(kept, finished) {
		t.Errorf("finished steps are %q, not %q", kept, finished)
	}
}

func read(number int, output, code string) plan.Step {
	return plan.Step{Number: number, Goal: "Read " + output, Language: plan.Read, Source: "shop", Code: code, Output: output}
}

// elsewhere is a step that reads the other connection.
func elsewhere(number int, output, code string) plan.Step {
	s := read(number, output, code)
	s.Source = "elsewhere"
	return s
}

func combine(number int, output, code string, inputs ...string) plan.Step {
	return plan.Step{Number: number, Goal: "Make " + output, Language: plan.SQL, Code: code, Inputs: inputs, Output: output}
}

func foreign(steps ...plan.Step) *plan.Plan {
	return &plan.Plan{Title: "by channel", By: "test/model", Steps: steps}
}

// patient is a database that checks no statement until a step has finished.
type patient struct {
	analyze.Database
	finished chan struct{}
}

func (p patient) Check(ctx context.Context, sql string) (guard.Statement, error) {
	select {
	case <-p.finished:
		return p.Database.Check(ctx, sql)
	case <-ctx.Done():
		return guard.Statement{}, ctx.Err()
	}
}

// after is a second connection to the shop, whose steps run when that of a table is
// finished.
func (d *desk) after(output string) patient {
	p := patient{d.Database.Connection, make(chan struct{})}
	d.mode.Watch = func(e session.Entry) {
		if s, ok := e.Payload.(session.StepPayload); ok && e.Kind == session.StepFinished && s.Output == output {
			close(p.finished)
		}
	}
	return p
}

// The column is there when the plan is shown, and gone when the person approves it.
func TestAColumnVanishesBetweenPlanningAndRunning(t *testing.T) {
	d := newDesk(t)
	p := foreign(read(1, "totals", "SELECT product_id, sum(amount) AS total FROM sales GROUP BY 1"), elsewhere(2, "channels", turntest.ByChannel))
	if _, err := d.Database.Check(t.Context(), p.Steps[1].Code); err != nil {
		t.Fatal(err)
	}
	second := d.after("totals")
	d.mode.Sources = func(context.Context, string) (analyze.Database, error) { return second, nil }
	d.mode.Approve = func(ctx context.Context, _ *plan.Plan) (analyze.Decision, error) {
		db, err := sql.Open("sqlite3", d.File)
		if err != nil {
			return analyze.Decision{}, err
		}
		defer db.Close()
		_, err = db.ExecContext(ctx, "ALTER TABLE sales RENAME COLUMN channel TO outlet")
		return analyze.Decision{Run: true}, err
	}
	shared := combine(3, "both", "SELECT * FROM totals, channels", "totals", "channels")
	p.Steps = append(p.Steps, shared)
	d.failed(t, d.ask(t, analyze.Question{Plan: p}), "channel", "totals")
}

// dying is a source that is lost while its rows are read.
type dying struct{ analyze.Database }

func (d dying) Run(ctx context.Context, s guard.Statement, l source.Limits) (*table.Reader, error) {
	r, err := d.Database.Run(ctx, s, l)
	if err != nil {
		return nil, err
	}
	return table.NewReader(r.Columns(), &cutShort{r, 1}, table.Limits{}), nil
}

type cutShort struct {
	rows *table.Reader
	left int
}

func (c *cutShort) Next() (table.Row, error) {
	if c.left--; c.left < 0 {
		return nil, fault.New(fault.Lost, "the connection elsewhere was lost").WithHint("check that the server runs, and ask again")
	}
	return c.rows.Next()
}

func (c *cutShort) Close() error { return c.rows.Close() }

func TestASourceDiesInTheMiddle(t *testing.T) {
	d := newDesk(t)
	lost := dying{d.after("first")}
	d.mode.Sources = func(context.Context, string) (analyze.Database, error) { return lost, nil }
	c := d.ask(t, analyze.Question{Plan: foreign(read(1, "totals", turntest.ByChannel), combine(2, "first", "SELECT * FROM totals", "totals"), elsewhere(3, "remote", turntest.ByChannel),
		combine(4, "both", "SELECT * FROM first JOIN remote USING (channel)", "first", "remote"))})
	d.failed(t, c, "the connection elsewhere was lost", "totals", "first")
	if c.Diagnostics[0].Hint == "" || c.Diagnostics[0].Code != fault.Lost {
		t.Errorf("%+v", c.Diagnostics[0])
	}
	if _, err := d.data.Table("remote"); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("half of a table is kept: %v", err)
	}
}

func TestAStepFindsNothing(t *testing.T) {
	d := newDesk(t)
	none := read(1, "none", "SELECT channel, amount FROM sales WHERE amount > 1000000")
	c := d.ask(t, analyze.Question{Plan: foreign(none, combine(2, "rates", "SELECT CAST(coalesce(max(channel), 'none') AS INTEGER) AS n FROM none", "none"))})
	d.failed(t, c, "step 1 found no rows, so step 2 has nothing to work on", "none")
	c = d.ask(t, analyze.Question{Plan: foreign(none)})
	if c.Reading.Outcome != "likely" || c.Result == nil || c.Result.RowCount != 0 {
		t.Errorf("a plan that finds nothing comes to %+v", c.Reading)
	}
}

// teller is an author of whom only the story is of interest.
type teller struct {
	texts []string
	asked []analyze.Findings
	err   error
}

func (*teller) Revise(context.Context, *plan.Plan, string) (*plan.Plan, turn.Cost, error) {
	return nil, turn.Cost{}, nil
}

func (*teller) Write(_ context.Context, w analyze.Work) (string, turn.Cost, error) {
	return "", turn.Cost{}, w.Failed
}

func (l *teller) Tell(_ context.Context, f analyze.Findings) (string, string, turn.Cost, error) {
	l.asked = append(l.asked, f)
	if l.err != nil {
		return "", "", turn.Cost{Input: 1}, l.err
	}
	return l.texts[min(len(l.asked), len(l.texts))-1], "test/model", turn.Cost{Input: 1}, nil
}

// The story of a model's plan rests on the tables of all steps, and says of which; what
// they do not support goes back once, and is then left out.
func TestAStoryIsTracedToItsSteps(t *testing.T) {
	d := newDesk(t)
	d.mode.Tell = func(context.Context, string, *table.Table) *session.Narrative {
		return &session.Narrative{Text: "Plumb's own", By: "builtin"}
	}
	p := foreign(read(1, "totals", turntest.ByChannel), combine(2, "largest", "SELECT channel, total FROM totals WHERE total > 2000", "totals"))
	for name, c := range map[string]struct {
		author *teller
		want   string
		calls  int
		query  int // of the last reference
	}{
		"all steps":     {&teller{texts: []string{"The total of web is 1,260."}}, "The total of web is 1,260.", 1, 1},
		"the last":      {&teller{texts: []string{"The total of shop is 2,400."}}, "The total of shop is 2,400.", 1, 0},
		"repaired":      {&teller{texts: []string{"The total of web is 1,300.", "The total of web is 1,260."}}, "The total of web is 1,260.", 2, 1},
		"cut":           {&teller{texts: []string{"The total of web is 1,260. It will grow by 12%."}}, "The total of web is 1,260.", 2, 1},
		"nothing holds": {&teller{texts: []string{"The total of web is 1,300."}}, "Plumb's own", 2, 0},
		"no words":      {&teller{texts: []string{""}}, "Plumb's own", 1, 0},
		"fails":         {&teller{err: fault.New(fault.Lost, "the model is away")}, "Plumb's own", 1, 0},
	} {
		cell := d.ask(t, analyze.Question{Plan: p, Author: c.author})
		n := cell.Narrative
		if n == nil || n.Text != c.want || len(c.author.asked) != c.calls {
			t.Errorf("%s: %+v after %d calls", name, n, len(c.author.asked))
			continue
		}
		if refs := n.DataReferences; c.want != "Plumb's own" && refs[len(refs)-1].Query != c.query {
			t.Errorf("%s: refers to step %d", name, refs[len(refs)-1].Query)
		}
		if found, err := notebook.Verify(t.Context(), cell); err != nil || !found.OK {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		if f := c.author.asked[0]; len(f.Steps) != 1 || f.Steps[0].Name != "totals" || len(f.Steps[0].Table.Rows) != 2 || len(f.Last.Rows) != 1 {
			t.Errorf("%s: it was shown %+v", name, f)
		}
	}
}
