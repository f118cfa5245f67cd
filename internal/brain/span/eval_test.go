package span

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"
)

var (
	offset = regexp.MustCompile(`date\('(\d{4}-\d\d-\d\d)', '([+-]\d+) (day|month|year)s?'\)`)
	iso    = regexp.MustCompile(`'(\d{4})(-\d\d)?(-\d\d)?[%']`)
)

// TestMeasure tells how many of the dates in gold SQL are the first or last
// day of a period that is found in the question.
func TestMeasure(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	dir := filepath.Join(root, "business")
	split := "train"
	if s := os.Getenv("PLUMB_SPLIT"); s != "" {
		split = s
	}
	data, err := os.ReadFile(filepath.Join(dir, "splits.json"))
	if err != nil {
		t.Fatal(err)
	}
	var splits map[string][]string
	if err := json.Unmarshal(data, &splits); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(dir, "questions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, found := 0, 0
	for s := bufio.NewScanner(f); s.Scan(); {
		var q struct {
			Database string `json:"db_id"`
			Question string `json:"question"`
			SQL      string `json:"sql"`
			Now      string `json:"now"`
		}
		if err := json.Unmarshal(s.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		now, err := time.Parse("2006-01-02", q.Now)
		if err != nil || q.SQL == "" || !slices.Contains(splits[split], q.Database) {
			continue
		}
		edges := map[time.Time]bool{now: true}
		for _, x := range Find(Words(q.Question), now) {
			for _, e := range []time.Time{x.Period.Start, x.Period.End, x.Period.End.AddDate(0, 0, -1)} {
				edges[e] = true
			}
		}
		for _, want := range goldDates(q.SQL) {
			all++
			if edges[want] {
				found++
			} else if os.Getenv("PLUMB_SHOW") != "" {
				t.Logf("missed %s: %s", want.Format("2006-01-02"), q.Question)
			}
		}
	}
	t.Logf("business %s: %d of %d dates are edges of a period (%.1f%%)", split, found, all, 100*float64(found)/float64(all))
}

func goldDates(sql string) []time.Time {
	var list []time.Time
	for _, m := range offset.FindAllStringSubmatch(sql, -1) {
		at, _ := time.Parse("2006-01-02", m[1])
		n, _ := strconv.Atoi(m[2])
		list = append(list, move(at, units[m[3]], n))
	}
	for _, m := range iso.FindAllStringSubmatch(offset.ReplaceAllString(sql, ""), -1) {
		text := m[1] + m[2] + m[3]
		if at, err := time.Parse("2006-01-02"[:len(text)], text); err == nil {
			list = append(list, at)
		}
	}
	return list
}
