package analyst

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// firstStage are the readers of messages, which look at words alone.
var firstStage = map[string]func(string) bool{
	"pareto":       func(s string) bool { return readPareto(s) != nil },
	"anomalies":    func(s string) bool { return readAnomalies(s) != nil },
	"profile":      func(s string) bool { return readProfile(s) != nil },
	"distribution": func(s string) bool { return readDistribution(s) != nil },
	"correlations": func(s string) bool { return readCorrelations(s) != nil },
	"significance": func(s string) bool { return readDifference(s) != nil },
	"compare":      func(s string) bool { return readCompare(s, time.Date(2025, 11, 15, 0, 0, 0, 0, time.UTC)) != nil },
}

// Questions that others asked of their data are for the parser. What the words of a
// few leave open, the schema decides: their number is bounded.
func TestQuestionsOfOthersAreNoAnalyses(t *testing.T) {
	dir := os.Getenv("PLUMB_EVAL")
	if dir == "" {
		t.Skip("needs PLUMB_EVAL, the folder with the evaluation data")
	}
	for _, set := range []string{"business", "spider"} {
		data, err := os.ReadFile(filepath.Join(dir, set, "questions.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		all, taken := 0.0, 0.0
		for line := range bytes.Lines(data) {
			var q struct {
				Question string  `json:"question"`
				SQL      *string `json:"sql"`
			}
			if err := json.Unmarshal(line, &q); err != nil {
				t.Fatal(err)
			}
			if q.SQL == nil {
				continue
			}
			all++
			for name, reads := range firstStage {
				if reads(q.Question) {
					taken++
					t.Logf("%s: %q", name, q.Question)
				}
			}
		}
		t.Logf("%s: %.0f of %.0f questions pass a first stage", set, taken, all)
		if taken > 0.002*all {
			t.Errorf("%s: more than 2 in 1000 questions are taken for an analysis", set)
		}
	}
}
