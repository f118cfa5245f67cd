package desk

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/session"
)

// TestPartsThatAreNotDone: a message that wants several things says in the notebook what
// of it was not done, and why.
func TestPartsThatAreNotDone(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	c := p.ask(Question{Notebook: b.ID, Text: "suppliers by name", part: true, rest: []string{"export it as csv", "are you sure?"}})
	if len(c.Diagnostics) != 1 || c.Diagnostics[0].Code != partLeft || c.Diagnostics[0].Hint == "" ||
		!strings.Contains(c.Diagnostics[0].Message, "not done: “export it as csv”, “are you sure?”, because the part before them has no answer") {
		t.Errorf("the cell says %+v", c.Diagnostics)
	}
	want(t, "cells", inShort(p.look(b.ID)), "suppliers by name")
}

// TestPartsThatAreRefused: a part that cannot be asked is a cell that says so.
func TestPartsThatAreRefused(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "total by channel", part: true, rest: []string{"…", "total by month"}})
	cells := p.look(b.ID).Cells
	if len(cells) != 2 || cells[1].Question != "…; total by month" || cells[1].Context.ParentCellID != first.ID {
		t.Fatalf("cells: %s", inShort(p.look(b.ID)))
	}
	want(t, "it says", cells[1].Reading.Missing, "This part of the message was not done, because the question has no words. Ask it alone.")
}

// TestAFailureNamesTheRest: where there is no cell, the end of the turn says it.
func TestAFailureNamesTheRest(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	turn := p.begin(Question{Notebook: b.ID, Text: "broken", part: true, rest: []string{"export it as csv"}})
	_, _, _ = p.Await(t.Context(), turn.ID)
	var end string
	for _, e := range p.events(b.Session) {
		if e.Kind == string(session.TurnEnded) {
			end = string(e.Payload)
		}
	}
	if !strings.Contains(end, "not done: “export it as csv”, which can be asked alone") {
		t.Errorf("the turn ended with %s", end)
	}
}
