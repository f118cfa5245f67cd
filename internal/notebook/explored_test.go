package notebook

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// Statements behind an explored answer.
const (
	byRegion  = "SELECT region, sum(revenue) AS revenue, count(*) AS orders\nFROM sales GROUP BY region"
	byProduct = "SELECT product, count(*) AS orders FROM sales GROUP BY product"
	unused    = "SELECT max(day) FROM sales"
)

func products() *table.Table {
	return &table.Table{
		Columns: []table.Column{{Name: "product", Kind: table.Text}, {Name: "orders", Kind: table.Int}},
		Rows:    []table.Row{{table.NewText("tent"), table.NewInt(30)}, {table.NewText("stove"), table.NewInt(18)}},
	}
}

func days() *table.Table {
	return &table.Table{Columns: []table.Column{{Name: "day", Kind: table.Text}}, Rows: []table.Row{{table.NewText("2026-02-05")}}}
}

// explored is an answer that rests on two of three queries.
func explored() session.Cell {
	c := sample(0)
	c.Reading = &session.Reading{Outcome: "likely"}
	c.Narrative = &session.Narrative{Text: "North leads with revenue of 1,200.50. The tent has 30 orders.", By: "test/m", DataReferences: []session.DataReference{
		{RefID: "ref1", Text: "leads", Operation: "rank", Columns: []string{"revenue"}, Rows: []int{0}},
		{RefID: "ref2", Text: "1,200.50", Operation: "value", Columns: []string{"revenue"}, Rows: []int{0}},
		{RefID: "ref3", Text: "30", Operation: "value", Columns: []string{"orders"}, Rows: []int{0}, Query: 2},
	}}
	for i, s := range []struct {
		sql  string
		rows *table.Table
	}{{byRegion, regions()}, {byProduct, products()}, {unused, days()}} {
		c.Sources = append(c.Sources, session.Evidence{Number: i + 1, Tool: "execute_query", SQL: s.sql, Tables: []string{"sales"}, RowCount: int64(len(s.rows.Rows)), DataHash: s.rows.Hash()})
	}
	c.Sources[1].Result = session.ResultOf(products(), 1)
	return c
}

