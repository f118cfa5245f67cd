package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/find"
	"github.com/plumbdata/plumb/internal/model/route"
)

// preflight is the task that tests of models are recorded as.
const preflight route.Task = "preflight"

// card is what a test of a model found.
type card struct {
	Model   string     `json:"model"`
	OK      bool       `json:"ok"`
	Steps   []cardStep `json:"steps"`
	Input   int        `json:"input_tokens"`
	Output  int        `json:"output_tokens"`
	CostUSD *float64   `json:"cost_usd"` // null when it is unknown
	TotalMS float64    `json:"total_ms"`

	fault *fault.Fault // what kept it from being tested further
}

// cardStep is one thing that was tried.
type cardStep struct {
	Name    string         `json:"step"`
	OK      bool           `json:"ok"`
	Detail  string         `json:"detail,omitempty"`
	MS      float64        `json:"ms"`
	FirstMS float64        `json:"first_token_ms,omitempty"`
	Fault   map[string]any `json:"fault,omitempty"`
}

// testModels tests the named model, or all that are set up, and shows a card
// for each.
func (a *app) testModels(ctx context.Context, args []string) error {
	names := args
	if len(names) == 0 {
		m, err := a.models(ctx, "")
		if err != nil {
			return err
		}
		if names = m.names(); len(names) == 0 {
			return fault.New(fault.NotFound, "no language model is set up to test").
				WithHint("%s", strings.Join(find.Ways(), "\nor "))
		}
	}
	s, err := a.openStore(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	l := mind.NewLedger(ctx, s)
	defer l.Close()
	cards := []card{}
	var failed *fault.Fault
	for _, name := range names {
		c := a.examine(ctx, name, l.ForSession(""))
		if err := ctx.Err(); err != nil {
			return err
		}
		cards = append(cards, c)
		if !a.json {
			a.showCard(c)
		}
		if c.fault != nil && failed == nil {
			failed = fault.New(c.fault.Code, "%s did not pass", c.Model).WithHint("the lines above say why")
		}
	}
	if a.json {
		if err := a.writeJSON(a.Stdout, cards); err != nil {
			return err
		}
	}
	if failed != nil {
		return failed
	}
	return nil
}

// examine tests one model.
func (a *app) examine(ctx context.Context, name string, recorder route.Recorder) card {
	a.testing = true
	c := card{Model: name, Steps: []cardStep{}}
	if _, err := a.config(); err != nil {
		c.fault = fault.Of(err)
		return c
	}
	if a.embeds(name) {
		return a.examineVectors(ctx, name, recorder)
	}
	began := a.Now()
	m, err := a.models(ctx, name)
	if err != nil {
		c.fault = fault.Of(err)
		return c
	}
	c.Model = m.name
	records := &latest{next: recorder}
	router := m.router.WithRecorder(records, nil)
	err = router.Try(ctx, route.Job{Task: preflight}, func(ctx context.Context, one model.Model) error {
		t := &trial{app: a, card: &c, model: one, records: records}
		return t.run(ctx)
	})
	if err != nil {
		c.fault = fault.Of(err)
	}
	c.OK = err == nil
	c.TotalMS = milliseconds(a.Now().Sub(began))
	c.price(router, m.name)
	return c
}

// trial is a test that runs.
type trial struct {
	app     *app
	card    *card
	model   model.Model
	records *latest
	pieces  int // that the words came in
}

// trialTokens leaves room for models that think first.
const trialTokens = 1024

func (t *trial) run(ctx context.Context) error {
	for _, s := range []struct {
		name string
		try  func(context.Context, *cardStep) error
	}{{"text", t.checkText}, {"streaming", t.checkStreaming}, {"tool call", t.checkTool}, {"structured output", t.checkObject}} {
		step := cardStep{Name: s.name, OK: true}
		began := t.app.Now()
		err := s.try(ctx, &step)
		step.MS = milliseconds(t.app.Now().Sub(began))
		if err != nil {
			f := fault.Of(err)
			step.OK, step.Fault, step.Detail = false, faultJSON(f), f.Message
		}
		t.card.Steps = append(t.card.Steps, step)
		if err != nil {
			return err
		}
	}
	return nil
}

func trialOf(text string) model.Request {
	return model.Request{MaxTokens: trialTokens, Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: text}}}}}
}

