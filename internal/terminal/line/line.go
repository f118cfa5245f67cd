// Package line is the line that a person types at a prompt: editing, several
// lines in one text, history, search and completion.
//
// It is our own because what exists falls short of what is promised here.
// golang.org/x/term knows one line and counts every character as one column.
// The larger libraries read the environment and key files by themselves, do
// not put the terminal back when the program is suspended, or keep a history
// that two processes overwrite.
//
// The terminal is in raw mode only within Read, and is put back however Read
// ends. Nothing is drawn outside the window, and rows are broken here and not
// by the terminal, so that the cursor is where it seems to be whatever the
// terminal thinks of a character's width.
package line

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/terminal"
)

// Options are what a prompt is made of.
type Options struct {
	In       *os.File // a terminal
	Out      io.Writer
	Screen   terminal.Screen // colours and signs; the width is asked of In
	Prompt   string
	Continue string // the prompt of every further line
	History  *History

	// Complete finds what could stand at the cursor, a place in bytes. It may
	// be nil.
	Complete func(text string, cursor int) []Candidate
	// Unfinished says that Enter begins another line. It may be nil.
	Unfinished func(text string) bool
}

// Candidate is one way to complete a text.
type Candidate struct {
	From  int    // where in the text begins what it replaces, which ends at the cursor
	Text  string // what stands there afterwards
	About string // a few words, for the list
}

// Editor reads lines. It is for one goroutine.
type Editor struct {
	o       Options
	keys    decoder
	buf     buffer
	past    walk
	search  *search
	menu    *menu
	note    string // shown below the text until the next key
	paint   painter
	scroll  int // first row of the text that is shown
	width   int
	height  int
	killing bool   // the last key killed: the next adds to it
	killed  string // what yanking brings back
}

// maxText bounds a text, in bytes. A question or a statement is far smaller.
const maxText = 64 << 10

// escapeWait is how long an Escape may be the beginning of a longer key.
const escapeWait = 50 * time.Millisecond

// New makes an editor. Nothing happens before Read.
func New(o Options) *Editor {
	if o.History == nil {
		o.History = &History{}
	}
	return &Editor{o: o, paint: painter{out: o.Out}}
}

// what a key leads to
type outcome int

const (
	goOn outcome = iota
	submit
	leave
	suspend
)

// Read is the text that the person enters. It is io.EOF when they leave, and
// the context's error when that ends.
func (e *Editor) Read(ctx context.Context) (string, error) {
	t, err := openTTY(ctx, e.o.In, e.o.Out)
	if err != nil {
		return "", err
	}
	defer t.close()
	e.buf, e.search, e.menu, e.note, e.scroll, e.killing = buffer{}, nil, nil, "", 0, false
	e.past = newWalk(e.o.History.list)
	e.paint.forget()
	e.width, e.height = t.size()
	quiet := false // nothing came for a while: what has come is all
	for {
		switch e.obeyKeys(quiet) {
		case submit:
			e.finish()
			return e.buf.text, nil
		case leave:
			e.finish()
			return "", io.EOF
		case suspend:
			e.finish()
			t.suspend()
		}
		if !t.suspended {
			e.draw()
		}
		happened, b := t.wait(e.patience(t))
		quiet = happened == nothingCame
		switch {
		case happened == bytesCame:
			e.keys.add(b)
		case happened == ended:
			e.finish()
			return "", ctx.Err()
		case happened == hungUp:
			return "", io.EOF
		case happened == continued, t.suspended:
			t.resume()
			e.paint.forget()
			e.width, e.height = t.size()
		case happened == resized:
			e.width, e.height = t.size()
			e.paint.reflow(e.width)
		}
	}
}

// patience is how long to wait for what comes next; -1 is for ever.
func (e *Editor) patience(t *tty) time.Duration {
	switch {
	case t.suspended:
		return stopWait
	case e.keys.waiting():
		return escapeWait
	}
	return -1
}

