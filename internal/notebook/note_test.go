package notebook

import (
	"bytes"
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
)

func TestNotesInMarkdown(t *testing.T) {
	for in, want := range map[string]string{
		"Plain words.":                        "Plain words.\n",
		"one\ntwo\n\nthree":                   "one\ntwo\n\nthree\n",
		"# Why\ntext":                         "# Why\ntext\n",
		"- a\n- **b** c\n\n1. x\n2) y":        "- a\n- **b** c\n\n1. x\n2) y\n",
		"an *odd* `x*y` _word_ a_b_c":         "an *odd* `x*y` _word_ a_b_c\n",
		"> said":                              "> said\n",
		"[link](https://example.com)":         "[link](https://example.com)\n",
		"<https://example.com> and 1 < 2":     "<https://example.com> and 1 < 2\n",
		"| a | b |\n|---|---|\n| 1 | 2 |":     "| a | b |\n|---|---|\n| 1 | 2 |\n",
		"```\nSELECT *\n# <x>\n```\nafter":    "```\nSELECT *\n# <x>\n```\nafter\n",
		"```\nopen":                           "```\nopen\n```\n",
		"````\n```\n<b>":                      "````\n```\n<b>\n````\n",
		"~~~\n<b>\n~~~\n<b>":                  "~~~\n<b>\n~~~\n&lt;b>\n",
		"<script>alert(1)</script>":           "&lt;script>alert(1)&lt;/script>\n",
		"<!-- the rest is gone":               "&lt;!-- the rest is gone\n",
		"`<b>` is code":                       "`<b>` is code\n",
		"an odd `\n` <img src=x> `":           "an odd `\n` &lt;img src=x> `\n",
		"\\`<img src=x>`":                     "\\`&lt;img src=x>`\n",
		"[x](javascript:alert(1)) **[y](z)**": "[x&#93;(javascript:alert(1)) **[y](z)**\n",
		"[x]( <JavaScript:alert(1)>)":         "[x&#93;( &lt;JavaScript:alert(1)>)\n",
		"[x]: javascript:alert(1)":            "[x&#93;: javascript:alert(1)\n",
		"":                                    "",
		" \n\n":                               "",
		"* * *":                               "* * *\n",
		"2 * 3 * 4":                           "2 * 3 * 4\n",
	} {
		var b bytes.Buffer
		viewOf(session.Cell{Note: in}).note(&b)
		if got := strings.TrimPrefix(b.String(), "\n"); got != want {
			t.Errorf("%q:\n%q\n%q", in, got, want)
		}
	}
}

