package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
	"github.com/plumbdata/plumb/internal/terminal"
)

// lines is where a conversation comes from.
type lines interface {
	// next is the next line; io.EOF at the end.
	next(ctx context.Context) (string, error)
}

// prompt keeps a conversation: with a person, or with what is piped in. Where
// there is neither, or nothing to talk about yet, it says what Plumb can do.
func (a *app) prompt(c *cobra.Command, f askFlags) error {
	if _, err := f.clock(); err != nil {
		return err
	}
	if !a.isInteractive() {
		in := newPiped(c.Context(), a.Stdin)
		if !in.any() && f.first == "" {
			return c.Help()
		}
		return a.converse(c.Context(), f, in, &attention{}, false)
	}
	if !a.atTerminal() || f.notebook == "" && a.newcomer(f.db) {
		return c.Help()
	}
	ctrlC := &attention{}
	ctx, stop := ctrlC.program(c.Context())
	defer stop()
	return a.converse(ctx, f, a.newTyped(), ctrlC, true)
}

// newcomer is true while there is nothing to talk about.
func (a *app) newcomer(db string) bool {
	_, err := a.spec(db)
	return db == "" && fault.CodeOf(err) == fault.NotFound && a.settings.Knowledge.Mode != talk.ChatRAG && a.settings.Active == "" && len(a.settings.Connections) == 0
}

// conversation is a talk that goes on.
type conversation struct {
	*dialogue
	ctrlC   *attention
	typed   bool           // by a person, who sees what they write
	last    *turn          // what 1, 2 and 3 choose from
	past    []*turn        // that were answered, for undo
	all     []session.Cell // of this conversation, for /save and /errors
	book    string         // the notebook that answers go to; "" means none
	db      string         // as the person named the data
	yes     bool           // plans run unasked
	way     talk.Way       // how questions are answered; "" means talk.Answering
	heard   int
	failed  int
	failure fault.Code // of the first that failed
}

// maxUndo is how many answers can be gone back to: each holds its rows.
const maxUndo = 50

// errLeave ends a conversation.
var errLeave = errors.New("leave")

func (a *app) converse(ctx context.Context, f askFlags, in lines, ctrlC *attention, typed bool) error {
	t, err := a.startTalk(ctx, f)
	if err != nil {
		return err
	}
	defer t.close()
	t.how = func(n int) string { return keys(n) + " shows it, and is remembered" }
	t.sayHow = "/answer %s takes other choices, and remembers them"
	t.listen = in.next
	c := &conversation{dialogue: t, ctrlC: ctrlC, typed: typed, book: f.notebook, db: f.db, yes: f.yes}
	if t.before != nil {
		c.past = []*turn{t.before}
		if !a.machine() {
			c.remark("continuing from: %s", t.before.Cell.Question)
		}
	}
	if typed && f.first == "" {
		c.greet(ctx)
	}
	if f.first != "" {
		if err := c.handle(ctx, f.first); err != nil {
			return err
		}
	}
	for {
		line, err := in.next(ctx)
		if err == nil {
			err = c.handle(ctx, line)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, errLeave):
			return c.leave()
		case err != nil:
			return err
		}
	}
}

func (c *conversation) greet(ctx context.Context) {
	c.paragraph(fmt.Sprintf("Plumb on %s. Ask in plain words; /help lists the commands, Ctrl-D quits.", c.Connection.Name()), terminal.Dim)
	work, done := c.ctrlC.question(ctx)
	defer done()
	if list := c.Suggestions(work, maxOffers); len(list) > 0 {
		c.printf("\nFor example:\n")
		c.list(list)
	}
	c.printf("\n")
}

// leave says what scripts need to know: whether all went well.
func (c *conversation) leave() error {
	if c.typed || c.failed == 0 {
		return nil
	}
	return fault.New(c.failure, "%d of %s failed", c.failed, count(c.heard, "line")).WithHint("the reasons are above")
}

