package whatif

import (
	"slices"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// Over reports whether a change is one of a figure that a result already has, so
// that nothing else need be asked of the data: "what if revenue rises 10%" after
// revenue by region. Revenue changes as prices and quantities do while the other
// stays as it is.
func Over(t *table.Table, m *meaning.Meaning, r Request) bool {
	if r.Technique != Scale || r.Data != r.Measure || t == nil || len(t.Rows) == 0 {
		return false
	}
	var except []int
	if line, err := findTimeline(t, m, r.Time); err == nil && line.unit != Step {
		except = line.columns
	}
	candidates := numbers(t, m, except...)
	if find(t, m, candidates, r.Measure) >= 0 {
		return true
	}
	return len(candidates) == 1 && overlap(words(r.Measure), "price", "volume", "quantity") && slices.ContainsFunc(namesOf(t, m, candidates[0]), func(name string) bool {
		return overlap(words(name), "revenue", "sale", "turnover", "income", "takings", "receipt")
	})
}
