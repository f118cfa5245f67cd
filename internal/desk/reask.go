package desk

import (
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/talk"
)

// reask turns running a follow-up again into asking it again, where the answer that
// it is built on has another statement by now: its own statement is built on the
// old one.
func (a *asked) reask(now time.Time, cell func(id string) (session.Cell, error)) error {
	if !a.Again || a.was.Context.RefinementOf == "" {
		return nil
	}
	parent, err := cell(a.was.Context.RefinementOf)
	if fault.CodeOf(err) == fault.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	a.follows = &parent
	if !notebook.Reasks(*a.was, parent) {
		return nil
	}
	a.Again = false
	if day, dated := talk.DayOf(*a.was, now); dated && a.day.IsZero() {
		a.day = day // "last month" stays with the month that it meant
	}
	if a.was.WhatIf != nil {
		if with, ok := talk.AheadAgain(*a.was); ok {
			a.parent, a.ahead = &parent, &with.Request
			return a.overRows()
		}
	} else if kind := chartWish(*a.was, parent); kind != "" {
		a.parent, a.Chart = &parent, kind
		return a.overRows()
	}
	return nil
}

// chartWish is the kind of chart of a follow-up that only draws the rows of its
// parent in another way; "" if it asks for anything else.
func chartWish(c, parent session.Cell) string {
	if talk.WithoutChart(c.Question) != talk.WithoutChart(parent.Question) {
		return ""
	}
	for _, k := range talk.Charts() {
		if kind := string(k); strings.HasSuffix(c.Question, talk.WithChart("", kind)) {
			return kind
		}
	}
	return ""
}
