package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/table"
)

// Criticized is an answer that a model is to judge.
type Criticized struct {
	Question string
	Reading  string // in one line
	SQL      string
	Table    *table.Table // may be nil
	Text     string
	Passages []string
}

// Critique is what a model says of an answer.
type Critique struct {
	Decision string   `json:"decision" schema:"enum=accept|retry|reject"`
	Aspect   string   `json:"aspect,omitempty" schema:"enum=relevance|grounding|completeness|hallucination,description=what is wrong; left out for accept"`
	Reason   string   `json:"reason,omitempty" schema:"description=in one sentence; left out for accept"`
	Parts    []string `json:"parts,omitempty" schema:"max=3,description=the words of the question or of the answer that it is about"`
}

// Check refuses a critique that decides nothing, or objects without a reason.
func (c *Critique) Check() error {
	switch {
	case !slices.Contains([]string{"accept", "retry", "reject"}, c.Decision):
		return errors.New("decision must be accept, retry or reject")
	case c.Decision != "accept" && strings.TrimSpace(c.Reason) == "":
		return errors.New("it objects without a reason: say what is wrong in one sentence")
	}
	return nil
}

var critiqueForm = model.NewForm[Critique]("critique_answer", "Say whether the answer stands.")

// What a model sees of an answer.
const (
	critiqueTokens   = 300
	critiqueRows     = 20
	critiquePassages = 12
)

// Judge lets a model judge an answer. What it is shown is data, and so is what it says.
func Judge(ctx context.Context, m model.Model, c Criticized) (Critique, model.Usage, error) {
	rules, err := model.Prompt(files, "critique", map[string]any{"FenceRule": model.FenceRule})
	if err != nil {
		return Critique{}, model.Usage{}, err
	}
	parts := []string{model.Fence("question", clip(c.Question))}
	for _, p := range []struct{ name, text string }{{"reading", c.Reading}, {"statement", c.SQL}} {
		if p.text != "" {
			parts = append(parts, model.Fence(p.name, clip(p.text)))
		}
	}
	if c.Table != nil {
		first := *c.Table
		first.Rows = first.Rows[:min(len(first.Rows), critiqueRows)]
		rows, shown := writeRows(&first)
		parts = append(parts, model.Fence("rows", rows), fmt.Sprintf("%d of %d rows are shown.", shown, len(c.Table.Rows)))
	}
	for _, p := range c.Passages[:min(len(c.Passages), critiquePassages)] {
		parts = append(parts, model.Fence("passage", clip(p)))
	}
	if c.Text != "" {
		parts = append(parts, model.Fence("answer", clip(c.Text)))
	}
	said, reply, err := model.Object(ctx, m, newRequest([]model.Block{{Text: rules, Cache: true}}, critiqueTokens, parts...), critiqueForm)
	if err != nil {
		return Critique{}, reply.Usage, err
	}
	return said, reply.Usage, nil
}
