package openai

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// everything is a request that uses all that the port has.
func everything() model.Request {
	heat, seed := 0.5, int64(7)
	return model.Request{
		System: []model.Block{{Text: "Schema.", Cache: true}, {Text: "Rules."}},
		Messages: []model.Message{
			{Role: model.User, Parts: []model.Part{{Text: "q"}}},
			{Role: model.Assistant, Parts: []model.Part{
				{Thinking: &model.Thinking{Text: "hm"}},
				{Call: &model.Call{ID: "toolu_01", Name: "look", Arguments: json.RawMessage(`{"n":1}`)}},
			}},
			{Role: model.User, Parts: []model.Part{{Text: "and"}, {Result: &model.Result{CallID: "toolu_01", Name: "look", Text: "no", Failed: true}}}},
		},
		Tools: []model.Tool{
			{Name: "look", Description: "Looks.", Schema: json.RawMessage(`{"type":"object","properties":{"z":{},"a":{}}}`)},
			{Name: "other"},
		},
		Force: "look", Temperature: &heat, MaxTokens: 9, Stop: []string{"END"}, Seed: &seed,
	}
}

// TestRequests shows what goes over the wire to each kind of provider, word
// for word.
func TestRequests(t *testing.T) {
	const (
		systemText = `{"content":"Schema.\n\nRules.","role":"system"},{"content":"q","role":"user"},`
		called     = `"tool_calls":[{"id":"toolu_01","function":{"arguments":"{\"n\":1}","name":"look"},"type":"function"}],"role":"assistant"`
		answered   = `{"content":"The tool failed: no","tool_call_id":"toolu_01","role":"tool"},{"content":"and","role":"user"}`
		look       = `{"function":{"name":"look","description":"Looks.","parameters":{"properties":{"z":{},"a":{}},"type":"object"}},"type":"function"}`
		other      = `{"function":{"name":"other","parameters":{"type":"object"}},"type":"function"}`
		forced     = `"tool_choice":{"function":{"name":"look"},"type":"function"}`
		usage      = `"stream_options":{"include_usage":true}`
		sampling   = `"seed":7,"temperature":0.5,"stop":["END"]`
	)
	for _, c := range []struct{ provider, model, want string }{
		{"openai", "gpt-4.1", `{"messages":[` + systemText + `{` + called + `},` + answered + `],"model":"gpt-4.1","max_completion_tokens":9,` + sampling + `,` + usage + `,` + forced + `,"tools":[` + look + `,` + other + `]}`},
		{"openai", "o4-mini", `{"messages":[` + systemText + `{` + called + `},` + answered + `],"model":"o4-mini","max_completion_tokens":16393,"seed":7,` + usage + `,` + forced + `,"tools":[` + look + `,` + other + `]}`},
		{"cerebras", "gpt-oss-120b", `{"messages":[` + systemText + `{` + called + `,"reasoning":"hm"},` + answered + `],"model":"gpt-oss-120b","max_completion_tokens":16393,` + sampling + `,` + usage + `,` + forced + `,"tools":[` + look + `,` + other + `]}`},
		{"mistral", "m", `{"messages":[` + systemText + `{` + called + `},{"content":"The tool failed: no\n\nand","tool_call_id":"toolu_01","role":"tool"}],"model":"m","max_tokens":9,"temperature":0.5,"stop":["END"],` + forced + `,"tools":[` + look + `,` + other + `],"random_seed":7}`},
		{"url", "m", `{"messages":[` + systemText + `{` + called + `},` + answered + `],"model":"m","max_tokens":9,` + sampling + `,` + usage + `,"tool_choice":"required","tools":[` + look + `]}`},
	} {
		m := New(Config{Provider: c.provider, Model: c.model}).(*chat)
		p, err := m.params(everything())
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(c.want, "toolu_01", m.callID("toolu_01")); string(got) != want {
			t.Errorf("%s/%s:\n got %s\nwant %s", c.provider, c.model, got, want)
		}
	}
}

