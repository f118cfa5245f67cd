package whatif

import "github.com/plumbdata/plumb/internal/table"

// Over reports whether a change is one of a figure that a result already has, so
// that nothing else need be asked of the data: "what if revenue rises 10%" after
// revenue by region. Revenue changes as prices and quantities do while the other
// stays as it is.
func Over(t *table.Table, r Request) bool {
	if r.Technique != Scale || r.Data != r.Measure || t == nil || len(t.Rows) == 0 {
		return false
	}
	var except []int
	if line, err := findTimeline(t, r.Time); err == nil && line.unit != Step {
		except = line.columns
	}
	candidates := numbers(t, except...)
	if find(t, candidates, r.Measure) >= 0 {
		return true
	}
	return len(candidates) == 1 && overlap(words(r.Measure), "price", "volume", "quantity") &&
		overlap(words(t.Columns[candidates[0]].Name), "revenue", "sale", "turnover", "income", "takings", "receipt")
}