// obeyKeys obeys the keys that have come. An unfinished key stays, unless nothing
// more will come.
func (e *Editor) obeyKeys(all bool) outcome {
	for {
		k, ok := e.keys.next(all)
		if !ok {
			return goOn
		}
		if o := e.press(k); o != goOn {
			return o
		}
	}
}

// press obeys one key.
func (e *Editor) press(k key) outcome {
	e.note = ""
	if e.search != nil {
		if o, done := e.pressInSearch(k); done {
			return o
		}
	}
	if e.menu != nil {
		if e.pressInMenu(k) {
			return goOn
		}
	}
	if e.pressToKill(k) {
		e.killing = true
		return goOn
	}
	e.killing = false
	switch k.code {
	case keyEnter:
		return e.enter()
	case keyInterrupt:
		if e.buf.text == "" {
			return leave
		}
		e.buf = buffer{}
		e.past = newWalk(e.o.History.list)
	case keyDeleteOrLeave:
		if e.buf.text == "" {
			return leave
		}
		e.buf.cut(e.buf.at, e.buf.right())
	case keySuspend:
		return suspend
	case keyClear:
		e.paint.clear()
	case keySearch:
		e.search = newSearch(e.buf, e.o.History.list)
	case keyTab:
		e.complete()
	default:
		e.edit(k)
	}
	return goOn
}

// edit obeys the keys that change the text or move within it.
func (e *Editor) edit(k key) {
	b := &e.buf
	switch k.code {
	case keyText:
		e.insert(k.text)
	case keyTooLong:
		e.tooLong()
	case keyNewLine:
		e.insert("\n")
	case keyYank:
		e.insert(e.killed)
	case keyBackspace:
		b.cut(b.left(), b.at)
	case keyDelete:
		b.cut(b.at, b.right())
	case keyLeft:
		b.at = b.left()
	case keyRight:
		b.at = b.right()
	case keyWordLeft:
		b.at = b.wordLeft()
	case keyWordRight:
		b.at = b.wordRight()
	case keyHome:
		b.at = b.lineStart()
	case keyEnd:
		b.at = b.lineEnd()
	case keyUp:
		if !b.up() {
			e.past.older(b)
		}
	case keyDown:
		if !b.down() {
			e.past.newer(b)
		}
	}
}

// pressToKill obeys the keys whose cut comes back by yanking.
func (e *Editor) pressToKill(k key) bool {
	b := &e.buf
	from, to := b.at, b.at
	switch k.code {
	case keyKillBlank:
		from = b.blankLeft()
	case keyKillWordLeft:
		from = b.wordLeft()
	case keyKillStart:
		from = b.lineStart()
	case keyKillWordRight:
		to = b.wordRight()
	case keyKillEnd:
		if to = b.lineEnd(); to == b.at {
			to = b.right() // the end of the line itself
		}
	default:
		return false
	}
	if !e.killing {
		e.killed = ""
	}
	cut := b.text[from:to]
	if from < b.at {
		e.killed = cut + e.killed
	} else {
		e.killed += cut
	}
	b.cut(from, to)
	return true
}

// enter ends the text, or adds a line where it is not complete.
func (e *Editor) enter() outcome {
	text := e.buf.text
	if before, ok := strings.CutSuffix(text, `\`); ok {
		e.buf = buffer{before, len(before)}
		e.insert("\n")
		return goOn
	}
	if e.o.Unfinished != nil && e.o.Unfinished(text) && len(text) < maxText {
		e.buf.at = len(text)
		e.insert("\n")
		return goOn
	}
	return submit
}

func (e *Editor) insert(text string) {
	if len(e.buf.text)+len(text) > maxText {
		e.tooLong()
		return
	}
	e.buf.insert(text)
}

func (e *Editor) tooLong() {
	e.paint.bell()
	e.note = "longer than 64 KiB; nothing was added"
}
