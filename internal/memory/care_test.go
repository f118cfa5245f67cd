package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/neural/embed"
)

const day = 24 * time.Hour

func (b *bench) tidy() Tidied {
	b.t.Helper()
	return must[Tidied](b.t)(b.Tidy(b.t.Context(), "ada"))
}

// TestWhatNobodyUsesFades waits until a memory is worth too little. What was used, what
// helped and what was stated stays longer.
func TestWhatNobodyUsesFades(t *testing.T) {
	b := newBench(t, Options{HalfLife: 10 * day, Least: 0.01})
	plain := b.remember(ada, "orders by month", "SELECT 1")
	used := b.remember(ada, "customers by country", "SELECT 2")
	helped := b.remember(ada, "margin by product", "SELECT 3")
	b.says(ada, "always show EUR")
	b.later(20 * day)
	if err := b.Used(t.Context(), "ada", used.ID, used.ID+"x"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		must[*Memory](t)(b.Feedback(t.Context(), ada, helped.ID, Right))
	}
	left := func() string {
		var list []string
		for _, m := range must[[]*Memory](t)(b.List(t.Context(), "ada", Listing{})) {
			list = append(list, m.meaning())
		}
		return strings.Join(list, ", ")
	}
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{40 * day, "always show EUR, margin by product, customers by country, orders by month"},
		{10 * day, "always show EUR, margin by product, customers by country"},
		{30 * day, "always show EUR, margin by product"},
		{400 * day, "always show EUR"},
	} {
		b.later(c.after)
		b.tidy()
		same(t, fmt.Sprint("after another ", c.after), left(), c.want)
	}
	_ = plain
	same(t, "recalled", b.recalls(ada, "orders by month"), nil)
}

// TestMemoriesAreBounded has more than may be kept. What is worth least goes.
func TestMemoriesAreBounded(t *testing.T) {
	b := newBench(t, Options{MaxMemories: 20})
	b.says(ada, "always show EUR")
	first := b.remember(ada, "question zero about things", "SELECT 0")
	must[*Memory](t)(b.Feedback(t.Context(), ada, first.ID, Right))
	for i := range 40 {
		b.later(day)
		b.remember(ada, fmt.Sprintf("question %d about thing%d", i, i), fmt.Sprint("SELECT ", i))
		if n := must[int](t)(b.count(t.Context(), "ada")); n > 20 {
			t.Fatalf("%d memories are kept", n)
		}
	}
	if s := b.settings(ada); s.Currency != "EUR" {
		t.Error("what was stated went first")
	}
	if len(must[map[string]*Memory](t)(b.get(t.Context(), "ada", first.ID))) == 0 {
		t.Error("what helped went before what nobody used")
	}
	list := must[[]*Memory](t)(b.List(t.Context(), "ada", Listing{Types: []Type{Conversation}, Limit: 3}))
	if len(list) != 3 || list[0].Metadata.Query != "question 39 about thing39" {
		t.Errorf("the newest are not listed first: %v", list[0].Metadata.Query)
	}
	if list := must[[]*Memory](t)(b.List(t.Context(), "ada", Listing{Offset: 1 << 40})); len(list) != 0 {
		t.Errorf("%d memories come after the last", len(list))
	}
}

