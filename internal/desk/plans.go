package desk

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/plan"
)

// approvalTime is how long a plan waits for the person. It keeps its place meanwhile.
const approvalTime = 15 * time.Minute

// data is the data store of the turn's notebook.
func (t *turn) data() func(ctx context.Context) (*datastore.Store, error) {
	w := t.book.desk
	if w.Data == nil {
		return nil
	}
	return func(ctx context.Context) (*datastore.Store, error) { return w.Data(ctx, t.book.id) }
}

// approve waits for what the person says to a plan.
func (t *turn) approve(ctx context.Context, _ *plan.Plan) (analyze.Decision, error) {
	if !t.book.desk.Approves {
		return analyze.Decision{Run: true}, nil
	}
	timer := time.NewTimer(approvalTime)
	defer timer.Stop()
	select {
	case d := <-t.says:
		return d, nil
	case <-timer.C:
		return analyze.Decision{Reason: "The plan was not run: nobody approved it. Ask again to see it once more."}, nil
	case <-ctx.Done():
		return analyze.Decision{}, context.Cause(ctx)
	}
}

// Decision is what a person says to the plan of a turn.
type Decision struct {
	Run      bool   `json:"run" doc:"Whether the plan may run. False with feedback changes it first."`
	Feedback string `json:"feedback,omitempty" maxLength:"1000" doc:"How the plan should be otherwise, in words."`
}

// Decide answers a plan that waits for approval.
func (w *Work) Decide(ctx context.Context, id string, d Decision) error {
	t, err := w.turn(id)
	if err != nil {
		return err
	}
	// It may be just about to wait.
	const patience = 2 * time.Second
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case t.says <- analyze.Decision{Run: d.Run, Feedback: d.Feedback}:
		return nil
	case <-t.done:
	case <-timer.C:
	case <-ctx.Done():
		return fault.Of(context.Cause(ctx))
	}
	return fault.New(fault.Usage, "no plan of this question waits for approval").WithHint("it runs already, or has ended")
}
