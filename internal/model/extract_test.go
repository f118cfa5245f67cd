package model

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestExtract(t *testing.T) {
	for _, c := range []struct {
		in, want string
		err      error
	}{
		{`{"a":1}`, `{"a":1}`, nil},
		{"Here it is:\n```json\n{\"a\": {\"b\": [1]}}\n```\nAnything else?", `{"a": {"b": [1]}}`, nil},
		{`In {curly} braces, and { so on }: {"a":"} {"} {`, `{"a":"} {"}`, nil},
		{`{}`, `{}`, nil},
		{"<think>maybe {\"a\":0}?</think>\n{\"a\":1}", `{"a":1}`, nil},
		{`A set {"x"} is no object, {"a":1} is.`, `{"a":1}`, nil},
		{``, ``, errNoObject},
		{`[1]`, ``, errNoObject},
		{`<think>{"a":1}`, ``, errNoObject},
		{`{"a":1} or {"a":2}`, ``, errManyObjects},
		{`[{"a":1},{"a":2}]`, ``, errManyObjects},
		{`{"a":1,}`, ``, errBroken},
		{`{"a":1,} or {"a":2}`, ``, errBroken},
		{`{"plan":{"sql":"SELECT 1"}, broken}`, ``, errBroken},
		{`{"plan":broken,"inner":{"sql":"SELECT 1"}}`, ``, errBroken},
		{`{"plan":{"sql":"SELECT 1"}`, ``, errUnfinished},
		{`{"a":1} and {"b":`, ``, errUnfinished},
		{strings.Repeat("x", maxText+1), ``, errTooMuch},
	} {
		got, err := Extract(c.in)
		if !errors.Is(err, c.err) || string(got) != c.want {
			t.Errorf("Extract(%.80q) = %s, %v; want %s, %v", c.in, got, err, c.want, c.err)
		}
	}
}

// FuzzExtract holds that what comes out is one object that stands in the text,
// and that another object beside it makes the text ambiguous.
func FuzzExtract(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "```json\n{\"a\":[{}]}\n```", `{"a":1,}`, `{{{{`, `{"a":{"a":{"a":x`, `<think>{</think>{"b":"\u00e9"}`, `{"`, "{\"\xff\":1}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Extract(text)
		if err != nil {
			if got != nil {
				t.Fatalf("%q came with %v", got, err)
			}
			return
		}
		if !json.Valid(got) || got[0] != '{' || !strings.Contains(strings.ToValidUTF8(text, "\uFFFD"), string(got)) {
			t.Fatalf("%q gave %q", text, got)
		}
		if _, err := Extract(text + "\n" + string(got)); err == nil {
			t.Fatalf("%q twice is not ambiguous", text)
		}
	})
}
