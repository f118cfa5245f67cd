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
		readings     []string
	}{
		{"best guests", "best by total amount paid of pass sales", []string{
			"total amount paid for each first name and last name, highest first, the first 5",
			"number of lesson bookings for each guest number, first name and last name, highest first, the first 5"}},
		{"worst lifts", "worst by number of gate scans", []string{
			"number of gate scans for each lift, lowest first, the first 5",
			"lift name and capacity per hour, lowest capacity per hour first, the first 5"}},
		{"who is our best instructor?", "best by number of lesson bookings", []string{
			"number of lesson bookings for each instructor, highest first, only the first",
			"instructor name and hourly rate, highest hourly rate first, only the first"}},
	} {
		a, err := b.Read(unhurried(t), brain.Question{Text: c.question, Now: today})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range a.Readings {
			got = append(got, r.Sentence)
		}
		if a.Outcome != brain.Likely || !slices.Equal(got, c.readings) {
			t.Errorf("%s: %s %q", c.question, a.Outcome, got)
		} else if said := a.Readings[0].Assumptions[0]; said != c.by+", since the question does not say" {
			t.Errorf("%s: assumes %s", c.question, said)
		}
	}
}
