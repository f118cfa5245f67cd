package desk

import (
	"cmp"
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
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
	Feedback string `json:"feedback,omitempty" maxLength:"1000" doc:"What should be different in the plan, in words."`
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

// PlanValue is a parameter of a plan, with its value.
type PlanValue = plan.Parameter

// SavedPlan is a plan under its name.
type SavedPlan struct {
	Name   string    `json:"name"`
	Shared bool      `json:"shared" doc:"Whether it is in the project's folder, for everybody who works on it."`
	Plan   plan.Plan `json:"plan"`
}

// ListPlans are the saved plans, by name.
func (w *Work) ListPlans(context.Context) ([]SavedPlan, error) {
	list, err := w.Plans.List()
	out := make([]SavedPlan, len(list))
	for i, p := range list {
		out[i] = SavedPlan{p.Name, p.Shared, p.Plan}
	}
	return out, err
}

// SavePlan keeps the plan behind a cell.
func (w *Work) SavePlan(ctx context.Context, ref, cell, name string, shared bool) (SavedPlan, error) {
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return SavedPlan{}, err
	}
	c, err := b.cell(cell)
	if err != nil {
		return SavedPlan{}, err
	}
	p, err := talk.PlanOf(c)
	if err != nil {
		return SavedPlan{}, err
	}
	return SavedPlan{name, shared, *p}, w.Plans.Save(name, p, shared)
}

// RemovePlan deletes a saved plan.
func (w *Work) RemovePlan(_ context.Context, name string) error { return w.Plans.Remove(name) }

// replayed is the saved plan that a question names; it gives the question its words.
func (w *Work) replayed(q *Question) (*plan.Plan, error) {
	if q.Replay == "" {
		return nil, nil
	}
	kept, err := w.Plans.Load(q.Replay)
	if err != nil {
		return nil, err
	}
	with, err := kept.With(q.Values)
	if err != nil {
		return nil, err
	}
	if q.Text == "" {
		q.Text = cmp.Or(with.Question, with.Title)
	}
	return &kept.Plan, nil
}

// MadeTable is a table in the data store of a notebook.
type MadeTable struct {
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Step        int       `json:"step,omitempty" doc:"The step that made it."`
	Sources     []string  `json:"sources,omitempty" doc:"The tables that it was made from: connection.table, or tables of other steps."`
	Language    string    `json:"language,omitempty"`
	SQL         string    `json:"sql,omitempty" doc:"The code that made it."`
	By          string    `json:"by,omitempty"`
	Rows        int64     `json:"rows"`
	Columns     []string  `json:"columns"`
	Hash        string    `json:"hash,omitempty"`
	CreatedAt   time.Time `json:"created_at"`
}

// Tables are those that the plans of a notebook have made.
func (w *Work) Tables(ctx context.Context, ref string) ([]MadeTable, error) {
	data, err := w.dataOf(ctx, ref)
	if err != nil {
		return nil, err
	}
	list, err := data.Tables()
	out := make([]MadeTable, len(list))
	for i, r := range list {
		out[i] = MadeTable{r.Name, r.Description, r.Step, r.Sources, r.Language, r.SQL, r.By, r.Rows, make([]string, len(r.Columns)), r.Hash, r.CreatedAt}
		for k, c := range r.Columns {
			out[i].Columns[k] = c.Name
		}
	}
	return out, err
}

// TableRows are some rows of such a table.
func (w *Work) TableRows(ctx context.Context, ref, name string) (*session.Result, error) {
	data, err := w.dataOf(ctx, ref)
	if err != nil {
		return nil, err
	}
	rows, err := data.Preview(ctx, name, datastore.MaxPreview)
	if err != nil {
		return nil, err
	}
	return session.ResultOf(rows, 0), nil
}

func (w *Work) dataOf(ctx context.Context, ref string) (*datastore.Store, error) {
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return nil, err
	}
	if w.Data == nil {
		return nil, fault.New(fault.Usage, "notebooks have no data store here").WithHint("ask questions of one step")
	}
	return w.Data(ctx, b.id)
}
