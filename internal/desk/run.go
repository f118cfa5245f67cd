package desk

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// work answers the question. A mistake in Plumb itself costs this one, and not
// all that goes on.
func (t *turn) work() (err error) {
	w := t.book.desk
	defer func() {
		if p := recover(); p != nil {
			if w.Broke != nil {
				w.Broke(p, debug.Stack())
			}
			err = fault.New(fault.Internal, "something went wrong inside Plumb").WithHint("rephrase the question; the log of plumb start has details")
		}
	}()
	if err := t.ask.again(t.book.cell); err != nil {
		return err
	}
	if err := t.ask.reask(w.Clock(), t.book.cell); err != nil {
		return err
	}
	src, release, err := w.sources.use(t.ctx, t.source, func() { t.enters(session.StagePayload{Stage: session.Connecting}) })
	if err != nil {
		return err
	}
	defer release()
	t.about = notebook.Connection{Name: src.spec.Config.Name, Database: src.spec.Identity, Type: src.spec.Driver.Name}
	base, err := src.conversation(t.ctx)
	if err != nil {
		return err
	}
	own := t.speaker(base)
	made, err := t.answer(own)
	t.lookAfter(src, made)
	t.reset = made != nil && made.Draft != nil && made.Draft.Reset
	if made != nil && t.told { // previews of what is offered may have been stopped
		w.past.keep(t.book.id, t.cell.ID, made)
		return nil
	}
	return err
}

// lookAfter lets the source be looked at for the next question: now and then, and
// when this one failed, for its schema may not be what it was.
func (t *turn) lookAfter(src *opened, made *talk.Turn) {
	again := lookAsked
	if made != nil && made.Failed() {
		again = lookAgain
	}
	t.book.desk.sources.share(src)
	t.book.desk.lookAt(src, again)
}

// enters tells of a stage that is the desk's own. It only informs.
func (t *turn) enters(s session.StagePayload) {
	t.stage = s.Stage
	_ = t.book.session.Step(t.ctx, session.Step{Turn: t.ID, Events: []session.Entry{{Kind: session.StageEntered, Payload: s}}})
}

// speaker is the conversation with the log, the limits and the day of this turn.
func (t *turn) speaker(base *talk.Talk) *talk.Talk {
	own := *base
	own.Mode = base.Mode.With(turnLog{t})
	own.Analyzer = base.Analyzer.With(turnLog{t}, t.data(), t.approve)
	if base.Looker != nil {
		own.Looker = base.Looker.With(turnLog{t})
	}
	if base.Explorer != nil {
		own.Explorer = base.Explorer.With(turnLog{t})
		own.Explorer.Memory = &t.book.failed
	}
	if t.ask.Mode != "" {
		own.AnswerBy(t.ask.Mode)
	}
	if !t.ask.day.IsZero() {
		own.Today = func() time.Time { return t.ask.day }
	}
	own.Deliver, own.Bind = t.book.desk.offerDownload, tellNotebook
	own.Warn = func(d fault.Diagnostic) {
		st := session.Step{Turn: t.ID, Events: []session.Entry{{Kind: session.Diagnosed, Payload: d}}}
		if t.told {
			st.Turn = "" // nothing of a turn comes after its end
		}
		_ = t.book.session.Step(context.WithoutCancel(t.ctx), st)
	}
	return &own
}

// offerDownload lets the page fetch the rows: nothing is written here.
func (w *Work) offerDownload(_ context.Context, e talk.Export) (talk.Exported, error) {
	f, ok := export.Find(e.Format)
	if !ok || !w.writes(f) {
		return talk.Exported{}, noFormat(f)
	}
	return talk.Exported{Told: fmt.Sprintf("All rows of “%s” can be downloaded as %s.", e.Of.Question, f.Title),
		Download: &session.Download{Cell: e.Of.ID, Format: f.Name, Title: f.Title}}, nil
}

// tellNotebook says that the answers are in a notebook already.
func tellNotebook(context.Context, talk.Binding) (talk.Exported, error) {
	return talk.Exported{Told: "The answers are in this notebook already, with their charts, tables and SQL. The menu beside its name exports it as a web page, as Markdown or for Jupyter, and “Refresh” runs it again with new data."}, nil
}

