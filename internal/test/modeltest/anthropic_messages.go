package modeltest

import (
	"slices"
	"strconv"
	"strings"
)

const anthropicBlockTypes = "text tool_use tool_result thinking redacted_thinking"

// readAnthropicMessages reads the turns and holds them to the order that the
// provider insists on.
func readAnthropicMessages(n node, r *Request, thinking bool) {
	messages := n.child("messages").list()
	if n.child("messages").isList() && len(messages) == 0 {
		n.refuse("messages: at least one message is required")
	}
	for i, m := range messages {
		m.fields("role content").need("role", "content")
		role := m.child("role").text()
		switch {
		case role == "system":
			m.refuse("messages: Unexpected role \"system\". The Messages API accepts a top-level `system` parameter, not \"system\" as an input message role.")
		case role != "user" && role != "assistant":
			m.refuse("%s.role: Input should be 'user' or 'assistant'", strings.Join(m.path, "."))
		case i == 0 && role != "user":
			m.refuse("messages: first message must use the \"user\" role")
		}
		message := Message{Role: role, Parts: readAnthropicContent(m.child("content"))}
		final := i == len(messages)-1
		if len(message.Parts) == 0 && !(final && role == "assistant") {
			m.refuse("%s: all messages must have non-empty content except for the optional final assistant message", strings.Join(m.path, "."))
		}
		r.Messages = append(r.Messages, message)
	}
	checkAnthropicCalls(n, r)
	checkAnthropicEnd(n, r, thinking)
}

func readAnthropicContent(n node) []Part {
	if n.isText() {
		if n.text() == "" {
			return nil
		}
		return []Part{{Kind: "text", Text: n.text()}}
	}
	var parts []Part
	for _, b := range n.list() {
		parts = append(parts, readAnthropicBlock(b))
	}
	return parts
}

func readAnthropicBlock(b node) Part {
	p := Part{Cache: anthropicCache(b)}
	switch kind := b.need("type").child("type").text(); kind {
	case "text":
		b.fields("type text cache_control citations").need("text")
		p.Kind, p.Text = "text", b.child("text").text()
		if p.Text == "" {
			b.refuse("messages: text content blocks must be non-empty")
		} else if strings.TrimSpace(p.Text) == "" {
			b.refuse("messages: text content blocks must contain non-whitespace text")
		}
	case "tool_use":
		b.fields("type id name input cache_control caller toolset_name").need("id", "name", "input")
		p.Kind, p.ID, p.Name = "call", b.child("id").text(), b.child("name").text()
		p.Text = string(b.child("input").raw())
		if _, ok := b.child("input").value.(map[string]any); !ok {
			b.child("input").fail("type", "object", "")
		}
		if !anthropicID.MatchString(p.ID) {
			b.refuse("%s.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", strings.Join(b.path, "."))
		}
	case "tool_result":
		b.fields("type tool_use_id content is_error cache_control toolset_name").need("tool_use_id")
		p.Kind, p.ID, p.Failed = "result", b.child("tool_use_id").text(), b.child("is_error").flag()
		p.Text = anthropicResult(b.child("content"))
	case "thinking":
		b.fields("type thinking signature").need("thinking", "signature")
		p.Kind, p.Text, p.Signature = "thinking", b.child("thinking").text(), b.child("signature").text()
		if p.Signature == "" {
			b.refuse("%s: Invalid `signature` in `thinking` block", strings.Join(b.path, "."))
		}
	case "redacted_thinking":
		b.fields("type data").need("data")
		p.Kind, p.Signature = "redacted", b.child("data").text()
	default:
		b.refuse("%s: Input tag '%s' found using 'type' does not match any of the expected tags: %s",
			strings.Join(b.path, "."), kind, anthropicBlockTypes)
	}
	return p
}

