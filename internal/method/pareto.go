package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Pareto ranks things by a figure that adds up, and divides them into classes by
// their cumulative share: class A are the fewest that together make at least 80%,
// B the next up to 95%, C the rest, or as the arguments say. Things whose figure
// is not above zero belong to no share; they are left out, which is said.
var Pareto = Method{
	Name:  "pareto",
	About: "which few things make most of a figure: classes A, B and C by cumulative share",
	Run:   pareto,
}

// ParetoArguments say what the rows are.
type ParetoArguments struct {
	Figure   string    `json:"figure"` // in words: "revenue"
	Unit     string    `json:"unit,omitempty"`
	Decimals int       `json:"decimals"`
	Thing    string    `json:"thing"` // in words, one and several
	Things   string    `json:"things"`
	Place    int       `json:"place"`              // of the figure among the columns; the others name a thing
	Cuts     []float64 `json:"cuts"`               // percentages, in ascending order
	ByCount  bool      `json:"by_count,omitempty"` // the cuts are of the number of things, not of the figure
}

const (
	colRank         = "rank"
	colThing        = "name"
	colValue        = "value"
	colOwnShare     = "share"
	colCumulative   = "cumulative_share"
	colShareOfCount = "share_of_count"
	colClass        = "class"
)

// maxListed is how many things of a class are listed; the rest of it is one row.
const maxListed = 300

// thing is something that is ranked.
type thing struct {
	name  string
	value float64
}

// class is the things from one place to another, the latter not included.
type class struct{ from, to int }

func pareto(_ context.Context, in Input) (*Output, error) {
	a := ParetoArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	if len(in.Tables) == 0 || a.Place < 0 || a.Place >= len(in.Tables[0].Table.Columns) || len(a.Cuts) == 0 || len(a.Cuts) > len(classNames)-1 {
		return nil, fault.New(fault.BadData, "there is no table with a figure to rank by").WithHint("ask again, with what is ranked and by which figure")
	}
	list, left := thingsOf(in.Tables[0].Table, a.Place)
	if len(list) == 0 {
		return nil, fault.New(fault.EmptyResult, "no %s has any %s, so that there is nothing to rank", a.Thing, a.Figure).WithHint("ask for another period or another figure")
	}
	var total float64
	for _, t := range list {
		total += t.value
	}
	classes := classesOf(list, total, a.Cuts)
	if a.ByCount {
		classes = classesByCount(len(list), a.Cuts)
	}
	s := newSheet(numberColumn(colRank, "rank", "", 0), textColumn(colThing, a.Thing, meaning.RoleDimension), numberColumn(colValue, a.Figure, a.Unit, a.Decimals), numberColumn(colOwnShare, "share", "%", 1),
		numberColumn(colCumulative, "cumulative share", "%", 1), numberColumn(colShareOfCount, "share of all "+a.Things, "%", 1), textColumn(colClass, "class", meaning.RoleDimension))
	ends := make([]int, len(classes)) // the last row of each
	var sum float64
	for k, c := range classes {
		for at := c.from; at < c.to; {
			name, value, next := list[at].name, list[at].value, at+1
			if at-c.from == maxListed && next < c.to {
				for next = at + 1; next < c.to; next++ {
					value += list[next].value
				}
				name = fmt.Sprintf("(%s more)", number(float64(c.to-at), 0))
			}
			sum += value
			ends[k] = s.add(next, name, value, 100*value/total, 100*sum/total, 100*float64(next)/float64(len(list)), classNames[k])
			at = next
		}
	}
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, a.Thing, a.Things)}
	const drawn = 20
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: fault.Begin(a.Figure) + " by " + a.Thing, X: colThing, Y: []string{colValue}, XTitle: fault.Begin(a.Thing), YTitle: fault.Begin(a.Figure), XCount: s.rows(), Limit: drawn, Horizontal: true, Zero: true}
	w := &story.Writer{}
	a.tell(w, s, classes, ends)
	out.Story = w.Story()
	out.Assumptions = []string{fmt.Sprintf("class A are the fewest %s that together make at least %s%% of %s", a.Things, number(a.Cuts[0], 1), a.Figure),
		fmt.Sprintf("only %s that have some %s are ranked and counted", a.Things, a.Figure)}
	if a.ByCount {
		out.Assumptions[0] = fmt.Sprintf("class A are the %s%% of %s with the most %s, rounded up", number(a.Cuts[0], 1), a.Things, a.Figure)
	}
	if len(a.Cuts) > 1 {
		out.Assumptions[0] += fmt.Sprintf(", class B the next up to %s%%, class C the rest", number(a.Cuts[1], 1))
	}
	if left > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("Left out, as they can have no share: %s %s whose %s is zero, below zero or missing.", number(float64(left), 0), a.several(left), a.Figure))
	}
	return out, nil
}

