package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/document/page"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/test/documenttest"
)

// check reads a text that may be anything.
func check(t *testing.T, text string) *document.Document {
	t.Helper()
	d, err := page.Read("x.html", text)
	d, _ = documenttest.Bounded(t, d, err)
	return d
}

func compare(t *testing.T, text, want string) *document.Document {
	t.Helper()
	d := check(t, text)
	if d == nil {
		t.Fatalf("%.100s: is not read", text)
	}
	documenttest.Compare(t, d, want)
	return d
}

func TestBlocks(t *testing.T) {
	compare(t, `<h1>A <b>bold</b>
heading</h1><p>One<br>two <i>three</i><p>Four &amp; &eacute; &#x416; &nope;<hr>Bare <img alt="a picture" src="x.png"> text
<blockquote><p>Quoted</p></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl><pre>a
  b</pre><h6>Small</h6><details><summary>More</summary>Hidden at first</details>`, `
heading 1: A bold heading
paragraph: One⏎two three
paragraph: Four & é Ж &nope;
paragraph: Bare a picture text
paragraph: Quoted
paragraph: Term
item 1: Meaning
code: a⏎  b
heading 6: Small
paragraph: More
paragraph: Hidden at first
`)
}

func TestLists(t *testing.T) {
	compare(t, `<ol><li><p>one</p><p>more of it</p><li>two<ul><li>deep<ol><li>deeper</ol></ul>after<li></ol><p>Text`, `
item 1: one
paragraph: more of it
item 1: two
item 2: deep
item 3: deeper
paragraph: after
paragraph: Text
`)
}

func TestWhatIsLeftOut(t *testing.T) {
	d := compare(t, `<html><head><title> The
title </title><base href="http://x/"></head><body><header role="banner">Logo</header><nav>Menu</nav>
<script>bad()</script><style>p{}</style><noscript>No script</noscript><template><p>Template</p></template><!-- comment -->
<p onclick="bad()">Seen <span style="Display : none">not</span><span aria-hidden="true">icon</span><span hidden>no</span>.</p>
<svg><title>Drawing</title><text>svg</text></svg><form><label>Name</label><select><option>A</select><button>Send</button><textarea>x</textarea></form>
<iframe srcdoc="<p>frame"></iframe><object><p>object</p></object><math><mi>x</mi></math>
<a href="javascript:alert(1)">Click</a><aside>Beside</aside><footer>Imprint</footer></body></html>`, `
paragraph: Seen .
paragraph: Name
paragraph: x Click
`)
	if d.Title != "The title" {
		t.Errorf("title %q", d.Title)
	}
}

func TestMainPart(t *testing.T) {
	long := strings.Repeat("Long text. ", 20)
	compare(t, "<body><p>Around</p><main><p>"+long+"</p><footer>Its own</footer></main>", "paragraph: "+strings.TrimSpace(long)+"\nparagraph: Its own\n")
	compare(t, "<body><p>"+long+"</p><main>Little</main>", "paragraph: "+strings.TrimSpace(long)+"\nparagraph: Little\n")
}

func TestTables(t *testing.T) {
	for _, c := range []struct{ html, want string }{
		{"<table><thead><tr><td>a<td>b<tbody><tr><td>1<td>x</table>", "table <a:integer> <b:text> / 1 | x"},
		{"<table><tr><th>Area<th>City<th>Sum<tr><td rowspan=2>North<td>Kiel<td>1<tr><td>Husum<td>2<tr><td colspan=2>All<td>3</table>",
			"table <Area:text> <City:text> <Sum:integer> / North | Kiel | 1 / North | Husum | 2 / All |  | 3"},
		{"<table><tr><th colspan=2>Both<th>c<tr><td>1<td>2<td>3</table>", "table <Both:integer> <Both 2:integer> <c:integer> / 1 | 2 | 3"},
		{"<table><tr><td>1<td>2<tr><td>3<td>4</table>", "table <column 1:integer> <column 2:integer> / 1 | 2 / 3 | 4"},
		{"<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "paragraph: a\nparagraph: b\nparagraph: c\nparagraph: d"},
		{"<table><tr><td>Only one<tr><td>column</table>", "paragraph: Only one\nparagraph: column"},
		{"<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table><td>Beside</table>", "table <a:integer> <b:integer> / 1 | 2\nparagraph: Beside"},
		{"<table><tr><td rowspan=-1 colspan=x>a<td colspan=99999999999999999999>b<tr><td rowspan=0>c<td>d<br>e<p>f</table>",
			"table <a:text> <b:text> / c | d⏎e⏎f"},
	} {
		compare(t, c.html, c.want+"\n")
	}
}

func TestDeepPages(t *testing.T) {
	for _, tag := range []string{"div", "b", "table><tr><td", "ul><li", "p", "svg", "blockquote", "font", "template", "select"} {
		for _, depth := range []int{100, 5000, 50_000} {
			check(t, strings.Repeat("<"+tag+">", depth)+"Text")
		}
	}
	if _, err := page.Read("x.html", strings.Repeat("<div>", 5000)); err == nil || !strings.Contains(fault.Of(err).Message, "nested") {
		t.Errorf("deep: %v", err)
	}
}

func TestHostilePages(t *testing.T) {
	const many = 100
	for name, text := range map[string]string{
		"spans":      "<table>" + strings.Repeat("<tr><td rowspan=1000 colspan=1000>"+strings.Repeat("x", 50), 20) + "</table>",
		"many names": strings.Repeat("<table><tr><th colspan=1000>x</table>", many),
		"attributes": "<p " + strings.Repeat("a=b ", 100_000) + ">x",
		"open":       strings.Repeat("<", 100_000) + strings.Repeat("<!--", 100_000),
		"entities":   strings.Repeat("&nbsp;&#1;&#xD800;&#x110000;", 10_000),
		"links":      strings.Repeat(`<a href="`+strings.Repeat("x", 100)+`">`, 1000) + "x",
		"formats":    strings.Repeat("<b><i><p>x", 200),
		"zeros":      "<p>\x00\x01\x1b[31mred\u202egnihton\u2066",
	} {
		t.Run(name, func(t *testing.T) { check(t, text) })
	}
	var links strings.Builder
	for i := range build.MaxLinks + 10 {
		fmt.Fprintf(&links, "<a href='/%d'></a>", i)
	}
	if d := check(t, links.String()); d == nil || len(d.Links) != build.MaxLinks {
		t.Error("the links are not bounded")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("<h1>a</h1><p>b<ul><li>c</ul><table><tr><th>d<th>e<tr><td rowspan=2>1<td colspan=2>2</table><pre>f</pre>")
	f.Add("<main><svg><title></main><table><td><table><caption>")
	f.Add("<!doctype html><template><select><option></p></br><frameset>")
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}
