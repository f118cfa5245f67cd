package answer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// TestStoppedAnywhere stops a question at each stage: whoever works on it
// learns of it, the audit says so, and the turn is ended for all who follow.
func TestStoppedAnywhere(t *testing.T) {
	model := fault.New(fault.LLMError, "the model closed the connection")
	for _, c := range []struct {
		name     string
		arrange  func(d *desk, stop func())
		events   string // after those of the beginning
		attempts string
		spent    int // tokens read
	}{
		{"while planning", func(d *desk, stop func()) {
			d.mind.during = func(ctx context.Context) error { return stopped(ctx, stop, context.Canceled) }
		}, "", "", 0},
		{"while planning, and a model calls it something else", func(d *desk, stop func()) {
			d.mind.during = func(ctx context.Context) error { return stopped(ctx, stop, model) }
		}, "", "", 0},
		{"while checking", func(d *desk, stop func()) { d.Database.OnCheck = stop }, "", "", 100},
		{"while running", func(d *desk, stop func()) {
			d.says(turntest.Endless)
			d.Database.OnRun = func(context.Context) { time.AfterFunc(50*time.Millisecond, stop) }
		}, "generate · validate · executing · ", "failed", 100},
		{"while repairing", func(d *desk, stop func()) {
			d.says(turntest.Overflow, turntest.ByChannel)
			d.mind.during = func(ctx context.Context) error {
				if len(d.mind.failed) == 0 {
					return nil
				}
				return stopped(ctx, stop, context.Canceled)
			}
		}, "generate · validate · executing · execute failed · correcting · ", "failed", 100},
		{"while narrating", func(d *desk, stop func()) {
			d.teller.during = func(ctx context.Context) error { return stopped(ctx, stop, context.Canceled) }
		}, "generate · validate · executing · execute · narrating · ", "ran: 2 rows", 100},
		{"while narrating, and a model calls it something else", func(d *desk, stop func()) {
			d.teller.during = func(ctx context.Context) error { return stopped(ctx, stop, model) }
		}, "generate · validate · executing · execute · narrating · ", "ran: 2 rows", 100},
		{"while recording", func(d *desk, stop func()) {
			last := d.Kept.Writes + 4
			d.Kept.Fails = func(write int) bool {
				if write == last {
					stop()
				}
				return false
			}
		}, "generate · validate · executing · execute · narrating · ", "ran: 2 rows", 150},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t)
			d.says(turntest.ByChannel)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c.arrange(d, stop)
			turn, err := d.mode.Ask(ctx, about("sales by channel?"))
			if turn != nil || err == nil || !errors.Is(err, model) && fault.CodeOf(err) != fault.Canceled {
				t.Fatalf("%v, %v", turn, err)
			}
			turntest.Lines(t, "events", d.Events(), begins+c.events+"ended canceled")
			turntest.Lines(t, "watched", d.Seen(), begins+c.events+"ended canceled")
			a := d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), c.attempts)
			if a.Status != store.StatusCanceled || a.Answer == "" || a.CellID != "" || a.FinalSQL != "" || a.Tokens.Input != c.spent || a.Timings.Total <= 0 {
				t.Errorf("%+v", a)
			}
			if len(d.Cells()) != 0 {
				t.Error("there is a cell")
			}

			d.mind.during, d.teller.during, d.Database.OnCheck, d.Database.OnRun, d.Kept.Fails = nil, nil, nil, nil, nil
			d.says(turntest.ByChannel)
			if turn := d.ask(about("sales by channel?")); !turn.Answered() || turn.Cell.Context.Position != 0 {
				t.Errorf("the next question: %+v", turn.Cell)
			}
		})
	}
}

// stopped stops the question and waits until that is known here.
func stopped(ctx context.Context, stop func(), err error) error {
	stop()
	<-ctx.Done()
	return err
}

// TestADatabaseThatGoesAway is not the statement's fault, so that nothing is
// repaired.
func TestADatabaseThatGoesAway(t *testing.T) {
	d := newDesk(t)
	d.says(turntest.ByChannel, turntest.ByMonth)
	d.Database.OnRun = func(context.Context) { _ = d.Database.Close() }
	_, err := d.mode.Ask(t.Context(), about("sales by channel?"))
	a := d.Audit()
	turntest.Lines(t, "audit", turntest.Attempts(a), "failed")
	if fault.CodeOf(err) != fault.Lost || a.Status != store.StatusFailed || a.Answer != fault.Of(err).Message || len(d.mind.failed) > 0 {
		t.Errorf("%v, %+v", err, a)
	}
}

// TestAStoreThatFails at any write, once or for good, leaves an error and
// nothing that is not so.
func TestAStoreThatFails(t *testing.T) {
	whole := newDesk(t)
	whole.says(turntest.NoColumn, turntest.ByChannel)
	before := whole.Kept.Writes
	whole.ask(about("sales by channel?"))
	writes := whole.Kept.Writes - before
	if writes < 5 {
		t.Fatalf("the work is written down in %d steps only", writes)
	}
	for n := 1; n <= writes; n++ {
		for _, forGood := range []bool{false, true} {
			t.Run(fmt.Sprintf("write %d, for good %v", n, forGood), func(t *testing.T) {
				d := newDesk(t)
				d.says(turntest.NoColumn, turntest.ByChannel)
				first := d.Kept.Writes + n
				d.Kept.Fails = func(write int) bool { return write == first || forGood && write > first }
				turn, err := d.mode.Ask(t.Context(), about("sales by channel?"))
				if turn != nil || fault.CodeOf(err) != fault.StoreFull {
					t.Fatalf("%v, %v", turn, err)
				}
				if len(d.Cells()) != 0 {
					t.Error("there is a cell")
				}
				list, err := d.Kept.Audit(t.Context(), store.Filter{Session: d.Session.ID()})
				if err != nil || len(list) != min(n-1, 1) {
					t.Fatalf("%d questions were audited (%v)", len(list), err)
				}
				events := strings.Join(d.Events(), " · ")
				switch {
				case n == 1:
					if events != string(session.Started) {
						t.Errorf("nothing could be written, and yet: %s", events)
					}
				case forGood:
					if list[0].Status != store.StatusOpen || strings.Contains(events, "ended") {
						t.Errorf("%+v, %s", list[0], events)
					}
				default:
					if list[0].Status != store.StatusFailed || !strings.HasSuffix(events, "ended failed") || strings.Contains(events, "cell.recorded") {
						t.Errorf("%+v, %s", list[0], events)
					}
					if tried := len(d.Database.Checked) - 1; list[0].AttemptCount < tried {
						t.Errorf("%d attempts of %d are known", list[0].AttemptCount, tried)
					}
				}
			})
		}
	}
}

// TestLimitsReachTheDatabase cuts a result, and says so.
func TestLimitsReachTheDatabase(t *testing.T) {
	d := newDesk(t)
	d.says("SELECT id, amount FROM sales ORDER BY id")
	d.mode.Limits = source.Limits{Rows: 10}.OrDefault()
	turn := d.ask(about("all sales"))
	if r := turn.Cell.Result; r.RowCount != 10 || !r.Truncated || !d.teller.findings[0].Truncated {
		t.Errorf("%+v", r)
	}
}