var classNames = []string{"A", "B", "C"}

// thingsOf are the things of a table, the largest first, and how many have no
// share.
func thingsOf(t *table.Table, place int) (list []thing, left int) {
	count := map[string]int{}
	var rows []table.Row
	for _, row := range t.Rows {
		if x, ok := row[place].Float64(); !ok || x <= 0 || math.IsInf(x, 0) {
			left++
			continue
		}
		rows = append(rows, row)
		count[nameOf(row, place, false)]++
	}
	for _, row := range rows {
		x, _ := row[place].Float64()
		name := nameOf(row, place, false)
		list = append(list, thing{nameOf(row, place, count[name] > 1), x})
	}
	slices.SortStableFunc(list, func(a, b thing) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.name, b.name)) })
	return list, left
}

// nameOf is what a row is called: its first column besides the figure, and where
// that is not enough the others.
func nameOf(row table.Row, place int, whole bool) string {
	name := ""
	for i, v := range row {
		if i == place {
			continue
		}
		text := "(none)"
		if !v.IsNull() {
			text = v.String()
		}
		switch {
		case name == "":
			name = text
		case whole:
			name += ", " + text
		}
	}
	return name
}

// classesOf divides the things: the one that reaches a cut belongs to the class
// before it.
func classesOf(list []thing, total float64, cuts []float64) []class {
	var classes []class
	at, sum := 0, 0.0
	for _, cut := range cuts {
		from := at
		const rounding = 1e-9
		for at < len(list) && sum < total*(cut/100-rounding) {
			sum += list[at].value
			at++
		}
		classes = append(classes, class{from, at})
	}
	return append(classes, class{at, len(list)})
}

// classesByCount divides so many things by their number.
func classesByCount(n int, cuts []float64) []class {
	var classes []class
	at := 0
	for _, cut := range cuts {
		const rounding = 1e-9
		to := max(at, min(n, int(math.Ceil(float64(n)*cut/100-rounding))))
		classes = append(classes, class{at, to})
		at = to
	}
	return append(classes, class{at, n})
}

// several is the noun for so many.
func (a ParetoArguments) several(n int) string {
	if n == 1 {
		return a.Thing
	}
	return a.Things
}

func (a ParetoArguments) tell(w *story.Writer, s *sheet, classes []class, ends []int) {
	first, last := ends[0], s.rows()-1
	verb := "make"
	if classes[0].to == 1 {
		verb = "makes"
	}
	w.Say("%s of %s %s (%s) %s %s of %s.", s.cite(first, colRank), s.cite(last, colRank), a.several(classes[len(classes)-1].to), s.cite(first, colShareOfCount), verb, s.cite(first, colCumulative), a.Figure)
	w.Say("The largest is %s with %s, %s of the whole.", s.table.Rows[0][1], s.cite(0, colValue), s.cite(0, colOwnShare))
	if len(classes) == 3 && classes[1].to > classes[1].from {
		w.Say("Together with class B, %s %s make %s.", s.cite(ends[1], colRank), a.several(classes[1].to), s.cite(ends[1], colCumulative))
	}
	if c := classes[len(classes)-1]; c.to > c.from {
		w.Say("The other %s %s make the rest.", story.Cite(number(float64(c.to-c.from), 0), story.Difference, colRank, ends[len(classes)-2], last), a.several(c.to-c.from))
	}
}
