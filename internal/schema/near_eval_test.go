package schema_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/schema"
)

// together is all databases of the evaluation data as one, each in a schema of
// its own.
func together(t *testing.T, root string) *schema.Snapshot {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, "spider", "tables.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		ID      string   `json:"db_id"`
		Tables  []string `json:"table_names_original"`
		Columns []any    `json:"column_names_original"`
		Types   []string `json:"column_types"`
		Keys    [][2]int `json:"foreign_keys"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	s := &schema.Snapshot{Dialect: "sqlite", Database: "together"}
	for _, d := range list {
		first := len(s.Tables)
		for _, name := range d.Tables {
			s.Tables = append(s.Tables, schema.Table{Schema: d.ID, Name: name, Kind: schema.BaseTable, Rows: -1})
		}
		at := make([]int, len(d.Columns))
		for i, c := range d.Columns {
			pair := c.([]any)
			if at[i] = int(pair[0].(float64)); at[i] >= 0 {
				x := &s.Tables[first+at[i]]
				x.Columns = append(x.Columns, schema.Column{Name: pair[1].(string), Type: d.Types[i]})
			}
		}
		for _, k := range d.Keys {
			from, to := d.Columns[k[0]].([]any), d.Columns[k[1]].([]any)
			x := &s.Tables[first+at[k[0]]]
			x.ForeignKeys = append(x.ForeignKeys, schema.ForeignKey{Columns: []string{from[1].(string)}, RefSchema: d.ID,
				RefTable: d.Tables[at[k[1]]], RefColumns: []string{to[1].(string)}})
		}
	}
	schema.Enrich(s)
	return s
}

// wanting is a question, the same in other words, and the tables that its gold
// statement reads.
type wanting struct {
	Question   string `json:"question"`
	Paraphrase string `json:"paraphrase"`
	DB         string `json:"db_id"`
	SQL        string `json:"sql"`
	tables     []string
}

var tableNamed = regexp.MustCompile(`(?i)\b(?:from|join)\s+(\w+)`)

// wanted is every tenth question.
func wanted(t *testing.T, root string, s *schema.Snapshot) []wanting {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, "spider", "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var list []wanting
	n := 0
	for line := range bytes.Lines(raw) {
		var w wanting
		if err := json.Unmarshal(line, &w); err != nil {
			t.Fatal(err)
		}
		if n++; n%10 != 0 {
			continue
		}
		for _, m := range tableNamed.FindAllStringSubmatch(w.SQL, -1) {
			if x := s.Table(w.DB + "." + m[1]); x != nil && !slices.Contains(w.tables, x.QualifiedName()) {
				w.tables = append(w.tables, x.QualifiedName())
			}
		}
		if len(w.tables) > 0 {
			list = append(list, w)
		}
	}
	return list
}

// With the evaluation data at hand (PLUMB_EVAL), all its databases together are
// a large schema. What is near in meaning must not lose tables that words find,
// and must find more where the question has other words than the schema.
func TestRecallOfWordsAndMeaning(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	e, err := embed.New()
	if err != nil {
		t.Skip(err)
	}
	s := together(t, root)
	ix := schema.NewIndex(s)
	began := time.Now()
	known, err := e.Embed(t.Context(), schema.Texts(s))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d tables, whose vectors took %s", len(s.Tables), time.Since(began).Round(time.Millisecond))
	list := wanted(t, root, s)
	for _, kind := range []struct {
		name  string
		text  func(wanting) string
		gains bool
	}{
		{"questions", func(w wanting) string { return w.Question }, false},
		{"paraphrases", func(w wanting) string { return w.Paraphrase }, true},
	} {
		var texts []string
		for _, w := range list {
			texts = append(texts, kind.text(w))
		}
		vectors, err := e.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		for _, budget := range []int{1500, 3000, 12_000} {
			all, words, near := 0, 0, 0
			for i, w := range list {
				all += len(w.tables)
				words += having(ix.Select(texts[i], budget), w.tables)
				near += having(ix.SelectNear(texts[i], cosines(vectors[i], known), budget), w.tables)
			}
			share := func(n int) float64 { return 100 * float64(n) / float64(all) }
			t.Logf("%s, %d tokens: %.1f%% of %d tables by words, %.1f%% with meaning", kind.name, budget, share(words), all, share(near))
			const noise = 0.5 // percent
			if share(near) < share(words)-noise || kind.gains && near <= words {
				t.Errorf("%s, %d tokens: meaning finds %d of %d tables, words alone %d", kind.name, budget, near, all, words)
			}
		}
	}
}

func having(got []*schema.Table, want []string) int {
	n := 0
	for _, x := range got {
		if slices.Contains(want, x.QualifiedName()) {
			n++
		}
	}
	return n
}

func cosines(one []float32, list [][]float32) []float32 {
	out := make([]float32, len(list))
	for i, v := range list {
		for j, x := range v {
			out[i] += x * one[j]
		}
	}
	return out
}
