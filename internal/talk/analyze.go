package talk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// fitsModel are words of a regression, which predicts rows and not the future.
var fitsModel = lazyregexp.New(`(?i)regress|random[_ ]state|logistic|train(?:ing)?[- /]test|\bsplit\b`)

// analyze answers a message that asks for an analysis in several steps; it is nil
// for another.
func (t *Talk) analyze(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	analyst, ok := t.Brain.(brain.Analyst)
	ahead := q.Ahead != nil && q.Ahead.Technique != whatif.Correlation && !fitsModel.MatchString(q.Text)
	if !ok || q.SQL != "" || q.Draft != nil || q.Chart != "" || q.Heading != "" || ahead {
		return nil, nil
	}
	asked := brain.Question{Text: q.Text, Now: q.Now, Before: before.spokenOf(), Vocabulary: q.Vocabulary}
	if made, err := t.steer(ctx, analyst, before, q); made != nil || err != nil {
		return made, err
	}
	found, err := analyst.Analyze(ctx, asked)
	if err != nil || found == nil || found.Plan != nil && found.Confidence < brain.LikelyFrom && t.Explorer != nil {
		return nil, err // a language model may know better than a guess
	}
	if found.Plan == nil {
		return t.decline(ctx, before, q, found.Missing, found.Confidence)
	}
	t.nameSources(found.Plan)
	return t.runPlan(ctx, before, q, analyze.Question{Plan: found.Plan, Sentence: found.Sentence, Confidence: found.Confidence, Author: &reviser{t: t, analyst: analyst, asked: asked}})
}

// spokenOf is the reading that the conversation is at; of an analysis, the one before it.
func (t *Turn) spokenOf() *brain.Reading {
	for ; t != nil; t = t.Before {
		if t.Draft != nil && t.Draft.Reading() != nil {
			return t.Draft.Reading()
		}
		if t.Turn == nil || t.Cell.Analysis == nil {
			break
		}
	}
	return nil
}

func (t *Talk) decline(ctx context.Context, before *Turn, q answer.Question, missing string, confidence float64) (*Turn, error) {
	q.Draft = &answer.Draft{Outcome: answer.Declined, Confidence: confidence, Missing: missing, By: "builtin"}
	a, err := t.Mode.Ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &Turn{Turn: a, Question: q.Text, Before: before}, nil
}

// fragment is a message that says something only about the answer before it.
var fragment = lazyregexp.New(`(?i)^(?:(?:and|but|ok|okay|please|now|then)[, ]+)*(?:(?:only|just|without|leave out|exclude|excluding|ignore|skip|omit|drop|instead|compared? (?:it |that |this )?(?:with|to)|what about|how about)\b|for (?:the )?\S+(?: \S+){0,2}$|in (?:the )?\S+(?: \S+){0,2}$|by \S+(?: \S+){0,2}$|why$|why not$|how so$|which one\b|show (?:me )?(?:the )?(?:class|cluster) \S$)`)

// skipsStep is a message that leaves out a step of a plan.
var skipsStep = lazyregexp.New(`(?i)^(?:please )?(?:skip|leave out|drop|omit) (?:the )?(?:step \d+|\d+(?:st|nd|rd|th) step)$`)

// maxFragment is how many words such a message has: a longer one is a question.
const maxFragment = 6

// steer changes the analysis that the conversation is at by a message that says
// something only about it, or runs it again. A message that cannot is declined: by itself
// it would be read as something else. It is nil for another message.
func (t *Talk) steer(ctx context.Context, analyst brain.Analyst, before *Turn, q answer.Question) (*Turn, error) {
	text := strings.TrimRight(strings.TrimSpace(q.Text), "?!. ")
	planned := before != nil && before.Turn != nil && before.Cell.Analysis != nil
	if !planned && skipsStep.MatchString(text) {
		return t.decline(ctx, before, q, "There is no plan with steps to leave one out of: the conversation is not at an analysis.", 1)
	}
	if planned && saysNothingElse(text) {
		return t.Repeat(ctx, q, before.Cell)
	}
	if !planned || len(strings.Fields(text)) > maxFragment || !fragment.MatchString(text) {
		return nil, nil
	}
	last := before.Cell.Analysis.Plan
	asked := brain.Question{Text: last.Question, Now: q.Now, Vocabulary: q.Vocabulary}
	if last.Own() && last.Question != "" {
		said := append(slices.Clone(last.Changes), text)
		found, err := analyst.Revise(ctx, asked, &last, said)
		if err != nil {
			return nil, err
		}
		if found != nil && found.Plan == nil {
			return t.decline(ctx, before, q, found.Missing, found.Confidence)
		}
		if found != nil {
			found.Plan.Changes = said
			t.nameSources(found.Plan)
			return t.runPlan(ctx, before, q, analyze.Question{Plan: found.Plan, Sentence: found.Sentence, Confidence: found.Confidence, Author: &reviser{t: t, analyst: analyst, asked: asked, said: said}})
		}
	}
	return t.decline(ctx, before, q, fmt.Sprintf("Plumb cannot change the last analysis by “%s”. Ask the whole question again, with that in it.", text), 1)
}

