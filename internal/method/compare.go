package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Compare puts the key figures of two periods or groups side by side, and ranks
// them by how far they differ beyond chance. The evidence is the difference in
// standard deviations, if rows come and go by chance: of a sum or a number from the
// squares of what rows add, of an average or ratio from their spread. Several
// figures are looked at, so that the evidence must be stronger the more there are
// (Bonferroni).
var Compare = Method{
	Name:  "compare",
	About: "two periods or groups side by side over all key figures, ranked by how far they differ beyond chance",
	Run:   compare,
}

// CompareArguments say what is compared.
type CompareArguments struct {
	Before  string           `json:"before"` // February 2025, Germany
	After   string           `json:"after"`
	Periods bool             `json:"periods,omitempty"` // time passes from the one to the other
	Figures []ComparedFigure `json:"figures"`
	Skipped []string         `json:"skipped,omitempty"` // figures that cannot be told of both
}

// ComparedFigure is a figure whose values stand in the table totals, in the columns
// before_N and after_N, and whose rows are added up in the table rows_N.
type ComparedFigure struct {
	Name     string `json:"name"`
	Unit     string `json:"unit,omitempty"`
	Decimals int    `json:"decimals"`
	Rate     bool   `json:"rate,omitempty"`
	Percent  bool   `json:"percent,omitempty"`
	Approx   bool   `json:"approx,omitempty"` // distinct things are counted
}

const colFigure = "figure"

// compared is a figure of both sides.
type compared struct {
	ComparedFigure
	before, after float64 // NaN where there is none
	score         float64 // NaN where it is not known
}

func compare(_ context.Context, in Input) (*Output, error) {
	a := CompareArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	totals := in.Table(totalsTable)
	if totals == nil || len(totals.Rows) != 1 || len(totals.Columns) < 2*len(a.Figures) || len(a.Figures) == 0 {
		return nil, fault.New(fault.BadData, "there are no figures to compare").WithHint("ask again, with two periods or two values of a column")
	}
	list := make([]compared, len(a.Figures))
	known := 0
	for i, f := range a.Figures {
		value := func(at int) float64 {
			if x, ok := totals.Rows[0][at].Float64(); ok {
				return x
			}
			return math.NaN()
		}
		c := compared{ComparedFigure: f, before: value(2 * i), after: value(2*i + 1), score: math.NaN()}
		if t := in.Table(fmt.Sprintf("rows_%d", i+1)); t != nil {
			if err := c.judge(t); err != nil {
				return nil, err
			}
		}
		if !math.IsNaN(c.score) {
			known++
		}
		list[i] = c
	}
	slices.SortStableFunc(list, func(x, y compared) int {
		return cmp.Compare(y.rank(), x.rank())
	})
	needed := stats.NormalQuantile(1 - 0.05/2/float64(max(known, 1)))
	return a.output(list, needed), nil
}

// rank is what a figure is ranked by; those without evidence come last.
func (c compared) rank() float64 {
	if math.IsNaN(c.score) {
		return -1
	}
	return math.Abs(c.score)
}

// judge computes the evidence from the sums of the rows, if they give the same figure.
func (c *compared) judge(t *table.Table) error {
	of, err := newSums(t)
	if err != nil || len(t.Rows) != 1 {
		return err
	}
	before, after := of.side(t.Rows[0], "before"), of.side(t.Rows[0], "after")
	if c.Approx {
		c.score = (c.after - c.before) / math.Sqrt(c.after+c.before)
	} else if c.Rate {
		scale := 1.0
		if c.Percent {
			scale = 100
		}
		if !agrees(scale*before.rate(), c.before) || !agrees(scale*after.rate(), c.after) {
			return nil
		}
		c.score = (after.rate() - before.rate()) / math.Sqrt(before.rateNoise()+after.rateNoise())
	} else {
		if !agrees(before.total, c.before) || !agrees(after.total, c.after) {
			return nil
		}
		c.score = (after.total - before.total) / math.Sqrt(before.squares+after.squares)
	}
	if math.IsInf(c.score, 0) || math.IsNaN(c.before) || math.IsNaN(c.after) {
		c.score = math.NaN()
	}
	return nil
}

// agrees is true for the same figure, computed in two ways.
func agrees(a, b float64) bool {
	return math.IsNaN(b) && (math.IsNaN(a) || a == 0) || math.Abs(a-b) <= 1e-5*max(math.Abs(a), math.Abs(b), 1)
}

func (c compared) verdict(needed float64) string {
	switch {
	case math.IsNaN(c.before) && math.IsNaN(c.after):
		return "no data"
	case math.IsNaN(c.before) || math.IsNaN(c.after):
		return "no data on one side"
	case math.IsNaN(c.score):
		return "not judged"
	case math.Abs(c.score) > needed:
		return "differs"
	}
	return "within chance"
}

