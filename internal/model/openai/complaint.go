package openai

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// complaint is an error body, whatever form it came in: {"error":{…}} as
// OpenAI sends it, {"error":"…","code":"…"}, the fields without an envelope,
// or a list of what a validator found.
type complaint struct {
	kind, code, param string
	message           string // never shown: it may quote the key or the question
	tokens, window    string // of a request that is too long, if told
	plan              bool   // the window is that of a minute, by the plan of the key
	known             bool   // the body was in one of these forms
}

type errorBody struct {
	Error   json.RawMessage `json:"error"`
	Message json.RawMessage `json:"message"`
	Type    json.RawMessage `json:"type"`
	Code    json.RawMessage `json:"code"`
	Param   json.RawMessage `json:"param"`
	Detail  json.RawMessage `json:"detail"`
	Tokens  json.RawMessage `json:"n_prompt_tokens"`
	Window  json.RawMessage `json:"n_ctx"`
}

func read(raw []byte) complaint {
	var body errorBody
	if json.Unmarshal(raw, &body) != nil {
		return complaint{}
	}
	message := scalar(body.Message)
	if inner := (errorBody{}); json.Unmarshal(body.Error, &inner) == nil && len(body.Error) > 0 {
		body = inner
		message = scalar(inner.Message)
	} else if s := scalar(body.Error); s != "" {
		message = s
	}
	c := complaint{
		kind: scalar(body.Type), code: scalar(body.Code), param: scalar(body.Param), message: message,
		tokens: number(body.Tokens), window: number(body.Window),
	}
	c.known = message != "" || c.code != "" || c.kind != "" || len(body.Detail) > 0
	if found := findings(body); len(found) > 0 {
		c.known = true
		if c.param == "" {
			c.code, c.param = found[0].Type, found[0].place()
		}
	}
	if c.window == "" {
		c.measure(message)
	}
	return c
}

// These find the numbers of a request that is too long in what servers say.
// The first is how OpenAI and most others put it.
var (
	windowIs  = lazyregexp.New(`maximum (?:context|prompt|input) length (?:is|of) (\d{1,12})|exceed the configured limit of (\d{1,12}) tokens`)
	tokensAre = lazyregexp.New(`(?:requested(?: about)?|resulted in|contains|has) (\d{1,12})`)
	bothAre   = []*lazyregexp.Regexp{
		lazyregexp.New(`Current length is (?P<tokens>\d{1,12}) while limit is (?P<window>\d{1,12})`),                             // Cerebras
		lazyregexp.New(`[Pp]rompt contains (?P<tokens>\d{1,12}) tokens.{0,80}with (?P<window>\d{1,12}) maximum context length`),  // Mistral
		lazyregexp.New(`input \((?P<tokens>\d{1,12}) tokens\) is longer than the model's context length \((?P<window>\d{1,12})`), // Together
	}
	minuteIs = lazyregexp.New(`tokens per min(?:ute)? \(TPM\): Limit (\d{1,12}),(?: Used \d{1,12},)? Requested (\d{1,12})`)
)

// measure finds how long a request is, and how long it may be.
func (c *complaint) measure(message string) {
	for _, r := range bothAre {
		if n := r.FindStringSubmatch(message); n != nil {
			c.tokens, c.window = n[r.SubexpIndex("tokens")], n[r.SubexpIndex("window")]
			return
		}
	}
	if n := minuteIs.FindStringSubmatch(message); n != nil {
		// What fits into a minute is only to be waited for.
		limit, _ := strconv.Atoi(n[1])
		if asked, _ := strconv.Atoi(n[2]); asked > limit {
			c.window, c.tokens, c.plan = n[1], n[2], true
		}
		return
	}
	if n := windowIs.FindStringSubmatch(message); n != nil {
		c.window = n[1] + n[2]
		if n := tokensAre.FindStringSubmatch(message); n != nil {
			c.tokens = n[1]
		}
	}
}

// wantsReasoning is how DeepSeek tells, wherever it is served, that it refuses a
// call of its own without what it thought before it.
var wantsReasoning = lazyregexp.New("`?reasoning_content`? in the thinking mode must be passed back")

// noReasoning is how Groq tells that a model does not think, and wants nobody
// else's thoughts back.
var noReasoning = lazyregexp.New(`reasoning(?:_content|_details)?'? is (?:not supported|unsupported)`)

// noTools is how llama.cpp tells that it was started without tools: as trouble of
// its own, which would be worth another try.
var noTools = lazyregexp.New(`^(?:tools|tool_choice) param requires --jinja`)

// unverified is how OpenAI tells, as of a model that is not there, that it does
// not know who asks.
var unverified = lazyregexp.New(`^Your organization must be verified to use the model`)

// wrongKey is how xAI tells of a key that it does not accept: as a bad request
// without a code.
var wrongKey = lazyregexp.New(`^Incorrect(?: |%20)API(?: |%20)key(?: |%20)provided`)

// finding is what a validator has against a field.
type finding struct {
	Type     string            `json:"type"`
	Location []json.RawMessage `json:"loc"`
}

func findings(body errorBody) []finding {
	for _, raw := range []json.RawMessage{body.Detail, body.Message} {
		var list []finding
		var inner struct{ Detail []finding }
		if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
			return list
		}
		if json.Unmarshal(raw, &inner) == nil && len(inner.Detail) > 0 {
			return inner.Detail
		}
	}
	return nil
}

func (f finding) place() string {
	var steps []string
	for _, raw := range f.Location[:min(len(f.Location), 8)] {
		if s := scalar(raw); s != "body" {
			steps = append(steps, s)
		}
	}
	return strings.Join(steps, ".")
}

// scalar is a JSON text or number as text, and "" for all else.
func scalar(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return number(raw)
}

func number(raw json.RawMessage) string {
	if _, err := strconv.ParseInt(string(raw), 10, 64); err != nil {
		return ""
	}
	return string(raw)
}

// field is the place in the request that is meant, if it looks like one.
func (c complaint) field() string {
	if !fieldName.MatchString(c.param) {
		return ""
	}
	return c.param
}

var fieldName = lazyregexp.New(`^[a-z_]{1,40}(?:[.\[][A-Za-z0-9_\]]{1,40}){0,8}$`)
