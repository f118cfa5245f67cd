package model

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
)

func call(id, name, arguments string) Part {
	return Part{Call: &Call{ID: id, Name: name, Arguments: []byte(arguments)}}
}

// TestACallAmongTheWords: not every server knows how its model writes calls.
func TestACallAmongTheWords(t *testing.T) {
	made := []Part{call("call_1", "look", `{"t":1}`)}
	for said, want := range map[string][]Part{
		"{\"name\": \"look\", \"arguments\": {\"t\": 1}}":                                 made,
		"<tool_call>\n{\"name\": \"look\", \"arguments\": {\"t\": 1}}\n</tool_call>":      made,
		"```json\n{\"name\": \"look\", \"arguments\": {\"t\": 1}}\n```":                   made,
		"<think>hm</think>{\"name\": \"look\", \"arguments\": {\"t\": 1}}":                {{Thinking: &Thinking{Text: "hm"}}, made[0]},
		"I called {\"name\": \"look\", \"arguments\": {\"t\": 1}} before.":                {{Text: "I called {\"name\": \"look\", \"arguments\": {\"t\": 1}} before."}},
		"{\"name\": \"drop\", \"arguments\": {}}":                                         {{Text: "{\"name\": \"drop\", \"arguments\": {}}"}},
		"{\"name\": \"look\", \"arguments\": {\"t\": 1":                                   {{Text: "{\"name\": \"look\", \"arguments\": {\"t\": 1"}},
		"{\"name\": \"look\", \"arguments\": {}} {\"name\": \"look\", \"arguments\": {}}": {{Text: "{\"name\": \"look\", \"arguments\": {}} {\"name\": \"look\", \"arguments\": {}}"}},
	} {
		got, err := Generate(t.Context(), scripted(chunks(text(said), stop(Ended))), Request{Tools: []Tool{look}})
		if d := cmp.Diff(want, got.Message.Parts); err != nil || d != "" {
			t.Errorf("%q: %v\n%s", said, err, d)
		}
		if calls := got.Calls(); (len(calls) > 0) != (got.Stop == Called) {
			t.Errorf("%q: %d calls, %s", said, len(calls), got.Stop)
		}
	}
	got, err := Generate(t.Context(), scripted(chunks(text(`{"name": "look", "arguments": {}}`), stop(Ended))), Request{})
	if err != nil || len(got.Calls()) > 0 {
		t.Errorf("nothing was offered: %+v, %v", got, err)
	}
}

// TestThinkingAloud: servers that do not tell thoughts from words leave it to
// whoever asked.
func TestThinkingAloud(t *testing.T) {
	thought := func(s string) Part { return Part{Thinking: &Thinking{Text: s}} }
	for said, want := range map[string][]Part{
		"<think>\nhm {\"a\":1}\n</think>\n\nSix.":         {thought(`hm {"a":1}`), {Text: "Six."}},
		"\n<think>hm</think>Six.":                         {thought("hm"), {Text: "Six."}},
		"hm, hm\n</think>\n\nSix.":                        {thought("hm, hm"), {Text: "Six."}},
		"<think></think>\n\nSix.":                         {{Text: "Six."}},
		"<think>hm, but without an end":                   {thought("hm, but without an end")},
		"Tags such as <think> and </think> are for JSON.": {{Text: "Tags such as <think> and </think> are for JSON."}},
		"It ends with </think>":                           {{Text: "It ends with </think>"}},
		" Six.":                                           {{Text: " Six."}},
	} {
		got, err := Generate(t.Context(), scripted(chunks(text(said), stop(Ended))), Request{})
		if d := cmp.Diff(want, got.Message.Parts); err != nil || d != "" {
			t.Errorf("%q: %v\n%s", said, err, d)
		}
	}
}

