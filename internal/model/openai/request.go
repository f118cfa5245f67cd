package openai

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"

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
func (m *chat) params(r model.Request) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{
		Model:    m.config.Model,
		Messages: slices.Concat(m.system(r.System), m.messages(r.Messages)),
	}
	if err := m.tools(&p, r); err != nil {
		return p, err
	}
	if r.Temperature != nil && m.takes("temperature") {
		p.Temperature = sdk.Float(*r.Temperature)
	}
	if len(r.Stop) > 0 && m.takes("stop") {
		p.Stop.OfStringArray = r.Stop[:min(len(r.Stop), maxStops)]
	}
	m.limit(&p, r.MaxTokens)
	if !m.preset.UsageUnasked && m.takes("stream_options") {
		p.StreamOptions.IncludeUsage = sdk.Bool(true)
	}
	if r.Seed != nil && m.takes("seed") {
		if name := m.preset.SeedField; name != "" {
			p.SetExtraFields(map[string]any{name: *r.Seed})
		} else {
			p.Seed = sdk.Int(*r.Seed)
		}
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
func (m *chat) limit(p *sdk.ChatCompletionNewParams, tokens int) {
	if tokens <= 0 {
		return
	}
	if m.thinks.Load() {
		tokens += thinkingRoom
	}
	limit := sdk.Int(int64(tokens))
	switch newer, older := m.takes("max_completion_tokens"), m.takes("max_tokens"); {
	case newer && (m.preset.MaxCompletion || !older):
		p.MaxCompletionTokens = limit
	case older:
		p.MaxTokens = limit
	}
}

// tools offers the tools. Schemas are sent with the bytes and the order that
// they came with, so that the provider's cache hits.
func (m *chat) tools(p *sdk.ChatCompletionNewParams, r model.Request) error {
	alone := r.Force != "" && m.preset.OnlyRequired
	for _, t := range r.Tools {
		if alone && t.Name != r.Force {
			continue
		}
		f := shared.FunctionDefinitionParam{Name: t.Name}
		if t.Description != "" {
			f.Description = sdk.String(t.Description)
		}
		var schema map[string]json.RawMessage
		if len(t.Schema) > 0 && json.Unmarshal(t.Schema, &schema) != nil {
			return fault.New(fault.Internal, "the schema of the tool %s is not a JSON object", t.Name)
		}
		f.Parameters = shared.FunctionParameters{}
		for k, v := range schema {
			f.Parameters[k] = v
		}
		if len(schema) == 0 {
			f.Parameters["type"] = "object"
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	switch {
	case alone:
		p.ToolChoice.OfAuto = sdk.String("required")
	case r.Force != "":
		p.ToolChoice = sdk.ToolChoiceOptionFunctionToolChoice(sdk.ChatCompletionNamedToolChoiceFunctionParam{Name: r.Force})
	}
	return nil
}

// system is one message, for not everybody takes several, or one in parts.
func (m *chat) system(blocks []model.Block) []sdk.ChatCompletionMessageParamUnion {
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
		return []sdk.ChatCompletionMessageParamUnion{sdk.SystemMessage(marked(blocks, marks))}
	}
	return []sdk.ChatCompletionMessageParamUnion{sdk.SystemMessage(strings.Join(texts, "\n\n"))}
}

// marked keeps the last cache marks when there are too many: each covers all
// that comes before it.
func marked(blocks []model.Block, marks int) []sdk.ChatCompletionContentPartTextParam {
	var parts []sdk.ChatCompletionContentPartTextParam
	for _, b := range blocks {
		part := sdk.ChatCompletionContentPartTextParam{Text: b.Text}
		if b.Cache {
			if marks <= maxCacheMarks {
				part.SetExtraFields(map[string]any{"cache_control": map[string]string{"type": "ephemeral"}})
			}
			marks--
		}
		parts = append(parts, part)
	}
	return parts
}

func (m *chat) messages(list []model.Message) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
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
func (m *chat) user(msg model.Message) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
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
		out = append(out, sdk.UserMessage(said))
	}
	return out
}

func (m *chat) result(r *model.Result, more ...string) sdk.ChatCompletionMessageParamUnion {
	text := r.Text
	if r.Failed {
		// The format has no other place for it.
		text = "The tool failed: " + text
	}
	return sdk.ToolMessage(strings.Join(append([]string{text}, more...), "\n\n"), m.callID(r.CallID))
}

func (m *chat) assistant(msg model.Message) []sdk.ChatCompletionMessageParamUnion {
	a := sdk.ChatCompletionAssistantMessageParam{}
	text, reasoning := "", ""
	var details json.RawMessage
	for _, p := range msg.Parts {
		switch {
		case p.Call != nil:
			call := sdk.ChatCompletionMessageFunctionToolCallParam{ID: m.callID(p.Call.ID)}
			call.Function.Name, call.Function.Arguments = p.Call.Name, arguments(p.Call.Arguments)
			a.ToolCalls = append(a.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: &call})
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
		a.Content.OfString = param.NewOpt(text)
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
		a.SetExtraFields(map[string]any{"reasoning_details": details})
	case reasoning != "" && field != "":
		a.SetExtraFields(map[string]any{field: reasoning})
	}
	return []sdk.ChatCompletionMessageParamUnion{{OfAssistant: &a}}
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