// answer does what is wanted.
func (t *turn) answer(own *talk.Talk) (*talk.Turn, error) {
	a := t.ask
	if a.Again {
		return t.again(own)
	}
	of, err := t.before(own)
	if err != nil {
		return nil, err
	}
	t.split(own)
	q := own.ParseQuestion(a.Text)
	q.ID, q.Parent, q.Replaces, q.Unattended = t.ID, t.Parent, t.Replaces, a.Unattended
	switch {
	case a.cut != nil:
		return own.Finish(t.ctx, of, q, a.cut)
	case a.Reading > 0:
		return own.Choose(t.ctx, of, a.Reading, q)
	case len(a.Answers) > 0:
		return own.Say(t.ctx, of, a.Answers, q)
	case a.SQL != "":
		q.SQL, q.Unasked, q.Ahead = a.SQL, a.unasked, nil
		if was := a.was; was != nil && was.Derivation != nil && was.Question == a.Text { // its heading stays
			q.Text, q.Heading, q.Chart = was.Derivation.Question, was.Question, chart.Kind(was.Derivation.Chart)
		}
		if d := t.original(); d != nil {
			q.SQL, q.Draft, own.Mode.Repairer = "", d, nil
			own.Unedit(t.ctx, q.Text, of)
		} else if a.was != nil && a.was.SQL != nil && a.was.SQL.Query != a.SQL {
			return t.edit(own, of, q)
		}
	case a.redraws():
		q.Text, q.Draft, q.Chart, q.Ahead = of.Question, of.Draft.Refined(), chart.Kind(a.Chart), nil
		own.Mode.Repairer, own.Mode.Narrator = nil, mind.Narrator{} // nobody reads the question or tells the rows again
	case a.Chart != "":
		q.Text, q.Draft, q.Chart, q.Ahead = of.Question, of.Draft.Refined(), chart.Kind(a.Chart), nil
		q.Heading = talk.ChartHeading(q.Text, q.Chart)
	case a.ahead != nil:
		q.Text, q.Draft, q.Ahead = of.StandaloneQuestion(), of.Draft.Refined(), a.ahead
		q.Heading = talk.AheadHeading(*a.ahead, q.Text)
	case a.Explore:
		return own.Explore(t.ctx, of, q)
	case a.Plan:
		return own.Steps(t.ctx, of, q)
	case a.Replay != "":
		return own.Replay(t.ctx, of, q, a.plan, a.Values)
	}
	return own.Put(t.ctx, of, q)
}

// edit runs the person's own statement in place of a cell's. It is remembered
// unless the cell changed an answer that is gone, without which its question
// means nothing.
func (t *turn) edit(own *talk.Talk, of *talk.Turn, q answer.Question) (*talk.Turn, error) {
	refines := t.ask.was.Context.RefinementOf != ""
	switch {
	case !refines || of != nil && of.Question == q.Text: // the cell was edited before, in a terminal
		return own.Edit(t.ctx, of, q, nil, t.edited())
	case of != nil:
		return own.Edit(t.ctx, of, q, of, t.edited())
	}
	return own.Put(t.ctx, nil, q)
}

// edited is the turn whose statement the person changed.
func (t *turn) edited() *talk.Turn {
	was := t.ask.was
	if was == nil || was.SQL == nil {
		return nil
	}
	return &talk.Turn{Turn: &answer.Turn{Cell: *was, Draft: talk.Redraft(*was, was.SQL.Query)}, Question: t.ask.Text}
}

// original is how the question of a cell was read before the person changed its
// statement, if the statement is that again. Nil if it is not, or not known.
func (t *turn) original() *answer.Draft {
	was := t.ask.was
	if was == nil || was.SQL == nil || !was.SQL.EditedByUser || was.SQL.Query != t.ask.SQL {
		return nil
	}
	first, err := t.book.session.Cell(t.ctx, was.ID)
	if err != nil || first.SQL == nil || first.SQL.EditedByUser || first.SQL.Query != t.ask.SQL {
		return nil
	}
	return talk.Redraft(first, first.SQL.Query)
}

// before is the turn that this one follows. Of one that takes the place of a
// cell, that is what the cell itself followed; only what is done with the rows
// or readings of a cell begins from it.
func (t *turn) before(own *talk.Talk) (*talk.Turn, error) {
	a := t.ask
	switch {
	case a.Reading > 0 || len(a.Answers) > 0:
		return t.offering(own, *a.of())
	case a.Chart != "" || a.ahead != nil:
		of, err := t.past(own, *a.of())
		if err == nil && of == nil {
			err = fault.New(fault.EmptyResult, "the rows of that answer are no longer available").WithHint("ask the question again")
		}
		return of, err
	case a.parent != nil:
		return t.past(own, *a.parent)
	case a.was != nil:
		return t.parentOf(own, *a.was)
	}
	return nil, nil
}

// past is the turn that led to a cell, from memory or made of the cell. Nil if
// it has neither rows nor a reading to go on from.
func (t *turn) past(own *talk.Talk, c session.Cell) (*talk.Turn, error) {
	if c.Metadata.Source != own.Connection.Name() && c.Metadata.Source != "" {
		return nil, nil // of another database
	}
	if kept, ok := t.book.desk.past.get(t.book.id + " " + c.ID); ok && kept.Cell.CreatedAt.Equal(c.CreatedAt) {
		switch {
		case kept.Draft != nil && kept.Draft.Reset:
			return nil, nil
		case !kept.Answered() && !kept.Followable():
			return t.behind(own, c)
		}
		return kept, nil
	}
	if !runnable(c) && !talk.WasOpen(c) {
		return t.behind(own, c)
	}
	n, err := t.book.desk.Notebooks.Load(t.book.id)
	if err != nil {
		return nil, err
	}
	if !runnable(c) {
		return own.ResumeOpen(t.ctx, n, c)
	}
	return own.Resume(t.ctx, n, c)
}

