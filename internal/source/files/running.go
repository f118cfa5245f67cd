package files

import (
	"context"
	"fmt"
	"strings"
)

// Figures of a wide table are running totals where they begin low, rise now and then,
// and almost never fall. Set by hand.
const (
	leastRunning = 20   // periods
	mostFalls    = 0.01 // part of the steps
	leastRises   = 0.05
	mostFirst    = 0.2 // the first period's part of the last one's total
)

// findAdded gives, for the cells of a wide table that are running totals such as all
// cases until a day, what each period adds: only that can be added up over time. It
// is nil for other tables, and where people want the totals.
func (b *build) findAdded(ctx context.Context, f file, s staged, kind periodKind, cells []string) ([]string, error) {
	running := choiceOfFile(f, asAdded, asAdded, asRunning)
	if kind == periodYear || len(cells) < leastRunning {
		return nil, nil
	}
	numbers, added := make([]string, len(cells)), make([]string, len(cells))
	for i, c := range cells {
		numbers[i] = fmt.Sprintf("TRY_CAST(%s AS DECIMAL(18,3))", c)
		added[i] = c
		if i > 0 {
			added[i] = fmt.Sprintf("rtrim(rtrim(CAST(%s - %s AS VARCHAR), '0'), '.')", numbers[i], numbers[i-1])
		}
	}
	step := func(sign string) string {
		return fmt.Sprintf("sum(len(list_filter(range(2, len(v) + 1), lambda i: v[i] %s v[i - 1])))", sign)
	}
	found, err := b.Ask(ctx, fmt.Sprintf("SELECT count(*) FILTER (list_contains(list_transform(v, lambda x: x IS NULL), true)), sum(len(v) - 1), %s, %s, sum(v[1])::DOUBLE, sum(v[-1])::DOUBLE FROM (SELECT [%s] AS v FROM %s)",
		step("<"), step(">"), strings.Join(numbers, ", "), s.table))
	if err != nil {
		return nil, err
	}
	n := make([]float64, len(found.Columns))
	for i, v := range found.Rows[0] {
		n[i], _ = v.Float64()
	}
	incomplete, steps, falls, rises, first, last := n[0], n[1], n[2], n[3], n[4], n[5]
	if incomplete > 0 || steps == 0 || falls > mostFalls*steps || rises < leastRises*steps || first > mostFirst*last {
		return nil, nil
	}
	if f.settings.Running != nil && *f.settings.Running {
		running.As = asRunning
		added = nil
	}
	b.unit.Choices = append(b.unit.Choices, running)
	return added, nil
}
