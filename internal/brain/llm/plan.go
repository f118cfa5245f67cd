package llm

import (
	"cmp"
	"context"
	"encoding/json"
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
	p.Chart = unquoteSpec(p.Chart)
	return &p, reply.Usage, nil
}

// unquoteSpec is a specification that the model wrote as a text of JSON, which some
// do where a schema leaves the type open.
func unquoteSpec(spec json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(spec, &text) == nil && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return spec
}

func (b *Brain) planRequest(a Asked) (model.Request, error) {
	rules, err := model.Prompt(files, "plan", map[string]string{"Dialect": b.Dialect, "Rules": b.Rules, "Today": a.Now.Format(time.DateOnly), "FenceRule": model.FenceRule})
	if err != nil {
		return model.Request{}, err
	}
	// What repeats between questions comes first, so that providers keep it; the
	// day changes least often of what may change.
	system := []model.Block{{Text: rules}, {Text: model.Fence("schema", b.Schema), Cache: true}}
	if text := b.examples(); text != "" {
		system = append(system, model.Block{Text: text, Cache: true})
	}
	var parts []string
	add := func(name string, data any) {
		text, failed := model.Prompt(files, name, data)
		err = cmp.Or(err, failed)
		parts = append(parts, text)
	}
	if len(a.Past) > 0 {
		add("past", conversation(a.Past))
	}
	if len(a.Earlier) > 0 {
		add("earlier", map[string]any{"Failed": failures(a.Earlier)})
	}
	parts = append(parts, tellVocabulary(a.Vocabulary)...)
	parts = append(parts, "The question:\n"+model.Fence("question", a.Question))
	if len(a.Failed) > 0 {
		add("repair", map[string]any{"Dialect": b.Dialect, "Failed": failures(a.Failed)})
	}
	return newRequest(system, planTokens, parts...), err
}

// tellVocabulary tells what those who ask say of words, as many sentences as there is room
// for.
func tellVocabulary(list []string) []string {
	text := ""
	for _, line := range list[:min(len(list), maxWords)] {
		line = clipTo(strings.Join(strings.Fields(line), " "), longest/8) + "\n"
		if len(text)+len(line) > longest {
			break
		}
		text += line
	}
	if text == "" {
		return nil
	}
	return []string{"What those who ask say of their words. The statement follows it where it concerns the question, and assumption says so:\n" + model.Fence("vocabulary", text)}
}

// failures are the last statements that failed, each with its reason.
func failures(list []Failed) []string {
	var texts []string
	for _, f := range list[max(0, len(list)-maxFailed):] {
		texts = append(texts, model.Fence("statement", f.SQL)+"\n"+model.Fence("reason", f.Reason))
	}
	return texts
}

// conversation is the last answers, condensed: of each what was asked, how, and
// what came out; of the last one the chart too, which a follow-up may change.
func conversation(list []Past) string {
	list = list[max(0, len(list)-maxPast):]
	var texts []string
	for i, p := range list {
		text := "Question: " + clip(p.Question)
		switch {
		case p.SQL == "" && p.Story == "":
			text += "\nIt was not answered."
		case p.Edited:
			text += "\nSQL, as the person changed it: " + clip(p.SQL)
		case p.SQL != "":
			text += "\nSQL: " + clip(p.SQL)
		}
		if p.Chart != "" && i == len(list)-1 {
			text += "\nChart: " + clip(p.Chart)
		}
		if p.Story != "" {
			text += "\nAnswer: " + clip(p.Story)
		}
		texts = append(texts, text)
	}
	return model.Fence("conversation", strings.Join(texts, "\n\n"))
}

func clip(text string) string { return clipTo(text, longest) }

// clipTo is the beginning of a text, at most so many bytes of it.
func clipTo(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func (b *Brain) examples() string {
	var list []string
	for _, e := range b.Examples[:min(len(b.Examples), maxExamples)] {
		list = append(list, fmt.Sprintf("Question: %s\nSQL: %s", e.Question, e.SQL))
	}
	if len(list) == 0 {
		return ""
	}
	return "Statements that people wrote for this data. Count and name things as they do:\n" + model.Fence("examples", strings.Join(list, "\n\n"))
}
