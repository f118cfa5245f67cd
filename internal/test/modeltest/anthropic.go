package modeltest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// anthropicWire is the Messages API.
type anthropicWire struct{}

const (
	anthropicFields = "model messages max_tokens system metadata stop_sequences stream temperature top_k top_p tools tool_choice " +
		"thinking container service_tier cache_control output_config inference_geo speed diagnostics context_management mcp_servers"
	anthropicCaches = 4
)

var anthropicID = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)

func (anthropicWire) read(r *Request, o Options) *Failure {
	if r.Key = r.Header.Get("X-Api-Key"); r.Key == "" {
		r.Key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	switch {
	case r.Path == "/v1/messages" && r.Method == http.MethodPost:
		r.Endpoint = Chat
	case r.Path == "/v1/models" && r.Method == http.MethodGet:
		r.Endpoint = Models
	default:
		return &Failure{Kind: UnknownPath}
	}
	if f := checkKey(r, o); f != nil {
		return f
	}
	if r.Header.Get("Anthropic-Version") == "" {
		return &Failure{Kind: BadRequest, Message: "anthropic-version: header is required"}
	}
	if r.Endpoint == Models {
		r.known = o.Models
		return nil
	}
	root, err := parseTree(r.Body)
	if err != nil {
		return &Failure{Kind: BadRequest, Message: "The request body is not valid JSON: " + err.Error()}
	}
	readAnthropic(root, r)
	if p := root.problem(); p != nil {
		return &Failure{Kind: BadRequest, Message: anthropicWords(p)}
	}
	return checkModel(r, o)
}

// checkKey says whether the request may be answered at all.
func checkKey(r *Request, o Options) *Failure {
	switch {
	case o.Keyless:
		return nil
	case r.Key == "":
		return &Failure{Kind: MissingKey}
	case o.Key != "" && r.Key != o.Key:
		return &Failure{Kind: WrongKey}
	}
	return nil
}

func checkModel(r *Request, o Options) *Failure {
	if o.Models == nil {
		return nil
	}
	for _, m := range o.Models {
		if m == r.Model {
			return nil
		}
	}
	return &Failure{Kind: UnknownModel}
}

func anthropicWords(p *problem) string {
	path := strings.Join(p.path, ".")
	switch p.kind {
	case "unknown":
		return path + ": Extra inputs are not permitted"
	case "missing":
		return path + ": Field required"
	case "type":
		noun := map[string]string{"array": "list", "object": "dictionary"}[p.text]
		if noun == "" {
			noun = p.text
		}
		return path + ": Input should be a valid " + noun
	}
	return p.text
}

func readAnthropic(n node, r *Request) {
	n.fields(anthropicFields).need("model", "messages", "max_tokens")
	r.Model = n.child("model").text()
	r.Stream = n.child("stream").flag()
	if tokens := n.child("max_tokens").integer(); tokens != nil {
		if r.MaxTokens = int(*tokens); *tokens < 1 {
			n.refuse("max_tokens: Input should be greater than or equal to 1")
		}
	}
	if r.Temperature = n.child("temperature").number(); r.Temperature != nil && (*r.Temperature < 0 || *r.Temperature > 1) {
		n.refuse("temperature: range: 0..1")
	}
	r.Stop = n.child("stop_sequences").texts()
	for _, s := range r.Stop {
		if strings.TrimSpace(s) == "" {
			n.refuse("stop_sequences: each stop sequence must contain non-whitespace")
		}
	}
	readAnthropicSystem(n.child("system"), r)
	readAnthropicTools(n, r)
	thinking := readAnthropicThinking(n, r)
	readAnthropicMessages(n, r, thinking)
	if caches := countCaches(n.value); caches > anthropicCaches {
		n.refuse("A maximum of %d blocks with cache_control may be provided. Found %d.", anthropicCaches, caches)
	}
}

func countCaches(v any) int {
	count := 0
	switch v := v.(type) {
	case map[string]any:
		if v["cache_control"] != nil {
			count++
		}
		for name, e := range v {
			if name != "input" && name != "input_schema" {
				count += countCaches(e)
			}
		}
	case []any:
		for _, e := range v {
			count += countCaches(e)
		}
	}
	return count
}

func anthropicCache(n node) bool {
	c := n.child("cache_control")
	if c.value == nil {
		return false
	}
	c.fields("type ttl").need("type")
	if c.child("type").text() != "ephemeral" {
		c.refuse("%s: Input tag '%s' found using 'type' does not match any of the expected tags: 'ephemeral'",
			strings.Join(c.path, "."), c.child("type").text())
	}
	return true
}

func readAnthropicSystem(n node, r *Request) {
	if n.isText() {
		r.System = []Block{{Text: n.text()}}
		return
	}
	for _, b := range n.list() {
		b.fields("type text cache_control citations").need("type", "text")
		if b.child("text").text() == "" {
			n.refuse("system: text content blocks must be non-empty")
		}
		r.System = append(r.System, Block{Text: b.child("text").text(), Cache: anthropicCache(b)})
	}
}

func readAnthropicTools(n node, r *Request) {
	for _, t := range n.child("tools").list() {
		t.fields("type name description input_schema cache_control strict eager_input_streaming defer_loading allowed_callers input_examples")
		t.need("name", "input_schema")
		name, schema := t.child("name").text(), t.child("input_schema")
		if !anthropicID.MatchString(name) || len(name) > 128 {
			t.refuse("%s.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'", strings.Join(t.path, "."))
		}
		if r.hasTool(name) {
			t.refuse("tools: Tool names must be unique.")
		}
		schema.need("type")
		if schema.child("type").value != "object" {
			t.refuse("%s.custom.input_schema.type: Input should be 'object'", strings.Join(t.path, "."))
		}
		checkSchema(schema, func(at node, why string) {
			at.refuse("%s.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (%s: %s).",
				strings.Join(t.path, "."), strings.Join(at.path, "."), why)
		})
		r.Tools = append(r.Tools, Tool{Name: name, Description: t.child("description").text(), Schema: schema.raw(), Cache: anthropicCache(t)})
	}
	choice := n.child("tool_choice")
	if choice.value == nil {
		return
	}
	choice.fields("type name disable_parallel_tool_use").need("type")
	if len(r.Tools) == 0 {
		n.refuse("tool_choice: `tool_choice` may only be specified while providing `tools`.")
	}
	switch kind := choice.child("type").text(); kind {
	case "auto", "none":
	case "any":
		r.Force = "any"
	case "tool":
		choice.need("name")
		if r.Force = choice.child("name").text(); !r.hasTool(r.Force) {
			n.refuse("Tool '%s' not found in provided tools", r.Force)
		}
	default:
		n.refuse("tool_choice: Input tag '%s' found using 'type' does not match any of the expected tags: 'any', 'auto', 'none', 'tool'", kind)
	}
}

// readAnthropicThinking says whether the model is to think.
func readAnthropicThinking(n node, r *Request) bool {
	t := n.child("thinking")
	if t.value == nil {
		return false
	}
	t.fields("type budget_tokens display").need("type")
	switch kind := t.child("type").text(); kind {
	case "disabled":
		return false
	case "adaptive":
	case "enabled":
		t.need("budget_tokens")
		if budget := t.child("budget_tokens").integer(); budget != nil {
			if *budget < 1024 {
				n.refuse("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
			}
			if int(*budget) >= r.MaxTokens {
				n.refuse("`max_tokens` must be greater than `thinking.budget_tokens`.")
			}
		}
	default:
		n.refuse("thinking: Input tag '%s' found using 'type' does not match any of the expected tags: 'adaptive', 'disabled', 'enabled'", kind)
	}
	if r.Temperature != nil && *r.Temperature != 1 {
		n.refuse("`temperature` may only be set to 1 when thinking is enabled.")
	}
	if r.Force != "" {
		n.refuse("Thinking may not be enabled when tool_choice forces tool use.")
	}
	return true
}

func (anthropicWire) fail(w http.ResponseWriter, r *Request, f Failure) {
	status, kind, usual := anthropicFailure(f.Kind, r)
	h := w.Header()
	h.Set("Request-Id", "req_011CTest")
	anthropicLimits(h, status == http.StatusTooManyRequests)
	f.retryAfter(h)
	f.send(w, status, anthropicError(kind, f.message(usual)))
}

func anthropicError(kind, message string) object {
	return object{"type": "error", "error": object{"type": kind, "message": message}, "request_id": "req_011CTest"}
}

func anthropicLimits(h http.Header, spent bool) {
	left := "3999"
	if spent {
		left = "0"
	}
	for _, what := range []string{"requests", "tokens", "input-tokens", "output-tokens"} {
		h.Set("Anthropic-Ratelimit-"+what+"-Limit", "4000")
		h.Set("Anthropic-Ratelimit-"+what+"-Remaining", left)
		h.Set("Anthropic-Ratelimit-"+what+"-Reset", "2026-01-01T00:00:00Z")
	}
}

func anthropicFailure(kind FailureKind, r *Request) (status int, name, message string) {
	switch kind {
	case MissingKey:
		return 401, "authentication_error", "x-api-key header is required"
	case WrongKey:
		return 401, "authentication_error", "invalid x-api-key"
	case Forbidden:
		return 403, "permission_error", "Your API key does not have permission to use the specified resource."
	case UnknownModel:
		return 404, "not_found_error", "model: " + r.Model
	case UnknownPath:
		return 404, "not_found_error", "Not found"
	case RateLimit:
		return 429, "rate_limit_error", "This request would exceed your organization's rate limit of 4,000 input tokens per minute."
	case Quota:
		return 400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."
	case Overloaded:
		return 529, "overloaded_error", "Overloaded"
	case ServerError:
		return 500, "api_error", "Internal server error"
	case GatewayTime:
		return 504, "timeout_error", "Request timed out"
	case ContextSize:
		return 400, "invalid_request_error", fmt.Sprintf("prompt is too long: %d tokens > %d maximum", 208310, 200000)
	case Withheld:
		return 400, "invalid_request_error", "Output blocked by content filtering policy"
	case TooLarge:
		return 413, "request_too_large", "Request exceeds the maximum size"
	}
	return 400, "invalid_request_error", "Bad request"
}
