package notebook

import (
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

func verified(t *testing.T, c session.Cell) Finding {
	t.Helper()
	f, err := Verify(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestVerify(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*session.Cell)
		problem string // a part of it; "" if all is well
		note    string
	}{
		"well": {func(*session.Cell) {}, "", ""},
		"a value": {func(c *session.Cell) {
			c.Result.Data = []byte(strings.Replace(string(c.Result.Data), "800.00", "900.00", 1))
		}, "its rows have the hash", ""},
		"a row":       {func(c *session.Cell) { c.Result.RowCount = 4 }, "it has 3 rows, not 4", ""},
		"broken rows": {func(c *session.Cell) { c.Result.Data = []byte(`[["North"]]`) }, "cannot be read", "its story cannot be checked"},
		"wrong holder": {func(c *session.Cell) {
			c.Narrative.Text = "South leads with revenue of 1,200.50. South follows with 800."
		}, `"`, ""},
		"wrong number": {func(c *session.Cell) {
			c.Narrative.Text = "North leads with revenue of 1,300.50. South follows with 800."
		}, "1,300.50", ""},
		"confessed": {func(c *session.Cell) {
			c.Narrative.Text += " East made 9,999 of revenue."
			c.Narrative.Unverified = []string{"East made 9,999 of revenue."}
		}, "", "is unverified, and marked as such"},
		"lost words":     {func(c *session.Cell) { c.Narrative.DataReferences[0].Text = "7,777" }, `the reference ref1 is to "7,777"`, ""},
		"lost row":       {func(c *session.Cell) { c.Narrative.DataReferences[0].Rows = []int{3} }, "rows that do not exist", ""},
		"lost column":    {func(c *session.Cell) { c.Narrative.DataReferences[0].Columns = []string{"profit"} }, "the column profit", ""},
		"no rows kept":   {func(c *session.Cell) { c.Result.Data = nil }, "", "its rows were not saved"},
		"nothing at all": {func(c *session.Cell) { c.Result, c.Narrative, c.Chart = nil, nil, nil }, "", ""},
	} {
		cell := sample(0)
		c.change(&cell)
		f := verified(t, cell)
		problems, notes := strings.Join(f.Problems, "\n"), strings.Join(f.Notes, "\n")
		if f.OK != (c.problem == "") || !strings.Contains(problems, c.problem) || !strings.Contains(notes, c.note) {
			t.Errorf("%s: %v\nproblems %s\nnotes %s", name, f.OK, problems, notes)
		}
	}
}

func TestVerifyWhatIf(t *testing.T) {
	needCharts(t)
	ahead := report().Cells[5]
	if f := verified(t, ahead); !f.OK || len(f.Notes) != 1 {
		t.Errorf("%+v", f)
	}
	rows, _, err := ahead.WhatIf.Result.Table()
	if err != nil {
		t.Fatal(err)
	}
	column := slices.IndexFunc(rows.Columns, func(c table.Column) bool { return c.Kind.Numeric() })
	value := rows.Rows[0][column].String()
	for name, c := range map[string]struct {
		change  func(*session.Narrative)
		problem string // a part of it; "" if all is well
	}{
		"well":          {func(*session.Narrative) {}, ""},
		"another place": {func(n *session.Narrative) { n.Text = " " + n.Text }, "which is not in the story"},
		"another value": {func(n *session.Narrative) { n.DataReferences[0].Rows[0]++ }, "does not hold"},
		"another sum": {func(n *session.Narrative) {
			n.DataReferences[0].Operation = string(story.Sum)
			n.DataReferences[0].Rows = nil
		}, "does not hold"},
		"another fit": {func(n *session.Narrative) { n.DataReferences[1].Figure = "p_value" }, "the fit has no p value of 12"},
	} {
		cell := ahead
		fitted := *ahead.WhatIf
		fitted.Fit = []byte(`[{"name":"n","text":"12","value":12}]`)
		cell.WhatIf = &fitted
		cell.Narrative = &session.Narrative{Text: "It is " + value + " over 12 rows.", By: "trend", DataReferences: []session.DataReference{
			{RefID: "ref1", Text: value, At: 6, Operation: string(story.Value), Columns: []string{rows.Columns[column].Name}, Rows: []int{0}},
			{RefID: "ref2", Text: "12", At: 12 + len(value), Figure: "n"},
		}}
		c.change(cell.Narrative)
		if f := verified(t, cell); f.OK != (c.problem == "") || !strings.Contains(strings.Join(f.Problems, "\n"), c.problem) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	ahead.WhatIf.Result.DataHash = "sha256:00"
	if f := verified(t, ahead); f.OK {
		t.Errorf("%+v", f)
	}
}

func TestVerifyChart(t *testing.T) {
	needCharts(t)
	cell := sample(0)
	cell.Chart.Spec = []byte(strings.Replace(barSpec, `"revenue"`, `"profit"`, 1))
	if f := verified(t, cell); f.OK || !strings.Contains(f.Problems[0], "profit") {
		t.Errorf("%+v", f)
	}
}
