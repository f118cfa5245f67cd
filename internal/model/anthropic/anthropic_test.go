package anthropic

import (
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// key is no key; errors must not repeat it.
const key = "sk-ant-api03-not-a-real-key"

func at(url string) model.Model {
	return New(Config{Key: key, BaseURL: url})
}

func TestConformance(t *testing.T) {
	modeltest.Conformance(t, at, modeltest.Anthropic)
	t.Run("thinking", func(t *testing.T) {
		modeltest.Conformance(t, func(url string) model.Model {
			return New(Config{Key: key, BaseURL: url, Thinking: 2000})
		}, modeltest.Anthropic, modeltest.Thinks, modeltest.NoHeat)
	})
}

// over is the adapter over a transport that answers by itself.
func over(c *modeltest.Canned, config Config) model.Model {
	config.Key, config.HTTPClient = key, &http.Client{Transport: c}
	return New(config)
}

const said = `event: message_start
data: {"type":"message_start","message":{"usage":{"input_tokens":3}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}

event: message_stop
data: {"type":"message_stop"}

`

// TestTemperatureIsLearned: a model that takes none is told none from then on.
func TestTemperatureIsLearned(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{
		{400, nil, "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"`temperature` is deprecated for this model.\"}}"},
		{200, nil, said},
	}}
	m := over(c, Config{})
	r, heat := modeltest.Question(), 0.5
	r.Temperature = &heat
	for range 2 {
		if _, err := model.Generate(t.Context(), m, r); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.Sent) != 3 || !strings.Contains(c.Sent[0], "temperature") || strings.Contains(c.Sent[1]+c.Sent[2], "temperature") {
		t.Errorf("sent %q", c.Sent)
	}
}

func TestBeforeAnythingIsSent(t *testing.T) {
	for name, c := range map[string]struct {
		config Config
		code   fault.Code
		words  []string
	}{
		"no key":       {Config{}, model.Auth, []string{"ANTHROPIC_API_KEY", "https://console.anthropic.com/settings/keys"}},
		"another name": {Config{KeyFrom: "MY_KEY"}, model.Auth, []string{"MY_KEY"}},
		"no address":   {Config{Key: key, BaseURL: "user:secret@:://"}, fault.Config, []string{"https://"}},
	} {
		_, err := model.Generate(t.Context(), New(c.config), modeltest.Question())
		modeltest.Explained(t, name, err, c.code, c.words...)
	}
}

// TestRedirectKeepsTheKey: the key goes to nobody but the host that was named.
func TestRedirectKeepsTheKey(t *testing.T) {
	c := &modeltest.Canned{Replies: []modeltest.Response{{307, http.Header{"Location": {"https://elsewhere.example/v1/messages"}}, ""}, {200, nil, said}}}
	_, err := model.Generate(t.Context(), over(c, Config{}), modeltest.Question())
	if fault.CodeOf(err) != model.BadRequest || len(c.URLs) != 1 {
		t.Errorf("%v after %v", err, c.URLs)
	}
}

// block is the events of one content block.
func block(index int, start string, deltas ...string) string {
	text := fmt.Sprintf("event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}\n\n", index, start)
	for _, d := range deltas {
		text += fmt.Sprintf("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":%d,\"delta\":%s}\n\n", index, d)
	}
	return text + fmt.Sprintf("event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":%d}\n\n", index)
}

// TestBlocks: signatures may come in pieces, thoughts may be withheld, and
// arguments may come with the first event of a call.
func TestBlocks(t *testing.T) {
	signed := func(pieces ...string) []string {
		var list []string
		for _, p := range pieces {
			list = append(list, `{"type":"signature_delta","signature":"`+p+`"}`)
		}
		return list
	}
	const thinking = `{"type":"thinking","thinking":"","signature":""}`
	body := block(0, thinking, append([]string{`{"type":"thinking_delta","thinking":"hm"}`}, signed("ab", "cd")...)...) +
		block(1, thinking, signed("ef")...) +
		block(2, `{"type":"redacted_thinking","data":"xyz"}`) +
		block(3, `{"type":"tool_use","id":"a","name":"f","input":{"n":1}}`) +
		block(4, `{"type":"tool_use","id":"b","name":"f","input":{}}`, `{"type":"input_json_delta","partial_json":""}`) +
		"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"},\"usage\":{\"output_tokens\":1}}\n\n" +
		"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, body}}}
	got, err := model.Generate(t.Context(), over(c, Config{}), modeltest.Question())
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Part{
		{Thinking: &model.Thinking{Text: "hm", Signature: "abcd"}}, {Thinking: &model.Thinking{Signature: "ef"}}, {Thinking: &model.Thinking{Redacted: "xyz"}},
		{Call: &model.Call{ID: "a", Name: "f", Arguments: []byte(`{"n":1}`)}}, {Call: &model.Call{ID: "b", Name: "f", Arguments: []byte(`{}`)}},
	}
	if !reflect.DeepEqual(got.Message.Parts, want) {
		t.Errorf("got %+v", got.Message.Parts)
	}
}

// TestEventsWithoutNames: what an event is stands in its data, whether or not a
// proxy passes its name on, and tokens may be counted after the reason to stop.
func TestEventsWithoutNames(t *testing.T) {
	unnamed := strings.ReplaceAll(regexp.MustCompile(`(?m)^event: .*\n`).ReplaceAllString(said, ""), `data: {"type":"message_stop"}`,
		"data: {\"type\":\"ping\"}\n\ndata: {\"type\":\"message_delta\",\"delta\":{},\"usage\":{\"output_tokens\":2}}\n\ndata: {\"type\":\"message_stop\"}")
	overloaded := `data: {"type":"error","error":{"type":"overloaded_error"}}` + "\n\n"
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, unnamed}, {200, nil, overloaded}}}
	m := over(c, Config{})
	got, err := model.Generate(t.Context(), m, modeltest.Question())
	if err != nil || got.Text() != "Hi" || got.Usage != (model.Usage{Input: 3, Output: 2}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := model.Generate(t.Context(), m, modeltest.Question()); fault.CodeOf(err) != model.Overloaded {
		t.Errorf("got %v", err)
	}
}

// TestRoomToThinkIsLearned: newer models think whether they are asked to or not.
func TestRoomToThinkIsLearned(t *testing.T) {
	thought := block(0, `{"type":"thinking","thinking":"","signature":""}`, `{"type":"signature_delta","signature":"s"}`) + said
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, said}, {200, nil, thought}, {200, nil, said}}}
	m := over(c, Config{})
	for i, want := range []string{`"max_tokens":100,`, `"max_tokens":100,`, `"max_tokens":16484,`} {
		r := modeltest.Question()
		r.MaxTokens = 100
		if _, err := model.Generate(t.Context(), m, r); err != nil || !strings.Contains(c.Sent[i], want) {
			t.Errorf("%v; sent %s", err, c.Sent[i])
		}
	}
}

// streams are where fuzzing starts.
var streams = []string{
	said,
	"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n",
	"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":-1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\"}}\n\n",
	"event: x\ndata: []\n\ndata\n\n: \n\nevent: message_stop\ndata: {\"type\":7}\n\n",
}

// ends holds that a stream of these bytes comes to one end.
func ends(t *testing.T, body string) {
	t.Helper()
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, body}}}
	modeltest.OneEnd(t, over(c, Config{}).Stream(t.Context(), modeltest.Question()), body)
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
