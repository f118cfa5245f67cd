package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// TestStoppedAnywhere stops a question at each stage: whoever works on it learns
// of it, the audit says so, and the turn is ended for all who follow.
func TestStoppedAnywhere(t *testing.T) {
	const looked = "executing · execute_query · query 1: 2 rows · thinking · "
	for _, c := range []struct {
		name     string
		replies  []reply
		arrange  func(d *desk, stop func())
		events   string // after those of the beginning
		attempts string
	}{
		{"before it began to answer", []reply{{hang: true}}, func(d *desk, stop func()) { d.model.during = func(int) { stop() } }, "", ""},
		{"in a later turn", []reply{queries(turntest.ByChannel), {hang: true}}, func(d *desk, stop func()) {
			d.model.during = func(turn int) {
				if turn == 2 {
					stop()
				}
			}
		}, looked, "ran: 2 rows"},
		{"while a query runs", []reply{queries(turntest.Endless)}, func(d *desk, stop func()) {
			d.Database.OnRun = func(context.Context) { time.AfterFunc(50*time.Millisecond, stop) }
		}, "executing · execute_query · ", "failed"},
		{"while another is written again", []reply{queries(turntest.ByChannel), says("The shop made 7."), {hang: true}}, func(d *desk, stop func()) {
			d.model.during = func(turn int) {
				if turn == 3 {
					stop()
				}
			}
		}, looked + "narrating · correcting · ", "ran: 2 rows"},
		{"while recording", []reply{queries(turntest.ByChannel), says("The shop leads with 2,400.")}, func(d *desk, stop func()) {
			last := d.Kept.Writes + 5
			d.Kept.Fails = func(write int) bool {
				if write == last {
					stop()
				}
				return false
			}
		}, looked + "narrating · ", "ran: 2 rows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, c.replies...)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			c.arrange(d, stop)
			turn, err := d.mode.Ask(ctx, about("Which channel is best?"))
			if turn != nil || fault.CodeOf(err) != fault.Canceled {
				t.Fatalf("%v, %v", turn, err)
			}
			turntest.Lines(t, "events", d.Events(), begins+c.events+"ended canceled")
			turntest.Lines(t, "watched", d.Seen(), begins+c.events+"ended canceled")
			a := d.Audit()
			turntest.Lines(t, "audit", turntest.Attempts(a), c.attempts)
			if a.Status != store.StatusCanceled || a.Answer == "" || a.CellID != "" || a.Timings.Total <= 0 {
				t.Errorf("%+v", a)
			}
			d.model.during, d.Database.OnRun, d.Kept.Fails = nil, nil, nil
			d.model.replies, d.model.asked = []reply{queries(turntest.ByChannel), says("The shop leads with 2,400.")}, nil
			if turn := d.ask("Which channel is best?"); !turn.Answered() || turn.Cell.Context.Position != 0 {
				t.Errorf("the next question: %+v", turn.Cell)
			}
		})
	}
}

// TestADatabaseThatGoesAway is nothing that the model could fix.
func TestADatabaseThatGoesAway(t *testing.T) {
	d := newDesk(t, queries(turntest.ByChannel))
	d.Database.OnRun = func(context.Context) { _ = d.database.Close() }
	_, err := d.mode.Ask(t.Context(), about("Which channel is best?"))
	turntest.Lines(t, "audit", turntest.Attempts(d.Audit()), "failed")
	if fault.CodeOf(err) != fault.Lost || len(d.model.asked) != 1 || d.Audit().Status != store.StatusFailed || len(d.mode.Memory.Failed()) > 0 {
		t.Errorf("%v", err)
	}
}

// TestAStoreThatFails at any write, once or for good, leaves an error and
// nothing that is not so.
func TestAStoreThatFails(t *testing.T) {
	script := []reply{queries(turntest.NoColumn, turntest.ByChannel), calls("create_chart", `{"query": 1, "kind": "bar"}`), says("The shop made 7."), says("The shop leads with 2,400.")}
	whole := newDesk(t, script...)
	before := whole.Kept.Writes
	whole.ask("Which channel is best?")
	writes := whole.Kept.Writes - before
	if writes < 10 {
		t.Fatalf("the work is written down in %d steps only", writes)
	}
	for n := 1; n <= writes; n++ {
		for _, forGood := range []bool{false, true} {
			t.Run(fmt.Sprintf("write %d, for good %v", n, forGood), func(t *testing.T) {
				d := newDesk(t, script...)
				first := d.Kept.Writes + n
				d.Kept.Fails = func(write int) bool { return write == first || forGood && write > first }
				turn, err := d.mode.Ask(t.Context(), about("Which channel is best?"))
				if turn != nil || fault.CodeOf(err) != fault.StoreFull {
					t.Fatalf("%v, %v", turn, err)
				}
				list, err := d.Kept.Audit(t.Context(), store.Filter{Session: d.Session.ID()})
				if err != nil || len(list) != min(n-1, 1) {
					t.Fatalf("%d questions were audited (%v)", len(list), err)
				}
				events := strings.Join(d.Events(), " · ")
				switch {
				case strings.Contains(events, "cell.recorded"):
					t.Errorf("there is a cell: %s", events)
				case n == 1:
					if events != string(session.Started) {
						t.Errorf("nothing could be written, and yet: %s", events)
					}
				case forGood:
					if list[0].Status != store.StatusOpen || strings.Contains(events, "ended") {
						t.Errorf("%+v, %s", list[0], events)
					}
				default:
					if list[0].Status != store.StatusFailed || !strings.HasSuffix(events, "ended failed") || list[0].AttemptCount < len(d.Database.Ran) {
						t.Errorf("%+v, %s", list[0], events)
					}
				}
			})
		}
	}
}
