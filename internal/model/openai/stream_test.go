package openai

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

func delta(fields, finish string) string {
	return fmt.Sprintf("data: {\"choices\":[{\"index\":0,\"delta\":{%s}%s}]}\n\n", fields, finish)
}

// TestAnswers are the ways in which providers part from OpenAI's format.
func TestAnswers(t *testing.T) {
	const stop, calls, done = `,"finish_reason":"stop"`, `,"finish_reason":"tool_calls"`, "data: [DONE]\n\n"
	call := func(id, arguments string) model.Part {
		return model.Part{Call: &model.Call{ID: id, Name: "f", Arguments: []byte(arguments)}}
	}
	for name, c := range map[string]struct {
		body  string
		parts []model.Part
		stop  model.Stop
	}{
		"reasoning_content": {
			delta(`"reasoning_content":"hm"`, "") + delta(`"content":"Hi"`, stop) + done,
			[]model.Part{{Thinking: &model.Thinking{Text: "hm"}}, {Text: "Hi"}}, model.Ended,
		},
		"reasoning, and a null": {
			delta(`"content":"","reasoning":"hm"`, "") + delta(`"content":"Hi","reasoning":null`, stop) + done,
			[]model.Part{{Thinking: &model.Thinking{Text: "hm"}}, {Text: "Hi"}}, model.Ended,
		},
		"Mistral's parts": {
			delta(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]}]`, "") + delta(`"content":[{"type":"text","text":"Hi"}]`, stop) + done,
			[]model.Part{{Thinking: &model.Thinking{Text: "hm"}}, {Text: "Hi"}}, model.Ended,
		},
		"a whole call at once, and stop": {
			delta(`"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]`, stop) + done,
			[]model.Part{call("a", "{}")}, model.Called,
		},
		"all calls numbered 0": {
			delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}}]`, "") +
				delta(`"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"{\"n\":2}"}}]`, calls) + done,
			[]model.Part{call("a", `{"n":1}`), call("b", `{"n":2}`)}, model.Called,
		},
		"name and ID in every piece": {
			delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":"}}]`, "") +
				delta(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"1}"}}]`, calls) + done,
			[]model.Part{call("a", `{"n":1}`)}, model.Called,
		},
		"comments, and no [DONE]": {
			": PROCESSING\n\n" + delta(`"content":"Hi"`, stop),
			[]model.Part{{Text: "Hi"}}, model.Ended,
		},
		"vLLM names the stop sequence": {
			delta(`"content":"Hi"`, stop+`,"stop_reason":"END"`) + done, []model.Part{{Text: "Hi"}}, model.Stopped,
		},
		"vLLM names none": {
			delta(`"content":"Hi"`, stop+`,"stop_reason":null`) + done, []model.Part{{Text: "Hi"}}, model.Ended,
		},
		"Mistral's length": {
			delta(`"content":"Hi"`, `,"finish_reason":"model_length"`) + done, []model.Part{{Text: "Hi"}}, model.TooLong,
		},
	} {
		server := &modeltest.Canned{Replies: []modeltest.Response{{200, http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}}, c.body}}}
		got, err := model.Generate(t.Context(), over(server, Config{Provider: "openai"}), modeltest.Question())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Stop != c.stop || !reflect.DeepEqual(got.Message.Parts, c.parts) {
			t.Errorf("%s: %s, parts %+v", name, got.Stop, got.Message.Parts)
		}
	}
}

// TestUsage: what was thought counts as written, and nothing counts twice.
func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		usage string
		want  model.Usage
	}{
		"OpenAI": {`{"prompt_tokens":32,"completion_tokens":103,"total_tokens":135,"prompt_tokens_details":{"cached_tokens":20},"completion_tokens_details":{"reasoning_tokens":94}}`, model.Usage{Input: 32, Output: 103, CachedInput: 20}},
		"xAI":    {`{"prompt_tokens":32,"completion_tokens":9,"total_tokens":135,"completion_tokens_details":{"reasoning_tokens":94}}`, model.Usage{Input: 32, Output: 103}},
		"no sum": {`{"prompt_tokens":32,"completion_tokens":9}`, model.Usage{Input: 32, Output: 9}},
	} {
		server := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, delta(`"content":"Hi"`, `,"finish_reason":"stop"`) + `data: {"choices":[],"usage":` + c.usage + "}\n\ndata: [DONE]\n\n"}}}
		got, err := model.Generate(t.Context(), over(server, Config{Provider: "xai"}), modeltest.Question())
		if err != nil || got.Usage != c.want {
			t.Errorf("%s: %+v %v", name, got.Usage, err)
		}
	}
}

// TestCommentsAreSignsOfLife: a provider that says only that it is working is
// not silent, and whoever leaves then is not called again.
func TestCommentsAreSignsOfLife(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, ": PROCESSING\n\n" + delta(`"role":"assistant","content":""`, "") + said}}}
	m := over(c, Config{Provider: "openrouter"})
	var list []model.Chunk
	for chunk, err := range m.Stream(t.Context(), modeltest.Question()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, chunk)
	}
	if len(list) < 3 || list[0] != (model.Chunk{}) || list[1] != (model.Chunk{}) || list[2].Text == "" {
		t.Errorf("got %+v", list)
	}
	for range m.Stream(t.Context(), modeltest.Question()) {
		break
	}
}

// TestNothingIsSaidTwice: a request is not repeated without a field that the
// model refuses once it has begun to answer.
func TestNothingIsSaidTwice(t *testing.T) {
	broken := delta(`"content":"Hi"`, "") + `data: {"error":{"code":"unsupported_parameter","param":"temperature"}}` + "\n\n"
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, broken}, {200, nil, said}}}
	text := ""
	var failed error
	for chunk, err := range over(c, Config{Provider: "groq"}).Stream(t.Context(), modeltest.Question()) {
		text += chunk.Text
		failed = err
	}
	if text != "Hi" || fault.CodeOf(failed) != model.BadRequest {
		t.Errorf("said %q, %v", text, failed)
	}
}

// streams are where fuzzing starts.
var streams = []string{
	said,
	"data: {\"error\":7}\n\n",
	delta(`"tool_calls":[{"index":-1,"function":{"arguments":{}}}],"content":[{"thinking":[]}]`, `,"finish_reason":7`),
	"data: []\n\ndata\n\n: \n\ndata: {\"choices\":{}}\n\n",
	delta(`"reasoning_details":[null,{"text":"a"},{"text":"b","data":null}]`, `,"finish_reason":"stop"`),
}

// ends holds that a stream of these bytes comes to one end. Of OpenRouter most is
// read.
func ends(t *testing.T, body string) {
	t.Helper()
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, body}}}
	modeltest.OneEnd(t, over(c, Config{Provider: "openrouter", Model: "m"}).Stream(t.Context(), modeltest.Question()), body)
}

func FuzzStream(f *testing.F) {
	for _, s := range streams {
		f.Add(s)
	}
	f.Fuzz(ends)
}

func TestBrokenStreams(t *testing.T) {
	modeltest.Mangle(streams, func(body string) { ends(t, body) })
}

func TestEmbed(t *testing.T) {
	texts := make([]string, maxTexts+1)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	server := modeltest.New(t, modeltest.OpenAI, modeltest.Step{Endpoint: modeltest.Embed, Times: 2})
	got, used, err := NewEmbedder(Config{Provider: "openai", Key: key, BaseURL: server.URL + "/v1"}).Embed(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(texts) || used.Input == 0 {
		t.Fatalf("%d vectors for %d tokens", len(got), used.Input)
	}
	for i, v := range got {
		if !reflect.DeepEqual(v, modeltest.Vector(texts[i], len(v))) {
			t.Errorf("the vector of %q is %v", texts[i], v)
		}
	}
	if m := server.Last().Model; m != "text-embedding-3-small" {
		t.Errorf("the model is %s", m)
	}
}

func TestEmbedRefusesWhatDoesNotFit(t *testing.T) {
	for name, data := range map[string]string{
		"too few":           `[{"index":0,"embedding":[1,2]}]`,
		"twice":             `[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]`,
		"out of range":      `[{"index":0,"embedding":[1,2]},{"index":9,"embedding":[1,2]}]`,
		"different lengths": `[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]`,
		"not a list":        `{}`,
	} {
		c := &modeltest.Canned{Replies: []modeltest.Response{{200, http.Header{"Content-Type": {"application/json"}}, `{"data":` + data + `}`}}}
		_, _, err := NewEmbedder(wired(c, Config{Provider: "ollama"})).Embed(t.Context(), []string{"a", ""})
		if fault.CodeOf(err) != model.Malformed {
			t.Errorf("%s: %v", name, err)
		}
	}
}
