package modeltest

import (
	"strings"
	"testing"
)

// refusals are requests that a provider would not take: the words are its own.
var refusals = []struct {
	name   string
	format Format
	body   string
	status int
	words  string // in the answer
}{
	{"a good one", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}`, 200, ""},
	{"not JSON", Anthropic, `{`, 400, "invalid_request_error"},
	{"unknown field", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"seed":1}`, 400, "seed: Extra inputs are not permitted"},
	{"unknown field inside", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":"Hi","bold":true}]}]}`, 400, "messages.0.content.0.bold: Extra inputs are not permitted"},
	{"no limit", Anthropic, `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`, 400, "max_tokens: Field required"},
	{"no messages", Anthropic, `{"model":"m","max_tokens":5,"messages":[]}`, 400, "at least one message is required"},
	{"system role", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"system","content":"Hi"}]}`, 400, `Unexpected role \"system\"`},
	{"assistant first", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"assistant","content":"Hi"}]}`, 400, `first message must use the \"user\" role`},
	{"empty text", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"text","text":""}]}]}`, 400, "text content blocks must be non-empty"},
	{"empty content", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":""}]}`, 400, "must have non-empty content"},
	{"hot", Anthropic, `{"model":"m","max_tokens":5,"temperature":1.5,"messages":[{"role":"user","content":"Hi"}]}`, 400, "temperature: range: 0..1"},
	{"result without a call", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}]}`, 400, "unexpected `tool_use_id` found in `tool_result` blocks: t1"},
	{"call without a result", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{}}]},{"role":"user","content":"Well?"}]}`, 400, "`tool_use` ids were found without `tool_result` blocks immediately after: t1"},
	{"words before a result", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"f","input":{}}]},{"role":"user","content":[{"type":"text","text":"Well?"},{"type":"tool_result","tool_use_id":"t1"}]}]}`, 400, "immediately after: t1"},
	{"schema of a list", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":{"type":"array"}}]}`, 400, "tools.0.custom.input_schema.type: Input should be 'object'"},
	{"schema of nothing known", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":{"type":"object","properties":{"a":{"type":"text"}}}}]}`, 400, "JSON schema is invalid"},
	{"forced tool that is not there", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"tool","name":"g"}}`, 400, "Tool 'g' not found in provided tools"},
	{"five marks", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}],"system":[` + strings.Repeat(`{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},`, 4) + `{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}`, 400, "A maximum of 4 blocks with cache_control may be provided. Found 5."},
	{"thought without a signature", Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"thinking","thinking":"Hm."}]}]}`, 400, "signature: Field required"},
	{"forced while thinking", Anthropic, `{"model":"m","max_tokens":5000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","input_schema":{"type":"object"}}],"tool_choice":{"type":"any"}}`, 400, "Thinking may not be enabled when tool_choice forces tool use."},

	{"a good one", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`, 200, ""},
	{"not JSON", OpenAI, `[`, 400, "could not parse the JSON body"},
	{"unknown field", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"top_k":1}`, 400, "Unknown parameter: 'top_k'."},
	{"no messages", OpenAI, `{"model":"m","messages":[]}`, 400, `"code":"empty_array"`},
	{"no model", OpenAI, `{"messages":[{"role":"user","content":"Hi"}]}`, 400, "Missing required parameter: 'model'."},
	{"unknown role", OpenAI, `{"model":"m","messages":[{"role":"bot","content":"Hi"}]}`, 400, "Invalid value: 'bot'."},
	{"null content", OpenAI, `{"model":"m","messages":[{"role":"user","content":null}]}`, 400, "expected a string, got null"},
	{"assistant says nothing", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant"}]}`, 400, "expected a string, got null"},
	{"result without a call", OpenAI, `{"model":"m","messages":[{"role":"tool","tool_call_id":"c","content":"x"}]}`, 400, "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'"},
	{"result of another call", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"b","content":"x"}]}`, 400, "'tool_call_id' of 'b' not found"},
	{"call without a result", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"Well?"}]}`, 400, "did not have response messages: a"},
	{"arguments that are no text", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":{}}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}`, 400, "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected string."},
	{"schema of a list", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"array"}}}]}`, 400, `"code":"invalid_function_parameters"`},
	{"strict schema that is not", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f","strict":true,"parameters":{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}}}]}`, 400, "Missing 'a'."},
	{"name with a blank", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f g"}}]}`, 400, "does not match pattern"},
	{"forced tool that is not there", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"f"}}],"tool_choice":{"type":"function","function":{"name":"g"}}}`, 400, "Tool choice 'g' not found in 'tools' parameter."},
	{"five stops", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"stop":["a","b","c","d","e"]}`, 400, "array_above_max_length"},
	{"options of no stream", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}],"stream_options":{"include_usage":true}}`, 400, "only allowed when 'stream' is enabled"},
	{"old limit for a new model", OpenAI, `{"model":"gpt-5-mini","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}`, 400, "Use 'max_completion_tokens' instead."},
	{"heat for a new model", OpenAI, `{"model":"o3","temperature":0,"messages":[{"role":"user","content":"Hi"}]}`, 400, "'temperature' does not support 0 with this model"},
	{"thoughts of somebody else", OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Yes","reasoning_content":"Hm"}]}`, 400, "Unknown parameter: 'messages[1].reasoning_content'."},

	{"a good one", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"generation_config":{"max_output_tokens":5}}`, 200, ""},
	{"long ID", OpenAI, `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hi"},{"role":"assistant","tool_calls":[{"id":"12345678901234567890123456789012345678901","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"12345678901234567890123456789012345678901","content":"x"}]}`, 400, "string too long"},
	{"unknown field", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"max_tokens":3}`, 400, `Unknown name \"maxTokens\"`},
	{"no contents", Gemini, `{"contents":[]}`, 400, "contents is not specified"},
	{"no parts", Gemini, `{"contents":[{"role":"user","parts":[]}]}`, 400, "contents[0].parts: contents.parts must not be empty."},
	{"part of nothing", Gemini, `{"contents":[{"role":"user","parts":[{}]}]}`, 400, "required oneof field 'data' must have one initialized field"},
	{"unknown role", Gemini, `{"contents":[{"role":"assistant","parts":[{"text":"Hi"}]}]}`, 400, "Please use a valid role: user, model."},
	{"result without a call", Gemini, `{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}`, 400, "function response turn comes immediately after a function call turn"},
	{"one result for two calls", Gemini, `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}},{"functionCall":{"name":"g"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}`, 400, "number of function response parts is equal to the number of function call parts"},
	{"response that is a text", Gemini, `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":"x"}}]}]}`, 400, "google.protobuf.Struct"},
	{"schema beyond the subset", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{"a":{"type":"STRING"}},"additionalProperties":false}}]}]}`, 400, `Unknown name \"additionalProperties\"`},
	{"schema without properties", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","properties":{}}}]}]}`, 400, "should be non-empty for OBJECT type"},
	{"any schema by its other name", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"f","parametersJsonSchema":{"type":"object","properties":{},"additionalProperties":false}}]}]}`, 200, ""},
	{"forced tool that is not there", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"f"}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["g"]}}}`, 400, "g is not a declared function"},
	{"names without force", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"tools":[{"functionDeclarations":[{"name":"f"}]}],"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["f"]}}}`, 400, "must be unset when mode is not ANY"},
	{"seed of 64 bits", Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}],"generationConfig":{"seed":5000000000}}`, 400, "TYPE_INT32"},
}

func TestRefusals(t *testing.T) {
	for _, c := range refusals {
		t.Run(string(c.format)+"/"+c.name, func(t *testing.T) {
			step := Text("Hi")
			step.Times = Always
			s := New(t, c.format, step)
			path, headers := way(c.format)
			status, answer := post(t, s, path, c.body, headers...)
			if status != c.status || !strings.Contains(answer, c.words) {
				t.Errorf("status %d: %s", status, answer)
			}
			if refused := s.Last().Refused() != ""; refused != (c.status != 200) {
				t.Errorf("refused: %q", s.Last().Refused())
			}
		})
	}
}

// way is where a format's questions go, with a key.
func way(f Format) (path string, headers []string) {
	switch f {
	case Anthropic:
		return "/v1/messages", []string{"x-api-key", "sk-right", "anthropic-version", "2023-06-01"}
	case OpenAI:
		return "/v1/chat/completions", []string{"authorization", "Bearer sk-right"}
	}
	return "/v1beta/models/gemini-2.5-flash:generateContent", []string{"x-goog-api-key", "sk-right"}
}

func TestThoughtSignatures(t *testing.T) {
	step := Text("Hi")
	step.Times = Always
	s := New(t, Gemini, step)
	body := func(signature string) string {
		return `{"contents":[{"role":"user","parts":[{"text":"Hi"}]},{"role":"model","parts":[{"functionCall":{"name":"f"}` + signature +
			`},{"functionCall":{"name":"f"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}},{"functionResponse":{"name":"f","response":{}}}]}]}`
	}
	for _, c := range []struct {
		model, signature string
		status           int
	}{
		{"gemini-2.5-flash", "", 200},
		{"gemini-3-pro", "", 400},
		{"gemini-3-pro", `,"thoughtSignature":"c2ln"`, 200},
	} {
		if status, answer := post(t, s, "/v1beta/models/"+c.model+":generateContent", body(c.signature), "x-goog-api-key", "k"); status != c.status {
			t.Errorf("%s %s: %d %s", c.model, c.signature, status, answer)
		}
	}
}

func TestKeysModelsAndPaths(t *testing.T) {
	good := map[Format]string{
		Anthropic: `{"model":"other","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}`,
		OpenAI:    `{"model":"other","messages":[{"role":"user","content":"Hi"}]}`,
		Gemini:    `{"contents":[{"parts":[{"text":"Hi"}]}]}`,
	}
	for _, c := range []struct {
		format                       Format
		missing, wrong, model, stray string // what each answer says
		codes                        [4]int
	}{
		{Anthropic, "x-api-key header is required", "invalid x-api-key", "model: other", "Not found", [4]int{401, 401, 404, 404}},
		{OpenAI, "You didn't provide an API key", "Incorrect API key provided: sk-r*****", "The model `other` does not exist", "Invalid URL", [4]int{401, 401, 404, 404}},
		{Gemini, "unregistered callers", "API_KEY_INVALID", "models/gemini-2.5-flash is not found", "not found", [4]int{403, 400, 404, 404}},
	} {
		s := NewWith(t, c.format, Options{Key: "another-key", Models: []string{"m"}})
		path, headers := way(c.format)
		headers[1] = strings.Replace(headers[1], "sk-right", "sk-right-or-wrong", 1)
		check := func(name string, code int, words, path string, headers ...string) {
			t.Helper()
			if status, answer := post(t, s, path, good[c.format], headers...); status != code || !strings.Contains(answer, words) {
				t.Errorf("%s %s: %d %s", c.format, name, status, answer)
			}
		}
		check("missing", c.codes[0], c.missing, path)
		check("wrong", c.codes[1], c.wrong, path, headers...)
		headers[1] = strings.Replace(headers[1], "sk-right-or-wrong", "another-key", 1)
		check("model", c.codes[2], c.model, path, headers...)
		check("path", c.codes[3], c.stray, "/nowhere", headers...)
	}
}

func TestFailuresCarryTheirHeaders(t *testing.T) {
	for _, c := range []struct {
		format Format
		body   string
		words  string
	}{
		{Anthropic, `{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}`, `"type":"rate_limit_error"`},
		{OpenAI, `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`, `"code":"rate_limit_exceeded"`},
		{Gemini, `{"contents":[{"parts":[{"text":"Hi"}]}]}`, `"retryDelay":"7s"`},
	} {
		s := NewScript(t, c.format, "step limited\nfail rate_limit after=7s")
		path, headers := way(c.format)
		status, answer := post(t, s, path, c.body, headers...)
		if status != 429 || !strings.Contains(answer, c.words) {
			t.Errorf("%d %s", status, answer)
		}
	}
}
