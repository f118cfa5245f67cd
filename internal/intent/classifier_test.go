package intent

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// letters embeds a text by how often it has each letter: crude, but near for
// texts that look alike.
type letters struct{ fail error }

func (l letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, 26)
		length := 1e-9
		for _, r := range strings.ToLower(text) {
			if r >= 'a' && r <= 'z' {
				v[r-'a']++
			}
		}
		for _, x := range v {
			length += float64(x * x)
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(length))
		}
		out = append(out, v)
	}
	return out, l.fail
}

var few = []Exemplar{
	{Greeting, "hello there"}, {Greeting, "good morning"}, {Greeting, "thanks"},
	{Export, "export it as csv"}, {Export, "save this to a file"},
	{Reset, "start over"}, {Reset, "forget everything"},
}

func TestClassify(t *testing.T) {
	c, err := New(t.Context(), letters{}, few)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		message string
		want    []Name
		tier    Tier
	}{
		{"", nil, Unsure},
		{" ... ", nil, Unsure},
		{"hello there", []Name{Greeting}, Sure},
		{"EXPORT it as CSV!", []Name{Export}, Sure},
		{"hello there; start over", []Name{Greeting, Reset}, Sure},
		{"good morning, export it as csv", []Name{Greeting, Export}, Sure},
		{"save this to a file and forget everything", []Name{Export, Reset}, Sure},
		{"thanks. Thanks.", []Name{Greeting}, Sure},
	} {
		got, tier, err := c.Classify(t.Context(), e.message)
		if err != nil || !slices.Equal(names(got), e.want) || tier != e.tier {
			t.Errorf("%q: %v at tier %d (%v), want %v at %d", e.message, got, tier, err, e.want, e.tier)
		}
	}
	for _, strange := range []string{"0", "zzz", "東京", "\xff\xfe"} {
		if got, tier, err := c.Classify(t.Context(), strange); tier == Sure || err != nil {
			t.Errorf("%q: sure of %v (%v)", strange, got, err)
		}
	}
}

func TestClassifyIsTheSameEachTime(t *testing.T) {
	var before []Intent
	for range 5 {
		c, err := New(t.Context(), letters{}, few)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := c.Classify(t.Context(), "please save the whole thing over there")
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && !slices.Equal(got, before) {
			t.Fatalf("%v, then %v", before, got)
		}
		before = got
	}
}

func TestEmbedderFails(t *testing.T) {
	broken := errors.New("no model")
	if _, err := New(t.Context(), letters{broken}, few); !errors.Is(err, broken) {
		t.Errorf("New: %v", err)
	}
	c, err := New(t.Context(), letters{}, few)
	if err != nil {
		t.Fatal(err)
	}
	c.embedder = letters{broken}
	if _, _, err := c.Classify(t.Context(), "hello"); !errors.Is(err, broken) {
		t.Errorf("Classify: %v", err)
	}
	if _, err := New(t.Context(), letters{}, nil); err == nil {
		t.Error("learnt from nothing")
	}
	other, err := Builtin(letters{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := other.Classify(t.Context(), "hello"); err == nil {
		t.Error("took vectors of another length")
	}
}

func TestExemplarsCoverEveryIntent(t *testing.T) {
	exemplars, err := Exemplars()
	if err != nil {
		t.Fatal(err)
	}
	count := map[Name]int{}
	texts := map[string]bool{}
	for _, e := range exemplars {
		count[e.Intent]++
		if texts[strings.ToLower(e.Text)] {
			t.Errorf("%q is there twice", e.Text)
		}
		texts[strings.ToLower(e.Text)] = true
	}
	labelled := map[Name]int{}
	for _, m := range messages(t) {
		if texts[strings.ToLower(m.Text)] {
			t.Errorf("%q is an exemplar and a message to measure on", m.Text)
		}
		for _, l := range m.Labels {
			labelled[l]++
			if count[l] == 0 {
				t.Errorf("%q has the label %s, which no exemplar has", m.Text, l)
			}
		}
	}
	source, err := os.ReadFile("names.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range count {
		if n < 20 || labelled[name] < 18 || !strings.Contains(string(source), `"`+string(name)+`"`) {
			t.Errorf("%s: %d exemplars, %d messages", name, n, labelled[name])
		}
	}
	if len(count) != 25 {
		t.Errorf("%d intents have exemplars, not 25", len(count))
	}
}

func TestSolve(t *testing.T) {
	a := [][]float64{{4}, {2, 5}, {1, 3, 6}}
	b := [][]float64{{4 + 2*2 + 1*3}, {2 + 5*2 + 3*3}, {1 + 3*2 + 6*3}}
	if !solve(a, b) {
		t.Fatal("not solved")
	}
	for i, x := range b {
		if math.Abs(x[0]-float64(i+1)) > 1e-12 {
			t.Errorf("x%d = %v", i, x[0])
		}
	}
	if solve([][]float64{{1}, {2, 1}}, [][]float64{{1}, {1}}) {
		t.Error("solved what is not positive")
	}
}
