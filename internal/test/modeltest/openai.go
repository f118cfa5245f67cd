package modeltest

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// openaiWire is Chat Completions, with embeddings and the list of models.
type openaiWire struct{}

const openaiFields = "messages model frequency_penalty logprobs max_completion_tokens max_tokens n presence_penalty prompt_cache_key " +
	"safety_identifier seed store stream temperature top_logprobs top_p parallel_tool_calls user audio logit_bias metadata modalities " +
	"moderation prompt_cache_retention reasoning_effort service_tier stop stream_options verbosity function_call functions prediction " +
	"prompt_cache_options response_format tool_choice tools web_search_options"

var (
	openaiPath = regexp.MustCompile(`^(?:/[a-z0-9]+)*?(?:/deployments/([^/]+))?/(chat/completions|embeddings|models)$`)
	// openaiReasons are the models that think, and take neither a limit by its
	// old name nor a temperature.
	openaiReasons = regexp.MustCompile(`^(o\d|gpt-5)`)
)

func (openaiWire) read(r *Request, o Options) *Failure {
	if r.Key = strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "); r.Key == "" {
		r.Key = r.Header.Get("Api-Key") // Azure's name for it
	}
	match := openaiPath.FindStringSubmatch(r.Path)
	if match == nil || (r.Method == http.MethodGet) != (match[2] == "models") {
		return &Failure{Kind: UnknownPath}
	}
	r.azure = match[1] != ""
	r.Endpoint = map[string]Endpoint{"chat/completions": Chat, "embeddings": Embed, "models": Models}[match[2]]
	if r.azure && !strings.Contains(r.Query, "api-version=") {
		return &Failure{Kind: UnknownPath}
	}
	if f := checkKey(r, o); f != nil {
		return f
	}
	if r.Endpoint == Models {
		r.known = o.Models
		return nil
	}
	root, err := parseTree(r.Body)
	if err != nil {
		return &Failure{Kind: BadRequest, Message: "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)"}
	}
	if r.Endpoint == Embed {
		readOpenAITexts(root, r)
	} else {
		readOpenAI(root, r, o)
	}
	if r.azure {
		r.Model = match[1]
	}
	if p := root.problem(); p != nil {
		return openaiRefusal(p)
	}
	return checkModel(r, o)
}

// openaiName is a place as the provider writes it: messages[0].content.
func openaiName(path []string) string {
	var b strings.Builder
	for i, step := range path {
		switch {
		case strings.Trim(step, "0123456789") == "" && step != "":
			b.WriteString("[" + step + "]")
		case i > 0:
			b.WriteString("." + step)
		default:
			b.WriteString(step)
		}
	}
	return b.String()
}

func openaiRefusal(p *problem) *Failure {
	name := openaiName(p.path)
	f := &Failure{Kind: BadRequest, Field: name, Reason: p.code, Message: p.text}
	switch p.kind {
	case "unknown":
		f.Reason, f.Message = "unknown_parameter", fmt.Sprintf("Unknown parameter: '%s'.", name)
	case "missing":
		f.Reason, f.Message = "missing_required_parameter", fmt.Sprintf("Missing required parameter: '%s'.", name)
	case "type":
		f.Reason, f.Message = "invalid_type", fmt.Sprintf("Invalid type for '%s': expected %s.", name, p.text)
	}
	return f
}

func readOpenAI(n node, r *Request, o Options) {
	fields := openaiFields
	if o.Compatible {
		fields += " reasoning reasoning_format random_seed options keep_alive provider usage include_reasoning safe_prompt"
	}
	n.fields(fields).need("model", "messages")
	r.Model = n.child("model").text()
	r.Stream = n.child("stream").flag()
	r.Temperature = n.child("temperature").number()
	if r.Temperature != nil && (*r.Temperature < 0 || *r.Temperature > 2) {
		n.child("temperature").fail("", fmt.Sprintf("Invalid 'temperature': decimal out of range. Expected a value between 0 and 2, but got %v instead.", *r.Temperature), "decimal_above_max_value")
	}
	if r.Seed = n.child("seed").integer(); r.Seed == nil && o.Compatible {
		r.Seed = n.child("random_seed").integer()
	}
	for _, name := range []string{"max_tokens", "max_completion_tokens"} {
		if tokens := n.child(name).integer(); tokens != nil {
			if r.MaxTokens = int(*tokens); *tokens < 1 {
				n.child(name).fail("", fmt.Sprintf("Invalid '%s': integer below minimum value. Expected a value >= 1, but got %d instead.", name, *tokens), "integer_below_min_value")
			}
		}
	}
	readOpenAIStop(n.child("stop"), r)
	readOpenAIStream(n, r, o)
	readOpenAITools(n, r)
	readOpenAIMessages(n, r, o)
	if !o.Compatible && openaiReasons.MatchString(r.Model) {
		checkOpenAIReasoner(n, r)
	}
}

