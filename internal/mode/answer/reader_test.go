package answer_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/test/turntest"
)

// oracle is a brain that always answers the same.
type oracle struct {
	answer brain.Answer
	err    error
	asked  []brain.Question
}

func (o *oracle) Read(_ context.Context, q brain.Question) (*brain.Answer, error) {
	o.asked = append(o.asked, q)
	a := o.answer
	return &a, o.err
}

func readings() []brain.Reading {
	return []brain.Reading{
		{SQL: turntest.ByChannel, Sentence: "by channel", Clauses: []brain.Clause{{Label: "by", Text: "channel"}, {Label: "only", Text: "day is in 2024"}}, Probability: 0.6,
			Meaning: &meaning.Meaning{Filters: []meaning.Filter{{Op: meaning.Within, Text: "day is in 2024"}}}},
		{SQL: turntest.ByMonth, Sentence: "by month", Probability: 0.3},
		{SQL: "SELECT count(*) AS n FROM sales", Sentence: "their number", Probability: 0.1},
	}
}

func TestReaderPlans(t *testing.T) {
	clarify := &brain.Clarification{Question: "By channel, or by month?", Choices: []brain.Choice{{Text: "month", Reading: 1}, {Text: "channel", Reading: 0}, {Text: "lost", Reading: 7}}}
	for name, c := range map[string]struct {
		answer  brain.Answer
		chosen  int
		outcome answer.Outcome
		sql     string
		others  []string
		ask     string
		missing string
	}{
		"sure":          {brain.Answer{Outcome: brain.Sure, Confidence: 0.9, Readings: readings()}, -1, answer.Sure, turntest.ByChannel, []string{"by month", "their number"}, "", ""},
		"likely":        {brain.Answer{Outcome: brain.Likely, Confidence: 0.6, Readings: readings()}, -1, answer.Likely, turntest.ByChannel, []string{"by month", "their number"}, "", ""},
		"unsure":        {brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: readings()}, -1, answer.Unsure, turntest.ByChannel, []string{"by channel", "by month", "their number"}, "", ""},
		"unsure of one": {brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: readings()[:1]}, -1, answer.Unsure, turntest.ByChannel, nil, "", ""},
		"stands out":    {brain.Answer{Outcome: brain.Unsure, Confidence: 0.4, Given: true, Readings: readings(), Clarify: clarify}, -1, answer.Unsure, turntest.ByChannel, []string{"by month", "their number"}, "", ""},
		"asks":          {brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: readings(), Clarify: clarify}, -1, answer.Unsure, turntest.ByChannel, []string{"by month", "by channel"}, clarify.Question, ""},
		"chosen before": {brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: readings(), Clarify: clarify}, 1, answer.Sure, turntest.ByMonth,
			[]string{"by channel", "their number"}, "", ""},
		"declined":              {brain.Answer{Outcome: brain.Declined, Confidence: 0.8, Missing: "no weather here"}, -1, answer.Declined, "", nil, "", "no weather here"},
		"declined without word": {brain.Answer{Outcome: brain.Declined}, -1, answer.Declined, "", nil, "", "This data cannot answer that."},
		"sure of nothing":       {brain.Answer{Outcome: brain.Sure}, -1, answer.Declined, "", nil, "", "This data cannot answer that."},
	} {
		t.Run(name, func(t *testing.T) {
			r := &answer.Reader{Brain: &oracle{answer: c.answer}, Name: "builtin",
				Chosen:  func(string, *brain.Reading, []brain.Reading) int { return c.chosen },
				Suggest: func(context.Context, string) []string { return []string{"sales by channel"} }}
			d, err := r.Plan(t.Context(), answer.Request{Question: "sales?"})
			if err != nil {
				t.Fatal(err)
			}
			if d.Outcome != c.outcome || d.SQL != c.sql || d.Ask != c.ask || d.Missing != c.missing || d.By != "builtin" || d.Remembered != (c.chosen >= 0) {
				t.Errorf("%+v", d)
			}
			if asks := d.Outcome == answer.Unsure && len(c.others) > 0 && !c.answer.Given; d.Asks() != asks || (d.Outcome == answer.Unsure && !asks) != (len(d.Findings) == 1) {
				t.Errorf("asks %v, with %v", d.Asks(), d.Findings)
			}
			if (c.outcome == answer.Declined) != (len(d.Suggested) == 1) {
				t.Errorf("suggested %q", d.Suggested)
			}
			var others []string
			for _, o := range d.Others {
				others = append(others, o.Sentence)
			}
			turntest.Lines(t, "others", others, strings.Join(c.others, " · "))
		})
	}
}

// TestReaderRepairs takes the readings one after the other, until none is left.
func TestReaderRepairs(t *testing.T) {
	r := &answer.Reader{Brain: &oracle{answer: brain.Answer{Outcome: brain.Sure, Readings: readings()}}, Name: "builtin"}
	var failed []answer.Attempt
	for _, want := range readings() {
		d, err := r.Repair(t.Context(), answer.Request{Question: "sales?"}, failed)
		if err != nil || d == nil || d.SQL != want.SQL || d.Reading() == nil || d.Reading().Sentence != want.Sentence {
			t.Fatalf("%+v (%v), want %s", d, err, want.Sentence)
		}
		if len(failed) > 0 && (d.Outcome != answer.Likely || d.Confidence != want.Probability) {
			t.Errorf("another reading is %s, %v", d.Outcome, d.Confidence)
		}
		failed = append(failed, answer.Attempt{SQL: d.SQL})
	}
	if d, err := r.Repair(t.Context(), answer.Request{Question: "sales?"}, failed); d != nil || err != nil {
		t.Errorf("%+v (%v)", d, err)
	}
	down := errors.New("no weights")
	r.Brain = &oracle{err: down}
	if _, err := r.Repair(t.Context(), answer.Request{}, nil); !errors.Is(err, down) {
		t.Errorf("%v", err)
	}
}

