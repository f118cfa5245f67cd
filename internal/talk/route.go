package talk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/llm"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
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
	{intent.Summarize, false, (*Talk).summarize},
	{intent.Challenge, true, (*Talk).challenge},
	{intent.Redo, true, (*Talk).redo},
	{intent.Export, false, (*Talk).exportRows},
	{intent.CreateArtifact, false, (*Talk).createDocument},
	{intent.Reset, false, (*Talk).tellReset},
	{intent.Alert, false, (*Talk).recordAlert},
	{intent.TriggerAction, false, (*Talk).recordAction},
	{intent.ModeSwitch, false, (*Talk).tellModes},
	{intent.MetaQuestion, false, (*Talk).tellAbout},
	{intent.Greeting, false, (*Talk).greet},
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
	if tier != intent.Sure && t.models.Classifies() {
		if intents, tier, err = t.askIntent(ctx, before, q, intents, tier); err != nil {
			return nil, err
		}
	}
	d, err := t.handle(ctx, before, q, intents, tier)
	if err != nil || d == nil {
		return nil, err
	}
	if d.Told != "" {
		d.Outcome, d.By = answer.Sure, cmp.Or(d.By, mind.BuiltinName)
		if d.Confidence == 0 {
			d.Confidence = intents[0].Score
		}
	}
	return d, nil
}

// handle does what a message surely wants. It is nil for a question.
func (t *Talk) handle(ctx context.Context, before *Turn, q answer.Question, intents []intent.Intent, tier intent.Tier) (*answer.Draft, error) {
	if asksAge.MatchString(strings.TrimSpace(q.Text)) {
		return t.tellAge(ctx, before, q)
	}
	if doubts.MatchString(strings.TrimSpace(q.Text)) && before != nil && before.Turn != nil && before.Answered() {
		if d, err := t.challenge(ctx, before, q); d != nil || err != nil {
			return d, err
		}
	}
	if before != nil && before.Turn != nil && before.Cell.Analysis != nil && rowsBehind.MatchString(q.Text) {
		return t.tellProvenance(ctx, before, q)
	}
	if tier == intent.Sure && len(intents) == 1 {
		at := slices.IndexFunc(handlers, func(h handler) bool { return h.name == intents[0].Name })
		answered := before != nil && before.Turn != nil && (before.Answered() || before.Cell.Narrative != nil)
		if at >= 0 && (answered || !handlers[at].after) {
			if d, err := handlers[at].do(t, ctx, before, q); d != nil || err != nil {
				return d, err
			}
		}
	}
	if !t.models.Replies() {
		return nil, nil
	}
	// The parser knows greetings by their words, and a model's are to be heard first.
	own := t.general(before, q)
	if own == nil {
		return nil, nil
	}
	d, err := t.inWords(ctx, before, q, own)
	if d != nil {
		d.Confidence = 1
	}
	return d, err
}

// doubts is a message that holds another figure against an answer: what somebody believes
// is no condition.
var doubts = lazyregexp.New(`(?i)^(?:but )?(?:i|we) (?:think|thought|believe|believed|guess|expect|expected|heard|remember|was told|were told)\b.*\b(?:should|must|is|are|was|were|be|has|had|have)\b.*\d`)

// rowsBehind is a message that wants the rows behind an answer. The parser lists those of
// one statement; of an analysis, its steps are told.
var rowsBehind = lazyregexp.New(`(?i)\b(?:rows?|records?|entries|lines)\b.*\b(?:behind|underneath|beneath)\b`)

// classifyTime is how long a model may take to say what a message wants.
const classifyTime = 3 * time.Second

// askIntent is the second tier: a language model says what a message wants that the
// exemplars do not tell. Where it is not sure, is slow or cannot be asked, what the
// exemplars say stands.
func (t *Talk) askIntent(ctx context.Context, before *Turn, q answer.Question, first []intent.Intent, tier intent.Tier) ([]intent.Intent, intent.Tier, error) {
	var kinds []llm.Kind
	for _, k := range intent.Kinds() {
		kinds = append(kinds, llm.Kind{Name: string(k.Name), About: k.About})
	}
	asked := ""
	if before != nil {
		asked = before.Question
	}
	timed, cancel := context.WithTimeout(ctx, source.Patient(ctx, classifyTime))
	defer cancel()
	name, score, spent, err := t.models.Classify(timed, q.Text, asked, kinds)
	q.Spend(spent)
	switch {
	case ctx.Err() != nil:
		return nil, tier, ctx.Err()
	case err != nil:
		f := fault.Of(err)
		t.Warn(fault.Diagnostic{Severity: fault.Warning, Code: f.Code, Message: "what the message wants could not be asked of a model: " + f.Message, Hint: f.Hint})
		return first, tier, nil
	case score < intent.SureScore:
		return first, tier, nil
	}
	return []intent.Intent{{Name: intent.Name(name), Score: score}}, intent.Sure, nil
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
