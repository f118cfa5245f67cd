package analyst

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestReadWhy(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string][3]string{
		"why did revenue drop in March 2025?":                               {"revenue", "", "March 2025"},
		"Why did revenue fall from February to March 2025?":                 {"revenue", "February 2025", "March 2025"},
		"what caused the drop in average order value in Q2 2025":            {"average order value", "", "Q2 2025"},
		"How come sales went down last month?":                              {"sales", "", "October 2025"},
		"explain the increase of returns in 2024":                           {"returns", "", "2024"},
		"why are there more tickets in October 2025 than in September 2025": {"tickets", "September 2025", "October 2025"},
		"why did revenue in Germany drop between 2023 and 2024?":            {"revenue in Germany", "2023", "2024"},
		"why?":            {"", "", ""},
		"and why is that": {"", "", ""},
		"What is driving the growth of web visits?": {"web visits", "", ""},
	} {
		w := readWhy(text, now)
		if w == nil {
			t.Errorf("%q is not read", text)
			continue
		}
		got := [3]string{w.figure}
		if w.before != nil {
			got[1] = render.PeriodName(*w.before)
		}
		if w.after != nil {
			got[2] = render.PeriodName(*w.after)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"how many orders dropped out?", "revenue in March", "which reasons do returns have?", "why not by region?", "where does this number come from?", "explain this", "list the orders that went up in price"} {
		if w := readWhy(text, now); w != nil {
			t.Errorf("%q is read as %+v", text, w)
		}
	}
}

func TestThePeriodBefore(t *testing.T) {
	now := time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"why did it drop in March 2025":                          "February 2025",
		"why did it drop in Q1 2025":                             "Q4 2024",
		"why did sales drop in 2025":                             "2024",
		"why did sales drop in March 2025 compared to last year": "March 2024",
	} {
		w := readWhy(text, now)
		if w == nil || w.after == nil {
			t.Errorf("%q is not read: %+v", text, w)
			continue
		}
		if got := render.PeriodName(before(*w.after, w.last)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
