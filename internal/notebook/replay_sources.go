package notebook

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// othersOf are the statements behind an answer that was explored or planned, besides the
// one whose rows the cell shows.
func othersOf(c session.Cell) []session.Evidence {
	return slices.DeleteFunc(slices.Clone(c.Sources), func(s session.Evidence) bool { return s.SQL == "" || IsOwn(c, s) })
}

// tablesOf are all that the statements of a cell read on the notebook's connection.
func tablesOf(c session.Cell) []string {
	c.Sources = slices.DeleteFunc(slices.Clone(c.Sources), func(s session.Evidence) bool { return s.Source != "" })
	return c.Tables()
}

// another runs a statement behind such an answer again.
func (o *Outcome) another(ctx context.Context, s session.Evidence, r Runner, stale bool) {
	after, err := r.Run(ctx, s.Source, s.SQL, rowsOf(resultOf(s)))
	if err != nil {
		one := Outcome{Verdict: Same}
		one.fail(fault.Of(err), stale)
		o.other(s, one)
		return
	}
	o.holdAnother(s, after)
}

// holdAnother says what is different in the rows of a statement behind such an
// answer.
func (o *Outcome) holdAnother(s session.Evidence, after *table.Table) {
	one := Outcome{Verdict: Same}
	if s.Result == nil {
		one.compare(resultOf(s), after)
	} else {
		one.hold(s.Result, after)
	}
	o.other(s, one)
}

// other takes in what became of another statement. What the answer rests on
// counts as its own rows do; of the rest it is only said that it is different.
func (o *Outcome) other(s session.Evidence, one Outcome) {
	switch {
	case one.Verdict == Same:
	case s.Result == nil:
		o.Diagnostics = append(o.Diagnostics, fault.Diagnostic{Severity: fault.Info,
			Message: fmt.Sprintf("query %d, which the answer does not use, changed: %s", s.Number, one.Reason)})
	default:
		o.join(fmt.Sprintf("query %d", s.Number), one)
	}
}

// resultOf is what is known of what a statement gave.
func resultOf(s session.Evidence) *session.Result {
	if s.Result != nil {
		return s.Result
	}
	return &session.Result{RowCount: s.RowCount, Truncated: s.Truncated, DataHash: s.DataHash}
}

// join takes in what became of another statement: the worse verdict stands, and
// every reason is told.
func (o *Outcome) join(which string, one Outcome) {
	if severity(one.Verdict) > severity(o.Verdict) {
		o.Verdict = one.Verdict
	}
	reason := which + ": " + one.Reason
	if o.Reason != "" {
		reason = o.Reason + "; " + reason
	}
	o.Reason = reason
	if o.Difference == nil {
		o.Difference = one.Difference
	}
	o.Diagnostics = append(o.Diagnostics, one.Diagnostics...)
}

func severity(v Verdict) int {
	return slices.Index([]Verdict{NothingToRun, Same, DataChanged, SchemaChanged, Failed}, v)
}
