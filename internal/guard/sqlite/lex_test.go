package sqlite

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

func TestLex(t *testing.T) {
	for sql, want := range map[string]string{
		"a.b":               "a|.|b",
		"a->>b->c":          "a|->>|b|->|c",
		"1-- x\n-2":         "1|-|2",
		"1.5e+3e":           "",
		"1.5e+3 .5 5. 1e":   "",
		"1.5e+3 .5 5. 0xFf": "1.5e+3|.5|5.|0xFf",
		"1_0 x'aB' X'00'":   "1_0|x'aB'|X'00'",
		"'a''b' \"c\"\"d\"": "a'b|c\"d",
		"[a]]":              "",
		"[a\"b] `c``d`":     "a\"b|c`d",
		"a$b _c Zoë 日本":     "a$b|_c|Zoë|日本",
		"a<>b!=c==d<=e":     "a|<>|b|!=|c|==|d|<=|e",
		"a||b|c<<d>>e":      "a||||b|||c|<<|d|>>|e",
		"/**/a/*--*/b":      "a|b",
		"a/b%c*d&e~f":       "a|/|b|%|c|*|d|&|e|~|f",
	} {
		tokens, err := lex(sql)
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken for %v", sql, tokens)
			}
			continue
		}
		var got []string
		for _, k := range tokens {
			got = append(got, k.value)
		}
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q is taken for %q (%v), want %q", sql, got, err, want)
		}
	}
}

func TestLexSaysWhere(t *testing.T) {
	_, err := lex("SELECT id,\n  'été' || 'open")
	if f := fault.Of(err); f == nil || !strings.Contains(f.Message, "line 2, column 12") {
		t.Errorf("got %v", err)
	}
}
