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
		{"in a later turn", []reply{queries(byChannel), {hang: true}}, func(d *desk, stop func()) {
			d.model.during = func(turn int) {
				if turn == 2 {
					stop()
				}
			}
		}, looked, "ran: 2 rows"},
		{"while a query runs", []reply{queries(endless)}, func(d *desk, stop func()) {
			d.database.onRun = func() { time.AfterFunc(50*time.Millisecond, stop) }
		}, "executing · execute_query · ", "failed"},
		{"while another is written again", []reply{queries(byChannel), says("The shop made 7."), {hang: true}}, func(d *desk, stop func()) {
			d.model.during = func(turn int) {
				if turn == 3 {
					stop()
				}
			}
		}, looked + "narrating · correcting · ", "ran: 2 rows"},
		{"while recording", []reply{queries(byChannel), says("The shop leads with 2,400.")}, func(d *desk, stop func()) {
			last := d.kept.writes + 5
			d.kept.fails = func(write int) bool {
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
			lines(t, "events", d.events(), begins+c.events+"ended canceled")
			lines(t, "watched", d.seen(), begins+c.events+"ended canceled")
			a := d.audit()
			lines(t, "audit", attempts(a), c.attempts)
			if a.Status != store.StatusCanceled || a.Answer == "" || a.CellID != "" || a.Timings.Total <= 0 {
				t.Errorf("%+v", a)
			}
			d.model.during, d.database.onRun, d.kept.fails = nil, nil, nil
			d.model.replies, d.model.asked = []reply{queries(byChannel), says("The shop leads with 2,400.")}, nil
			if turn := d.ask("Which channel is best?"); !turn.Answered() || turn.Cell.Context.Position != 0 {
				t.Errorf("the next question: %+v", turn.Cell)
			}
		})
	}
}

// TestADatabaseThatGoesAway is nothing that the model could mend.
func TestADatabaseThatGoesAway(t *testing.T) {
	d := newDesk(t, queries(byChannel))
	d.database.onRun = func() { _ = d.database.Close() }
	_, err := d.mode.Ask(t.Context(), about("Which channel is best?"))
	lines(t, "audit", attempts(d.audit()), "failed")
	if fault.CodeOf(err) != fault.Lost || len(d.model.asked) != 1 || d.audit().Status != store.StatusFailed || len(d.mode.Memory.Failed()) > 0 {
		t.Errorf("%v", err)
	}
}

// TestAStoreThatFails at any write, once or for good, leaves an error and
// nothing that is not so.
func TestAStoreThatFails(t *testing.T) {
	script := []reply{queries(noColumn, byChannel), calls("create_chart", `{"query": 1, "kind": "bar"}`), says("The shop made 7."), says("The shop leads with 2,400.")}
	whole := newDesk(t, script...)
	before := whole.kept.writes
	whole.ask("Which channel is best?")
	writes := whole.kept.writes - before
	if writes < 10 {
		t.Fatalf("the work is written down in %d steps only", writes)
	}
	for n := 1; n <= writes; n++ {
		for _, forGood := range []bool{false, true} {
			t.Run(fmt.Sprintf("write %d, for good %v", n, forGood), func(t *testing.T) {
				d := newDesk(t, script...)
				first := d.kept.writes + n
				d.kept.fails = func(write int) bool { return write == first || forGood && write > first }
				turn, err := d.mode.Ask(t.Context(), about("Which channel is best?"))
				if turn != nil || fault.CodeOf(err) != fault.StoreFull {
					t.Fatalf("%v, %v", turn, err)
				}
				list, err := d.kept.Audit(t.Context(), store.Filter{Session: d.session.ID()})
				if err != nil || len(list) != min(n-1, 1) {
					t.Fatalf("%d questions were audited (%v)", len(list), err)
				}
				events := strings.Join(d.events(), " · ")
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
					if list[0].Status != store.StatusFailed || !strings.HasSuffix(events, "ended failed") || list[0].AttemptCount < len(d.database.ran) {
						t.Errorf("%+v, %s", list[0], events)
					}
				}
			})
		}
	}
}
