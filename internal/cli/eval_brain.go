package cli

import (
	"context"
	"os"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/builtin"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/eval"
	"github.com/plumbdata/plumb/internal/fault"
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
	return builtinSession{b}, nil
}

type builtinSession struct{ brain brain.Brain }

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
	return out, nil
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