// What is nearly the same join takes as long as the one that was too slow, and
// what is hardly meant is no answer.
func TestReaderTriesNoJoinTwice(t *testing.T) {
	list := readings()
	list[0].Tables, list[1].Tables, list[2].Tables = []string{"calls", "sales"}, []string{"calls", "sales"}, []string{"sales"}
	r := &answer.Reader{Brain: &oracle{answer: brain.Answer{Outcome: brain.Sure, Readings: list}}, Name: "builtin"}
	for _, c := range []struct {
		name        string
		slow        bool
		probability float64
		want        string
	}{
		{"failed", false, 0.1, "by month"},
		{"too slow", true, 0.1, "their number"},
		{"too slow, and nothing else is meant", true, 0.01, ""},
	} {
		list[2].Probability = c.probability
		d, err := r.Repair(t.Context(), answer.Request{Question: "sales?"}, []answer.Attempt{{SQL: list[0].SQL, Slow: c.slow}})
		got := ""
		if d != nil {
			got = d.Sentence
		}
		if err != nil || got != c.want {
			t.Errorf("%s: %q (%v), want %q", c.name, got, err, c.want)
		}
	}
}

// TestReadersAnswer goes the whole way with a brain: the first reading fails,
// the second answers, and what follows knows it.
func TestReadersAnswer(t *testing.T) {
	d := newDesk(t)
	list := readings()
	list[0].SQL = turntest.Overflow
	list[1].Details = []string{"the key was found in the data"}
	o := &oracle{answer: brain.Answer{Outcome: brain.Likely, Confidence: 0.6, Readings: list}}
	r := &answer.Reader{Brain: o, Name: "builtin"}
	d.mode.Planner, d.mode.Repairer = r, r
	first := d.ask(about("sales?"))
	a := d.Audit()
	turntest.Lines(t, "audit", turntest.Attempts(a), "failed · ran: 12 rows")
	if first.Cell.Reading.Sentence != "by month" || first.Cell.SQL.Query != turntest.ByMonth || a.Status != store.StatusSuccess || a.Model != "builtin" {
		t.Errorf("%+v, %+v", first.Cell.Reading, first.Cell.SQL)
	}
	if !slices.Contains(first.Cell.Diagnostics, fault.Diagnostic{Severity: fault.Info, Code: answer.Detail, Message: "the key was found in the data"}) {
		t.Errorf("the cell does not know the details: %+v", first.Cell.Diagnostics)
	}
	o.answer.Readings = readings()
	q := about("by channel")
	q.Before = first
	d.ask(q)
	if last := o.asked[len(o.asked)-1]; last.Before == nil || last.Before.SQL != turntest.ByMonth {
		t.Errorf("the brain does not know the reading before: %+v", last.Before)
	}
	if f := d.teller.findings[1]; f.Meaning == nil || len(f.Meaning.Filters) != 1 || f.Meaning.Filters[0].Text != "day is in 2024" {
		t.Errorf("the narrator knows %+v", f.Meaning)
	}
}

// TestAChosenReading is run without asking anybody again.
func TestAChosenReading(t *testing.T) {
	d := newDesk(t)
	list := []answer.Draft{{SQL: turntest.ByChannel, Sentence: "by channel", By: "scripted"}, {SQL: turntest.ByMonth, Sentence: "by month", By: "scripted"}, {SQL: turntest.ByChannel, Sentence: "by channel"}}
	q := about("sales?")
	q.Draft = answer.Choose(list, 1)
	turn := d.ask(q)
	if turn.Cell.SQL.Query != turntest.ByMonth || turn.Cell.Reading.Outcome != "sure" || len(turn.Cell.Reading.Others) != 1 || len(d.mind.requests) > 0 {
		t.Errorf("%+v", turn.Cell.Reading)
	}
}

// The only reading of a question is given, and says what is doubtful.
func TestOneReadingIsGivenWithItsDoubt(t *testing.T) {
	for want, a := range map[string]brain.Answer{
		"I'm not sure I read this right": {},
		"I did not use “refurbished”":    {Doubt: "I did not use “refurbished”."},
	} {
		a.Outcome, a.Confidence, a.Readings = brain.Unsure, 0.4, readings()[:1]
		r := &answer.Reader{Brain: &oracle{answer: a}, Name: "builtin"}
		d, err := r.Plan(t.Context(), answer.Request{Question: "sales?"})
		if err != nil {
			t.Fatal(err)
		}
		if d.SQL == "" || d.Ask != "" || len(d.Others) > 0 || len(d.Findings) != 1 || d.Findings[0].Message != want || d.Findings[0].Code != answer.Doubtful {
			t.Errorf("%s: %+v", want, d)
		}
	}
}
