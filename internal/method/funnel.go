package method

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Funnel counts how many reach each of several stages that follow each other. Somebody
// reached a stage who has it and all before it. Where the order is not given, a stage comes
// before those that more of them reach later than earlier; without a clear order there is
// no funnel.
//
// States tell only where everybody is now: who is at a stage has reached all before it,
// but who is lost may have been lost anywhere, so that no stage can be blamed.
var Funnel = Method{
	Name:  "funnel",
	About: "how many get from stage to stage, and where most are lost",
	Run:   funnel,
}

// FunnelArguments say what the tables are about: patterns (a flag for each stage, and how
// many have these), orders (how many reach one stage before another), lookup (what a table
// says of the stages), or states.
type FunnelArguments struct {
	Noun     string        `json:"noun"`
	Plural   string        `json:"plural"`
	Stages   []FunnelStage `json:"stages"`
	Ordered  bool          `json:"ordered,omitempty"`
	Snapshot bool          `json:"snapshot,omitempty"`
	// LostWords are words of stages, in the table lookup, that are reached instead of the
	// others.
	LostWords []string `json:"lost_words,omitempty"`
}

// FunnelStage is one of them.
type FunnelStage struct {
	Label string `json:"label"`
	Value string `json:"value,omitempty"` // of a state
	Lost  bool   `json:"lost,omitempty"`  // a state that is reached instead of the others
}

const (
	colStage    = "stage"
	colReached  = "reached"
	colOfBefore = "of_stage_before_percent"
	colOfAll    = "of_first_percent"
	colDropped  = "lost"
	colNow      = "now"
	colNowShare = "share_percent"
	colAtLeast  = "reached_at_least"
)

func funnel(_ context.Context, in Input) (*Output, error) {
	var a FunnelArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	var labels []string
	var reached []float64
	var skipped float64
	switch {
	case a.Snapshot:
		return a.states(in.Table("states"))
	case in.Table("patterns") != nil && len(in.Table("patterns").Columns) == len(a.Stages)+1:
		order, err := a.order(in.Table("orders"))
		if t := in.Table("lookup"); t != nil {
			order, err = a.lookUp(t)
		}
		if err != nil {
			return nil, err
		}
		reached, skipped = a.count(in.Table("patterns"), order)
		for _, s := range order {
			labels = append(labels, a.Stages[s].Label)
		}
	default:
		return nil, fault.New(fault.BadData, "the table of stages is missing").WithHint("ask again, with the names of the stages")
	}
	if len(reached) < 2 || reached[0] == 0 {
		return nil, fault.New(fault.EmptyResult, "none of the %s reached the first stage", a.Plural).WithHint("name the stages in their order, or choose another period")
	}
	return a.output(labels, reached, skipped), nil
}

// order is the places of the stages in the order in which most reach them. Stages without
// a time stay behind those before them.
func (a *FunnelArguments) order(orders *table.Table) ([]int, error) {
	places := make([]int, len(a.Stages))
	for i := range places {
		places[i] = i
	}
	if a.Ordered || orders == nil {
		return places, nil
	}
	before := make([][]float64, len(a.Stages))
	for i := range before {
		before[i] = make([]float64, len(a.Stages))
	}
	for _, row := range orders.Rows {
		x, _ := row[0].Float64()
		y, _ := row[1].Float64()
		n, _ := row[2].Float64()
		if i, j := int(x)-1, int(y)-1; i >= 0 && j >= 0 && i < len(before) && j < len(before) {
			before[i][j] = n
		}
	}
	wins := make([]int, len(a.Stages)) // over how many others a stage comes first
	for i := range wins {
		for j := range wins {
			if before[i][j] > before[j][i] || before[i][j] == before[j][i] && i < j {
				wins[i]++
			}
		}
	}
	slices.SortStableFunc(places, func(x, y int) int { return cmp.Compare(wins[y], wins[x]) })
	const clearly = 0.7 // of those who reach two stages reach them in this order
	for i := 1; i < len(places); i++ {
		x, y := places[i-1], places[i]
		if both := before[x][y] + before[y][x]; both > 0 && before[x][y] < clearly*both {
			return nil, fault.New(fault.EmptyResult, "there is no clear order of the stages: %s comes before %s in %s of %s cases", a.Stages[x].Label, a.Stages[y].Label, number(before[x][y], 0), number(both, 0)).
				WithHint("name the stages in their order, such as: funnel from %s to %s", a.Stages[x].Label, a.Stages[y].Label)
		}
	}
	return places, nil
}

