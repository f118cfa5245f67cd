package gemini

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

const secret = "AIza-not-a-real-key"

// serve answers every request with a handler, and keeps the last request.
type served struct {
	*httptest.Server
	path, key, authorization string
	body                     map[string]any
}

func serve(t *testing.T, handle http.HandlerFunc) *served {
	t.Helper()
	s := &served{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.path, s.key, s.authorization = r.URL.String(), r.Header.Get("X-Goog-Api-Key"), r.Header.Get("Authorization")
		s.body = nil
		_ = json.NewDecoder(r.Body).Decode(&s.body)
		handle(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func events(list ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, e := range list {
			fmt.Fprintf(w, "data: %s\r\n\r\n", strings.ReplaceAll(e, "\n", " "))
		}
	}
}

func refuse(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			fmt.Fprint(w, `{"models":[{"name":"models/gemini-2.5-flash","supportedGenerationMethods":["generateContent"]},
				{"name":"models/embedding-001","supportedGenerationMethods":["embedContent"]}]}`)
			return
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

func open(s *served) *Model {
	return New(Config{Key: secret, Model: "gemini-2.5-flash", BaseURL: s.URL})
}

func ask(text string) model.Request {
	return model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: text}}}}}
}

func TestAStreamIsTextUsageAndAStop(t *testing.T) {
	s := serve(t, events(
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"Zür"}]}}],"usageMetadata":{"promptTokenCount":9}}`,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"ich"}]},"finishReason":"STOP"}]}`,
		`{"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2,"thoughtsTokenCount":5,"cachedContentTokenCount":4}}`,
	))
	r := ask("Which city?")
	r.System = []model.Block{{Text: "Be brief."}, {Text: "Schema.", Cache: true}}
	r.Stop, r.MaxTokens = []string{"END"}, 50
	heat, seed := 0.5, int64(7)
	r.Temperature, r.Seed = &heat, &seed
	reply, err := model.Generate(t.Context(), open(s), r)
	if err != nil {
		t.Fatal(err)
	}
	if reply.Text() != "Zürich" || reply.Stop != model.Ended || reply.Usage != (model.Usage{Input: 9, Output: 7, CachedInput: 4}) {
		t.Fatalf("got %+v", reply)
	}
	if s.path != "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse" || s.key != secret {
		t.Fatalf("asked %s", s.path)
	}
	same(t, s.body, `{
		"contents":[{"role":"user","parts":[{"text":"Which city?"}]}],
		"systemInstruction":{"role":"user","parts":[{"text":"Be brief."},{"text":"Schema."}]},
		"generationConfig":{"stopSequences":["END"],"maxOutputTokens":16434,"temperature":0.5,"seed":7}}`)
}

