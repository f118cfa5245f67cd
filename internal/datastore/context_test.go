package datastore

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/schema"
)

func TestSummarize(t *testing.T) {
	for text, want := range map[string]string{
		"Queried transactions for Q4 2024":                                    "Queried transactions for Q4 2024",
		" Aggregated by region.\nNorth led with $890K,\nup 12.5 % on 3,400.5": "Aggregated by region. Figures: $890K, 12.5 %, 3,400.5",
		"Days\n2024-01-05 and 2024-01-05, -7 and 10:30":                       "Days Figures: 2024-01-05, -7, 10:30",
		"No figures\nat all":                                                  "No figures",
		strings.Repeat("word ", 80) + "12 34":                                 strings.TrimSpace(strings.Repeat("word ", 60)) + "… Figures: 12, 34",
	} {
		if got := summarize(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := summarize("x\n" + strings.Repeat("1 2 3 4 5 6 7 8 9 ", 100)); got != "x Figures: 1, 2, 3, 4, 5, 6, 7, 8, 9" {
		t.Errorf("got %q", got)
	}
}

func TestContextIsCountedByPart(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	ctx := t.Context()
	empty, err := s.Context()
	if err != nil || empty.Total != 0 || empty.Level != LevelOK {
		t.Errorf("got %+v, %v", empty, err)
	}
	if _, err := s.Put(ctx, Record{Name: "sales", Description: "all sales", Step: 1, Sources: []string{"shop.orders"}}, numbers(3).Reader()); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(ctx, 1, "regions", []string{"North", "South"}); err != nil {
		t.Fatal(err)
	}
	if err := s.AddArtifact(ctx, Artifact{Name: "code", Kind: KindCode, Step: 1, Bytes: []byte(strings.Repeat("print(1)\n", 1000))}); err != nil {
		t.Fatal(err)
	}
	if err := s.Note(ctx, 1, "Queried the orders"); err != nil {
		t.Fatal(err)
	}
	items, err := s.Items()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Step 1: Queried the orders",
		`regions = ["North","South"]`,
		"sales(n BIGINT, label VARCHAR): 3 rows, made by step 1 from shop.orders. all sales",
		"code: code of step 1, 8.8 KiB",
	}
	for i, item := range items {
		if item.Text != want[i] || item.Tokens != schema.Tokens(want[i]) {
			t.Errorf("got %+v, want %q", item, want[i])
		}
	}
	st, err := s.Context()
	if err != nil || st.Scratchpad != items[0].Tokens || st.State != items[1].Tokens || st.Tables != items[2].Tokens || st.Artifacts != items[3].Tokens ||
		st.Total != st.Scratchpad+st.State+st.Tables+st.Artifacts || st.Largest[0].Name != "sales" || st.Level != LevelOK {
		t.Errorf("got %+v, %v", st, err)
	}
}

// longText is more than a model should read.
var longText = strings.Repeat("Wörter ", 20_000)

// fillContext puts more into a store than a model should read.
func fillContext(t *testing.T, s *Store) {
	t.Helper()
	put(t, s, 1, "sales", numbers(3))
	for i := range 30 {
		if err := s.Note(t.Context(), i, fmt.Sprintf("Step %d found it\n%s %d%%", i, strings.Repeat("and more words ", 800), i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddArtifact(t.Context(), Artifact{Name: "story", Kind: KindNarrative, MediaType: "text/markdown", Step: 1, Bytes: []byte(longText)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(t.Context(), 1, "texts", longText); err != nil {
		t.Fatal(err)
	}
}

func TestCompactShowsLess(t *testing.T) {
	s := open(t, t.TempDir(), Limits{})
	fillContext(t, s)
	before, err := s.Context()
	if err != nil || before.Level != LevelCritical || len(before.Largest) != largestItems || before.Largest[0].Tokens < before.Largest[1].Tokens {
		t.Fatalf("got %s of %d, %v", before.Level, before.Total, err)
	}
	done, err := s.Compact(t.Context())
	if err != nil || done.Summarized != 20 || done.Shortened != 2 || done.Before.Total != before.Total || done.After.Level != LevelOK {
		t.Errorf("got %d and %d, %s of %d, %v", done.Summarized, done.Shortened, done.After.Level, done.After.Total, err)
	}
	again, err := s.Compact(t.Context())
	if err != nil || again.Summarized != 0 || again.Shortened != 0 || again.After.Total != done.After.Total {
		t.Errorf("the second time: %+v, %v", again, err)
	}
	items, err := s.Items()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range items {
		if i.Part != PartScratchpad && len([]rune(i.Text)) > maxShown+100 {
			t.Errorf("%s is shown with %d characters", i.Name, len([]rune(i.Text)))
		}
	}
	if items[7].Text != "Step 7: Step 7 found it Figures: 7%" || len(items[29].Text) < 10_000 {
		t.Errorf("got %q, and the last has %d bytes", items[7].Text, len(items[29].Text))
	}
}

func TestCompactLosesNothing(t *testing.T) {
	folder := t.TempDir()
	s := open(t, folder, Limits{})
	fillContext(t, s)
	notes, err := s.Notes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s = open(t, folder, Limits{})
	after, err := s.Notes()
	if err != nil || len(after) != len(notes) {
		t.Fatalf("got %d notes, %v", len(after), err)
	}
	for i := range notes {
		if after[i].Text != notes[i].Text {
			t.Errorf("note %d was changed", i)
		}
	}
	if now, err := s.State(); err != nil || string(now[0].Value) != `"`+longText+`"` {
		t.Errorf("the state was changed, %v", err)
	}
	if a, err := s.ReadArtifact("story"); err != nil || string(a.Bytes) != longText {
		t.Errorf("the narrative was changed, %v", err)
	}
	if got := query(t, s, "SELECT * FROM sales"); len(got.Rows) != 3 {
		t.Errorf("got %v", got.Rows)
	}
}
