package desk

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// partLeft is the code of what a message wants and was not done.
const partLeft fault.Code = "PART_NOT_DONE"

// split leaves the first part of a message that wants several things; the others are
// asked after it.
func (t *turn) split(own *talk.Talk) {
	a := t.ask
	if a.part || a.Explore || a.SQL != "" || a.Reading > 0 || len(a.Answers) > 0 || a.Chart != "" || a.ahead != nil {
		return
	}
	if parts := own.Parts(t.ctx, a.Text); len(parts) > 1 {
		a.Text, a.rest = parts[0], parts[1:]
	}
}

// goOn asks what the message wants after this part. Where the part has no answer it does
// not, because the rest may be about that, and the cell or the turn's end says so.
func (t *turn) goOn() {
	if t.err != nil || len(t.ask.rest) == 0 || !answers(t.cell) {
		return
	}
	w := t.book.desk
	next := Question{Notebook: t.book.id, Text: t.ask.rest[0], Source: t.ask.Source, Parent: t.cell.ID, Now: t.ask.Now, Unattended: t.ask.Unattended, part: true, rest: t.ask.rest[1:]}
	if t.reset {
		next.Parent = ""
	}
	if _, err := w.Ask(w.life, next); err != nil {
		t.leave(w.life, next.Parent, fault.Of(err).Message)
	}
}

// answers is true for a cell that the rest of a message can be about.
func answers(c session.Cell) bool { return c.Result != nil || c.Narrative != nil }

// leave puts a cell into the notebook that says which parts of the message are not done.
func (t *turn) leave(ctx context.Context, after, why string) {
	c := session.Cell{Question: strings.Join(t.ask.rest, "; "), Context: session.Lineage{ParentCellID: after, RefinementOf: after, Standalone: after != ""},
		Reading: &session.Reading{Outcome: "declined", Missing: fmt.Sprintf("This part of the message was not done, because %s. Ask it alone.", why)}}
	if _, err := t.book.record(ctx, c, session.Added, placing); err != nil {
		f := fault.Of(err)
		f = fault.New(f.Code, "not done: %s, because %s", t.left(), f.Message).WithHint("ask it alone")
		_ = t.book.session.Step(ctx, session.Step{Events: []session.Entry{{Kind: session.Diagnosed, Payload: f.Diagnostic(fault.Warning)}}})
	}
}

// left names the parts of the message that come after this one.
func (t *turn) left() string { return quoted(t.ask.rest) }

func quoted(parts []string) string { return "“" + strings.Join(parts, "”, “") + "”" }

// withRest says at the end of a reason what else is not done.
func withRest(rest []string) string {
	if len(rest) == 0 {
		return ""
	}
	return "; not done: " + quoted(rest) + ", which can be asked alone"
}

// tellLeft says in a cell without an answer which parts are not done because of that.
func (t *turn) tellLeft(c session.Cell) session.Cell {
	if len(t.ask.rest) == 0 || answers(c) {
		return c
	}
	why := "the part before it has no answer"
	if len(t.ask.rest) > 1 {
		why = "the part before them has no answer"
	}
	c.Diagnostics = append(c.Diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: partLeft, Message: fmt.Sprintf("not done: %s, because %s", t.left(), why), Hint: "ask it alone"})
	return c
}
