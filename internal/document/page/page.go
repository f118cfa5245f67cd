// Package page reads web pages: headings, paragraphs, lists, code and tables of what people
// see of them. Scripts, styles, forms and navigation are left out.
package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/fault"
)

// maxDepth is how deep the elements of a page may be in each other.
const maxDepth = 600

// Read reads a page, which is UTF-8. The name is for messages.
func Read(name, text string) (*document.Document, error) {
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return nil, fault.Wrap(err, fault.BadData, "%s cannot be read as a web page: its elements are nested too deep", name).
			WithHint("save the text of the page, and add that")
	}
	w := &walker{}
	w.survey(root, 0)
	if w.deep {
		return nil, fault.New(fault.BadData, "%s cannot be read as a web page: its elements are nested more than %d deep", name, maxDepth).
			WithHint("save the text of the page, and add that")
	}
	if w.title != nil {
		w.b.Title(textOf(w.title))
	}
	main := w.main
	const share = 4 // a main part with less than a quarter of the text is not all that matters
	if main == nil || w.mains > 1 || length(main)*share < length(root) {
		main = root
	}
	w.walk(main, 0)
	w.flush()
	return w.b.Document(), nil
}

// walker goes through a page in its order.
type walker struct {
	b     build.Builder
	text  strings.Builder // of the paragraph so far
	item  int             // the level of the item that the paragraph is, 0 for none
	lists int             // around
	inner int             // elements around after which header and footer are not the page's

	title *html.Node
	main  *html.Node
	mains int
	deep  bool
}

// survey finds the title, the links and the main part.
func (w *walker) survey(n *html.Node, depth int) {
	if depth > maxDepth {
		w.deep = true
		return
	}
	if n.Type == html.ElementNode {
		switch {
		case n.DataAtom == atom.Title && w.title == nil && n.Namespace == "":
			w.title = n
		case n.DataAtom == atom.A:
			w.b.Link(attr(n, "href"))
		case n.DataAtom == atom.Main || attr(n, "role") == "main":
			if !isHidden(n) {
				w.main, w.mains = n, w.mains+1
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.survey(c, depth+1)
	}
}

// flush ends a paragraph.
func (w *walker) flush() {
	text := w.text.String()
	w.text.Reset()
	if w.item > 0 {
		w.b.Item(w.item, text)
	} else {
		w.b.Paragraph(text)
	}
	if strings.TrimSpace(text) != "" {
		w.item = 0
	}
}

func (w *walker) walk(n *html.Node, depth int) {
	if depth > maxDepth || w.b.Full() {
		return
	}
	switch n.Type {
	case html.TextNode:
		w.text.WriteString(oneLine(n.Data))
		return
	case html.ElementNode:
		if w.isLeftOut(n) || w.element(n, depth) {
			return
		}
	}
	w.children(n, depth)
}

func (w *walker) children(n *html.Node, depth int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c, depth+1)
	}
}

// element reads those that are more than what is in them.
func (w *walker) element(n *html.Node, depth int) bool {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.flush()
		w.b.Heading(int(n.Data[1]-'0'), textOf(n))
	case atom.Br:
		w.text.WriteByte('\n')
	case atom.Hr:
		w.flush()
	case atom.Img:
		w.text.WriteString(" " + oneLine(attr(n, "alt")) + " ")
	case atom.Pre, atom.Listing, atom.Xmp:
		w.flush()
		w.b.Code(rawText(n))
	case atom.Table:
		w.flush()
		if !w.table(n) {
			return false
		}
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		w.flush()
		w.lists++
		w.children(n, depth)
		w.flush()
		w.lists, w.item = w.lists-1, 0
	case atom.Li, atom.Dd:
		w.flush()
		w.item = max(w.lists, 1)
		w.children(n, depth)
		w.flush()
		w.item = 0
	case atom.Main, atom.Article, atom.Section:
		w.flush()
		w.inner++
		w.children(n, depth)
		w.flush()
		w.inner--
	case atom.Td, atom.Th: // of a table that is not one of data
		w.flush()
		w.children(n, depth)
		w.flush()
	default:
		if !isBlock(n.DataAtom) {
			return false
		}
		if strings.TrimSpace(w.text.String()) != "" || w.item == 0 {
			w.flush()
		}
		w.children(n, depth)
		w.flush()
	}
	return true
}

func isBlock(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Div, atom.Body, atom.Html, atom.Blockquote, atom.Dl, atom.Dt, atom.Figure, atom.Figcaption, atom.Header, atom.Footer, atom.Address,
		atom.Details, atom.Summary, atom.Center, atom.Tr, atom.Caption, atom.Aside, atom.Form, atom.Fieldset, atom.Legend, atom.Hgroup, atom.Option:
		return true
	}
	return false
}

// isLeftOut is true for what people do not see, or do not read.
func (w *walker) isLeftOut(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Head, atom.Svg, atom.Iframe, atom.Object, atom.Canvas, atom.Video, atom.Audio,
		atom.Select, atom.Button, atom.Input, atom.Textarea, atom.Datalist, atom.Dialog, atom.Nav, atom.Map:
		return true
	case atom.Footer, atom.Aside:
		return w.inner == 0
	}
	switch attr(n, "role") {
	case "navigation", "search", "contentinfo", "complementary", "dialog", "menu", "menubar", "banner":
		return w.inner == 0
	}
	return isHidden(n)
}

func isHidden(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "hidden":
			return true
		case "aria-hidden":
			return a.Val == "true"
		case "style":
			style := strings.ToLower(strings.ReplaceAll(a.Val, " ", ""))
			if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
				return true
			}
		}
	}
	return false
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// oneLine is text without the line breaks of its source.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' || r == '\f' {
			return ' '
		}
		return r
	}, text)
}

// length is how much text there is in a node.
func length(n *html.Node) int {
	size := 0
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.DataAtom != atom.Script && d.Parent.DataAtom != atom.Style {
			size += len(strings.TrimSpace(d.Data))
		}
	}
	return size
}

// textOf is the text in a node, for headings and cells.
func textOf(n *html.Node) string {
	var out strings.Builder
	collect(n, &out, 0)
	return out.String()
}

func collect(n *html.Node, out *strings.Builder, depth int) {
	if depth > maxDepth {
		return
	}
	switch {
	case n.Type == html.TextNode:
		out.WriteString(oneLine(n.Data))
		return
	case n.Type != html.ElementNode:
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Template || isHidden(n):
		return
	case n.DataAtom == atom.Img:
		out.WriteString(" " + oneLine(attr(n, "alt")) + " ")
	case n.DataAtom == atom.Br || n.DataAtom == atom.Li || isBlock(n.DataAtom):
		out.WriteByte('\n')
	case n.DataAtom == atom.Td || n.DataAtom == atom.Th:
		out.WriteByte(' ')
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		collect(c, out, depth+1)
	}
	if n.Type == html.ElementNode && isBlock(n.DataAtom) {
		out.WriteByte('\n')
	}
}

// rawText is the text in a node with its space.
func rawText(n *html.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		switch {
		case d.Type == html.TextNode:
			out.WriteString(d.Data)
		case d.DataAtom == atom.Br:
			out.WriteByte('\n')
		}
	}
	return out.String()
}
