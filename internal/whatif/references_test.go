package whatif_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

func TestAChangeIsToldEvenly(t *testing.T) {
	rise := whatif.Change{Factor: "1.1"}
	for name, c := range map[string]struct {
		rows     string
		measure  string
		change   whatif.Change
		sentence string
		standIn  bool
		figures  int
	}{
		"a figure that is not there": {"month,revenue:decimal\n2025-01,1000000.50\n2025-02,1034856.40", "prices", rise,
			"With +10% on revenue, the rows would add up to 2,238,342.59 instead of 2,034,856.90, a difference of 203,485.69.", true, 4},
		"one that is": {"month,revenue:decimal\n2025-01,1000000.50\n2025-02,1034856.40", "revenue", rise,
			"With +10% on revenue, the rows would add up to 2,238,342.59 instead of 2,034,856.90, a difference of 203,485.69.", false, 4},
		"nobody says which": {"month,revenue:decimal\n2025-01,10\n2025-02,20", "", rise,
			"With +10% on revenue, the rows would add up to 33 instead of 30, a difference of 3.", false, 4},
		"one row": {"revenue:decimal\n2034856.9", "prices", rise,
			"With +10% on revenue, it would be 2,238,342.59 instead of 2,034,856.90, a difference of 203,485.69.", true, 4},
		"whole": {"region,orders:integer\nNorth,10\nSouth,20", "orders", whatif.Change{Amount: "5"},
			"With +5 on orders, the rows would add up to 40 instead of 30, a difference of 10.", false, 4},
		"small": {"region,total_share:decimal\nNorth,0.125", "total_share", rise,
			"With +10% on total share, it would be 0.1375 instead of 0.1250, a difference of 0.0125.", false, 4},
	} {
		r, err := whatif.Run(read(t, c.rows), whatif.Request{Technique: whatif.Scale, Measure: c.measure, Change: c.change}, whatif.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if r.Sentences[0] != c.sentence || r.StandIn != c.standIn || len(r.References) != c.figures {
			t.Errorf("%s: %s, %v, %v", name, r.Sentences[0], r.StandIn, r.References)
		}
	}
}

// TestEveryFigureRefersToWhatItComesFrom holds the references of each technique
// against the text, the fit and the rows. What stands in no reference are periods.
func TestEveryFigureRefersToWhatItComesFrom(t *testing.T) {
	rows := monthly(t, "text", "2006-01", wavy(36)...)
	pairs := read(t, "region,spend:decimal,clicks:integer\nA,10,1\nB,20,3\nC,30,2\nD,40,5\nE,50,6")
	for _, c := range []struct {
		rows *table.Table
		whatif.Request
	}{
		{rows, whatif.Request{Technique: whatif.Forecast}},
		{rows, whatif.Request{Technique: whatif.Trend, Horizon: whatif.Horizon{Count: 2, Unit: whatif.Quarter}}},
		{rows, whatif.Request{Technique: whatif.MonteCarlo}},
		{rows, whatif.Request{Technique: whatif.Scale, Change: whatif.Change{Factor: "1.1"}}},
		{pairs, whatif.Request{Technique: whatif.Scale, Measure: "spend", Change: whatif.Change{Amount: "5"}, Only: "B"}},
		{pairs, whatif.Request{Technique: whatif.Correlation}},
	} {
		r, err := whatif.Run(c.rows, c.Request, whatif.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(r.Sentences, " ")
		left := []byte(text)
		for _, ref := range r.References {
			if !strings.HasPrefix(text[ref.At:], ref.Text) {
				t.Fatalf("%s: %+v is not at its place in %s", c.Technique, ref, text)
			}
			copy(left[ref.At:], strings.Repeat(" ", len(ref.Text)))
			named := slices.ContainsFunc(r.Fit, func(f whatif.Figure) bool { return f.Name == ref.Figure && f.Text == ref.Text })
			if ref.Figure != "" && !named {
				t.Errorf("%s: %+v is not among %v", c.Technique, ref, r.Fit)
			}
			if len(ref.Columns) == 0 {
				continue
			}
			if err := ref.Recompute(r.Table); err != nil {
				t.Errorf("%s: %+v: %v", c.Technique, ref, err)
			}
		}
		period := regexp.MustCompile(`(January|February|March|April|May|June|July|August|September|October|November|December) \d{4}`)
		if rest := period.ReplaceAllString(string(left), ""); strings.ContainsAny(rest, "0123456789") {
			t.Errorf("%s: a figure has no reference: %s", c.Technique, rest)
		}
	}
}

// TestWrongTotalsAreNotFound holds what a change adds up to against its rows.
func TestWrongTotalsAreNotFound(t *testing.T) {
	r, err := whatif.Run(read(t, "region,revenue:decimal\nNorth,10\nSouth,20\nEast,"), whatif.Request{Technique: whatif.Scale, Change: whatif.Change{Factor: "2"}}, whatif.Options{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := func() (n int) {
		for _, ref := range r.References {
			if ref.Operation == story.Sum && ref.Recompute(r.Table) != nil {
				n++
			}
		}
		return n
	}
	if n := wrong(); n != 0 {
		t.Errorf("%d totals are wrong", n)
	}
	r.Table.Rows[1] = r.Table.Rows[0]
	if n := wrong(); n != 3 {
		t.Errorf("%d of 3 totals are wrong over other rows", n)
	}
}

func TestPeriodsAsPeopleSayThem(t *testing.T) {
	for rows, want := range map[string]string{
		"month,revenue:decimal\n2025-01,10\n2025-02,20":               "January 2025|February 2025",
		"quarter,revenue:decimal\n2025-Q1,10\n2025-Q2,20":             "Q1 2025|Q2 2025",
		"day:date,revenue:decimal\n2025-01-01,10\n2025-01-02,20":      "2025-01-01|2025-01-02",
		"region,revenue:decimal\nNorth,10\nSouth,20":                  "North|South",
		"month:date,revenue:decimal\n2025-01-01,10\n2025-02-01,20":    "January 2025|February 2025",
		"region,revenue:decimal\n2025-01 to 2025-02,10\nelsewhere,20": "2025-01 to 2025-02|elsewhere",
	} {
		in := read(t, rows)
		out := whatif.Spoken(in, in.Columns[0].Name)
		if got := out.Rows[0][0].String() + "|" + out.Rows[1][0].String(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
