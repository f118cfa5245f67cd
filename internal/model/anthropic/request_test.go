package anthropic

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

// TestRequests shows what goes over the wire, word for word.
func TestRequests(t *testing.T) {
	hot := 1.7
	var five []model.Block
	for _, s := range strings.Fields("1 2 3 4 5") {
		five = append(five, model.Block{Text: s, Cache: true})
	}
	text := func(role model.Role, s string) model.Message {
		return model.Message{Role: role, Parts: []model.Part{{Text: s}}}
	}
	called := func(parts ...model.Part) []model.Message {
		call := model.Part{Call: &model.Call{ID: "a", Name: "look", Arguments: json.RawMessage(`{"n":1}`)}}
		return []model.Message{
			text(model.User, "q"),
			{Role: model.Assistant, Parts: append(parts, call)},
			{Role: model.User, Parts: []model.Part{{Text: "and"}, {Result: &model.Result{CallID: "a", Text: "no", Failed: true}}}},
		}
	}
	// The next request repeats a conversation with results, so its end is kept.
	const results = `{"content":[{"tool_use_id":"a","is_error":true,"content":[{"text":"no","type":"text"}],"type":"tool_result"},{"text":"and","cache_control":{"type":"ephemeral"},"type":"text"}],"role":"user"}`
	resultAlone := called()
	resultAlone[2].Parts = resultAlone[2].Parts[1:]
	for name, c := range map[string]struct {
		config Config
		r      model.Request
		want   string
	}{
		"temperature within Anthropic's range": {
			Config{}, model.Request{Messages: []model.Message{text(model.User, "q")}, Temperature: &hot, MaxTokens: 9},
			`{"max_tokens":9,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"}],"model":"claude-sonnet-4-5","temperature":1}`,
		},
		"the last four cache marks": {
			Config{Model: "claude-3-haiku-20240307"},
			model.Request{System: five, Messages: []model.Message{text(model.User, "q")}},
			`{"max_tokens":4096,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"}],"model":"claude-3-haiku-20240307","system":[` +
				`{"text":"1","type":"text"},{"text":"2","cache_control":{"type":"ephemeral"},"type":"text"},{"text":"3","cache_control":{"type":"ephemeral"},"type":"text"},` +
				`{"text":"4","cache_control":{"type":"ephemeral"},"type":"text"},{"text":"5","cache_control":{"type":"ephemeral"},"type":"text"}]}`,
		},
		"thinking goes back with its signature, and takes no temperature": {
			Config{Thinking: 2000},
			model.Request{Messages: called(model.Part{Thinking: &model.Thinking{Text: "hm", Signature: "sig"}}), Temperature: &hot, MaxTokens: 9},
			`{"max_tokens":2009,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"},` +
				`{"content":[{"signature":"sig","thinking":"hm","type":"thinking"},{"id":"a","input":{"n":1},"name":"look","type":"tool_use"}],"role":"assistant"},` +
				results + `],"model":"claude-sonnet-4-5","thinking":{"budget_tokens":2000,"type":"enabled"}}`,
		},
		"no thinking after another model's call": {
			Config{Thinking: 2000},
			model.Request{Messages: called(model.Part{Thinking: &model.Thinking{Text: "unsigned"}}), MaxTokens: 9},
			`{"max_tokens":9,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"},` +
				`{"content":[{"id":"a","input":{"n":1},"name":"look","type":"tool_use"}],"role":"assistant"},` + results + `],"model":"claude-sonnet-4-5"}`,
		},
		"the end of a conversation with results alone": {
			Config{}, model.Request{Messages: resultAlone, MaxTokens: 9},
			`{"max_tokens":9,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"},{"content":[{"id":"a","input":{"n":1},"name":"look","type":"tool_use"}],"role":"assistant"},` +
				`{"content":[{"tool_use_id":"a","is_error":true,"cache_control":{"type":"ephemeral"},"content":[{"text":"no","type":"text"}],"type":"tool_result"}],"role":"user"}],"model":"claude-sonnet-4-5"}`,
		},
		"no fifth mark": {
			Config{}, model.Request{System: five[1:], Messages: resultAlone, MaxTokens: 9},
			`{"max_tokens":9,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"},{"content":[{"id":"a","input":{"n":1},"name":"look","type":"tool_use"}],"role":"assistant"},` +
				`{"content":[{"tool_use_id":"a","is_error":true,"content":[{"text":"no","type":"text"}],"type":"tool_result"}],"role":"user"}],"model":"claude-sonnet-4-5","system":[` +
				`{"text":"2","cache_control":{"type":"ephemeral"},"type":"text"},{"text":"3","cache_control":{"type":"ephemeral"},"type":"text"},` +
				`{"text":"4","cache_control":{"type":"ephemeral"},"type":"text"},{"text":"5","cache_control":{"type":"ephemeral"},"type":"text"}]}`,
		},
		"a forced tool is not thought about; its schema is not touched": {
			Config{Thinking: 2000},
			model.Request{
				Messages: []model.Message{text(model.User, "q"), text(model.Assistant, "It is \n")}, MaxTokens: 9, Force: "look", Stop: []string{" ", "END"},
				Tools: []model.Tool{{Name: "look", Schema: json.RawMessage(`{"type":"object","z":1,"a":2}`)}},
			},
			`{"max_tokens":9,"messages":[{"content":[{"text":"q","type":"text"}],"role":"user"},{"content":[{"text":"It is","type":"text"}],"role":"assistant"}],` +
				`"model":"claude-sonnet-4-5","stop_sequences":["END"],"tool_choice":{"name":"look","type":"tool"},"tools":[{"input_schema":{"type":"object","z":1,"a":2},"name":"look"}]}`,
		},
	} {
		p, err := New(c.config).(*claude).params(c.r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, c.want)
		}
	}
}

// TestCallIDs: calls of other models come along in the history of a chain.
func TestCallIDs(t *testing.T) {
	for id, same := range map[string]bool{"toolu_01A-b": true, "call_1": true, "functions.look:0": false, "": false, "plumb call": false, "é": false} {
		got := callID(id)
		if got == "" || strings.Trim(got, idLetters) != "" || (got == id) != same || got != callID(id) {
			t.Errorf("%q became %q", id, got)
		}
	}
	m := New(Config{}).(*claude)
	p, err := m.params(model.Request{Messages: []model.Message{
		{Role: model.Assistant, Parts: []model.Part{{Call: &model.Call{ID: "functions.look:0", Name: "look"}}}},
		{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "functions.look:0", Text: "1"}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	call, result := p.Messages[0].Content[0].ID, p.Messages[1].Content[0].ToolUseID
	if call != result || strings.ContainsAny(call, ".:") {
		t.Errorf("the call is %q, its result is of %q", call, result)
	}
}
