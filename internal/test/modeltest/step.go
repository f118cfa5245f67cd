// Package modeltest is a scripted provider of language models. It listens on a
// loopback address and implements the wire formats of Anthropic, OpenAI and
// Gemini: streams event by event, errors with the bodies and headers of the real
// services, and network failures. It refuses what the provider would refuse,
// records its requests, and fails the test when a request differs from the
// script.
//
// Conformance is the suite that every adapter of the port passes.
package modeltest

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/model"
)

// Format is a family of wire formats.
type Format string

const (
	Anthropic Format = "anthropic"
	OpenAI    Format = "openai"
	Gemini    Format = "gemini" // with the paths of Vertex AI
)

// Always as a step's Times keeps the step for every request that the steps in
// order do not want.
const Always = -1

// Step is one exchange: what is expected, and what is answered.
type Step struct {
	Name     string
	Endpoint Endpoint // "" is Chat
	Want     []Want
	Times    int // 0 means once
	Reply    Reply
	Fail     Failure       // instead of the reply, when its Kind or Status is set
	Slow     time.Duration // before each event
	Chop     int           // bytes in a write, to split events and runes; 0 writes whole events
	Comments bool          // before each event, as proxies send them to keep a connection
	Gate     bool          // a stream waits after its first event, for as long as the server is Shut
	Mishap   Mishap
}

// Endpoint is what a provider can be asked for.
type Endpoint string

const (
	Chat   Endpoint = "chat"
	Embed  Endpoint = "embed"
	Models Endpoint = "models"
)

// Reply is what the model says. Neighbouring texts are pieces of one text.
type Reply struct {
	Parts   []model.Part
	Pieces  int // runes in a piece of text, thinking or arguments; 0 keeps parts whole
	Usage   model.Usage
	Thought int        // of Usage.Output: spent on thinking
	Stop    model.Stop // "" is Called after a call, else Ended
	RawStop string     // the provider's own word instead of Stop's
	Mixed   bool       // fragments of several calls come in turn, where the format can tell them apart
}

// Mishap is something that goes wrong with a stream, or with a whole body.
type Mishap struct {
	Kind  MishapKind
	After int         // events that are sent whole before it
	Said  bool        // After counts from the first event that says something
	Size  int         // bytes of an Oversized event; 0 means 64 MB
	Fail  FailureKind // of ErrorIn; "" is Overloaded
}

type MishapKind string

const (
	Cut       MishapKind = "cut"       // the connection closes in the middle of an event
	Ends      MishapKind = "ends"      // the body ends in good order, before the answer does
	Hung      MishapKind = "hung"      // nothing more comes, and nothing closes
	BadEvent  MishapKind = "malformed" // an event is not JSON
	Oversized MishapKind = "oversized" // an event does not end
	ErrorIn   MishapKind = "error"     // the provider reports an error in its stream
)

// Want is one expectation of a request's normalised text.
type Want struct {
	Part    string // all, system, user, tools, force, model, stop: see Request.Part
	Has     string
	Matches *regexp.Regexp // instead of Has
	Not     bool
}

func (w Want) holds(r *Request) bool {
	text := r.Part(w.Part)
	if w.Matches != nil {
		return w.Matches.MatchString(text) != w.Not
	}
	return strings.Contains(text, w.Has) != w.Not
}

func (w Want) String() string {
	verb, what := "has", w.Has
	if w.Matches != nil {
		verb, what = "~", w.Matches.String()
	}
	if w.Not {
		verb = "not " + verb
	}
	return fmt.Sprintf("%s %s %s", w.Part, verb, what)
}

// Text is a step that answers with words.
func Text(pieces ...string) Step {
	var s Step
	for _, p := range pieces {
		s.Reply.Parts = append(s.Reply.Parts, model.Part{Text: p})
	}
	s.Reply.Usage = model.Usage{Input: 10, Output: 5}
	return s
}

// Calls is a step that answers with tool calls, in fragments.
func Calls(calls ...model.Call) Step {
	var s Step
	for _, c := range calls {
		s.Reply.Parts = append(s.Reply.Parts, model.Part{Call: &c})
	}
	s.Reply.Pieces = 7
	s.Reply.Usage = model.Usage{Input: 10, Output: 5}
	return s
}

// Failing is a step that answers with an error.
func Failing(kind FailureKind) Step { return Step{Fail: Failure{Kind: kind}} }

// User is the expectation that the last message holds the text.
func (s Step) User(text string) Step { return s.want("user", text) }

// System is the expectation that the system prompt holds the text.
func (s Step) System(text string) Step { return s.want("system", text) }

// Forced is the expectation that the tool must be called.
func (s Step) Forced(tool string) Step { return s.want("force", tool) }

func (s Step) want(part, text string) Step {
	s.Want = append(append([]Want(nil), s.Want...), Want{Part: part, Has: text})
	return s
}

// stop is why the reply ends.
func (r *Reply) stop() model.Stop {
	if r.Stop != "" {
		return r.Stop
	}
	for _, p := range r.Parts {
		if p.Call != nil {
			return model.Called
		}
	}
	return model.Ended
}

// pieces cuts a text as the reply asks for. An empty text is one empty piece.
func (r *Reply) pieces(text string) []string {
	runes := []rune(text)
	if r.Pieces <= 0 || len(runes) <= r.Pieces {
		return []string{text}
	}
	var list []string
	for len(runes) > 0 {
		n := min(r.Pieces, len(runes))
		list = append(list, string(runes[:n]))
		runes = runes[n:]
	}
	return list
}

// text is all the words of the reply.
func (r *Reply) text() string {
	var b strings.Builder
	for _, p := range r.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}
