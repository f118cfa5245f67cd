package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/vector"
)

// wordEmbedder gives texts with the same words near vectors.
type wordEmbedder struct{}

func (wordEmbedder) Dimensions() int { return 256 }
func (wordEmbedder) Name() string    { return "words" }

func (e wordEmbedder) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, e.Dimensions())
		for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,.;:?!\n", r) }) {
			h := fnv.New32a()
			h.Write([]byte(english.Stem(w)))
			v[h.Sum32()%uint32(len(v))]++
		}
		length := 0.0
		for _, x := range v {
			length += float64(x) * float64(x)
		}
		for i := range v {
			v[i] = float32(float64(v[i]) / max(math.Sqrt(length), 1e-9))
		}
		out = append(out, v)
	}
	return out, nil
}

// exact is a vector store in memory.
type exact struct {
	mu     sync.Mutex
	points map[string]map[[2]string]vector.Point
}

func (s *exact) chosen(p vector.Point, f vector.Filter) bool {
	if !slices.Contains(f.Owners, p.Owner) || f.IDs != nil && !slices.Contains(f.IDs, p.ID) {
		return false
	}
	for label, values := range f.Labels {
		if !slices.Contains(values, p.Labels[label]) {
			return false
		}
	}
	return true
}

func (s *exact) Upsert(_ context.Context, collection string, points []vector.Point) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.points == nil {
		s.points = map[string]map[[2]string]vector.Point{}
	}
	if s.points[collection] == nil {
		s.points[collection] = map[[2]string]vector.Point{}
	}
	for _, p := range points {
		s.points[collection][[2]string{p.Owner, p.ID}] = p
	}
	return nil
}

func (s *exact) Delete(_ context.Context, collection string, f vector.Filter) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for k, p := range s.points[collection] {
		if s.chosen(p, f) {
			delete(s.points[collection], k)
			n++
		}
	}
	return n, nil
}

func (s *exact) Search(_ context.Context, collection string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var hits []vector.Hit
	for _, p := range s.points[collection] {
		if s.chosen(p, f) {
			score := 0.0
			for i, x := range p.Vector {
				score += float64(x) * float64(query[i])
			}
			hits = append(hits, vector.Hit{ID: p.ID, Owner: p.Owner, Score: score, Labels: p.Labels})
		}
	}
	slices.SortFunc(hits, func(a, b vector.Hit) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return hits[:min(k, len(hits))], nil
}

func (s *exact) Count(_ context.Context, collection string, f vector.Filter) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, p := range s.points[collection] {
		if s.chosen(p, f) {
			n++
		}
	}
	return n, nil
}

func (s *exact) Close() error { return nil }

// bench is a book with a clock that the test turns.
type bench struct {
	*Book
	t       *testing.T
	clock   time.Time
	vectors *exact
	records *sqlite.Store
}

var ada = Whose{Owner: "ada", Scope: "shop", Session: "s1"}

func newBench(t *testing.T, o Options) *bench {
	t.Helper()
	kept, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = kept.Close() })
	b := &bench{t: t, clock: time.Date(2026, 2, 6, 12, 0, 0, 0, time.UTC), vectors: &exact{}, records: kept}
	b.open(o)
	return b
}

// open opens the book anew, with what is kept.
func (b *bench) open(o Options) {
	n := 0
	b.Book = New(b.records, b.vectors, wordEmbedder{}, func() time.Time { return b.clock },
		func() string { n++; return fmt.Sprintf("m%s-%03d", b.clock.Format("0102150405"), n) }, o)
}

func (b *bench) later(d time.Duration) { b.clock = b.clock.Add(d) }

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// says applies what a sentence says.
func (b *bench) says(w Whose, text string) []*Change {
	b.t.Helper()
	b.later(time.Minute)
	list := Parse(text, Context{Them: "customers"})
	if list == nil {
		b.t.Fatalf("%q is no statement", text)
	}
	var changes []*Change
	for _, s := range list {
		changes = append(changes, must[*Change](b.t)(b.Apply(b.t.Context(), w, s)))
	}
	return changes
}

func (b *bench) remember(w Whose, query, sql string) *Memory {
	b.t.Helper()
	b.later(time.Minute)
	return must[*Memory](b.t)(b.Remember(b.t.Context(), w, Experience{Verdict: Accept, Query: query, Answer: "An answer.", Mode: "sql", SQL: sql}))
}

func (b *bench) recalls(w Whose, text string) []string {
	b.t.Helper()
	var list []string
	for _, r := range must[[]Recalled](b.t)(b.Recall(b.t.Context(), w, text, 0)) {
		list = append(list, r.meaning())
	}
	return list
}