// handle answers one line. What fails ends the line, not the conversation.
func (c *conversation) handle(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	c.heard++
	if !c.typed && !c.machine() {
		c.printAsked(line)
	}
	work, done := c.ctrlC.question(ctx)
	err := c.answerLine(work, line)
	stopped := work.Err() != nil
	done()
	if !c.machine() {
		defer c.printf("\n")
	}
	switch {
	case err == nil || errors.Is(err, errLeave) || ctx.Err() != nil:
		return err
	case stopped:
		c.remark("stopped")
		return nil
	}
	f := fault.Of(err)
	c.fail(f)
	if c.machine() {
		return c.writeLine(map[string]any{"question": line, "error": faultJSON(f)})
	}
	c.report(f)
	return nil
}

func (c *conversation) answerLine(ctx context.Context, line string) error {
	if n, err := strconv.Atoi(line); err == nil && len(line) == 1 && c.last != nil { // 2025 is a question
		return c.again(ctx, n)
	}
	if c.last != nil && c.last.Open() && len(c.last.Offers()) == 1 && agrees(line) {
		return c.again(ctx, 1)
	}
	if name, rest, ok := command(line); ok {
		return c.obey(ctx, name, rest)
	}
	question, err := checkQuestion(line)
	if err != nil {
		return err
	}
	if way, ok := talk.WayWanted(question); ok {
		return c.switchWay(way)
	}
	return c.eachPart(ctx, question, func(part string) (*turn, error) {
		made, err := c.askInWay(ctx, part)
		return c.settle(ctx, made, err)
	})
}

// settle shows a turn. Where its question leaves something unsaid, that is asked first; a
// line that does not answer is a message of its own.
func (c *conversation) settle(ctx context.Context, made *turn, err error) (*turn, error) {
	if err == nil && c.asksUnsaid(made) {
		var instead string
		if made, instead, err = c.clarify(ctx, made, c.listen); instead != "" {
			return nil, c.answerLine(ctx, strings.TrimSpace(instead))
		}
	}
	return made, c.showTurn(made, err)
}

// agrees is true for a line that says yes to a question about one reading.
func agrees(line string) bool {
	switch strings.ToLower(strings.TrimRight(line, ".! ")) {
	case "y", "yes", "yep", "yeah", "right", "correct", "that is right", "that's right":
		return true
	}
	return false
}

// showTurn shows a turn and goes on from it.
func (c *conversation) showTurn(made *turn, err error) error {
	if err != nil {
		return err
	}
	c.last = made
	c.all = append(c.all, made.Cell)
	if made.Failed() { // which the cell says, and the exit status
		c.fail(fault.Of(newUnanswered(made)))
	}
	if err := c.tell(made); err != nil {
		return err
	}
	return c.keep(made, c.book)
}

func (c *conversation) fail(f *fault.Fault) {
	if c.failed++; c.failed == 1 {
		c.failure = f.Code
	}
}

func (c *conversation) again(ctx context.Context, n int) error {
	if c.last == nil {
		return fault.New(fault.Usage, "there is no question yet").WithHint("ask one first")
	}
	made, err := c.choose(ctx, c.last, n)
	return c.showTurn(made, err)
}

// undo goes back to the answer before the last one.
func (c *conversation) undo() error {
	if len(c.past) < 2 {
		c.forget()
		c.remark("there is nothing before that; the next question starts over")
		return nil
	}
	c.past = c.past[:len(c.past)-1]
	c.last = c.past[len(c.past)-1]
	c.before = c.last
	if !c.machine() {
		c.remark("back at: %s", c.last.Cell.Question)
	}
	return c.tell(c.last)
}

func (c *conversation) forget() { c.before, c.last, c.past = nil, nil, nil }

func (c *conversation) tell(made *turn) error {
	if made.Answered() && (len(c.past) == 0 || c.past[len(c.past)-1] != made) {
		c.past = append(c.past, made)
		c.past = c.past[max(0, len(c.past)-maxUndo):]
	}
	if c.machine() {
		return c.writeCell(made.Cell, true)
	}
	return c.show(made)
}

// machine is true where a program reads standard output, a line of JSON at a
// time.
func (a *app) machine() bool { return a.json || a.events }

// writeLine writes JSON on one line, so that a stream of answers can be read
// line by line.
func (a *app) writeLine(v any) error {
	e := json.NewEncoder(a.Stdout)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fault.Wrap(err, fault.Internal, "the output cannot be written: %v", err)
	}
	return nil
}