func TestVerifyExplored(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*session.Cell)
		problem string // a part of it; "" if all is well
		note    string
	}{
		"well": {func(*session.Cell) {}, "", ""},
		"of another query": {func(c *session.Cell) {
			c.Narrative.Text = "North leads with revenue of 1,200.50. North has 30 orders."
		}, `"30"`, ""},
		"a value": {func(c *session.Cell) {
			c.Sources[1].Result.Data = []byte(strings.Replace(string(c.Sources[1].Result.Data), "30", "31", 1))
		}, "its rows have the hash", ""},
		"another result": {func(c *session.Cell) { c.Sources[1].DataHash = "sha256:00" }, "query 2: its result does not match its hash", ""},
		"broken rows":    {func(c *session.Cell) { c.Sources[1].Result.Data = []byte(`[["tent"]]`) }, "query 2: ", ""},
		"lost query":     {func(c *session.Cell) { c.Narrative.DataReferences[2].Query = 9 }, "the reference ref3 is to query 9", ""},
		"lost row":       {func(c *session.Cell) { c.Narrative.DataReferences[2].Rows = []int{2} }, "the reference ref3 is to rows", ""},
		"lost column":    {func(c *session.Cell) { c.Narrative.DataReferences[2].Columns = []string{"revenue"} }, "the reference ref3 is to the column revenue", ""},
		"rows not kept": {func(c *session.Cell) { c.Sources[1].Result.Data = nil }, "",
			`"30" cannot be checked: the rows of query 2 were not saved`},
		"rows not kept, and wrong elsewhere": {func(c *session.Cell) {
			c.Sources[1].Result.Data = nil
			c.Narrative.Text = strings.Replace(c.Narrative.Text, "1,200.50", "1,300.50", 1)
		}, "1,300.50", "cannot be checked"},
		"own rows not kept": {func(c *session.Cell) { c.Result.Data, c.Chart = nil, nil }, "", `"1,200.50" cannot be checked: its own rows were not saved`},
		"no rows at all": {func(c *session.Cell) { c.Result.Data, c.Sources[1].Result.Data, c.Chart = nil, nil, nil }, "",
			"its story cannot be checked without rows"},
	} {
		cell := explored()
		c.change(&cell)
		f := verified(t, cell)
		problems, notes := strings.Join(f.Problems, "\n"), strings.Join(f.Notes, "\n")
		if f.OK != (c.problem == "") || !strings.Contains(problems, c.problem) || !strings.Contains(notes, c.note) {
			t.Errorf("%s: %v\nproblems %s\nnotes %s", name, f.OK, problems, notes)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Verify(stopped, explored()); err == nil {
		t.Error("it was not stopped")
	}
}

// answers is a database that knows some statements.
type answers struct {
	results
	known map[string]*table.Table
}

func (a *answers) Run(_ context.Context, _, sql string, _ int) (*table.Table, error) {
	t, ok := a.known[sql]
	if !ok {
		return nil, fault.New(fault.Validation, "there is no table sales")
	}
	return t, nil
}

func TestReplayExplored(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(map[string]*table.Table)
		schema  string
		verdict Verdict
		reason  string
		note    string
	}{
		"same":                {func(map[string]*table.Table) {}, "sha256:aa", Same, "", ""},
		"its own rows":        {func(k map[string]*table.Table) { k[byRegion].Rows = k[byRegion].Rows[:2] }, "sha256:aa", DataChanged, "1 row removed", ""},
		"another query's":     {func(k map[string]*table.Table) { k[byProduct].Rows[0][1] = table.NewInt(31) }, "sha256:aa", DataChanged, "query 2: 1 row changed", ""},
		"another order":       {func(k map[string]*table.Table) { r := k[byProduct].Rows; r[0], r[1] = r[1], r[0] }, "sha256:aa", Same, "", ""},
		"other columns":       {func(k map[string]*table.Table) { k[byProduct].Columns[0].Name = "item" }, "sha256:aa", SchemaChanged, "query 2: its columns changed", ""},
		"fails":               {func(k map[string]*table.Table) { delete(k, byProduct) }, "sha256:aa", Failed, "query 2: there is no table sales", ""},
		"fails, stale":        {func(k map[string]*table.Table) { delete(k, byProduct) }, "sha256:bb", SchemaChanged, "query 2: there is no table sales", ""},
		"both":                {func(k map[string]*table.Table) { k[byRegion].Rows = k[byRegion].Rows[:2]; delete(k, byProduct) }, "sha256:aa", Failed, "orders 28 → 21; query 2: ", ""},
		"one that counts not": {func(k map[string]*table.Table) { k[unused].Rows = nil }, "sha256:aa", Same, "", "query 3, which the answer does not use, changed: 1 row before, 0 rows now"},
	} {
		known := map[string]*table.Table{byRegion: regions(), byProduct: products(), unused: days()}
		c.change(known)
		for o, err := range Replay(t.Context(), &Notebook{Cells: []session.Cell{explored()}}, &answers{results{schema: c.schema}, known}) {
			var notes []string
			for _, d := range o.Diagnostics {
				notes = append(notes, d.Message)
			}
			if err != nil || o.Verdict != c.verdict || !strings.Contains(o.Reason, c.reason) || c.reason == "" && o.Reason != "" || !strings.Contains(strings.Join(notes, "\n"), c.note) {
				t.Errorf("%s: %v, %s: %q, %q", name, err, o.Verdict, o.Reason, notes)
			}
		}
	}
	looked := explored() // an answer without a query of its own
	looked.SQL, looked.Result = nil, nil
	for o := range Replay(t.Context(), &Notebook{Cells: []session.Cell{looked}}, &answers{results{schema: "sha256:aa"}, map[string]*table.Table{byRegion: regions(), byProduct: products(), unused: days()}}) {
		if o.Verdict != Same {
			t.Errorf("%+v", o)
		}
	}
}

// TestHoldExplored counts all queries that an answer rests on.
func TestHoldExplored(t *testing.T) {
	more, later := products(), days()
	more.Rows[0][1] = table.NewInt(31)
	later.Rows[0][0] = table.NewText("2026-03-01")
	for name, c := range map[string]struct {
		others       map[int]*table.Table
		verdict      Verdict
		reason, note string
	}{
		"same":             {map[int]*table.Table{2: products(), 3: days()}, Same, "", ""},
		"another query's":  {map[int]*table.Table{2: more, 3: days()}, DataChanged, "query 2: 1 row changed", ""},
		"of no importance": {map[int]*table.Table{2: products(), 3: later}, Same, "", "query 3, which the answer does not use"},
	} {
		o := Hold(explored(), regions(), c.others)
		if o.Verdict != c.verdict || !strings.Contains(o.Reason, c.reason) || (c.note == "") != (len(o.Diagnostics) == 0) ||
			c.note != "" && !strings.Contains(o.Diagnostics[0].Message, c.note) {
			t.Errorf("%s: %+v", name, o)
		}
	}
}

// TestPageOfExplored lights no row of the table for a figure of another query.
func TestPageOfExplored(t *testing.T) {
	c := explored()
	c.Chart = nil
	var b bytes.Buffer
	if err := WriteHTML(&b, &Notebook{Name: "Kept", Cells: []session.Cell{c}}); err != nil {
		t.Fatal(err)
	}
	if page := b.String(); !strings.Contains(page, `data-rows="0" title="">1,200.50<`) || !strings.Contains(page, `data-rows="" title="">30<`) {
		t.Errorf("%s", page)
	}
}
