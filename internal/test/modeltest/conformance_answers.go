package modeltest

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/model"
)

var answerChecks = []check{
	{"text", (*suite).text},
	{"stream in pieces", (*suite).pieces},
	{"runes split across writes", (*suite).split},
	{"tool call in fragments", (*suite).call},
	{"several calls in one turn", (*suite).calls},
	{"calls whole, and in turn", (*suite).shapes},
	{"comments between events", (*suite).comments},
	{"nothing said", (*suite).silence},
	{"call without arguments", (*suite).bareCall},
	{"usage with the cache", (*suite).usage},
	{"stop reasons", (*suite).stops},
	{"unknown stop reason", (*suite).unknownStop},
	{"thinking carried back", (*suite).thinking},
	{"many at once", (*suite).many},
}

func (s *suite) text() {
	server, m := s.serve(Text("Fifty-nine.").User(question))
	c := s.good(m, ask())
	expect(s, "text", c.text(), "Fifty-nine.")
	expect(s, "stop", c.stop, model.Ended)
	r := server.Last()
	expect(s, "model", r.Model, m.Info().ID)
	expect(s, "stream", r.Stream, true)
	expect(s, "number of requests", len(server.Requests()), 1)
	if r.Key == "" && !s.has(Keyless) {
		s.Error("the request carried no key")
	}
}

func (s *suite) pieces() {
	_, m := s.serve(Text("There ", "are ", "59", "."))
	c := s.good(m, ask())
	if !slices.Equal(c.texts, []string{"There ", "are ", "59", "."}) {
		s.Errorf("the pieces are %q", c.texts)
	}
}

func (s *suite) split() {
	const text = "Žluťoučký kůň: 日本語 😀 \"quoted\\\" \u2028 end"
	for _, chop := range []int{1, 2, 3, 7} {
		step := Text(text, text)
		step.Reply.Pieces, step.Chop = 3, chop
		_, m := s.serve(step)
		expect(s, "text", s.good(m, ask()).text(), text+text)
	}
}

func (s *suite) tooled() model.Request {
	if s.has(NoTools) {
		s.Skip("the model cannot call tools")
	}
	r := ask()
	r.Tools = []model.Tool{planTool, lookTool}
	return r
}

func (s *suite) call() {
	const args = `{"sql":"SELECT \"naïve\" FROM t","limit":10}`
	step := Calls(model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(args)})
	step.Reply.Parts = append([]model.Part{{Text: "Let me look."}}, step.Reply.Parts...)
	server, m := s.serve(step)
	c := s.good(m, s.tooled())
	expect(s, "text", c.text(), "Let me look.")
	expect(s, "stop", c.stop, model.Called)
	s.sameCalls(c.calls, [][2]string{{"plan_query", args}})
	r := server.Last()
	if r.Part("tools") != "plan_query list_tables" {
		s.Fatalf("the tools are %q", r.Part("tools"))
	}
	expect(s, "description", r.Tools[0].Description, planTool.Description)
	if !sameJSON(string(r.Tools[0].Schema), string(planTool.Schema)) {
		s.Errorf("the schema became %s", r.Tools[0].Schema)
	}
}

func (s *suite) calls() {
	step := Calls(
		model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 1"}`)},
		model.Call{ID: "call_2", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 2"}`)},
		model.Call{ID: "call_3", Name: "list_tables", Arguments: json.RawMessage(`{}`)},
	)
	_, m := s.serve(step)
	c := s.good(m, s.tooled())
	s.sameCalls(c.calls, [][2]string{{"plan_query", `{"sql":"SELECT 1"}`}, {"plan_query", `{"sql":"SELECT 2"}`}, {"list_tables", `{}`}})
}

// shapes are other ways in which servers cut calls.
func (s *suite) shapes() {
	r := s.tooled()
	one, two := `{"sql":"SELECT 1","limit":1}`, `{"sql":"SELECT 2","limit":2}`
	for _, c := range []struct {
		pieces int
		mixed  bool
	}{{0, false}, {1, false}, {1, true}, {5, true}} {
		step := Calls(
			model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(one)},
			model.Call{ID: "call_2", Name: "plan_query", Arguments: json.RawMessage(two)},
		)
		step.Reply.Pieces, step.Reply.Mixed = c.pieces, c.mixed
		_, m := s.serve(step)
		s.sameCalls(s.good(m, r).calls, [][2]string{{"plan_query", one}, {"plan_query", two}})
	}
}

// comments are what proxies send to keep a connection.
func (s *suite) comments() {
	step := Text("One ", "two")
	step.Comments = true
	_, m := s.serve(step)
	expect(s, "text", s.good(m, ask()).text(), "One two")
}

// silence is an answer of no words: it has an end all the same.
func (s *suite) silence() {
	_, m := s.serve(Text())
	c := s.good(m, ask())
	expect(s, "text", c.text(), "")
	expect(s, "stop", c.stop, model.Ended)
}

func (s *suite) bareCall() {
	r := s.tooled()
	_, m := s.serve(Calls(model.Call{ID: "call_1", Name: "list_tables", Arguments: json.RawMessage(`{}`)}))
	reply, err := model.Generate(s.Context(), m, r)
	if err != nil {
		s.Fatal(err)
	}
	s.sameCalls(reply.Calls(), [][2]string{{"list_tables", `{}`}})
}