func anthropicResult(n node) string {
	if n.value == nil || n.isText() {
		return n.text()
	}
	var texts []string
	for _, b := range n.list() {
		b.fields("type text cache_control citations").need("type", "text")
		if b.child("text").text() == "" {
			b.refuse("messages: text content blocks must be non-empty")
		}
		texts = append(texts, b.child("text").text())
	}
	return strings.Join(texts, "\n")
}

// checkAnthropicCalls holds results to the calls before them. Turns of the same
// role in a row count as one, as they do with the provider.
func checkAnthropicCalls(n node, r *Request) {
	turns := mergeTurns(r.Messages)
	var open []string
	for i, turn := range turns {
		at := n.child("messages").at(strconv.Itoa(i))
		path := strings.Join(at, ".")
		answered := map[string]bool{}
		leading := true
		for j, p := range turn.Parts {
			if p.Kind != "result" {
				leading = false
				continue
			}
			if turn.Role != "user" {
				n.refuse("%s.content.%d: `tool_result` blocks can only be in `user` messages", path, j)
			}
			if !slices.Contains(open, p.ID) {
				n.refuse("%s.content.%d: unexpected `tool_use_id` found in `tool_result` blocks: %s. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.", path, j, p.ID)
			}
			if answered[p.ID] {
				n.refuse("%s.content.%d: each tool_use must have a single result. Found multiple `tool_result` blocks with id: %s", path, j, p.ID)
			}
			if leading {
				answered[p.ID] = true
			}
		}
		for _, id := range open {
			if !answered[id] {
				n.refuse("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message.", i-1, id)
			}
		}
		open = callIDs(n, turn, path)
	}
	if len(open) > 0 {
		n.refuse("messages.%d: `tool_use` ids were found without `tool_result` blocks immediately after: %s. Each `tool_use` block must have a corresponding `tool_result` block in the next message.", len(turns)-1, strings.Join(open, ", "))
	}
}

func callIDs(n node, turn Message, path string) []string {
	var ids []string
	for _, p := range turn.Parts {
		if p.Kind != "call" {
			continue
		}
		if turn.Role != "assistant" {
			n.refuse("%s: `tool_use` blocks can only be in `assistant` messages", path)
		}
		if slices.Contains(ids, p.ID) {
			n.refuse("messages: `tool_use` ids must be unique")
		}
		ids = append(ids, p.ID)
	}
	return ids
}

// checkAnthropicEnd holds the last turns to what thinking and prefilled answers
// ask for.
func checkAnthropicEnd(n node, r *Request, thinking bool) {
	if len(r.Messages) == 0 {
		return
	}
	last := r.Messages[len(r.Messages)-1]
	if last.Role == "assistant" && len(last.Parts) > 0 {
		text := last.Parts[len(last.Parts)-1]
		if text.Kind == "text" && strings.TrimRight(text.Text, " \t\n") != text.Text {
			n.refuse("messages: final assistant content cannot end with trailing whitespace")
		}
	}
	if !thinking {
		return
	}
	for i := len(r.Messages) - 1; i >= 0; i-- {
		m := r.Messages[i]
		if m.Role != "assistant" || len(m.Parts) == 0 {
			continue
		}
		first, called := m.Parts[0].Kind, false
		for _, p := range m.Parts {
			called = called || p.Kind == "call"
		}
		if called && first != "thinking" && first != "redacted" {
			n.refuse("messages.%d.content.0.type: Expected `thinking` or `redacted_thinking`, but found `%s`. When `thinking` is enabled, a final `assistant` message must start with a thinking block.", i, map[string]string{"call": "tool_use", "text": "text"}[first])
		}
		return
	}
}

func mergeTurns(messages []Message) []Message {
	var turns []Message
	for _, m := range messages {
		if k := len(turns) - 1; k >= 0 && turns[k].Role == m.Role {
			turns[k].Parts = append(append([]Part(nil), turns[k].Parts...), m.Parts...)
			continue
		}
		turns = append(turns, m)
	}
	return turns
}
