// Package analyst plans analyses without a language model: it reads what a message
// wants to find out, and writes the steps of a documented method over this
// database. What the figure of a question is, and which rows count, the parser
// says; the analyst only looks at its form.
package analyst

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/plan"
)

// By is who wrote a plan.
const By = plan.Builtin

// Analyst plans analyses of one database.
type Analyst struct {
	Index *index.Index
	// Read reads a question for figures.
	Read func(context.Context, brain.Question) (*brain.Answer, error)
	// Source is the name of the connection.
	Source string
}

// analyses are tried in this order; the first that a message asks for is planned.
var analyses = []struct {
	name string
	plan func(*Analyst, context.Context, brain.Question) (*brain.Analysis, error)
}{
	{"why", (*Analyst).why},
	{"pareto", (*Analyst).pareto},
	{"anomalies", (*Analyst).anomalies},
	{"profile", (*Analyst).profile},
	{"distribution", (*Analyst).distribution},
	{"correlations", (*Analyst).correlations},
	{"compare", (*Analyst).compare},
	{"funnel", (*Analyst).funnel},
	{"segments", (*Analyst).segments},
	{"basket", (*Analyst).basket},
	{"before_after", (*Analyst).beforeAfter},
	{"cohort", (*Analyst).cohort},
	{"entities", (*Analyst).entities},
	{"statistics", (*Analyst).statistics},
	{"significance", (*Analyst).significance},
}

// Analyze is nil for a message that asks for no analysis.
func (a *Analyst) Analyze(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	for _, one := range analyses {
		if found, err := one.plan(a, ctx, q); found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

func declined(why string) *brain.Analysis { return &brain.Analysis{Missing: why, Confidence: 1} }