func (b *bench) settings(w Whose) *Settings {
	b.t.Helper()
	return must[*Settings](b.t)(b.Preferences(b.t.Context(), w))
}

func (b *bench) export(owner string) string {
	b.t.Helper()
	var out bytes.Buffer
	must[int](b.t)(b.Export(b.t.Context(), owner, &out))
	return out.String()
}

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// TestFormat holds what is kept against the format that others read.
func TestFormat(t *testing.T) {
	b := newBench(t, Options{})
	must[*Memory](t)(b.Remember(t.Context(), ada, Experience{Verdict: Accept, Query: "Top 5 products by sales?", Answer: "Skis lead.", Mode: "sql",
		Agents: []string{"plan", "answer"}, Chart: "bar", SQL: "SELECT 1"}))
	var got map[string]any
	if err := json.Unmarshal([]byte(b.export("ada")), &got); err != nil {
		t.Fatal(err)
	}
	same(t, "exported", got, map[string]any{
		"memory_id": "m0206120000-001", "type": "conversation", "content": "User asked: Top 5 products by sales?\nAssistant responded: Skis lead.",
		"timestamp": "2026-02-06T12:00:00Z",
		"metadata": map[string]any{
			"query": "Top 5 products by sales?", "mode": "sql", "success": true, "agents_used": []any{"plan", "answer"}, "retry_count": 0.0,
			"chart_type": "bar", "sql_query": "SELECT 1", "owner": "ada", "scope": "shop", "session": "s1", "uses": 0.0, "helped": 0.0, "score": 1.0,
		},
	})
}

func TestOnlyAcceptedAnswersAreRemembered(t *testing.T) {
	b := newBench(t, Options{})
	for _, v := range []Verdict{Reject, Retry, "", "accept"} {
		if m := must[*Memory](t)(b.Remember(t.Context(), ada, Experience{Verdict: v, Query: "revenue", Answer: "1"})); m != nil {
			t.Errorf("%q: %+v", v, m)
		}
	}
	if m := must[*Memory](t)(b.Remember(t.Context(), ada, Experience{Verdict: Accept, Query: " \x00", Answer: "1"})); m != nil {
		t.Errorf("a question without words: %+v", m)
	}
	failed := must[*Memory](t)(b.Remember(t.Context(), ada, Experience{Verdict: Accept, Query: "revenue", Answer: "1", SQL: "SELECT net", Failure: "no such column: revnue", Retries: 1}))
	if failed.Type != ErrorResolution || !strings.Contains(failed.Content, "Failed with: no such column: revnue\nResolved by: SELECT net") {
		t.Errorf("%+v", failed)
	}
	if s := must[*Stats](t)(b.Stats(t.Context(), "ada")); s.Total != 1 || s.Retried != 1 {
		t.Errorf("%+v", s)
	}
}

func TestRecall(t *testing.T) {
	b := newBench(t, Options{Gap: 0.5})
	b.remember(ada, "revenue by region in 2025", "SELECT 1")
	b.remember(ada, "revenue by region in 2024", "SELECT 2")
	b.remember(ada, "orders by customer", "SELECT 3")
	b.remember(Whose{Owner: "ada", Scope: "wine"}, "revenue by region in 2023", "SELECT 4")
	b.remember(Whose{Owner: "bob", Scope: "shop"}, "revenue by region in 2022", "SELECT 5")
	for _, c := range []struct {
		name  string
		whose Whose
		text  string
		want  []string
	}{
		{"near first", ada, "revenue by region in 2025", []string{"revenue by region in 2025", "revenue by region in 2024"}},
		{"of another database", Whose{Owner: "ada", Scope: "wine"}, "revenue by region in 2025", []string{"revenue by region in 2023"}},
		{"of another owner", Whose{Owner: "bob", Scope: "shop"}, "revenue by region in 2025", []string{"revenue by region in 2022"}},
		{"of nobody", Whose{Owner: "eve", Scope: "shop"}, "revenue by region in 2025", nil},
		{"too far", ada, "weather in Porto tomorrow", nil},
		{"no words", ada, " ", nil},
	} {
		same(t, c.name, b.recalls(c.whose, c.text), c.want)
	}
	b.open(Options{TopK: 1, Gap: 0.5})
	same(t, "one at most", b.recalls(ada, "revenue by region in 2025"), []string{"revenue by region in 2025"})
	b.open(Options{Gap: 0.01})
	same(t, "up to a gap", b.recalls(ada, "revenue by region in 2025"), []string{"revenue by region in 2025"})
	b.open(Options{MinScore: 0.99})
	same(t, "only the same", b.recalls(ada, "revenue by region in 2025"), []string{"revenue by region in 2025"})
	b.open(Options{})
	if got := must[[]Recalled](t)(b.Recall(t.Context(), ada, "revenue by region in 2025", 80)); len(got) != 1 {
		t.Errorf("%d memories fit into 80 bytes", len(got))
	}
	if got := must[[]Recalled](t)(b.Recall(t.Context(), ada, "revenue by region in 2025", 10)); len(got) != 0 {
		t.Errorf("%d memories fit into 10 bytes", len(got))
	}
}

