package llm

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// Plan proposes a statement. Statements that failed in this question make it a
// repair: the model sees each with the concrete reason.
func (b *Brain) Plan(ctx context.Context, a Asked) (*Proposal, model.Usage, error) {
	r, err := b.planRequest(a)
	if err != nil {
		return nil, model.Usage{}, err
	}
	p, reply, err := model.Object(ctx, b.Planner, r, planForm)
	if err != nil {
		return nil, reply.Usage, err
	}
	p.SQL = strings.TrimSpace(p.SQL)
	return &p, reply.Usage, nil
}

func (b *Brain) planRequest(a Asked) (model.Request, error) {
	rules, err := prompt("plan", map[string]string{"Dialect": b.Dialect, "Today": a.Now.Format(time.DateOnly), "FenceRule": model.FenceRule})
	if err != nil {
		return model.Request{}, err
	}
	// What repeats between questions comes first, so that providers keep it; the
	// day changes least often of what may change.
	r := model.Request{MaxTokens: planTokens, Temperature: &zero, System: []model.Block{{Text: rules}, {Text: model.Fence("schema", b.Schema), Cache: true}}}
	if text := b.examples(); text != "" {
		r.System = append(r.System, model.Block{Text: text, Cache: true})
	}
	for _, p := range a.Past[max(0, len(a.Past)-maxPast):] {
		r.Messages = append(r.Messages, say(model.User, model.Fence("question", p.Question)), say(model.Assistant, past(p)))
	}
	question := model.Fence("question", a.Question)
	if len(a.Earlier) > 0 {
		warning, err := prompt("earlier", map[string]any{"Failed": failures(a.Earlier)})
		if err != nil {
			return model.Request{}, err
		}
		question = warning + "\n\n" + question
	}
	r.Messages = append(r.Messages, say(model.User, question))
	if len(a.Failed) == 0 {
		return r, nil
	}
	repair, err := prompt("repair", map[string]any{"Dialect": b.Dialect, "Failed": failures(a.Failed)})
	if err != nil {
		return model.Request{}, err
	}
	last := len(a.Failed) - 1
	r.Messages = append(r.Messages, say(model.Assistant, a.Failed[last].SQL), say(model.User, repair))
	return r, nil
}

// failures are the last statements that failed, each with its reason.
func failures(list []Failed) []string {
	var texts []string
	for _, f := range list[max(0, len(list)-maxFailed):] {
		texts = append(texts, model.Fence("statement", f.SQL)+"\n"+model.Fence("reason", f.Reason))
	}
	return texts
}

// past is an earlier answer as the model may have given it.
func past(p Past) string {
	text := p.SQL
	if p.Edited {
		text = "The person changed the statement to:\n" + text
	}
	if p.Story != "" {
		text += "\n\n" + p.Story
	}
	return text
}

func (b *Brain) examples() string {
	var list []string
	for _, e := range b.Examples[:min(len(b.Examples), maxExamples)] {
		list = append(list, fmt.Sprintf("Question: %s\nSQL: %s", e.Question, e.SQL))
	}
	if len(list) == 0 {
		return ""
	}
	return "Statements that people wrote for this data:\n" + model.Fence("examples", strings.Join(list, "\n\n"))
}
