package notebook

import (
	"bytes"
	"encoding/json"
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestMarkdown(t *testing.T) {
	for name, n := range map[string]*Notebook{"report": report(), "hostile": hostile()} {
		got := export(t, name+".md", func(b *bytes.Buffer) error { return WriteMarkdown(b, n) })
		golden(t, name+".golden.md", got)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	testbed.Golden(t, *update, filepath.Join("testdata", name), string(got))
}

func TestInert(t *testing.T) {
	for in, want := range map[string]string{
		"plain text, 12.5% (of 3)":   "plain text, 12.5% (of 3)",
		"a*b_c`d":                    "a\\*b\\_c\\`d",
		"<b>&amp;":                   "&lt;b>&amp;amp;",
		"# heading":                  "\\# heading",
		"- item":                     "\\- item",
		"1. item":                    "1\\. item",
		"2) item":                    "2\\) item",
		"1.5 is a number":            "1.5 is a number",
		"a|b\nc":                     "a\\|b c",
		"![x](y)":                    "!\\[x\\](y)",
		"see https://example.com":    "see https:\\/\\/example.com",
		"\x00\x1b[31mred \xff":       "\ufffd\ufffd\\[31mred \ufffd",
		"":                           "",
		"> quote":                    "\\> quote",
		"$x$ ~~y~~":                  "\\$x\\$ \\~\\~y\\~\\~",
		"a line\n\n## and a heading": "a line ## and a heading",
	} {
		if got := inert(in); got != want {
			t.Errorf("inert(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFenced(t *testing.T) {
	if got := fenceCode("sql", "SELECT '```'\n"); got != "````sql\nSELECT '```'\n````" {
		t.Errorf("%q", got)
	}
}

// TestJupyter holds the export to what nbformat 4.5 asks for.
func TestJupyter(t *testing.T) {
	id := regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	for name, n := range map[string]*Notebook{"report": report(), "hostile": hostile()} {
		got := export(t, name+".ipynb", func(b *bytes.Buffer) error { return WriteJupyter(b, n) })
		var nb struct {
			Cells []struct {
				Type     string          `json:"cell_type"`
				ID       string          `json:"id"`
				Metadata map[string]any  `json:"metadata"`
				Source   []string        `json:"source"`
				Count    json.RawMessage `json:"execution_count"`
				Outputs  []struct {
					Type     string                     `json:"output_type"`
					Data     map[string]json.RawMessage `json:"data"`
					Metadata map[string]any             `json:"metadata"`
				} `json:"outputs"`
			} `json:"cells"`
			Metadata map[string]any `json:"metadata"`
			Format   int            `json:"nbformat"`
			Minor    int            `json:"nbformat_minor"`
		}
		d := json.NewDecoder(bytes.NewReader(got))
		d.DisallowUnknownFields()
		if err := d.Decode(&nb); err != nil || nb.Format != 4 || nb.Minor != 5 || nb.Metadata["kernelspec"] == nil {
			t.Fatalf("%s: %v\n%s", name, err, got)
		}
		seen, charts := map[string]bool{}, 0
		for _, c := range nb.Cells {
			if !id.MatchString(c.ID) || seen[c.ID] || c.Metadata == nil || c.Source == nil {
				t.Errorf("%s: cell %+v", name, c)
			}
			seen[c.ID] = true
			switch {
			case c.Type == "markdown":
				if c.Outputs != nil || c.Count != nil {
					t.Errorf("%s: cell %+v", name, c)
				}
				if text := strings.Join(c.Source, ""); strings.Contains(text, "<script") || strings.Contains(text, "<img") {
					t.Errorf("%s: markdown with HTML: %s", name, text)
				}
			case c.Type != "code" || string(c.Count) != "null" || c.Outputs == nil:
				t.Errorf("%s: cell %+v", name, c)
			}
			for _, o := range c.Outputs {
				if o.Type != "display_data" || o.Metadata == nil {
					t.Errorf("%s: output %+v", name, o)
				}
				if html := string(o.Data["text/html"]); strings.Contains(html, "<script") || strings.Contains(html, "<img") {
					t.Errorf("%s: output with HTML: %s", name, html)
				}
				if o.Data[mimeVegaLite5] != nil && o.Data[mimeVegaLite6] != nil {
					charts++
				}
			}
		}
		if want := map[string]int{"report": 3, "hostile": 1}[name]; charts != want {
			t.Errorf("%s: %d charts, want %d", name, charts, want)
		}
	}
}

func TestSegments(t *testing.T) {
	ref := func(text string) session.DataReference { return session.DataReference{RefID: text, Text: text} }
	for name, c := range map[string]struct {
		narrative session.Narrative
		want      string // references in [], doubts in {}
	}{
		"in order":         {session.Narrative{Text: "From 12 to 12.", DataReferences: []session.DataReference{ref("12"), ref("12")}}, "From |[12]| to |[12]|."},
		"whole numbers":    {session.Narrative{Text: "In 2012, 1,200 of 12.5 and 12.", DataReferences: []session.DataReference{ref("12")}}, "In 2012, 1,200 of 12.5 and |[12]|."},
		"not there":        {session.Narrative{Text: "Nothing.", DataReferences: []session.DataReference{ref("7"), ref("")}}, "Nothing."},
		"overlapping":      {session.Narrative{Text: "up 12% now", DataReferences: []session.DataReference{ref("up 12%"), ref("12%")}}, "[up 12%]| now"},
		"out of order":     {session.Narrative{Text: "a 1 b 2", DataReferences: []session.DataReference{ref("2"), ref("1")}}, "a |[1]| b |[2]"},
		"in doubt":         {session.Narrative{Text: "Sure 1. Unsure 2.", DataReferences: []session.DataReference{ref("1"), ref("2")}, Unverified: []string{"Unsure 2."}}, "Sure |[1]|. |{Unsure }|{2}|{.}"},
		"at the beginning": {session.Narrative{Text: "12 is 12", DataReferences: []session.DataReference{ref("12")}}, "[12]| is 12"},
	} {
		var got []string
		for _, s := range Segments(c.narrative) {
			switch {
			case s.Unverified:
				got = append(got, "{"+s.Text+"}")
			case s.Ref != nil:
				got = append(got, "["+s.Text+"]")
			default:
				got = append(got, s.Text)
			}
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, "|"), c.want)
		}
	}
}