func checkOpenAIReasoner(n node, r *Request) {
	if n.set("max_tokens") {
		n.child("max_tokens").fail("", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "unsupported_parameter")
	}
	if r.Temperature != nil && *r.Temperature != 1 {
		n.child("temperature").fail("", fmt.Sprintf("Unsupported value: 'temperature' does not support %v with this model. Only the default (1) value is supported.", *r.Temperature), "unsupported_value")
	}
	if n.set("stop") {
		n.child("stop").fail("", "Unsupported parameter: 'stop' is not supported with this model.", "unsupported_parameter")
	}
}

func readOpenAIStop(n node, r *Request) {
	if n.isText() {
		r.Stop = []string{n.text()}
		return
	}
	if r.Stop = n.texts(); len(r.Stop) > 4 {
		n.fail("", fmt.Sprintf("Invalid 'stop': array too long. Expected an array with maximum length 4, but got an array with length %d instead.", len(r.Stop)), "array_above_max_length")
	}
}

func readOpenAIStream(n node, r *Request, o Options) {
	r.thoughts = o.Thoughts
	options := n.child("stream_options")
	if options.value == nil {
		r.countLast = o.Unasked
		return
	}
	if o.Unasked {
		options.fail("unknown", "stream_options", "")
	}
	options.fields("include_usage include_obfuscation")
	if !r.Stream {
		options.refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	}
	r.countStream = options.child("include_usage").flag()
}

func readOpenAITools(n node, r *Request) {
	tools := n.child("tools")
	if tools.isList() && len(tools.list()) == 0 {
		tools.fail("", "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.", "empty_array")
	}
	for _, t := range tools.list() {
		t.fields("type function").need("type", "function")
		if kind := t.child("type").text(); kind != "function" {
			t.child("type").fail("", fmt.Sprintf("Invalid value: '%s'. Supported values are: 'function' and 'custom'.", kind), "invalid_value")
		}
		f := t.child("function").fields("name description parameters strict").need("name")
		name := f.child("name").text()
		if !toolName.MatchString(name) {
			f.child("name").fail("", fmt.Sprintf("Invalid '%s': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.", openaiName(f.child("name").path)), "invalid_value")
		}
		if f.set("parameters") {
			checkOpenAISchema(f, name)
		}
		r.Tools = append(r.Tools, Tool{Name: name, Description: f.child("description").text(), Schema: f.child("parameters").raw()})
	}
	readOpenAIChoice(n, r)
	if n.set("parallel_tool_calls") && len(r.Tools) == 0 {
		n.child("parallel_tool_calls").refuse("Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.")
	}
}

func checkOpenAISchema(f node, name string) {
	at := f.child("parameters")
	if kind := at.child("type").value; kind != "object" {
		if kind == nil {
			kind = "None"
		}
		at.fail("", fmt.Sprintf("Invalid schema for function '%s': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"%v\"'.", name, kind), "invalid_function_parameters")
	}
	checkSchema(at, func(where node, why string) {
		at.fail("", fmt.Sprintf("Invalid schema for function '%s': in %s: %s.", name, openaiName(where.path), why), "invalid_function_parameters")
	})
	if f.child("strict").flag() {
		checkOpenAIStrict(at, name)
	}
}

// checkOpenAIStrict is what strict tools add: every property is required, and
// no other may come.
func checkOpenAIStrict(n node, name string) {
	m, _ := n.value.(map[string]any)
	if properties, ok := m["properties"].(map[string]any); ok {
		if m["additionalProperties"] != false {
			n.fail("", fmt.Sprintf("Invalid schema for function '%s': In context=(), 'additionalProperties' is required to be supplied and to be false.", name), "invalid_function_parameters")
		}
		required := n.child("required").texts()
		for _, p := range sortedKeys(properties) {
			if !containsWord(strings.Join(required, " "), p) {
				n.fail("", fmt.Sprintf("Invalid schema for function '%s': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing '%s'.", name, p), "invalid_function_parameters")
			}
			checkOpenAIStrict(n.child("properties").child(p), name)
		}
	}
	if m["items"] != nil {
		checkOpenAIStrict(n.child("items"), name)
	}
}

func readOpenAIChoice(n node, r *Request) {
	choice := n.child("tool_choice")
	if choice.value == nil {
		return
	}
	if len(r.Tools) == 0 {
		choice.refuse("Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.")
	}
	if choice.isText() {
		switch kind := choice.text(); kind {
		case "auto", "none":
		case "required":
			r.Force = "any"
		default:
			choice.fail("", fmt.Sprintf("Invalid value: '%s'. Supported values are: 'none', 'auto', and 'required'.", kind), "invalid_value")
		}
		return
	}
	choice.fields("type function").need("type", "function")
	f := choice.child("function").fields("name").need("name")
	if r.Force = f.child("name").text(); !r.hasTool(r.Force) {
		choice.refuse("Tool choice '%s' not found in 'tools' parameter.", r.Force)
	}
}

