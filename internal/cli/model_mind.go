package cli

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// mind is the built-in brain with a language model behind it: what the first
// is sure of costs nothing, the rest is the model's.
type mind struct {
	builtin *answer.Reader
	llm     *llm.Brain
	name    string // of the model
}

// newMind puts a model behind the built-in brain.
func newMind(builtin *answer.Reader, m model.Model, s *schema.Snapshot) *mind {
	const budget = 24_000 // tokens of a schema that is given whole
	fit := model.Fit(m)
	b := &llm.Brain{Planner: fit, Narrator: fit, Dialect: dialectNames[s.Dialect], Schema: schema.XML(s, schema.XMLOptions{Budget: budget})}
	for _, e := range s.Documents.Examples {
		b.Examples = append(b.Examples, llm.Example{Question: e.Question, SQL: e.SQL})
	}
	return &mind{builtin: builtin, llm: b, name: m.Info().Name()}
}

var dialectNames = map[string]string{"postgres": "PostgreSQL", "duckdb": "DuckDB", "sqlite": "SQLite"}

// Plan takes the built-in brain's reading when it is sure of it.
func (m *mind) Plan(ctx context.Context, r answer.Request) (*answer.Draft, error) {
	own, err := m.builtin.Plan(ctx, r)
	if err != nil || own.Outcome == answer.Sure {
		return own, err
	}
	d, err := m.ask(ctx, r, nil)
	if err == nil || ctx.Err() != nil || own.SQL == "" || own.Outcome == answer.Unsure {
		return d, err
	}
	own.Notes = append(slices.Clip(own.Notes), "the model could not be asked: "+fault.Of(err).Message)
	return own, nil
}

// Repair shows the model what went wrong.
func (m *mind) Repair(ctx context.Context, r answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	return m.ask(ctx, r, failed)
}

func (m *mind) ask(ctx context.Context, r answer.Request, failed []answer.Attempt) (*answer.Draft, error) {
	a := llm.Asked{Question: r.Question, Now: r.Now}
	past, err := r.Past(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range slices.Backward(past) {
		a.Past = append(a.Past, condensed(c))
	}
	for _, f := range failed {
		a.Failed = append(a.Failed, llm.Failed{SQL: f.SQL, Reason: f.Reason + " " + f.Hint})
	}
	p, used, err := m.llm.Plan(ctx, a)
	if err != nil {
		return nil, err
	}
	d := &answer.Draft{Outcome: answer.Likely, SQL: p.SQL, Sentence: p.Reasoning, Reasoning: p.Reasoning, Chart: p.Chart, By: m.name,
		FollowUp: r.Before != nil, Missing: p.Missing, Suggested: p.Suggestions, Cost: tokensOf(used)}
	if p.Assumption != "" {
		d.Assumptions = []string{p.Assumption}
	}
	if p.SQL == "" {
		d.Outcome = answer.Declined
		if d.Missing == "" {
			d.Missing = "This data cannot answer that."
		}
	}
	return d, nil
}

// Narrate lets the model tell what it planned; what the built-in brain read is
// told by the built-in narrator.
func (m *mind) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	if f.By != m.name {
		return talk.Teller{}.Narrate(ctx, f)
	}
	text, used, err := m.llm.Narrate(ctx, llm.Result{Question: f.Question, SQL: f.SQL, Table: f.Table, Chart: string(f.Plan.Kind), Objections: f.Objections})
	if err != nil {
		return nil, err
	}
	n := &answer.Narrative{By: m.name, Cost: tokensOf(used)}
	n.Text = text
	return n, nil
}

func tokensOf(u model.Usage) answer.Cost { return answer.Cost{Input: u.Input, Output: u.Output} }

// condensed is a cell as a model needs to know it.
func condensed(c session.Cell) llm.Past {
	p := llm.Past{Question: c.Question}
	if c.SQL != nil {
		p.SQL, p.Edited = c.SQL.Query, c.SQL.EditedByUser
	}
	if c.Narrative != nil {
		p.Story = c.Narrative.Text
	}
	return p
}
