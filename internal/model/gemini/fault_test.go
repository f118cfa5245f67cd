package gemini

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/model/wire"
)

func TestErrorsAreFaults(t *testing.T) {
	const asked = "the-persons-question"
	for _, c := range []struct {
		name   string
		handle http.HandlerFunc
		code   fault.Code
		hint   string
		wait   time.Duration
	}{
		{"wrong key", refuse(400, `{"error":{"code":400,"message":"API key not valid: `+secret+`","status":"INVALID_ARGUMENT",
			"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}`), model.Auth, "GEMINI_API_KEY", 0},
		{"forbidden", refuse(403, `{"error":{"code":403,"status":"PERMISSION_DENIED"}}`), model.Auth, known.Page, 0},
		{"location", refuse(400, `{"error":{"code":400,"status":"FAILED_PRECONDITION","message":"User location is not supported"}}`), model.Auth, "plan", 0},
		{"no such model", refuse(404, `{"error":{"code":404,"status":"NOT_FOUND"}}`), model.UnknownModel, "gemini-2.5-flash", 0},
		{"quota", refuse(429, `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}`),
			model.RateLimit, "35s", 34500 * time.Millisecond},
		{"too long", refuse(400, `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`),
			model.ContextSize, "", 0},
		{"too long, on Vertex AI", refuse(400, `{"error":{"code":400,"message":"Unable to submit request because the input token count is 1218439 but model only supports up to 1048576. Reduce the input token count and try again.","status":"INVALID_ARGUMENT"}}`),
			model.ContextSize, "", 0},
		{"bad field", refuse(400, `{"error":{"code":400,"message":"`+asked+`","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest",
			"fieldViolations":[{"field":"tools[0].x","description":"`+asked+`"}]}]}}`), model.BadRequest, "tools[0].x", 0},
		{"overloaded", refuse(503, `{"error":{"code":503,"status":"UNAVAILABLE"}}`), model.Overloaded, "", 0},
		{"a proxy's page", refuse(502, `<html>`+asked+`</html>`), model.Overloaded, "", 0},
		{"a page in place of an answer", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, `<html>`+asked+secret+`</html>`)
		}, model.Malformed, "base URL", 0},
		{"no code in the body", refuse(503, `{"error":{"message":"x"}}`), model.Overloaded, "", 0},
		{"deadline", refuse(504, `{"error":{"code":504,"status":"DEADLINE_EXCEEDED"}}`), model.Timeout, "", 0},
		{"error in the stream", events(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`, `{"error":{"code":503,"status":"UNAVAILABLE"}}`), model.Overloaded, "", 0},
		{"quota in the stream", events(`{"error":{"code":429,"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}`),
			model.RateLimit, "7s", 7 * time.Second},
		{"not JSON", events(`{"candidates":` + asked), model.Malformed, "", 0},
		{"another shape", events(`{"candidates":"` + asked + `"}`), model.Malformed, "", 0},
		{"half a call", events(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","willContinue":true}}]}}]}`), model.Malformed, "", 0},
		{"no end", events(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`), model.CutStream, "", 0},
		{"nothing", events(), model.CutStream, "", 0},
		{"cut", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "data: {\"candidates\":[{\"content\":")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, model.CutStream, "", 0},
		{"oversized", func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "data: ")
			_, _ = io.Copy(w, io.LimitReader(endless{}, wire.MaxEvent+1<<20))
		}, model.Malformed, "less", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, c.handle)
			m := New(Config{Key: secret, Model: "gemini-2.5-flsh", BaseURL: s.URL})
			_, err := model.Generate(t.Context(), m, ask(asked))
			check(t, err, c.code, c.hint)
			if got := model.RetryAfter(err); got != c.wait {
				t.Errorf("waits %s, want %s", got, c.wait)
			}
			if all := fmt.Sprintf("%v %v", err, fault.Of(err).Hint); strings.Contains(all, asked) {
				t.Errorf("repeats the question: %s", all)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestLengthsAreTold: a request that is too long says how long it is, and how
// long it may be.
func TestLengthsAreTold(t *testing.T) {
	for _, words := range []string{
		"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
		"Unable to submit request because the input token count is 1200000 but model only supports up to 1048576. Reduce the input token count and try again.",
	} {
		s := serve(t, refuse(400, `{"error":{"code":400,"message":"`+words+`","status":"INVALID_ARGUMENT"}}`))
		_, err := model.Generate(t.Context(), open(s), ask("hi"))
		check(t, err, model.ContextSize, "fewer tables")
		if !strings.Contains(err.Error(), "1200000 tokens, and it reads 1048576") {
			t.Error(err)
		}
	}
}

func TestWithoutAKeyNobodyIsAsked(t *testing.T) {
	t.Setenv("GEMINI_API_KEY", secret)
	_, err := model.Generate(t.Context(), New(Config{Model: "gemini-2.5-flash"}), ask("hi"))
	check(t, err, model.Auth, "GEMINI_API_KEY")
}

func TestARequestThatCannotBeMade(t *testing.T) {
	for _, c := range []Config{{Model: "a?b", BaseURL: "http://127.0.0.1:1"}, {Model: "", BaseURL: "http://127.0.0.1:1"}, {Model: "m", BaseURL: "http://%zz"}} {
		c.Key = secret + "\n"
		_, err := model.Generate(t.Context(), New(c), ask("hi"))
		check(t, err, model.BadRequest, "name of the model")
	}
}

func TestAnUnreachableHost(t *testing.T) {
	s := serve(t, events())
	s.Close()
	_, err := model.Generate(t.Context(), open(s), ask("hi"))
	check(t, err, model.Network, "network")
}

func TestNearNamesOnVertex(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"publisherModels":[{"name":"publishers/google/models/gemini-2.5-pro"}]}`)
			return
		}
		refuse(404, `{"error":{"code":404}}`)(w, r)
	})
	m := New(Config{Model: "gemini-2.5-por", Project: "p1", BaseURL: s.URL, HTTPClient: http.DefaultClient})
	_, err := model.Generate(t.Context(), m, ask("hi"))
	check(t, err, model.UnknownModel, "did you mean gemini-2.5-pro?")
}

// TestNothingIsPrinted holds that no failure of a connection reaches the
// program's standard error.
func TestNothingIsPrinted(t *testing.T) {
	var printed bytes.Buffer
	log.SetOutput(&printed)
	defer log.SetOutput(os.Stderr)
	for _, end := range []error{io.ErrUnexpectedEOF, context.Canceled, nil} {
		m := New(Config{Key: secret, Model: "m", HTTPClient: &http.Client{Transport: breaking{end}}})
		_, err := model.Generate(t.Context(), m, ask("hi"))
		if err == nil {
			t.Error("a broken stream is an answer")
		}
	}
	if printed.Len() > 0 {
		t.Fatalf("printed %q", printed.String())
	}
}

// breaking sends the beginning of an event, then an error; nil is more than a
// client reads.
type breaking struct{ end error }

func (b breaking) RoundTrip(r *http.Request) (*http.Response, error) {
	_ = r.Body.Close()
	rest := io.Reader(endless{})
	if b.end != nil {
		rest = iotest.ErrReader(b.end)
	}
	body := io.MultiReader(strings.NewReader("data: {"), rest)
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: failingClose{body}, Request: r}, nil
}

type failingClose struct{ io.Reader }

func (failingClose) Close() error { return io.ErrClosedPipe }

func TestTheVariableOfTheKeyIsNamed(t *testing.T) {
	s := serve(t, refuse(401, `{"error":{"code":401,"status":"UNAUTHENTICATED"}}`))
	_, err := model.Generate(t.Context(), New(Config{Key: secret, KeyFrom: "GOOGLE_API_KEY", Model: "m", BaseURL: s.URL}), model.Request{})
	if f := fault.Of(err); f.Code != model.Auth || !strings.Contains(f.Message, "the key in GOOGLE_API_KEY") || !strings.Contains(f.Hint, "GOOGLE_API_KEY") || strings.Contains(f.Hint, "GEMINI") {
		t.Errorf("%+v", f)
	}
}
