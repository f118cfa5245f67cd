package method

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Funnel counts how many reach each of several stages that follow each other. Somebody
// reached a stage who has it and all before it. Where the order is not given, a stage comes
// before those that more of them reach later than earlier. Of a snapshot of states, who is
// at a stage has reached all before it; who is lost has reached the first.
var Funnel = Method{
	Name:  "funnel",
	About: "how many get from stage to stage, and where most are lost",
	Run:   funnel,
}

// FunnelArguments say what the tables are about: patterns (a flag for each stage, and how
// many have these), orders (how many reach one stage before another), or states.
type FunnelArguments struct {
	Noun     string        `json:"noun"`
	Plural   string        `json:"plural"`
	Stages   []FunnelStage `json:"stages"`
	Ordered  bool          `json:"ordered,omitempty"`
	Snapshot bool          `json:"snapshot,omitempty"`
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
		labels, reached = a.states(in.Table("states"))
	case in.Table("patterns") != nil && len(in.Table("patterns").Columns) == len(a.Stages)+1:
		order := a.order(in.Table("orders"))
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
func (a *FunnelArguments) order(orders *table.Table) []int {
	places := make([]int, len(a.Stages))
	for i := range places {
		places[i] = i
	}
	if a.Ordered || orders == nil {
		return places
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
	return places
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

// states turns the numbers at each state into those that came so far.
func (a *FunnelArguments) states(t *table.Table) (labels []string, reached []float64) {
	at := map[string]float64{}
	if t != nil {
		for _, row := range t.Rows {
			at[row[0].String()], _ = row[1].Float64()
		}
	}
	var lost float64
	for _, s := range a.Stages {
		if s.Lost {
			lost += at[s.Value]
			continue
		}
		labels, reached = append(labels, s.Label), append(reached, at[s.Value])
	}
	for i := len(reached) - 2; i >= 0; i-- {
		reached[i] += reached[i+1]
	}
	if len(reached) > 0 {
		reached[0] += lost
	}
	return labels, reached
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
	out := &Output{Table: t, Story: w.Story(), Meaning: a.meaning()}
	out.Chart = &chart.Plan{Kind: chart.Bar, Title: "Funnel of " + a.Plural, X: colStage, Y: []string{colReached}, XTitle: "Stage", YTitle: fault.Begin(a.Plural), XCount: len(t.Rows), Horizontal: true, Zero: true}
	if a.Snapshot {
		var lost []string
		for _, s := range a.Stages {
			if s.Lost {
				lost = append(lost, s.Label)
			}
		}
		said := "who is at a stage has reached all before it"
		if len(lost) > 0 {
			said += "; who is " + english.JoinList(lost, "or") + " counts for the first stage only, as the data do not tell how far it came"
		}
		out.Assumptions = append(out.Assumptions, said)
	} else {
		out.Assumptions = append(out.Assumptions, fmt.Sprintf("a stage counts for %s that reached all stages before it", a.Plural))
	}
	if skipped > 0 {
		out.Caveats = append(out.Caveats, fmt.Sprintf("%s %s have a stage without one before it; they count up to the gap.", number(skipped, 0), a.Plural))
	}
	out.Caveats = append(out.Caveats, "Who is still on the way counts as not having reached the next stage yet.")
	return out
}

func (a *FunnelArguments) meaning() *meaning.Meaning {
	figure := func(name, label, unit string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: unit, Additivity: meaning.NonAdditive}
	}
	return &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "stage", Plural: "stages"}, Partial: true, Columns: []meaning.Column{
		{Name: colStage, Label: "stage", Role: meaning.RoleDimension, Entity: "stage"}, figure(colReached, a.Plural, ""), figure(colOfBefore, "of the stage before", "%"), figure(colOfAll, "of the first stage", "%"), figure(colDropped, "lost before", "")}}
}
