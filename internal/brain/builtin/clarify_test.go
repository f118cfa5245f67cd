package builtin

import (
	"math"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/english"
)

func TestWhatIsNotAsked(t *testing.T) {
	number := func(text string) *form.Value { return &form.Value{Kind: form.Number, Text: text} }
	for _, c := range []struct {
		name  string
		write func(s *scripted, q form.Query)
		asked bool
	}{
		{"in which order the same rows are", func(s *scripted, q form.Query) {
			s.add(0.2, &q)
			ordered := q
			ordered.Order = []form.Order{{By: s.at("customer", "region")}}
			s.add(0.19, &ordered)
		}, false},
		{"which end of a ranking is", func(s *scripted, q form.Query) {
			q.Order, q.Limit = []form.Order{{By: q.Select[1], Desc: true}}, number("1")
			s.add(0.2, &q)
			other := q
			other.Order = []form.Order{{By: q.Select[1]}}
			s.add(0.19, &other)
		}, true},
	} {
		s := script(t, "sales per region")
		region := s.at("customer", "region")
		c.write(s, form.Query{Select: []*form.Expr{region, sum(s.at("orders", "net_sales"))}, Group: []*form.Expr{region}})
		for _, o := range s.list {
			o.Steps = slices.Repeat([]float64{math.Log(0.1)}, 12) // the parser is sure of nothing,
			o.Rows = 5000                                         // and there is much of it
		}
		if a := s.judge(t.Context(), s.list, s.asked, nil, nil); a.Outcome != brain.Unsure || (a.Clarify != nil) != c.asked {
			t.Errorf("%s: %s %+v", c.name, a.Outcome, a.Clarify)
		}
	}
}

// A reading that hardly anybody means is not offered; where that is all there
// is, the question is not understood.
func TestUnlikelyReadingsAreNotOffered(t *testing.T) {
	a := &brain.Answer{Readings: []brain.Reading{{Probability: 0.3}, {Probability: 0.06}, {Probability: 0.04}}}
	if !worthIt(a) || len(a.Readings) != 2 {
		t.Errorf("%+v", a.Readings)
	}
	if a := (&brain.Answer{Readings: []brain.Reading{{Probability: 0.02}}}); worthIt(a) {
		t.Errorf("%+v", a.Readings)
	}
}

// Columns of different tables are told apart by these, whatever they are called.
func TestColumnsAreNamedWithTheirTables(t *testing.T) {
	s := script(t, "sales per region")
	a := asker{ix: s.ix}
	city, region := s.column("customer", "city"), s.column("customer", "region")
	other := s.column("orders", "net_sales")
	for _, c := range []struct {
		columns []int
		want    string
	}{
		{[]int{city, region}, "city or region"},
		{[]int{city, other}, "city of customer or net sales of orders"},
	} {
		if got := english.JoinList(a.columnNames(c.columns), "or"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A guess is given before anything is asked where no other reading comes near.
func TestWhichGuessStandsOut(t *testing.T) {
	for _, c := range []struct {
		confidence, next float64
		want             bool
	}{{0.45, 0.3, true}, {0.45, 0.4, false}, {0.55, 0.5, true}, {0.2, 0.01, false}} {
		a := &brain.Answer{Confidence: c.confidence, Readings: []brain.Reading{{Probability: c.confidence}, {Probability: c.next}}}
		if got := standsOut(a); got != c.want {
			t.Errorf("%v before %v: %v", c.confidence, c.next, got)
		}
	}
}
