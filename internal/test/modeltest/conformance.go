package modeltest

import (
	"context"
	"encoding/json"
	"log"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Trait is something that an adapter does otherwise than its format's own
// provider wants it.
type Trait string

const (
	Keyless          Trait = "keyless"           // the provider asks for no key
	Compatible       Trait = "compatible"        // OpenAI's format, spoken by somebody else
	NoSeed           Trait = "no seed"           // the provider takes none
	NoHeat           Trait = "no heat"           // the model takes no temperature
	NoStopWords      Trait = "no stop"           // the model takes no stop sequences
	Reasoning        Trait = "reasoning"         // thoughts come and go in the field of this name
	ReasoningContent Trait = "reasoning_content" // or of this one
	Thinks           Trait = "thinks"            // it thinks first: tokens for that are added to the limit
	NoTools          Trait = "no tools"          // the model cannot call tools
	NoForce          Trait = "no force"          // a tool cannot be forced
	Unasked          Trait = "unasked"           // usage comes without being asked for
	Ordered          Trait = "ordered"           // no words may follow the results of tools, and IDs are short
)

// Conformance is the suite that every adapter passes. newModel makes the
// adapter for a provider at a URL, with some key. Where PLUMB_EVAL names the
// evaluation data, every request is held against the provider's published
// description of its API too.
func Conformance(t *testing.T, newModel func(url string) model.Model, f Format, traits ...Trait) {
	d := readPublished(t, f)
	if d != nil {
		defer func() {
			t.Logf("%d requests held against %s; %d fields in them are newer than it", d.held.Load(), published[f].file, d.newer.Load())
		}()
	}
	printed := listen()
	defer func() {
		if words := printed(); words != "" {
			t.Errorf("this was printed to the log, where nobody expects it:\n%s", words)
		}
	}()
	for _, part := range [][]check{answerChecks, requestChecks, faultChecks, streamChecks} {
		for _, c := range part {
			t.Run(c.name, func(t *testing.T) {
				c.run(&suite{T: t, format: f, traits: traits, newModel: newModel, published: d})
			})
		}
	}
}

// listen takes what adapters print to the program's log, until the function that
// it returns is called.
func listen() func() string {
	var b lockedBuffer
	before := log.Writer()
	log.SetOutput(&b)
	return func() string {
		log.SetOutput(before)
		return b.String()
	}
}

type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

type check struct {
	name string
	run  func(*suite)
}

// suite is one check on its way.
type suite struct {
	*testing.T
	format    Format
	traits    []Trait
	newModel  func(string) model.Model
	published *description // nil where it is not at hand
}

func (s *suite) has(t Trait) bool { return slices.Contains(s.traits, t) }

func (s *suite) options() Options {
	o := Options{Keyless: s.has(Keyless), Compatible: s.has(Compatible), Unasked: s.has(Unasked), Ordered: s.has(Ordered)}
	if s.has(Reasoning) {
		o.Thoughts = string(Reasoning)
	}
	return o
}

// serve starts a provider that lives as long as the check, and the adapter to
// it. What the adapter sends is held against the published description.
func (s *suite) serve(steps ...Step) (*Server, model.Model) {
	s.Helper()
	return s.serveWith(s.options(), steps...)
}

func (s *suite) serveWith(o Options, steps ...Step) (*Server, model.Model) {
	s.Helper()
	server := s.provider(o, steps...)
	return server, s.newModel(server.URL)
}

func (s *suite) provider(o Options, steps ...Step) *Server {
	s.Helper()
	server := NewWith(s.T, s.format, o, steps...)
	s.Cleanup(func() {
		for _, r := range server.Requests() {
			s.published.hold(s.T, r, o)
		}
	})
	return server
}

// collected is everything that a stream gave.
type collected struct {
	texts    []string
	calls    []model.Call
	thinking []model.Thinking
	usage    model.Usage
	stop     model.Stop
	after    int // chunks after the one with the stop reason
	err      error
}

func (c *collected) text() string { return strings.Join(c.texts, "") }

func collect(ctx context.Context, m model.Model, r model.Request) *collected {
	c := &collected{}
	index := map[int]int{}
	for chunk, err := range m.Stream(ctx, r) {
		if err != nil {
			c.err = err
			continue
		}
		if c.stop != "" {
			c.after++
		}
		if chunk.Text != "" {
			c.texts = append(c.texts, chunk.Text)
		}
		if f := chunk.Call; f != nil {
			i, ok := index[f.Index]
			if !ok {
				i = len(c.calls)
				index[f.Index] = i
				c.calls = append(c.calls, model.Call{ID: f.ID, Name: f.Name})
			}
			c.calls[i].Arguments = append(c.calls[i].Arguments, f.Arguments...)
		}
		if chunk.Thinking != nil {
			c.thinking = append(c.thinking, *chunk.Thinking)
		}
		if chunk.Usage != nil {
			c.usage = *chunk.Usage
		}
		if chunk.Stop != "" {
			c.stop = chunk.Stop
		}
	}
	return c
}

// good collects a stream that must succeed.
func (s *suite) good(m model.Model, r model.Request) *collected {
	s.Helper()
	c := collect(s.Context(), m, r)
	if c.err != nil {
		s.Fatalf("it failed: %v (%s; hint: %s)", c.err, fault.CodeOf(c.err), fault.Of(c.err).Hint)
	}
	if c.stop == "" {
		s.Fatal("the stream has no stop reason")
	}
	if c.after > 0 {
		s.Errorf("%d chunks came after the stop reason", c.after)
	}
	return c
}

// question is what the suite asks where the words do not matter. They must not
// come back in an error.
const question = "How many zebras does customer Szymanski-4711 own?"

func ask(parts ...string) model.Request {
	if len(parts) == 0 {
		parts = []string{question}
	}
	m := model.Message{Role: model.User}
	for _, p := range parts {
		m.Parts = append(m.Parts, model.Part{Text: p})
	}
	return model.Request{Messages: []model.Message{m}}
}

var (
	planTool = model.Tool{
		Name: "plan_query", Description: "Write the query.",
		Schema: json.RawMessage(`{"type":"object","properties":{"sql":{"type":"string","description":"One SELECT."},` +
			`"limit":{"type":"integer"},"kind":{"type":"string","enum":["bar","line"]},` +
			`"columns":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}},` +
			`"required":["sql"]}`),
	}
	lookTool = model.Tool{
		Name: "list_tables", Description: "The tables.",
		Schema: json.RawMessage(`{"type":"object","properties":{}}`),
	}
)

// sameJSON says whether two JSON texts mean the same.
func sameJSON(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return string(encode(x)) == string(encode(y))
}

// expect compares without stopping the check.
func expect[T comparable](s *suite, what string, got, want T) {
	s.Helper()
	if got != want {
		s.Errorf("%s is %v, want %v", what, got, want)
	}
}
