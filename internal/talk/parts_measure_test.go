package talk

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Questions that others asked of their data are one each. Only databases that may be
// looked at are measured.
func TestQuestionsOfOthersAreNotSplit(t *testing.T) {
	dir := os.Getenv("PLUMB_EVAL")
	if dir == "" {
		t.Skip("needs PLUMB_EVAL, the folder with the evaluation data")
	}
	own := &Talk{Config: Config{Intents: BuiltinIntents}}
	for _, set := range []string{"business", "spider", "real"} {
		var splits struct{ Train []string }
		if err := json.Unmarshal(readFile(t, dir, set, "splits.json"), &splits); err != nil {
			t.Fatal(err)
		}
		var all, cut float64
		for line := range bytes.Lines(readFile(t, dir, set, "questions.jsonl")) {
			var q struct {
				Database string `json:"db_id"`
				Question string `json:"question"`
			}
			if err := json.Unmarshal(line, &q); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(splits.Train, q.Database) {
				continue
			}
			all++
			if parts := own.Parts(t.Context(), q.Question); len(parts) > 1 {
				cut++
				t.Logf("%q is split into %q", q.Question, parts)
			}
		}
		t.Logf("%s: %.0f of %.0f questions are split", set, cut, all)
		if cut > 0.005*all {
			t.Errorf("%s: more than 1 in 200 questions are split", set)
		}
	}
}

func readFile(t *testing.T, dir, set, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, set, name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
