package suggest

import (
	"context"
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

// Somebody waits: only a few are tried.
func TestNearTriesAFew(t *testing.T) {
	tried := 0
	none := reader(func(string) (*brain.Answer, error) {
		tried++
		return &brain.Answer{Outcome: brain.Declined}, nil
	})
	run := func(context.Context, string) (bool, error) { return true, nil }
	if got := Near(t.Context(), library(), none, time.Time{}, run, Topic{Tables: []int{0, 1}}, 99); len(got) != 0 || tried != maxNear {
		t.Errorf("%q after %d tries", got, tried)
	}
}

func TestNearShowsDifferentKinds(t *testing.T) {
	sure := reader(func(string) (*brain.Answer, error) {
		return &brain.Answer{Outcome: brain.Sure, Readings: []brain.Reading{{SQL: "x"}}}, nil
	})
	run := func(context.Context, string) (bool, error) { return true, nil }
	seen := map[string]bool{}
	for _, q := range Near(t.Context(), library(), sure, time.Time{}, run, Topic{Tables: []int{0, 1}}, 9) {
		if seen[beginning(q)] {
			t.Errorf("%q is of a kind that was there", q)
		}
		seen[beginning(q)] = true
	}
	if len(seen) < 3 {
		t.Errorf("only %v", seen)
	}
}
