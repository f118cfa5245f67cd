package openai

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const (
	maxStops      = 4 // stop sequences that the format takes
	maxCacheMarks = 4 // more are refused
	maxCallID     = 40
)

// params is a request as the provider wants it, without the fields that it
// does not take.
func (m *chat) params(r model.Request) (completionRequest, error) {
	p := completionRequest{
		Model:    m.config.Model,
		Messages: slices.Concat(m.system(r.System), m.messages(r.Messages)),
	}
	if err := m.tools(&p, r); err != nil {
		return p, err
	}
	if r.Temperature != nil && m.takes("temperature") {
		p.Temperature = r.Temperature
	}
	if len(r.Stop) > 0 && m.takes("stop") {
		p.Stop = r.Stop[:min(len(r.Stop), maxStops)]
	}
	m.limit(&p, r.MaxTokens)
	if !m.preset.UsageUnasked && m.takes("stream_options") {
		p.StreamOptions = &streamOptions{IncludeUsage: true}
	}
	switch {
	case !m.takes("seed"):
	case m.preset.RandomSeed:
		p.RandomSeed = r.Seed
	default:
		p.Seed = r.Seed
	}
	return p, nil
}

func (m *chat) takes(field string) bool {
	return !m.dropped[slices.Index(droppable[:], field)].Load()
}

// thinkingRoom is what a model that thinks first gets beyond the tokens of its
// answer: they count as written, and it would stop before it has said a word.
const thinkingRoom = 16 << 10

// limit sets the limit of tokens under the name that the provider knows, or
// under the other when that was refused. Without one the provider's counts.
func (m *chat) limit(p *completionRequest, tokens int) {
	if tokens <= 0 {
		return
	}
	if m.thinks.Load() {
		tokens += thinkingRoom
	}
	switch newer, older := m.takes("max_completion_tokens"), m.takes("max_tokens"); {
	case newer && (m.preset.MaxCompletion || !older):
		p.MaxCompletionTokens = tokens
	case older:
		p.MaxTokens = tokens
	}
}

// tools offers the tools. The same schema is always sent with the same bytes, so
// that the provider's cache hits.
func (m *chat) tools(p *completionRequest, r model.Request) error {
	alone := r.Force != "" && m.preset.OnlyRequired
	for _, t := range r.Tools {
		if alone && t.Name != r.Force {
			continue
		}
		f := function{Name: t.Name, Description: t.Description}
		if len(t.Schema) > 0 && json.Unmarshal(t.Schema, &f.Parameters) != nil {
			return fault.New(fault.Internal, "the schema of the tool %s is not a JSON object", t.Name)
		}
		if len(f.Parameters) == 0 {
			f.Parameters = map[string]json.RawMessage{"type": json.RawMessage(`"object"`)}
		}
		p.Tools = append(p.Tools, tool{Function: f, Type: "function"})
	}
	switch {
	case alone:
		p.ToolChoice = "required"
	case r.Force != "":
		p.ToolChoice = tool{Function: function{Name: r.Force}, Type: "function"}
	}
	return nil
}

// system is one message, for not everybody takes several, or one in parts.
func (m *chat) system(blocks []model.Block) []message {
	blocks = slices.DeleteFunc(slices.Clone(blocks), func(b model.Block) bool { return b.Text == "" })
	if len(blocks) == 0 {
		return nil
	}
	marks := 0
	var texts []string
	for _, b := range blocks {
		texts = append(texts, b.Text)
		if b.Cache {
			marks++
		}
	}
	if marks > 0 && m.preset.CacheMarks {
		return []message{{Content: markParts(blocks, marks), Role: "system"}}
	}
	return []message{{Content: strings.Join(texts, "\n\n"), Role: "system"}}
}

// markParts keeps the last cache marks when there are too many: each covers all
// that comes before it.
func markParts(blocks []model.Block, marks int) []textPart {
	var parts []textPart
	for _, b := range blocks {
		part := textPart{Text: b.Text, Type: "text"}
		if b.Cache {
			if marks <= maxCacheMarks {
				part.CacheControl = &cacheControl{Type: "ephemeral"}
			}
			marks--
		}
		parts = append(parts, part)
	}
	return parts
}

func (m *chat) messages(list []model.Message) []message {
	var out []message
	for _, msg := range list {
		if msg.Role == model.Assistant {
			out = append(out, m.assistant(msg)...)
		} else {
			out = append(out, m.user(msg)...)
		}
	}
	return out
}

// user puts the results of tools first: they must follow their calls. Words
// beside them stand in the last result where they may not follow it.
func (m *chat) user(msg model.Message) []message {
	var out []message
	var texts []string
	var last *model.Result
	for _, p := range msg.Parts {
		switch {
		case p.Result != nil:
			out = append(out, m.result(p.Result))
			last = p.Result
		case p.Text != "":
			texts = append(texts, p.Text)
		}
	}
	switch said := strings.Join(texts, "\n\n"); {
	case said == "":
	case last != nil && m.preset.ResultsLast:
		out[len(out)-1] = m.result(last, said)
	default:
		out = append(out, message{Content: said, Role: "user"})
	}
	return out
}

func (m *chat) result(r *model.Result, more ...string) message {
	text := r.Text
	if r.Failed {
		// The format has no other place for it.
		text = "The tool failed: " + text
	}
	return message{Content: strings.Join(append([]string{text}, more...), "\n\n"), ToolCallID: m.callID(r.CallID), Role: "tool"}
}

func (m *chat) assistant(msg model.Message) []message {
	a := message{Role: "assistant"}
	text, reasoning := "", ""
	var details json.RawMessage
	for _, p := range msg.Parts {
		switch {
		case p.Call != nil:
			a.ToolCalls = append(a.ToolCalls, toolCall{
				ID: m.callID(p.Call.ID), Function: functionCall{Arguments: arguments(p.Call.Arguments), Name: p.Call.Name}, Type: "function",
			})
		case p.Thinking != nil:
			reasoning += p.Thinking.Text
			if b := blocks(p.Thinking.Signature); b != nil {
				details = b
			}
		default:
			text += p.Text
		}
	}
	if text != "" {
		a.Content = text
	}
	if text == "" && len(a.ToolCalls) == 0 {
		return nil
	}
	field := m.preset.Reasoning
	if field == "" && m.recalls.Load() {
		field = "reasoning_content"
	}
	switch {
	case !m.takes("reasoning"):
	case details != nil && m.preset.Details:
		a.ReasoningDetails = details
	case field == "reasoning":
		a.Reasoning = reasoning
	case field == "reasoning_content":
		a.ReasoningContent = reasoning
	}
	return []message{a}
}

// arguments are an object even when the tool takes none.
func arguments(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return string(raw)
}

// callID is an ID as the provider takes it. The same gives the same, so that
// a result finds its call.
func (m *chat) callID(id string) string {
	length := maxCallID
	if m.preset.ShortIDs {
		length = 9
	}
	if !m.preset.ShortIDs && len(id) <= length || len(id) == length && strings.IndexFunc(id, notAlphanumeric) < 0 {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return base32.StdEncoding.EncodeToString(sum[:])[:length]
}

func notAlphanumeric(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}
