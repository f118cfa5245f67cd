package learning_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
)

type clock struct{ now time.Time }

func (c *clock) time() time.Time { c.now = c.now.Add(time.Minute); return c.now }

func open(t *testing.T, owner string) (*learning.Book, *clock, store.Records) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c := &clock{time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	return learning.Open(s, owner, "shop", nil, c.time, ids(), learning.Options{}), c, s
}

func ids() func(string) string {
	n := 0
	return func(prefix string) string { n++; return fmt.Sprintf("%s%03d", prefix, n) }
}

func net(question string) learning.Correction {
	return learning.Correction{Kind: learning.Edited, Question: question, Wrong: "SELECT sum(gross)", Right: "SELECT sum(net)",
		Entries: []brain.Entry{{Kind: brain.Means, Term: "sales", Text: "the sum of `orders.net`"}}}
}

func correct(t *testing.T, b *learning.Book, c learning.Correction) *learning.Compaction {
	t.Helper()
	out, err := b.Correct(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTwoCorrectionsMakeARule(t *testing.T) {
	b, _, records := open(t, "ana")
	if out := correct(t, b, net("sales by region")); out != nil {
		t.Errorf("one made %+v", out)
	}
	if out := correct(t, b, net("Sales by region?")); out == nil || out.RulesCreated != 0 {
		t.Errorf("the same question twice made %+v", out)
	}
	out := correct(t, b, net("sales in 2025"))
	if out == nil || out.RulesCreated != 1 || out.LearningsArchived != 3-1 {
		t.Errorf("%+v", out)
	}
	entries, err := b.Vocabulary(t.Context())
	if err != nil || len(entries) != 1 || entries[0].Origin != brain.Learned || entries[0].Term != "sales" {
		t.Fatalf("%+v, %v", entries, err)
	}
	id := entries[0].ID
	if err := b.Followed(t.Context(), id, "rule_gone"); err != nil {
		t.Error(err)
	}
	if out = correct(t, b, net("sales per month")); out == nil || out.RulesStrengthened != 1 {
		t.Errorf("%+v", out)
	}
	r, err := b.Rule(t.Context(), strings.TrimPrefix(id, "rule_")[:4])
	if err != nil || r.Support != 3 || r.Applied != 1 || len(r.Examples) != 3 || r.Text != "“sales” means the sum of `orders.net`" {
		t.Errorf("%+v, %v", r, err)
	}
	other := learning.Open(records, "ben", "shop", nil, (&clock{}).time, ids(), learning.Options{})
	if list, err := other.Rules(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("another person has %v, %v", list, err)
	}
	if _, err := b.Switch(t.Context(), id, false); err != nil {
		t.Error(err)
	}
	if entries, _ = b.Vocabulary(t.Context()); len(entries) != 0 {
		t.Errorf("switched off: %v", entries)
	}
	if r, err = b.Edit(t.Context(), id, "the sum of `orders.net_total`"); err != nil || !r.Edited || r.Status != learning.Active {
		t.Errorf("%+v, %v", r, err)
	}
	if err := b.Remove(t.Context(), id); err != nil {
		t.Error(err)
	}
	if err := b.Remove(t.Context(), id); fault.CodeOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestContradictionsMakeNoRule(t *testing.T) {
	b, _, _ := open(t, "ana")
	gross := func(q string) learning.Correction {
		c := net(q)
		c.Entries = []brain.Entry{{Kind: brain.Means, Term: "Sales", Text: "the sum of `orders.gross`"}}
		return c
	}
	correct(t, b, net("sales by region"))
	correct(t, b, gross("sales by product"))
	correct(t, b, net("sales in 2025"))
	out := correct(t, b, gross("sales in 2024"))
	if out == nil || out.SkippedLowConfidence != 2 || out.GroupsFound != 2 {
		t.Errorf("%+v", out)
	}
	rules, err := b.Rules(t.Context())
	if err != nil || len(rules) != 1 || rules[0].Confidence < 0.6 { // that of the moment when two of three agreed
		t.Errorf("%+v, %v", rules, err)
	}
}

func TestOldCorrectionsExpire(t *testing.T) {
	b, c, _ := open(t, "ana")
	correct(t, b, net("sales by region"))
	c.now = c.now.Add(200 * 24 * time.Hour)
	out, err := b.Compact(t.Context())
	if err != nil || out.LearningsExpired != 1 {
		t.Errorf("%+v, %v", out, err)
	}
	if out = correct(t, b, net("sales in 2025")); out != nil && out.RulesCreated > 0 {
		t.Errorf("an expired one counts: %+v", out)
	}
}

func TestVerifiedQuestions(t *testing.T) {
	b, _, _ := open(t, "ana")
	for q, sql := range map[string]string{"revenue by region in 2025": "SELECT 1", "Top 5 customers by revenue": "SELECT 2", "number of orders not delivered in March": "SELECT 3"} {
		if _, err := b.Verify(t.Context(), q, sql, "ana", "edited"); err != nil {
			t.Fatal(err)
		}
	}
	for question, want := range map[string]string{
		"Revenue by region in 2025?":                  "SELECT 1",
		"revenue per region in 2025":                  "SELECT 1",
		"show me the revenue by region in 2025":       "SELECT 1",
		"revenue by region in 2024":                   "",
		"revenue by product in 2025":                  "",
		"top 10 customers by revenue":                 "",
		"the 5 best customers by revenue":             "SELECT 2",
		"bottom 5 customers by revenue":               "",
		"number of orders delivered in March":         "",
		"how many orders were not delivered in March": "SELECT 3",
	} {
		found, err := b.Find(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(found) > 0 && found[0].Same {
			got = found[0].SQL
		}
		if got != want {
			t.Errorf("%s: %q, want %q (%+v)", question, got, want, found)
		}
	}
	if _, err := b.Verify(t.Context(), " ", "SELECT 1", "", ""); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
}

func TestExemplars(t *testing.T) {
	m := learning.Material{Database: "shop", Pairs: []learning.Pair{{Question: "How many orders?", SQL: "SELECT count(*) FROM orders"}},
		Rules: []learning.Rule{{Text: "sure", Confidence: 0.9, Status: learning.Active}, {Text: "less sure", Confidence: 0.6, Status: learning.Active}},
		Terms: []glossary.Term{{Name: "AOV", Definition: "What an order brings.", Formula: "revenue divided by orders", Status: glossary.Approved, Related: []glossary.Link{{Verb: "depends on", Object: "revenue"}}}, {Name: "x", Definition: "y", Status: glossary.Proposed}}}
	for coverage, want := range map[learning.Coverage]int{learning.Minimal: 2, learning.Standard: 3, learning.Comprehensive: 5} {
		for _, f := range []learning.Format{learning.Messages, learning.Alpaca} {
			var out bytes.Buffer
			n, err := learning.WriteExemplars(&out, m, coverage, f)
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if err != nil || n != want || len(lines) != want {
				t.Errorf("%s %s: %d, %v", coverage, f, n, err)
			}
			var one map[string]any
			if err := json.Unmarshal([]byte(lines[0]), &one); err != nil || one["messages"] == nil == (one["instruction"] == nil) {
				t.Errorf("%s: %v", lines[0], err)
			}
		}
	}
	if _, err := learning.WriteExemplars(&bytes.Buffer{}, m, "much", learning.Alpaca); fault.CodeOf(err) != fault.Usage {
		t.Error(err)
	}
}
