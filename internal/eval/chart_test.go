package eval

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

func TestChartSQL(t *testing.T) {
	for _, c := range []struct{ visual, want string }{
		{"Visualize PIE SELECT a , max(b) FROM t GROUP BY a", "SELECT a , max(b) FROM t GROUP BY a"},
		{"Visualize BAR SELECT d , COUNT(d) FROM t  ORDER BY COUNT(d) DESC BIN d BY WEEKDAY",
			"SELECT strftime('%w', d) , COUNT(d) FROM t  GROUP BY strftime('%w', d) ORDER BY COUNT(d) DESC"},
		{"Visualize LINE SELECT d , SUM(n) FROM t GROUP BY kind ORDER BY d ASC BIN d BY YEAR",
			"SELECT strftime('%Y', d) , SUM(n) FROM t GROUP BY strftime('%Y', d) , kind ORDER BY strftime('%Y', d) ASC"},
		{"Visualize LINE SELECT Year , COUNT(Year) FROM t ORDER BY Year ASC BIN Year BY YEAR", "SELECT Year , COUNT(Year) FROM t GROUP BY Year ORDER BY Year ASC"},
		{"Visualize BAR SELECT d , SUM(n) FROM t BIN d BY ZERO", "SELECT d , SUM(n) FROM t"},
	} {
		if got := ChartSQL(c.visual); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.visual, got, c.want)
		}
	}
}

func TestSelectSeries(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT a , COUNT(a) FROM t GROUP BY b , a ORDER BY a": "SELECT a , COUNT(a) , b FROM t GROUP BY b , a ORDER BY a",
		"SELECT a , COUNT(a) FROM t GROUP BY a":                "",
		"SELECT a , b FROM t":                                  "",
	} {
		if got, _ := SelectSeries(sql); got != want {
			t.Errorf("%s\n got %s\nwant %s", sql, got, want)
		}
	}
}

const pairs1 = `{"vis_id":1,"chart":"Bar","db_id":"harbour","nl_queries":["Bar chart of boats by name","How many boats of each name?"],"vis_query":"Visualize BAR SELECT name , COUNT(name) FROM boats GROUP BY name"}
{"vis_id":2,"chart":"Stacked Bar","db_id":"harbour","nl_queries":["Stacked bars of boats"],"vis_query":"Visualize BAR SELECT name , COUNT(name) FROM boats GROUP BY afloat , name"}
{"vis_id":3,"chart":"Line","db_id":"harbour","nl_queries":["Boats built each year"],"vis_query":"Visualize LINE SELECT built , COUNT(built) FROM boats BIN built BY YEAR"}
`

func TestCharts(t *testing.T) {
	dir := folder(t, map[string]string{"pairs.jsonl": pairs1, "splits.json": `{"train":["harbour"],"valid":[]}`})
	charts, err := LoadCharts(dir, Selection{Split: "train", Databases: filepath.Join(dir, "database")})
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{
		"Bar chart of boats by name":   "SELECT name, COUNT(*) AS n FROM boats GROUP BY name",
		"How many boats of each name?": "SELECT COUNT(*) FROM boats",
		"Stacked bars of boats":        "SELECT name, afloat, COUNT(*) FROM boats GROUP BY name, afloat",
	}
	brain := &scripted{say: func(r Request) (Answer, error) {
		return Answer{SQL: answers[r.Question], Meaning: &meaning.Meaning{Columns: make([]meaning.Column, 2)}}, nil
	}}
	run := &Run{Suite: charts.Suite, Brain: brain, Open: open, Order: OrderCounts, Parallel: 1, Journal: NewJournal(), Now: time.Unix(0, 0)}
	if err := run.Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	steps := 0
	run.Progress = func(done, total int) { steps++ }
	drawn, err := run.Draw(t.Context(), func(question string, tab *table.Table, m *meaning.Meaning) string {
		if m == nil || len(tab.Columns) == 2 && m.Column(tab.Columns[1].Name) == nil {
			t.Errorf("%s: the meaning is %+v", question, m)
		}
		return map[int]string{1: "value", 2: "Bar", 3: "Stacked Bar"}[len(tab.Columns)]
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(Drawn{"1-0": "Bar", "1-1": "value", "2-0": "Stacked Bar"}, drawn); d != "" {
		t.Error(d)
	}
	s := charts.Summary(run.Journal, drawn)
	if s.Asked != 4 || steps != 4 || s.Kind.N != 2 || s.Mark.N != 2 || s.Data.N != 2 || s.Both.N != 2 || s.GoldBroken != 0 {
		t.Errorf("got %+v after %d steps", s, steps)
	}
	if len(s.ByNaming) != 2 || s.ByNaming[0].Kind.N+s.ByNaming[1].Kind.N != 2 || len(s.Mistakes) != 2 {
		t.Errorf("got %+v", s)
	}
}

func TestChartsThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		pairs, split string
		code         fault.Code
	}{
		"no JSON":        {"x\n", "", fault.BadData},
		"no query":       {`{"vis_id":1,"chart":"Bar","db_id":"harbour","nl_queries":["x"]}`, "", fault.BadData},
		"a way out":      {`{"vis_id":1,"chart":"Bar","db_id":"../harbour","nl_queries":["x"],"vis_query":"y"}`, "", fault.BadData},
		"other database": {`{"vis_id":1,"chart":"Bar","db_id":"port","nl_queries":["x"],"vis_query":"y"}`, "", fault.NotFound},
		"nothing left":   {pairs1, "valid", fault.NotFound},
		"other split":    {pairs1, "test", fault.NotFound},
	} {
		dir := folder(t, map[string]string{"pairs.jsonl": c.pairs, "splits.json": `{"valid":[]}`})
		_, err := LoadCharts(dir, Selection{Split: c.split, Databases: filepath.Join(dir, "database")})
		if fault.CodeOf(err) != c.code {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := LoadCharts(t.TempDir(), Selection{}); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
}
