package talk

import (
	"cmp"
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/mind"
	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/whatif"
)

// maxLine is how far back the follow-ups are read that led to a cell.
const maxLine = 5

// Resume makes a turn of a kept cell, for the next question to follow. Nil if
// its rows are not there any more.
func (t *Talk) Resume(ctx context.Context, n *notebook.Notebook, c session.Cell) (*Turn, error) {
	rows, err := t.rowsAgain(ctx, c)
	if rows == nil || err != nil {
		return nil, err
	}
	statement, _ := notebook.Again(c)
	d := Redraft(c, statement)
	done := t.Waiting("reading the notebook")
	read, err := t.reread(ctx, lineTo(n, c))
	done()
	if err != nil {
		return nil, err
	}
	if read == nil {
		read = t.interpret(ctx, c, rows)
	}
	if read != nil {
		if r := c.Reading; r != nil && r.Confidence > 0 && !r.Remembered { // what follows is no surer than the cell
			capped := *read
			capped.Probability = min(cmp.Or(read.Probability, 1), r.Confidence)
			read = &capped
		}
		d.From, d.Meaning = read, cmp.Or(d.Meaning, read.Meaning)
	}
	question := QuestionOf(c)
	return &Turn{Question: question, Turn: &answer.Turn{Cell: c, Draft: d, Table: rows, Chart: chart.ChooseAs(ChartOf(c), question, rows, c.Meaning).Plan}}, nil
}

// WasOpen is true for a cell whose question was asked back, and nothing chosen.
func WasOpen(c session.Cell) bool {
	return c.Reading != nil && c.Reading.Outcome == string(answer.Unsure) && c.Result == nil && len(c.Reading.Others)+len(c.Reading.Unsaid) > 0
}

// ResumeOpen makes a turn of a cell whose question was asked back, for the next
// question to change what it most likely means. Nil if it has no reading any more.
func (t *Talk) ResumeOpen(ctx context.Context, n *notebook.Notebook, c session.Cell) (*Turn, error) {
	done := t.Waiting("reading the notebook")
	defer done()
	var before *brain.Reading
	if at := n.Find(c.Context.ParentCellID); at >= 0 && n.Cells[at].SQL != nil {
		var err error
		if before, err = t.reread(ctx, lineTo(n, n.Cells[at])); err != nil {
			return nil, err
		}
	}
	question := QuestionOf(c)
	a, err := t.Brain.Read(ctx, brain.Question{Text: question, Now: dayAsked(c, t.Today()), Before: before, Said: SaidIn(c)})
	if err != nil || len(a.Readings) == 0 {
		return nil, err
	}
	d := &answer.Draft{Outcome: answer.Unsure, Confidence: a.Confidence, From: &a.Readings[0], Meaning: a.Readings[0].Meaning}
	return &Turn{Question: question, Turn: &answer.Turn{Cell: c, Draft: d}}, nil
}

// rowsAgain are the rows of a cell: those that it kept, else what its statement
// gives now. None if that fails, which costs no more than a follow-up.
func (t *Talk) rowsAgain(ctx context.Context, c session.Cell) (*table.Table, error) {
	rows, kept, err := c.Result.Table()
	if kept && err == nil {
		return rows, nil
	}
	statement, most := notebook.Again(c)
	reader, _, err := t.Connection.Query(ctx, statement, t.bounds(most))
	if err == nil {
		rows, err = reader.ReadAll()
	}
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return rows, nil
}

// lineTo is a cell after those that it refines, the first one first.
func lineTo(n *notebook.Notebook, c session.Cell) []session.Cell {
	line := []session.Cell{c}
	for len(line) < maxLine {
		at := n.Find(c.Context.ParentCellID)
		if at < 0 || n.Cells[at].SQL == nil || c.Context.RefinementOf == "" && n.Cells[at].SQL.Query != c.SQL.Query {
			break
		}
		c = n.Cells[at]
		line = append(line, c)
	}
	slices.Reverse(line)
	return line
}

// reread is how the brain reads the last of some questions that follow each
// other, where it still reads them as the cells have it. A cell keeps what its
// statement means, but not the form that a follow-up changes: a form refers to the
// items of one schema, and what the parser wrote cannot always be read back.
func (t *Talk) reread(ctx context.Context, line []session.Cell) (*brain.Reading, error) {
	var before *brain.Reading
	for _, c := range line {
		switch {
		case c.SQL.EditedByUser || c.SQL.GeneratedBy != "" && c.SQL.GeneratedBy != mind.BuiltinName: // the question does not lead to it
			before = nil
			if rows, kept, err := c.Result.Table(); kept && err == nil {
				before = t.interpret(ctx, c, rows)
			}
			continue
		case before != nil && before.SQL == c.SQL.Query:
			continue // the same rows, shown or computed with in another way
		}
		a, err := t.Brain.Read(ctx, brain.Question{Text: dataQuestion(c), Now: dayAsked(c, t.Today()), Before: before, Said: SaidIn(c)})
		if err != nil {
			return nil, err
		}
		before = nil
		if at := slices.IndexFunc(a.Readings, func(r brain.Reading) bool { return r.SQL == c.SQL.Query }); at >= 0 {
			before = &a.Readings[at]
		}
	}
	return before, nil
}

// interpret is how the brain reads the statement of a cell; nil where a follow-up
// cannot change it.
func (t *Talk) interpret(ctx context.Context, c session.Cell, rows *table.Table) *brain.Reading {
	if t.Mode.Interpreter == nil {
		return nil
	}
	read := t.Mode.Interpreter.Interpret(ctx, c.SQL.Run(), rows, dayAsked(c, t.Today()))
	if read.Form == nil {
		return nil
	}
	return read
}

// dataQuestion is what was asked of the data: of a what-if, the part of the question
// that says from which figures it looks ahead.
func dataQuestion(c session.Cell) string {
	question := QuestionOf(c)
	if c.WhatIf == nil {
		return question
	}
	with, ok := answer.ComputationOf(c)
	if !ok { // an old cell does not say
		with.Request, _ = whatif.Parse(question)
	}
	return cmp.Or(with.Data, question)
}
