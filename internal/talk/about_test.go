package talk

import "testing"

func TestAsksAge(t *testing.T) {
	for text, want := range map[string]bool{
		"how fresh is the data?":      true,
		"how fresh are the data?":     true,
		"How up to date is this?":     true,
		"how current are the numbers": true,
		"how old are the customers?":  false,
		"how old is the oldest order": false,
		"how recent are the orders":   false,
	} {
		if got := asksAge.MatchString(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
