package talk

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/analyze"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/session"
)

// Steps answers by letting a model plan several steps.
func (t *Talk) Steps(ctx context.Context, before *Turn, q answer.Question) (*Turn, error) {
	return t.planSteps(ctx, before, q, nil)
}

// modelConfidence is how sure an answer is whose steps a model wrote: each of them runs
// only if it is right as SQL, which says nothing of the question.
const modelConfidence = 0.7

// planSteps lets a model plan, and runs its plan if the person approves it. It goes on
// with what another mode has begun, if it has.
func (t *Talk) planSteps(ctx context.Context, before *Turn, q answer.Question, begun *answer.Turn) (*Turn, error) {
	if t.models == nil {
		return nil, fault.New(fault.Usage, "planning needs a language model, and none is used here").
			WithHint("docs/plan.md lists what Plumb plans by itself; for the rest set a key such as ANTHROPIC_API_KEY, or choose a model with --model; plumb models lists them")
	}
	planned := analyze.Question{Confidence: modelConfidence, By: "model"}
	if begun != nil {
		q.ID, planned.Begun, planned.Cost = begun.ID(), true, begun.Spent()
	}
	author, err := t.newAuthor(ctx, before, q)
	if err != nil {
		return nil, err
	}
	planned.Author = author
	planned.Propose = func(ctx context.Context) (*plan.Plan, string, turn.Cost, error) {
		p, missing, spent, err := author.Propose(ctx)
		if err == nil && p != nil {
			err = t.continueNumbers(ctx, p)
		}
		return p, missing, spent, err
	}
	return t.runPlan(ctx, before, q, planned)
}

// newAuthor is a model that plans the answer to a question, with what it may know.
func (t *Talk) newAuthor(ctx context.Context, before *Turn, q answer.Question) (*mind.Author, error) {
	r := answer.Request{Question: q.Text, Now: q.Now, Past: func(ctx context.Context) ([]session.Cell, error) { return t.Mode.Log.LastCells(ctx, pastShown) }}
	if before != nil {
		r.Before = before.Turn
	}
	a := &mind.Author{Models: t.models, Request: r, Source: t.Connection.Name(), Check: t.checkPlan}
	for _, name := range t.Plans.Names {
		if name == a.Source || !mentions(q.Text, name) || t.Plans.Sources == nil {
			continue
		}
		db, err := t.Plans.Sources(ctx, name)
		if err != nil {
			return nil, err
		}
		s, err := db.Schema(ctx, connection.Full)
		if err != nil {
			return nil, err
		}
		a.Others = append(a.Others, mind.OtherSource{Name: name, Schema: s})
	}
	if t.Analyzer.Data == nil {
		return a, nil
	}
	data, err := t.Tables(ctx)
	if err != nil {
		return nil, err
	}
	if stats, err := data.Context(); err == nil && stats.Total >= compactFrom {
		if _, err := data.Compact(ctx); err != nil {
			return nil, err
		}
	}
	return a, t.showData(ctx, data, a)
}

// showData tells the author what earlier plans and answers left in the data store: the
// tables with some of their rows, and the scratchpad.
func (t *Talk) showData(ctx context.Context, data *datastore.Store, a *mind.Author) error {
	items, err := data.Items()
	if err != nil {
		return err
	}
	for _, i := range items {
		switch i.Part {
		case datastore.PartTables:
			a.Tables = append(a.Tables, llm.Shown{Name: i.Name, Outline: i.Text})
		case datastore.PartScratchpad, datastore.PartState:
			a.Notes = append(a.Notes, i.Text)
		}
	}
	a.Tables = a.Tables[max(0, len(a.Tables)-tablesShown):]
	for i := range a.Tables {
		const some = 3
		if a.Tables[i].Rows, err = data.Preview(ctx, a.Tables[i].Name, some); err != nil {
			return err
		}
	}
	return nil
}

const (
	pastShown   = 5       // answers of the conversation that a model is told
	tablesShown = 20      // tables of it
	compactFrom = 100_000 // tokens at which what a model is shown is shortened
)

// mentions is true for a text with the words of a name in it.
func mentions(text, name string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	words, want := split(text), split(name)
	for i := range words {
		if len(want) > 0 && i+len(want) <= len(words) && slices.Equal(words[i:i+len(want)], want) {
			return true
		}
	}
	return false
}

// checkPlan says what keeps a model's plan from being run: its graph, the connections
// that it names, and its statements, which pass the guard of each source.
func (t *Talk) checkPlan(ctx context.Context, p *plan.Plan) error {
	var there []string
	if t.Analyzer.Data != nil {
		data, err := t.Analyzer.Data(ctx)
		if err != nil {
			return err
		}
		list, err := data.Tables()
		if err != nil {
			return err
		}
		for _, r := range list {
			there = append(there, r.Name)
		}
	}
	if err := p.Check(there); err != nil {
		return err
	}
	for _, s := range p.Steps {
		if s.Language != plan.Read || s.Code == "" {
			continue
		}
		var db analyze.Database = t.Connection
		if s.Source != t.Connection.Name() {
			if t.Plans.Sources == nil {
				return fault.New(fault.Validation, "step %d reads %q, and there is only %q", s.Number, s.Source, t.Connection.Name())
			}
			var err error
			if db, err = t.Plans.Sources(ctx, s.Source); err != nil {
				return err
			}
		}
		code, err := p.Filled(s)
		if err != nil {
			return err
		}
		if _, err := db.Check(ctx, code); err != nil {
			f := fault.Of(err)
			return fault.Wrap(err, f.Code, "step %d: %s", s.Number, f.Message).WithHint("%s", f.Hint)
		}
	}
	return nil
}
