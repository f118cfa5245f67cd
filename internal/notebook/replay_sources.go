package notebook

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// othersOf are the statements behind an explored answer, besides the one whose
// rows the cell shows.
func othersOf(c session.Cell) []session.Evidence {
	return slices.DeleteFunc(slices.Clone(c.Sources), func(s session.Evidence) bool { return s.SQL == "" || isOwn(c, s) })
}

// tablesOf are all that the statements of a cell read.
func tablesOf(c session.Cell) []string {
	var list []string
	if c.SQL != nil {
		list = append(list, c.SQL.Tables...)
	}
	for _, s := range c.Sources {
		list = append(list, s.Tables...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// another runs a statement behind an explored answer again. What the answer
// rests on counts as its own rows do; of the rest it is only said that it is
// different.
func (o *Outcome) another(ctx context.Context, s session.Evidence, r Runner, stale bool) {
	was := s.Result
	if was == nil {
		was = &session.Result{RowCount: s.RowCount, Truncated: s.Truncated, DataHash: s.DataHash}
	}
	one := Outcome{Verdict: Same}
	after, err := r.Run(ctx, s.SQL, rowsOf(was))
	switch {
	case err != nil:
		one.fail(fault.Of(err), stale)
	case s.Result == nil:
		one.compare(was, after)
	default:
		one.hold(was, after)
	}
	switch {
	case one.Verdict == Same:
	case s.Result == nil:
		o.Diagnostics = append(o.Diagnostics, fault.Diagnostic{Severity: fault.Info,
			Message: fmt.Sprintf("query %d, which the answer does not rest on, is not as it was: %s", s.Number, one.Reason)})
	default:
		o.join(s.Number, one)
	}
}

// join takes in what became of another statement: the worse verdict stands, and
// every reason is told.
func (o *Outcome) join(number int, one Outcome) {
	if severity(one.Verdict) > severity(o.Verdict) {
		o.Verdict = one.Verdict
	}
	reason := fmt.Sprintf("query %d: %s", number, one.Reason)
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
