package critic

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
)

// Messages that want something done are told from questions that have the same words.
func TestRequests(t *testing.T) {
	for _, c := range []struct {
		message string
		want    request
	}{
		{"Alert me when stock falls below 10", watching},
		{"please notify us if a payment fails", watching},
		{"Let me know as soon as an order is late", watching},
		{"let me know when sales drop below 500", watching},
		{"I want to be told when the value passes the limit", watching},
		{"If the rate goes above 5%, send me a message", watching},
		{"if absence in any class goes above 15% i need a message", watching},
		{"set up an alert for overdue invoices", watching},
		{"keep an eye on returns", watching},
		{"Every Friday at five, mail me the open orders", watching},
		{"could you remind me every Monday about open tickets", watching},
		{"watch the error rate", watching},
		{"Email the list of late customers to Anna", acting},
		{"Could you please send a reminder to all customers with open invoices?", acting},
		{"Cancel all orders with status pending", acting},
		{"refund order 4410", acting},
		{"create a ticket for each of the broken machines", acting},
		{"mark these invoices as paid", acting},
		{"put the meeting in my calendar", acting},
		{"plan a campaign for customers in Berlin", acting},
		{"kick off the payment run", acting},

		{"let me know when the last order was placed", noRequest},
		{"tell me how many alerts were raised last week", noRequest},
		{"tell me if any customer has no orders", noRequest},
		{"When did stock fall below 10?", noRequest},
		{"When was the last reminder sent?", noRequest},
		{"email addresses of all customers", noRequest},
		{"orders by region", noRequest},
		{"open tickets by team", noRequest},
		{"book titles and their authors", noRequest},
		{"show the alerts of last week", noRequest},
		{"how many invoices were cancelled", noRequest},
		{"which customers should be notified", noRequest},
		{"create a list of all customers in Berlin", noRequest},
		{"call volume by month", noRequest},
		{"refunds per month", noRequest},
		{"send me the list of open orders", noRequest},
		{"track names longer than five minutes", noRequest},
		{"", noRequest},
	} {
		if got, said := requestIn(c.message, false, func(int) bool { return false }); got != c.want {
			t.Errorf("%q is %q because of %q, want %q", c.message, got, said, c.want)
		}
	}
}

// A word that the reading takes for data is no verb, and after an answer "remove them"
// changes that answer.
func TestRequestsBesideData(t *testing.T) {
	const message = "email the customers have"
	a := Answer{Question: message, Mode: Data, Review: &brain.Review{Text: message, Words: []brain.Word{{Text: "email", Start: 0, End: 5, Stands: brain.StandsForName}}}}
	if found := a.findRequest(); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	a.Review.Words[0].Stands = brain.StandsForNothing
	if found := a.findRequest(); len(found) != 1 || found[0].Kind != NotAQuestion {
		t.Errorf("%+v", found)
	}
	for _, follows := range []bool{false, true} {
		if got, _ := requestIn("remove the cancelled ones", follows, func(int) bool { return false }); (got == noRequest) != follows {
			t.Errorf("follows %v: %q", follows, got)
		}
	}
}

// What the classifier of messages says counts where words say nothing.
func TestClassified(t *testing.T) {
	for _, c := range []struct {
		want  Want
		found int
	}{{Want{"alert", 0.7}, 1}, {Want{"alert", 0.3}, 0}, {Want{"data_question", 0.9}, 0}, {Want{"trigger_action", 0.9}, 1}} {
		a := Answer{Question: "stock under ten, ring the bell", Mode: Data, Wants: []Want{c.want}}
		if found := a.findRequest(); len(found) != c.found {
			t.Errorf("%+v: %+v", c.want, found)
		}
		a.Mode = General // nothing was read as a question
		if found := a.findRequest(); len(found) != 0 {
			t.Errorf("%+v", found)
		}
	}
}

func FuzzRequest(f *testing.F) {
	for _, s := range []string{"Alert me when stock falls below 10", "every Friday, mail me", "if", "as soon as", "can you", "I would like to be", "keep a", strings.Repeat("when if ", 50)} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, follows bool) {
		kind, said := requestIn(text, follows, func(at int) bool { return at%2 == 0 })
		if (kind == noRequest) != (said == "") || !strings.Contains(text, said) {
			t.Errorf("%q: %q of %q", kind, said, text)
		}
	})
}
