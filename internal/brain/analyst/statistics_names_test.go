package analyst

import "testing"

func TestNamesOfDefinedColumns(t *testing.T) {
	for words, want := range map[string]string{
		"create a family size":               "family size",
		"please add a new column called bmi": "bmi",
		"family size":                        "family size",
		"added value":                        "added value",
		"make":                               "make",
	} {
		if got := nameOf(words); got != want {
			t.Errorf("%q: %q, not %q", words, got, want)
		}
	}
}