func TestCallsAndTheirSignaturesGoBackAsTheyCame(t *testing.T) {
	s := serve(t, events(
		`{"candidates":[{"content":{"parts":[{"text":"I look.","thought":true},
			{"functionCall":{"name":"count","args":{"table":"orders"}},"thoughtSignature":"c2lnMQ=="},
			{"functionCall":{"id":"fc2","name":"count","args":{}}}]},"finishReason":"STOP"}]}`))
	m := open(s)
	r := ask("How many?")
	r.Tools = []model.Tool{{Name: "count", Description: "Counts rows.", Schema: json.RawMessage(`{"type":"object","properties":{"table":{"type":"string"}}}`)}}
	r.Force = "count"
	reply, err := model.Generate(t.Context(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	calls := reply.Calls()
	if reply.Stop != model.Called || len(calls) != 2 || string(calls[0].Arguments) != `{"table":"orders"}` || calls[1].ID != "fc2" || calls[0].ID == "" {
		t.Fatalf("got %+v", calls)
	}
	same(t, s.body["tools"], `[{"functionDeclarations":[{"name":"count","description":"Counts rows.",
		"parametersJsonSchema":{"type":"object","properties":{"table":{"type":"string"}}}}]}]`)
	same(t, s.body["toolConfig"], `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["count"]}}`)

	r.Force = ""
	r.Messages = append(r.Messages, reply.Message, model.Message{Role: model.User, Parts: []model.Part{
		{Result: &model.Result{CallID: calls[0].ID, Text: "12"}},
		{Result: &model.Result{CallID: "fc2", Name: "count", Text: "no table", Failed: true}},
	}})
	again, err := model.Generate(t.Context(), m, r)
	if err != nil {
		t.Fatal(err)
	}
	same(t, s.body["contents"], `[{"role":"user","parts":[{"text":"How many?"}]},
		{"role":"model","parts":[{"functionCall":{"name":"count","args":{"table":"orders"}},"thoughtSignature":"c2lnMQ=="},
			{"functionCall":{"id":"fc2","name":"count"}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"count","response":{"output":"12"}}},
			{"functionResponse":{"id":"fc2","name":"count","response":{"error":"no table"}}}]}]`)
	if id := again.Calls()[0].ID; id == calls[0].ID {
		t.Fatalf("two calls are named %s", id)
	}
}

func TestCallsOfAnotherModelAreSignedForModelsThatWantIt(t *testing.T) {
	r := ask("How many?")
	r.Messages = append(r.Messages,
		model.Message{Role: model.Assistant, Parts: []model.Part{
			{Thinking: &model.Thinking{Text: "hm", Signature: "of another provider"}},
			{Call: &model.Call{ID: "a", Name: "f"}}, {Call: &model.Call{ID: "b", Name: "g"}},
		}},
		model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "a", Text: "1"}}, {Result: &model.Result{CallID: "b", Text: "2"}}}})
	for name, want := range map[string]string{"gemini-3-pro-preview": foreign, "gemini-flash-latest": foreign, "gemini-2.5-flash": "", "gemma-3-27b-it": ""} {
		q, err := request(name, r)
		if err != nil {
			t.Fatal(err)
		}
		parts := q.Contents[1].Parts
		if len(parts) != 2 || string(parts[0].ThoughtSignature) != want || parts[1].ThoughtSignature != nil {
			t.Errorf("%s: got %q", name, parts[0].ThoughtSignature)
		}
	}
}

func TestASignatureOfTextGoesBackWithIt(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"Twelve."}]}}]}`,
		`{"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"c2ln"}]},"finishReason":"STOP"}]}`))
	m := open(s)
	reply, err := model.Generate(t.Context(), m, ask("How many?"))
	if err != nil {
		t.Fatal(err)
	}
	r := ask("How many?")
	foreign := model.Part{Thinking: &model.Thinking{Text: "hm", Signature: "of another provider"}}
	reply.Message.Parts = append(reply.Message.Parts, foreign)
	r.Messages = append(r.Messages, reply.Message, ask("And now?").Messages[0])
	if _, err := model.Generate(t.Context(), m, r); err != nil {
		t.Fatal(err)
	}
	same(t, s.body["contents"].([]any)[1], `{"role":"model","parts":[{"text":"Twelve.","thoughtSignature":"c2ln"}]}`)
}

