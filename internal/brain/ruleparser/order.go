package ruleparser

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
)

// order adds the order that is asked for.
func (b *builder) order() {
	q := b.query
	if len(b.Sorts) > 0 && q.Limit == nil {
		q.Order = nil
		for _, s := range b.Sorts {
			if e := b.sortKey(s); e != nil {
				q.Order = append(q.Order, form.Order{By: e, Desc: s.Desc})
			}
		}
		return
	}
	if len(b.Sorts) == 0 && len(q.Order) == 0 && slices.ContainsFunc(b.Low[b.Question.Context:], func(w string) bool {
		return english.Among(w, "alphabetical alphabetically alphabetic lexicographic lexicographical")
	}) && len(q.Select) > 0 {
		q.Order = []form.Order{{By: q.Select[0]}}
	}
}

// bestFirst is what "highest first" is about: the measure, the column that the
// word says, or the last number that is shown.
func (b *builder) bestFirst(s *clue.Sort) *form.Expr {
	if s.About != "" {
		if c := b.columnFor(s.About); c > 0 && len(b.query.Group) == 0 {
			return edit.Column(c)
		}
	}
	for i := len(b.query.Select) - 1; i >= 0; i-- {
		e := b.query.Select[i]
		if e.Op != form.Column && !slices.ContainsFunc(b.query.Group, func(g *form.Expr) bool { return edit.SameExpr(g, e) }) || e.Op == form.Column && e.Column > 0 && b.Index.Columns[e.Column].Kind == index.Number {
			return e
		}
	}
	return nil
}

// sortKey is what rows are sorted by: a column, or a measure that is shown.
func (b *builder) sortKey(s *clue.Sort) *form.Expr {
	c := 0
	if s.Mention != nil {
		c = b.pick(s.Mention)
	} else {
		return b.bestFirst(s)
	}
	if len(b.query.Group) > 0 {
		for _, e := range b.query.Select {
			if len(e.Args) == 1 && e.Args[0].Column == c && c > 0 || e.Op == form.Count && c == 0 {
				return e
			}
		}
	}
	if c == 0 {
		return nil
	}
	return edit.Column(c)
}
