package modeltest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// FailureKind is a kind of error that providers answer with.
type FailureKind string

const (
	WrongKey     FailureKind = "wrong_key"
	MissingKey   FailureKind = "missing_key"
	Forbidden    FailureKind = "forbidden" // the key may not use the model
	UnknownModel FailureKind = "unknown_model"
	UnknownPath  FailureKind = "unknown_path"
	RateLimit    FailureKind = "rate_limit"
	Quota        FailureKind = "quota" // nothing left to spend
	Overloaded   FailureKind = "overloaded"
	ServerError  FailureKind = "server_error"
	GatewayTime  FailureKind = "timeout"
	ContextSize  FailureKind = "context_size"
	TooLarge     FailureKind = "too_large" // the body, not the tokens
	BadRequest   FailureKind = "bad_request"
	Withheld     FailureKind = "withheld" // a filter did not let it through
)

// Failure is an error answer. A Status with a Body is sent as it is; else the
// Kind is spoken in the provider's own words.
type Failure struct {
	Kind       FailureKind
	Message    string        // instead of the provider's usual words
	Field      string        // what a refused request has wrong, where the format names it
	Reason     string        // the provider's own word for it: OpenAI's error code
	RetryAfter time.Duration // in the header, or in Gemini's details
	Status     int
	Body       string
	Header     http.Header
}

func (f *Failure) set() bool { return f.Kind != "" || f.Status != 0 }

func (f *Failure) words() string {
	if f.Message != "" {
		return f.Message
	}
	return string(f.Kind)
}

func (f *Failure) message(usual string) string {
	if f.Message != "" {
		return f.Message
	}
	return usual
}

// send writes an error answer: the raw one if there is one.
func (f *Failure) send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	if f.Status != 0 {
		w.WriteHeader(f.Status)
		w.Write([]byte(f.Body))
		return
	}
	w.WriteHeader(status)
	w.Write(encode(body))
}

func (f *Failure) retryAfter(h http.Header) {
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int((f.RetryAfter+time.Second-1)/time.Second)))
	}
}

// encode is JSON of our own values, which cannot fail.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// object is a JSON object that we write.
type object = map[string]any
