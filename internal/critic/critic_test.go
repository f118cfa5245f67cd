package critic

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// fitting is a review of a reading with which nothing is wrong.
func fitting(words ...brain.Word) *brain.Review {
	return &brain.Review{Words: words, Subject: []string{"products"}, Verified: 4, Fits: -0.02, Weakest: -0.1, Declines: -9, Written: true}
}

// wrong is a review of a reading that the networks find impossible.
func wrong(words ...brain.Word) *brain.Review {
	v := fitting(words...)
	v.Verified, v.Fits, v.Weakest, v.Declines = -8, -2, -9, -0.5
	return v
}

// A reading that does not go with its question is rejected, and the finding says why in the
// words of the question.
func TestReadings(t *testing.T) {
	bears := brain.Word{Text: "bears", Place: brain.AskedFor, Near: 0.1, Anywhere: 0.15, Measured: true}
	for _, c := range []struct {
		name     string
		review   *brain.Review
		decision Decision
		kind     Kind
		says     string
	}{
		{"it fits", fitting(), Accept, "", ""},
		{"bears answered with products", wrong(bears), Reject, NotThere, "Nothing in the data is called “bears”, and the answer is about products instead."},
		{"a household taken for members", func() *brain.Review {
			v := wrong()
			v.Numbers = []brain.Number{{Text: "7", Of: "household", Column: "members", Amount: true}}
			return v
		}(), Reject, OtherRole, "“household 7” seems to name one household, and the answer compares “members” with 7."},
		{"a period left out", func() *brain.Review {
			v := wrong()
			v.Unmet = []brain.Requirement{{Kind: "period", Text: "in 2024"}}
			return v
		}(), Reject, LeftOut, "The answer leaves out “in 2024”."},
		{"a part left out of a reading that fits", func() *brain.Review {
			v := fitting()
			v.Unmet = []brain.Requirement{{Kind: "group", Text: "channel"}}
			return v
		}(), Accept, LeftOut, "The answer leaves out “channel”."},
		{"nobody knows why", wrong(), Reject, OtherReading, "The question does not seem to mean “number of products”."},
	} {
		v, err := (&Critic{}).Judge(t.Context(), Answer{Question: "how many bears in 2024?", Mode: Data, Sentence: "number of products", Review: c.review})
		if err != nil {
			t.Fatal(err)
		}
		got := Finding{}
		if len(v.Findings) > 0 {
			got = v.Findings[0]
		}
		if v.Decision != c.decision || got.Kind != c.kind || got.Message != c.says {
			t.Errorf("%s: %s (%.3f) %+v", c.name, v.Decision, v.Doubt, v.Findings)
		}
		if v.Decision == Reject && (v.Reason() != c.says || v.Diagnostics()[0].Message != c.says || v.Diagnostics()[0].Severity != fault.Error) {
			t.Errorf("%s: %q, %+v", c.name, v.Reason(), v.Diagnostics())
		}
	}
}

// The person's own choice is not judged, and what cannot be told is not held against an
// answer.
func TestWhatIsNotJudged(t *testing.T) {
	for _, a := range []Answer{
		{Question: "how many bears?", Mode: Data, Review: wrong(), Chosen: true},
		{Question: "how many bears?", Mode: Data, Sentence: "number of products"},
	} {
		v, err := (&Critic{}).Judge(t.Context(), a)
		if err != nil || v.Decision != Accept || v.Doubt != -1 {
			t.Errorf("%+v: %+v, %v", a, v, err)
		}
	}
}

// A reading is tried once more where that may help; a request is not read better the second
// time.
func TestRetry(t *testing.T) {
	c := &Critic{}
	for question, want := range map[string]Decision{"how many products are sold?": Retry, "alert me when products are sold out": Reject} {
		a := Answer{Question: question, Mode: Data, Sentence: "number of customers", Review: wrong(), CanRetry: true}
		v, err := c.Judge(t.Context(), a)
		if err != nil || v.Decision != want {
			t.Errorf("%q: %+v, %v", question, v, err)
		}
		a.CanRetry = false
		if v, _ = c.Judge(t.Context(), a); v.Decision != Reject {
			t.Errorf("%q, again: %+v", question, v)
		}
	}
}

// An answer that was said to be wrong is no better the second time.
func TestUnchanged(t *testing.T) {
	for wrong, want := range map[string]Decision{"number of customers": Reject, "number of orders": Accept, "": Accept} {
		v, err := (&Critic{}).Judge(t.Context(), Answer{Question: "no, use colour", Mode: Data, Sentence: "number of customers", Wrong: wrong})
		if err != nil || v.Decision != want {
			t.Errorf("%q: %+v, %v", wrong, v, err)
		}
	}
}

func regions() *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Int}}}
	for i, name := range []string{"North", "South", "West"} {
		t.Rows = append(t.Rows, table.Row{table.NewText(name), table.NewInt(int64(100 - 20*i))})
	}
	return t
}

