package talk

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
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