func TestCallIDs(t *testing.T) {
	strict := New(Config{Provider: "mistral"}).(*chat)
	for id, want := range map[string]string{"abcDEF123": "abcDEF123", "toolu_01": "", "": ""} {
		got := strict.callID(id)
		if len(got) != 9 || strings.IndexFunc(got, notAlphanumeric) >= 0 || want != "" && got != want || got != strict.callID(id) {
			t.Errorf("%q became %q", id, got)
		}
	}
}

// TestLongCallIDs: other providers write longer ones than OpenAI takes.
func TestLongCallIDs(t *testing.T) {
	m := New(Config{Provider: "openai"}).(*chat)
	long := strings.Repeat("x", 41)
	if got := m.callID(long); len(got) != 40 || got != m.callID(long) || got == m.callID(long+"y") {
		t.Errorf("%q became %q", long, got)
	}
	for _, id := range []string{"functions.look:0", long[:40]} {
		if got := m.callID(id); got != id {
			t.Errorf("%q became %q", id, got)
		}
	}
}

// TestFieldsAreLearned: what a deployment does not take is left out from then
// on, and the limit goes by its other name.
func TestFieldsAreLearned(t *testing.T) {
	refusal := func(param, code string) modeltest.Response {
		return modeltest.Response{400, nil, `{"error":{"message":"no","type":"invalid_request_error","param":"` + param + `","code":"` + code + `"}}`}
	}
	c := &modeltest.Canned{Replies: []modeltest.Response{
		refusal("temperature", "unsupported_value"), refusal("max_completion_tokens", "unsupported_parameter"), refusal("stop", "unsupported_parameter"), {200, nil, said},
	}}
	m := over(c, Config{Provider: "azure", BaseURL: "https://me.openai.azure.com", Model: "mine"})
	for range 2 {
		if _, err := model.Generate(t.Context(), m, everything()); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Sent) != 5 {
		t.Fatalf("%d requests", len(c.Sent))
	}
	for _, body := range c.Sent[3:] {
		if strings.Contains(body, "temperature") || strings.Contains(body, `"stop"`) || !strings.Contains(body, `"max_tokens":9`) {
			t.Errorf("sent %s", body)
		}
	}
}

// TestThoughtsThatAreNotWanted: a model that does not think may refuse those of
// the one before it in a chain.
func TestThoughtsThatAreNotWanted(t *testing.T) {
	for _, words := range []string{
		"messages[2].reasoning: reasoning is not supported with this model",
		"'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning' is unsupported)]",
	} {
		c := &modeltest.Canned{Replies: []modeltest.Response{{400, nil, `{"error":{"message":"` + words + `","type":"invalid_request_error"}}`}, {200, nil, said}}}
		m := over(c, Config{Provider: "groq", Model: "moonshotai/kimi-k2-instruct"})
		for range 2 {
			if _, err := model.Generate(t.Context(), m, everything()); err != nil {
				t.Fatal(err)
			}
		}
		if len(c.Sent) != 3 || !strings.Contains(c.Sent[0], `"reasoning":"hm"`) || strings.Contains(c.Sent[1]+c.Sent[2], `"reasoning"`) {
			t.Errorf("sent %q", c.Sent)
		}
	}
}

// TestThoughtsThatAreWanted: what serves a model of DeepSeek may be any server.
func TestThoughtsThatAreWanted(t *testing.T) {
	refusal := modeltest.Response{400, nil, "{\"error\":{\"message\":\"The `reasoning_content` in the thinking mode must be passed back to the API.\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"invalid_request_error\"}}"}
	c := &modeltest.Canned{Replies: []modeltest.Response{refusal, {200, nil, said}, {200, nil, said}}}
	m := over(c, Config{BaseURL: "http://localhost/v1", Model: "deepseek-reasoner"})
	for range 2 {
		if _, err := model.Generate(t.Context(), m, everything()); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Sent) != 3 || strings.Contains(c.Sent[0], "reasoning_content") || strings.Count(c.Sent[1]+c.Sent[2], `"reasoning_content":"hm"`) != 2 {
		t.Errorf("sent %q", c.Sent)
	}
	c = &modeltest.Canned{Replies: []modeltest.Response{refusal}}
	if _, err := model.Generate(t.Context(), over(c, Config{BaseURL: "http://localhost/v1", Model: "m"}), everything()); fault.CodeOf(err) != model.BadRequest || len(c.Sent) != 2 {
		t.Errorf("%v after %d requests", err, len(c.Sent))
	}
}

