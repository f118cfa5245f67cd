package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Request is what a provider was asked, the same for all formats.
type Request struct {
	Format      Format
	Endpoint    Endpoint
	Model       string
	System      []Block
	Messages    []Message
	Tools       []Tool
	Force       string // the tool that must be called; "any" where any may be
	MaxTokens   int
	Temperature *float64
	Stop        []string
	Seed        *int64
	Stream      bool
	Texts       []string // to be embedded
	Key         string   // as the request carried it; "" where it had none

	Method string
	Path   string
	Query  string
	Header http.Header
	Body   []byte

	known       []string // the models to list
	countStream bool     // the stream ends with a chunk of usage
	countLast   bool     // the last chunk of an answer has it
	azure       bool     // the path is that of a deployment
	thoughts    string   // the field of thoughts; "" is reasoning_content
	base64      bool     // vectors are wanted as base64
	dimensions  int      // of vectors; 0 where not asked for
	many        bool     // vectors are wanted for several texts in one answer
	predict     bool     // vectors are wanted as Vertex AI predicts them

	refused string        // what the provider would not take
	closed  chan struct{} // closed when the client goes away during the answer
}

// Block is a part of the system prompt.
type Block struct {
	Text  string
	Cache bool
}

// Message is one turn.
type Message struct {
	Role  string // user, assistant, tool, system: as the request says it
	Parts []Part
}

// Part is one thing in a message.
type Part struct {
	Kind      string // text, call, result, thinking, redacted
	Text      string // of a call: its arguments
	ID        string
	Name      string
	Signature string
	Failed    bool
	Cache     bool
}

// Tool is a tool that was offered.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage
	Cache       bool
}

// Refused is why the provider would not take the request; "" if it would.
func (r *Request) Refused() string { return r.refused }

// Closed is closed when the client went away before the answer was complete.
func (r *Request) Closed() <-chan struct{} { return r.closed }

// Part is a part of the request's text: system, user (the last message), tools
// (their names), force, model, stop, texts; anything else is all of it.
func (r *Request) Part(name string) string {
	switch name {
	case "system":
		return r.systemText()
	case "user":
		if len(r.Messages) == 0 {
			return ""
		}
		return r.Messages[len(r.Messages)-1].text()
	case "tools":
		names := make([]string, len(r.Tools))
		for i, t := range r.Tools {
			names[i] = t.Name
		}
		return strings.Join(names, " ")
	case "force":
		return r.Force
	case "model":
		return r.Model
	case "stop":
		return strings.Join(r.Stop, " ")
	case "texts":
		return strings.Join(r.Texts, "\n")
	}
	return r.Text()
}

func (r *Request) systemText() string {
	texts := make([]string, len(r.System))
	for i, b := range r.System {
		texts[i] = b.Text
	}
	return strings.Join(texts, "\n")
}

// Text is the request as people read it: what an expectation is held against.
func (r *Request) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\n", r.Format, r.Endpoint, r.Model)
	auth := "no key"
	if r.Key != "" {
		auth = "key present"
	}
	fmt.Fprintf(&b, "auth: %s\n", auth)
	if len(r.System) > 0 {
		fmt.Fprintf(&b, "system:\n%s\n", indent(r.systemText()))
	}
	for _, t := range r.Tools {
		fmt.Fprintf(&b, "tool: %s\n", t.Name)
	}
	if r.Force != "" {
		fmt.Fprintf(&b, "force: %s\n", r.Force)
	}
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "%s:\n%s\n", m.Role, indent(m.text()))
	}
	for _, t := range r.Texts {
		fmt.Fprintf(&b, "text: %s\n", t)
	}
	return b.String()
}

func (m *Message) text() string {
	var lines []string
	for _, p := range m.Parts {
		switch p.Kind {
		case "text":
			lines = append(lines, p.Text)
		case "call":
			lines = append(lines, "call "+p.Name+" "+p.Text)
		case "result":
			verb := "result "
			if p.Failed {
				verb = "failed "
			}
			lines = append(lines, verb+p.ID+": "+p.Text)
		default:
			lines = append(lines, p.Kind+": "+p.Text)
		}
	}
	return strings.Join(lines, "\n")
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// hasTool says whether the request offers the tool.
func (r *Request) hasTool(name string) bool {
	return slices.ContainsFunc(r.Tools, func(t Tool) bool { return t.Name == name })
}
