package talk

import (
	"context"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
)

// handler does what a message wants that is no question for figures. It returns
// nil where it cannot, so that the message is read as a question.
type handler struct {
	name  intent.Name
	after bool // only after an answer
	do    func(t *Talk, ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error)
}

// handlers are what can be done without a new query. What is not listed is
// a question, or changes one: the parser reads it after the turn before.
var handlers = []handler{
	{intent.Provenance, true, (*Talk).tellProvenance},
	{intent.Summarize, true, (*Talk).summarize},
	{intent.Challenge, true, (*Talk).challenge},
	{intent.Redo, true, (*Talk).redo},
	{intent.Export, false, (*Talk).exportRows},
	{intent.CreateArtifact, false, (*Talk).createDocument},
	{intent.Reset, false, (*Talk).tellReset},
	{intent.Alert, false, (*Talk).recordAlert},
	{intent.TriggerAction, false, (*Talk).recordAction},
	{intent.ModeSwitch, false, (*Talk).tellModes},
	{intent.MetaQuestion, false, (*Talk).tellAbout},
}

// BuiltinIntents is the classifier that comes with the program, loaded when the
// first message comes; one serves all conversations.
func BuiltinIntents() (*intent.Classifier, error) { return builtinIntents() }

var builtinIntents = sync.OnceValues(func() (*intent.Classifier, error) {
	embedder, err := account.Sentences()
	if err != nil {
		return nil, err
	}
	return intent.Builtin(embedder)
})

// route finds what a message wants, and does it if that is no question for
// figures. It is nil for a question. Where the sentence model is missing, every
// message is a question.
func (t *Talk) route(ctx context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	if t.Intents == nil || q.SQL != "" || q.Draft != nil || q.Chart != "" || q.Heading != "" || q.Ahead != nil {
		return nil, nil
	}
	c, err := t.Intents()
	if err != nil {
		return nil, nil
	}
	intents, tier, err := c.Classify(ctx, q.Text)
	if err != nil {
		return nil, err
	}
	var spent answer.Cost
	if tier != intent.Sure && t.models.Classifies() {
		if intents, spent, err = t.askIntent(ctx, before, q.Text); err != nil {
			return nil, err
		}
		tier = intent.Sure
	}
	if tier != intent.Sure || len(intents) != 1 {
		return nil, nil
	}
	at := slices.IndexFunc(handlers, func(h handler) bool { return h.name == intents[0].Name })
	answered := before != nil && before.Turn != nil && (before.Answered() || before.Cell.Narrative != nil)
	if at < 0 || handlers[at].after && !answered {
		return nil, nil
	}
	d, err := handlers[at].do(t, ctx, before, q)
	if err != nil || d == nil {
		return nil, err
	}
	if d.Told != "" {
		d.Outcome, d.Confidence, d.By, d.Cost = answer.Sure, intents[0].Score, "builtin", spent
	}
	return d, nil
}

// askIntent is the second tier: a language model says what a message wants that the
// exemplars do not tell. Where it is not sure or cannot be asked, the message is a
// question.
func (t *Talk) askIntent(ctx context.Context, before *Turn, text string) ([]intent.Intent, answer.Cost, error) {
	var kinds []llm.Kind
	for _, k := range intent.Kinds() {
		kinds = append(kinds, llm.Kind{Name: string(k.Name), About: k.About})
	}
	asked := ""
	if before != nil {
		asked = before.Question
	}
	name, score, spent, err := t.models.Classify(ctx, text, asked, kinds)
	switch {
	case ctx.Err() != nil:
		return nil, spent, ctx.Err()
	case err != nil:
		f := fault.Of(err)
		t.Warn(fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "what the message wants could not be asked of a model: " + f.Message, Hint: f.Hint})
		return nil, spent, nil
	case score < intent.SureScore:
		return nil, spent, nil
	}
	return []intent.Intent{{Name: intent.Name(name), Score: score}}, spent, nil
}

func told(text string) *answer.Draft { return &answer.Draft{Told: text} }

// redo runs the last statement again.
func (t *Talk) redo(_ context.Context, before *Turn, q answer.Question) (*answer.Draft, error) {
	if !saysNothingElse(q.Text) || before.Cell.SQL == nil {
		return nil, nil
	}
	d := before.Draft.Refined()
	d.Chart = before.Draft.Chart
	return d, nil
}

// tellReset says that the conversation starts over; its owner then forgets the turn.
func (t *Talk) tellReset(context.Context, *Turn, answer.Question) (*answer.Draft, error) {
	d := told("This starts afresh: the next question is read by itself, and nothing of the conversation so far is used. The answers remain in the history.")
	d.Reset = true
	return d, nil
}

// recordAlert keeps a request that needs something which Plumb does not do yet.
func (t *Talk) recordAlert(_ context.Context, _ *Turn, q answer.Question) (*answer.Draft, error) {
	return told("This request is recorded in the session: “" + q.Text + "”. Plumb does not watch data by itself yet. To check it now, ask for the figure; to check it regularly, let a scheduler run plumb ask with that question, and compare its figure with the limit."), nil
}

func (t *Talk) recordAction(_ context.Context, _ *Turn, q answer.Question) (*answer.Draft, error) {
	return told("This request is recorded in the session: “" + q.Text + "”. Plumb only reads data, and does nothing outside: it sends no messages and changes no system. Export the answer with plumb notebook export, or copy it from the page, and send it yourself."), nil
}

func (t *Talk) tellModes(context.Context, *Turn, answer.Question) (*answer.Draft, error) {
	text := "Plumb answers questions with the built-in parser, and plans what takes several steps by itself."
	if t.Explorer != nil {
		text += " A language model is connected: --explore lets it investigate, and --model builtin does without it."
	} else {
		text += " No language model is connected; plumb models says how to add one, and then --explore lets it investigate."
	}
	return told(text + " /query runs SQL of your own."), nil
}

// pastCells are the last answers of the session, the oldest first.
func (t *Talk) pastCells(ctx context.Context, most int) ([]session.Cell, error) {
	list, err := t.Mode.Log.LastCells(ctx, most)
	slices.Reverse(list)
	return list, err
}
