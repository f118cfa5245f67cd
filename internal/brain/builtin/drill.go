package builtin

import (
	"context"
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/terms"
)

// drill answers a follow-up that wants the parts of one row of the answer before, by
// something finer than that answer.
func (t *turn) drill(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	whole, ok := followup.Form(t.question.Before)
	row, wanted := followup.Drills(reply.Normalize(t.question.Text))
	if !ok || !wanted {
		return false, nil, nil
	}
	before, defined := terms.Plain(t.ix, whole)
	found, ok := t.rowNamed(before, row)
	if !ok {
		return false, nil, nil
	}
	by := t.finer(before, found.Column)
	if by == nil {
		return true, reply.Decline(fmt.Sprintf("The data have nothing finer by which %s could be split. Ask for the figure by something else, and say which rows count.", found.Text)), nil
	}
	made := followup.Drill(before, found.Column, found.Text, by)
	if made == nil {
		return false, nil, nil
	}
	edit.Retable(t.ix, before, made)
	a, err = t.answerWith(ctx, t.question, made, &link.Previous{Query: before, Reading: render.Sentence(t.ix.Database(), before), Terms: defined})
	return true, a, err
}

// rowNamed is the value by which some words name a row of the answer before.
func (t *turn) rowNamed(before *form.Query, row string) (index.Match, bool) {
	words := span.Words(row)
	found := slices.DeleteFunc(t.ix.Values(words), func(m index.Match) bool {
		grouped := slices.ContainsFunc(before.Group, func(e *form.Expr) bool { return e.Op == form.Column && e.Column == m.Column })
		return m.Kind > index.Aliased || !grouped
	})
	if len(found) == 0 || t.unread(words, found) != "" {
		return index.Match{}, false
	}
	return found[0], true
}

// rowsBehind answers a follow-up that wants the rows of which the figures before were made.
func (t *turn) rowsBehind(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	whole, ok := followup.Form(t.question.Before)
	row, wanted := followup.WantsRows(reply.Normalize(t.question.Text))
	if !ok || !wanted {
		return false, nil, nil
	}
	before := whole.Clone() // with the definitions in it, which say what counts
	before.Plain = nil
	var of index.Match
	if row != "" {
		if of, ok = t.rowNamed(before, row); !ok {
			return true, reply.Decline(fmt.Sprintf("The answer before has no row that is called “%s”. Ask for the rows behind one of its rows, or behind all of it.", row)), nil
		}
	}
	table, ok := figureTable(t.ix, before)
	if !ok || before.Set != form.NoSet {
		return true, reply.Decline("The figures of that answer come from rows of several tables, which cannot be listed as one. Ask where the number comes from to see the tables and columns."), nil
	}
	plain, _ := terms.Plain(t.ix, whole)
	made := followup.Rows(before, edit.Columns(t.ix.Tables[table].Columns), of.Column, of.Text)
	q := t.question
	q.Text = "" // the words are all read
	a, err = t.answerWith(ctx, q, made, &link.Previous{Query: plain, Reading: render.Sentence(t.ix.Database(), plain)})
	return true, a, err
}

// finer is what a row of an answer is split by: the months, else a column of few values;
// nil where there is neither.
func (t *turn) finer(q *form.Query, column int) *form.Expr {
	tables := q.Tables
	if len(tables) > 1 { // the table of the row itself says no more of it
		tables = slices.DeleteFunc(slices.Clone(tables), func(n int) bool { return n == t.ix.Columns[column].Table })
	}
	if !slices.ContainsFunc(q.Group, followup.ByTime) {
		for _, w := range q.Where.Conjuncts() { // the time that the answer before goes by
			if w.Op == form.During && w.Left.Op == form.Column {
				return edit.Call(form.Month, w.Left)
			}
		}
		for _, n := range tables {
			if c := t.ix.TimeOf(n); c != 0 {
				return edit.Call(form.Month, edit.Column(c))
			}
		}
	}
	const most = 50 // rows that can be looked at
	for _, n := range tables {
		for _, c := range t.ix.Tables[n].Columns {
			if col := &t.ix.Columns[c]; col.Kind == index.Text && !col.Unique && col.Distinct >= 2 && col.Distinct <= most && !uses(q, c) {
				return edit.Column(c)
			}
		}
	}
	return nil
}

// uses is true for a query that has a column in it.
func uses(q *form.Query, column int) bool {
	found := false
	q.Visit(func(e *form.Expr) { found = found || e.Op == form.Column && e.Column == column }, nil)
	return found
}
