package modeltest

import (
	"fmt"
	"regexp"
	"strings"
)

// readOpenAIMessages reads the turns and holds tool messages to their calls.
func readOpenAIMessages(n node, r *Request, o Options) {
	list := n.child("messages")
	messages := list.list()
	if list.isList() && len(messages) == 0 {
		list.fail("", "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.", "empty_array")
	}
	var open []string // calls that still want a result
	calls := false    // the turn before was a call, or a result of one
	for i, m := range messages {
		role := m.need("role").child("role").text()
		if role != "tool" && len(open) > 0 {
			openaiUnanswered(m, i, open)
		}
		switch role {
		case "system", "developer":
			m.fields("role content name").need("content")
			for _, text := range openaiContent(m.child("content"), o) {
				r.System = append(r.System, Block{Text: text})
			}
			continue
		case "user":
			if k := len(r.Messages) - 1; o.Ordered && k >= 0 && r.Messages[k].Role == "tool" {
				m.refuse("Unexpected role 'user' after role 'tool'")
			}
			m.fields("role content name").need("content")
			r.Messages = append(r.Messages, Message{Role: "user", Parts: textParts(openaiContent(m.child("content"), o))})
			calls = false
		case "assistant":
			message := readOpenAIAssistant(m, o)
			r.Messages = append(r.Messages, message)
			open, calls = nil, false
			for _, p := range message.Parts {
				if p.Kind == "call" {
					open, calls = append(open, p.ID), true
				}
			}
		case "tool":
			if !calls {
				m.child("role").refuse("Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.")
			}
			part := readOpenAIResult(m, o)
			rest := without(open, part.ID)
			if calls && len(rest) == len(open) {
				m.child("tool_call_id").refuse("Invalid parameter: 'tool_call_id' of '%s' not found in 'tool_calls' of previous message.", part.ID)
			}
			open = rest
			addResult(r, part)
		default:
			m.child("role").fail("", fmt.Sprintf("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", role), "invalid_value")
		}
	}
	if len(open) > 0 {
		openaiUnanswered(list, len(messages), open)
	}
}

func openaiUnanswered(n node, at int, ids []string) {
	n.refuse("An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (No response found for messages[%d]; the following tool_call_ids did not have response messages: %s)", at, strings.Join(ids, ", "))
}

// addResult puts results of the same turn into one message.
func addResult(r *Request, p Part) {
	if k := len(r.Messages) - 1; k >= 0 && r.Messages[k].Role == "tool" {
		r.Messages[k].Parts = append(r.Messages[k].Parts, p)
		return
	}
	r.Messages = append(r.Messages, Message{Role: "tool", Parts: []Part{p}})
}

func readOpenAIAssistant(m node, o Options) Message {
	fields := "role content name refusal audio tool_calls function_call"
	if o.Compatible {
		fields += " reasoning_content reasoning reasoning_details"
	}
	m.fields(fields)
	message := Message{Role: "assistant"}
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if m.set(name) {
			message.Parts = append(message.Parts, Part{Kind: "thinking", Text: m.child(name).text()})
		}
	}
	if m.set("content") {
		message.Parts = append(message.Parts, textParts(openaiContent(m.child("content"), o))...)
	}
	calls := m.child("tool_calls")
	if calls.isList() && len(calls.list()) == 0 {
		calls.fail("", fmt.Sprintf("Invalid '%s': empty array. Expected an array with minimum length 1, but got an empty array instead.", openaiName(calls.path)), "empty_array")
	}
	for _, c := range calls.list() {
		c.fields("id type function").need("id", "type", "function")
		openaiID(c.child("id"), o)
		f := c.child("function").fields("name arguments").need("name", "arguments")
		message.Parts = append(message.Parts, Part{
			Kind: "call", ID: c.child("id").text(), Name: f.child("name").text(), Text: f.child("arguments").text(),
		})
	}
	if !m.set("content") && len(calls.list()) == 0 && !m.set("refusal") {
		m.child("content").refuse("Invalid value for 'content': expected a string, got null.")
	}
	return message
}

var shortID = regexp.MustCompile(`^[a-zA-Z0-9]{9}$`)

// openaiID holds the ID of a call to what it may be.
func openaiID(n node, o Options) {
	id := n.text()
	if longest := 40; !o.Compatible && len(id) > longest {
		n.fail("", fmt.Sprintf("Invalid '%s': string too long. Expected a string with maximum length %d, but got a string with length %d instead.", openaiName(n.path), longest, len(id)), "string_above_max_length")
	}
	if o.Ordered && !shortID.MatchString(id) {
		n.refuse("Tool call id was %s but must be a-z, A-Z, 0-9, with a length of 9.", id)
	}
}

func readOpenAIResult(m node, o Options) Part {
	fields := "role content tool_call_id"
	if o.Compatible {
		fields += " name"
	}
	m.fields(fields).need("content", "tool_call_id")
	return Part{Kind: "result", ID: m.child("tool_call_id").text(), Text: strings.Join(openaiContent(m.child("content"), o), "\n")}
}

// openaiContent is the texts of a content that is a string or a list of parts.
func openaiContent(n node, o Options) []string {
	if n.isText() {
		return []string{n.text()}
	}
	if n.value == nil {
		n.refuse("Invalid value for 'content': expected a string, got null.")
		return nil
	}
	parts := n.list()
	if n.isList() && len(parts) == 0 {
		n.fail("", fmt.Sprintf("Invalid '%s': empty array. Expected an array with minimum length 1, but got an empty array instead.", openaiName(n.path)), "empty_array")
	}
	var texts []string
	for _, p := range parts {
		fields := "type text refusal"
		if o.Compatible {
			fields += " cache_control"
		}
		p.fields(fields).need("type")
		if kind := p.child("type").text(); kind != "text" && kind != "refusal" {
			p.child("type").fail("", fmt.Sprintf("Invalid value: '%s'. Supported values are: 'text'.", kind), "invalid_value")
		}
		texts = append(texts, p.child("text").text())
	}
	return texts
}

func textParts(texts []string) []Part {
	var parts []Part
	for _, t := range texts {
		parts = append(parts, Part{Kind: "text", Text: t})
	}
	return parts
}

func without(list []string, gone string) []string {
	var rest []string
	for _, s := range list {
		if s != gone {
			rest = append(rest, s)
		}
	}
	return rest
}