// TestLinksInNotes shows which links stay links in Markdown and in Jupyter:
// those to the web, to mail and to files beside the note.
func TestLinksInNotes(t *testing.T) {
	for _, note := range []string{
		"[x](https://example.com/a?b=1&c=2 'title')", "[x](HTTP://example.com)", "[x](<https://example.com>)", "[x](mailto:me@example.com)",
		"![x](https://example.com/a.png)", "[x]: https://example.com", "[x]:\thttps://example.com", "<HTTPS://example.com>", "<mailto:me@example.com>",
		"[x](other.md)", "[x](#part)", "[x](../a/b.csv)", "[x](/a)", "[x]()", "[x][y]", "[1] (there)", "a[1]: b", "$\\href{https://example.com}{x}$",
		"```\n[x](javascript:alert(1)) <b>\n```", "`[x](javascript:alert(1))` is code",
	} {
		if got := exported(note); got != note {
			t.Errorf("%q became %q", note, got)
		}
	}
	for _, note := range []string{
		"[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "![x](javascript:alert(1))", "[x](vbscript:x)", "[x](data:text/html,x)", "[x](file:///etc/passwd)",
		"[x]( \tjavascript:alert(1))", "[x](\njavascript:alert(1))", "> [x](\n> javascript:alert(1))", "[x](<javascript:alert(1)>)", "[x](\n<javascript:alert(1)>)",
		"[x\\](javascript:alert(1))", "[x\\\\](javascript:alert(1))", "[x](javascript&colon;alert(1))", "[x](&#106;avascript:alert(1))", "[x](&#x6a;avascript&#58;alert(1))",
		"[x](javascript\\:alert(1))", "[x](java&Tab;script:alert(1))", "[x](java\tscript:alert(1))", "[x](java\nscript:alert(1))", "[x](\x01javascript:alert(1))", "[x](\u00a0javascript:alert(1))",
		"[x] (javascript:alert(1))", "[x]: javascript:alert(1)", "[x]:javascript:alert(1)", "[x]:\n  javascript:alert(1)", "[x]: <javascript:alert(1)>", "  [x]:\r\tdata:text/html,x",
		"<javascript:alert(1)>", "<JAVASCRIPT:alert(1)>", "<vbscript:x>", "<data:text/html,x>", "<a href=javascript:alert(1)>x</a>",
		"~~~ `x`\ncode\n~~~\n[x](javascript:alert(1))", // the mark below the code closes it
		"- a\n  ```\n[x](javascript:alert(1))",         // the code ends with its list
		"1. ```\n[x](javascript:alert(1))",
		"  ~~~\n```\n  ~~~\n<img src=x onerror=alert(1)>",
		"<http://x`><img src=x onerror=alert(1)>`",                     // the address takes the first backtick
		"| a | b |\n|---|---|\n| ` | <img src=x onerror=alert(1)> ` |", // the cell ends before the second
		"| a | b |\n|---|---|\n| ` | [x](javascript:alert(1)) ` |",     // likewise
		"```\rcode\r```\r[x](javascript:alert(1))", "$\\href{javascript:alert(1)}{x}$", "$\\href {javascript:alert(1)}{x}$", "$\\href\\x{x}$",
	} {
		got := exported(note)
		if live.MatchString(got) {
			t.Errorf("%q became %q", note, got)
		}
		if text := html.UnescapeString(got); text != html.UnescapeString(strings.ReplaceAll(note, "\r", "\n")) {
			t.Errorf("%q lost text: %q", note, text)
		}
	}
}

// live finds a tag or a target that is neither the web nor a file, whatever else
// the line is taken for.
var live = regexp.MustCompile(`<[A-Zac-gi-z/!]|\]\s*[(:][\s>]*(?:<?[^\s)]*(?:[jJ]|:|&)[^\s)]*|$)|\\href`)

func exported(note string) string {
	var b bytes.Buffer
	viewOf(session.Cell{Note: note}).note(&b)
	return strings.Trim(b.String(), "\n")
}

// TestNotesInExports shows that a note stands between the cells as what it is,
// and that nothing in it is more than text.
func TestNotesInExports(t *testing.T) {
	n := report()
	n.Cells = append(n.Cells, session.Cell{ID: "cell_note", Note: "# Why\n\n<img src=x onerror=alert(1)> and *this*\n\n| Region | Sales |\n|---|--:|\n| *North* | <b>12 |\n| South || left out |\nafter"})
	var page, text, jupyter bytes.Buffer
	for _, err := range []error{WriteHTML(&page, n), WriteMarkdown(&text, n), WriteJupyter(&jupyter, n)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := page.String(); !strings.Contains(got, `<tr><th>Region</th><th class="number">Sales</th></tr><tr><td><em>North</em></td><td class="number">&lt;b&gt;12</td></tr><tr><td>South</td><td class="number"></td></tr></table></div>`+"\n<p>after</p>") {
		t.Error("the page does not have the table of the note")
	}
	if got := page.String(); !strings.Contains(got, "<h3>Why</h3>") || !strings.Contains(got, "&lt;img src=x") || strings.Contains(got, "<img") || !strings.Contains(got, "<em>this</em>") {
		t.Error("the page does not have the note as it should")
	}
	if got := text.String(); !strings.Contains(got, "\n# Why\n\n&lt;img src=x onerror=alert(1)> and *this*\n") {
		t.Errorf("Markdown: %s", got[max(0, len(got)-200):])
	}
	var j ipynb
	if err := json.Unmarshal(jupyter.Bytes(), &j); err != nil {
		t.Fatal(err)
	}
	last := j.Cells[len(j.Cells)-1].(map[string]any)
	if last["cell_type"] != "markdown" || last["id"] == "" {
		t.Errorf("Jupyter: %v", last)
	}
}

func TestTitle(t *testing.T) {
	for want, c := range map[string]session.Cell{
		"How many?":                   {Question: "How many?"},
		"Why it is so":                {Note: "\n## Why *it* is so\n\ntext"},
		"a":                           {Note: "- a\n- b"},
		"a note":                      {Note: "```\ncode\n```"},
		strings.Repeat("x", 79) + "…": {Note: strings.Repeat("x", 81)},
	} {
		if got := Title(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if o := verified(t, session.Cell{Note: "words"}); !o.OK || o.Question != "words" {
		t.Errorf("got %+v", o)
	}
}

func TestOccupy(t *testing.T) {
	s := filled(t, 0)
	release, ok := s.Occupy()
	if !ok {
		t.Fatal("nobody else has it")
	}
	if _, again := s.Occupy(); again {
		t.Error("two have it")
	}
	release()
	if release, ok = s.Occupy(); !ok {
		t.Fatal("nobody has it any more")
	}
	release()
}

func FuzzBlocks(f *testing.F) {
	f.Add("# a\n\n- b\n`c` **d** *e*\n```\nx")
	f.Fuzz(func(t *testing.T, note string) {
		var b bytes.Buffer
		viewOf(session.Cell{Note: note}).note(&b)
		if len(b.String()) > 20*len(note)+10 {
			t.Errorf("%d bytes became %d", len(note), b.Len())
		}
	})
}
