package plain_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/plain"
)

// outline is a document as lines, for comparison.
func outline(d *document.Document) string {
	var b strings.Builder
	for _, block := range d.Blocks {
		fmt.Fprintf(&b, "%s", block.Kind)
		if block.Level > 0 {
			fmt.Fprintf(&b, " %d", block.Level)
		}
		if block.Table == nil {
			fmt.Fprintf(&b, ": %s\n", strings.ReplaceAll(block.Text, "\n", "⏎"))
			continue
		}
		for _, c := range block.Table.Columns {
			fmt.Fprintf(&b, " %s:%s", c.Name, c.Kind)
		}
		for _, row := range block.Table.Rows {
			b.WriteString(" /")
			for _, v := range row {
				b.WriteString(" " + v.String())
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func compare(t *testing.T, d *document.Document, want string) {
	t.Helper()
	if err := build.Check(d); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(strings.TrimLeft(want, "\n"), outline(d)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestMarkdown(t *testing.T) {
	d := plain.Markdown(`---
title: "The handbook"
---
# Returns & *refunds*

Goods can be returned within **30 days**,
see [the policy](https://example.com/policy "Policy") or <https://example.com/x>.
A line break  
here; snake_case stays, 2 * 3 * 4 too, and ` + "`a *b*`" + `.
<!-- not
seen -->

Shipping
--------

- first [item][ref]
  goes on
  - nested
- [x] done
1. one

> Quoted &amp; ~~gone~~

` + "```go\nfunc main() {\n\t# no heading\n}\n```" + `

| Region | Revenue | Since |
|:-------|--------:|-------|
| North  | 1,200.50 | 2024-01-31 |
| **South** \| East | 10 | |

    indented code

![A chart](chart.png) and مرحبا 世界 Привет.

[ref]: ../items.md
`)
	compare(t, d, `
heading 1: Returns & refunds
paragraph: Goods can be returned within 30 days, see the policy or https://example.com/x. A line break⏎here; snake_case stays, 2 * 3 * 4 too, and a *b*.
heading 2: Shipping
item 1: first item goes on
item 2: nested
item 1: done
item 1: one
paragraph: Quoted & gone
code: func main() {⏎	# no heading⏎}
table Region:text Revenue:decimal Since:date / North 1200.50 2024-01-31 / South | East 10 
code: indented code
paragraph: A chart and مرحبا 世界 Привет.
`)
	if d.Title != "The handbook" {
		t.Errorf("title %q", d.Title)
	}
	if diff := cmp.Diff([]string{"https://example.com/policy", "https://example.com/x", "../items.md"}, d.Links); diff != "" {
		t.Error(diff)
	}
}

func TestText(t *testing.T) {
	compare(t, plain.Text("Minutes\r\n=======\r\n\r\nWe met.\r\nAnd spoke.\r\n\r\n- one\r\n- two\r\n\fNew page\n"), `
heading 1: Minutes
paragraph: We met.⏎And spoke.
item 1: one
item 1: two
paragraph: New page
`)
}

func TestCSV(t *testing.T) {
	compare(t, plain.CSV("name;qty;zip\n\"Müller; Söhne\";2;01234\nÖzil;3;00001\n"), `
table name:text qty:integer zip:text / Müller; Söhne 2 01234 / Özil 3 00001
`)
	compare(t, plain.CSV("1,2\n3,4\n"), "table column 1:integer column 2:integer / 1 2 / 3 4\n")
	compare(t, plain.CSV("Just a sentence.\nAnd one more.\n"), "paragraph: Just a sentence.⏎And one more.\n")
	compare(t, plain.CSV("a,a,\n1,2,x\n1.5,,y\n"), "table column 1:text column 2:text column 3:text / a a  / 1 2 x / 1.5  y\n")
}

// hostile are texts that cost much where a parser looks at them again and again.
func hostile() map[string]string {
	const n = 1 << 18
	list := map[string]string{}
	for _, part := range []string{"[", "![", "[a](", "`", "*a ", "_", "> ", "- ", "<!--", "|", "\t", "[a][", "](", "&", "<a ", "**a*", "# ", "\\", "1. ", "http://", "\"", ",\"", "~~~\n", "a\n", "    x\n", "- a\n  ", "|-", "[a]: b\n"} {
		list[part] = strings.Repeat(part, n/len(part))
	}
	list["ticks"] = ticks()
	return list
}

// ticks are runs of backticks, each of another length.
func ticks() string {
	var b strings.Builder
	for i := 1; i < 700; i++ {
		b.WriteString(strings.Repeat("`", i) + "a")
	}
	return b.String()
}

func TestHostileTextsStayBounded(t *testing.T) {
	for name, text := range hostile() {
		for _, read := range []func(string) *document.Document{plain.Text, plain.Markdown, plain.CSV} {
			if err := build.Check(read(text)); err != nil {
				t.Errorf("%q: %v", name, err)
			}
		}
	}
}

func fuzz(f *testing.F, read func(string) *document.Document) {
	f.Add("# a\n\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x](y) `c` **d** <e@f>\n")
	f.Add("a;b\n\"1;2\";3\n")
	f.Add("\xff\x00[[[](((")
	f.Fuzz(func(t *testing.T, text string) {
		d := read(text)
		if err := build.Check(d); err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, b := range d.Blocks {
			size += len(b.Text)
		}
		if most := 3*len(text) + 100; size > most { // what is not UTF-8 becomes three bytes
			t.Fatalf("%d bytes of %d", size, len(text))
		}
	})
}

func FuzzText(f *testing.F)     { fuzz(f, plain.Text) }
func FuzzMarkdown(f *testing.F) { fuzz(f, plain.Markdown) }
func FuzzCSV(f *testing.F)      { fuzz(f, plain.CSV) }
