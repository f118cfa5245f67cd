package talk

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// Checker writes statements that come to the figure of a reading by another way:
// its parts instead of the whole, what is missing, what is counted twice.
type Checker interface {
	Checks(r *brain.Reading) []brain.Check
}

// challenge computes the last answer again by other routes, and says whether they
// agree.
func (t *Talk) challenge(ctx context.Context, before *Turn, _ answer.Question) (*answer.Draft, error) {
	if before.Cell.Analysis != nil {
		return t.challengeAnalysis(ctx, before.Cell), nil
	}
	if before.Cell.SQL == nil || before.Table == nil {
		return nil, nil
	}
	again, err := t.read(ctx, before.Cell.SQL.Run(), max(len(before.Table.Rows), 1))
	if err != nil {
		return told("The statement could not be run again: " + fault.Of(err).Message + "."), nil
	}
	var lines []string
	if sameRows(again, before.Table) {
		lines = append(lines, "The same statement was run again, and gives the same rows.")
	} else {
		lines = append(lines, "The same statement was run again, and gives other rows now: the data have changed since.")
	}
	checker, ok := t.Brain.(Checker)
	if r := before.Draft.Reading(); ok && r != nil {
		for _, c := range checker.Checks(r) {
			if line := t.runCheck(ctx, c); line != "" {
				lines = append(lines, line)
			}
		}
	}
	if len(before.Draft.Others) > 0 && before.Draft.Outcome != answer.Sure {
		lines = append(lines, fmt.Sprintf("What could be wrong is the reading (%s): it could also mean %s.", before.Draft.Sentence, before.Draft.Others[0].Sentence))
	}
	return told(strings.Join(lines, " ")), nil
}

// challengeAnalysis runs the statements of an analysis again.
func (t *Talk) challengeAnalysis(ctx context.Context, c session.Cell) *answer.Draft {
	same, other, failed := 0, 0, 0
	for _, e := range c.Sources {
		if e.SQL == "" || e.Source != "" {
			continue // of another connection
		}
		const most = 1_000_000
		rows, err := t.read(ctx, e.SQL, most)
		switch {
		case err != nil:
			failed++
		case rows.Hash() == e.DataHash:
			same++
		default:
			other++
		}
	}
	var lines []string
	switch {
	case failed > 0:
		lines = append(lines, fmt.Sprintf("%s of the plan could not be run again.", count(int64(failed), "statement")))
	case other > 0:
		lines = append(lines, fmt.Sprintf("%s of the plan gives other rows now: the data have changed since. Ask again for an answer from the data of now.", count(int64(other), "statement")))
	default:
		lines = append(lines, fmt.Sprintf("%s of the plan ran again and gave the same rows, from which the same figures follow.", count(int64(same), "statement")))
	}
	if c.Narrative != nil && len(c.Narrative.DataReferences) > 0 {
		lines = append(lines, fmt.Sprintf("All %s of the text stand in the table.", count(int64(len(c.Narrative.DataReferences)), "figure")))
	}
	for _, a := range c.Analysis.Assumptions {
		lines = append(lines, "It assumes that "+strings.TrimRight(a, ".")+".")
	}
	lines = append(lines, c.Analysis.Caveats...)
	return told(strings.Join(lines, " "))
}

// sameRows is true for tables with the same rows, in whatever order.
func sameRows(a, b *table.Table) bool {
	if a.Hash() == b.Hash() {
		return true
	}
	if len(a.Rows) != len(b.Rows) {
		return false
	}
	count := map[string]int{}
	for _, row := range a.Rows {
		count[string(table.AppendRow(nil, row))]++
	}
	for _, row := range b.Rows {
		if key := string(table.AppendRow(nil, row)); count[key] == 0 {
			return false
		} else {
			count[key]--
		}
	}
	return true
}

// runCheck runs one check, and says what it shows; "" where it cannot be run.
func (t *Talk) runCheck(ctx context.Context, c brain.Check) string {
	rows, err := t.read(ctx, c.SQL, 1)
	if err != nil || len(rows.Rows) != 1 || len(rows.Rows[0]) < 1 {
		return ""
	}
	row := rows.Rows[0]
	if c.Agree == "" {
		n, ok := row[0].Int64()
		switch {
		case !ok:
			return ""
		case n == 0:
			return c.None
		}
		return fmt.Sprintf(c.Some, count(n, "row"))
	}
	if len(row) < 2 {
		return ""
	}
	if agrees(row[0], row[1]) {
		return fmt.Sprintf(c.Agree, row[0])
	}
	return fmt.Sprintf(c.Differ, row[0], row[1])
}

// agrees is true for two figures that are equal but for rounding.
func agrees(a, b table.Value) bool {
	x, ok := a.Float64()
	y, also := b.Float64()
	const slack = 1e-9
	return ok == also && (!ok || x == y || (x-y)*(x-y) <= slack*slack*(x*x+y*y))
}
