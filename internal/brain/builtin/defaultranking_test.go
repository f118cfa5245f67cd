package builtin

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/reply"
)

func TestBareRankingsAreTold(t *testing.T) {
	for question, want := range map[string]string{
		"top products":                   "top|||products",
		"who are our 10 best customers?": "", // the number stands elsewhere
		"Who is our best customer?":      "best|||customer",
		"show me the worst three stores": "|worst|three|stores",
		"most valuable members":          "most valuable|||members",
		"top products by revenue 2024":   "",
		"best before date":               "best|||before date",
		"the best":                       "",
	} {
		got := ""
		if m := rankingWithoutMeasure.FindStringSubmatch(reply.Normalize(question)); m != nil {
			got = strings.Join(m[1:], "|")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
}

// Who asks for the best is answered by what tells most, is told by what, and can
// choose another way.
func TestTheBestOfSomething(t *testing.T) {
	b := think(t, fromScript(t, "skiresort")).ForPeople()
	for _, c := range []struct {
		question, by string
		readings     []string // by each choice
		unsaid       int
	}{
		{"best guests", "best by total amount paid of pass sales", []string{
			"total amount paid for each first name and last name, highest first, the first 5",
			"number of lesson bookings for each guest number, first name and last name, highest first, the first 5"}, 2},
		{"worst lifts", "worst by number of gate scans", []string{
			"number of gate scans for each lift, lowest first, the first 5",
			"lift name and capacity per hour, lowest capacity per hour first, the first 5"}, 2},
		{"who is our best instructor?", "best by number of lesson bookings", []string{
			"number of lesson bookings for each instructor, highest first, only the first",
			"instructor name and hourly rate, highest hourly rate first, only the first"}, 1},
	} {
		read := func(said ...brain.Said) *brain.Answer {
			a, err := b.Read(unhurried(t), brain.Question{Text: c.question, Now: today, Said: said})
			if err != nil || len(a.Readings) == 0 || len(a.Unsaid) < c.unsaid {
				t.Fatalf("%s: %+v, %v", c.question, a, err)
			}
			return a
		}
		a := read()
		if said := a.Readings[0].Assumptions[0]; said != c.by+", since the question does not say" {
			t.Errorf("%s: assumes %s", c.question, said)
		}
		var got []string
		for _, choice := range a.Unsaid[0].Choices {
			got = append(got, read(brain.Said{Key: a.Unsaid[0].Key, Value: choice.Value}).Readings[0].Sentence)
		}
		if !slices.Equal(got, c.readings) {
			t.Errorf("%s: %q", c.question, got)
		}
		if c.unsaid < 2 {
			continue
		}
		if more := read(brain.Said{Key: a.Unsaid[1].Key, Value: "10"}); !strings.Contains(more.Readings[0].Sentence, "the first 10") {
			t.Errorf("%s: ten are %s", c.question, more.Readings[0].Sentence)
		}
	}
}
