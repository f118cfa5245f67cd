package talk

import "testing"

func TestWayWanted(t *testing.T) {
	for text, want := range map[string]Way{
		"switch to plan mode":           Planning,
		"exploratory mode":              Exploring,
		"Please switch to explore mode": Exploring,
		"back to simple answers":        Answering,
		"go back to answer mode.":       Answering,
		"plan revenue":                  "",
		"revenue by payment mode":       "",
		"explore the mode of transport": "",
	} {
		if got, ok := WayWanted(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
