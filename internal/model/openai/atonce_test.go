package openai

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// TestAnAnswerAtOnce: OpenAI answers organizations that it has not verified, but
// not in a stream.
func TestAnAnswerAtOnce(t *testing.T) {
	refusal := modeltest.Response{400, nil, `{"error":{"message":"Your organization must be verified to stream this model.","type":"invalid_request_error","param":"stream","code":"unsupported_value"}}`}
	answer := func(message, finish string) modeltest.Response {
		return modeltest.Response{200, http.Header{"Content-Type": {"application/json"}}, `{"object":"chat.completion","choices":[{"index":0,"message":` + message + `,"finish_reason":"` + finish + `"}],
			"usage":{"prompt_tokens":30,"completion_tokens":5,"total_tokens":35}}`}
	}
	call := func(id, arguments string) model.Part {
		return model.Part{Call: &model.Call{ID: id, Name: "f", Arguments: []byte(arguments)}}
	}
	c := &modeltest.Canned{Replies: []modeltest.Response{
		refusal,
		answer(`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"n\":1}"}},{"id":"b","type":"function","function":{"name":"f","arguments":"{}"}}]}`, "tool_calls"),
		answer(`{"role":"assistant","content":"Hi"}`, "stop"),
		answer(`{"role":"assistant","content":null,"refusal":"No."}`, "stop"),
		answer(`{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{\"n\":"}}]}`, "length"),
		{200, http.Header{"Content-Type": {"application/json"}}, `{"choices":[]}`},
		{401, nil, `{"error":{"message":"` + key + `","code":"invalid_api_key"}}`},
	}}
	m := over(c, Config{Provider: "openai"})
	for _, want := range []struct {
		parts []model.Part
		stop  model.Stop
		code  fault.Code
	}{
		{[]model.Part{call("a", `{"n":1}`), call("b", "{}")}, model.Called, ""},
		{[]model.Part{{Text: "Hi"}}, model.Ended, ""},
		{nil, model.Refused, model.Refusal},
		{nil, model.TooLong, model.Malformed},
		{nil, "", model.Malformed},
		{nil, "", model.Auth},
	} {
		got, err := model.Generate(t.Context(), m, modeltest.Question())
		if fault.CodeOf(err) != want.code || got.Stop != want.stop || !reflect.DeepEqual(got.Message.Parts, want.parts) {
			t.Errorf("%v: %s %+v, want %+v", err, got.Stop, got.Message.Parts, want)
		}
		if want.stop != "" && got.Usage != (model.Usage{Input: 30, Output: 5}) {
			t.Errorf("it took %+v", got.Usage)
		}
	}
	if len(c.Sent) != 7 || !strings.Contains(c.Sent[0], `"stream":true`) {
		t.Fatalf("sent %q", c.Sent)
	}
	for _, body := range c.Sent[1:] {
		if strings.Contains(body, `"stream`) {
			t.Errorf("sent %s", body)
		}
	}
}

// TestNoAnswerAtOnceEither: who is refused both ways is told why.
func TestNoAnswerAtOnceEither(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{{400, nil, `{"error":{"message":"no","param":"stream","code":"unsupported_value"}}`}}}
	_, err := model.Generate(t.Context(), over(c, Config{Provider: "openai"}), modeltest.Question())
	if f := fault.Of(err); f.Code != model.Auth || !strings.Contains(f.Hint, "settings/organization") || len(c.Sent) != 2 {
		t.Errorf("%v after %d requests", err, len(c.Sent))
	}
}
