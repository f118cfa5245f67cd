package desk

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/plan"
	planfile "github.com/plumbdata/plumb/internal/plan/file"
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
		t.hear()
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

// Decide answers a plan that waits for approval, or is just about to.
func (w *Work) Decide(ctx context.Context, id string, d Decision) error {
	t, err := w.turn(id)
	if err != nil {
		return err
	}
	patience, spoken := 2*time.Second, (<-chan struct{})(nil)
	if t.returns() {
		patience, spoken = approvalTime, t.heard
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case t.says <- analyze.Decision{Run: d.Run, Feedback: d.Feedback}:
		return nil
	case <-spoken: // it is another plan now, or runs
	case <-t.done:
	case <-timer.C:
	case <-ctx.Done():
		return fault.Of(context.Cause(ctx))
	}
	return fault.New(fault.Usage, "no plan of this question waits for approval").WithHint("it runs already, or has ended")
}

// returns is true for a turn that is on its way back to the plan that waited when the
// process before died. People see that plan meanwhile, and what they say to it holds.
func (t *turn) returns() bool {
	select {
	case <-t.heard:
		return false
	default:
		return t.ask.cut != nil && t.ask.cut.Runs == 0
	}
}

// hear notes that the person has said something to the plan. Only the turn itself calls it.
func (t *turn) hear() {
	select {
	case <-t.heard:
	default:
		close(t.heard)
	}
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

// planOf is the plan behind a cell.
func (w *Work) planOf(ctx context.Context, ref, cell string) (*plan.Plan, error) {
	c, err := w.Cell(ctx, ref, cell)
	if err != nil {
		return nil, err
	}
	return talk.PlanOf(c)
}

// ExportPlan writes the plan behind a cell: as the file that it is saved as (json), or the
// code of its steps (sql).
func (w *Work) ExportPlan(ctx context.Context, ref, cell, format string, out io.Writer) error {
	p, err := w.planOf(ctx, ref, cell)
	switch {
	case err != nil:
		return err
	case format == "json":
		return planfile.Write(out, p)
	}
	_, err = io.WriteString(out, p.Script())
	return err
}

// SavePlan keeps the plan behind a cell.
func (w *Work) SavePlan(ctx context.Context, ref, cell, name string, shared bool) (SavedPlan, error) {
	p, err := w.planOf(ctx, ref, cell)
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

// Artifacts are what the answers of a notebook have made: charts, exports, and files of
// plans.
func (w *Work) Artifacts(ctx context.Context, ref string) ([]session.Artifact, error) {
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return nil, err
	}
	n, err := w.Notebooks.Load(b.id)
	if err != nil {
		return nil, err
	}
	list := session.Artifacts(n.Cells, notebook.FileName)
	if w.Data == nil {
		return list, nil
	}
	data, err := w.Data(ctx, b.id)
	if err != nil {
		return nil, err
	}
	files, err := talk.FilesOf(data)
	return append(list, files...), err
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
