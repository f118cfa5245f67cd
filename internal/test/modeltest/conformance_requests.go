package modeltest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/model"
)

var requestChecks = []check{
	{"system prompt with cache marks", (*suite).system},
	{"more cache marks than allowed", (*suite).manyMarks},
	{"history with calls and results", (*suite).history},
	{"turns that providers are strict about", (*suite).awkward},
	{"forced tool", (*suite).forced},
	{"tokens, temperature, seed, stop sequences", (*suite).settings},
	{"nothing that was not asked for", (*suite).bare},
	{"same request, same bytes", (*suite).deterministic},
}

func (s *suite) system() {
	server, m := s.serve(Text("Hi"))
	r := ask()
	r.System = []model.Block{{Text: "You write SQL."}, {Text: "The schema.", Cache: true}, {Text: "Today is Monday."}}
	s.good(m, r)
	got := server.Last()
	text := got.Part("system")
	last := -1
	for _, b := range r.System {
		i := strings.Index(text, b.Text)
		if i <= last {
			s.Errorf("%q is not where it should be in %q", b.Text, text)
		}
		last = i
	}
	if s.format != Anthropic {
		return
	}
	if len(got.System) != len(r.System) {
		s.Fatalf("%d blocks became %d", len(r.System), len(got.System))
	}
	for i, b := range got.System {
		expect(s, "cache mark of "+b.Text, b.Cache, r.System[i].Cache)
	}
}

func (s *suite) manyMarks() {
	_, m := s.serve(Text("Hi"))
	r := ask()
	for _, text := range strings.Fields("one two three four five six") {
		r.System = append(r.System, model.Block{Text: text, Cache: true})
	}
	s.good(m, r)
}

func (s *suite) history() {
	r := s.tooled()
	r.Messages = append(r.Messages,
		model.Message{Role: model.Assistant, Parts: []model.Part{
			{Text: "Let me look."},
			{Call: &model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 1"}`)}},
			{Call: &model.Call{ID: "call_2", Name: "list_tables", Arguments: json.RawMessage(`{}`)}},
		}},
		model.Message{Role: model.User, Parts: []model.Part{
			{Result: &model.Result{CallID: "call_1", Name: "plan_query", Text: "no such column", Failed: true}},
			{Result: &model.Result{CallID: "call_2", Name: "list_tables", Text: "customer"}},
		}},
		model.Message{Role: model.Assistant, Parts: []model.Part{{Text: "There are 59."}}},
		model.Message{Role: model.User, Parts: []model.Part{{Text: "And now?"}}},
	)
	server, m := s.serve(Text("60").User("And now?"))
	s.good(m, r)
	var kinds, calls, results []string
	for _, message := range server.Last().Messages {
		for _, p := range message.Parts {
			kinds = append(kinds, p.Kind)
			switch p.Kind {
			case "call":
				calls = append(calls, p.Name)
			case "result":
				results = append(results, p.Text)
				// OpenAI's format has no place for a failure but the words.
				if s.format != OpenAI {
					expect(s, "failed", p.Failed, len(results) == 1)
				}
			}
		}
	}
	expect(s, "order", strings.Join(kinds, " "), "text text call call result result text text")
	expect(s, "calls", strings.Join(calls, " "), "plan_query list_tables")
	if len(results) != 2 || !strings.Contains(results[0], "no such column") || !strings.Contains(results[1], "customer") {
		s.Errorf("the results became %q", results)
	}
}

// awkward are histories that are fine for the port and would be refused by some
// provider if they went out as they are.
func (s *suite) awkward() {
	text := func(role model.Role, texts ...string) model.Message {
		m := model.Message{Role: role}
		for _, t := range texts {
			m.Parts = append(m.Parts, model.Part{Text: t})
		}
		return m
	}
	call := func(args string) model.Message {
		return model.Message{Role: model.Assistant, Parts: []model.Part{
			{Text: ""}, {Call: &model.Call{ID: "call_1", Name: "list_tables", Arguments: json.RawMessage(args)}},
		}}
	}
	result := func(text string) model.Message {
		return model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "call_1", Name: "list_tables", Text: text}}}}
	}
	foreign := func(id string) []model.Message {
		return []model.Message{text(model.User, "One."),
			{Role: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: id, Name: "list_tables", Arguments: json.RawMessage("{}")}}}},
			{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: id, Name: "list_tables", Text: "x"}}}}}
	}
	for name, messages := range map[string][]model.Message{
		"another provider's ID":        foreign("functions.list_tables:0"),
		"another provider's long ID":   foreign("fc_" + strings.Repeat("0f0e50a1", 8)),
		"two questions in a row":       {text(model.User, "One."), text(model.User, "Two.")},
		"several texts in one turn":    {text(model.User, "One.", "Two.")},
		"empty text beside another":    {text(model.User, "", "Two.")},
		"answer with an empty text":    {text(model.User, "One."), text(model.Assistant, "", "Yes."), text(model.User, "Two.")},
		"call with arguments left out": {text(model.User, "One."), call(""), result("customer")},
		"result without text":          {text(model.User, "One."), call("{}"), result("")},
		"words beside a result":        {text(model.User, "One."), call("{}"), {Role: model.User, Parts: append(result("x").Parts, model.Part{Text: "Go on."})}},
		"words before a result":        {text(model.User, "One."), call("{}"), {Role: model.User, Parts: append([]model.Part{{Text: "Go on."}}, result("x").Parts...)}},
		"results in messages of their own": {text(model.User, "One."), {Role: model.Assistant, Parts: []model.Part{
			{Call: &model.Call{ID: "call_1", Name: "list_tables", Arguments: json.RawMessage("{}")}},
			{Call: &model.Call{ID: "call_2", Name: "list_tables", Arguments: json.RawMessage("{}")}},
		}}, result("x"), {Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "call_2", Name: "list_tables", Text: "y"}}}}},
	} {
		server, m := s.serve(Text("Hi"))
		r := model.Request{Messages: messages}
		if !s.has(NoTools) {
			r.Tools = []model.Tool{lookTool}
		}
		if c := collect(s.Context(), m, r); c.err != nil {
			s.Errorf("%s: %v", name, c.err)
			if last := server.Last(); last != nil {
				s.Logf("refused: %s\n%s", last.Refused(), last.Body)
			}
		}
	}
}

