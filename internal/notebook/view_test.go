package notebook

import (
	"bytes"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

func TestFiguresThatStandAlone(t *testing.T) {
	for column, want := range map[string]Figure{
		"avg_total":           {Label: "average total", Text: "7.5"},
		"conversion_rate_pct": {Label: "conversion rate", Text: "7.5%"},
		"late_orders_pct":     {Label: "late orders in percent", Text: "7.5"},
		"revenue":             {Label: "revenue", Text: "7.5"},
		"cancelled":           {Label: "cancelled", Text: "7.5%"},
		"avg(o.total)":        {Label: "average order value", Text: "7.5"},
	} {
		v, _ := table.ParseDecimal("7.5")
		known := &meaning.Meaning{Columns: []meaning.Column{{Name: "cancelled", Label: "percentage of orders", Role: meaning.RoleMeasure, Unit: "%"}, {Name: "avg(o.total)", Label: "average order value", Role: meaning.RoleMeasure}}}
		got := view{Cell: session.Cell{Meaning: known}, Rows: &table.Table{Columns: []table.Column{{Name: column, Kind: table.Decimal}}, Rows: []table.Row{{v}}}}.Figures()
		if len(got) != 1 || got[0].Label != want.Label || got[0].Text != want.Text {
			t.Errorf("%s: %+v", column, got)
		}
	}
}

// Whoever reads an export sees which answers rest on a statement that a person
// wrote, and what stood there before.
func TestExportsSayWhereAnAnswerComesFrom(t *testing.T) {
	asked, edited, written, follower := sample(0), sample(1), sample(2), sample(3)
	edited.Question, follower.Question = "Revenue in 2025", "only the North"
	follower.Context.RefinementOf = asked.ID
	open := session.Cell{ID: "open", CreatedAt: morning, Question: "top customers", Reading: &session.Reading{
		Outcome: "unsure", Sentence: "customers by revenue", Assumptions: []string{"revenue is net"}, Question: "By what?",
		Others: []session.Other{{Sentence: "customers by orders", Offer: "By orders"}, {Sentence: "customers by revenue"}},
	}}
	edited.SQL.EditedByUser, edited.SQL.UserSQLOverride, edited.Reading.Outcome = true, "SELECT 41 + 1 AS revenue", "edited"
	written.SQL = &session.SQL{Query: "SELECT region\nFROM sales", GeneratedBy: "you", EditedByUser: true, AsQuestion: true}
	written.Question, written.Reading = "SELECT region FROM…", &session.Reading{Outcome: "edited"}
	for _, tt := range []struct {
		name       string
		cell       session.Cell
		has, hasNo []string
	}{
		{"asked", asked, []string{"sure, 94%"}, []string{"edited", "by hand"}},
		{"edited", edited, []string{"Revenue by region", "Asked: Revenue in 2025 · SQL edited", "SQL edited by hand", "41 + 1", "efore it was edited", "FROM sales GROUP BY"}, []string{"94%"}},
		{"written", written, []string{"SQL written by hand"}, []string{"SQL edited", "efore it was edited"}},
		{"open", open, []string{"By what?", "By orders", "Customers by revenue"}, []string{"Read as", "Assumed", "customers by orders"}},
		{"follower", follower, []string{"Only the North", "Follows: " + asked.Question}, nil},
	} {
		n := &Notebook{Name: "Sales", Cells: []session.Cell{tt.cell}}
		if tt.cell.Context.RefinementOf != "" {
			n.Cells = []session.Cell{asked, tt.cell}
		}
		for form, write := range map[string]func(*bytes.Buffer) error{
			"html":  func(b *bytes.Buffer) error { return WriteHTML(b, n) },
			"md":    func(b *bytes.Buffer) error { return WriteMarkdown(b, n) },
			"ipynb": func(b *bytes.Buffer) error { return WriteJupyter(b, n) },
		} {
			text := string(export(t, tt.name+"."+form, write))
			if form == "html" { // without what is Plumb's own
				_, text, _ = strings.Cut(text, "</style>")
				text, _, _ = strings.Cut(text, "<script")
			}
			for _, want := range tt.has {
				if !strings.Contains(strings.ReplaceAll(text, "&#43;", "+"), want) {
					t.Errorf("%s.%s does not say %q", tt.name, form, want)
				}
			}
			for _, not := range tt.hasNo {
				if strings.Contains(text, not) {
					t.Errorf("%s.%s says %q", tt.name, form, not)
				}
			}
		}
	}
}
