package mind

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/schema"
)

// maxModelSteps is how many steps a model is told it may plan.
const maxModelSteps = 20

// Author plans the answer to one question in several steps, and writes and repairs
// them. It fulfils analyze.Author.
type Author struct {
	Models  *Models
	Request answer.Request
	Source  string                                  // the connection that is asked
	Others  []OtherSource                           // connections that the question names as well
	Tables  []llm.Shown                             // that earlier plans and answers left
	Notes   []string                                // the scratchpad: what earlier steps printed and kept
	Check   func(context.Context, *plan.Plan) error // says what keeps a plan from being run
}

// OtherSource is another connection.
type OtherSource struct {
	Name   string
	Schema *schema.Snapshot
}

var (
	_ analyze.Author = (*Author)(nil)
	_ analyze.Teller = (*Author)(nil)
)

// maxProposals is how often a model may propose a plan that cannot be run, in a row.
const maxProposals = 3

// Propose plans the answer. A plan that cannot be run goes back to the model with the
// reason. Where the data lack something, the plan is nil and missing says what.
func (a *Author) Propose(ctx context.Context) (p *plan.Plan, missing string, spent answer.Cost, err error) {
	return a.propose(ctx, "", nil)
}

// Revise plans it again after feedback.
func (a *Author) Revise(ctx context.Context, p *plan.Plan, feedback string) (*plan.Plan, answer.Cost, error) {
	last, err := json.Marshal(p)
	if err != nil {
		return nil, answer.Cost{}, err
	}
	next, missing, spent, err := a.propose(ctx, string(last), []string{"The person who asked says: " + feedback})
	if err == nil && next == nil {
		err = fault.New(fault.Usage, "the plan cannot be changed so: %s", missing)
	}
	return next, spent, err
}

func (a *Author) propose(ctx context.Context, last string, objections []string) (p *plan.Plan, missing string, spent answer.Cost, err error) {
	asked, err := a.Models.question(ctx, a.Request, nil)
	if err != nil {
		return nil, "", spent, err
	}
	shown, _ := a.Models.selectSchema(ctx, a.Request)
	m := a.Models
	todo := llm.Planned{Asked: asked, Glossary: a.glossary(), Tables: a.Tables, Notes: a.Notes, MaxSteps: maxModelSteps, Last: last, Objections: objections,
		Sources: []llm.Source{{Name: a.Source, Dialect: dialectNames[m.schema.Dialect], Schema: shown}}}
	for _, o := range a.Others {
		todo.Sources = append(todo.Sources, llm.Source{Name: o.Name, Dialect: dialectNames[o.Schema.Dialect], Schema: schema.XML(o.Schema, schema.XMLOptions{Budget: m.Budget})})
	}
	var refused error
	for range maxProposals {
		var found *llm.PlanProposal
		by, took, err := m.try(ctx, route.Job{Task: route.Planning, Complex: len(todo.Objections) > 0}, a.Request.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
			b := llm.Brain{Planner: one, Dialect: dialectNames[m.schema.Dialect], Rules: tool.Rules(m.schema.Dialect), Examples: m.examples(ctx, a.Request.Question)}
			found, used, err = b.Steps(ctx, todo)
			return used, err
		})
		spent = spent.Plus(took)
		if err != nil {
			return nil, "", spent, err
		}
		if len(found.Steps) == 0 {
			return nil, found.Missing, spent, nil
		}
		p := a.planOf(found, by)
		if refused = a.Check(ctx, p); refused == nil {
			return p, "", spent, nil
		}
		if ctx.Err() != nil {
			return nil, "", spent, refused
		}
		text, err := json.Marshal(found)
		if err != nil {
			return nil, "", spent, err
		}
		why := fault.Of(refused)
		todo.Last, todo.Objections = clipPlan(string(text)), []string{why.Message + ". " + why.Hint}
	}
	return nil, "", spent, fault.Wrap(refused, fault.Validation, "the model's plan cannot be run: %s", fault.Of(refused).Message).WithHint("ask for less at a time, or in other words")
}

// glossary is the terms that the documents of the project define.
func (a *Author) glossary() []llm.Term {
	known, ok := a.Models.builtin.Brain.(brain.Glossary)
	if !ok {
		return nil
	}
	var list []llm.Term
	for _, d := range known.Definitions(a.Request.Question) {
		list = append(list, llm.Term{Name: d.Term, Text: d.Text})
	}
	return list
}

