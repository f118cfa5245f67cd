package cli

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/route"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
)

const (
	// defaultModelCases is how much of a folder a language model is asked where
	// --limit does not say: every question costs.
	defaultModelCases = 100
	// modelPatience bounds one question, with its repairs.
	modelPatience = 10 * time.Minute
)

// modelBrain is a language model as the harness asks it: alone, with the prompts,
// repairs and second opinion of the product, and without documents and examples.
type modelBrain struct {
	config  mind.Config
	name    string
	builtin *builtin.Parser // its opinion of a statement is the confidence in it
	kept    store.Store
	ledger  *mind.Ledger
}

// openModelBrain prepares a model to be measured. What it takes is recorded as
// the calls of other commands are.
func (a *app) openModelBrain(ctx context.Context, name string) (*modelBrain, error) {
	models, err := a.models(ctx, name)
	if err != nil {
		return nil, err
	}
	parser, err := builtin.Own()
	if err != nil {
		return nil, err
	}
	kept, err := a.openStore(ctx)
	if err != nil {
		return nil, err
	}
	b := &modelBrain{name: models.name, builtin: parser, kept: kept, ledger: mind.NewLedger(ctx, kept)}
	b.config = mind.Config{Router: models.router, Recorder: b.ledger.ForSession(""), Only: true, Budget: a.settings.Schema.TokenBudget}
	if _, priced := models.router.Price(b.name); !priced {
		a.diagnose([]fault.Diagnostic{{Severity: fault.Info, Message: "the price of " + b.name + " is not known, so its cost will not be either",
			Hint: "write it under models.prices in the configuration"}})
	}
	return b, nil
}

// Identity keeps answers of other models out of a run that is continued.
func (b *modelBrain) Identity() string { return b.name }

func (b *modelBrain) Close() error {
	b.ledger.Close()
	return b.kept.Close()
}

func (b *modelBrain) Open(ctx context.Context, c *connection.Connection) (eval.Session, error) {
	own, err := b.builtin.Open(ctx, c, "")
	if err != nil {
		return nil, err
	}
	s, err := c.Schema(ctx, connection.Full)
	if err != nil {
		return nil, err
	}
	m := &meter{next: b.config.Recorder}
	config := b.config
	config.Recorder = m
	return &modelSession{models: mind.NewModels(config, &mind.Builtin{Reader: answer.Reader{Brain: own, Name: mind.BuiltinName}}, s, nil), database: c, meter: m}, nil
}

// modelSession asks a model about one database.
type modelSession struct {
	models   *mind.Models
	database *connection.Connection
	meter    *meter
}

// answeredTurns are those of a conversation, the newest last.
type answeredTurns []*answer.Turn

func (s *modelSession) Ask(ctx context.Context, r eval.Request) (eval.Answer, error) {
	before, _ := r.Conversation.(answeredTurns)
	q := answer.Request{Question: r.Question, Now: r.Now, Past: before.cells}
	if len(before) > 0 {
		q.Before = before[len(before)-1]
	}
	s.meter.reset()
	d, err := s.plan(ctx, q)
	out := eval.Answer{Status: eval.Failed, Cost: s.meter.total()}
	switch {
	case err != nil && ctx.Err() == nil && !slices.Contains([]fault.Code{model.Malformed, model.Refusal, model.ContextSize}, fault.CodeOf(err)):
		return out, &eval.Unavailable{Err: err} // it is not the model that failed
	case err != nil:
		return out, err
	case d.Elsewhere():
		return out, fault.New(fault.Validation, "the model asked for more than one statement")
	}
	out.Confidence, out.Reading = d.Confidence, d.Sentence
	if d.SQL == "" {
		out.Status, out.Conversation = eval.Declined, r.Conversation
		return out, nil
	}
	out.Status, out.SQL, out.Meaning = eval.Answered, d.SQL, d.Meaning
	cell := session.Cell{Question: r.Question, SQL: &session.SQL{Query: d.SQL}}
	out.Conversation = append(slices.Clip(before), &answer.Turn{Cell: cell, Draft: d})
	return out, nil
}

// plan is the model's statement. One that is refused or fails is repaired, as
// often as in an answer.
func (s *modelSession) plan(ctx context.Context, q answer.Request) (*answer.Draft, error) {
	d, err := s.models.Plan(ctx, q)
	var failed []answer.Attempt
	for err == nil && d.SQL != "" && len(failed)+1 < answer.MaxAttempts {
		problem := s.try(ctx, d.SQL)
		if problem == nil {
			break
		}
		f := fault.Of(problem)
		failed = append(failed, answer.Attempt{SQL: d.SQL, Reason: f.Message, Hint: f.Hint})
		d, err = s.models.Repair(ctx, q, failed)
	}
	return d, err
}

// try runs a statement up to its first row.
func (s *modelSession) try(ctx context.Context, sql string) error {
	rows, _, err := s.database.Query(ctx, sql, source.Limits{Time: source.DefaultTime, Rows: 1, Bytes: source.DefaultBytes})
	if err != nil {
		return err
	}
	_, err = rows.ReadAll()
	return err
}

func (s *modelSession) Close() error { return nil }

// cells are the turns as a planner reads them, the newest first.
func (t answeredTurns) cells(context.Context) ([]session.Cell, error) {
	var list []session.Cell
	for _, one := range slices.Backward(t) {
		list = append(list, one.Cell)
	}
	return list, nil
}

// meter adds up what the calls for one question took.
type meter struct {
	next  route.Recorder
	mu    sync.Mutex
	taken eval.Cost
}

// Record implements route.Recorder.
func (m *meter) Record(ctx context.Context, r route.Record) {
	m.next.Record(ctx, r)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taken.Add(eval.Cost{Calls: 1, Input: r.Tokens.Input, Output: r.Tokens.Output, USD: r.Cost.USD(), Unpriced: !r.Cost.Known})
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.taken = eval.Cost{}
}

func (m *meter) total() eval.Cost {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.taken
}
