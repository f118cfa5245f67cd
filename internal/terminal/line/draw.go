package line

import (
	"fmt"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/terminal"
)

// draw shows the current text, and below it the completions.
func (e *Editor) draw() {
	l := lay(e.buf, e.o.Prompt, e.o.Continue, e.width, e.bold)
	below := e.below()
	room := max(1, e.height-len(below))
	e.scroll = max(0, min(e.scroll, len(l.rows)-room)) // as little as shows the cursor
	e.scroll = min(e.scroll, l.at)
	e.scroll = max(e.scroll, l.at-room+1)
	rows := l.rows[e.scroll:min(len(l.rows), e.scroll+room)]
	rows = append(rows[:len(rows):len(rows)], below...)
	e.paint.draw(rows, l.at-e.scroll, l.column)
}

func (e *Editor) bold(text string) string { return e.o.Screen.Paint(terminal.Bold, text) }

// below are the rows under the text: candidates, the search, or a note.
func (e *Editor) below() []row {
	most := min(8, e.height-2)
	if most < 1 {
		return nil
	}
	switch {
	case e.menu != nil:
		return e.menu.rows(e.o.Screen, e.width, most)
	case e.search != nil:
		return e.dim(e.search.status())
	case e.note != "":
		return e.dim(e.note)
	}
	return nil
}

func (e *Editor) dim(text string) []row {
	text = e.o.Screen.Cut(terminal.Clean(text), e.width-1)
	return []row{{e.o.Screen.Paint(terminal.Dim, text), terminal.Width(text)}}
}

// finish leaves the whole text on the window, and the cursor below it.
func (e *Editor) finish() {
	e.menu, e.search, e.note = nil, nil, ""
	end := e.buf
	end.at = len(end.text)
	l := lay(end, e.o.Prompt, e.o.Continue, e.width, e.bold)
	e.paint.forgetRows()
	e.paint.draw(l.rows, len(l.rows)-1, l.column)
	e.paint.write("\r\n")
	e.paint.forget()
	e.scroll = 0
}

// painter changes what is on the window as little as it can.
type painter struct {
	out        io.Writer
	rows       []row // as they were drawn
	at, column int   // where the cursor is among them
}

// forget starts over in the row of the cursor.
func (p *painter) forget() { p.rows, p.at, p.column = nil, 0, 0 }

// forgetRows draws all rows again in their place.
func (p *painter) forgetRows() { p.rows = nil }

func (p *painter) clear() {
	p.write("\x1b[H\x1b[2J")
	p.forget()
}

func (p *painter) bell() { p.write("\a") }

// reflow follows the terminal to another width: it has broken rows that were
// wider, and the cursor went along.
func (p *painter) reflow(columns int) {
	above := p.column / columns
	for _, r := range p.rows[:min(p.at, len(p.rows))] {
		above += max(1, (r.width+columns-1)/columns)
	}
	p.rows, p.at = nil, above
}

const (
	wrapOff = "\x1b[?7l" // a character that the terminal takes for wider stays in its row
	wrapOn  = "\x1b[?7h"
)

func (p *painter) draw(rows []row, at, column int) {
	var b strings.Builder
	b.WriteString(wrapOff + "\r")
	up(&b, p.at)
	if p.rows == nil {
		b.WriteString("\x1b[J")
	}
	for i, r := range rows {
		if i > 0 {
			b.WriteString("\r\n")
		}
		if i >= len(p.rows) || p.rows[i] != r {
			b.WriteString("\r\x1b[K" + r.text)
		}
	}
	last := len(rows) - 1
	if len(p.rows) > len(rows) {
		b.WriteString("\r\n\x1b[J")
		last++
	}
	up(&b, last-at)
	fmt.Fprintf(&b, "\x1b[%dG", column+1)
	b.WriteString(wrapOn)
	p.write(b.String())
	p.rows, p.at, p.column = rows, at, column
}

func up(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\x1b[%dA", n)
	}
}

// write shows text. A terminal that cannot be written has gone; reading says so.
func (p *painter) write(text string) { _, _ = io.WriteString(p.out, text) }
