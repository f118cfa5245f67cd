package desk

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/talk"
)

// turnLog is the session as a turn writes to it. The desk has told already that
// the question was asked, and tells that it has ended once the cell is in the
// notebook, so that whoever sees the end sees the whole.
type turnLog struct{ *turn }

// Step records what happens on the way. That the thinking begins was told with
// the question, unless something came between.
func (l turnLog) Step(ctx context.Context, st session.Step) error {
	begins := slices.ContainsFunc(st.Events, func(e session.Entry) bool { return e.Kind == session.QuestionAsked })
	if begins && l.stage == session.Thinking {
		return ctx.Err()
	}
	l.notice(st)
	if st.Sketch != nil { // before it is told
		c := l.amend(*st.Sketch)
		l.sketch.Store(&c)
	}
	st.Events = l.without(st.Events)
	return l.book.session.Step(ctx, st)
}

func (l turnLog) notice(st session.Step) {
	if st.Query != nil && st.Query.Status != store.StatusOpen {
		l.settled = true
	}
}

// without leaves out what the desk tells itself.
func (l turnLog) without(events []session.Entry) []session.Entry {
	return slices.DeleteFunc(slices.Clone(events), func(e session.Entry) bool {
		return e.Kind == session.QuestionAsked || e.Kind == session.TurnEnded
	})
}

// LastCells are the last answers. Notes are the person's own.
func (l turnLog) LastCells(ctx context.Context, limit int) ([]session.Cell, error) {
	const among = 20
	cells, err := l.book.session.LastCells(ctx, limit+among)
	if err != nil {
		return nil, err
	}
	cells = slices.DeleteFunc(cells, func(c session.Cell) bool { return c.Note != "" })
	return cells[:min(limit, len(cells))], nil
}

// Record keeps the cell, puts it into the notebook, and ends the turn.
func (l turnLog) Record(ctx context.Context, c session.Cell, also func(c session.Cell, hash string) session.Step) (session.Cell, error) {
	c, err := l.recheckSources(ctx, l.amend(c))
	if err != nil {
		return c, err
	}
	c = l.tellLeft(c)
	made, err := l.book.session.Record(ctx, c, func(c session.Cell, hash string) session.Step {
		var st session.Step
		if also != nil {
			st = also(c, hash)
		}
		l.notice(st)
		st.Turn, st.Events = l.ID, l.without(st.Events)
		return st
	})
	if err != nil {
		return made, err
	}
	return l.put(context.WithoutCancel(ctx), made), nil
}

// recheckSources checks a cell that rests on several queries against all of them.
func (l turnLog) recheckSources(ctx context.Context, c session.Cell) (session.Cell, error) {
	if l.renewal == nil || !l.ask.Again {
		return c, nil
	}
	day, err := time.Parse(time.DateOnly, c.Metadata.Now)
	if err != nil {
		day = l.Began
	}
	return l.renewal.ApplyTo(ctx, c, l.rows, day)
}

// amend gives a cell the place and the lineage that it has in its notebook.
func (l turnLog) amend(c session.Cell) session.Cell {
	was := l.ask.was
	if l.Parent != "" {
		// The person asked it as a follow-up, however it was read.
		c.Context.Standalone = c.Context.RefinementOf == ""
		c.Context.ParentCellID, c.Context.RefinementOf = l.Parent, l.Parent
	}
	if was == nil {
		return c
	}
	stands := was.Context
	switch parent := l.ask.follows; {
	case parent != nil && (!l.ask.Again || stands.SameStatement(*parent)): // it fits what its parent is now
		stands = stands.Refining(*parent)
	case c.Context.RefinementOf == stands.RefinementOf && !l.ask.Again && !l.ask.redraws():
		stands.RefinedSQL, stands.RefinedData = c.Context.RefinedSQL, c.Context.RefinedData
	}
	switch {
	case l.ask.Again && c.Result != nil:
		c = talk.TellChanges(*was, talk.KeepPlace(*was, c))
		c.Context = stands
	case l.ask.redraws() && c.Result != nil:
		c = talk.ReplaceChart(*was, c)
	case l.ask.SQL != "" && c.SQL != nil && was.SQL != nil:
		statement := *c.SQL
		statement.Query, statement.GeneratedBy = was.SQL.Query, was.SQL.GeneratedBy // what the person changed
		if statement.UserSQLOverride == statement.Query {
			statement.EditedByUser, statement.UserSQLOverride = false, ""
		}
		c.SQL = &statement
	}
	if l.Parent == "" {
		c.Context = stands
	}
	return c
}