// clipPlan bounds what is sent back.
func clipPlan(text string) string {
	const most = 32 << 10
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// planOf is a proposal as a plan.
func (a *Author) planOf(found *llm.PlanProposal, by string) *plan.Plan {
	p := &plan.Plan{Title: strings.TrimSpace(found.Title), Question: a.Request.Question, By: by, Assumptions: found.Assumptions}
	for _, v := range found.Parameters {
		p.Parameters = append(p.Parameters, plan.Parameter{Name: v.Name, Value: v.Value})
	}
	for i, s := range found.Steps {
		step := plan.Step{Number: i + 1, Goal: strings.TrimSpace(s.Goal), Language: plan.Language(s.Language), Code: strings.TrimSpace(s.Code), Inputs: s.Inputs, Output: s.Output, Columns: s.Columns}
		if step.Language == plan.Read {
			step.Source = cmp.Or(s.Source, a.Source)
		}
		p.Steps = append(p.Steps, step)
	}
	return p
}

// Write writes a step, or writes one again that failed.
func (a *Author) Write(ctx context.Context, w analyze.Work) (string, answer.Cost, error) {
	m := a.Models
	dialect, shown := m.schema.Dialect, ""
	job := route.Job{Task: route.Analysis, Complex: w.Failed != nil}
	if w.Step.Language == plan.Read || w.Step.Language == plan.SQL {
		job.Task = route.SQLGeneration
	}
	if w.Step.Language == plan.Read {
		shown, _ = m.selectSchema(ctx, a.Request)
		if at := slices.IndexFunc(a.Others, func(o OtherSource) bool { return o.Name == w.Step.Source }); at >= 0 {
			dialect, shown = a.Others[at].Schema.Dialect, schema.XML(a.Others[at].Schema, schema.XMLOptions{Budget: m.Budget})
		}
	}
	asked := llm.StepAsked{Question: a.Request.Question, Outline: strings.Join(w.Plan.Outline(), "\n"), Goal: w.Step.Goal, Language: string(w.Step.Language), Output: w.Step.Output,
		Columns: w.Step.Columns, Glossary: a.glossary(), Vocabulary: a.Request.Vocabulary.Sentences(a.Request.Question), Notes: w.Notes, Code: w.Step.Code, Failed: reasonOf(w.Failed), Now: a.now()}
	for _, in := range w.Inputs {
		asked.Inputs = append(asked.Inputs, llm.Shown{Name: in.Name, Rows: in.Table})
	}
	code := ""
	_, spent, err := m.try(ctx, job, a.Request.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := llm.Brain{Planner: one, Dialect: dialectNames[dialect], Rules: tool.Rules(dialect), Schema: shown}
		code, used, err = b.WriteStep(ctx, asked)
		return used, err
	})
	return code, spent, err
}

// Tell lets a model tell what the steps found.
func (a *Author) Tell(ctx context.Context, f analyze.Findings) (text, by string, spent answer.Cost, err error) {
	told := llm.Result{Question: f.Question, Table: f.Last, Chart: f.Chart, Outline: strings.Join(f.Plan.Outline(), "\n"), Objections: f.Objections}
	for _, s := range f.Steps[max(0, len(f.Steps)-maxModelSteps):] {
		told.Steps = append(told.Steps, llm.Shown{Name: s.Name, Rows: s.Table})
	}
	by, spent, err = a.Models.try(ctx, route.Job{Task: route.Narration}, a.Request.Happened, func(ctx context.Context, one model.Model) (used model.Usage, err error) {
		b := llm.Brain{Narrator: one}
		text, used, err = b.Narrate(ctx, told)
		return used, err
	})
	return text, by, spent, err
}

func (a *Author) now() time.Time { return a.Request.Now }

// detailed is an error that says more to who repairs than to people: the variables of a
// program that failed.
type detailed interface{ Detail() string }

// reasonOf is why a step failed, for who writes it again.
func reasonOf(err error) string {
	if err == nil {
		return ""
	}
	f := fault.Of(err)
	text := f.Message
	var more detailed
	if errors.As(err, &more) {
		text = more.Detail()
	}
	if f.Hint != "" {
		text += "\n" + f.Hint
	}
	return text
}
