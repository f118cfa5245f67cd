package followup

import (
	"testing"
)

func TestWhole(t *testing.T) {
	for question, want := range map[string]bool{
		"how many deals did we win last year?": true, "which supplier delivers late most often?": true, "What is the average price of a pass by type?": true,
		"and last year?": false, "which of those are overdue right now?": false, "what were they worth in total": false, "only the South": false,
		"by month": false, "how many of them?": false, "show the same for 2024 please": false, "what about the web shop this year": false, "how many in March?": false,
	} {
		if Standalone(question) != want {
			t.Errorf("%q: %v", question, !want)
		}
	}
}

func TestCountsThings(t *testing.T) {
	for question, want := range map[string]bool{
		"how many bears?": true, "How many unicorns are there?": true, "how many wild horses do we have": true,
		"how many of them?": false, "how many are there in the north?": false, "how many other orders": false, "revenue of bears": false,
	} {
		if got := CountsThings(question); got != want {
			t.Errorf("%s: %t", question, got)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, c := range []struct {
		question     string
		plain, timed bool // after an answer about all times, and about one
	}{
		{"top 10 customers by revenue last quarter", true, true},
		{"top 5 products by revenue", true, true},
		{"how many customers are there", true, false},
		{"Which product category sold best?", true, false},
		{"top 5 by revenue", false, false},
		{"the top 5", false, false},
		{"how many of them are there?", false, false},
		{"how many visits did each do this year?", false, false},
		{"and by month", false, false},
		{"top 5 of those by revenue", false, false},
	} {
		if Complete(c.question, false) != c.plain || Complete(c.question, true) != c.timed {
			t.Errorf("%q: %v, %v", c.question, !c.plain, !c.timed)
		}
	}
}
