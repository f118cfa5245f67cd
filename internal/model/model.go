// Package model is the port to language models: a request goes in, a stream of
// chunks comes out. Generate and Object are functions over it; each provider
// family is an adapter (model/anthropic, model/openai, model/gemini).
//
// The output of a model is data. Neither this package nor any adapter runs it or
// presents it as fact.
package model

import (
	"context"
	"encoding/json"
	"iter"
)

// Model is one language model of one provider. It may be used by many at once.
type Model interface {
	Info() Info
	// Stream asks the model. The sequence ends after the chunk that has a stop
	// reason, or with one error. Breaking out of it, or ending the context,
	// closes the connection at once.
	Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error]
}

// Embedder turns texts into vectors, one each, and says what that took; a usage
// of zero is one that the provider does not tell.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, Usage, error)
}

// Info is what is known of a model.
type Info struct {
	Provider string // anthropic, openai, groq, ollama, …
	ID       string // as the provider names it
	Tools    bool   // it can call tools
	Context  int    // tokens that it can read; 0 means unknown
	Output   int    // tokens that it can write; 0 means unknown
}

// Name is provider/model, as people write it.
func (i Info) Name() string { return i.Provider + "/" + i.ID }

// Request is what a model is asked.
type Request struct {
	System      []Block
	Messages    []Message
	Tools       []Tool
	Force       string // the tool that must be called; "" leaves it to the model
	Temperature *float64
	MaxTokens   int // of the answer, without what is thought before it; 0 means the adapter's default
	Stop        []string
	Seed        *int64
	// Whole says that nobody looks at the answer before it is whole, so that one
	// that was cut off can be asked for again.
	Whole bool
}

// Size is how long a request is: the bytes of all its text.
func (r *Request) Size() int {
	n := 0
	for _, b := range r.System {
		n += len(b.Text)
	}
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Schema)
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			n += len(p.Text)
			if p.Call != nil {
				n += len(p.Call.Name) + len(p.Call.Arguments)
			}
			if p.Result != nil {
				n += len(p.Result.Text)
			}
			if p.Thinking != nil {
				n += len(p.Thinking.Text)
			}
		}
	}
	return n
}

// Block is a part of the system prompt. Cache marks the end of what repeats
// between calls, for providers that can keep it.
type Block struct {
	Text  string
	Cache bool
}

// Role is who speaks.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one turn of the history. Results of tools are parts of a user's
// message.
type Message struct {
	Role  Role
	Parts []Part
}

// Part is one thing in a message: exactly one field is set.
type Part struct {
	Text     string
	Call     *Call
	Result   *Result
	Thinking *Thinking
}

// Call is a tool that the model wants to be run.
type Call struct {
	ID        string
	Name      string
	Arguments json.RawMessage
}

// Result is what a tool gave.
type Result struct {
	CallID string
	Name   string
	Text   string
	Failed bool
}

// Thinking is what a model thought, as its provider wants it back.
type Thinking struct {
	Text      string
	Signature string // opaque
	Redacted  string // opaque, instead of the text
}

// Tool is something that the model may call. Schema is the JSON schema of its
// arguments.
type Tool struct {
	Name        string
	Description string
	Schema      json.RawMessage
}

// Chunk is a piece of an answer. Several fields may be set.
type Chunk struct {
	Text     string
	Call     *Fragment
	Thinking *Thinking // a piece of it
	Usage    *Usage    // so far; the last one counts
	Stop     Stop      // set on the last chunk
}

// Fragment is a piece of a tool call: Index tells several apart, ID and Name
// come with the first piece of each, Arguments are pieces of JSON text.
type Fragment struct {
	Index     int
	ID        string
	Name      string
	Arguments string
}

// Usage is what a call took, in tokens.
type Usage struct {
	Input        int // read, the cached and written ones included
	Output       int
	CachedInput  int // of Input: taken from the provider's cache
	WrittenInput int // of Input: put into it
}

// Stop is why a model stopped.
type Stop string

const (
	Ended    Stop = "ended"
	TooLong  Stop = "length" // the limit of tokens was reached
	Called   Stop = "tool"
	Stopped  Stop = "stop" // at a stop sequence
	Refused  Stop = "refusal"
	Filtered Stop = "filter" // the provider withheld it
)

// Reply is a whole answer.
type Reply struct {
	Message Message
	Usage   Usage
	Stop    Stop
}

// Text is the words of a reply.
func (r *Reply) Text() string {
	text := ""
	for _, p := range r.Message.Parts {
		text += p.Text
	}
	return text
}

// Calls are the tools that a reply wants to be run.
func (r *Reply) Calls() []Call {
	var list []Call
	for _, p := range r.Message.Parts {
		if p.Call != nil {
			list = append(list, *p.Call)
		}
	}
	return list
}
