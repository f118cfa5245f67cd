package index

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/schema"
)

// pipeline is a database whose documents call things by other names than it
// does itself.
func pipeline(t testing.TB) *Index {
	s := shop(`
		opportunity: id* integer, owner text, stage text, amt decimal, opened_on text
		invoice: no* integer, opportunity_id integer >opportunity.id, total decimal, state text, town text`)
	about := map[string]string{"id": "Number of the deal.", "owner": "Salesperson; sometimes missing.", "stage": "Stage of the deal, as the salesperson sees it.",
		"amt": "Value of the deal in euros.", "town": "Town as typed by hand."}
	for i := range s.Tables {
		for j := range s.Tables[i].Columns {
			s.Tables[i].Columns[j].Description = about[s.Tables[i].Columns[j].Name]
		}
	}
	s.Documents.Text = []schema.Document{{File: "docs.md", Body: "" +
		"- **Revenue**: the sum of `invoice.total` over invoices\n  whose `state` is `paid`. Taxes are not in it.\n" +
		"- **Net revenue**: revenue minus what was paid back.\n" +
		"- **Pipeline**: the sum of `opportunity.amt` over deals that are not closed.\n" +
		"- **Bookings**: the sum of `nothing.here`.\n" +
		"- **Quarter**: calendar quarter. **Summer** is June to August.\n" +
		"- **Turnover** — the total of `invoice.total`.\n"}}
	return mustBuild(t, s, held{
		"opportunity.stage": {"closed_won", "closed_lost", "open"},
		"invoice.state":     {"paid", "open"},
		"invoice.town":      {"Granvik", "GRANVIK", "Granvik ", "Oslo", "AB", "ab"},
	})
}

func TestDocumentsSayWhatThingsAreCalled(t *testing.T) {
	x := pipeline(t)
	for question, want := range map[string]string{
		"how many deals are there":     "deals=opportunity",
		"deals by salesperson":         "deals=opportunity salesperson=owner",
		"which sales people are there": "sales people=owner",
		"how many towns":               "towns=town",
	} {
		words := span.Words(question)
		var got []string
		for _, n := range x.Names(words) {
			if n.Kind > Synonym {
				continue
			}
			name := ""
			if n.Column > 0 {
				name = x.Columns[n.Column].Name
			} else {
				name = x.Tables[n.Table].Name
			}
			var said []string
			for _, w := range words[n.First:n.End] {
				said = append(said, w.Text)
			}
			got = append(got, strings.Join(said, " ")+"="+name)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

func TestTermsAreFoundInQuestions(t *testing.T) {
	x := pipeline(t)
	for question, want := range map[string]string{
		"revenue by month":     "revenue",
		"What was our Revenue": "revenue",
		"turnover by month":    "turnover",
		"net revenue by month": "net revenue", // which is not revenue
		"our pipeline":         "pipeline",
		"invoices by quarter":  "", // a calendar quarter is what everybody thinks of
		"how many invoices":    "",
	} {
		var got []string
		for _, f := range x.Defined(span.Words(question)) {
			got = append(got, f.Term.Called)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

func TestSpellings(t *testing.T) {
	x := pipeline(t)
	town := x.Column("", "invoice", "town")
	for text, want := range map[string][]string{
		"Granvik": {"Granvik", "GRANVIK", "Granvik "},
		"Oslo":    {"Oslo"},
		"AB":      {"AB"}, // a code may differ by its case
	} {
		if diff := cmp.Diff(want, x.Spellings(town, text)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

func TestWinningIsFoundInClosedWon(t *testing.T) {
	x := pipeline(t)
	for question, want := range map[string]string{"how many did we win": "closed_won", "the lost ones": "closed_lost", "what did we lose": "closed_lost"} {
		found := x.Values(span.Words(question))
		if !slices.ContainsFunc(found, func(m Match) bool { return m.Text == want }) {
			t.Errorf("%q finds %v", question, found)
		}
	}
}
