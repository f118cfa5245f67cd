package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/fault"
)

// piped reads lines that no person types.
type piped struct {
	in    *bufio.Scanner
	first string // was looked at already
	ready bool
}

func newPiped(ctx context.Context, r io.Reader) *piped {
	const most = 1 << 20
	p := &piped{in: bufio.NewScanner(interruptible(ctx, r))}
	p.in.Buffer(nil, most)
	return p
}

// any waits for the first line that says something, and is false when the
// input ends without one.
func (p *piped) any() bool {
	for p.in.Scan() {
		p.first = strings.TrimPrefix(p.in.Text(), "\ufeff")
		if p.ready = strings.TrimSpace(p.first) != ""; p.ready {
			return true
		}
	}
	return p.in.Err() != nil // next says which
}

func (p *piped) next(context.Context) (string, error) {
	if p.ready {
		p.ready = false
		return p.first, nil
	}
	if p.in.Scan() {
		return p.in.Text(), nil
	}
	switch err := p.in.Err(); {
	case err == nil:
		return "", io.EOF
	case errors.Is(err, bufio.ErrTooLong):
		return "", fault.New(fault.Usage, "a line of the input is too long").WithHint("write one question a line")
	default:
		return "", fault.Wrap(err, fault.Usage, "standard input cannot be read: %v", err)
	}
}

// typed reads lines that a person edits. The terminal is in raw mode only
// meanwhile, so that Ctrl-C reaches a question that runs.
type typed struct {
	app    *app
	in     *os.File
	editor *term.Terminal
}

func (a *app) newTyped() *typed {
	in := a.Stdin.(*os.File) // typing() has seen that it is
	return &typed{app: a, in: in, editor: term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{&clearing{in: in}, a.Stdout}, "")}
}

func (t *typed) next(ctx context.Context) (string, error) {
	before, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the terminal cannot be read: %v", err)
	}
	defer func() { _ = term.Restore(int(t.in.Fd()), before) }()
	if width, height, err := term.GetSize(int(t.in.Fd())); err == nil && width > 0 {
		t.app.out.Width = width
		_ = t.editor.SetSize(width, height)
	}
	t.editor.SetBracketedPasteMode(true)
	defer t.editor.SetBracketedPasteMode(false)
	type answer struct {
		line string
		err  error
	}
	read := make(chan answer, 1)
	go func() {
		line, err := t.line()
		read <- answer{line, err}
	}()
	select {
	case a := <-read:
		if errors.Is(a.err, io.EOF) {
			t.app.printf("\r\n")
		}
		return a.line, a.err
	case <-ctx.Done():
		t.app.printf("\r\n")
		return "", ctx.Err()
	}
}

// line is what is typed until Enter. Lines that are pasted belong together.
func (t *typed) line() (string, error) {
	var parts []string
	t.editor.SetPrompt(t.app.out.Sign("› ", "> "))
	for {
		line, err := t.editor.ReadLine()
		parts = append(parts, line)
		if !errors.Is(err, term.ErrPasteIndicator) {
			return strings.Join(parts, " "), err
		}
		t.editor.SetPrompt(t.app.out.Sign("… ", ". "))
	}
}

// clearing makes Ctrl-C empty the line, as in a shell; the editor would take
// it for the end.
type clearing struct {
	in      io.Reader
	pending []byte
}

const (
	ctrlC     = "\x03"
	clearLine = "\x05\x15" // to the end, and delete all before it
)

func (c *clearing) Read(p []byte) (int, error) {
	if len(c.pending) == 0 {
		b := make([]byte, len(p))
		n, err := c.in.Read(b)
		if n == 0 {
			return 0, err
		}
		c.pending = bytes.ReplaceAll(b[:n], []byte(ctrlC), []byte(clearLine))
	}
	n := copy(p, c.pending)
	c.pending = c.pending[n:]
	return n, nil
}
