// Package method holds the methods of analysis that Plumb knows without a
// language model: each takes tables, and gives a table, a story whose figures
// refer to it, and what the method assumes. The same tables and arguments give the
// same result.
package method

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Input is what a method works on.
type Input struct {
	Tables    []Named // in the order of the step's inputs
	Arguments json.RawMessage
}

// Named is a table with the name of the step that made it.
type Named struct {
	Name  string
	Table *table.Table
}

// Table is the table of a name; nil if there is none.
func (in Input) Table(name string) *table.Table {
	for _, n := range in.Tables {
		if n.Name == name {
			return n.Table
		}
	}
	return nil
}

// Output is what a method found. Every figure of the story stands in the table.
type Output struct {
	Table       *table.Table
	Meaning     *meaning.Meaning // of the table's columns; may be nil
	Story       story.Story
	Chart       *chart.Plan // that shows the table best; nil leaves it to its shape
	Assumptions []string
	Caveats     []string
}

// Method is one of them.
type Method struct {
	Name  string
	About string // what it does, in a sentence
	Run   func(ctx context.Context, in Input) (*Output, error)
}

// Run runs a method by its name.
func Run(ctx context.Context, name string, in Input) (*Output, error) {
	m, ok := methods()[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "there is no method %q", name).
			WithHint("%s", fault.DidYouMean(name, "methods", slices.Sorted(maps.Keys(methods()))))
	}
	return m.Run(ctx, in)
}

func methods() map[string]Method {
	list := map[string]Method{}
	for _, m := range []Method{Why, Statistics, Pareto, Anomalies, Distribution, Correlations, Compare, Profile, Entities, Cohort, BeforeAfter, Basket, RFM, Cluster, Funnel} {
		list[m.Name] = m
	}
	return list
}

// arguments reads those of a step.
func arguments(in Input, to any) error {
	if len(in.Arguments) == 0 {
		return nil
	}
	if err := json.Unmarshal(in.Arguments, to); err != nil {
		return fault.Wrap(err, fault.BadData, "the arguments of the step cannot be read: %v", err)
	}
	return nil
}
