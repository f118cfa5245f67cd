package talk

import (
	"strings"
	"testing"
)

func TestFragmentsSaySomethingOnlyAboutTheAnswerBefore(t *testing.T) {
	for text, want := range map[string]bool{
		"only for the web channel": true, "leave out region and manager": true, "compare with 2023": true, "what about by month": true, "by city": true,
		"in Germany": true, "and without returns": true, "why": true, "show me class C": true,
		"revenue by region in 2025": false, "why did revenue fall in May": false, "how many customers are there": false, "show cohort retention by month": false,
		"compare 2024 with 2025 over all key figures": false, "just tell me what the revenue by region was in 2025": false, "dropped orders": false, "what about the revenue of each region in 2025 and 2024": false,
		"for each region, list the number of orders and revenue": false, "justify it": false,
	} {
		if got := len(strings.Fields(text)) <= maxFragment && fragment.MatchString(text); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
