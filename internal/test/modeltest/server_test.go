package modeltest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
)

// post sends a body as an SDK would, and gives the status and the answer.
func post(t *testing.T, s *Server, path, body string, headers ...string) (int, string) {
	t.Helper()
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		b = append(b, "\n<"+err.Error()+">"...)
	}
	return answer.StatusCode, string(b)
}

const hello = `
step hello
want user has Hello
say Hi
say " you"
usage input=12 output=3 cached=8
`

func TestEachFormatStreams(t *testing.T) {
	cases := []struct {
		format  Format
		path    string
		body    string
		headers []string
		want    []string
	}{
		{
			Anthropic, "/v1/messages", `{"model":"m","max_tokens":5,"stream":true,"messages":[{"role":"user","content":"Hello"}]}`,
			[]string{"x-api-key", "k", "anthropic-version", "2023-06-01"},
			[]string{"event: message_start\n", `"input_tokens":4`, `"text":"Hi"`, `"text":" you"`, `"stop_reason":"end_turn"`, "event: message_stop\n"},
		},
		{
			OpenAI, "/v1/chat/completions", `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"Hello"}]}`,
			[]string{"authorization", "Bearer k"},
			[]string{`"content":"Hi"`, `"content":" you"`, `"finish_reason":"stop"`, `"cached_tokens":8`, "data: [DONE]\n"},
		},
		{
			Gemini, "/v1beta/models/m:streamGenerateContent?alt=sse", `{"contents":[{"role":"user","parts":[{"text":"Hello"}]}]}`,
			[]string{"x-goog-api-key", "k"},
			[]string{`"text":"Hi"`, `"text":" you"`, `"finishReason":"STOP"`, `"cachedContentTokenCount":8`},
		},
		{
			Gemini, "/v1beta1/projects/p/locations/eu/publishers/google/models/m:generateContent", `{"contents":[{"role":"user","parts":[{"text":"Hello"}]}]}`,
			[]string{"authorization", "Bearer k"},
			[]string{`"text":"Hi"`, `"finishReason":"STOP"`},
		},
	}
	for _, c := range cases {
		t.Run(string(c.format)+c.path, func(t *testing.T) {
			s := NewScript(t, c.format, hello)
			status, answer := post(t, s, c.path, c.body, c.headers...)
			if status != 200 {
				t.Fatalf("status %d: %s", status, answer)
			}
			for _, w := range c.want {
				i := strings.Index(answer, w)
				if i < 0 {
					t.Fatalf("%s is not in what is left:\n%s", w, answer)
				}
				answer = answer[i:]
			}
			if s.Last().Model != "m" || s.Last().Key != "k" {
				t.Errorf("recorded %q %q", s.Last().Model, s.Last().Key)
			}
		})
	}
}

// TestUnwanted shows what a person reads when a request is not the next step's.
func TestUnwanted(t *testing.T) {
	s := Start(OpenAI, Options{}, Text("Hi").User("Hello").System("Plumb"))
	defer s.Close()
	status, answer := post(t, s, "/chat/completions", `{"model":"m","messages":[{"role":"system","content":"Plumb"},{"role":"user","content":"Bye"}]}`, "authorization", "Bearer k")
	if status != 400 || !strings.Contains(answer, "modeltest:") {
		t.Errorf("status %d: %s", status, answer)
	}
	want := `a request is not what step 1 expects:
  MISSES user has Hello
  holds  system has Plumb
it was:
  openai chat m
  auth: key present
  system:
    Plumb
  user:
    Bye`
	if got := strings.Join(s.Problems(), "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if left := s.Left(); len(left) != 1 || left[0] != "step 1" {
		t.Errorf("left %v", left)
	}
}

func TestMishaps(t *testing.T) {
	body := `{"model":"m","stream":true,"messages":[{"role":"user","content":"Hello"}]}`
	for _, c := range []struct {
		mishap Mishap
		has    string
		not    string
	}{
		{Mishap{Kind: Cut, After: 1}, "<unexpected EOF>", "[DONE]"},
		{Mishap{Kind: Ends, After: 2}, `"content":"Hel"`, "[DONE]"},
		{Mishap{Kind: Ends}, "", "data"},
		{Mishap{Kind: BadEvent, After: 1}, "{{", `"Hel"`},
		{Mishap{Kind: Oversized, Size: 1 << 20}, strings.Repeat("x", 1<<20), "[DONE]"},
		{Mishap{Kind: ErrorIn, After: 1}, `"type":"server_error"`, "[DONE]"},
	} {
		t.Run(string(c.mishap.Kind), func(t *testing.T) {
			step := Text("Hel", "lo")
			step.Mishap = c.mishap
			s := New(t, OpenAI, step)
			_, answer := post(t, s, "/chat/completions", body, "authorization", "Bearer k")
			if !strings.Contains(answer, c.has) {
				t.Errorf("%.100q is not in %.300q", c.has, answer)
			}
			if strings.Contains(answer, c.not) {
				t.Errorf("%q is in %.300q", c.not, answer)
			}
		})
	}
}