// lookUp gives the stages the labels and the order of a table that describes them: value,
// label and place. Those that end the way are no stages of it.
func (a *FunnelArguments) lookUp(t *table.Table) ([]int, error) {
	var order []int
	place := map[int]float64{}
	for _, row := range t.Rows {
		at := slices.IndexFunc(a.Stages, func(s FunnelStage) bool { return s.Value == row[0].String() })
		x, ok := row[2].Float64()
		if at < 0 || !ok {
			continue
		}
		a.Stages[at].Label = row[1].String()
		words := strings.Fields(strings.ToLower(a.Stages[at].Label))
		if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(a.LostWords, w) }) {
			continue
		}
		place[at] = x
		order = append(order, at)
	}
	if len(order) < 2 {
		return nil, fault.New(fault.EmptyResult, "fewer than two stages are described in their order").WithHint("name the stages, such as: funnel from opened to closed")
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(place[x], place[y]) })
	return order, nil
}

// count is how many reached each stage and all before it, and how many have a stage
// without one before it.
func (a *FunnelArguments) count(patterns *table.Table, order []int) (reached []float64, skipped float64) {
	reached = make([]float64, len(order))
	for _, row := range patterns.Rows {
		n, _ := row[len(row)-1].Float64()
		on, jumps := true, false
		for k, s := range order {
			has, _ := row[s].Float64()
			jumps = jumps || has > 0 && !on
			if on = on && has > 0; on {
				reached[k] += n
			}
		}
		if jumps {
			skipped += n
		}
	}
	return reached, skipped
}

// states says where everybody is now.
func (a *FunnelArguments) states(in *table.Table) (*Output, error) {
	at := map[string]float64{}
	var all float64
	if in != nil {
		for _, row := range in.Rows {
			n, _ := row[1].Float64()
			at[row[0].String()] = n
			all += n
		}
	}
	if all == 0 {
		return nil, fault.New(fault.EmptyResult, "there are no %s in any of these states", a.Plural).WithHint("choose another period")
	}
	t := &table.Table{Columns: []table.Column{{Name: colStage, Kind: table.Text}, {Name: colNow, Kind: table.Int}, {Name: colNowShare, Kind: table.Float}, {Name: colAtLeast, Kind: table.Int}}}
	var on []FunnelStage // that lead to the goal
	var lost []FunnelStage
	for _, s := range a.Stages {
		if s.Lost {
			lost = append(lost, s)
		} else {
			on = append(on, s)
		}
	}
	for i, s := range slices.Concat(on, lost) {
		row := table.Row{table.NewText(s.Label), table.NewInt(int64(at[s.Value])), percentOf(at[s.Value], all), {}}
		if i < len(on) {
			var reached float64
			for _, later := range on[i:] {
				reached += at[later.Value]
			}
			row[3] = table.NewInt(int64(reached))
		}
		t.Rows = append(t.Rows, row)
	}
	goal := len(on) - 1
	w := &story.Writer{}
	w.Say("%s of the %s are %s, %s of all.", cite(t, goal, colNow, 0, ""), a.Plural, on[goal].Label, cite(t, goal, colNowShare, 1, "%"))
	for i := range lost {
		w.Say("%s are %s, %s.", cite(t, goal+1+i, colNow, 0, ""), lost[i].Label, cite(t, goal+1+i, colNowShare, 1, "%"))
	}
	most := 0
	for i := range goal {
		if at[on[i].Value] > at[on[most].Value] {
			most = i
		}
	}
	w.Say("Of those still on the way, the most are at %s: %s.", on[most].Label, cite(t, most, colNow, 0, ""))
	out := &Output{Table: t, Story: w.Story(), Meaning: a.meaningOf(t)}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: fault.Begin(a.Plural) + " by stage", X: colStage, Y: []string{colNow}, XTitle: "Stage", YTitle: fault.Begin(a.Plural), XCount: len(t.Rows), Horizontal: true, Zero: true}
	out.Assumptions = []string{"who is at a stage has reached all stages before it"}
	if len(lost) > 0 {
		out.Caveats = append(out.Caveats, "The data tell the present state only: at which stage the lost ones were lost is not known, and the numbers that reached a stage are the least that did.")
	}
	return out, nil
}

