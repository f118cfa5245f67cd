package page

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/plumbdata/plumb/internal/document/build"
)

const maxSpan = 1000

// table reads a table of data; false for one that only arranges a page.
func (w *walker) table(n *html.Node) bool {
	if attr(n, "role") == "presentation" || attr(n, "role") == "none" {
		return false
	}
	g := &grid{}
	nested := false
	caption := ""
	for d := range n.Descendants() {
		switch d.DataAtom {
		case atom.Table:
			nested = true
		case atom.Caption:
			caption = textOf(d)
		case atom.Tr:
			if tableOf(d) == n {
				g.row(d)
			}
		}
	}
	if nested || g.width < 2 || len(g.rows) < 2 && g.heads == 0 {
		return false
	}
	h := build.HeaderUnknown
	if g.firstIsHead {
		h = build.HeaderFirst
	}
	w.b.Table(caption, g.rows, h)
	return true
}

// tableOf is the table that a row belongs to.
func tableOf(n *html.Node) *html.Node {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Table {
			return p
		}
	}
	return nil
}

// grid is the cells of a table, each of them where it is seen.
type grid struct {
	rows        [][]string
	width       int
	heads       int // cells that are marked as names
	firstIsHead bool
	cells       int
	down        map[int]span // cells that go on below, by column
}

type span struct {
	text string
	left int // rows
}

func (g *grid) row(n *html.Node) {
	var row []string
	if g.down == nil {
		g.down = map[int]span{}
	}
	fromAbove := func() {
		for {
			s, ok := g.down[len(row)]
			if !ok {
				return
			}
			if s.left--; s.left == 0 {
				delete(g.down, len(row))
			} else {
				g.down[len(row)] = s
			}
			row = append(row, s.text)
		}
	}
	heads, cells := 0, 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th || len(row) >= build.MaxColumns || g.cells > build.MaxCells {
			continue
		}
		fromAbove()
		text := strings.TrimSpace(textOf(c))
		cells++
		if c.DataAtom == atom.Th {
			heads++
		}
		rows := spanOf(c, "rowspan")
		for range min(spanOf(c, "colspan"), build.MaxColumns-min(len(row), build.MaxColumns)) {
			if rows > 1 {
				g.down[len(row)] = span{text, rows - 1}
			}
			row = append(row, text)
			g.cells++
			if rows == 1 && c.DataAtom == atom.Td {
				text = "" // a value stands once
			}
		}
	}
	fromAbove()
	if len(g.rows) == 0 {
		g.firstIsHead = cells > 0 && heads == cells || n.Parent.DataAtom == atom.Thead
	}
	g.heads += heads
	g.width = max(g.width, len(row))
	g.rows = append(g.rows, row)
}

func spanOf(n *html.Node, key string) int {
	v, err := strconv.Atoi(strings.TrimSpace(attr(n, key)))
	if err != nil {
		return 1
	}
	return min(max(v, 1), maxSpan)
}
