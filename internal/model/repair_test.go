package model

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestReadArguments(t *testing.T) {
	const refused = ""
	for _, c := range []struct {
		in       string
		finished bool
		want     string
	}{
		{`{"a":1}`, false, `{"a":1}`},
		{"  {\"a\":1}\n", false, `{"a":1}`},
		{``, true, `{}`},
		{`null`, true, `{}`},
		{``, false, refused},
		{`{"a":[1,2,],}`, false, `{"a":[1,2]}`},
		{`{"a":NaN,"b":[-Infinity,Infinity]}`, false, `{"a":null,"b":[null,null]}`},
		{`{"a":"NaN, ]"}`, false, `{"a":"NaN, ]"}`},
		{"{\"sql\":\"SELECT 1\nFROM t\t\"}", false, `{"sql":"SELECT 1\u000aFROM t\u0009"}`},
		{`{"a":{"b":["x"`, true, `{"a":{"b":["x"]}}`},
		{`{"a":"x",`, true, `{"a":"x"}`},
		{`{"a":12,`, true, `{"a":12}`},
		{`{"a":true`, true, `{"a":true}`},
		{`{"a":{"b":["x"`, false, refused},
		{`{"a":12`, true, refused},
		{`{"a":"x`, true, refused},
		{`{"a":"x\`, true, refused},
		{`{"a":tru`, true, refused},
		{`{"a":`, true, refused},
		{`{"a"`, true, refused},
		{`{,}`, true, refused},
		{`{"a":[1 2,]}`, true, refused},
		{`{"a": [1, 2, ], }`, true, `{"a": [1 ,2 ] }`},
		{`{"a":[1,,2]}`, true, refused},
		{`{"a":1]`, true, refused},
		{`{"a":1}}`, true, refused},
		{`{"a":1}{"b":2}`, true, refused},
		{`"x"`, true, refused},
		{`[1,]`, true, refused},
		{`{'a':1}`, true, refused},
		{strings.Repeat(`{"a":`, maxDepth+1) + `"x"`, true, refused},
		{"{\"a\":\"\xff\"}", false, "{\"a\":\"\uFFFD\"}"},
	} {
		got, err := readArguments(c.in, c.finished)
		if (err != nil) != (c.want == refused) || string(got) != c.want {
			t.Errorf("readArguments(%.60q, %v) = %s, %v; want %s", c.in, c.finished, got, err, c.want)
		}
	}
}

// FuzzReadArguments holds that nothing but whole objects comes out, that valid
// ones stay as they are, and that half of one is never fixed when the model
// had not finished.
func FuzzReadArguments(f *testing.F) {
	for _, s := range []string{`{"a":[1,2,],}`, `{"a":NaN}`, `{"a":{"b":["x"`, `{"a":"x\`, "{\"a\":\"\n\"}", `{,}`, `[[[[`, `{"a":1e999999999}`, "\xff"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, text string, finished bool) {
		got, err := readArguments(text, finished)
		if err != nil {
			if got != nil {
				t.Fatalf("%q came with %v", got, err)
			}
			return
		}
		var object map[string]any
		if err := json.Unmarshal(got, &object); err != nil && !strings.Contains(err.Error(), "cannot unmarshal number") {
			t.Fatalf("%q became %q: %v", text, got, err)
		}
		if again, err := readArguments(string(got), false); err != nil || string(again) != string(got) {
			t.Fatalf("%q is not stable: %q, %v", got, again, err)
		}
		if open := strings.Count(text, "{") + strings.Count(text, "["); !finished && open > strings.Count(text, "}")+strings.Count(text, "]") && !strings.Contains(text, `"`) {
			t.Fatalf("%q was closed as %q, though the model had not finished", text, got)
		}
	})
}