func TestHungSeesTheClientGo(t *testing.T) {
	step := Text("Hi")
	step.Mishap = Mishap{Kind: Hung, Said: true}
	s := New(t, Anthropic, step)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/v1/messages",
		strings.NewReader(`{"model":"m","max_tokens":5,"stream":true,"messages":[{"role":"user","content":"Hello"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", "k")
	r.Header.Set("Anthropic-Version", "2023-06-01")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 20)
	if _, err := io.ReadFull(answer.Body, first); err != nil || !bytes.HasPrefix(first, []byte("event: message_start")) {
		t.Fatalf("%q %v", first, err)
	}
	answer.Body.Close()
	<-s.Last().Closed()
}

func TestStepsInOrderAndAlways(t *testing.T) {
	always := Text("again")
	always.Times = Always
	s := New(t, OpenAI, Text("one").User("1"), always, Text("two").User("2"))
	for _, c := range [][2]string{{"9", "again"}, {"1", "one"}, {"1", "again"}, {"2", "two"}, {"2", "again"}} {
		_, answer := post(t, s, "/chat/completions", `{"model":"m","messages":[{"role":"user","content":"`+c[0]+`"}]}`, "authorization", "Bearer k")
		if !strings.Contains(answer, `"content":"`+c[1]+`"`) {
			t.Errorf("%s: %s", c[0], answer)
		}
	}
}

func TestVectorsAndModelsNeedNoStep(t *testing.T) {
	s := NewWith(t, OpenAI, Options{Models: []string{"e"}})
	key := []string{"authorization", "Bearer k"}
	if _, answer := post(t, s, "/v1/embeddings", `{"model":"e","input":["a","b"],"dimensions":3}`, key...); strings.Count(answer, `"embedding":[`) != 2 {
		t.Error(answer)
	}
	if _, answer := post(t, s, "/v1/models", "", key...); !strings.Contains(answer, `"id":"e"`) {
		t.Error(answer)
	}
	g := New(t, Gemini)
	if _, answer := post(t, g, "/v1beta/models/e:batchEmbedContents", `{"requests":[{"model":"models/e","content":{"parts":[{"text":"a"}]}}]}`, "x-goog-api-key", "k"); !strings.Contains(answer, `"embeddings":[{"values":[`) {
		t.Error(answer)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"say hi":                         "line 1: say: there is no such word before the first step",
		"step a\nfoo":                    "line 2: foo: there is no such word",
		"step a\nwant usr has x":         `line 2: want: "usr" is none of all system user tools force model stop texts`,
		"step a\n\nwant user is x":       `line 3: want: it is "is"; it should be has or ~`,
		"step a\nusage in=3":             `line 2: usage: there is no "in"`,
		"step a\nsign x":                 "line 2: sign: it stands after think",
		"step a\nchop -1":                "line 2: chop: it is below zero",
		"step a\nfail nothing":           `line 2: fail: "nothing" is none of ` + failureKinds,
		strings.Repeat("#", maxScript+1): "the script is longer than 1048576 bytes",
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

func TestParse(t *testing.T) {
	script, err := Parse("keyless\nmodel a\nmodel b\nstep one\ntimes always\nthink Hm.\nsign s\nsay\n  two\n    lines\ncall plan#c9 {\"a\":\n  1}\nstop =pause_turn\nfail rate_limit after=7s\n  slow down\nhung said\n")
	if err != nil {
		t.Fatal(err)
	}
	s := script.Steps[0]
	if !script.Options.Keyless || len(script.Options.Models) != 2 || s.Times != Always || s.Mishap != (Mishap{Kind: Hung, Said: true}) {
		t.Errorf("%+v", script)
	}
	if s.Reply.Parts[0].Thinking.Signature != "s" || s.Reply.Parts[1].Text != "two\n  lines" || s.Reply.RawStop != "pause_turn" {
		t.Errorf("%+v", s.Reply)
	}
	if c := s.Reply.Parts[2].Call; c.ID != "c9" || string(c.Arguments) != "{\"a\":\n1}" || s.Reply.stop() != model.Called {
		t.Errorf("%+v", c)
	}
	if s.Fail.Message != "slow down" || s.Fail.RetryAfter.Seconds() != 7 {
		t.Errorf("%+v", s.Fail)
	}
}
