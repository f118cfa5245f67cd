package cli

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// isNewest is true for the words that mean the last cell.
func isNewest(ref string) bool { return ref == "" || ref == "last" || ref == "cell" }

// storedCell finds a cell that was recorded: by its id, or the newest; in a
// notebook by its number too.
func (a *app) storedCell(ctx context.Context, ref, notebook string) (session.Cell, error) {
	if notebook != "" {
		return a.notebookCell(ref, notebook)
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return session.Cell{}, err
	}
	defer kept.Close()
	f := store.Filter{ID: ref, Limit: 1}
	if isNewest(ref) {
		const recent = 20
		f = store.Filter{Newest: true, Limit: recent}
	}
	found, err := kept.Cells(ctx, f)
	if err != nil {
		return session.Cell{}, err
	}
	// The last answer is meant, not a question that was asked back since.
	if n := slices.IndexFunc(found, hasResult); isNewest(ref) && n > 0 {
		found = found[n:]
	}
	if len(found) == 0 {
		return session.Cell{}, noCell(ctx, kept, ref)
	}
	// The session knows whether the cell is still what was recorded.
	s, err := session.NewLog(kept, session.Options{Clock: a.Now, NewID: freshID}).Resume(ctx, found[0].Session)
	if err != nil {
		return session.Cell{}, err
	}
	return s.Cell(ctx, found[0].ID)
}

// hasResult reports whether a cell is an answer with rows.
func hasResult(c store.Cell) bool {
	var body struct {
		Result *struct{} `json:"result"`
	}
	return json.Unmarshal(c.Body, &body) == nil && body.Result != nil
}

func noCell(ctx context.Context, kept store.Store, ref string) error {
	if isNewest(ref) {
		return fault.New(fault.NotFound, "nothing has been asked yet").WithHint(`plumb ask "…" answers a question, and keeps the answer`)
	}
	missing := fault.New(fault.NotFound, "there is no cell %q", ref)
	const recent = 20
	last, err := kept.Cells(ctx, store.Filter{Newest: true, Limit: recent})
	if err != nil || len(last) == 0 {
		return missing.WithHint(`plumb ask --json "…" shows the id of an answer`)
	}
	var ids []string
	for _, c := range last {
		ids = append(ids, c.ID)
	}
	return missing.WithHint("%s", fault.DidYouMean(ref, "recent cells", ids))
}

func (a *app) notebookCell(ref, name string) (session.Cell, error) {
	n, err := a.notebook(name)
	if err != nil {
		return session.Cell{}, err
	}
	if !isNewest(ref) {
		return cellOf(n, ref)
	}
	if len(n.Cells) == 0 {
		return session.Cell{}, fault.New(fault.NotFound, "the notebook %q has no cells yet", n.Name).WithHint(`plumb ask --notebook %q "…" adds one`, n.Name)
	}
	return n.Cells[len(n.Cells)-1], nil
}

// rowsOf are the rows that a cell kept.
func rowsOf(c session.Cell, r *session.Result) (*table.Table, error) {
	rows, kept, err := r.Table()
	if err != nil || kept {
		return rows, err
	}
	if r == nil {
		return nil, fault.New(fault.EmptyResult, "the question %q was not answered, so there are no rows", c.Question).
			WithHint("name another cell, or ask again")
	}
	return nil, fault.New(fault.EmptyResult, "the answer to %q has %s, more than a cell can save", c.Question, count(int(r.RowCount), "row")).
		WithHint("ask for sums by month or category instead of single rows")
}
