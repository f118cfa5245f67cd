package builtin

import "testing"

func TestWhole(t *testing.T) {
	for question, want := range map[string]bool{
		"how many deals did we win last year?": true, "which supplier delivers late most often?": true, "What is the average price of a pass by type?": true,
		"and last year?": false, "which of those are overdue right now?": false, "what were they worth in total": false, "only the South": false,
		"by month": false, "how many of them?": false, "show the same for 2024 please": false, "what about the web shop this year": false, "how many in March?": false,
	} {
		if whole(question) != want {
			t.Errorf("%q: %v", question, !want)
		}
	}
}