func (a *FunnelArguments) output(labels []string, reached []float64, skipped float64) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colStage, Kind: table.Text}, {Name: colReached, Kind: table.Int}, {Name: colOfBefore, Kind: table.Float}, {Name: colOfAll, Kind: table.Float}, {Name: colDropped, Kind: table.Int}}}
	worst := 1
	for i, n := range reached {
		row := table.Row{table.NewText(labels[i]), table.NewInt(int64(n)), {}, percentOf(n, reached[0]), {}}
		if i > 0 {
			row[2], row[4] = percentOf(n, reached[i-1]), table.NewInt(int64(reached[i-1]-n))
			if reached[i-1]-n > reached[worst-1]-reached[worst] {
				worst = i
			}
		}
		t.Rows = append(t.Rows, row)
	}
	last := len(t.Rows) - 1
	w := &story.Writer{}
	w.Say("Of %s %s, %s reach %s, which is %s.", cite(t, 0, colReached, 0, ""), a.Plural, cite(t, last, colReached, 0, ""), labels[last], cite(t, last, colOfAll, 1, "%"))
	if reached[worst-1] == reached[worst] {
		w.Say("None is lost on the way.")
	} else {
		w.Say("The most are lost between %s and %s: %s, so that %s go on.", labels[worst-1], labels[worst], cite(t, worst, colDropped, 0, ""), cite(t, worst, colOfBefore, 1, "%"))
	}
	out := &Output{Table: t, Story: w.Story(), Meaning: a.meaningOf(t)}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: "Funnel of " + a.Plural, X: colStage, Y: []string{colReached}, XTitle: "Stage", YTitle: fault.Begin(a.Plural), XCount: len(t.Rows), Horizontal: true, Zero: true}
	out.Assumptions = append(out.Assumptions, fmt.Sprintf("a stage counts for %s that reached all stages before it", a.Plural))
	if skipped > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("%s %s have a stage without one before it; they count up to the gap.", number(skipped, 0), a.Plural))
	}
	out.Caveats = append(out.Caveats, "Who is still on the way counts as not having reached the next stage yet.")
	return out
}

// meaningOf says what the columns of a funnel are.
func (a *FunnelArguments) meaningOf(t *table.Table) *meaning.Meaning {
	labels := map[string]string{colReached: a.Plural, colOfBefore: "of the stage before", colOfAll: "of the first stage", colDropped: "lost before", colNow: a.Plural + " now", colNowShare: "share of all", colAtLeast: "reached at least"}
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "stage", Plural: "stages"}, Partial: true}
	for _, c := range t.Columns {
		column := meaning.Column{Name: c.Name, Label: labels[c.Name], Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive}
		switch {
		case c.Name == colStage:
			column = meaning.Column{Name: c.Name, Label: "stage", Role: meaning.RoleDimension, Entity: "stage"}
		case c.Kind == table.Float:
			column.Unit = "%"
		}
		m.Columns = append(m.Columns, column)
	}
	return m
}
