package talk

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
)

// approved is how sure a plan is that a person has kept: they know what it does.
const approved = 0.85

// PlanOf is the plan behind an answer, to be kept: that of an analysis, or the one
// statement of another. Periods that the question names become parameters.
func PlanOf(c session.Cell) (*plan.Plan, error) {
	var p *plan.Plan
	switch {
	case c.Analysis != nil:
		own := c.Analysis.Plan
		p = &own
	case c.SQL != nil && c.SQL.Query != "":
		by := c.SQL.GeneratedBy
		if by == "" || by == mind.BuiltinName {
			by = plan.Builtin
		}
		p = &plan.Plan{Title: c.Question, By: by, Steps: []plan.Step{{Number: 1, Goal: c.Question, Language: plan.Read, Source: c.Metadata.Source, Code: c.SQL.Query, Output: "answer"}}}
	default:
		return nil, fault.New(fault.Usage, "there is no plan behind this answer").WithHint("ask a question about the data first")
	}
	p.Question = cmp.Or(p.Question, c.Question)
	if p.Own() {
		p.Parameters = periodsIn(p.Question, dayAsked(c, c.CreatedAt))
	}
	return p, nil
}

// periodsIn are the periods of a question, as parameters.
func periodsIn(question string, now time.Time) []plan.Parameter {
	var list []plan.Parameter
	words := span.Words(question)
	end := 0
	for _, s := range span.Find(words, now) {
		if s.Kind != span.Temporal || s.First < end {
			continue
		}
		end = s.End
		name := "period"
		if len(list) > 0 {
			name = fmt.Sprintf("period%d", len(list)+1)
		}
		list = append(list, plan.Parameter{Name: name, Value: question[words[s.First].Start:words[s.End-1].End]})
	}
	return list
}

// Replay runs a plan that was kept. Where it is Plumb's own and values are given, its
// question is read again with them, and else its steps are run as they are. The question
// says where the answer belongs; its words are the plan's.
func (t *Talk) Replay(ctx context.Context, before *Turn, q answer.Question, kept *plan.Plan, values []plan.Parameter) (*Turn, error) {
	p, err := kept.With(values)
	if err != nil {
		return nil, err
	}
	words := t.ParseQuestion(cmp.Or(p.Question, p.Title))
	q.Text, q.Now, q.Ahead = words.Text, words.Now, words.Ahead
	if p.Own() && len(values) > 0 {
		return t.replan(ctx, q, p)
	}
	t.nameSources(p)
	if err := t.continueNumbers(ctx, p); err != nil {
		return nil, err
	}
	author, err := t.authorOf(ctx, before, p, q)
	if err != nil {
		return nil, err
	}
	return t.runPlan(ctx, before, q, analyze.Question{Plan: p, Sentence: p.Title, Confidence: approved, Author: author})
}

// replan reads the question of a plan again, by itself, with what was said to the plan.
func (t *Talk) replan(ctx context.Context, q answer.Question, p *plan.Plan) (*Turn, error) {
	analyst, ok := t.Brain.(brain.Analyst)
	if !ok || len(p.Changes) == 0 {
		return t.Put(ctx, nil, q)
	}
	asked := brain.Question{Text: q.Text, Now: q.Now}
	found, err := analyst.Analyze(ctx, asked)
	if err == nil && found != nil && found.Plan != nil {
		found, err = analyst.Revise(ctx, asked, found.Plan, p.Changes)
	}
	if err != nil {
		return nil, err
	}
	if found == nil || found.Plan == nil {
		return t.decline(ctx, nil, q, "The plan cannot be made again with these values. Ask the question in full.", 1)
	}
	found.Plan.Changes = p.Changes
	t.nameSources(found.Plan)
	return t.runPlan(ctx, nil, q, analyze.Question{Plan: found.Plan, Sentence: found.Sentence, Confidence: found.Confidence, Author: &reviser{t: t, analyst: analyst, asked: asked, said: p.Changes}})
}

// Repeat runs the plan of an analysis again, as it was run, on the data as they are now. The
// plan of a notebook may be anybody's: one that is not Plumb's own waits for approval.
func (t *Talk) Repeat(ctx context.Context, q answer.Question, c session.Cell) (*Turn, error) {
	p := c.Analysis.Plan
	p.Steps = slices.Clone(p.Steps)
	q.Text = c.Question
	author, err := t.authorOf(ctx, nil, &p, q)
	if err != nil {
		return nil, err
	}
	planned := analyze.Question{Plan: &p, Sentence: p.Title, Confidence: approved, Author: author}
	if r := c.Reading; r != nil {
		planned.Sentence, planned.Confidence = r.Sentence, r.Confidence
	}
	return t.runPlan(ctx, nil, q, planned)
}

// Finish goes on with a plan that was interrupted, after its finished steps. One that was
// not approved yet waits for that again. It was read as it was; older logs do not say
// how. The question says where the answer belongs; its
// words are those that were asked, unless it has some.
func (t *Talk) Finish(ctx context.Context, before *Turn, q answer.Question, i *session.Interrupted) (*Turn, error) {
	words := t.ParseQuestion(cmp.Or(q.Text, i.Question))
	q.ID, q.Text, q.Now, q.Ahead = i.Turn, words.Text, words.Now, words.Ahead
	if !i.Now.IsZero() {
		q.Now = i.Now
	}
	author, err := t.authorOf(ctx, before, &i.Plan, q)
	if err != nil {
		return nil, err
	}
	return t.runPlan(ctx, before, q, analyze.Question{Plan: &i.Plan, Sentence: cmp.Or(i.Sentence, i.Plan.Title), Confidence: cmp.Or(i.Confidence, approved), Author: author, Resume: true, Approved: i.Runs > 0, Finished: i.Finished})
}

// continueNumbers lets the steps of a plan count on from those of earlier plans.
func (t *Talk) continueNumbers(ctx context.Context, p *plan.Plan) error {
	if !p.Shares() || t.Analyzer.Data == nil {
		return nil
	}
	data, err := t.Analyzer.Data(ctx)
	if err != nil {
		return err
	}
	list, err := data.Tables()
	last := 0
	for _, r := range list {
		last = max(last, r.Step)
	}
	p.Renumber(last)
	return err
}

// authorOf is who can write the steps of a plan again; nil where nobody can.
func (t *Talk) authorOf(ctx context.Context, before *Turn, p *plan.Plan, q answer.Question) (analyze.Author, error) {
	if p.Own() || t.models == nil {
		return nil, nil
	}
	return t.newAuthor(ctx, before, q)
}
