package intent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Questions that others asked of their data must not be taken for anything that
// Plumb acts on. Only databases that nothing was tuned on are measured.
func TestQuestionsOfOthersAreDataQuestions(t *testing.T) {
	dir := os.Getenv("PLUMB_EVAL")
	if dir == "" {
		t.Skip("needs PLUMB_EVAL, the folder with the evaluation data")
	}
	c, err := Builtin(embedder(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"business", "spider"} {
		var splits struct{ Valid []string }
		if err := json.Unmarshal(read(t, dir, set, "splits.json"), &splits); err != nil {
			t.Fatal(err)
		}
		var all, misled float64
		for line := range bytes.Lines(read(t, dir, set, "questions.jsonl")) {
			var q struct {
				Database string  `json:"db_id"`
				Question string  `json:"question"`
				SQL      *string `json:"sql"`
			}
			if err := json.Unmarshal(line, &q); err != nil {
				t.Fatal(err)
			}
			if q.SQL == nil || !slices.Contains(splits.Valid, q.Database) {
				continue
			}
			intents, tier, err := c.Classify(t.Context(), q.Question)
			if err != nil {
				t.Fatal(err)
			}
			all++
			if acts(names(intents)) && tier == Sure {
				misled++
				t.Logf("%q is taken for %v", q.Question, intents)
			}
		}
		t.Logf("%s: %.0f of %.0f questions (%.2f%%) are taken for something to act on", set, misled, all, 100*misled/all)
		if misled > 0.01*all {
			t.Errorf("%s: more than 1 in 100 questions are misled", set)
		}
	}
}

// acts is true for intents that are no question and change none.
func acts(list []Name) bool {
	return !slices.ContainsFunc(list, func(n Name) bool { return n.Asks() || n.Changes() || n == Compare })
}

func read(t *testing.T, dir, set, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, set, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