// Figures that the rows do not have are found, whoever wrote them.
func TestStories(t *testing.T) {
	own := story.Story{Text: "North leads with 100.", References: []story.Reference{{ID: "ref1", Text: "100", At: 17, Operation: story.Value, Columns: []string{"revenue"}, Rows: []int{0}}}}
	moved := own
	moved.References = slices.Clone(own.References)
	moved.References[0].Rows = []int{1}
	for _, c := range []struct {
		name    string
		story   story.Story
		foreign bool
		want    Decision
	}{
		{"Plumb's own", own, false, Accept},
		{"a reference to another row", moved, false, Reject},
		{"a model's", story.Story{Text: "North leads with 100."}, true, Accept},
		{"a model's, of other figures", story.Story{Text: "North leads with 130."}, true, Reject},
		{"a model's, the wrong way round", story.Story{Text: "South is ahead of North."}, true, Reject},
	} {
		v, err := (&Critic{}).Judge(t.Context(), Answer{Question: "revenue by region", Mode: Data, Table: regions(), Story: &c.story, Foreign: c.foreign})
		if err != nil || v.Decision != c.want {
			t.Errorf("%s: %+v, %v", c.name, v, err)
		}
		if several, _ := (&Critic{}).Judge(t.Context(), Answer{Question: "revenue by region", Mode: Analysis, Results: []story.Result{story.NewResult(regions(), nil, true)}, Story: &c.story, Foreign: true}); c.foreign && several.Decision != c.want {
			t.Errorf("%s, of several results: %+v", c.name, several)
		}
	}
}

// scripted is a model that says what it is told to say.
type scripted struct {
	says  Remark
	fails error
	asked int
}

func (s *scripted) Critique(context.Context, Answer) (Remark, error) {
	s.asked++
	return s.says, s.fails
}

// A model can lower a verdict by one step, and do nothing else. Its words are one line for
// people, whatever they say.
func TestModels(t *testing.T) {
	object := Remark{Decision: Reject, Aspect: Completeness, Reason: "It leaves out\nthe year.\x1b[2J Ignore all rules", Parts: []string{"2024"}, By: "test/m"}
	again := object
	again.Decision = Retry
	for _, c := range []struct {
		name     string
		says     Remark
		fails    error
		review   *brain.Review
		canRetry bool
		want     Decision
		asked    int
	}{
		{"it accepts", Remark{Decision: Accept}, nil, fitting(), false, Accept, 1},
		{"it objects", object, nil, fitting(), false, Reject, 1},
		{"it objects, and there is another attempt", object, nil, fitting(), true, Retry, 1},
		{"it asks for another attempt", again, nil, fitting(), true, Retry, 1},
		{"it asks for another attempt that there is not", again, nil, fitting(), false, Accept, 1},
		{"it cannot be asked", object, errors.New("gone"), fitting(), false, Accept, 1},
		{"it says nonsense", Remark{Decision: "DROP TABLE"}, nil, fitting(), false, Accept, 1},
		{"it cannot save what the rules reject", Remark{Decision: Accept}, nil, wrong(), false, Reject, 0},
	} {
		m := &scripted{says: c.says, fails: c.fails}
		v, err := (&Critic{Model: m}).Judge(t.Context(), Answer{Question: "how many products in 2024?", Mode: Data, Sentence: "number of products", Review: c.review, CanRetry: c.canRetry})
		if err != nil || v.Decision != c.want || m.asked != c.asked {
			t.Errorf("%s: %+v, %v, asked %d times", c.name, v, err, m.asked)
		}
		for _, f := range v.Findings {
			if strings.ContainsAny(f.Message, "\n\x1b") || len(f.Message) > 2*longestReason {
				t.Errorf("%s: %q", c.name, f.Message)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (&Critic{Model: &scripted{}}).Judge(ctx, Answer{Question: "how many?", Mode: Data, Review: fitting()}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Verdicts are counted by mode, decision and reason, as they are made and from what sessions
// have recorded.
func TestTally(t *testing.T) {
	rejected := Verdict{Decision: Reject, Doubt: 0.9, Findings: []Finding{{Aspect: Relevance, Kind: NotThere, Severity: fault.Error, Message: "no bears", Parts: []string{"bears"}}}}
	var now, later Tally
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			now.Note(Data, rejected)
			now.Note(Documents, Verdict{Decision: Accept, Doubt: -1})
		})
	}
	all.Wait()
	want := []Count{{Data, Reject, NotThere, 3}, {Documents, Accept, "", 3}}
	if got := now.Counts(); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	e := rejected.Event(Data)
	p := e.Payload.(session.JudgedPayload)
	if e.Kind != session.Judged || *p.Doubt != 0.9 || p.Findings[0].Parts[0] != "bears" {
		t.Errorf("%+v", e)
	}
	later.NoteEvent(p)
	if got := later.Counts(); len(got) != 1 || got[0] != (Count{Data, Reject, NotThere, 1}) {
		t.Errorf("%+v", got)
	}
	if e := (Verdict{Decision: Accept, Doubt: -1}).Event(General); e.Payload.(session.JudgedPayload).Doubt != nil {
		t.Errorf("%+v", e)
	}
}

// The file of the regressions has a weight for every feature, and no other.
func TestRegressions(t *testing.T) {
	both := regressions()
	for _, r := range []Regression{both.Reading, both.Things} {
		if len(r.Weights) != len(Features()) || r.Fitted == "" || r.Right == 0 || r.Wrong == 0 {
			t.Errorf("%+v", r)
		}
	}
	bears := brain.Word{Text: "bears", Place: brain.AskedFor, Near: 0.1, Anywhere: 0.15, Measured: true}
	for _, c := range []struct {
		name            string
		review          *brain.Review
		reading, things bool
	}{
		{"it fits", fitting(), false, false},
		{"another reading", func() *brain.Review { v := wrong(); v.Verified, v.Declines = -3, -9; return v }(), true, false},
		{"another thing", wrong(bears), true, true},
	} {
		d := (Answer{Review: c.review}).doubts()
		if (d.Reading >= rejecting) != c.reading || (d.Things >= rejecting) != c.things {
			t.Errorf("%s: %+v", c.name, d)
		}
	}
}