func TestTheSameQuestionIsKeptOnce(t *testing.T) {
	b := newBench(t, Options{})
	first := b.remember(ada, "revenue by region in 2025", "SELECT a\n FROM t")
	again := b.remember(ada, "Revenue by region in 2025?", "SELECT a FROM t")
	if again.ID != first.ID || again.Metadata.Repeats != 1 {
		t.Errorf("%+v", again)
	}
	for _, other := range []string{"revenue by region in 2024", "revenue by region not in 2025", "revenue by region in 2025 without March"} {
		if m := b.remember(ada, other, "SELECT a FROM t"); m.ID == first.ID {
			t.Errorf("%q is taken for %q", other, first.Metadata.Query)
		}
	}
	newer := b.remember(ada, "revenue by region in 2025", "SELECT b FROM t")
	same(t, "recalled", b.recalls(ada, "revenue by region in 2025")[:1], []string{newer.Metadata.Query})
	old := must[map[string]*Memory](t)(b.get(t.Context(), "ada", first.ID))[first.ID]
	if old.Metadata.SupersededBy != newer.ID {
		t.Errorf("the older answer still counts: %+v", old.Metadata)
	}
}

// TestOwnersAreApart gives an owner the ids of another, in every call that takes one.
func TestOwnersAreApart(t *testing.T) {
	b := newBench(t, Options{})
	theirs := b.remember(Whose{Owner: "bob", Scope: "shop"}, "salaries of my team", "SELECT 1")
	said := b.says(Whose{Owner: "bob", Scope: "shop"}, "by revenue I mean net revenue")[0].Kept
	before := b.export("bob")
	for _, owner := range []string{"ada", "bob ", "BOB", "bo", "%", "b*", `bob' OR ''='`, "bob\u200b", "bоb", `["bob"]`, "local"} {
		w := Whose{Owner: owner, Scope: "shop"}
		for _, id := range []string{theirs.ID, said.ID, "%", "*", theirs.ID + "' OR '1'='1"} {
			if _, err := b.Forget(t.Context(), w, id); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%q forgets %q: %v", owner, id, err)
			}
			if _, err := b.Feedback(t.Context(), w, id, Wrong); fault.CodeOf(err) != fault.NotFound {
				t.Errorf("%q judges %q: %v", owner, id, err)
			}
			if err := b.Used(t.Context(), owner, id); err != nil {
				t.Errorf("%q: %v", owner, err)
			}
		}
		if got := b.recalls(w, "salaries of my team"); got != nil {
			t.Errorf("%q recalls %q", owner, got)
		}
		if got := must[[]Recalled](t)(b.Search(t.Context(), owner, "revenue", 100)); got != nil {
			t.Errorf("%q finds %v", owner, got)
		}
		if got := must[[]*Memory](t)(b.List(t.Context(), owner, Listing{History: true})); len(got) != 0 {
			t.Errorf("%q lists %v", owner, got)
		}
		if s := b.settings(w); s.Vocabulary != nil {
			t.Errorf("%q has the vocabulary %+v", owner, s.Vocabulary)
		}
		if _, err := b.Apply(t.Context(), w, Statement{Act: Drop, Topic: Means, Subject: "revenue"}); fault.CodeOf(err) != fault.NotFound {
			t.Errorf("%q drops: %v", owner, err)
		}
		if n := must[int](t)(b.DeleteAll(t.Context(), owner)); n != 0 {
			t.Errorf("%q deletes %d", owner, n)
		}
		must[Tidied](t)(b.Tidy(t.Context(), owner))
	}
	same(t, "bob's memories", b.export("bob"), before)
	for _, w := range []Whose{{}, {Scope: "shop"}, {Owner: "a\x00b"}, {Owner: "\xff"}, {Owner: strings.Repeat("x", 1000)}, {Owner: "ada", Scope: strings.Repeat("x", 1000)}} {
		_, remembered := b.Remember(t.Context(), w, Experience{Verdict: Accept, Query: "q", Answer: "a"})
		_, recalled := b.Recall(t.Context(), w, "q", 0)
		_, applied := b.Apply(t.Context(), w, Statement{Act: Keep, Topic: Note, Value: "x", Text: "x"})
		_, preferred := b.Preferences(t.Context(), w)
		for _, err := range []error{remembered, recalled, applied, preferred} {
			if err == nil {
				t.Errorf("%+v is an owner", w)
			}
		}
	}
}

