package verifier_test

import (
	"testing"

	"github.com/plumbdata/plumb/internal/brain/verifier"
	"github.com/plumbdata/plumb/internal/brain/weights"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/neural/kernel"
)

// TestScore holds questions against statements of which one is right.
func TestScore(t *testing.T) {
	parser, err := weights.Parser()
	if err != nil {
		t.Fatal(err)
	}
	pieces, err := neural.NewTokenizer()
	if err != nil {
		t.Fatal(err)
	}
	v, err := verifier.Load(kernel.Best(), weights.Verifier(), parser, pieces)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		asked string
		said  []string // the right one first
	}{
		{"how many orders were cancelled?", []string{
			"number of orders where status is 'cancelled' | orders | 1 x 1 ; 40",
			"number of orders | orders | 1 x 1 ; 520",
			"total amount where status is 'cancelled' | orders | 1 x 1 ; 5125",
		}},
		{"which city has the most customers?", []string{
			"city of customers for each city, highest number of customers first, only the first | customers | 1 x 1 ; Leeds",
			"city of customers for each city, lowest number of customers first, only the first | customers | 1 x 1 ; York",
			"number of different city | customers | 1 x 1 ; 12",
		}},
		{"average price by brand", []string{
			"average price for each brand | products | 9 x 2 ; Acme 12.5 ; Bolt 8.25 ; Cobra 31",
			"total price for each brand | products | 9 x 2 ; Acme 125 ; Bolt 82.5 ; Cobra 310",
			"average price | products | 1 x 1 ; 14.2",
		}},
	} {
		scores, err := v.Score(q.asked, q.said)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range scores[1:] {
			if s >= scores[0] {
				t.Errorf("%q: %q has %.2f, and the right one %.2f", q.asked, q.said[i+1], s, scores[0])
			}
		}
	}
}