func (t *trial) addUsage(u model.Usage) {
	t.card.Input += u.Input
	t.card.Output += u.Output
}

// checkText asks for some words.
func (t *trial) checkText(ctx context.Context, s *cardStep) error {
	watched := &pieces{Model: t.model}
	reply, err := model.Generate(ctx, watched, trialOf("Count from one to ten in English words, separated by spaces."))
	t.addUsage(reply.Usage)
	if err != nil {
		return err
	}
	if strings.TrimSpace(reply.Text()) == "" {
		return fault.New(model.Malformed, "%s returned an empty answer", t.card.Model).WithHint("try again, or choose another model")
	}
	s.FirstMS, t.pieces = milliseconds(t.records.record.FirstToken), watched.count
	return nil
}

// checkStreaming says whether the words came piece by piece. A model that does not
// stream can be used all the same.
func (t *trial) checkStreaming(_ context.Context, s *cardStep) error {
	s.Detail = fmt.Sprintf("%d pieces", t.pieces)
	if s.OK = t.pieces > 1; !s.OK {
		s.Detail = "the answer came in one piece"
	}
	return nil
}

// checkTool asks for a tool call that the model makes by itself.
func (t *trial) checkTool(ctx context.Context, s *cardStep) error {
	add, err := model.NewForm[struct {
		A int `json:"a"`
		B int `json:"b"`
	}]("add", "Adds two numbers.").Tool()
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the test tool is invalid: %v", err)
	}
	if !t.model.Info().Tools {
		s.Detail = "by prompt: the model does not support tool calls"
	}
	r := trialOf("Add 2 and 3 with the tool.")
	r.Tools = []model.Tool{add}
	reply, err := model.Generate(ctx, model.Fit(t.model), r)
	t.addUsage(reply.Usage)
	if err != nil {
		return err
	}
	if calls := reply.Calls(); len(calls) == 0 || calls[0].Name != "add" {
		return fault.New(model.Malformed, "%s did not call the tool", t.card.Model).
			WithHint("if it cannot call tools, set models.abilities: %s: tools: false", t.card.Model)
	}
	return nil
}

// checkObject asks for an answer of a given form, as questions do.
func (t *trial) checkObject(ctx context.Context, _ *cardStep) error {
	type word struct {
		Word    string `json:"word"`
		Letters int    `json:"letters" schema:"min=1,max=100"`
	}
	_, reply, err := model.Object(ctx, model.Fit(t.model), trialOf("Take the word plumb, and count its letters."),
		model.NewForm[word]("report_word", "Report a word and the number of its letters."))
	t.addUsage(reply.Usage)
	return err
}

func (a *app) showCard(c card) {
	a.printf("%s\n", c.Model)
	for _, s := range c.Steps {
		if s.Fault != nil {
			continue // it is shown whole below
		}
		detail := s.Detail
		if s.Name != "streaming" {
			detail = strings.TrimSuffix(formatMS(s.MS)+", "+detail, ", ")
		}
		if s.FirstMS > 0 {
			detail += ", first word after " + formatMS(s.FirstMS)
		}
		if s.OK {
			a.out.Done(a.Stdout, "%s: %s", s.Name, detail)
		} else {
			a.out.Note(a.Stdout, "%s: %s", s.Name, detail)
		}
	}
	if c.fault != nil {
		a.out.Fault(a.Stdout, c.fault)
	}
	if c.Input+c.Output > 0 {
		cost := "cost unknown"
		if c.CostUSD != nil {
			cost = dollars(*c.CostUSD, 0)
		}
		a.out.Note(a.Stdout, "%s; %s tokens read, %s written; %s", formatMS(c.TotalMS), thousands(int64(c.Input)), thousands(int64(c.Output)), cost)
	}
}

// summary is a card in a line.
func (c card) summary() string {
	var works []string
	for _, s := range c.Steps {
		if s.OK {
			works = append(works, s.Name)
		}
	}
	return fmt.Sprintf("%s; %s, %s tokens", strings.Join(works, ", "), formatMS(c.TotalMS), thousands(int64(c.Input+c.Output)))
}

func milliseconds(d time.Duration) float64 { return max(0, float64(d.Microseconds())/1000) }