func (a CompareArguments) output(list []compared, needed float64) *Output {
	s := newSheet(textColumn(colFigure, "figure", meaning.RoleDimension), numberColumn(colBefore, a.Before, "", 4), numberColumn(colAfter, a.After, "", 4), numberColumn(colChange, "difference", "", 4),
		numberColumn(colPercent, "difference in percent", "%", 1), numberColumn(colScore, "evidence", "", 1), textColumn(colVerdict, "verdict", meaning.RoleDetail))
	moved := 0
	for _, c := range list {
		value := func(x float64) table.Value { return rounded(x, c.Decimals) }
		s.add(c.Name, value(c.before), value(c.after), value(c.after-c.before), percentOf(c.after-c.before, math.Abs(c.before)), c.score, c.verdict(needed))
		if c.verdict(needed) == "differs" {
			moved++
		}
	}
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, "figure", "figures")}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: fmt.Sprintf("%s compared with %s, in percent", fault.Begin(a.After), a.Before), X: colFigure, Y: []string{colPercent}, XTitle: "Figure", YTitle: "Difference in percent", XCount: s.rows(), Horizontal: true, Zero: true}
	w := &story.Writer{}
	a.tell(w, s, list, needed, moved)
	out.Story = w.Story()
	out.Assumptions = []string{fmt.Sprintf("a figure differs where the difference is more than %s standard deviations, if rows come and go by chance", number(needed, 1))}
	out.Caveats = []string{"This shows how far the figures differ, not why."}
	if a.Periods {
		out.Caveats = append(out.Caveats, "Seasons and events move figures as well: chance among rows is only a part of what is usual from one period to the next.")
	}
	if len(a.Skipped) > 0 {
		out.Caveats = append(out.Caveats, "Not compared, as they cannot be told of both sides: "+english.JoinList(firstOf(a.Skipped, 10), "and")+".")
	}
	return out
}

// cite is a figure with its own unit.
func (c compared) cite(s *sheet, row int, column string) story.Piece {
	x := s.value(row, column)
	if column == colChange {
		x = math.Abs(x)
	}
	text := number(x, c.Decimals)
	switch {
	case c.Percent && column == colChange:
		text += " percentage points"
	case c.Percent:
		text += "%"
	case c.Unit != "":
		text = withUnit(text, c.Unit)
	}
	return story.Cite(text, story.Value, column, row)
}

func (a CompareArguments) tell(w *story.Writer, s *sheet, list []compared, needed float64, moved int) {
	if moved == 0 {
		w.Say("None of the figures differs between %s and %s by more than chance explains.", a.Before, a.After)
	}
	const told = 4
	for row, c := range list[:min(told, len(list))] {
		if c.verdict(needed) != "differs" && moved > 0 || row > 0 && moved == 0 || math.IsNaN(c.before) || math.IsNaN(c.after) {
			break // the rest is further down
		}
		change := c.after - c.before
		switch {
		case !a.Periods && math.IsNaN(s.value(row, colPercent)):
			w.Say("%s is %s for %s and %s for %s.", fault.Begin(c.Name), c.cite(s, row, colBefore), a.Before, c.cite(s, row, colAfter), a.After)
		case !a.Periods:
			w.Say("%s is %s for %s and %s for %s, which is %s %s.", fault.Begin(c.Name), c.cite(s, row, colBefore), a.Before, c.cite(s, row, colAfter), a.After, s.size(row, colPercent), moreOrLess(change))
		case s.value(row, colChange) == 0:
			w.Say("%s was %s in %s and in %s.", fault.Begin(c.Name), c.cite(s, row, colBefore), a.Before, a.After)
		case math.IsNaN(s.value(row, colPercent)) || c.Percent:
			w.Say("%s %s from %s to %s, by %s.", fault.Begin(c.Name), way(change), c.cite(s, row, colBefore), c.cite(s, row, colAfter), c.cite(s, row, colChange))
		default:
			w.Say("%s %s from %s to %s, by %s.", fault.Begin(c.Name), way(change), c.cite(s, row, colBefore), c.cite(s, row, colAfter), s.size(row, colPercent))
		}
	}
	var same []string
	for _, c := range list {
		if c.verdict(needed) == "within chance" && moved > 0 {
			same = append(same, c.Name)
		}
	}
	if len(same) > 0 {
		w.Say("%s did not change by more than chance explains.", fault.Begin(english.JoinList(firstOf(same, 6), "and")))
	}
}

func moreOrLess(x float64) string {
	if x < 0 {
		return "less"
	}
	return "more"
}
