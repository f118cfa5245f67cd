package method

import (
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

// Entities combines conditions on the events of customers, users or products: those
// that meet all of them are counted, listed, or held against those that meet the first.
var Entities = Method{
	Name:  "entities",
	About: "which customers, users or products had events in some periods, and none in others",
	Run:   entities,
}

// EntitiesArguments say what the tables of conditions are about. Each has the key of
// an entity, for the first condition its names, and the number of its events last.
type EntitiesArguments struct {
	Noun       string            `json:"noun"`
	Plural     string            `json:"plural"`
	Wants      string            `json:"wants"`           // count, list or share
	Names      int               `json:"names,omitempty"` // how many columns name an entity
	Conditions []EntityCondition `json:"conditions"`
}

// EntityCondition is one of them.
type EntityCondition struct {
	Table string `json:"table"`
	Words string `json:"words"`          // orders in 2024
	None  bool   `json:"none,omitempty"` // the entities of the table are left out
	// Counts is what the number of its events is called.
	Counts string `json:"counts"`
}

func entities(_ context.Context, in Input) (*Output, error) {
	var a EntitiesArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	if len(a.Conditions) == 0 {
		return nil, fault.New(fault.BadData, "the step names no condition").WithHint("ask again, with a period for each condition")
	}
	sets := make([]map[string]table.Value, len(a.Conditions)) // number of events by key
	for i, c := range a.Conditions {
		t := in.Table(c.Table)
		if t == nil {
			return nil, fault.New(fault.BadData, "the table %s of a condition is missing", c.Table).WithHint("ask again")
		}
		sets[i] = make(map[string]table.Value, len(t.Rows))
		for _, row := range t.Rows {
			sets[i][row[0].String()] = row[len(row)-1]
		}
	}
	first := in.Table(a.Conditions[0].Table)
	kept := first.Rows[:0:0]
	for _, row := range first.Rows {
		if a.meetsAll(row[0].String(), sets) {
			kept = append(kept, row)
		}
	}
	if a.Wants == "list" {
		return a.list(first, kept, sets), nil
	}
	return a.counts(len(kept), sets), nil
}

func (a *EntitiesArguments) meetsAll(key string, sets []map[string]table.Value) bool {
	for i, c := range a.Conditions {
		if _, in := sets[i][key]; in == c.None {
			return false
		}
	}
	return true
}

// list is a row for each entity, with the number of its events in each period.
func (a *EntitiesArguments) list(first *table.Table, kept []table.Row, sets []map[string]table.Value) *Output {
	t := &table.Table{}
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowRecord, Noun: a.Noun, Plural: a.Plural}, Partial: true}
	for i := 1; i <= a.Names; i++ {
		t.Columns = append(t.Columns, first.Columns[i])
		m.Columns = append(m.Columns, meaning.Column{Name: first.Columns[i].Name, Label: a.Noun, Role: meaning.RoleDimension, Entity: a.Noun})
	}
	t.Columns = append(t.Columns, first.Columns[0])
	m.Columns = append(m.Columns, meaning.Column{Name: first.Columns[0].Name, Label: a.Noun + " key", Role: meaning.RoleKey})
	for i, c := range a.Conditions {
		if !c.None {
			name := c.Counts
			if slices.ContainsFunc(t.Columns, func(o table.Column) bool { return o.Name == name }) {
				name = fmt.Sprintf("%s_%d", name, i+1)
			}
			t.Columns = append(t.Columns, table.Column{Name: name, Kind: table.Int})
			m.Columns = append(m.Columns, meaning.Column{Name: name, Label: c.Words, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive})
		}
	}
	for _, row := range kept {
		out := append(append(table.Row{}, row[1:1+a.Names]...), row[0])
		for i, c := range a.Conditions {
			if !c.None {
				out = append(out, sets[i][row[0].String()])
			}
		}
		t.Rows = append(t.Rows, out)
	}
	w := &story.Writer{}
	if len(t.Rows) == 0 {
		w.Say("No %s has %s.", a.Noun, a.words(0))
	} else {
		verb, who := "have", a.Plural
		if len(t.Rows) == 1 {
			verb, who = "has", a.Noun
		}
		w.Say("%s %s %s %s.", story.Cite(number(float64(len(t.Rows)), 0), story.Count, t.Columns[a.Names].Name), who, verb, a.words(0))
	}
	return &Output{Table: t, Meaning: m, Story: w.Story(), Chart: &chart.Plan{Kind: chart.Table}}
}

// words are the conditions from one on.
func (a *EntitiesArguments) words(from int) string {
	var list []string
	for _, c := range a.Conditions[from:] {
		list = append(list, c.Words)
	}
	return english.JoinList(list, "and")
}

const (
	colCondition = "condition"
	colEntities  = "number"
	colOfFirst   = "share_of_first"
)

// counts is a row for each condition and one for all of them.
func (a *EntitiesArguments) counts(all int, sets []map[string]table.Value) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colCondition, Kind: table.Text}, {Name: colEntities, Kind: table.Int}, {Name: colOfFirst, Kind: table.Float}}}
	base := float64(len(sets[0]))
	add := func(name string, n int) {
		t.Rows = append(t.Rows, table.Row{table.NewText(name), table.NewInt(int64(n)), percentOf(float64(n), base)})
	}
	for i, c := range a.Conditions {
		n := len(sets[i])
		if c.None { // of those that meet the first
			n = 0
			for key := range sets[0] {
				if _, in := sets[i][key]; !in {
					n++
				}
			}
		}
		add(c.Words, n)
		if i > 0 && !c.None {
			t.Rows[i][2] = table.Value{} // these need not be among the first
		}
	}
	add("all of it", all)
	last := len(t.Rows) - 1
	w := &story.Writer{}
	n := cite(t, last, colEntities, 0, "")
	switch {
	case len(sets[0]) == 0:
		w.Say("No %s has %s.", a.Noun, a.Conditions[0].Words)
	case a.Wants == "share":
		w.Say("Of %s %s with %s, %s have %s, which is %s.", cite(t, 0, colEntities, 0, ""), a.Plural, a.Conditions[0].Words, n, a.words(1), cite(t, last, colOfFirst, 1, "%"))
	default:
		w.Say("%s %s have %s.", n, a.Plural, a.words(0))
		w.Say("That is %s of the %s with %s.", cite(t, last, colOfFirst, 1, "%"), cite(t, 0, colEntities, 0, ""), a.Conditions[0].Words)
	}
	m := &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "condition", Plural: "conditions"}, Partial: true, Columns: []meaning.Column{
		{Name: colCondition, Label: "condition", Role: meaning.RoleDimension, Entity: "condition"},
		{Name: colEntities, Label: a.Plural, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive},
		{Name: colOfFirst, Label: "share of those with " + a.Conditions[0].Words, Role: meaning.RoleMeasure, Unit: "%", Additivity: meaning.NonAdditive}}}
	return &Output{Table: t, Meaning: m, Story: w.Story(), Chart: &chart.Plan{Kind: chart.Table}}
}
