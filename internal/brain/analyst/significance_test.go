package analyst

import "testing"

func TestReadDifference(t *testing.T) {
	for text, want := range map[string]differenceQuestion{
		"is there a significant difference in rating between high and low priority tickets?":     {figure: "rating", groups: "high and low priority tickets"},
		"Is the difference in order value between web and store statistically significant?":      {figure: "order value", groups: "web and store"},
		"does order value depend on channel? anova":                                              {figure: "order value", groups: "channel", test: "anova"},
		"does dep_delay differ between carriers? kruskal-wallis":                                 {figure: "dep_delay", groups: "carriers", test: "kruskal"},
		"Does income differ significantly between regions?":                                      {figure: "income", groups: "regions"},
		"is the return rate significantly higher for web than for store?":                        {figure: "return rate", groups: "web than for store"},
		"do men and women differ significantly in age?":                                          {figure: "age", groups: "men and women"},
		"does the segment have a significant effect on order value?":                             {figure: "order value", groups: "segment"},
		"mean age of survivors vs non-survivors, is the difference significant?":                 {plain: "mean age of survivors vs non-survivors"},
		"average order value by channel. Is that significant?":                                   {plain: "average order value by channel"},
		"Mann-Whitney test of rating between web and phone":                                      {figure: "rating", groups: "web and phone", test: "mannwhitney"},
		"run a t-test of order value by newsletter":                                              {figure: "order value", groups: "newsletter"},
		"are delivery times significantly different between carriers? Use a Kruskal-Wallis test": {figure: "delivery times", groups: "carriers", test: "kruskal"},
	} {
		if got := readDifference(text); got == nil || *got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	noneOf(t, firstStage["significance"],
		"what is the difference in rating between high and low priority tickets?",
		"does order value depend on channel?",
		"how do orders differ between regions?",
		"which products changed significantly in 2025?",
		"list significant customers",
		"how many significant events were there?",
		"average order value by channel",
		"revenue fell significantly in May, why?",
		"why is revenue significantly lower in the north than in the south?",
		"what is the most significant cause of returns?",
		"which students took a test in May?",
		"show orders with significance above 5",
		"how many tests were run by lab?",
		"difference between revenue of 2024 and 2025",
		"is revenue higher in May than in June?",
		"number of significant digits by sensor",
		"customers with a significant number of orders")
}
