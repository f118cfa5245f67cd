package fault

import "testing"

func TestSentence(t *testing.T) {
	for given, want := range map[string]string{
		"":                           "",
		" no rows ":                  "No rows.",
		"there is no column x":       "There is no column x.",
		"did you mean sales?":        "Did you mean sales?",
		"It is whole.":               "It is whole.",
		"docs.md cannot be read":     "docs.md cannot be read.",
		"order_total is empty":       "order_total is empty.",
		"iPhone leads with 12":       "iPhone leads with 12.",
		"2025 was better":            "2025 was better.",
		"écoles sans élèves":         "Écoles sans élèves.",
		"e-mail, telephone and more": "E-mail, telephone and more.",
		"and so on…":                 "And so on…",
		"“orders” is unknown":        "“orders” is unknown.",
	} {
		if got := Sentence(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}