// put places a recorded cell in the notebook and tells that the turn has ended.
// When the notebook cannot be written, that is said; the cell stays in the
// session, and gets into the notebook when Plumb is started again.
func (l turnLog) put(ctx context.Context, c session.Cell) session.Cell {
	b := l.book
	b.mu.Lock()
	defer b.mu.Unlock()
	known := map[string]hint{}
	edits := []notebook.Edit{notebook.About(l.about)}
	recorded := c.ID
	end := session.EndedPayload{Outcome: outcomeOf(c), Cell: c.ID}
	var events []session.Entry
	switch {
	case l.keeps(c):
		end.Cell = ""
		end.Reason, events = l.whyNotKept(c)
	case l.ask.was == nil || !slices.Contains(b.ledger.order, l.Replaces):
		edits = append(edits, placing(c))
	default:
		c.ID, end.Cell = l.Replaces, l.Replaces
		known[c.ID] = hint{session.Replaced, recorded}
		edits = append(edits, notebook.Swap(c))
	}
	if b.unnamed && c.Result != nil && (l.ask.SQL == "" || l.ask.was != nil) { // a statement is no name
		_ = b.desk.Notebooks.Entitle(ctx, b.id, c.Question) // what it is called now will do
	}
	l.cell = c
	ended := session.Step{Turn: l.ID, Events: append(events, session.Entry{Kind: session.TurnEnded, Payload: end})}
	err := b.changeHeld(ctx, known, ended, edits...)
	if err != nil {
		f := fault.Of(err)
		l.err = f
		end.Reason = f.Message
		ended.Events = []session.Entry{{Kind: session.Diagnosed, Payload: f.Diagnostic(fault.Error)}, {Kind: session.TurnEnded, Payload: end}}
		err = b.session.Step(ctx, ended)
	}
	if l.told = err == nil; l.told {
		b.over(l.turn)
	}
	return c
}

// placing puts a new cell below what it follows up on, and a new question at the
// end.
func placing(c session.Cell) notebook.Edit { return notebook.Under(c.Context.RefinementOf, c) }

// keeps is true where what stands in the notebook is worth more than the cell:
// an answer, when its statement could not be run again or the person's own in its
// place could not. The session and the audit have the cell all the same.
func (l turnLog) keeps(c session.Cell) bool {
	was := l.ask.was
	if was == nil || c.Result != nil {
		return false
	}
	return l.ask.Again || l.ask.Chart != "" || l.ask.SQL != "" && (was.Result != nil || was.Narrative != nil)
}

// whyNotKept tells why a cell does not get into the notebook, and what to do about it.
func (l turnLog) whyNotKept(c session.Cell) (reason string, events []session.Entry) {
	if l.ask.Again || l.ask.Chart != "" {
		reason = "the statement could not be run again; what was there is kept"
	}
	for _, d := range c.Diagnostics {
		if d.Severity == fault.Error {
			events = append(events, session.Entry{Kind: session.Diagnosed, Payload: d})
			reason = cmp.Or(reason, d.Message)
		}
	}
	return cmp.Or(reason, "the statement could not be run"), events
}

func outcomeOf(c session.Cell) string {
	if c.Reading == nil {
		return "sure"
	}
	return c.Reading.Outcome
}