// runPlan answers a message by a plan.
func (t *Talk) runPlan(ctx context.Context, before *Turn, q answer.Question, planned analyze.Question) (*Turn, error) {
	planned.ID, planned.Text, planned.Now, planned.Parent, planned.Replaces, planned.Beside = q.ID, q.Text, q.Now, q.Parent, q.Replaces, q.Beside
	if before != nil {
		planned.Before = before.Cell.ID
	}
	was := t.contextLevel(ctx, planned.Plan)
	made, err := t.Analyzer.Ask(ctx, planned)
	if err != nil {
		return nil, err
	}
	c := made.Cell
	if now := t.contextLevel(ctx, planned.Plan); was == datastore.LevelOK && now != "" && now != datastore.LevelOK {
		t.Warn(fault.Diagnostic{Severity: fault.Warning, Code: LargeContext, Message: "what plans have kept is much for a language model",
			Hint: "/context shows it, and /compact shortens it; from 100,000 tokens on, Plumb does so by itself"})
	}
	d := &answer.Draft{Outcome: answer.Outcome(c.Reading.Outcome), Confidence: c.Reading.Confidence, Sentence: c.Reading.Sentence, Missing: c.Reading.Missing, By: c.Metadata.Model, Given: true}
	return &Turn{Turn: &answer.Turn{Cell: c, Draft: d, Table: made.Table, Chart: made.Chart, Took: made.Took}, Question: q.Text, Before: before}, nil
}

// LargeContext is the code of the warning that a model is shown much.
const LargeContext fault.Code = "LARGE_CONTEXT"

// contextLevel says whether what a model is shown of the data store is becoming too much;
// "" where there is no model, or the plan keeps nothing there.
func (t *Talk) contextLevel(ctx context.Context, p *plan.Plan) datastore.Level {
	if t.models == nil || t.Analyzer.Data == nil || p != nil && !p.Shares() {
		return ""
	}
	data, err := t.Analyzer.Data(ctx)
	if err != nil {
		return "" // the plan says so, which needs it
	}
	stats, err := data.Context()
	if err != nil {
		return ""
	}
	return stats.Level
}

// tellTable says in Plumb's own words what a table says.
func (t *Talk) tellTable(ctx context.Context, question string, rows *table.Table) *session.Narrative {
	shown := chart.Choose(question, rows, nil).Plan
	n, err := mind.Narrator{}.Narrate(ctx, answer.Finding{Question: question, Table: rows, Now: t.Today(), Plan: shown, Truncated: rows.Truncated != table.Whole})
	if err != nil || n == nil || n.Text == "" {
		return nil // the rows answer without it
	}
	return &session.Narrative{Text: n.Text, By: n.By, DataReferences: turn.References(n.References)}
}

// reviser changes a plan of the built-in analyst by what a person says to it.
type reviser struct {
	t       *Talk
	analyst brain.Analyst
	asked   brain.Question
	said    []string
}

func (r *reviser) Revise(ctx context.Context, p *plan.Plan, feedback string) (*plan.Plan, turn.Cost, error) {
	said := append(slices.Clone(r.said), feedback)
	found, err := r.analyst.Revise(ctx, r.asked, p, said)
	if err != nil || found == nil || found.Plan == nil {
		return nil, turn.Cost{}, err
	}
	r.said, found.Plan.Changes = said, said
	r.t.nameSources(found.Plan)
	return found.Plan, turn.Cost{}, nil
}

// Write has nothing to write: Plumb's own steps are whole, and do not fail by their
// code.
func (r *reviser) Write(_ context.Context, w analyze.Work) (string, turn.Cost, error) {
	return "", turn.Cost{}, w.Failed
}

// nameSources says which connection the steps of a plan read.
func (t *Talk) nameSources(p *plan.Plan) {
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Source == "" && s.Language == plan.Read {
			s.Source = t.Connection.Name()
		}
	}
}
