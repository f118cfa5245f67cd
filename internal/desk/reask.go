package desk

import (
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
	} else if d := a.was.Derivation; d != nil && d.Chart != "" {
		a.parent, a.Chart = &parent, d.Chart
		return a.overRows()
	}
	return nil
}
