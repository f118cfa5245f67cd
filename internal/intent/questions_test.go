package intent

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Questions that others asked of their data must not be taken for anything
// else, least of all with certainty. Only databases that nothing was tuned on
// are measured.
func TestQuestionsOfOthersAreDataQuestions(t *testing.T) {
	dir := os.Getenv("PLUMB_EVAL")
	if dir == "" {
		t.Skip("needs PLUMB_EVAL, the folder with the evaluation data")
	}
	c, err := Builtin(embedder(t))
	if err != nil {
		t.Fatal(err)
	}
	var splits struct{ Valid []string }
	if err := json.Unmarshal(read(t, dir, "splits.json"), &splits); err != nil {
		t.Fatal(err)
	}
	var all, data, surelyNot float64
	for line := range bytes.Lines(read(t, dir, "questions.jsonl")) {
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
		if isData := !slices.ContainsFunc(names(intents), func(n Name) bool { return n != DataQuestion && n != Query && n != NewQuestion }); isData {
			data++
		} else if tier == Sure {
			surelyNot++
		}
	}
	t.Logf("%.1f%% of %.0f read as data questions; %.1f%% surely as something else", 100*data/all, all, 100*surelyNot/all)
	if data < 0.93*all || surelyNot > 0.03*all {
		t.Error("less than before")
	}
}

func read(t *testing.T, dir, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "business", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
