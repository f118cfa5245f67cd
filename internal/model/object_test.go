package model

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

type choice struct {
	Chart string `json:"chart" schema:"enum=bar|line"`
}

var question = []Message{{Role: User, Parts: []Part{{Text: "Which chart?"}}}}

func called(id, arguments string) []event {
	return chunks(Chunk{Usage: &Usage{Input: 5, Output: 1}}, piece(0, id, "choose", arguments), stop(Called))
}

func said(words string) []event {
	return chunks(Chunk{Text: words, Stop: Ended, Usage: &Usage{Input: 5, Output: 1}})
}

func TestObjectForcesATool(t *testing.T) {
	m := scripted(called("a", `{"chart":"bar"}`))
	got, reply, err := Object(t.Context(), m, Request{Messages: question}, NewForm[choice]("choose", "Chooses a chart."))
	if err != nil || got.Chart != "bar" || reply.Usage.Input != 5 {
		t.Fatalf("got %+v, %+v, %v", got, reply, err)
	}
	want := Request{Whole: true, Messages: question, Force: "choose", Tools: []Tool{{Name: "choose", Description: "Chooses a chart.",
		Schema: json.RawMessage(`{"type":"object","properties":{"chart":{"type":"string","enum":["bar","line"]}},"required":["chart"],"additionalProperties":false}`)}}}
	if d := cmp.Diff(want, m.asked[0]); d != "" {
		t.Error(d)
	}
}

func TestObjectShowsTheModelItsError(t *testing.T) {
	const wrong = "Your answer cannot be used:\nat /chart: value must be one of 'bar', 'line'\nGive the whole choose again, with this fixed."
	m := scripted(called("a", `{"chart":"pie"}`), called("b", `{"chart":"pie"}`), called("c", `{"chart":"line"}`))
	got, reply, err := Object(t.Context(), m, Request{Messages: question}, NewForm[choice]("choose", ""))
	if err != nil || got.Chart != "line" || reply.Usage != (Usage{Input: 15, Output: 3}) {
		t.Fatalf("got %+v, %+v, %v", got, reply, err)
	}
	want := append(question[:1:1],
		Message{Role: Assistant, Parts: []Part{call("a", "choose", `{"chart":"pie"}`)}},
		Message{Role: User, Parts: []Part{{Result: &Result{CallID: "a", Name: "choose", Text: wrong, Failed: true}}}},
		Message{Role: Assistant, Parts: []Part{call("b", "choose", `{"chart":"pie"}`)}},
		Message{Role: User, Parts: []Part{{Result: &Result{CallID: "b", Name: "choose", Text: wrong, Failed: true}}}},
	)
	if d := cmp.Diff(want, m.asked[2].Messages); d != "" {
		t.Error(d)
	}
	if len(question) != 1 || len(question[0].Parts) != 1 {
		t.Error("the caller's history was changed")
	}
}

func TestObjectRepairs(t *testing.T) {
	right := called("z", `{"chart":"line"}`)
	twice := chunks(piece(0, "a", "choose", `{"chart":"bar"}`), piece(1, "b", "choose", `{"chart":"line"}`), stop(Called))
	for _, c := range []struct {
		name  string
		first []event
		roles string // of the second request's history
		says  string // somewhere in its last message
	}{
		{"arguments that cannot be read", called("a", `{"chart":"bar`), "user assistant user", "does not end"},
		{"a call of another tool", chunks(piece(0, "a", "other", "{}"), stop(Called)), "user assistant user", "call choose, and nothing else"},
		{"two calls", twice, "user assistant user", "call choose once, not 2 times"},
		{"words", said("A bar chart."), "user assistant user", "no JSON object"},
		{"nothing", chunks(stop(Ended)), "user", "no JSON object"},
		{"thinking alone", chunks(Chunk{Thinking: &Thinking{Text: "hm"}}, stop(Ended)), "user", "no JSON object"},
		{"a stream that the adapter cannot read", []event{{err: fault.New(Malformed, "an event is not JSON")}}, "user", "an event is not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := scripted(c.first, right)
			got, _, err := Object(t.Context(), m, Request{Messages: question}, NewForm[choice]("choose", ""))
			if err != nil || got.Chart != "line" {
				t.Fatalf("got %+v, %v", got, err)
			}
			var roles []string
			for _, m := range m.asked[1].Messages {
				roles = append(roles, string(m.Role))
			}
			last, err := json.Marshal(m.asked[1].Messages[len(roles)-1])
			if strings.Join(roles, " ") != c.roles || err != nil || !strings.Contains(string(last), c.says) {
				t.Errorf("got %v and %s", roles, last)
			}
		})
	}
}

func TestObjectTakesJSONFromAModelThatWouldNotCall(t *testing.T) {
	got, _, err := Object(t.Context(), scripted(said("```json\n{\"chart\":\"bar\"}\n```")), Request{}, NewForm[choice]("choose", ""))
	if err != nil || got.Chart != "bar" {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestObjectGivesUp(t *testing.T) {
	for _, c := range []struct {
		name   string
		stream []event
		code   fault.Code
		tries  int
	}{
		{"always wrong", called("a", `{"chart":"secret words"}`), Malformed, 3},
		{"at the limit", chunks(piece(0, "a", "choose", `{"chart":`), stop(TooLong)), Malformed, 1},
		{"refused", chunks(stop(Refused)), Refusal, 1},
		{"cut", chunks(text("a")), CutStream, 1},
		{"wrong key", []event{{err: fault.New(Auth, "no")}}, Auth, 1},
		{"too long", chunks(text(strings.Repeat("x", maxText+1))), Malformed, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := scripted(c.stream)
			got, reply, err := Object(t.Context(), m, Request{Messages: question}, NewForm[choice]("choose", ""))
			wantCode(t, err, c.code)
			if got.Chart != "" || len(m.asked) != c.tries || reply == nil {
				t.Errorf("got %+v after %d tries", got, len(m.asked))
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("%v quotes the answer", err)
			}
		})
	}
}

func TestObjectInThePrompt(t *testing.T) {
	m := untooled(said(`Sure! {"chart":"pie"}`), said(`{"chart":"bar"}`))
	history := append(question[:1:1], Message{Role: Assistant, Parts: []Part{call("a", "look", `{"x":1}`)}},
		Message{Role: User, Parts: []Part{{Result: &Result{CallID: "a", Name: "look", Text: "r"}}}})
	got, _, err := Object(t.Context(), m, Request{System: []Block{{Text: "Be brief."}}, Messages: history}, NewForm[choice]("choose", "Chooses a chart."))
	if err != nil || got.Chart != "bar" {
		t.Fatalf("got %+v, %v", got, err)
	}
	r := m.asked[1]
	want := "Your whole answer is one JSON object, choose: Chooses a chart.\nWrite no words before or after it. It must fit this JSON schema:\n" +
		`{"type":"object","properties":{"chart":{"type":"string","enum":["bar","line"]}},"required":["chart"],"additionalProperties":false}`
	if len(r.System) != 2 || r.System[1].Text != want || len(r.Tools) != 0 || r.Force != "" {
		t.Errorf("got %+v", r)
	}
	if r.Messages[1].Parts[0].Text != `{"calls":[{"name":"look","arguments":{"x":1}}]}` || !strings.Contains(r.Messages[2].Parts[0].Text, "<data result ") {
		t.Errorf("calls and results must be words: %+v", r.Messages)
	}
	if last := r.Messages[len(r.Messages)-1]; last.Role != User || !strings.Contains(last.Parts[0].Text, "one of 'bar', 'line'") {
		t.Errorf("got %+v", last)
	}
}
