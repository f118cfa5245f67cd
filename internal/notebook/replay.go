package notebook

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// Runner runs statements again, under the guard.
type Runner interface {
	// Run gives the rows of a statement on a connection, "" being the notebook's own; at
	// most so many rows, 0 being the usual limit.
	Run(ctx context.Context, connection, sql string, rows int) (*table.Table, error)
	// Schema is the hash of the schema of the notebook's connection as it is now.
	Schema(ctx context.Context) (string, error)
	// Changes says in words what has changed in the schema since it had a
	// hash, of some tables or of all. Known is false if nobody remembers how it
	// was.
	Changes(ctx context.Context, since string, tables []string) (changes []string, known bool)
}

// Verdict is what running a cell's statement again showed.
type Verdict string

const (
	Same          Verdict = "same"
	DataChanged   Verdict = "data_changed"
	SchemaChanged Verdict = "schema_changed"
	Failed        Verdict = "failed"
	NothingToRun  Verdict = "nothing_to_run" // the cell has no result to compare with
)

// Outcome is what became of one cell.
type Outcome struct {
	Cell        string             `json:"cell"`
	Question    string             `json:"question"`
	Verdict     Verdict            `json:"verdict"`
	Reason      string             `json:"reason,omitempty"` // in one line
	Changes     []string           `json:"schema_changes,omitempty"`
	Difference  *Difference        `json:"difference,omitempty"`
	Diagnostics []fault.Diagnostic `json:"diagnostics,omitempty"`
}

// Fine reports whether the cell still says what it said.
func (o Outcome) Fine() bool { return o.Verdict == Same || o.Verdict == NothingToRun }

// Replay runs every statement of a notebook again, with no model, and says what
// is different. It ends early only when it is stopped.
func Replay(ctx context.Context, n *Notebook, r Runner) iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		now, err := r.Schema(ctx)
		if err != nil {
			yield(Outcome{}, err)
			return
		}
		for _, c := range n.Cells {
			o := replay(ctx, c, r, now)
			if ctx.Err() != nil {
				yield(o, fault.Of(ctx.Err()))
				return
			}
			if !yield(o, nil) {
				return
			}
		}
	}
}

func replay(ctx context.Context, c session.Cell, r Runner, now string) Outcome {
	o := Outcome{Cell: c.ID, Question: Title(c), Verdict: Same}
	has, others := c.SQL != nil && c.Result != nil, othersOf(c)
	if !has && len(others) == 0 {
		o.Verdict, o.Reason = NothingToRun, "it had no result"
		return o
	}
	stale := c.Metadata.SchemaVersion != "" && c.Metadata.SchemaVersion != now
	known := true
	if stale {
		o.Changes, known = r.Changes(ctx, c.Metadata.SchemaVersion, tablesOf(c))
	}
	if has {
		after, err := r.Run(ctx, "", statementOf(c), rowsOf(c.Result))
		if err != nil {
			o.fail(fault.Of(err), stale)
		} else {
			o.hold(c.Result, after)
		}
	}
	for _, s := range others {
		if ctx.Err() != nil {
			return o
		}
		o.another(ctx, s, r, stale && s.Source == "")
	}
	if len(o.Changes) > 0 && o.Verdict != SchemaChanged && o.Verdict != Failed {
		o.schemaChanged()
	}
	switch {
	case o.Verdict == SchemaChanged:
		d := fault.New(fault.SchemaStale, "the schema has changed since this cell was made").WithHint("ask the question again")
		o.Diagnostics = append(o.Diagnostics, d.Diagnostic(fault.Warning))
	case stale && !known:
		d := fault.New(fault.SchemaStale, "the schema has changed since this cell was made; the differences were not recorded").WithHint("ask the question again if in doubt")
		o.Diagnostics = append(o.Diagnostics, d.Diagnostic(fault.Info))
	}
	return o
}

// statementOf is what was run last.
func statementOf(c session.Cell) string { return view{Cell: c}.Query() }

// rowsOf is how many rows to read: as many as were read of a result that was
// cut, and otherwise at least as many as there were.
func rowsOf(r *session.Result) int {
	const most = 1_000_000
	if r.Truncated || r.RowCount > session.MaxRows {
		return int(min(max(r.RowCount, 1), most))
	}
	return 0
}

// fail tells a statement that no longer fits the schema from other failures.
func (o *Outcome) fail(f *fault.Fault, stale bool) {
	o.Verdict, o.Reason = Failed, f.Message
	if stale && slices.Contains([]fault.Code{fault.Validation, fault.SQLParse, fault.SQLError}, f.Code) {
		o.Verdict = SchemaChanged
	}
	o.Diagnostics = append(o.Diagnostics, f.Diagnostic(fault.Error))
}

// schemaChanged puts the change of a table that the cell reads above what the
// rows say.
func (o *Outcome) schemaChanged() {
	rows := "the rows are the same"
	if o.Verdict == DataChanged {
		rows = o.Reason
	}
	o.Verdict, o.Reason = SchemaChanged, strings.Join(o.Changes, "; ")+"; "+rows
}

// hold says what is different in a result, columns first.
func (o *Outcome) hold(was *session.Result, after *table.Table) {
	if !sameColumns(was, after) {
		o.Verdict, o.Reason = SchemaChanged, "its columns changed: "+columnChanges(was, after)
		return
	}
	o.compare(was, after)
}

// compare holds the rows against those of before.
func (o *Outcome) compare(was *session.Result, after *table.Table) {
	if after.Hash() == was.DataHash && (after.Truncated != table.Whole) == was.Truncated {
		return
	}
	before, kept, err := was.Table()
	if err != nil || !kept {
		o.Verdict, o.Reason = DataChanged, countsChanged(was, len(after.Rows))
		return
	}
	d := Compare(before, after)
	if d.None() && (after.Truncated != table.Whole) == was.Truncated {
		o.Reason = d.Note
		return
	}
	o.Verdict, o.Difference, o.Reason = DataChanged, d, d.String()
}

// countsChanged says what is known of rows that were not kept.
func countsChanged(was *session.Result, now int) string {
	if was.RowCount == int64(now) {
		return "the values changed; the earlier rows were not saved"
	}
	return fmt.Sprintf("%s before, %s now", rows(int(was.RowCount)), rows(now))
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// sameColumns compares names. The kind of a column may follow its values in
// some engines, so that another kind is a change of data.
func sameColumns(was *session.Result, after *table.Table) bool {
	return slices.EqualFunc(was.Columns, after.Columns, func(name string, c table.Column) bool { return name == c.Name })
}

func columnChanges(was *session.Result, after *table.Table) string {
	var gone, come []string
	for _, name := range was.Columns {
		if !slices.ContainsFunc(after.Columns, func(c table.Column) bool { return c.Name == name }) {
			gone = append(gone, name)
		}
	}
	for _, c := range after.Columns {
		if !slices.Contains(was.Columns, c.Name) {
			come = append(come, c.Name)
		}
	}
	var parts []string
	if len(gone) > 0 {
		parts = append(parts, strings.Join(gone, ", ")+" gone")
	}
	if len(come) > 0 {
		parts = append(parts, strings.Join(come, ", ")+" new")
	}
	if parts == nil {
		return "in another order"
	}
	return strings.Join(parts, "; ")
}
