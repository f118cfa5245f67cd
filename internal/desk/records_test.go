package desk

import (
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

func TestSessions(t *testing.T) {
	p := newPlace(t)
	// Somebody asked in a terminal.
	s, err := p.log.Start(t.Context(), "shop", "shop")
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{"one", "two"} {
		asked := store.Query{ID: freshID("query_"), Question: q, Status: store.StatusOpen}
		st := session.Step{Query: &asked, Events: []session.Entry{{Kind: session.QuestionAsked, Payload: session.AskedPayload{Question: q, Query: asked.ID}}}}
		if err := s.Step(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		_, err := s.Record(t.Context(), session.Cell{Question: q}, func(c session.Cell, _ string) session.Step {
			asked.Status = store.StatusSuccess
			return session.Step{Query: &asked, Events: []session.Entry{{Kind: session.TurnEnded, Payload: session.EndedPayload{Outcome: "sure", Cell: c.ID}}}}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	b := p.create("Mine")
	list, err := p.Sessions(t.Context(), "", 0)
	if err != nil || len(list) != 2 || list[0].ID != b.Session {
		t.Fatalf("got %+v, %v", list, err)
	}
	if same, err := p.Resume(t.Context(), b.Session); err != nil || same.ID != b.ID {
		t.Errorf("got %+v, %v", same, err)
	}
	if read, cells, err := p.Session(t.Context(), s.ID()); err != nil || read.ID != s.ID() || len(cells) != 2 || cells[1].Question != "two" {
		t.Errorf("got %+v, %+v, %v", read, cells, err)
	}
	goesOn, err := p.Resume(t.Context(), s.ID())
	if err != nil {
		t.Fatal(err)
	}
	want(t, "resumed", goesOn.Name+": "+inShort(goesOn), "shop, 2025-11-15: one, two")
	if goesOn.Session != s.ID() {
		t.Error("it does not go on")
	}
	p.ask(Question{Notebook: goesOn.ID, Text: "three"})
	fork, err := p.ForkSession(t.Context(), s.ID(), "Copy")
	if err != nil {
		t.Fatal(err)
	}
	want(t, "fork", inShort(fork), "one, two, three")
	// What is removed there stays removed.
	if err := p.RemoveCell(t.Context(), goesOn.ID, goesOn.Cells[0].ID); err != nil {
		t.Error(err)
	}
	p.open()
	want(t, "after a restart", inShort(p.look(goesOn.ID)), "two, three")
	if err := p.DeleteSession(t.Context(), s.ID()); err != nil {
		t.Error(err)
	}
	list, err = p.Sessions(t.Context(), "", 1)
	if err != nil || len(list) != 1 || list[0].ID != fork.Session {
		t.Errorf("got %+v, %v", list, err)
	}
	rest, err := p.Sessions(t.Context(), list[0].ID, 10)
	if err != nil || len(rest) != 1 || rest[0].ID != b.Session {
		t.Errorf("got %+v, %v", rest, err)
	}
	refused(t, p.DeleteSession(t.Context(), "session_x"), fault.NotFound)
	_, _, err = p.Session(t.Context(), "session_x")
	refused(t, err, fault.NotFound)
}

// TestNotebookComesBackFromItsSession: what was deleted can be had again, as it
// was last.
func TestNotebookComesBackFromItsSession(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	first := p.ask(Question{Notebook: b.ID, Text: "one"})
	gone := p.ask(Question{Notebook: b.ID, Text: "two"})
	p.ask(Question{Notebook: b.ID, Text: "total by month", Replaces: first.ID})
	note, err := p.Note(t.Context(), b.ID, "draft", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Rewrite(t.Context(), b.ID, note.ID, "final"); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{p.RemoveCell(t.Context(), b.ID, gone.ID), p.MoveCell(t.Context(), b.ID, note.ID, 0), p.Delete(t.Context(), b.ID)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	back, err := p.Resume(t.Context(), b.Session)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "cells", inShort(back), "note final, total by month")
	if back.Cells[1].ID != first.ID || back.Session != b.Session || back.ID == b.ID || back.Source != "shop" || back.Name != "Sales" {
		t.Errorf("got %+v", back.Entry)
	}
	p.ask(Question{Notebook: back.ID, Text: "three"})
	want(t, "it goes on", inShort(p.look(back.ID)), "note final, total by month, three")
}
