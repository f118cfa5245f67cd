package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/terminal/line"
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

const (
	promptSign   = "plumb> "
	continueSign = "  ...> "
)

// typed reads lines that a person edits. The terminal is in raw mode only
// meanwhile, so that Ctrl-C reaches a question that runs.
type typed struct {
	app     *app
	in      *os.File
	conn    *connection.Connection // the one that is talked about; nil before that is open
	names   completion
	editor  *line.Editor // nil before the first line
	history *line.History
	told    bool // that the history is not kept
}

// newTyped reads from a person: with an editor, or plainly where the terminal
// can do no more than show text.
func (a *app) newTyped() lines {
	in := a.Stdin.(*os.File) // typing() has seen that it is
	if a.env("TERM") == "dumb" {
		return &plain{app: a}
	}
	t := &typed{app: a, in: in}
	open := a.brains // over the database of the conversation, whose names are completed
	a.brains = func(ctx context.Context, c *connection.Connection, cache string) (brain.Brain, error) {
		t.conn = c
		return open(ctx, c, cache)
	}
	return t
}

func (t *typed) next(ctx context.Context) (string, error) {
	if t.editor == nil {
		t.start()
	}
	if width, _, err := term.GetSize(int(t.in.Fd())); err == nil && width > 0 {
		t.app.out.Width = width
		if t.app.notes.Width > 0 {
			t.app.notes.Width = width
		}
	}
	t.names.snapshot = nil
	if t.conn != nil {
		// Without a schema commands are completed all the same.
		t.names.snapshot, _ = t.conn.Schema(ctx, connection.Structure)
	}
	text, err := t.editor.Read(ctx)
	if err != nil {
		return "", err
	}
	t.tell(t.history.Add(text))
	return oneCommand(text), nil
}

// start makes the editor. Plumb's folder is known by now.
func (t *typed) start() {
	var err error
	t.history, err = line.OpenHistory(filepath.Join(t.app.settings.Folder, "history"))
	t.tell(err)
	t.editor = line.New(line.Options{In: t.in, Out: t.app.Stdout, Screen: t.app.out, Prompt: promptSign, Continue: continueSign,
		History: t.history, Complete: t.names.complete, Unfinished: isUnfinished})
}

// tell says once that the history is not kept.
func (t *typed) tell(err error) {
	if err != nil && !t.told {
		t.told = true
		t.app.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
	}
}

// plain reads what a person types as the terminal gives it, a line at a time.
type plain struct {
	app *app
	in  *piped // nil before the first line
}

func (p *plain) next(ctx context.Context) (string, error) {
	if p.in == nil {
		p.in = newPiped(ctx, p.app.Stdin)
	}
	text := ""
	for sign := promptSign; ; sign = continueSign {
		p.app.printf("%s", sign)
		next, err := p.in.next(ctx)
		if err != nil {
			p.app.printf("\n")
			return "", err
		}
		text += next
		before, more := strings.CutSuffix(text, `\`)
		if !more && !isUnfinished(text) {
			return oneCommand(text), nil
		}
		text = before + "\n"
	}
}

// isUnfinished says that a statement goes on: it ends with a semicolon or an
// empty line.
func isUnfinished(text string) bool {
	name, rest, ok := cutCommand(text)
	if name = strings.ToLower(name); !ok || name != "query" && name != "edit" {
		return false
	}
	last := text[strings.LastIndexByte(text, '\n')+1:]
	return strings.TrimSpace(last) != "" && !strings.HasSuffix(strings.TrimSpace(rest), ";")
}

// cutCommand splits the name from a text that begins with a slash.
func cutCommand(text string) (name, rest string, ok bool) {
	after, ok := strings.CutPrefix(strings.TrimLeft(text, " "), "/")
	if n := strings.IndexAny(after, " \t\n"); ok && n >= 0 {
		return after[:n], after[n+1:], true
	}
	return after, "", ok
}

// oneCommand puts a space after the name of a command, whatever stood there.
func oneCommand(text string) string {
	name, rest, ok := cutCommand(text)
	if !ok {
		return text
	}
	return "/" + name + " " + rest
}
