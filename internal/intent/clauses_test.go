package intent

import (
	"slices"
	"strings"
	"testing"
)

func TestCutFindsSentences(t *testing.T) {
	for _, c := range []struct{ message, want string }{
		{"", ""},
		{" .;! ", ""},
		{"run it again", "run it again"},
		{"Run it again. Leave out test accounts.", "Run it again|Leave out test accounts"},
		{"thanks! now start over", "thanks|start over"},
		{"break it down; then export", "break it down|export"},
		{"first line\nsecond line", "first line|second line"},
		{"the rate is 8.5 for corp.example", "the rate is 8.5 for corp.example"},
		{"North vs. South, e.g. in May", "North vs. South, e.g. in May"},
		{"payroll (excl. bonus) by month", "payroll (excl. bonus) by month"},
		{"How? Why? When?", "How?|Why?|When?"},
		{"a. b. c. d. e. f. g. h", "a|b|c|d|e|f. g. h"},
		{"Größe? Ünïcode; 東京", "Größe?|Ünïcode|東京"},
	} {
		var got []string
		for _, s := range cut(c.message) {
			got = append(got, s.text)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("cut(%q) = %q, want %s", c.message, got, c.want)
		}
	}
}

func TestCutsFindsClauses(t *testing.T) {
	for _, c := range []struct {
		sentence string
		want     []halves
	}{
		{"run it again", nil},
		{"hi, run it", []halves{{"hi", "run it", true}}},
		{"sales of tents and boots by month, best first", []halves{{"sales of tents", "boots by month, best first", false}}},
		{"plot it and then send it", []halves{{"plot it", "send it", false}}},
		{"plot it, and send it", []halves{{"plot it", "send it", false}}},
		{"plot it, then send it", []halves{{"plot it", "send it", false}}},
		{"and then", nil},
	} {
		if got := cuts(c.sentence); !slices.Equal(got, c.want) {
			t.Errorf("cuts(%q) = %v, want %v", c.sentence, got, c.want)
		}
	}
}

func TestReadJoinsClauses(t *testing.T) {
	intent := func(n Name, s float64) Intent { return Intent{n, s} }
	scored := map[string]Intent{
		"plot it": intent(CreateArtifact, 0.9), "send it": intent(TriggerAction, 0.95), "plot it and send it": intent(CreateArtifact, 0.7),
		"how many": intent(DataQuestion, 0.9), "only May": intent(RefineScope, 0.9), "how many. only May": intent(DataQuestion, 0.8),
		"blah": intent(Greeting, 0.2), "blah. how many": intent(DataQuestion, 0.5), "plot it. blah": intent(CreateArtifact, 0.99),
		"perhaps": intent(Redo, 0.7), "how many. perhaps": intent(Redo, 0.7),
	}
	for _, c := range []struct {
		message string
		want    []Intent
		tier    Tier
	}{
		{"plot it and send it", []Intent{intent(CreateArtifact, 0.9), intent(TriggerAction, 0.95)}, Sure},
		{"how many. only May", []Intent{intent(DataQuestion, 0.9)}, Sure},
		{"blah", []Intent{intent(Greeting, 0.2)}, Unsure},
		{"blah. how many", []Intent{intent(DataQuestion, 0.9)}, Likely},
		{"plot it. blah", []Intent{intent(CreateArtifact, 0.99)}, Sure},
		{"how many. perhaps", []Intent{intent(DataQuestion, 0.9), intent(Redo, 0.7)}, Likely},
	} {
		always := func(Name, string) bool { return true }
		got, tier := cut(c.message).read(scored, always)
		if !slices.Equal(got, c.want) || tier != c.tier {
			t.Errorf("%q: %v at tier %d, want %v at %d", c.message, got, tier, c.want, c.tier)
		}
	}
	never := func(Name, string) bool { return false }
	if got, _ := cut("plot it and send it").read(scored, never); len(got) != 1 {
		t.Errorf("cut where no clause begins: %v", got)
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range []string{"a and b, then c", "İ, and ı", "\xff. ;", "x?!\n", ", and , and "} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := cut(s)
		if len(m) > maxSentences {
			t.Errorf("%d sentences", len(m))
		}
		for _, s := range m {
			if s.text == "" || len(s.cuts) > maxCuts {
				t.Errorf("%q with %d cuts", s.text, len(s.cuts))
			}
		}
	})
}
