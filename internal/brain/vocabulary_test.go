package brain

import (
	"strings"
	"testing"
)

func TestVocabularyInSentences(t *testing.T) {
	v := &Vocabulary{Entries: []Entry{
		{Kind: Means, Term: "churn", Text: "no order\nin six months", Origin: Approved},
		{Kind: Always, Term: "test customers", Origin: Remembered},
		{Kind: Called, Term: "guests", Text: "customers", Origin: Learned},
		{Kind: Always, Text: "completed orders"},
		{Kind: FiscalYear, Text: "April"},
		{Kind: Prefers, Text: "EUR"},
		{Kind: Means, Term: "empty"},
	}}
	got := v.Sentences("How many Guests came?")
	want := []string{
		"“guests” is another name for: customers (learned from corrections)",
		"leave out test customers, unless the question asks for them (said by the person who asks)",
		"unless the question asks for others, only these count: completed orders",
		"years and quarters are fiscal, unless the question says calendar year; the first month of the fiscal year: April",
		"where the data allow it, prefer EUR",
		"“churn” means: no order in six months (approved by their team)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if (*Vocabulary)(nil).Sentences("anything") != nil {
		t.Error("nobody said anything")
	}
}