func readOpenAITexts(n node, r *Request) {
	n.fields("input model dimensions user encoding_format").need("input", "model")
	r.Model = n.child("model").text()
	r.base64 = n.child("encoding_format").text() == "base64"
	if dimensions := n.child("dimensions").integer(); dimensions != nil {
		r.dimensions = int(*dimensions)
	}
	input := n.child("input")
	if input.isText() {
		r.Texts = []string{input.text()}
	} else {
		r.Texts = input.texts()
	}
	if len(r.Texts) == 0 || len(r.Texts) > 2048 {
		input.refuse("'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.")
	}
	for _, t := range r.Texts {
		if t == "" {
			input.refuse("'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.")
		}
	}
}

func (openaiWire) fail(w http.ResponseWriter, r *Request, f Failure) {
	status, body := openaiFailure(f, r)
	h := w.Header()
	h.Set("X-Request-Id", "req_test")
	if status == http.StatusTooManyRequests {
		h.Set("X-Ratelimit-Limit-Requests", "500")
		h.Set("X-Ratelimit-Remaining-Requests", "0")
		h.Set("X-Ratelimit-Reset-Requests", "120ms")
	}
	f.retryAfter(h)
	f.send(w, status, body)
}

func openaiFailure(f Failure, r *Request) (int, object) {
	if r.azure {
		if status, code, message := azureKind(f.Kind); status != 0 {
			return status, object{"error": object{"code": code, "message": f.message(message)}}
		}
	}
	status, kind, code, message := openaiKind(f.Kind, r)
	var field, reason any
	if f.Field != "" {
		field = f.Field
	}
	if code != "" {
		reason = code
	}
	if f.Reason != "" {
		reason = f.Reason
	}
	return status, object{"error": object{"message": f.message(message), "type": kind, "param": field, "code": reason}}
}

func openaiKind(kind FailureKind, r *Request) (status int, name, code, message string) {
	const invalid = "invalid_request_error"
	switch kind {
	case MissingKey:
		return 401, invalid, "", "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY). You can obtain an API key from https://platform.openai.com/account/api-keys."
	case WrongKey:
		// The real service repeats the key with stars in it: an adapter must not.
		return 401, invalid, "invalid_api_key", "Incorrect API key provided: " + starred(r.Key) + ". You can find your API key at https://platform.openai.com/account/api-keys."
	case Forbidden:
		return 403, invalid, "model_not_found", "Project `proj_test` does not have access to model `" + r.Model + "`"
	case UnknownModel:
		return 404, invalid, "model_not_found", "The model `" + r.Model + "` does not exist or you do not have access to it."
	case UnknownPath:
		return 404, invalid, "unknown_url", "Invalid URL (" + r.Method + " " + r.Path + ")"
	case RateLimit:
		return 429, "tokens", "rate_limit_exceeded", "Rate limit reached for " + r.Model + " in organization org-test on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 7s."
	case Quota:
		return 429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."
	case Overloaded:
		return 503, "server_error", "", "The engine is currently overloaded, please try again later"
	case ServerError:
		return 500, "server_error", "", "The server had an error while processing your request. Sorry about that!"
	case GatewayTime:
		return 504, "server_error", "", "Gateway Timeout"
	case ContextSize:
		return 400, invalid, "context_length_exceeded", "This model's maximum context length is 128000 tokens. However, your messages resulted in 130212 tokens. Please reduce the length of the messages."
	case Withheld:
		return 400, invalid, "content_filter", "The response was filtered due to the prompt triggering the content management policy. Please modify your prompt and retry."
	case TooLarge:
		return 413, invalid, "", "Request too large"
	}
	return 400, invalid, "", "Bad request"
}

// azureKind is what Azure words in a way of its own; the status is 0 for the
// rest.
func azureKind(kind FailureKind) (status int, code, message string) {
	switch kind {
	case MissingKey, WrongKey:
		return 401, "401", "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource."
	case UnknownModel:
		return 404, "DeploymentNotFound", "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again."
	case UnknownPath:
		return 404, "404", "Resource not found"
	case RateLimit:
		return 429, "429", "Requests to the ChatCompletions_Create Operation under Azure OpenAI API have exceeded the token rate limit of your current pricing tier. Please retry after 7 seconds."
	}
	return 0, "", ""
}

// starred keeps the ends of a key, as the provider does.
func starred(key string) string {
	if len(key) < 12 {
		return "***"
	}
	return key[:4] + strings.Repeat("*", len(key)-8) + key[len(key)-4:]
}
