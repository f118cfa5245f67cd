// Package suggest finds questions to begin with: made from what a database
// holds, worded as people ask, and each one tried on the brain before it is
// shown.
package suggest

import (
	"context"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
)

// Run reports whether a statement finds anything.
type Run func(ctx context.Context, sql string) (bool, error)

// Tried says of questions whether they are answered: read as they are meant, with
// a result that is not empty.
type Tried map[string]bool

// maxTries bounds how many questions are tried for those that are shown.
const maxTries = 24

// Try tries questions, as far as that was not done before, until so many are
// answered. Once it is late, those found so far will do, if there are any; when the
// context ends, they must. Whole says that neither cut it short.
func Try(ctx context.Context, ix *index.Index, b brain.Brain, now time.Time, run Run, tried Tried, most int, late func() bool) (whole bool) {
	found := 0
	for i, p := range proposals(ix) {
		if i == maxTries || found == most {
			break
		}
		answered, known := tried[p.text]
		if !known {
			if ctx.Err() != nil || found > 0 && late() {
				return false
			}
			answered = p.isAnswered(ctx, b, now, run)
			if ctx.Err() != nil {
				return false // it was not tried to its end
			}
			tried[p.text] = answered
		}
		if answered {
			found++
		}
	}
	return true
}

// Answered lists questions that were tried and are answered. Where there is none,
// it lists how many rows there are: that is known of every table.
func Answered(ix *index.Index, tried Tried, most int) []string {
	list := []string{}
	for _, p := range proposals(ix) {
		if len(list) < most && tried[p.text] {
			list = append(list, p.text)
		}
	}
	if len(list) == 0 {
		all := counts(ix)
		list = append(list, all[:min(len(all), most)]...)
	}
	return list
}

// isAnswered asks the brain.
func (p proposal) isAnswered(ctx context.Context, b brain.Brain, now time.Time, run Run) bool {
	a, err := b.Read(ctx, brain.Question{Text: p.text, Now: now})
	if err != nil || a.Outcome != brain.Sure && a.Outcome != brain.Likely || len(a.Readings) == 0 {
		return false
	}
	if q, ok := a.Readings[0].Form.(*form.Query); ok && !p.isMeant(q) {
		return false
	}
	found, err := run(ctx, a.Readings[0].SQL)
	return err == nil && found
}

// isMeant reports whether the form speaks of everything that the question was
// made of.
func (p proposal) isMeant(q *form.Query) bool {
	if p.term != "" && (q.Plain == nil || !slices.Contains(q.Plain.Terms, p.term)) {
		return false
	}
	var m mentions
	m.query(q)
	for _, t := range p.tables {
		if !slices.Contains(m.tables, t) {
			return false
		}
	}
	for _, c := range p.columns {
		if !slices.Contains(m.columns, c) {
			return false
		}
	}
	return true
}

// mentions are the tables and columns of a form.
type mentions struct{ tables, columns []int }

func (m *mentions) query(q *form.Query) {
	if q == nil {
		return
	}
	m.tables = append(m.tables, q.Tables...)
	m.exprs(q.Select)
	m.exprs(q.Group)
	m.exprs(q.Per)
	for _, o := range q.Order {
		m.expr(o.By)
	}
	m.cond(q.Where)
	m.cond(q.Having)
	m.query(q.Other)
}

func (m *mentions) exprs(list []*form.Expr) {
	for _, e := range list {
		m.expr(e)
	}
}

func (m *mentions) expr(e *form.Expr) {
	if e == nil {
		return
	}
	if e.Op == form.Column {
		m.columns = append(m.columns, e.Column)
	}
	m.exprs(e.Args)
	m.cond(e.If)
	m.query(e.Query)
}

func (m *mentions) cond(c *form.Cond) {
	if c == nil {
		return
	}
	for _, a := range c.Args {
		m.cond(a)
	}
	m.expr(c.Left)
	m.expr(c.Right)
	m.query(c.Query)
}
