package memory

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// asked are the questions of a file of the evaluation data, of the given databases.
func asked(t *testing.T, file string, databases []string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q struct {
			Database   string `json:"db_id"`
			Question   string
			Paraphrase string
			Turns      []struct{ Question string }
		}
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if databases != nil && !slices.Contains(databases, q.Database) {
			continue
		}
		for _, turn := range q.Turns {
			list = append(list, turn.Question)
		}
		for _, text := range []string{q.Question, q.Paraphrase} {
			if text != "" {
				list = append(list, text)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// With the evaluation data at hand (PLUMB_EVAL), no more than one in 500 questions about
// data may be taken for a statement.
func TestQuestionsAreNoStatements(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	for _, set := range []struct {
		folder, file string
		splits       []string
	}{
		{"business", "questions.jsonl", nil},
		{"business", "dialogues.jsonl", nil},
		{"spider", "questions.jsonl", nil},
		{"real", "questions.jsonl", []string{"train"}},
		{"real", "dialogues.jsonl", []string{"train"}},
	} {
		var databases []string
		if set.splits != nil {
			content, err := os.ReadFile(filepath.Join(root, set.folder, "splits.json"))
			if err != nil {
				t.Fatal(err)
			}
			splits := map[string][]string{}
			if err := json.Unmarshal(content, &splits); err != nil {
				t.Fatal(err)
			}
			for _, s := range set.splits {
				databases = append(databases, splits[s]...)
			}
		}
		questions := asked(t, filepath.Join(root, set.folder, set.file), databases)
		taken, standing := 0, 0
		for _, q := range questions {
			for _, s := range Parse(q, Context{Them: "customers"}) {
				t.Logf("%q is read as %s", q, written(s))
				taken++
				if s.Standing {
					standing++
				}
				break
			}
		}
		t.Logf("%s/%s: %d of %d (%.2f%%) taken for a statement, %d of them standing", set.folder, set.file, taken, len(questions),
			100*float64(taken)/float64(len(questions)), standing)
		// Of a message after an answer, only what is standing is taken away from the answer.
		if set.file == "dialogues.jsonl" {
			taken = standing
		}
		if taken*500 > len(questions) {
			t.Errorf("more than one in 500 of %s/%s", set.folder, set.file)
		}
	}
}
