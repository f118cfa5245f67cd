package anthropic

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const (
	defaultMaxTokens = 8192
	maxCacheMarks    = 4    // the provider refuses more
	leastThinking    = 1024 // tokens; the provider refuses fewer
	// thinkingRoom is what a model that thinks by itself gets beyond the tokens
	// of its answer: they count as written.
	thinkingRoom = 16 << 10
)

// params is a request as the provider wants it.
func (m *claude) params(r model.Request) (messagesRequest, error) {
	p := messagesRequest{
		Model:         m.config.Model,
		MaxTokens:     m.maxTokens(r),
		System:        system(r.System),
		Messages:      messages(r.Messages),
		StopSequences: stops(r.Stop),
	}
	keepTurns(&p)
	for _, t := range r.Tools {
		tool, err := toolOf(t)
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	if r.Force != "" {
		p.ToolChoice = &toolChoice{Name: r.Force, Type: "tool"}
	}
	// Thinking excludes a temperature, and a forced tool excludes thinking.
	if m.config.Thinking > 0 && r.Force == "" && thought(r.Messages) {
		budget := max(m.config.Thinking, leastThinking)
		p.Thinking = &thinking{BudgetTokens: budget, Type: "enabled"}
		p.MaxTokens += budget
	} else if r.Temperature != nil && !m.noTemperature.Load() {
		// Others count to 2, Anthropic to 1.
		p.Temperature = new(min(*r.Temperature, 1))
	}
	return p, nil
}

// thought says whether thinking may go on: the provider refuses it after a tool
// call that was not thought about, as one from another model.
func thought(list []model.Message) bool {
	for _, m := range slices.Backward(list) {
		if m.Role != model.Assistant {
			continue
		}
		for _, p := range m.Parts {
			if p.Thinking != nil && (p.Thinking.Signature != "" || p.Thinking.Redacted != "") {
				return true
			}
			if p.Call != nil {
				return false
			}
		}
		return true
	}
	return true
}

func (m *claude) maxTokens(r model.Request) int {
	if r.MaxTokens > 0 {
		room := 0
		if m.thinks.Load() {
			room = max(0, min(thinkingRoom, m.Info().Output-r.MaxTokens))
		}
		return r.MaxTokens + room
	}
	if out := m.Info().Output; out > 0 {
		return min(out, defaultMaxTokens)
	}
	return defaultMaxTokens
}

// system keeps the last cache marks when there are too many: each covers all
// that comes before it.
func system(blocks []model.Block) []contentBlock {
	marks := 0
	for _, b := range blocks {
		if b.Cache && !blank(b.Text) {
			marks++
		}
	}
	var list []contentBlock
	for _, b := range blocks {
		if blank(b.Text) {
			continue
		}
		block := textBlock(b.Text)
		if b.Cache {
			if marks <= maxCacheMarks {
				block.CacheControl = ephemeral()
			}
			marks--
		}
		list = append(list, block)
	}
	return list
}

// keepTurns marks the end of a conversation that brings results of tools: the
// next request repeats all of it, and goes on. Other conversations are not
// repeated so, and a mark would only cost.
func keepTurns(p *messagesRequest) {
	marks := 0
	for _, b := range p.System {
		if b.CacheControl != nil {
			marks++
		}
	}
	if marks >= maxCacheMarks || len(p.Messages) == 0 {
		return
	}
	content := p.Messages[len(p.Messages)-1].Content
	if content[0].Type != "tool_result" { // results come first
		return
	}
	if last := &content[len(content)-1]; last.Type == "tool_result" || last.Type == "text" {
		last.CacheControl = ephemeral()
	}
}

// stops leaves out what the provider refuses.
func stops(list []string) []string {
	var kept []string
	for _, s := range list {
		if !blank(s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// messages are the turns, with neighbours of the same role made one.
func messages(list []model.Message) []message {
	var out []message
	for i, m := range list {
		role := "user"
		if m.Role == model.Assistant {
			role = "assistant"
		}
		content := content(m)
		if m.Role == model.Assistant && i == len(list)-1 {
			content = trimEnd(content)
		}
		switch n := len(out); {
		case len(content) == 0:
		case n > 0 && out[n-1].Role == role:
			out[n-1].Content = append(out[n-1].Content, content...)
		default:
			out = append(out, message{Role: role, Content: content})
		}
	}
	return out
}

// content puts the results of tools first, where the provider wants them, and
// leaves out empty texts, which it refuses.
func content(m model.Message) []contentBlock {
	var results, rest []contentBlock
	for _, p := range m.Parts {
		switch {
		case p.Result != nil:
			results = append(results, result(p.Result))
		case p.Call != nil:
			rest = append(rest, contentBlock{ID: callID(p.Call.ID), Input: arguments(p.Call.Arguments), Name: p.Call.Name, Type: "tool_use"})
		case p.Thinking != nil && p.Thinking.Redacted != "":
			rest = append(rest, contentBlock{Data: p.Thinking.Redacted, Type: "redacted_thinking"})
		case p.Thinking != nil:
			// Without a signature it is another provider's, and refused.
			if p.Thinking.Signature != "" {
				rest = append(rest, contentBlock{Signature: p.Thinking.Signature, Thinking: &p.Thinking.Text, Type: "thinking"})
			}
		case !blank(p.Text):
			rest = append(rest, textBlock(p.Text))
		}
	}
	return append(results, rest...)
}

func textBlock(text string) contentBlock { return contentBlock{Text: text, Type: "text"} }

func ephemeral() *cacheControl { return &cacheControl{Type: "ephemeral"} }

func result(r *model.Result) contentBlock {
	b := contentBlock{ToolUseID: callID(r.CallID), IsError: r.Failed, Type: "tool_result"}
	if !blank(r.Text) {
		b.Content = []contentBlock{textBlock(r.Text)}
	}
	return b
}

// callID is an ID as the provider takes it: others, whose calls may be in the
// history of a chain, write more than letters and digits. The same gives the
// same, so that a result finds its call.
func callID(id string) string {
	if id != "" && strings.Trim(id, idLetters) == "" {
		return id
	}
	sum := sha256.Sum256([]byte(id))
	return "toolu_" + hex.EncodeToString(sum[:12])
}

const idLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// arguments are an object even when the tool takes none.
func arguments(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// trimEnd ends without white space, as the beginning of an answer must.
func trimEnd(content []contentBlock) []contentBlock {
	if n := len(content); n > 0 && content[n-1].Type == "text" {
		content[n-1].Text = strings.TrimRight(content[n-1].Text, " \t\r\n")
	}
	return content
}

// toolOf keeps the order of the schema, so that the provider's cache hits.
func toolOf(t model.Tool) (tool, error) {
	schema := t.Schema
	if len(schema) == 0 {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	if !json.Valid(schema) {
		return tool{}, fault.New(fault.Internal, "the schema of the tool %s is not JSON", t.Name)
	}
	return tool{InputSchema: schema, Name: t.Name, Description: t.Description}, nil
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
