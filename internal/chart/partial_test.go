package chart

import (
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// What the data tell of in part is marked and said.
func TestPartsAreMarked(t *testing.T) {
	day := func(s string) time.Time { at, _ := time.Parse(time.DateOnly, s); return at }
	months := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Text}, {Name: "total_sales", Kind: table.Int}}}
	for i, m := range []string{"2017-08", "2017-09", "2017-10", "2017-11", "2017-12"} {
		months.Rows = append(months.Rows, table.Row{table.NewText(m), table.NewInt(int64(100 + 10*i%30))})
	}
	covered := &meaning.Coverage{First: day("2017-08-12"), Last: day("2017-12-18")}
	m := &meaning.Meaning{Columns: []meaning.Column{
		{Name: "month", Role: meaning.RoleTime, Grain: meaning.Month, Coverage: covered},
		{Name: "total_sales", Role: meaning.RoleMeasure, Aggregate: meaning.Sum, Additivity: meaning.Additive}}}
	for _, kind := range []Kind{Line, Bar} {
		plan := ChooseAs(kind, "sales by month", months, m).Plan
		const note = "August 2017 is partial: the data begin on 12 August 2017. December 2017 is partial: the data end on 18 December 2017."
		if plan.Note != note || plan.Whole == nil || !plan.Whole.From.Equal(day("2017-09-01")) || !plan.Whole.To.Equal(day("2017-12-01")) {
			t.Errorf("%s: %q %+v", kind, plan.Note, plan.Whole)
		}
		spec, problems := Validate(plan.VegaLite(), months)
		if len(problems) > 0 {
			t.Errorf("%s: %v", kind, problems)
		}
		if mark := map[Kind]string{Line: "strokeDash", Bar: "opacity"}[kind]; !strings.Contains(string(spec), mark) {
			t.Errorf("%s without %s: %s", kind, mark, spec)
		}
	}
	m.Columns[1].Aggregate, m.Columns[1].Additivity = meaning.Avg, meaning.NonAdditive
	if plan := ChooseAs(Line, "average sales by month", months, m).Plan; plan.Note != "" || plan.Whole != nil {
		t.Errorf("an average of a part: %q", plan.Note)
	}
	m.Columns[0] = meaning.Column{Name: "month", Role: meaning.RoleDimension}
	m.Columns[1].Additivity, m.Limit = meaning.Additive, meaning.Limit{Rows: 5}
	if plan := ChooseAs(Pie, "top 5 as a pie", months, m).Plan; plan.Note != "Shares of the 5 shown, not of the whole." {
		t.Errorf("a pie of the first few: %q", plan.Note)
	}
}
