package ask

import (
	"math/rand/v2"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// worlds calls f with questions over worlds of every domain.
func worlds(t *testing.T, each int, f func(*world.World, Example)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range world.Domains() {
		w := world.Make(r, name)
		for range each {
			if x, ok := Generate(r, w); ok {
				f(w, x)
			}
		}
	}
}

func TestFormsAreWhole(t *testing.T) {
	seen := map[string]int{}
	worlds(t, 300, func(w *world.World, x Example) {
		seen[x.Tags[0]]++
		if x.Question == "" {
			t.Fatal("an empty question")
		}
		if x.Decline != (x.Query == nil) {
			t.Fatalf("%q: declined and answered, or neither", x.Question)
		}
		if x.Query == nil {
			return
		}
		if len(x.Query.Select) == 0 || len(x.Query.Tables) == 0 {
			t.Fatalf("%q: nothing is selected: %s", x.Question, Show(w, x.Query))
		}
		for i, n := range x.Query.Tables[1:] {
			if n <= x.Query.Tables[i] {
				t.Fatalf("%q: tables out of order: %v", x.Question, x.Query.Tables)
			}
		}
		use := func(e *form.Expr) {
			if e.Op == form.Column && (e.Column < 0 || e.Column >= len(w.Columns)) {
				t.Fatalf("%q: no column %d", x.Question, e.Column)
			}
		}
		for _, e := range x.Query.Select {
			walk(e, use)
		}
		walkCond(x.Query.Where, use)
	})
	for _, s := range shapes {
		if seen[s.name] == 0 {
			t.Errorf("no question of the shape %s", s.name)
		}
	}
}

func TestSameDiceSameQuestions(t *testing.T) {
	write := func() (list []string) {
		worlds(t, 20, func(_ *world.World, x Example) { list = append(list, x.Question) })
		return list
	}
	a, b := write(), write()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("%q, then %q", a[i], b[i])
		}
	}
}

func TestPhrasesParse(t *testing.T) {
	b := readBook()
	for name, lines := range b {
		if len(lines) == 0 {
			t.Errorf("section %s is empty", name)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	got := phrasebook{"x": {line{{text: "a "}, {slot: "s"}, {choices: []line{{{text: "!"}}}}}}}.say(r, "x", slots{"s": "b"})
	if got != "a b!" {
		t.Errorf("said %q", got)
	}
	if got := (phrasebook{"x": {line{{slot: "s"}}}}).say(r, "x", slots{}); got != "" {
		t.Errorf("a line without its slot said %q", got)
	}
}

// What a period is called must be what the reader of spans understands.
func TestPeriodsAreUnderstood(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := world.Make(r, world.Domains()[0])
	a := &asker{Rand: r, w: w, now: clock(r, w)}
	for _, ways := range [][]spanWay{pastWays, futureWays, agoWays, yearWays} {
		for _, way := range ways {
			for range 20 {
				if p, ok := a.period([]spanWay{way}, w.First, w.Last); !ok {
					t.Errorf("%q is not understood", p.said)
					break
				}
			}
		}
	}
}
