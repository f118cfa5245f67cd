package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/chart/draw"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// months is two years of two figures.
func months() *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "month", Kind: table.Text}, {Name: "visits", Kind: table.Int}, {Name: "sales", Kind: table.Int}}}
	for i := range 24 {
		t.Rows = append(t.Rows, table.Row{table.NewText(fmt.Sprintf("%d-%02d", 2023+i/12, 1+i%12)),
			table.NewInt(int64(100 + 7*i + 13*(i%3))), table.NewInt(int64(50 + 3*i + 20*(i%12)))})
	}
	return t
}

// A cell keeps the rows of a what-if, not what its columns are for: that is
// found again from their order.
func TestAKeptWhatIfIsDrawnAsItWas(t *testing.T) {
	for _, technique := range whatif.Techniques() {
		r, err := whatif.Run(months(), whatif.Request{Technique: technique, Change: whatif.Change{Factor: "1.1"}}, whatif.Options{Seed: 1})
		if err != nil {
			t.Fatalf("%s: %v", technique, err)
		}
		want, got := r.Roles, whatif.RolesOf(technique, r.Table)
		if technique == whatif.Scale {
			want.X, want.Y = "", "" // which figure changed is not kept
		}
		if got.X != want.X || got.Y != want.Y || got.Kind != want.Kind || got.After != want.After {
			t.Errorf("%s: found %+v, is %+v", technique, got, want)
		}
		for _, roles := range []whatif.Roles{r.Roles, got} {
			plan, rows := aheadPlan(technique, r.Table, nil, roles)
			text := draw.Draw(plan, rows, draw.Options{Width: 80})
			if text == "" {
				t.Errorf("%s is not drawn: %+v", technique, plan)
			}
			if want.Lower != "" && (!strings.Contains(text, "observed") || !strings.Contains(text, "forecast")) {
				t.Errorf("%s does not tell what was observed from what is expected:\n%s", technique, text)
			}
		}
	}
	if got := whatif.RolesOf(whatif.Correlation, &table.Table{}); got != (whatif.Roles{}) {
		t.Errorf("of no columns: %+v", got)
	}
}

func TestOnlyWhatIsExpectedFollowsTheChart(t *testing.T) {
	r, err := whatif.Run(months(), whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 3}}, whatif.Options{})
	if err != nil {
		t.Fatal(err)
	}
	covered := &meaning.Coverage{First: time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC), Last: time.Date(2024, 12, 31, 0, 0, 0, 0, time.UTC)}
	m := &meaning.Meaning{Columns: []meaning.Column{{Name: "month", Role: meaning.RoleTime, Grain: "month", Coverage: covered}, {Name: "visits", Role: meaning.RoleMeasure, Aggregate: "sum", Additivity: meaning.Additive}}}
	if plan, _ := aheadPlan(whatif.Trend, r.Table, m, r.Roles); plan.Kind != chart.Line || plan.Note != "" {
		t.Errorf("a period that is expected is said to be cut: %+v", plan)
	}
	rows := whatif.Expected(r.Table, r.Roles.Kind)
	if len(rows.Rows) != 3 || len(rows.Columns) != len(r.Table.Columns)-1 || rows.Rows[0][0].Raw() != "2025-01" {
		t.Errorf("got %v", rows)
	}
	if got := whatif.Expected(r.Table, ""); got != r.Table {
		t.Error("without a kind all rows are new")
	}
}

func TestHowFarToLook(t *testing.T) {
	for text, want := range map[string]whatif.Horizon{
		"6": {Count: 6}, "2 quarters": {Count: 2, Unit: whatif.Quarter}, "1 Year": {Count: 1, Unit: whatif.Year}, "2027": {Year: 2027}, " 3  months ": {Count: 3, Unit: whatif.Month},
	} {
		if got, err := horizonOf(text); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"soon", "0", "-1", "3 fortnights", "months", "99999999999999999999"} {
		if got, err := horizonOf(text); err == nil {
			t.Errorf("%q is taken for %+v", text, got)
		}
	}
}

func TestWhatIfInAConversation(t *testing.T) {
	for words, want := range map[string]whatif.Request{
		"trend":            {Technique: whatif.Trend},
		"Trend 6":          {Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 6}},
		"seasonal 2 years": {Technique: whatif.Seasonal, Horizon: whatif.Horizon{Count: 2, Unit: whatif.Year}},
		"scale 1.1":        {Technique: whatif.Scale, Change: whatif.Change{Factor: "1.1"}},
	} {
		if got, err := parseWhatIf(words); err != nil || got != want {
			t.Errorf("%q: got %+v, %v", words, got, err)
		}
	}
	for _, words := range []string{"", "magic", "trend soon"} {
		if got, err := parseWhatIf(words); err == nil {
			t.Errorf("%q is taken for %+v", words, got)
		}
	}
}

// Another reading of a question about the future is looked ahead from, too.
func TestAChosenReadingKeepsTheWhatIf(t *testing.T) {
	b := newBench(t)
	perDay := brain.Reading{SQL: "SELECT date('2025-01-01', '+' || id || ' days') AS day, amount FROM sales WHERE id < 30 ORDER BY id", Sentence: "the amount of each day", Probability: 0.3}
	for _, q := range []string{"sales by day", "sales"} {
		b.brain.answers[q] = &brain.Answer{Outcome: brain.Unsure, Confidence: 0.3, Readings: []brain.Reading{perProduct, perDay}}
	}
	status, out, errs := b.run("", "whatif", "trend", "sales by day", "--db", b.db, "--json")
	if status != 0 || !strings.Contains(out, `"outcome": "unsure"`) {
		t.Fatalf("status %d\n%s%s", status, out, errs)
	}
	_, out, errs = b.run("forecast sales by day for the next 5 days\n2\n", "--db", b.db, "--json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	c, err := session.ParseCell([]byte(lines[len(lines)-1]))
	if err != nil || c.WhatIf == nil || c.WhatIf.Technique != "trend" && c.WhatIf.Technique != "seasonal" {
		t.Errorf("%v\n%s%s", err, out, errs)
	}
}
