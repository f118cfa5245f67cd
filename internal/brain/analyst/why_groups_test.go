package analyst

import (
	"testing"
	"time"
)

func TestReadWhyGroups(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string][3]string{
		"why is revenue lower in the north than in the south?":                        {"revenue", "north", "south"},
		"why do returns differ between web and store?":                                {"returns", "web", "store"},
		"Why is the average order value in Germany higher than in France?":            {"average order value", "Germany", "France"},
		"why are there more orders from business customers than from club customers?": {"orders", "business customers", "club customers"},
		"why does the north have fewer orders than the south?":                        {"orders", "north", "south"},
		"why did more women survive than men?":                                        {"how many survive", "women", "men"},
		"why did women survive more often than men?":                                  {"what percentage of rows survive", "women", "men"},
		"why do players of Brazil earn more than players of France":                   {"how much do players earn on average", "Brazil", "France"},
		"what explains the difference in revenue between web and store in 2025?":      {"revenue", "web", "store"},
	} {
		g := readWhyGroups(text, now)
		if g == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		if got := [3]string{g.figure, g.groups[0], g.groups[1]}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"why did revenue drop in March 2025?", "why are there more tickets in October 2025 than in September 2025", "why did revenue fall from February to March 2025?",
		"revenue in the north and in the south", "is revenue lower in the north than in the south?", "which regions have lower revenue than the north?", "why?", "why is revenue so low?",
		"difference in revenue between web and store", "compare web and store", "how many orders are larger than 100 in the north?", "why did it change between 2023 and 2024?",
		"what is the revenue of web and store?", "orders with more items than average", "explain the increase of returns in 2024",
	} {
		if g := readWhyGroups(text, now); g != nil {
			t.Errorf("%q is read as %+v", text, g)
		}
	}
}
