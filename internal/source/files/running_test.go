package files_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestRunningTotals reads a wide table whose figures are totals until each day, as
// what each day adds, and leaves others as they are.
func TestRunningTotals(t *testing.T) {
	wide := func(cell func(row, day int) int) string {
		var b strings.Builder
		b.WriteString("place")
		for d := range 24 {
			fmt.Fprintf(&b, ",1/%d/20", d+1)
		}
		for r, place := range []string{"x", "y"} {
			b.WriteString("\n" + place)
			for d := range 24 {
				fmt.Fprintf(&b, ",%d", cell(r, d))
			}
		}
		return b.String() + "\n"
	}
	totals := wide(func(row, day int) int { return row + day*day/(row+1) })
	for _, c := range []struct{ name, content, settings, columns, sums string }{
		{"totals until a day", totals, "", "place VARCHAR, date DATE, cases BIGINT, cumulative_cases BIGINT", "x|529, y|265"},
		{"the same, as they are", totals, "files:\n  cases.csv:\n    running: true\n", "place VARCHAR, date DATE, cases BIGINT", "x|4324, y|2180"},
		{"figures that fall", wide(func(row, day int) int { return 10 + day%7 }), "", "place VARCHAR, date DATE, cases BIGINT", "x|306, y|306"},
		{"levels that grow", wide(func(row, day int) int { return 100 + day }), "", "place VARCHAR, date DATE, cases BIGINT", "x|2676, y|2676"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{"cases.csv": c.content}
			if c.settings != "" {
				files["plumb.files.yaml"] = c.settings
			}
			dir := folder(t, files)
			if got := columnsOf(t, dir, "cases"); got != c.columns {
				t.Errorf("the columns are %s, want %s", got, c.columns)
			}
			got := strings.ReplaceAll(rows(mustQuery(t, open(t, dir), "SELECT place, sum(cases)::BIGINT FROM cases GROUP BY place ORDER BY place")), "\n", ", ")
			if got != c.sums {
				t.Errorf("the sums are %s, want %s", got, c.sums)
			}
		})
	}
	if want := "the figures of cases.csv are running totals: the column cases holds what each day adds, and cumulative_cases the total until then"; !strings.Contains(said(open(t, folder(t, map[string]string{"cases.csv": totals}))), want) {
		t.Error("running totals are not told")
	}
}
