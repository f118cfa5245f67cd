package analyst

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/plan"
)

// stageLookup is a table that describes stages: their key, their name and their place.
type stageLookup struct {
	table             int
	key, label, place int // columns
}

// placeWords name a column that puts rows in an order.
var placeWords = english.NewSet("sort order sequence seq position rank ordinal place")

// lookupOf is the table that a column of stages leads to, where that says in which order
// they come; nil where it does not.
func (a *Analyst) lookupOf(column int) *stageLookup {
	for _, k := range a.Index.KeysFrom(a.Index.Columns[column].Table) {
		if len(k.From) != 1 || k.From[0] != column {
			continue
		}
		to := a.Index.Columns[k.To[0]].Table
		found := &stageLookup{table: to, key: k.To[0], label: k.To[0]}
		if d := a.Index.Tables[to].Display; len(d) > 0 {
			found.label = d[0]
		}
		for _, c := range a.Index.Tables[to].Columns {
			if col := &a.Index.Columns[c]; col.Kind == index.Number && !col.Primary && !col.Foreign && placeWords.HasAny(col.Words) {
				found.place = c
				return found
			}
		}
	}
	return nil
}

// lookupStep reads the stages in their order.
func (a *Analyst) lookupStep(l *stageLookup, now time.Time) (plan.Step, error) {
	q := &form.Query{Keep: form.NoTable, Tables: []int{l.table}, Select: edit.Columns([]int{l.key, l.label, l.place}), Order: []form.Order{{By: edit.Column(l.place)}, {By: edit.Column(l.key)}}}
	sql, err := a.render(q, now)
	return plan.Step{Language: plan.Read, Source: a.Source, Output: "lookup", Code: sql, Goal: fmt.Sprintf("Read the %s in their order", render.Table(a.Index, l.table, true))}, err
}

// lostList are the words of stages that end a way.
func lostList() []string { return slices.Sorted(maps.Keys(lostWords)) }

// validFrom is the column that says since when rows of a history hold; 0 where none does.
func (a *Analyst) validFrom(t int) int {
	for _, c := range a.Index.Tables[t].Columns {
		if col := &a.Index.Columns[c]; col.Kind == index.Time && slices.ContainsFunc(col.Words, func(w string) bool { return english.Among(w, "from since start starts begin begins effective entered") }) {
			return c
		}
	}
	return 0
}