func TestConversationsBecomeAPattern(t *testing.T) {
	b := newBench(t, Options{Alike: 0.7})
	for i, q := range []string{"revenue by region in January 2025", "revenue by region in February 2025", "stock of the Leeds store", "revenue by region in March 2025"} {
		b.remember(ada, q, fmt.Sprint("SELECT ", i))
	}
	b.remember(Whose{Owner: "ada", Scope: "wine"}, "revenue by region in April 2025", "SELECT 9")
	b.remember(Whose{Owner: "bob", Scope: "shop"}, "revenue by region in May 2025", "SELECT 9")
	if done := b.tidy(); done != (Tidied{}) {
		t.Errorf("conversations of today became %+v", done)
	}
	b.later(15 * day)
	same(t, "done", b.tidy(), Tidied{Patterns: 1, Members: 3})
	same(t, "done again", b.tidy(), Tidied{})
	patterns := must[[]*Memory](t)(b.List(t.Context(), "ada", Listing{Types: []Type{Pattern}}))
	if len(patterns) != 1 {
		t.Fatalf("%d patterns", len(patterns))
	}
	p := patterns[0]
	same(t, "content", p.Content, "User asked 3 times for something like: revenue by region in January 2025; revenue by region in February 2025; revenue by region in March 2025\nAnswered last with: SELECT 3")
	same(t, "recalled", b.recalls(ada, "revenue by region in January 2025"), []string{"revenue by region in January 2025"})
	if got := must[[]Recalled](t)(b.Recall(t.Context(), ada, "revenue by region in January 2025", 0)); got[0].Type != Pattern {
		t.Errorf("%+v", got)
	}
	b.remember(ada, "revenue by region in June 2025", "SELECT 6")
	b.later(15 * day)
	same(t, "another joins", b.tidy(), Tidied{Patterns: 1, Members: 1})
	must[*Memory](t)(b.Forget(t.Context(), ada, p.ID))
	left := must[[]*Memory](t)(b.List(t.Context(), "ada", Listing{History: true}))
	if len(left) != 2 {
		t.Errorf("of a pattern that is forgotten, %d memories are left", len(left))
	}
}

func TestFeedback(t *testing.T) {
	b := newBench(t, Options{})
	m := b.remember(ada, "orders by month", "SELECT 1")
	s := b.says(ada, "always show EUR")[0].Kept
	for _, id := range []string{m.ID, s.ID} {
		must[*Memory](t)(b.Feedback(t.Context(), ada, id, Wrong))
	}
	if got := b.recalls(ada, "orders by month"); got != nil || b.settings(ada).Currency != "" {
		t.Errorf("what is wrong still counts: %q", got)
	}
	must[*Memory](t)(b.Feedback(t.Context(), ada, m.ID, Right))
	same(t, "right again", b.recalls(ada, "orders by month"), []string{"orders by month"})
	if _, err := b.Feedback(t.Context(), ada, m.ID, "maybe"); fault.CodeOf(err) != fault.Usage {
		t.Errorf("a judgement that is none: %v", err)
	}
	stats := must[*Stats](t)(b.Stats(t.Context(), "ada"))
	if stats.Helped != 1 || stats.Wrong != 1 || stats.Active != 1 || stats.Total != 2 {
		t.Errorf("%+v", stats)
	}
	must[*Memory](t)(b.Forget(t.Context(), ada, s.ID))
	if _, err := b.Forget(t.Context(), ada, s.ID); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("forgotten twice: %v", err)
	}
}

func TestStats(t *testing.T) {
	b := newBench(t, Options{})
	m := b.remember(ada, "orders by month", "SELECT 1")
	b.remember(Whose{Owner: "ada", Scope: "shop", Session: "s2"}, "revenue of skis", "SELECT 2")
	b.later(30 * day)
	b.says(ada, "always show EUR")
	b.says(ada, "I'm in sales")
	for range 3 {
		if err := b.Used(t.Context(), "ada", m.ID); err != nil {
			t.Fatal(err)
		}
	}
	s := must[*Stats](t)(b.Stats(t.Context(), "ada"))
	if len(s.MostUsed) != 1 || s.MostUsed[0].ID != m.ID || s.MostUsed[0].Metadata.Uses != 3 {
		t.Errorf("most used: %+v", s.MostUsed)
	}
	s.MostUsed = nil
	same(t, "stats", s, &Stats{
		Total: 4, Active: 4, ByType: map[Type]int{Conversation: 2, Preference: 1, Fact: 1}, ByTopic: map[Topic]int{Currency: 1, Role: 1},
		ByMode: map[string]int{"sql": 2}, Used: 1, Uses: 3, Sessions: 2, PerSession: 2, Growth: []Growth{{"2026-02", 2}, {"2026-03", 2}}, Days: []DayGrowth{{"2026-03-08", 2}},
	})
}

