package openai

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// TestFaults holds the errors that each provider really sends against what
// they mean.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, provider string
		status         int
		header         http.Header
		body           string
		code           fault.Code
		says           string
		wait           time.Duration
	}{
		{"wrong key", "openai", 401, nil, `{"error":{"message":"Incorrect API key provided: ` + key + `","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`, model.Auth, "does not accept the key in OPENAI_API_KEY", 0},
		{"wrong key, xAI", "xai", 400, nil, `{"code":"Client specified an invalid argument","error":"Incorrect API key provided: sk***89. You can obtain an API key from https://console.x.ai."}`, model.Auth, "does not accept the key in XAI_API_KEY", 0},
		{"not verified", "openai", 400, nil, `{"error":{"message":"Your organization must be verified to stream this model. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}`, model.Auth, "streams gpt-5-mini only to organizations that are verified", 0},
		{"not verified at all", "openai", 404, nil, "{\"error\":{\"message\":\"Your organization must be verified to use the model `gpt-5`. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.\",\"type\":\"invalid_request_error\",\"param\":null,\"code\":\"model_not_found\"}}", model.Auth, "gives gpt-5-mini only to organizations that are verified", 0},
		{"no right", "openai", 403, nil, `{"error":{"message":"no","type":"invalid_request_error","code":null}}`, model.Auth, "may not use gpt-5-mini", 0},
		{"nothing to spend", "openai", 429, nil, `{"error":{"message":"no","type":"insufficient_quota","code":"insufficient_quota"}}`, model.Auth, "has no credit left", 0},
		{"credits", "openrouter", 402, nil, `{"error":{"message":"no","code":402}}`, model.Auth, "has no credit left", 0},
		{"limit in milliseconds", "openai", 429, http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"2"}}, `{"error":{"type":"tokens","code":"rate_limit_exceeded"}}`, model.RateLimit, "wait 1.5s", 1500 * time.Millisecond},
		{"limit in seconds", "groq", 429, http.Header{"Retry-After": {"7"}}, `{"error":{"type":"tokens","code":"rate_limit_exceeded"}}`, model.RateLimit, "wait 7s", 7 * time.Second},
		{"limit until a date", "xai", 429, http.Header{"Retry-After": {"Sun, 15 Nov 2026 10:01:00 GMT"}, "Date": {"Sun, 15 Nov 2026 10:00:00 GMT"}}, "", model.RateLimit, "xai takes no more", time.Minute},
		{"too long, OpenAI", "openai", 400, nil, `{"error":{"message":"This model's maximum context length is 128000 tokens. However, your messages resulted in 130001 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, model.ContextSize, "130001 tokens, and gpt-5-mini reads at most 128000", 0},
		{"too long, vLLM", "url", 400, nil, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","param":null,"code":400}`, model.ContextSize, "5000 tokens, and my-model reads at most 4096", 0},
		{"too long, llama.cpp", "url", 400, nil, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":9001,"n_ctx":4096}}`, model.ContextSize, "9001 tokens, and my-model reads at most 4096", 0},
		{"too long, xAI", "xai", 400, nil, `{"code":"Client specified an invalid argument","error":"This model's maximum prompt length is 131072 but the request contains 200000 tokens."}`, model.ContextSize, "200000 tokens, and grok-4 reads at most 131072", 0},
		{"too long, newer OpenAI", "openai", 400, nil, `{"error":{"message":"Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300123 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, model.ContextSize, "300123 tokens, and gpt-5-mini reads at most 272000", 0},
		{"too long, Cerebras", "cerebras", 400, nil, `{"message":"Please reduce the length of the messages or completion. Current length is 69553 while limit is 65536","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}`, model.ContextSize, "69553 tokens, and gpt-oss-120b reads at most 65536", 0},
		{"too long, Mistral", "mistral", 400, nil, `{"object":"error","message":"Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length","type":"invalid_request_error","param":null,"code":"3051"}`, model.ContextSize, "140000 tokens, and mistral-large-latest reads at most 131072", 0},
		{"too long, Together", "together", 422, nil, `{"error":{"message":"The input (5000 tokens) is longer than the model's context length (4097 tokens).","type":"invalid_request_error","param":null,"code":null}}`, model.ContextSize, "5000 tokens, and openai/gpt-oss-120b reads at most 4097", 0},
		{"too large for the plan, Groq", "groq", 413, nil, `{"error":{"message":"Request too large for model on tokens per minute (TPM): Limit 6000, Requested 12345, please reduce your message size","type":"tokens","code":"rate_limit_exceeded"}}`, model.ContextSize, "12345 tokens, and groq lets this key use 6000 a minute", 0},
		{"too large for the plan, OpenAI", "openai", 429, nil, `{"error":{"message":"Request too large for gpt-5-mini in organization org-1 on tokens per min (TPM): Limit 30000, Requested 42000. The input or output tokens must be reduced in order to run successfully.","type":"tokens","code":"rate_limit_exceeded"}}`, model.ContextSize, "lets this key use 30000 a minute", 0},
		{"fits into the next minute", "openai", 429, nil, `{"error":{"message":"Rate limit reached for gpt-5-mini on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.","type":"tokens","code":"rate_limit_exceeded"}}`, model.RateLimit, "takes no more requests", 0},
		{"unknown, Mistral", "mistral", 400, nil, `{"object":"error","message":"Invalid model: x","type":"invalid_model","param":null,"code":"1500"}`, model.UnknownModel, "mistral has no model", 0},
		{"unknown, Azure", "azure", 404, nil, `{"error":{"code":"DeploymentNotFound","message":"no"}}`, model.UnknownModel, "no deployment my-model", 0},
		{"unknown, Ollama", "ollama", 404, nil, `{"error":{"message":"model \"x\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`, model.UnknownModel, "ollama has no model qwen3:8b", 0},
		{"no tools, Ollama", "ollama", 400, nil, `{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error","param":null,"code":null}}`, model.BadRequest, "status 400", 0},
		{"no tools, llama.cpp", "url", 500, nil, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`, model.BadRequest, "status 500", 0},
		{"wrong address", "url", 404, nil, "404 page not found", model.BadRequest, "no chat service", 0},
		{"filter, Azure", "azure", 400, nil, `{"error":{"message":"no","type":null,"param":"prompt","code":"content_filter","status":400}}`, model.Refusal, "declined to answer", 0},
		{"bad call, Groq", "groq", 400, nil, `{"error":{"message":"no","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"secret question"}}`, model.Malformed, "called a tool", 0},
		{"loading, llama.cpp", "url", 503, nil, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, model.Overloaded, "cannot answer for the moment", 0},
		{"validator, Mistral", "mistral", 422, nil, `{"object":"error","message":{"detail":[{"type":"missing","loc":["body","messages",0,"content"],"msg":"secret question"}]},"type":"invalid_request_error","code":null}`, model.BadRequest, "its field messages.0.content", 0},
		{"a field", "openai", 400, nil, `{"error":{"message":"secret question","type":"invalid_request_error","param":"messages[3].content","code":"invalid_type"}}`, model.BadRequest, "its field messages[3].content", 0},
		{"a field that is none", "openai", 400, nil, `{"error":{"message":"no","param":"the secret question?","code":"x"}}`, model.BadRequest, "status 400", 0},
		{"cloudflare", "together", 524, nil, "<html>", model.Timeout, "too long", 0},
		{"in the stream", "openai", 200, nil, "data: {\"error\":{\"message\":\"no\",\"type\":\"server_error\"}}\n\n", model.Overloaded, "cannot answer", 0},
		{"in the stream, with a status", "openrouter", 200, nil, "data: {\"error\":{\"message\":\"no\",\"code\":429},\"choices\":[{\"finish_reason\":\"error\"}]}\n\n", model.RateLimit, "takes no more", 0},
		{"in the stream, vLLM", "url", 200, nil, "data: {\"object\":\"error\",\"message\":\"no\",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}\n\ndata: [DONE]\n\n", model.Overloaded, "cannot answer", 0},
		{"broken off, vLLM", "url", 200, nil, "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"abort\"}]}\n\n", model.CutStream, "broke the answer off", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := &modeltest.Canned{Replies: []modeltest.Response{{c.status, c.header, c.body}}}
			config := Config{Provider: c.provider}
			switch c.provider {
			case "url":
				config.BaseURL, config.Model = "http://localhost:8080/v1", "my-model"
			case "azure":
				config.BaseURL, config.Model = "https://me.openai.azure.com", "my-model"
			}
			_, err := model.Generate(t.Context(), over(server, config), modeltest.Question())
			if fault.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || model.RetryAfter(err) != c.wait {
				t.Fatalf("%s %v, wait %v", fault.CodeOf(err), err, model.RetryAfter(err))
			}
			modeltest.Discreet(t, err, key, "secret question")
		})
	}
}

func TestUnknownModelNamesTheNearest(t *testing.T) {
	isJSON := http.Header{"Content-Type": {"application/json"}}
	for _, c := range []struct {
		provider, model, body string
		status                int
		names                 string
		code                  fault.Code
		hint                  string
	}{
		{"openai", "gpt-5-mni", `{"error":{"message":"no","code":"model_not_found"}}`, 404, `{"data":[{"id":"gpt-5"},{"id":"gpt-5-mini"}]}`, model.UnknownModel, "did you mean gpt-5-mini?"},
		{"ollama", "qwen3:8", `{"error":{"message":"no","type":"not_found_error"}}`, 404, `{"data":[{"id":"qwen3:8b"}]}`, model.UnknownModel, "fetch it with “ollama pull qwen3:8”; did you mean qwen3:8b?"},
		{"openrouter", "openai/gpt-9", `{"error":{"message":"no","code":400}}`, 400, `{"data":[{"id":"x/y"}]}`, model.UnknownModel, "models: x/y"},
		{"openrouter", "x/y", `{"error":{"message":"no","code":400}}`, 400, `{"data":[{"id":"x/y"}]}`, model.BadRequest, "try another model; if it happens again, please report it"},
		{"openrouter", "x/y", `{"error":{"message":"No endpoints found that support tool use.","code":404}}`, 404, `{"data":[{"id":"x/y"}]}`, model.BadRequest, "try another model; if it happens again, please report it"},
		{"groq", "none", `{"error":{"message":"no","code":"model_not_found"}}`, 404, `not a list`, model.UnknownModel, "check the name of the model"},
	} {
		server := &modeltest.Canned{Replies: []modeltest.Response{{c.status, nil, c.body}, {200, isJSON, c.names}}}
		_, err := model.Generate(t.Context(), over(server, Config{Provider: c.provider, Model: c.model}), modeltest.Question())
		if f := fault.Of(err); f.Code != c.code || f.Hint != c.hint || len(server.URLs) != 2 {
			t.Errorf("%s/%s: %s %v, hint %q, asked %v", c.provider, c.model, f.Code, err, f.Hint, server.URLs)
		}
	}
}

// TestUnknownEmbedderNamesTheNearest: so do those that make vectors.
func TestUnknownEmbedderNamesTheNearest(t *testing.T) {
	server := &modeltest.Canned{Replies: []modeltest.Response{
		{404, nil, `{"error":{"message":"no","code":"model_not_found"}}`},
		{200, http.Header{"Content-Type": {"application/json"}}, `{"data":[{"id":"text-embedding-3-small"}]}`},
	}}
	_, _, err := NewEmbedder(wired(server, Config{Provider: "openai", Model: "text-embeding-3-small"})).Embed(t.Context(), []string{"a"})
	if f := fault.Of(err); f.Code != model.UnknownModel || f.Hint != "did you mean text-embedding-3-small?" {
		t.Errorf("%v, hint %q", err, f.Hint)
	}
}

func TestBeforeAnythingIsSent(t *testing.T) {
	for name, c := range map[string]struct {
		config Config
		code   fault.Code
		words  []string
	}{
		"no key":                 {Config{Provider: "groq"}, model.Auth, []string{"GROQ_API_KEY", "https://console.groq.com/keys"}},
		"another name":           {Config{Provider: "openai", KeyFrom: "MY_KEY"}, model.Auth, []string{"MY_KEY"}},
		"unknown, and no URL":    {Config{Provider: "gorq", Model: "x"}, fault.Config, []string{"gorq", "groq"}},
		"no model":               {Config{BaseURL: "http://localhost:1/v1"}, fault.Config, []string{"url/MODEL"}},
		"no address":             {Config{BaseURL: "user:secret@:://", Model: "x"}, fault.Config, []string{"/v1"}},
		"azure has no one place": {Config{Provider: "azure", Key: key, Model: "x"}, fault.Config, []string{"azure"}},
	} {
		_, err := model.Generate(t.Context(), New(c.config), modeltest.Question())
		modeltest.Explained(t, name, err, c.code, c.words...)
	}
}

// TestRedirectKeepsTheKey: the key goes to nobody but the host that was named.
func TestRedirectKeepsTheKey(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{{307, http.Header{"Location": {"https://elsewhere.example/"}}, ""}, {200, nil, said}}}
	_, err := model.Generate(t.Context(), over(c, Config{Provider: "openai"}), modeltest.Question())
	if fault.CodeOf(err) != model.BadRequest || len(c.URLs) != 1 {
		t.Errorf("%v after %v", err, c.URLs)
	}
}

func TestBounds(t *testing.T) {
	long := "data: " + strings.Repeat(" ", 1<<20) + "\n"
	for name, s := range map[string]struct {
		body string
		code fault.Code
	}{
		"lines without an end":   {strings.Repeat(long, 5), model.Malformed},
		"many events":            {strings.Repeat(": "+long+"\n", 65), model.Malformed},
		"events within the rule": {strings.Repeat(": "+long+"\r\n", 6) + said, ""},
	} {
		c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, s.body}}}
		if _, err := model.Generate(t.Context(), over(c, Config{Provider: "openai"}), modeltest.Question()); fault.CodeOf(err) != s.code {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzComplaint(f *testing.F) {
	f.Add(400, `{"error":{"message":"no","type":"t","param":"a.b[0]","code":"c"}}`)
	f.Add(422, `{"detail":[{"loc":["body",1,{}],"type":"extra_forbidden"}]}`)
	f.Add(200, `{"error":"maximum prompt length is 7 but contains 9","code":429}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		e := newEndpoint(Config{Provider: "openai", Key: key, Model: "m"})
		if got := e.explainRefusal(status, http.Header{}, []byte(body)); got.Message == "" || got.Hint == "" || got.Code == noCredit {
			t.Errorf("%+v", got)
		}
	})
}
