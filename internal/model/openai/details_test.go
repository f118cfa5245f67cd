package openai

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/test/modeltest"
)

// What a model behind OpenRouter thought comes back with the next request as it
// was, in blocks, when its calls do.
func TestBlocksOfThoughtComeBack(t *testing.T) {
	body := delta(`"reasoning":"Let ","reasoning_details":[{"type":"reasoning.text","text":"Let ","format":"anthropic-claude-v1","index":0}]`, "") +
		delta(`"reasoning":"me","reasoning_details":[{"type":"reasoning.text","text":"me","index":0,"signature":null}]`, "") +
		delta(`"reasoning_details":[{"type":"reasoning.text","signature":"c2ln","index":0}]`, "") +
		delta(`"reasoning_details":[{"type":"reasoning.encrypted","data":"b25l","id":"call_a","index":0}]`, "") +
		delta(`"reasoning_details":[{"type":"reasoning.encrypted","data":"dHdv","id":"call_b","index":0}]`, "") +
		delta(`"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]`, `,"finish_reason":"tool_calls"`) + "data: [DONE]\n\n"
	c := &modeltest.Canned{Replies: []modeltest.Response{{200, nil, body}, {200, nil, said}}}
	m := over(c, Config{Provider: "openrouter", Model: "google/gemini-3-pro"})
	reply, err := model.Generate(t.Context(), m, modeltest.Question())
	if err != nil || len(reply.Calls()) != 1 || reply.Message.Parts[0].Thinking == nil || reply.Message.Parts[0].Thinking.Text != "Let me" {
		t.Fatalf("%+v, %v", reply, err)
	}
	next := modeltest.Question()
	next.Messages = append(next.Messages, reply.Message, model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "a", Name: "f", Text: "1"}}}})
	if _, err := model.Generate(t.Context(), m, next); err != nil {
		t.Fatal(err)
	}
	want := `"reasoning_details":[{"format":"anthropic-claude-v1","index":0,"signature":"c2ln","text":"Let me","type":"reasoning.text"},` +
		`{"data":"b25l","id":"call_a","index":0,"type":"reasoning.encrypted"},{"data":"dHdv","id":"call_b","index":0,"type":"reasoning.encrypted"}]`
	if !strings.Contains(c.Sent[1], want) || strings.Contains(c.Sent[1], `"reasoning":`) {
		t.Errorf("sent %s", c.Sent[1])
	}
}

func TestBlocksBeyondBoundsAndOfOthersStayHere(t *testing.T) {
	var d details
	d.add(`[{"type":"reasoning.encrypted","data":"` + strings.Repeat("x", maxDetails) + `"}]`)
	d.add(`[{"type":"reasoning.encrypted","data":"y"}]`)
	if s := d.signature(); s != "" {
		t.Errorf("%d bytes", len(s))
	}
	for _, s := range []string{"", "[]", "{}", "text c2ln;", `"x"`} {
		if blocks(s) != nil {
			t.Errorf("%s is sent", s)
		}
	}
}