func TestWithoutAnEmbedder(t *testing.T) {
	b := newBench(t, Options{})
	b.Book = New(b.records, nil, nil, func() time.Time { return b.clock }, b.newID, Options{})
	b.says(ada, "always show EUR")
	b.remember(ada, "revenue", "SELECT 1")
	if got := b.recalls(ada, "revenue"); got != nil {
		t.Errorf("recalled %q", got)
	}
	if s := b.settings(ada); s.Currency != "EUR" {
		t.Errorf("%+v", s)
	}
	must[Tidied](t)(b.Tidy(t.Context(), "ada"))
	if n := must[int](t)(b.DeleteAll(t.Context(), "ada")); n != 2 {
		t.Errorf("%d were deleted", n)
	}
}

// failing is a vector store that fails for a while.
type failing struct {
	*exact
	fails bool
}

func (f *failing) Upsert(ctx context.Context, c string, p []vector.Point) error {
	if f.fails {
		return fault.New(fault.Store, "the vector store is gone")
	}
	return f.exact.Upsert(ctx, c, p)
}

// TestVectorsAreMended loses vectors, as a crash between the two stores does.
func TestVectorsAreMended(t *testing.T) {
	b := newBench(t, Options{})
	f := &failing{exact: b.vectors, fails: true}
	b.Book.vectors = f
	b.later(time.Minute)
	if _, err := b.Remember(t.Context(), ada, Experience{Verdict: Accept, Query: "revenue by month", Answer: "1"}); fault.CodeOf(err) != fault.Store {
		t.Fatalf("a failure of the vector store is not told: %v", err)
	}
	f.fails = false
	if got := b.recalls(ada, "revenue by month"); got != nil {
		t.Fatalf("recalled %q", got)
	}
	if done := must[Tidied](t)(b.Tidy(t.Context(), "ada")); done.Indexed != 1 {
		t.Errorf("%+v", done)
	}
	same(t, "recalled", b.recalls(ada, "revenue by month"), []string{"revenue by month"})
	if done := must[Tidied](t)(b.Tidy(t.Context(), "ada")); done != (Tidied{}) {
		t.Errorf("nothing was left to do, but: %+v", done)
	}
	// A vector of what counts no longer goes, and one that is missing comes back.
	old, now := b.remember(ada, "orders by week", "SELECT 1"), b.remember(ada, "stock by store", "SELECT 1")
	old.Metadata.Wrong = true
	if err := b.touch(t.Context(), []*Memory{old}); err != nil {
		t.Fatal(err)
	}
	third := b.remember(ada, "returns by shop", "SELECT 1")
	if err := b.unindex(t.Context(), "ada", []string{now.ID, third.ID}); err != nil {
		t.Fatal(err)
	}
	if done := must[Tidied](t)(b.Tidy(t.Context(), "ada")); done.Indexed != 2 {
		t.Errorf("%+v", done)
	}
	if n := must[int](t)(b.vectors.Count(t.Context(), b.collection, vector.Filter{Owners: []string{"ada"}})); n != 3 {
		t.Errorf("%d vectors of 3 memories that count", n)
	}
}

// TestTogether has several goroutines remember, state and recall at once.
func TestTogether(t *testing.T) {
	b := newBench(t, Options{})
	clock, next := b.clock, 0
	var mu sync.Mutex
	b.Book.newID = func() string { mu.Lock(); defer mu.Unlock(); next++; return fmt.Sprint("m", next) }
	b.Book.now = func() time.Time { return clock }
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			w := Whose{Owner: fmt.Sprint("person", g%2), Scope: "shop"}
			for i := range 5 {
				_, kept := b.Apply(t.Context(), w, Statement{Act: Keep, Topic: Currency, Value: []string{"EUR", "USD"}[i%2], Text: "always"})
				_, remembered := b.Remember(t.Context(), w, Experience{Verdict: Accept, Query: fmt.Sprintf("question %d of %d", i, g), Answer: "a"})
				list, recalled := b.Recall(t.Context(), w, "question", 0)
				if err := errors.Join(kept, remembered, recalled); err != nil {
					t.Error(err)
				}
				for _, r := range list {
					if r.Metadata.Owner != w.Owner {
						t.Errorf("%s recalls a memory of %s", w.Owner, r.Metadata.Owner)
					}
				}
			}
		})
	}
	group.Wait()
	for _, owner := range []string{"person0", "person1"} {
		active := 0
		for _, m := range must[[]*Memory](t)(b.List(t.Context(), owner, Listing{Types: []Type{Preference}})) {
			if m.Active() {
				active++
			}
		}
		if active != 1 {
			t.Errorf("%s has %d currencies", owner, active)
		}
	}
}
