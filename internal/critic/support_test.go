package critic

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
)

// sentenceModel is MiniLM, loaded once for all tests.
func sentenceModel(t *testing.T) func() (embed.Embedder, error) {
	t.Helper()
	m, err := embed.New()
	if err != nil {
		t.Skip(err)
	}
	return func() (embed.Embedder, error) { return m, nil }
}

// Sentences are held against the passages that they cite. The thresholds were set on the
// pairs called tune; those called unseen were written with them and measured once.
func TestPassagesSupportSentences(t *testing.T) {
	c := &Critic{Embedder: sentenceModel(t)}
	file, err := os.Open("testdata/passages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	type tally struct{ caught, wrong, refused, right int }
	sets := map[string]*tally{"tune": {}, "unseen": {}}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var p struct {
			Set, Passage, Sentence string
			Supported              bool
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		f, err := c.supports(t.Context(), p.Sentence, []Passage{{Text: p.Passage}})
		if err != nil {
			t.Fatal(err)
		}
		n := sets[p.Set]
		switch {
		case p.Supported:
			n.right++
			if f != nil {
				n.refused++
			}
		default:
			n.wrong++
			if f != nil {
				n.caught++
			}
		}
		if p.Set == "tune" && p.Supported == (f != nil) {
			t.Errorf("%q: %+v", p.Sentence, f)
		}
	}
	n := sets["unseen"]
	t.Logf("unseen: %d of %d caught, %d of %d refused", n.caught, n.wrong, n.refused, n.right)
	if 100*n.caught < 85*n.wrong || 100*n.refused > 15*n.right {
		t.Errorf("%+v", *n)
	}
}

// Without the sentence model words decide: copies pass, and inventions do not.
func TestSupportWithoutAModel(t *testing.T) {
	c := &Critic{}
	p := []Passage{{Title: "Leave", Text: "Employees may carry over up to five days. Carried-over days expire on 31 March."}}
	for sentence, want := range map[string]Kind{
		"Carried-over days expire on 31 March.":                  "",
		"Employees may carry over up to five days of leave. [1]": "",
		"Carried-over days expire on 30 March.":                  NotInSource,
		"Employees may not carry over days.":                     Contradicted,
		"Contractors receive a bonus in December.":               NotInSource,
	} {
		f, err := c.supports(t.Context(), sentence, p)
		if err != nil {
			t.Fatal(err)
		}
		got := Kind("")
		if f != nil {
			got = f.Kind
		}
		if got != want {
			t.Errorf("%q: %q, want %q", sentence, got, want)
		}
	}
}

func TestFigures(t *testing.T) {
	for _, c := range []struct {
		said, source string
		same         bool
	}{
		{"1,200", "1200", true}, {"1.2 million", "1,200,000", true}, {"35%", "35 percent", true}, {"four", "4", true}, {"€20,000", "20,000 euros", true}, {"3rd", "3", true},
		{"12.3", "12.34", true}, {"12.4", "12.34", false}, {"30", "31", false}, {"1,200", "1,240", false}, {"1.2k", "1,200", true}, {"5,000", "50,000", false},
	} {
		a, b := figuresOf(c.said), figuresOf(c.source)
		if len(a) != 1 || len(b) != 1 || a[0].is(b[0]) != c.same {
			t.Errorf("%q and %q: %+v, %+v", c.said, c.source, a, b)
		}
	}
	if got := figuresOf("one of the rules says [12] no more than two"); len(got) != 1 || got[0].value != 2 {
		t.Errorf("%+v", got)
	}
}

func TestSentences(t *testing.T) {
	text := "It costs 3.50 euros, e.g. in Paris. Dr. Smith agrees! [2] Really?\n- One more line\n\nThe end"
	want := []string{"It costs 3.50 euros, e.g. in Paris.", "Dr. Smith agrees! [2]", "Really?", "- One more line", "The end"}
	var got []string
	for _, s := range sentencesOf(text) {
		got = append(got, text[s.start:s.end])
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q", got)
	}
}

// An answer from documents cites what it says, speaks of what was asked, and leaves out
// nothing.
func TestDocuments(t *testing.T) {
	c := &Critic{Embedder: sentenceModel(t)}
	leave := Passage{ID: "1", Title: "Annual leave", Text: "Employees may carry over up to five days of unused annual leave. Carried-over days expire on 31 March."}
	cited := func(text string, from string, p ...Passage) []Citation {
		at := strings.Index(text, from)
		return []Citation{{Start: at, End: at + len(from), Passages: p}}
	}
	for _, c2 := range []struct {
		name, question, text, cited string
		decision                    Decision
		kind                        Kind
	}{
		{"supported", "How many days of leave can be carried over?", "Up to five days of unused annual leave can be carried over.", "Up to five days of unused annual leave can be carried over.", Accept, ""},
		{"an introduction", "How many days of leave can be carried over?", "This is what the handbook says:\nUp to five days of unused annual leave can be carried over.", "Up to five days of unused annual leave can be carried over.", Accept, ""},
		{"says that nothing is said", "How many days of leave can be carried over?", "Up to five days of annual leave can be carried over. The document does not say who approves that.", "Up to five days of annual leave can be carried over.", Accept, ""},
		{"not cited", "How many days of leave can be carried over?", "Up to five days of leave can be carried over. Managers decide about more.", "Up to five days of leave can be carried over.", Reject, NoSource},
		{"another number", "How many days of leave can be carried over?", "Up to ten days of leave can be carried over.", "Up to ten days of leave can be carried over.", Reject, NotInSource},
		{"the opposite", "When do carried-over days expire?", "Carried-over days never expire.", "Carried-over days never expire.", Reject, Contradicted},
		{"something else", "What is the capital of Mongolia?", "Carried-over days expire on 31 March.", "Carried-over days expire on 31 March.", Reject, OffTopic},
		{"a part left out", "When do carried-over days expire and who repairs the coffee machine?", "Carried-over days expire on 31 March.", "Carried-over days expire on 31 March.", Accept, Unanswered},
	} {
		v, err := c.Judge(t.Context(), Answer{Question: c2.question, Mode: Documents, Text: c2.text, Citations: cited(c2.text, c2.cited, leave)})
		if err != nil {
			t.Fatal(err)
		}
		kind := Kind("")
		if len(v.Findings) > 0 {
			kind = v.Findings[0].Kind
		}
		if v.Decision != c2.decision || kind != c2.kind {
			t.Errorf("%s: %s, %+v", c2.name, v.Decision, v.Findings)
		}
	}
}

// Figures of nowhere are not passed on in general talk.
func TestInvented(t *testing.T) {
	c := &Critic{}
	for text, want := range map[string]Decision{
		"Hello. I can answer questions in two ways.":                      Accept,
		"You asked about 2024; the last answer was 5,120 orders.":         Accept,
		"Sales were about 4.2 million last year.":                         Reject,
		"Churn is usually around 7%.":                                     Reject,
		"There are 12 months in a year, and the fiscal year starts in 4.": Accept,
	} {
		v, err := c.Judge(t.Context(), Answer{Question: "what about 2024?", Mode: General, Text: text, Sources: []string{"5120 orders"}})
		if err != nil || v.Decision != want {
			t.Errorf("%q: %+v, %v", text, v, err)
		}
	}
}

// A hostile text is data, and costs no more than its bounds.
func FuzzText(f *testing.F) {
	f.Add("Revenue rose 5%. [1]", "Revenue fell by 5 percent in 2024.", "how did revenue do?")
	f.Add("1e309 % […] ’'-", "\xff\xfe[[[1]]]", "")
	f.Add(strings.Repeat("not [1] 3.5 ", 200), strings.Repeat("7 days; ", 100), "and why?")
	c := &Critic{}
	f.Fuzz(func(t *testing.T, text, passage, question string) {
		for _, m := range []Mode{Documents, General} {
			v, err := c.Judge(t.Context(), Answer{Question: question, Mode: m, Text: text, Citations: []Citation{{0, len(text) / 2, []Passage{{Text: passage}}}}})
			if err != nil || len(v.Findings) > mostFindings || v.Decision == Accept && len(v.Findings) > 0 && v.Findings[0].Severity == fault.Error {
				t.Errorf("%+v, %v", v, err)
			}
		}
	})
}