func TestGenerateAssemblesWholeReplies(t *testing.T) {
	for _, c := range []struct {
		name   string
		stream []Chunk
		want   []Part
	}{
		{"words in pieces", []Chunk{text("Reve"), text("nue"), {}, stop(Ended)}, []Part{{Text: "Revenue"}}},
		{"a letter split between chunks", []Chunk{text("\xc3"), text("\xa9"), stop(Ended)}, []Part{{Text: "é"}}},
		{"bytes that are no letter", []Chunk{text("a\xff"), stop(Ended)}, []Part{{Text: "a\uFFFD"}}},
		{"words with the stop", []Chunk{{Text: "all", Stop: Stopped}}, []Part{{Text: "all"}}},
		{"nothing after the stop", []Chunk{stop(Ended), text("more")}, nil},
		{
			"two calls, interleaved, the second first",
			[]Chunk{piece(1, "b", "two", `{"x"`), piece(0, "a", "one", ""), piece(1, "", "", `:1}`), piece(0, "", "", `{}`), stop(Called)},
			[]Part{call("a", "one", `{}`), call("b", "two", `{"x":1}`)},
		},
		{
			"all calls numbered 0, told apart by ID",
			[]Chunk{piece(0, "a", "one", `{"x":1}`), piece(0, "b", "one", `{"x":`), piece(0, "", "", `2}`), stop(Called)},
			[]Part{call("a", "one", `{"x":1}`), call("b", "one", `{"x":2}`)},
		},
		{
			"ID and name repeated with every piece",
			[]Chunk{piece(0, "a", "one", `{"x":`), piece(0, "a", "one", `1}`), stop(Called)},
			[]Part{call("a", "one", `{"x":1}`)},
		},
		{
			"calls without IDs get some, after those of the history, which nobody has",
			[]Chunk{piece(0, "", "one", ""), piece(1, "call_3", "two", "null"), piece(2, "", "three", ""), stop(Ended)},
			[]Part{call("call_2", "one", `{}`), call("call_3", "two", `{}`), call("call_4", "three", `{}`)},
		},
		{
			"thinking is kept as it must go back",
			[]Chunk{
				{Thinking: &Thinking{Text: "Let me "}}, {Thinking: &Thinking{Text: "see"}}, {Thinking: &Thinking{Signature: "s1"}},
				{Thinking: &Thinking{Redacted: "r"}}, {Thinking: &Thinking{Text: "again", Signature: "s2"}},
				text("So: "), piece(2, "a", "one", "{}"), {Thinking: &Thinking{Signature: "s3"}}, piece(3, "b", "two", "{}"), stop(Called),
			},
			[]Part{
				{Thinking: &Thinking{Text: "Let me see", Signature: "s1"}}, {Thinking: &Thinking{Redacted: "r"}},
				{Thinking: &Thinking{Text: "again", Signature: "s2"}}, {Text: "So: "}, call("a", "one", "{}"),
				{Thinking: &Thinking{Signature: "s3"}}, call("b", "two", "{}"),
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			history := []Message{{Role: Assistant, Parts: []Part{call("call_1", "zero", "{}")}}}
			got, err := Generate(t.Context(), scripted(chunks(c.stream...)), Request{Messages: history})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(Message{Role: Assistant, Parts: c.want}, got.Message); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestGenerateCountsTheLastUsage(t *testing.T) {
	m := scripted(chunks(Chunk{Usage: &Usage{Input: 10}}, text("a"), Chunk{Stop: Ended, Usage: &Usage{Input: 10, Output: 3, CachedInput: 8}}))
	got, err := Generate(t.Context(), m, Request{})
	if err != nil || got.Usage != (Usage{Input: 10, Output: 3, CachedInput: 8}) || got.Stop != Ended {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestStopAgreesWithTheCalls(t *testing.T) {
	one := piece(0, "a", "one", "{}")
	for _, c := range []struct {
		stream []Chunk
		want   Stop
	}{
		{[]Chunk{one, stop(Ended)}, Called},
		{[]Chunk{one, stop(Called)}, Called},
		{[]Chunk{one, stop(TooLong)}, TooLong},
		{[]Chunk{text("a"), stop(Called)}, Ended},
		{[]Chunk{text("a"), stop(Stopped)}, Stopped},
	} {
		got, err := Generate(t.Context(), scripted(chunks(c.stream...)), Request{})
		if err != nil || got.Stop != c.want {
			t.Errorf("%+v: got %q, %v; want %q", c.stream, got.Stop, err, c.want)
		}
	}
}

func TestGenerateNeverGivesHalfAnAnswer(t *testing.T) {
	network := fault.New(Network, "gone")
	many := make([]Chunk, 0, maxCalls+2)
	for i := range maxCalls + 1 {
		many = append(many, piece(i, "", "one", "{}"))
	}
	var restless []Chunk
	for range maxParts {
		restless = append(restless, text("a"), Chunk{Thinking: &Thinking{Text: "b"}})
	}
	long := strings.Repeat("x", maxArguments)
	for _, c := range []struct {
		name   string
		stream []event
		code   fault.Code
	}{
		{"an empty stream", nil, CutStream},
		{"words without an end", chunks(text("Revenue was")), CutStream},
		{"a whole call without an end", chunks(piece(0, "a", "one", "{}")), CutStream},
		{"an error in the middle", []event{{chunk: text("a")}, {err: network}}, Network},
		{"somebody else's error", []event{{err: errors.New("key sk-123 is wrong")}}, fault.LLMError},
		{"half a call at the limit", chunks(piece(0, "a", "one", `{"x":"y"`), stop(TooLong)), Malformed},
		{"a call that has just begun at the limit", chunks(piece(0, "a", "one", ""), stop(TooLong)), Malformed},
		{"half a call at a stop sequence", chunks(piece(0, "a", "one", `{"x":"y"`), stop(Stopped)), Malformed},
		{"half a string", chunks(piece(0, "a", "one", `{"x":"y`), stop(Called)), Malformed},
		{"arguments that are no object", chunks(piece(0, "a", "one", `[1]`), stop(Called)), Malformed},
		{"a call of nothing", chunks(piece(0, "a", "", `{}`), stop(Called)), Malformed},
		{"refused", chunks(text("I cannot"), stop(Refused)), Refusal},
		{"withheld", chunks(piece(0, "a", "one", `{}`), stop(Filtered)), Refusal},
		{"too many calls", chunks(append(many, stop(Called))...), Malformed},
		{"too many parts", chunks(append(restless, stop(Ended))...), Malformed},
		{"too many arguments", chunks(piece(0, "a", "one", long), piece(0, "", "", "x"), stop(Called)), Malformed},
		{"too many words", chunks(text(strings.Repeat("x", maxText)), text("x"), stop(Ended)), Malformed},
		{"too much thinking", chunks(Chunk{Thinking: &Thinking{Text: strings.Repeat("x", maxText+1)}}, stop(Ended)), Malformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			stream := append([]event{{chunk: Chunk{Usage: &Usage{Input: 7}}}}, c.stream...)
			got, err := Generate(t.Context(), scripted(stream), Request{})
			wantCode(t, err, c.code)
			if len(got.Message.Parts) != 0 || got.Usage.Input != 7 {
				t.Errorf("got %+v; only the usage should be told", got)
			}
			if strings.Contains(err.Error(), "sk-123") {
				t.Errorf("%v tells what nobody has looked at", err)
			}
		})
	}
}

func TestGenerateStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := scripted([]event{{chunk: text("a")}, {hang: true}})
	cancel()
	_, err := Generate(ctx, m, Request{})
	wantCode(t, err, fault.Canceled)

	expired, done := context.WithTimeout(t.Context(), 0)
	defer done()
	_, err = Generate(expired, m, Request{})
	wantCode(t, err, Timeout)
}