// TestEverythingOfAPersonIsDeleted looks into both stores.
func TestEverythingOfAPersonIsDeleted(t *testing.T) {
	b := newBench(t, Options{Alike: 0.7})
	for _, w := range []Whose{ada, {Owner: "bob", Scope: "shop"}} {
		for i := range 4 {
			b.remember(w, fmt.Sprintf("revenue by region in %d", 2020+i), fmt.Sprint("SELECT ", i))
		}
		b.says(w, "always show EUR")
		b.says(w, "always show USD")
	}
	b.later(20 * day)
	b.tidy()
	b.Book.collection = "of-another-embedder"
	b.Book.indexed = nil
	b.remember(ada, "stock of the Leeds store", "SELECT 1")
	theirs := b.export("bob")
	if n := must[int](t)(b.DeleteAll(t.Context(), "ada")); n != 8 {
		t.Errorf("%d were deleted", n)
	}
	same(t, "exported", b.export("ada"), "")
	for _, points := range b.vectors.points {
		for k := range points {
			if k[0] == "ada" {
				t.Errorf("the vector %q is left", k)
			}
		}
	}
	same(t, "of another", b.export("bob"), theirs)
}

// TestTheSameCallsGiveTheSameMemories runs one history twice.
func TestTheSameCallsGiveTheSameMemories(t *testing.T) {
	run := func() string {
		b := newBench(t, Options{Alike: 0.6, MaxMemories: 30})
		for i := range 40 {
			b.remember(ada, fmt.Sprintf("revenue by region in week %d", i%17), fmt.Sprint("SELECT ", i%5))
			b.later(day)
			if i%7 == 0 {
				b.says(ada, []string{"prefer bar charts", "use tables not charts"}[i%2])
				b.tidy()
			}
		}
		return b.export("ada")
	}
	same(t, "the second run", run(), run())
}

func TestSearch(t *testing.T) {
	b := newBench(t, Options{})
	b.remember(ada, "orders by month", "SELECT 1")
	b.says(ada, "by orders I mean completed orders")
	b.says(ada, "prefer bar charts")
	var got []string
	for _, r := range must[[]Recalled](t)(b.Search(t.Context(), "ada", "Orders", 10)) {
		got = append(got, r.meaning())
	}
	same(t, "found", got, []string{"by orders I mean completed orders", "orders by month"})
}

func TestExportIsLines(t *testing.T) {
	b := newBench(t, Options{})
	b.says(ada, "revenue means <gross> & net")
	b.remember(ada, "orders\nby month", "SELECT 1")
	var types []Type
	for line := range strings.Lines(b.export("ada")) {
		var m Memory
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		types = append(types, m.Type)
	}
	same(t, "types", types, []Type{Fact, Conversation})
	if !strings.Contains(b.export("ada"), "<gross> & net") {
		t.Error("the text is escaped for HTML")
	}
}

// TestMeaning has the sentence model find memories, which a test by words does not show.
func TestMeaning(t *testing.T) {
	model, err := embed.New()
	if errors.Is(err, &fault.Fault{Code: fault.NotFound}) || errors.Is(err, fs.ErrNotExist) {
		t.Skip("needs the sentence model inside the program: run make build once")
	}
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, Options{})
	b.Book.embedder = model
	for i, q := range []string{"What was our revenue by region in 2025?", "What was our revenue by region in 2024?", "How many customers ordered twice?",
		"Which suppliers deliver late?", "average basket size of returning visitors"} {
		b.remember(ada, q, fmt.Sprint("SELECT ", i))
	}
	if n := must[*Stats](t)(b.Stats(t.Context(), "ada")).Active; n != 5 {
		t.Errorf("%d of 5 different questions count", n)
	}
	for text, want := range map[string]string{
		"how much revenue did each region make in 2025?": "What was our revenue by region in 2025?",
		"number of customers who ordered two times":      "How many customers ordered twice?",
		"suppliers that deliver too late":                "Which suppliers deliver late?",
		"weather in Porto":                               "",
		"top ten products":                               "",
	} {
		got := append(b.recalls(ada, text), "")
		if got[0] != want {
			t.Errorf("%q calls %q to mind, not %q", text, got, want)
		}
	}
}