func (s *suite) forced() {
	if s.has(NoForce) {
		s.Skip("a tool cannot be forced")
	}
	r := s.tooled()
	r.Force = "plan_query"
	_, m := s.serve(Calls(model.Call{ID: "call_1", Name: "plan_query", Arguments: json.RawMessage(`{"sql":"SELECT 1"}`)}).Forced("plan_query"))
	c := s.good(m, r)
	s.sameCalls(c.calls, [][2]string{{"plan_query", `{"sql":"SELECT 1"}`}})
	expect(s, "stop", c.stop, model.Called)
}

func (s *suite) settings() {
	heat, seed := 0.25, int64(7)
	r := ask()
	r.MaxTokens, r.Temperature, r.Seed, r.Stop = 321, &heat, &seed, []string{"END", ";;"}
	server, m := s.serve(Text("Hi"))
	s.good(m, r)
	got := server.Last()
	if s.has(Thinks) && got.MaxTokens <= 321 || !s.has(Thinks) && got.MaxTokens != 321 {
		s.Errorf("the limit of tokens is %d", got.MaxTokens)
	}
	if !s.has(NoHeat) && (got.Temperature == nil || *got.Temperature != heat) {
		s.Errorf("the temperature is %v", got.Temperature)
	}
	if s.format != Anthropic && !s.has(NoSeed) && (got.Seed == nil || *got.Seed != seed) {
		s.Errorf("the seed is %v", got.Seed)
	}
	if !s.has(NoStopWords) && !slices.Equal(got.Stop, r.Stop) {
		s.Errorf("the stop sequences are %q", got.Stop)
	}
}

func (s *suite) bare() {
	server, m := s.serve(Text("Hi"))
	s.good(m, ask())
	got := server.Last()
	if got.Temperature != nil || got.Seed != nil || len(got.Stop)+len(got.Tools)+len(got.System) > 0 || got.Force != "" {
		s.Errorf("the request says more than it was asked to:\n%s", got.Body)
	}
}

// deterministic holds what providers keep in their caches: a beginning that is
// the same, byte for byte.
func (s *suite) deterministic() {
	r := ask()
	r.System = []model.Block{{Text: "You write SQL."}, {Text: "The schema.", Cache: true}}
	if !s.has(NoTools) {
		r.Tools = []model.Tool{planTool, lookTool}
	}
	step := Text("Hi")
	step.Times = 3
	server, m := s.serve(step)
	for range 3 {
		s.good(m, r)
	}
	requests := server.Requests()
	for _, q := range requests[1:] {
		if string(q.Body) != string(requests[0].Body) {
			s.Errorf("the bytes differ:\n%s\n%s", requests[0].Body, q.Body)
		}
	}
}