func TestVertexIsAskedByProjectAndLocation(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"ok"}]},"finishReason":"STOP"}]}`))
	m := New(Config{Model: "gemini-2.5-pro", Project: "p1", Location: "europe-west4", BaseURL: s.URL,
		Token: func(context.Context) (string, error) { return "t0", nil }})
	if _, err := model.Generate(t.Context(), m, ask("hi")); err != nil {
		t.Fatal(err)
	}
	if s.path != "/v1beta1/projects/p1/locations/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse" ||
		s.authorization != "Bearer t0" || s.key != "" || m.Info().Name() != "vertex/gemini-2.5-pro" {
		t.Fatalf("asked %s", s.path)
	}
	m = New(Config{Model: "gemini-2.5-pro", Project: "p1", BaseURL: s.URL,
		Token: func(context.Context) (string, error) { return "", errors.New("expired " + secret) }})
	_, err := model.Generate(t.Context(), m, ask("hi"))
	check(t, err, model.Auth, "gcloud auth application-default login")
}

func TestStops(t *testing.T) {
	for reason, want := range map[string]model.Stop{
		"STOP": model.Ended, "MAX_TOKENS": model.TooLong, "SAFETY": model.Filtered, "PROHIBITED_CONTENT": model.Filtered,
		"OTHER": model.Refused, "SOMETHING_NEW": model.Filtered,
	} {
		s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"`+reason+`"}]}`))
		if got, err := stopOf(t, open(s)); got != want || err != nil {
			t.Errorf("%s: got %s, %v, want %s", reason, got, err, want)
		}
	}
	s := serve(t, events(`{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":3}}`))
	if got, err := stopOf(t, open(s)); got != model.Filtered || err != nil {
		t.Errorf("a blocked prompt: got %s, %v", got, err)
	}
	for _, reason := range []string{"MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "MISSING_THOUGHT_SIGNATURE"} {
		s = serve(t, events(`{"candidates":[{"finishReason":"`+reason+`","finishMessage":"call(x"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2}}`))
		reply, err := model.Generate(t.Context(), open(s), ask("hi"))
		check(t, err, model.Malformed, "")
		if reply.Usage != (model.Usage{Input: 3, Output: 2}) {
			t.Errorf("%s took %+v", reason, reply.Usage)
		}
	}
}

func stopOf(t *testing.T, m *Model) (model.Stop, error) {
	for c, err := range m.Stream(t.Context(), ask("hi")) {
		if err != nil || c.Stop != "" {
			return c.Stop, err
		}
	}
	return "", nil
}

func TestStoppingClosesTheConnection(t *testing.T) {
	for _, how := range []string{"context", "break"} {
		t.Run(how, func(t *testing.T) {
			gone := make(chan struct{})
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				events(`{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`)(w, r)
				w.(http.Flusher).Flush()
				<-r.Context().Done()
				close(gone)
			})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			for _, err := range open(s).Stream(ctx, ask("hi")) {
				if how == "break" {
					break
				}
				cancel()
				if err != nil {
					check(t, err, fault.Canceled, "")
				}
			}
			<-gone
		})
	}
}

func TestTheConsumersPanicIsItsOwn(t *testing.T) {
	s := serve(t, events(`{"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP"}]}`))
	defer func() {
		if p := recover(); p != "mine" {
			t.Fatalf("got %v", p)
		}
	}()
	for range open(s).Stream(t.Context(), ask("hi")) {
		panic("mine")
	}
}

func check(t *testing.T, err error, code fault.Code, hint string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil || f.Code != code || !strings.Contains(f.Hint, hint) {
		t.Fatalf("got %+v, want %s", f, code)
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if strings.Contains(e.Error(), secret) || strings.Contains(f.Hint, secret) {
			t.Fatalf("the key is in %q", e)
		}
	}
}

func same(t *testing.T, got any, want string) {
	t.Helper()
	var w any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, w) {
		g, _ := json.Marshal(got)
		t.Fatalf("got  %s\nwant %s", g, want)
	}
}

// TestSignsOfLife: a provider that says only that it is working is not silent, and
// whoever leaves then is not called again.
func TestSignsOfLife(t *testing.T) {
	const pieces = ": working\n\ndata: {\"usageMetadata\":{\"promptTokenCount\":3}}\n\n"
	m := cannedModel(pieces + answerOf(1))
	var first []model.Chunk
	for chunk, err := range m.Stream(t.Context(), ask("hi")) {
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, chunk)
	}
	if len(first) < 3 || first[0] != (model.Chunk{}) || first[1] != (model.Chunk{}) || first[2].Text == "" {
		t.Errorf("got %+v", first)
	}
	for range m.Stream(t.Context(), ask("hi")) {
		break
	}
}
