package notebook

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/test/browsertest"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

// report is a notebook with every kind of cell.
func report() *Notebook {
	months := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Date}, {Name: "region", Kind: table.Text}, {Name: "revenue", Kind: table.Decimal}}}
	for m := range 12 {
		for r, region := range []string{"North", "South", "East"} {
			day, _ := table.Parse(table.Date, fmt.Sprintf("2025-%02d-01", m+1))
			months.Rows = append(months.Rows, table.Row{day, table.NewText(region), table.NewDecimal(int64(100_000+m*7_000*(3-r)+r*20_000), 2)})
		}
	}
	single := &table.Table{Columns: []table.Column{{Name: "total_revenue", Kind: table.Decimal}}, Rows: []table.Row{{table.NewDecimal(779851410, 2)}}}
	answer := func(n int, question string, t *table.Table, story string) session.Cell {
		c := sample(n)
		c.Question, c.Result = question, session.ResultOf(t, 4)
		choice := chart.Choose(question, t, nil)
		c.Chart = &session.Chart{Kind: string(choice.Plan.Kind), Spec: choice.Plan.VegaLite(), AutoDetected: true, Theme: chart.ThemeName}
		c.Narrative = &session.Narrative{Text: story}
		return c
	}
	trend := answer(1, "How did revenue develop in each region over 2025?", months, "Revenue grew in every region. North ended the year at 3,310.00.")
	trend.Narrative.DataReferences = []session.DataReference{{RefID: "ref1", Text: "3,310.00", Source: "revenue of North in December 2025", Operation: "value", Columns: []string{"revenue"}, Rows: []int{33}}}
	value := answer(2, "Total revenue in 2025?", single, "Revenue was 7,798,514.10 in 2025. It will double soon.")
	value.Narrative.Unverified = []string{"It will double soon."}
	declined := session.Cell{ID: "cell_3", CreatedAt: morning, Question: "Which supplier delivers late most often?",
		Reading: &session.Reading{Outcome: "declined", Missing: "This database does not record suppliers", Suggested: []string{"Which products sold most?"}}}
	failed := session.Cell{ID: "cell_4", CreatedAt: morning, Question: "Revenue per square metre?", Reading: &session.Reading{Outcome: "failed"},
		Metadata: session.Metadata{RetryCount: 1, Attempts: []session.Attempt{{SQL: "SELECT sqm FROM stores", Status: "refused", Reason: "there is no column sqm"}, {SQL: "SELECT area FROM stores", Status: "refused", Reason: "there is no column area"}}}}
	ahead := sample(5)
	outlook := regions()
	outlook.Columns[0].Name = "area"
	outlook.Rows = append(outlook.Rows, table.Row{table.NewText("West, perhaps"), table.NewDecimal(500, 0), table.NewInt(5)})
	ahead.Question = "What if we open in the West?"
	ahead.Chart.Spec = []byte(strings.Replace(barSpec, `"region"`, `"area"`, 1))
	ahead.Narrative = &session.Narrative{Text: "The West could bring 500.", By: "scale"}
	ahead.WhatIf = &session.WhatIf{Technique: "scale", Assumptions: []string{"The West is like the East"}, Caveats: []string{"Three regions are few"}, SampleSize: 3, Result: session.ResultOf(outlook, 0)}
	return &Notebook{ID: "notebook_1", Name: "Sales review", CreatedAt: morning, UpdatedAt: morning, Connection: Connection{Type: "sqlite", Name: "shop"},
		Cells: []session.Cell{sample(0), trend, value, declined, failed, ahead}}
}

