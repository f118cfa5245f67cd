package route

import (
	"context"
	"iter"
	"reflect"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

// thinker is a model that signs its thoughts, and keeps what it was asked.
type thinker struct {
	provider string
	asked    *[]model.Message
}

func (m thinker) Info() model.Info { return model.Info{Provider: m.provider, ID: "m"} }

func (m thinker) Stream(_ context.Context, q model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		*m.asked = q.Messages
		_ = yield(model.Chunk{Thinking: &model.Thinking{Text: "hm", Signature: "s: " + m.provider}}, nil) &&
			yield(model.Chunk{Thinking: &model.Thinking{Redacted: "r"}}, nil) && yield(model.Chunk{Text: "yes", Stop: model.Ended}, nil)
	}
}

func TestThoughtsGoBackToTheirModelAlone(t *testing.T) {
	var asked []model.Message
	r, err := New(Config{
		Open:   func(name string) (model.Model, error) { return thinker{name[:1], &asked}, nil },
		Chains: map[Task]Chain{Planning: {Models: []string{"a/m"}}, Critique: {Models: []string{"b/m"}}, Analysis: {Models: []string{"a/n"}}},
		Clock:  newHandClock().clock(),
	})
	if err != nil {
		t.Fatal(err)
	}
	first, err := r.Generate(t.Context(), Job{Task: Planning}, model.Request{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	unmarked := model.Part{Thinking: &model.Thinking{Text: "old", Signature: "x"}}
	history := []model.Message{first.Message, {Role: model.Assistant, Parts: first.Message.Parts[:1]}, {Role: model.User, Parts: []model.Part{{Text: "and?"}, unmarked}}}
	for _, c := range []struct {
		task Task
		want []model.Message
	}{
		{Planning, []model.Message{
			{Role: model.Assistant, Parts: []model.Part{{Thinking: &model.Thinking{Text: "hm", Signature: "s: a"}}, {Thinking: &model.Thinking{Redacted: "r"}}, {Text: "yes"}}},
			{Role: model.Assistant, Parts: []model.Part{{Thinking: &model.Thinking{Text: "hm", Signature: "s: a"}}}},
			history[2],
		}},
		{Analysis, []model.Message{{Role: model.Assistant, Parts: []model.Part{{Text: "yes"}}}, history[2]}},
		{Critique, []model.Message{{Role: model.Assistant, Parts: []model.Part{{Text: "yes"}}}, history[2]}},
	} {
		if _, err := r.Generate(t.Context(), Job{Task: c.task}, model.Request{Messages: history}, nil); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(asked, c.want) {
			t.Errorf("%s was asked %+v", c.task, asked)
		}
	}
}
