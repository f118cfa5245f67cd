package eval

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Charts is what a folder of questions about charts asks. Each phrasing of a
// chart is a case of its own.
type Charts struct {
	*Suite
	wanted map[string]wanted // by case
}

// wanted is the chart that a case asks for.
type wanted struct {
	kind  string // such as Bar, Stacked Bar or Grouping Line
	named bool   // the phrasing says so
}

// HasSeries is true for a kind of chart that tells series apart.
func HasSeries(kind string) bool { return mark(kind) != kind }

// mark is what is drawn, whether or not it has series.
func mark(kind string) string { return kind[strings.LastIndexByte(kind, ' ')+1:] }

// namesKind is how a phrasing says what it wants to see.
var namesKind = regexp.MustCompile(`(?i)\b(?:bars?|pie|line|scatter\w*|histogram|stack(?:ed)?)\b`)

// LoadCharts reads pairs.jsonl, as nvBench has it: a chart each, with its
// phrasings, its kind, and the query that makes it. The databases, and the
// split of them, are those of another folder.
func LoadCharts(dir string, s Selection) (*Charts, error) {
	c := &Charts{Suite: &Suite{Dir: dir, root: s.Databases}, wanted: map[string]wanted{}}
	err := eachLine(filepath.Join(dir, "pairs.jsonl"), func(_ int, line []byte) error { return c.add(line) })
	if f := fault.Of(err); err != nil && f.Code == fault.NotFound {
		return nil, f.WithHint("a folder for plumb eval chart holds pairs.jsonl")
	}
	if err != nil {
		return nil, err
	}
	// The split is beside the databases, because both belong to the folder
	// that charts were made for.
	c.Dir = filepath.Dir(filepath.Clean(s.Databases))
	err = c.keepSplit(s.Split)
	c.Dir = dir
	if err != nil {
		return nil, err
	}
	c.Cases = spread(c.Cases, s.Limit)
	if len(c.Cases) == 0 {
		return nil, fault.New(fault.NotFound, "no question is selected in %s", dir).WithHint("check --split and --databases")
	}
	return c, c.findDatabases()
}

func (c *Charts) add(line []byte) error {
	var e struct {
		ID        int      `json:"vis_id"`
		Kind      string   `json:"chart"`
		Database  string   `json:"db_id"`
		Questions []string `json:"nl_queries"`
		Query     string   `json:"vis_query"`
	}
	if err := json.Unmarshal(line, &e); err != nil {
		return err
	}
	if e.Database == "" || strings.ContainsAny(e.Database, `/\`) || strings.HasPrefix(e.Database, ".") {
		return fmt.Errorf("%q cannot be a database's name", e.Database)
	}
	if e.Kind == "" || e.Query == "" {
		return fmt.Errorf("a chart needs the fields %q and %q", "chart", "vis_query")
	}
	gold := ChartSQL(e.Query)
	if HasSeries(e.Kind) {
		// The query tells series apart without selecting by what; saying it
		// is right too.
		if with, ok := SelectSeries(gold); ok {
			gold += " ; " + with
		}
	}
	for i, question := range e.Questions {
		id := fmt.Sprintf("%d-%d", e.ID, i)
		c.Cases = append(c.Cases, &Case{ID: id, Database: e.Database, Turns: []Turn{{Question: question, Gold: gold, Known: true}}})
		c.wanted[id] = wanted{kind: e.Kind, named: namesKind.MatchString(question)}
	}
	return nil
}
