package render

import (
	"strings"
	"testing"
)

func TestInUnit(t *testing.T) {
	for words, want := range map[string]string{
		"length of stay days": "length of stay in days", "fees owed eur": "fees owed in EUR", "temperature c": "temperature in °C", "sick days": "", "vitamin c": "", "days": "", "age years": "age in years",
		"order total": "",
	} {
		if got := inUnit(strings.Fields(words)); got != want {
			t.Errorf("%s: got %q, want %q", words, got, want)
		}
	}
}
