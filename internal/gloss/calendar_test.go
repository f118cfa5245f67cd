package gloss

import "testing"

func TestNamesOfTheCalendar(t *testing.T) {
	for word, month := range map[string]int{"January": 1, "SET": 9, "août": 8, "Dez.": 12, " maart": 3, "Monday": 0, "": 0} {
		if got := Month(word); got != month {
			t.Errorf("%q is month %d, want %d", word, got, month)
		}
	}
	for word, day := range map[string]int{"Monday": 1, "sun": 7, "Mittwoch": 3, "sábado": 6, "May": 0} {
		if got := Weekday(word); got != day {
			t.Errorf("%q is day %d, want %d", word, got, day)
		}
	}
}
