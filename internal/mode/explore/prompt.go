package explore

import (
	"cmp"
	"embed"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/mode/tool"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/session"
)

//go:embed prompts/*.md
var files embed.FS

// schemaTokens is how much of the schema the model is given before it looks.
const schemaTokens = 6000

// rules is the system prompt. What repeats between questions comes first, so
// that providers can keep it. The statements that failed are those of earlier
// questions: what fails in this one, the model sees where it happens.
func (m *Mode) rules(s *schema.Snapshot, question string, now time.Time) ([]model.Block, error) {
	rules, err := model.Prompt(files, "explore", map[string]any{"Dialect": cmp.Or(m.Dialect, s.Dialect), "Rules": tool.Rules(s.Dialect), "Turns": MaxTurns, "Today": now.Format(time.DateOnly),
		"FenceRule": model.FenceRule})
	if err != nil {
		return nil, err
	}
	list := []model.Block{{Text: rules}, {Text: model.Fence("schema", shownOf(s, question)), Cache: true}}
	var failed []string
	for _, f := range m.Memory.Failed() {
		failed = append(failed, model.Fence("statement", f.SQL)+"\n"+model.Fence("reason", f.Reason))
	}
	if len(failed) == 0 {
		return list, nil
	}
	text, err := model.Prompt(files, "failed", failed)
	if err != nil {
		return nil, err
	}
	return append(list, model.Block{Text: text}), nil
}

// shownOf is the schema to begin with: all of it, or of a large one the tables
// that the question is about, in the order of the schema.
func shownOf(s *schema.Snapshot, question string) string {
	if whole := schema.XML(s, schema.XMLOptions{}); schema.Tokens(whole) <= schemaTokens {
		return whole
	}
	chosen := map[*schema.Table]bool{}
	for _, t := range schema.Select(s, question, schemaTokens) {
		chosen[t] = true
	}
	var tables []*schema.Table
	for i := range s.Tables {
		if chosen[&s.Tables[i]] {
			tables = append(tables, &s.Tables[i])
		}
	}
	return schema.XML(s, schema.XMLOptions{Tables: tables, Budget: schemaTokens})
}

// conversation is the question after the answers before it, which come the
// newest first. They are told as data, and not as turns of the model: a model
// takes its own turns for true, and as an example of how to answer.
func conversation(past []session.Cell, question string) ([]model.Message, error) {
	text := "The question:\n" + model.Fence("question", question)
	var texts []string
	for _, c := range slices.Backward(past) {
		if one := condense(c); one != "" {
			texts = append(texts, one)
		}
	}
	if len(texts) > 0 {
		before, err := model.Prompt(files, "past", model.Fence("conversation", strings.Join(texts, "\n\n")))
		if err != nil {
			return nil, err
		}
		text = before + "\n\n" + text
	}
	return []model.Message{say(model.User, text)}, nil
}

// condense returns an earlier answer in short, or "" for a question without one.
func condense(c session.Cell) string {
	text := "Question: " + clip(c.Question, longestFailed)
	if c.SQL != nil {
		text += "\nSQL: "
		if c.SQL.UserSQLOverride != "" {
			text += "(as the person changed it) "
		}
		text += clip(cmp.Or(c.SQL.UserSQLOverride, c.SQL.Query), longestFailed)
	}
	if c.Narrative != nil {
		text += "\nAnswer: " + clip(c.Narrative.Text, longestFailed)
	}
	if c.SQL == nil && c.Narrative == nil {
		return ""
	}
	return text
}

func say(role model.Role, text string) model.Message {
	return model.Message{Role: role, Parts: []model.Part{{Text: text}}}
}

// tell adds words for the model, in the last message if that is not its own,
// for providers want the roles to alternate.
func (t *Turn) tell(text string) {
	if n := len(t.messages); n > 0 && t.messages[n-1].Role == model.User {
		last := &t.messages[n-1]
		last.Parts = append(slices.Clip(last.Parts), model.Part{Text: text})
		return
	}
	t.messages = append(t.messages, say(model.User, text))
}

// What a model is given of its tools' answers, all together.
const (
	maxHistory = 192 << 10 // bytes
	forgotten  = "This was left out to save space. Call the tool again if you need it."
)

// forget leaves the oldest answers of tools out of a long history. It makes room
// for some turns at once, so that providers can keep what comes before.
func (t *Turn) forget() {
	size := 0
	for _, r := range t.results() {
		size += len(r.Text)
	}
	if size <= maxHistory {
		return
	}
	for _, r := range t.results() {
		if size <= maxHistory/2 {
			return
		}
		if len(r.Text) > len(forgotten) {
			size -= len(r.Text) - len(forgotten)
			r.Text = forgotten
		}
	}
}

// results are the answers of tools in the history, the oldest first.
func (t *Turn) results() []*model.Result {
	var list []*model.Result
	for _, m := range t.messages {
		for _, p := range m.Parts {
			if p.Result != nil {
				list = append(list, p.Result)
			}
		}
	}
	return list
}
