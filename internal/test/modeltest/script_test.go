package modeltest

import (
	"os"
	"strings"
	"testing"
)

// TestOneScriptServesEveryFormat plays a script file as an adapter would ask.
func TestOneScriptServesEveryFormat(t *testing.T) {
	text, err := os.ReadFile("testdata/repair.script")
	if err != nil {
		t.Fatal(err)
	}
	const schema = `{"type":"object","properties":{"sql":{"type":"string"}},"required":["sql"]}`
	bodies := map[Format][3]string{
		Anthropic: {
			`{"model":"m","max_tokens":99,"messages":[{"role":"user","content":"How many customers?"}],"tools":[{"name":"plan_query","input_schema":` + schema + `}],"tool_choice":{"type":"tool","name":"plan_query"}}`,
			`{"model":"m","max_tokens":99,"messages":[{"role":"user","content":"How many customers?"},{"role":"assistant","content":[{"type":"thinking","thinking":"t","signature":"c2lnbmVk"},{"type":"tool_use","id":"call_1","name":"plan_query","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"no such column: idd","is_error":true}]}]}`,
			`{"model":"m","max_tokens":99,"messages":[{"role":"user","content":"59"}]}`,
		},
		OpenAI: {
			`{"model":"m","messages":[{"role":"user","content":"How many customers?"}],"tools":[{"type":"function","function":{"name":"plan_query","parameters":` + schema + `}}],"tool_choice":{"type":"function","function":{"name":"plan_query"}}}`,
			`{"model":"m","messages":[{"role":"user","content":"How many customers?"},{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"plan_query","arguments":"{}"}}]},{"role":"tool","tool_call_id":"call_1","content":"no such column: idd"}]}`,
			`{"model":"m","messages":[{"role":"user","content":"59"}]}`,
		},
		Gemini: {
			`{"contents":[{"role":"user","parts":[{"text":"How many customers?"}]}],"tools":[{"functionDeclarations":[{"name":"plan_query","parametersJsonSchema":` + schema + `}]}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["plan_query"]}}}`,
			`{"contents":[{"role":"user","parts":[{"text":"How many customers?"}]},{"role":"model","parts":[{"functionCall":{"name":"plan_query"}}]},{"role":"user","parts":[{"functionResponse":{"name":"plan_query","response":{"error":"no such column: idd"}}}]}]}`,
			`{"contents":[{"role":"user","parts":[{"text":"59"}]}]}`,
		},
	}
	answers := map[Format][3][]string{
		Anthropic: {
			{`"type":"thinking"`, `"signature":"c2lnbmVk"`, `"input":{"sql":"SELECT count(idd) FROM customer"}`, `"stop_reason":"tool_use"`, `"cache_read_input_tokens":800`, `"input_tokens":100`},
			{`"title":"Customers"`}, {`"text":"There are  59 customers."`, `"stop_reason":"end_turn"`},
		},
		OpenAI: {
			{`"arguments":"{\"sql\": \"SELECT count(idd) FROM customer\"}"`, `"finish_reason":"tool_calls"`, `"cached_tokens":800`},
			{`\"title\": \"Customers\"`}, {`"content":"There are  59 customers."`, `"finish_reason":"stop"`},
		},
		Gemini: {
			{`"thought":true`, `"functionCall":{"args":{"sql":"SELECT count(idd) FROM customer"}`, `"thoughtSignature":"YzJsbmJtVms="`, `"cachedContentTokenCount":800`},
			{`"title":"Customers"`}, {`{"text":"There are"},{"text":"  59 customers."}`, `"finishReason":"STOP"`},
		},
	}
	for format, steps := range bodies {
		s := NewScript(t, format, string(text))
		path, headers := way(format)
		for i, body := range steps {
			status, answer := post(t, s, path, body, headers...)
			if status != 200 {
				t.Fatalf("%s step %d: %d %s", format, i+1, status, answer)
			}
			for _, want := range answers[format][i] {
				if !strings.Contains(answer, want) {
					t.Errorf("%s step %d: %s is not in %s", format, i+1, want, answer)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	text, err := os.ReadFile("testdata/repair.script")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add("model a\nkey k\nkeyless\nstep x\ntimes always\nfail quota after=1s\n  words\nanswer 500\n  body\nslow 1ms\nchop 2\ncut said 2")
	f.Fuzz(func(t *testing.T, text string) {
		script, err := Parse(text)
		if err != nil {
			return
		}
		for _, step := range script.Steps {
			for _, w := range []wire{anthropicWire{}, openaiWire{}, geminiWire{}} {
				r := &Request{Stream: true}
				for _, frame := range w.stream(r, &step.Reply) {
					if strings.ContainsAny(string(frame.data), "\r\n") {
						t.Fatalf("an event has two lines: %q", frame.data)
					}
				}
				w.whole(r, &step.Reply)
			}
		}
	})
}

// FuzzRequest reads foreign requests: whatever comes is taken or refused, and
// can be shown.
func FuzzRequest(f *testing.F) {
	for _, c := range refusals {
		f.Add(c.body)
	}
	f.Add(`{"requests":[{"model":"m","content":{"parts":[{"text":"a"}]}}],"input":["a"],"instances":[{"content":"a"}]}`)
	paths := []struct {
		wire wire
		path string
	}{
		{anthropicWire{}, "/v1/messages"},
		{openaiWire{}, "/v1/chat/completions"}, {openaiWire{}, "/v1/embeddings"},
		{geminiWire{}, "/v1beta/models/gemini-3-pro:generateContent"}, {geminiWire{}, "/v1beta/models/m:embedContent"},
		{geminiWire{}, "/v1beta/models/m:batchEmbedContents"}, {geminiWire{}, "/v1beta/models/m:predict"},
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, p := range paths {
			for _, o := range []Options{{Keyless: true}, {Keyless: true, Compatible: true}} {
				r := &Request{Method: "POST", Path: p.path, Header: map[string][]string{"Anthropic-Version": {"1"}}, Body: []byte(body)}
				if refusal := p.wire.read(r, o); refusal == nil {
					p.wire.whole(r, &Reply{})
				}
				_ = r.Text()
			}
		}
	})
}
