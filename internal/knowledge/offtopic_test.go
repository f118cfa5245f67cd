package knowledge

import (
	"strings"
	"testing"
)

// Questions that a collection on aerodynamics says nothing about: the even ones to tune
// by, the odd ones to believe. Some share words with it, as questions do: flow, pressure,
// temperature, model, body, wing.
const (
	dataQuestions = `How many orders did we ship last month?
What was our revenue by region in 2025?
Which customers have not paid their invoices?
Show the ten best-selling products
What is the average order value per channel?
How many employees left in the second quarter?
Which warehouse has the most stock?
List all suppliers in Portugal
What share of subscribers cancelled in March?
How did net revenue develop over the year?
Which sales rep closed the most deals?
What is the return rate of shoes?
How many tickets are still open, by priority?
Compare marketing spend with signups
Which hotel rooms are free on Friday?
What does cash flow look like this quarter?
Who are the top five customers by margin?
How many patients were admitted in May?
What is the median salary by department?
Which invoices are more than 60 days overdue?
How much pressure is there on our margins?
What model of car sells best?
Which body of the council approved the budget?
How high is the temperature in the cold store?
How many visitors came to the left wing of the museum?
Total discounts granted per store
Which campaigns brought the most leads?
How many parcels were lost in transit?
What is the churn of the basic plan?
What is the growth of new accounts per week?`
	otherQuestions = `How do I bake sourdough bread?
What can I cook with leftover rice?
How long do I boil an egg?
Who wrote Pride and Prejudice?
What is the capital of Australia?
How do I knit a scarf?
What is our refund policy?
How many vacation days do I have?
May I bring my dog to the office?
What is the dress code for customer visits?
How do I reset my password?
When must travel expenses be handed in?
Explain the revenue recognition process
Who approves purchases above 5,000 euros?
What does net revenue mean?
Which documents do new employees have to sign?
How is parental leave regulated?
What are the opening hours of the canteen?
Tell me a joke
How do I prune an apple tree?
Which vaccines does a puppy need?
What is the best way to learn Spanish?
Who won the world cup in 1998?
How do I remove red wine from a carpet?
What is the difference between a viola and a violin?
How often should I water a cactus?
What are the symptoms of the flu?
How is cheese made?
What is the escalation process for incidents?
Which password rules apply to contractors?`
)

func offTopic() (list []string) {
	for _, text := range []string{dataQuestions, otherQuestions} {
		list = append(list, strings.Split(text, "\n")...)
	}
	return list
}

// relevanceFigures say how often a search says rightly that there is nothing, and that
// there is something, and which part of the pairs that judges graded it takes for
// relevant.
func relevanceFigures(t *testing.T, l *Library, c cranfield) {
	t.Helper()
	var something, nothing, graded halves
	for i, q := range c.questions {
		r := search(t, l, Query{Text: q, Limit: deep})
		something.add(i, oneIf(!r.Nothing()))
		for _, h := range r.Hits {
			if h.Relevance >= Threshold {
				graded.add(i, oneIf(c.grades[i][h.Document.Address] > 0))
			}
		}
	}
	for i, q := range offTopic() {
		r := search(t, l, Query{Text: q, Limit: 1})
		nothing.add(i, oneIf(r.Nothing()))
		if !r.Nothing() {
			t.Logf("%q finds %q at %.2f", q, r.Hits[0].Passage.Context, r.Relevance)
		}
	}
	for _, x := range []struct {
		name string
		h    *halves
	}{{"questions of the collection that find something", &something}, {"questions about something else that find nothing", &nothing}, {"of what is found relevant, judged so", &graded}} {
		even, odd, all := x.h.means()
		t.Logf("%-50s %.1f%%: tuned on %.1f%%, not %.1f%%", x.name, 100*all, 100*even, 100*odd)
	}
	if _, n, _ := nothing.means(); n < 0.9 {
		t.Errorf("of other questions %.1f%% find nothing", 100*n)
	}
	if _, s, _ := something.means(); s < 0.9 {
		t.Errorf("of its questions %.1f%% find something", 100*s)
	}
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
