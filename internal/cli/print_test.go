package cli

import "testing"

func TestFirstSentence(t *testing.T) {
	for text, want := range map[string]string{
		"North leads. South follows.":                  "North leads.",
		"E. Eco has the most pages. A. Woolf follows.": "E. Eco has the most pages.",
		"Dr. Stone has the highest salary.":            "Dr. Stone has the highest salary.",
		"St. Ives vs. Bath: 3.5 to 2. That is close.":  "St. Ives vs. Bath: 3.5 to 2.",
		"The status is “done.” It was open.":           "The status is “done.”",
		"The answer is Tent M. It is cheap.":           "The answer is Tent M. It is cheap.",
		"":                                             "",
	} {
		if got := text[:firstSentence(text)]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
