package suggest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
)

func TestNearestShareWhatAQuestionIsAbout(t *testing.T) {
	ix := library()
	for _, c := range []struct {
		about Topic
		want  string
	}{
		{Topic{Columns: []int{7}}, "Which five members have the highest total fee of loans?"},
		{Topic{Columns: []int{3}}, "How many members are there per town?"},
		{Topic{Tables: []int{0}}, "Which five members have the highest total fee of loans?"},
		{Topic{}, ""},
	} {
		list := nearest(proposals(ix), ix, c.about)
		first := ""
		if len(list) > 0 {
			first = list[0].text
		}
		if first != c.want {
			t.Errorf("%v: %q, want %q", c.about, first, c.want)
		}
	}
}

// What was tried is known; what was not is likely answered.
func TestInsteadKnowsWhatWasTried(t *testing.T) {
	about := Topic{Columns: []int{3}} // the town of members
	per, have := "How many members are there per town?", "How many members have the town Oban?"
	first := proposals(library())[0].text
	for _, c := range []struct {
		name  string
		tried Tried
		about Topic
		want  []string
	}{
		{"nothing was tried", nil, about, []string{per, first}},
		{"one failed", Tried{per: false}, about, []string{have, first}},
		{"one is answered", Tried{have: true}, about, []string{have, first}},
		{"nothing is near", Tried{first: false, have: true}, Topic{}, []string{have, "What was the total fee of loans per month in 2023?"}},
	} {
		if got := Instead(library(), c.tried, c.about, 2); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestInsteadShowsDifferentKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, q := range Instead(library(), nil, Topic{Tables: []int{0, 1}}, 9) {
		if seen[questionKind(q)] {
			t.Errorf("%q is of a kind that was there", q)
		}
		seen[questionKind(q)] = true
	}
	if len(seen) < 3 {
		t.Errorf("only %v", seen)
	}
}

// What was tried before is not tried again.
func TestTryGoesOn(t *testing.T) {
	asked := 0
	sure := reader(func(string) (*brain.Answer, error) {
		asked++
		return &brain.Answer{Outcome: brain.Sure, Readings: []brain.Reading{{SQL: "x"}}}, nil
	})
	run := func(context.Context, string) (bool, error) { return true, nil }
	tried := Tried{}
	for _, most := range []int{2, 3} {
		if !Try(t.Context(), library(), sure, time.Time{}, run, tried, most, func() bool { return false }) || asked != most || len(Answered(library(), tried, 9)) != most {
			t.Errorf("asked %d times for %v", asked, tried)
		}
	}
}