// behind is the turn that a cell without rows is about, such as one that says where a
// figure comes from; nil if it is about none.
func (t *turn) behind(own *talk.Talk, c session.Cell) (*talk.Turn, error) {
	if c.Narrative == nil || c.Context.ParentCellID == "" || c.Context.ParentCellID == c.ID {
		return nil, nil
	}
	parent, err := t.book.cell(c.Context.ParentCellID)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil || parent.CreatedAt.After(c.CreatedAt) {
		return nil, err
	}
	return t.past(own, parent)
}

// parentOf is the turn that a cell followed up on, if it did and it is there.
func (t *turn) parentOf(own *talk.Talk, c session.Cell) (*talk.Turn, error) {
	if c.Context.RefinementOf == "" {
		return nil, nil
	}
	parent, err := t.book.cell(c.Context.RefinementOf)
	if fault.CodeOf(err) == fault.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return t.past(own, parent)
}

// offering is a turn whose other readings can be chosen, or whose question can be
// answered with something else for what it leaves open. One that is not
// remembered is read again, so that what is chosen can be remembered.
func (t *turn) offering(own *talk.Talk, c session.Cell) (*talk.Turn, error) {
	if kept, ok := t.book.desk.past.get(t.book.id + " " + c.ID); ok && kept.Cell.CreatedAt.Equal(c.CreatedAt) {
		return kept, nil
	}
	before, err := t.parentOf(own, c)
	if err != nil {
		return nil, err
	}
	if c.SQL == nil {
		c.SQL = &session.SQL{}
	}
	d := talk.Redraft(c, c.SQL.Query)
	day, _ := talk.DayOf(c, own.Today())
	question := talk.QuestionOf(c)
	unsaid := d.Unsaid // the answers count these
	r := answer.Request{Question: question, Now: day, Said: talk.SaidIn(c), Past: func(context.Context) ([]session.Cell, error) { return nil, nil }}
	if before != nil {
		r.Before = before.Turn
	}
	if again, err := own.Planner().Plan(t.ctx, r); err == nil && offersSame(again, d) {
		d = again
		d.Unsaid = unsaid
	} else if t.ctx.Err() != nil {
		return nil, t.ctx.Err()
	}
	made := &talk.Turn{Question: question, Before: before, Turn: &answer.Turn{Cell: c, Draft: d}}
	if with, ok := answer.ComputationOf(c); ok {
		made.Request = &with.Request
	}
	return made, nil
}

func offersSame(a, b *answer.Draft) bool {
	if len(a.Others) != len(b.Others) {
		return false
	}
	for i := range a.Others {
		if a.Others[i].SQL != b.Others[i].SQL {
			return false
		}
	}
	return true
}

// again runs the statement of a cell once more, as it was run last.
func (t *turn) again(own *talk.Talk) (*talk.Turn, error) {
	c := *t.ask.was
	day, _ := talk.DayOf(c, own.Today())
	asked := answer.Question{ID: t.ID, Parent: t.Parent, Replaces: t.Replaces, Now: day}
	switch {
	case t.ask.cut != nil:
		return own.Finish(t.ctx, nil, asked, t.ask.cut)
	case c.Analysis != nil:
		return own.Repeat(t.ctx, asked, c)
	}
	statement, rows := notebook.Again(c)
	q := talk.AskAgain(c, statement, day)
	q.ID, q.Replaces = t.ID, t.Replaces
	if c.WhatIf != nil {
		with, ok := talk.AheadAgain(c)
		if !ok {
			return nil, fault.New(fault.Usage, "the cell lacks the settings of its %s", c.WhatIf.Technique).WithHint("compute it again")
		}
		q.Ahead, q.Seed = &with.Request, with.Seed
	}
	var err error
	if t.renewal, err = talk.RerunSources(t.ctx, c, own.Connection, own.Limits); err != nil {
		return nil, err
	}
	if t.renewal != nil {
		own.Mode.Narrator = overhears{t} // a model has told it already, of more than these rows
	}
	if rows > 0 {
		own.Mode.Limits.Rows = rows
	}
	own.Mode.Repairer = nil // nobody reads the question again
	return own.Put(t.ctx, nil, q)
}

// overhears is the built-in narrator, and keeps the rows that it is told of.
type overhears struct{ *turn }

func (o overhears) Narrate(ctx context.Context, f answer.Finding) (*answer.Narrative, error) {
	o.rows = f.Table
	return mind.Narrator{}.Narrate(ctx, f)
}
