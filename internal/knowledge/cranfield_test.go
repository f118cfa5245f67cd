package knowledge

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/document"
)

// cranfield is the collection: 1,400 abstracts, 225 questions, and how much each
// abstract says to them.
type cranfield struct {
	ids       []string
	documents []*document.Document
	questions []string
	grades    []map[string]float64
}

// loadCranfield reads the collection where PLUMB_EVAL says. The judgements count the
// questions in their order, not by the numbers that they have in their file, and the
// grades of the corrected file grow with relevance.
func loadCranfield(t testing.TB) cranfield {
	t.Helper()
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(root, "retrieval", "cranfield", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	var c cranfield
	for _, entry := range entries(read("cran.all.1400")) {
		d := &document.Document{Title: flat(entry["T"])}
		for _, p := range regexp.MustCompile(`\n  +`).Split(entry["W"], -1) {
			if p = flat(p); p != "" {
				d.Blocks = append(d.Blocks, document.Block{Kind: document.Paragraph, Text: p})
			}
		}
		c.ids, c.documents = append(c.ids, flat(entry["I"])), append(c.documents, d)
	}
	for _, entry := range entries(read("cran.qry")) {
		c.questions = append(c.questions, flat(entry["W"]))
		c.grades = append(c.grades, map[string]float64{})
	}
	for line := range strings.Lines(read("QRelsCorrectedforTRECeval")) {
		f := strings.Fields(line)
		q, _ := strconv.Atoi(f[0])
		grade, err := strconv.ParseFloat(f[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		c.grades[q-1][f[2]] = grade
	}
	if len(c.documents) != 1400 || len(c.questions) != 225 {
		t.Fatalf("%d documents, %d questions", len(c.documents), len(c.questions))
	}
	return c
}

// entries reads the fields of a file in SMART's format by their letters.
func entries(text string) []map[string]string {
	var list []map[string]string
	field := ""
	for line := range strings.Lines(text) {
		if m := regexp.MustCompile(`^\.([A-Z])(?: +(\d+))?\s*$`).FindStringSubmatch(line); m != nil {
			if field = m[1]; field == "I" {
				list = append(list, map[string]string{"I": m[2]})
			}
			continue
		}
		list[len(list)-1][field] += line
	}
	return slices.DeleteFunc(list, func(m map[string]string) bool { return m["I"] == "" }) // the files end with the mark of an entry
}

func flat(s string) string { return strings.Join(strings.Fields(s), " ") }

// ndcg is nDCG@10 as trec_eval computes it: the gain is the grade.
func ndcg(ranked []string, grades map[string]float64) float64 {
	sum := func(gains []float64) float64 {
		total := 0.0
		for i, g := range gains[:min(len(gains), 10)] {
			total += g / math.Log2(float64(i+2))
		}
		return total
	}
	var got, best []float64
	for _, id := range ranked {
		got = append(got, grades[id])
	}
	for _, g := range grades {
		best = append(best, g)
	}
	slices.SortFunc(best, func(a, b float64) int { return int(b - a) })
	if sum(best) == 0 {
		return 0
	}
	return sum(got) / sum(best)
}
