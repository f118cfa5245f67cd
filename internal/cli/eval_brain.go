package cli

import (
	"context"
	"os"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/critic"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/neural/embed"
	"github.com/plumbdata/plumb/internal/talk"
)

// measuredBuiltin is the built-in brain as the harness asks it. Indexes are not kept,
// so that a run measures the program as it is.
type measuredBuiltin struct{ *builtin.Parser }

func measuredBrain() (eval.Brain, error) {
	p, err := builtin.Own()
	if err != nil {
		return nil, err
	}
	return measuredBuiltin{p}, nil
}

// brainWith is the built-in brain with weights of a file, for trying others.
func brainWith(path string) (eval.Brain, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.NotFound, "the weights %s cannot be read: %v", path, err).WithHint("give --brain builtin:FILE a safetensors file")
	}
	p, err := builtin.LoadParser(file)
	if err != nil {
		return nil, err
	}
	return measuredBuiltin{p}, nil
}

// Identity keeps answers of other weights out of a run that is continued.
func (m measuredBuiltin) Identity() string { return "builtin " + m.Mark() }

func (m measuredBuiltin) Open(ctx context.Context, c *connection.Connection) (eval.Session, error) {
	b, err := m.Parser.Open(ctx, c, "")
	if err != nil {
		return nil, err
	}
	intents, err := talk.BuiltinIntents()
	if err != nil {
		return nil, err
	}
	return builtinSession{b, &critic.Critic{Embedder: func() (embed.Embedder, error) { return account.Sentences() }}, intents}, nil
}

// builtinSession asks the built-in brain, and the critic about its answer, as a conversation does.
type builtinSession struct {
	brain   *builtin.Brain
	critic  *critic.Critic
	intents *intent.Classifier
}

func (s builtinSession) Ask(ctx context.Context, r eval.Request) (eval.Answer, error) {
	q := brain.Question{Text: r.Question, Now: r.Now}
	if before, ok := r.Conversation.(*brain.Reading); ok {
		q.Before = before
	}
	a, err := s.brain.Read(ctx, q)
	if err != nil {
		return eval.Answer{Status: eval.Failed}, err
	}
	if len(a.Readings) == 0 {
		// What was asked before stays what the conversation is about.
		return eval.Answer{Status: eval.Declined, Confidence: a.Confidence, Evidence: a.Evidence, Tried: choices(a.Tried), Conversation: r.Conversation}, nil
	}
	first := a.Readings[0]
	out := eval.Answer{SQL: first.SQL, Meaning: first.Meaning, Confidence: a.Confidence, Status: eval.Answered, Reading: first.Sentence, Unused: a.Unused, Evidence: a.Evidence, Tried: choices(a.Tried), Conversation: &first, Sure: a.Outcome == brain.Sure}
	for _, o := range a.Readings[1:] {
		out.Candidates = append(out.Candidates, o.SQL)
	}
	verdict, err := s.judge(ctx, q, &first, len(a.Unsaid) > 0)
	if err != nil || verdict.Decision == critic.Accept {
		return out, err
	}
	if verdict.Findings[0].Kind.Withholds() {
		return eval.Answer{Status: eval.Declined, Confidence: 1 - out.Confidence, Evidence: out.Evidence, Tried: out.Tried, Conversation: r.Conversation}, nil
	}
	out.Sure, out.Confidence = false, min(out.Confidence, answer.RejectedConfidence)
	return out, nil
}

// judge asks the critic about a reading, whose rows the brain has seen. Defaults may fill what the
// question leaves open.
func (s builtinSession) judge(ctx context.Context, q brain.Question, r *brain.Reading, filled bool) (critic.Verdict, error) {
	review, err := s.brain.Review(ctx, q, r, nil)
	if err != nil {
		return critic.Verdict{}, err
	}
	wanted, _, err := s.intents.Classify(ctx, q.Text)
	if err != nil {
		return critic.Verdict{}, err
	}
	a := critic.Answer{Question: q.Text, Now: q.Now, Mode: critic.Data, Beyond: filled, FollowUp: r.FollowUp, Sentence: r.Sentence, SQL: r.SQL, Meaning: r.Meaning, Review: review}
	for _, w := range wanted {
		a.Wants = append(a.Wants, critic.Want{Name: string(w.Name), Score: w.Score})
	}
	return s.critic.Judge(ctx, a)
}

func (s builtinSession) Close() error { return nil }

// choices are the statements that an answer was chosen from, as an evaluation keeps them.
func choices(tried []brain.Tried) []eval.Choice {
	var list []eval.Choice
	for _, t := range tried {
		list = append(list, eval.Choice(t))
	}
	return list
}
