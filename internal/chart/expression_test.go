package chart

import (
	"slices"
	"strings"
	"testing"
)

func TestParseExpression(t *testing.T) {
	for text, want := range map[string]string{ // the fields, or ! and why not
		"datum.a":                                    "a",
		"datum['two words'] + datum.b * 2":           "two words,b",
		"datum.a > 1 && !(datum.b == 'x') ? 1 : -2":  "a,b",
		"indexof(['x', \"y\"], lower(datum.a)) >= 0": "a",
		"format(datum.a / 1e-3, ',.1f') + '\\u0041'": "a",
		"datum.a.b[0]":                               "a",
		"least < datum.a":                            "a",
		"year(datum.a) % 4 === 0":                    "a",
		"PI":                                         "",
		"":                                           "!ends too early",
		"datum.a =":                                  "!not allowed",
		"datum.a = 1":                                "!not allowed",
		"datum.a; 1":                                 "!not allowed",
		"`x`":                                        "!not allowed",
		"/x/":                                        "!not expected",
		"test(/x/, datum.a)":                         "!not allowed",
		"datum.a++":                                  "!ends too early",
		"{a: 1}":                                     "!not allowed",
		"function() 1":                               "!not allowed",
		"x => x":                                     "!not allowed",
		"new Date":                                   "!not known",
		"datum.a()":                                  "!not expected",
		"datum['a']()":                               "!not expected",
		"(abs)(1)":                                   "!not known",
		"this":                                       "!not known",
		"event.target":                               "!not known",
		"random()":                                   "!random is not allowed",
		"now()":                                      "!now is not allowed",
		"data('x')":                                  "!data is not allowed",
		"datum['constructor']":                       "!constructor",
		"datum.__proto__":                            "!__proto__",
		"datum.a.constructor.constructor":            "!constructor",
		"'x":                                         "!no end",
		"'\\x41'":                                    "!no end",
		"datum.":                                     "!name is expected",
		"datum[":                                     "!ends too early",
		"abs(1":                                      "!expected",
		"1 2":                                        "!not expected",
		strings.Repeat("(", 100) + "1":               "!too deeply",
		strings.Repeat("1+", 2000) + "1":             "!longer",
	} {
		e, err := parseExpression(text, []string{"least"}, false)
		if why, refused := strings.CutPrefix(want, "!"); refused {
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%.40q: got %v, want %s", text, err, why)
			}
			continue
		}
		if err != nil || strings.Join(e.fields, ",") != want {
			t.Errorf("%.40q: got %q, %v", text, e.fields, err)
		}
	}
}

func TestExpressionsAboutEvents(t *testing.T) {
	for text, allowed := range map[string]bool{
		"event.shiftKey": true, "event.key == 'a' && !event.altKey": true, "event": false, "event.view": false, "event.shiftKey.x": false, "event['view']": false,
	} {
		if _, err := parseExpression(text, nil, true); (err == nil) != allowed {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func FuzzParseExpression(f *testing.F) {
	for _, s := range []string{"datum.a + 1", "if(datum['x'] > 1, [1,2], 'y')", "a ? b : c", "'\\u00e9'", "((1))", "datum[datum.a]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := parseExpression(text, nil, false)
		if err != nil {
			return
		}
		// What is accepted calls nothing but what is listed.
		tokens, err := scan(text)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(tokens); i++ {
			if tokens[i] == (token{tokenMark, "("}) && tokens[i-1].kind == tokenName && !pureFunctions[tokens[i-1].text] {
				t.Fatalf("%q calls %s", text, tokens[i-1].text)
			}
		}
		if slices.Contains(e.fields, "constructor") {
			t.Fatalf("%q reads a constructor", text)
		}
	})
}
