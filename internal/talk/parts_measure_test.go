package talk

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Questions that others asked of their data are one each. The words of cues were chosen on
// the databases for training; only the others are measured, and their questions not shown.
func TestQuestionsOfOthersAreNotSplit(t *testing.T) {
	dir := os.Getenv("PLUMB_EVAL")
	if dir == "" {
		t.Skip("needs PLUMB_EVAL, the folder with the evaluation data")
	}
	own := &Talk{Config: Config{Intents: BuiltinIntents}}
	for _, set := range []string{"business", "spider"} {
		var splits struct{ Valid []string }
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
			if !slices.Contains(splits.Valid, q.Database) {
				continue
			}
			all++
			if parts := own.Parts(t.Context(), q.Question); len(parts) > 1 {
				cut++
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