func (s *suite) sameCalls(got []model.Call, want [][2]string) {
	s.Helper()
	if len(got) != len(want) {
		s.Fatalf("%d calls came, want %d: %+v", len(got), len(want), got)
	}
	ids := map[string]bool{}
	for i, c := range got {
		if c.ID == "" || ids[c.ID] {
			s.Errorf("call %d has the id %q", i, c.ID)
		}
		ids[c.ID] = true
		if c.Name != want[i][0] || !sameJSON(string(c.Arguments), want[i][1]) {
			s.Errorf("call %d is %s %s, want %s %s", i, c.Name, c.Arguments, want[i][0], want[i][1])
		}
	}
}

func (s *suite) usage() {
	step := Text("Hi")
	step.Reply.Usage = model.Usage{Input: 120, Output: 30, CachedInput: 100}
	if s.format == Anthropic { // the others keep what they read without a charge
		step.Reply.Usage.WrittenInput = 8
	}
	step.Reply.Thought = 10
	_, m := s.serve(step)
	expect(s, "usage", s.good(m, ask()).usage, step.Reply.Usage)
}

func (s *suite) stops() {
	for _, c := range []struct {
		stop model.Stop
		want map[Format][]model.Stop // what an adapter can know of it
	}{
		{model.Ended, map[Format][]model.Stop{Anthropic: {model.Ended}, OpenAI: {model.Ended}, Gemini: {model.Ended}}},
		{model.TooLong, map[Format][]model.Stop{Anthropic: {model.TooLong}, OpenAI: {model.TooLong}, Gemini: {model.TooLong}}},
		{model.Stopped, map[Format][]model.Stop{Anthropic: {model.Stopped}, OpenAI: {model.Ended}, Gemini: {model.Ended}}},
		{model.Refused, map[Format][]model.Stop{Anthropic: {model.Refused}, OpenAI: {model.Refused}, Gemini: {model.Refused, model.Filtered}}},
		{model.Filtered, map[Format][]model.Stop{Anthropic: {model.Refused, model.Filtered}, OpenAI: {model.Filtered}, Gemini: {model.Filtered}}},
	} {
		step := Text("I ca", "nnot")
		step.Reply.Stop = c.stop
		_, m := s.serve(step)
		if got := s.good(m, ask()).stop; !slices.Contains(c.want[s.format], got) {
			s.Errorf("after %s the stop is %s, want %v", c.stop, got, c.want[s.format])
		}
	}
}

// unknownStop is a word that a provider may add tomorrow: it ends the answer or
// is an error, and is no cut stream.
func (s *suite) unknownStop() {
	step := Text("Hi")
	step.Reply.RawStop = "SOMETHING_NEW"
	_, m := s.serve(step)
	c := collect(s.Context(), m, ask())
	if c.err == nil && c.stop == "" {
		s.Error("the stream ended without a stop reason and without an error")
	}
}

func (s *suite) thinking() {
	if s.format == OpenAI && !s.has(Reasoning) && !s.has(ReasoningContent) {
		s.Skip("thoughts do not go back in this format")
	}
	request := s.tooled()
	const signature = "EqQBCgIYAhIM+signed/thought="
	call := model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 1"}`)}
	step := Calls(call)
	thoughts := []model.Part{{Thinking: &model.Thinking{Text: "The customer table counts them.", Signature: signature}}}
	if s.format == Anthropic {
		thoughts = append(thoughts, model.Part{Thinking: &model.Thinking{Redacted: "b3BhcXVl"}})
	}
	step.Reply.Parts = append(thoughts, step.Reply.Parts...)
	server, m := s.serve(step, Text("59"))
	reply, err := model.Generate(s.Context(), m, request)
	if err != nil {
		s.Fatal(err)
	}
	if len(reply.Calls()) != 1 {
		s.Fatalf("%d calls came, want 1", len(reply.Calls()))
	}
	request.Messages = append(request.Messages, reply.Message, model.Message{Role: model.User, Parts: []model.Part{
		{Result: &model.Result{CallID: reply.Calls()[0].ID, Name: "plan_query", Text: "59"}},
	}})
	s.good(m, request)
	s.thoughtsBack(server.Last(), signature)
}

func (s *suite) thoughtsBack(r *Request, signature string) {
	s.Helper()
	if len(r.Messages) < 2 {
		s.Fatalf("the history is not there:\n%s", r.Text())
	}
	var kinds []string
	for _, p := range r.Messages[1].Parts {
		kinds = append(kinds, p.Kind)
		switch {
		case s.format == Gemini && p.Kind == "call":
			back, err := base64.StdEncoding.DecodeString(p.Signature)
			if err != nil || string(back) != signature {
				s.Errorf("the call's signature is %q", p.Signature)
			}
		case p.Kind == "thinking" && s.format != Gemini:
			expect(s, "thought", p.Text, "The customer table counts them.")
			if s.format == Anthropic {
				expect(s, "signature", p.Signature, signature)
			}
		case p.Kind == "redacted":
			expect(s, "redacted thought", p.Signature, "b3BhcXVl")
		}
	}
	want := map[Format]string{Anthropic: "thinking redacted call", OpenAI: "thinking call", Gemini: "call"}[s.format]
	got := strings.Join(kinds, " ")
	if s.format == Gemini {
		got = strings.TrimPrefix(got, "thinking ") // it may go back, and need not
	}
	expect(s, "order of what went back", got, want)
}

func (s *suite) many() {
	const crowd = 40
	step := Text("one ", "and ", "all")
	step.Times = crowd
	_, m := s.serve(step)
	var group sync.WaitGroup
	for range crowd {
		group.Go(func() {
			c := collect(s.Context(), m, ask())
			if c.err != nil || c.text() != "one and all" {
				s.Errorf("%q %v", c.text(), c.err)
			}
		})
	}
	group.Wait()
}