// TestRefusedForGood: a field that is refused though it was left out ends it.
func TestRefusedForGood(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{{422, nil, `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"]}]}`}}}
	_, err := model.Generate(t.Context(), over(c, Config{BaseURL: "http://localhost/v1", Model: "m"}), modeltest.Question())
	if err == nil || len(c.Sent) != 2 || strings.Contains(c.Sent[1], "stream_options") {
		t.Errorf("%v after %q", err, c.Sent)
	}
}

func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		config      Config
		url, header string
	}{
		{Config{Provider: "openai"}, "https://api.openai.com/v1/chat/completions", "Authorization"},
		{Config{Provider: "openai", BaseURL: "http://proxy.example/x/"}, "http://proxy.example/x/chat/completions", "Authorization"},
		{Config{Provider: "azure", BaseURL: "https://me.openai.azure.com/", Model: "my gpt"}, "https://me.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21", "Api-Key"},
		{Config{Provider: "azure", BaseURL: "https://me.openai.azure.com/openai/deployments/d", Model: "d", APIVersion: "v"}, "https://me.openai.azure.com/openai/deployments/d/chat/completions?api-version=v", "Api-Key"},
		{Config{Provider: "azure", BaseURL: "https://me.openai.azure.com/openai/v1", Model: "d"}, "https://me.openai.azure.com/openai/v1/chat/completions", "Api-Key"},
		{Config{Provider: "ollama"}, "http://localhost:11434/v1/chat/completions", ""},
	} {
		server := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, said}}}
		if _, err := model.Generate(t.Context(), over(server, c.config), modeltest.Question()); err != nil {
			t.Fatal(err)
		}
		if server.URLs[0] != c.url {
			t.Errorf("went to %s, want %s", server.URLs[0], c.url)
		}
		for _, name := range []string{"Authorization", "Api-Key"} {
			if got := server.Headers[0].Get(name); (got != "") != (name == c.header) {
				t.Errorf("%s: %s is %q", c.url, name, got)
			}
		}
	}
}

// Thinking counts as written. A deployment that spent all its tokens on it is
// asked again with more.
func TestRoomToThinkIsLearned(t *testing.T) {
	thought := delta(`"content":""`, `,"finish_reason":"length"`) +
		"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":9,\"completion_tokens_details\":{\"reasoning_tokens\":9}}}\n\ndata: [DONE]\n\n"
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, said}, {200, nil, thought}, {200, nil, said}}}
	m := over(c, Config{Provider: "azure", BaseURL: "https://me.openai.azure.com", Model: "mine"})
	var used []string // by the answers before
	for range 3 {
		got, err := model.Generate(t.Context(), m, everything())
		if err != nil || got.Text() != "Hi" {
			t.Fatalf("got %+v, %v", got, err)
		}
		if want := 3 + 3*(len(c.Sent)-len(used)-1); got.Usage.Input != want {
			t.Errorf("%d tokens were read, and %d are counted", want, got.Usage.Input)
		}
		used = c.Sent
	}
	for i, want := range []string{`"max_completion_tokens":9,`, `"max_completion_tokens":9,`, `"max_completion_tokens":16393,`, `"max_completion_tokens":16393,`} {
		if i >= len(c.Sent) || !strings.Contains(c.Sent[i], want) {
			t.Errorf("sent %s", c.Sent)
		}
	}
	for name, want := range map[string]bool{"gpt-5-mini": true, "openai/gpt-oss-120b": true, "qwen3:8b": true, "grok-4-fast": true, "gpt-5-chat-latest": false, "gpt-4.1": false, "llama3.2:3b": false} {
		if thinker(name) != want {
			t.Errorf("%s thinks: %t", name, !want)
		}
	}
}
