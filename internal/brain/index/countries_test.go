package index

import (
	"slices"
	"testing"
)

// A column of countries is called so, and confirmed is of cases, unless another column
// has the name.
func TestWhatPeopleCallColumns(t *testing.T) {
	s := shop(`
		bank: Geography text, balance decimal
		clients: Home text, country text
		covid: confirmed integer, air_time integer
		airlines: name text`)
	x := mustBuild(t, s, held{"bank.Geography": {"France", "Germany", "Spain", "FRA"}, "clients.Home": {"France", "Germany", "Spain"}})
	for _, c := range []struct {
		table, column, synonym string
		want                   bool
	}{
		{"bank", "Geography", "country", true},
		{"clients", "Home", "country", false},
		{"covid", "confirmed", "cases", true},
	} {
		if got := slices.Contains(x.Columns[x.Column("", c.table, c.column)].Synonyms, c.synonym); got != c.want {
			t.Errorf("%s is called %s: %t, want %t", c.column, c.synonym, got, c.want)
		}
	}
	if words := x.Columns[x.Column("", "covid", "air_time")].Words; !slices.Equal(words, []string{"air", "time"}) {
		t.Errorf("air time is %q", words)
	}
}
