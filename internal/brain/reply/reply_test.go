package reply

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

// Talk is answered, and not declined.
func TestTalkIsTold(t *testing.T) {
	s := braintest.Ask(t, "x")
	for message, want := range map[string]string{
		"thanks":               "You are welcome.",
		"Thank you so much!":   "You are welcome.",
		"ok":                   "That is not a question.",
		"great, thanks":        "You are welcome.",
		"hello":                "Hello.",
		"Hi Plumb":             "Hello.",
		"good morning":         "Hello.",
		"bye":                  "Goodbye.",
		"who are you?":         "Plumb answers questions about one database",
		"What can you do":      "This one has customer and orders.",
		"hey, what can I ask?": "Plumb answers questions about one database",
		"help":                 "Plumb answers questions about one database",
	} {
		a := Direct(s.Index, brain.Question{Text: message})
		if a == nil || a.Outcome != brain.Sure || !strings.Contains(a.Told, want) {
			t.Errorf("%q: %+v, want %q", message, a, want)
		}
	}
}

func TestMessagesThatAskNothingOfTheData(t *testing.T) {
	s := braintest.Ask(t, "x")
	for message, want := range map[string]string{
		"???":                                  "This is not a question.",
		"delete all orders":                    "Plumb only reads.",
		"please drop table orders":             "Plumb only reads.",
		"Update orders set net_sales to 5":     "Plumb only reads.",
		"add a new customer called Ada":        "Plumb only reads.",
		"add a new supplier":                   "Plumb only reads.",
		"remove all orders before 2020":        "Plumb only reads.",
		"remove canceled orders":               "Plumb only reads.",
		"grant me access to orders":            "Plumb only reads.",
		"drop every order by Ada":              "Plumb only reads.",
		"insert a row":                         "Plumb only reads.",
		"ile mamy zamówień dla każdy klientów": "This looks like Polish.",
		"Сколько у нас клиентов?":              "This looks like a language in Cyrillic letters.",
		"orders on the 31st of February 2025":  "There is no 31 February 2025.",
		"我们有多少客户":                              "This looks like Chinese or Japanese.",
	} {
		a := Direct(s.Index, brain.Question{Text: message})
		if a == nil || a.Outcome != brain.Declined || !strings.Contains(a.Missing, want) {
			t.Errorf("%q: %+v, want %q", message, a, want)
		}
	}
}

func TestQuestionsAreNoAsides(t *testing.T) {
	s := braintest.Ask(t, "x")
	for _, message := range []string{"How many customers are there?", "net sales", "customers in Los Angeles", "orders from El Paso and La Paz", "what did Oslo order?",
		"show deleted orders", "number of updates per day", "who are our best customers?", "what can customers order?", "good customers", "sales of the night",
		"create a table of net sales by month", "add up the net sales", "list de novo mutations", "top 5 per region", "how do customers pay?",
		"dropped calls by month", "dropout rate by school", "drop-off locations with the most trips", "removed members per year", "renamed files by owner",
		"grant amount by year", "insert size per sample", "Los Angeles vs Las Vegas sales", "El Paso, Los Angeles, Las Vegas: revenue", "plus clients by region", "sales of Московский завод"} {
		if a := Direct(s.Index, brain.Question{Text: message}); a != nil {
			t.Errorf("%q: %s", message, a.Missing)
		}
	}
	before := &brain.Reading{}
	if a := Direct(s.Index, brain.Question{Text: "and thanks", Before: before}); a == nil {
		t.Error("thanks after an answer are thanks")
	}
	for _, message := range []string{"drop the region", "remove the filter", "add the region", "change it to months", "and no?", "and the evening?", "for the morning"} {
		if a := Direct(s.Index, brain.Question{Text: message, Before: before}); a != nil {
			t.Errorf("after an answer, %q: %s", message, a.Missing)
		}
	}
}
