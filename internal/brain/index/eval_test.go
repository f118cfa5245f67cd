package index_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/sqlite"
)

// build indexes a SQLite file through a connection, as the program does.
func build(t testing.TB, path string) (*index.Index, *schema.Snapshot) {
	t.Helper()
	c, err := connection.Open(t.Context(), connection.Spec{
		Driver: sqlite.Driver, Config: source.Config{DSN: path, Name: "test", Limits: source.Limits{}.OrDefault()},
		Identity: path, Cache: schema.Cache{Dir: t.TempDir()}, Refresh: time.Hour, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s, err := c.Schema(t.Context(), connection.Full)
	if err != nil {
		t.Fatal(err)
	}
	x, err := index.Build(t.Context(), s, index.FromConnection(c))
	if err != nil {
		t.Fatal(err)
	}
	return x, s
}

type question struct {
	Database string `json:"db_id"`
	Question string `json:"question"`
	SQL      string `json:"sql"`
}

// questionsOf reads the questions of a folder's databases of one split.
func questionsOf(t *testing.T, dir, split string) (databases []string, list map[string][]question) {
	t.Helper()
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
	list = map[string][]question{}
	for s := bufio.NewScanner(f); s.Scan(); {
		var q question
		if err := json.Unmarshal(s.Bytes(), &q); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(splits[split], q.Database) {
			list[q.Database] = append(list[q.Database], q)
		}
	}
	return splits[split], list
}

var (
	literal = regexp.MustCompile(`(?i)(like\s+)?'((?:[^']|'')*)'|"([^"]*)"`)
	dated   = regexp.MustCompile(`^\d{4}(-|$)|^[+-]?\d+ (day|month|year)|^%[A-Za-z]|^[\d.]+$|^(start|weekday|unixepoch)|days?'?$`)
)

// TestMeasure tells how many literals of gold SQL the index finds in the
// question, and what it costs. It asserts nothing but that building works.
func TestMeasure(t *testing.T) {
	root := os.Getenv("PLUMB_EVAL")
	if root == "" {
		t.Skip("PLUMB_EVAL is not set")
	}
	split := "train"
	if s := os.Getenv("PLUMB_SPLIT"); s != "" {
		split = s
	}
	for _, set := range []string{"business", "spider"} {
		t.Run(set, func(t *testing.T) { measure(t, filepath.Join(root, set), split) })
	}
}

func measure(t *testing.T, dir, split string) {
	databases, list := questionsOf(t, dir, split)
	var took, slowest, asked time.Duration
	var literals, found, enumerated, matches, questions, links int
	for _, d := range databases {
		start := time.Now()
		x, _ := build(t, filepath.Join(dir, "database", d+".sqlite"))
		took += time.Since(start)
		slowest = max(slowest, time.Since(start))
		if n, bytes := x.CountStored(); n > 10_000 {
			t.Logf("%s: %d values, %d bytes in %v %s", d, n, bytes, time.Since(start).Round(time.Millisecond), x.Cut)
		}
		var known []string
		for i := range x.Columns {
			for _, v := range x.Columns[i].Enum {
				known = append(known, strings.ToLower(v.Text))
			}
		}
		for _, q := range list[d] {
			if q.SQL == "" {
				continue
			}
			start := time.Now()
			words := span.Words(q.Question)
			hits := x.Values(words)
			links += len(x.Names(words))
			asked += time.Since(start)
			matches += len(hits)
			questions++
			for _, m := range literal.FindAllStringSubmatch(q.SQL, -1) {
				text := strings.ToLower(strings.Trim(strings.ReplaceAll(m[2]+m[3], "''", "'"), "% "))
				if len(text) == 0 || dated.MatchString(m[2]+m[3]) || m[3] != "" && set(dir) == "business" {
					continue
				}
				literals++
				hit := slices.ContainsFunc(hits, func(h index.Match) bool {
					l := strings.ToLower(h.Text)
					return l == text || m[1] != "" && (strings.Contains(l, text) || strings.Contains(text, l) && len(l) > 2)
				})
				switch {
				case hit:
					found++
				case slices.Contains(known, text):
					enumerated++
					if os.Getenv("PLUMB_SHOW") == "all" {
						t.Logf("enumerated %q in %s: %s", m[2]+m[3], d, q.Question)
					}
				case os.Getenv("PLUMB_SHOW") != "":
					t.Logf("missed %q in %s: %s", m[2]+m[3], d, q.Question)
				}
			}
		}
	}
	t.Logf("%s %s: %d databases in %v (slowest %v); %d questions, %.2f ms each, %.1f matches and %.1f links each; literals %d: %.1f%% found, %.1f%% enumerated",
		set(dir), split, len(databases), took.Round(time.Millisecond), slowest.Round(time.Millisecond), questions, asked.Seconds()*1000/float64(questions), float64(matches)/float64(questions),
		float64(links)/float64(questions), literals, 100*float64(found)/float64(literals), 100*float64(enumerated)/float64(literals))
}

func set(dir string) string { return filepath.Base(dir) }