// hostile is a notebook whose every text tries to become something else.
func hostile() *Notebook {
	const attack = `</script><script>document.title='taken'</script><img src=x onerror="document.title='taken'"><!-- ]]> '"` + "`\\ [x](javascript:alert(1)) &lt;"
	// With these the chart would be refused, or Vega-Lite could not read its own expressions.
	named := strings.NewReplacer("javascript:", "", `\`, "", `"`, "").Replace(attack)
	c := sample(0)
	c.Question = attack
	c.Reading = &session.Reading{Outcome: "sure", Sentence: attack, Assumptions: []string{attack}}
	c.SQL = &session.SQL{Query: "SELECT '" + attack + "'", Tables: []string{attack}}
	t := &table.Table{Columns: []table.Column{{Name: named, Kind: table.Text}, {Name: "n", Kind: table.Int}}, Rows: []table.Row{
		{table.NewText(attack), table.NewInt(2)}, {table.NewText("</td></table><script>document.title='taken'</script>"), table.NewInt(1)}, {table.NewText("plain"), table.NewInt(1)},
	}}
	c.Result = session.ResultOf(t, 1)
	choice := chart.Choose("", t, nil)
	choice.Plan.Title = named
	c.Chart = &session.Chart{Kind: "bar", Spec: choice.Plan.VegaLite()}
	c.Narrative = &session.Narrative{Text: attack + " 12", DataReferences: []session.DataReference{{RefID: attack, Text: "12", Source: attack}}, Unverified: []string{attack}}
	loads := sample(1)
	loads.Chart = &session.Chart{Spec: []byte(`{"$schema":"https://vega.github.io/schema/vega-lite/v6.json","data":{"url":"http://192.0.2.1/rows.json"},"mark":"bar","encoding":{}}`)}
	return &Notebook{Name: attack, UpdatedAt: morning, Connection: Connection{Name: attack}, Cells: []session.Cell{c, loads}}
}

func visit(t *testing.T, page []byte, v browsertest.Visit) browsertest.Page {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			if r.URL.Path != "/favicon.ico" {
				t.Errorf("the page asked for %s", r.URL)
			}
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	}))
	defer server.Close()
	v.URL = server.URL
	found := browsertest.Open(t, v)
	if len(found.Errors) > 0 || len(found.Refused) > 0 {
		t.Errorf("errors %q, asked for %q", found.Errors, found.Refused)
	}
	return found
}

func needCharts(t *testing.T) {
	t.Helper()
	for _, name := range []string{"vega.min.js", "page-charts.js"} {
		if _, err := chart.Asset(name); err != nil {
			testbed.Missing(t, "the chart library, which make brings")
		}
	}
}

func TestPageDrawsItsCharts(t *testing.T) {
	needCharts(t)
	html := export(t, "report.html", func(b *bytes.Buffer) error { return WriteHTML(b, report()) })
	page := visit(t, html, browsertest.Visit{Screenshot: *keep != "", Selectors: []string{
		"html[data-ready] #cell-1 .chart[data-drawn=yes]:has(svg .mark-rect.role-mark path)", "#cell-2 .chart[data-drawn=yes]:has(svg .mark-line path)",
		"#cell-3 .figures dd", "#cell-3 .unverified", "#cell-1 .ref", "#cell-4 .back", "#cell-5 .back", "#cell-6 .note",
	}})
	keepFile(t, "report.png", page.Screenshot)
	want := []string{"7,798,514.10", "It will double soon.", "1,200.50", "This database does not record suppliers.", "No statement could be run: there is no column area.", "Three regions are few."}
	if got := page.Texts[2:]; strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHostileCellsAreInert(t *testing.T) {
	needCharts(t)
	html := export(t, "hostile.html", func(b *bytes.Buffer) error { return WriteHTML(b, hostile()) })
	page := visit(t, html, browsertest.Visit{Screenshot: *keep != "", Selectors: []string{"html[data-ready] .chart[data-drawn=yes]:has(svg .mark-rect.role-mark path)", "h1", "#cell-1 h2", "#cell-2 .note"}})
	keepFile(t, "hostile.png", page.Screenshot)
	n := hostile()
	if page.Title != n.Name || page.Texts[1] != n.Name || page.Texts[2] != n.Cells[0].Question {
		t.Errorf("title %q, texts %q", page.Title, page.Texts[1:])
	}
	if !strings.Contains(page.Texts[3], "The chart is left out") {
		t.Errorf("a chart that loads something: %q", page.Texts[3])
	}
}

func TestPageWithoutChartsRunsNothing(t *testing.T) {
	n := report()
	n.Cells = n.Cells[2:5]
	html := export(t, "plain.html", func(b *bytes.Buffer) error { return WriteHTML(b, n) })
	if bytes.Contains(html, []byte("<script")) || !bytes.Contains(html, []byte("script-src &#39;none&#39;")) {
		t.Errorf("%s", html)
	}
}
