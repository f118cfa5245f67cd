package desk

import (
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// TestTailIsBounded: what is kept of the log for those who follow is little, and
// says where the rest is to be read.
func TestTailIsBounded(t *testing.T) {
	for _, size := range []int{10, maxTailBytes / 5, 2 * maxTailBytes} {
		var tail tail
		for id := range int64(1000) {
			tail.push(Event{ID: id + 1, Payload: make([]byte, size)})
			n := len(tail.events)
			if n == 0 || n > maxTail || tail.bytes > maxTailBytes && n > 1 || tail.bytes != n*size {
				t.Fatalf("%d events of %d bytes are kept", n, size)
			}
			if tail.floor != tail.events[0].ID-1 {
				t.Fatalf("the events after %d are here, but %d is the first", tail.floor, tail.events[0].ID)
			}
		}
	}
}

// TestFollowersHearThatANotebookIsGone, whoever deleted it.
func TestFollowersHearThatANotebookIsGone(t *testing.T) {
	for name, remove := range map[string]func(p *place, id string) error{
		"here":      func(p *place, id string) error { return p.Delete(t.Context(), id) },
		"elsewhere": func(p *place, id string) error { return p.Notebooks.Delete(t.Context(), id) },
	} {
		p := newPlace(t, func(c *Config) { c.Bounds.Look = time.Millisecond })
		b := p.create("Sales")
		var ended error
		for e, err := range p.Follow(t.Context(), b.ID, 0) {
			if ended = err; err == nil && e.Kind == session.Started {
				if err := remove(p, b.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		if fault.CodeOf(ended) != fault.NotFound {
			t.Errorf("deleted %s: %v", name, ended)
		}
	}
}

// TestFollowersFarBehind read the store until they have caught up.
func TestFollowersFarBehind(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	var many []session.Entry
	for range maxTail {
		many = append(many, session.Entry{Kind: session.Diagnosed})
	}
	for range 3 {
		if err := p.book(b.ID).session.Step(t.Context(), session.Step{Events: many}); err != nil {
			t.Fatal(err)
		}
	}
	note, err := p.Note(t.Context(), b.ID, "at last", "")
	if err != nil {
		t.Fatal(err)
	}
	var seen []int64
	for e, err := range p.Follow(t.Context(), b.ID, 0) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, e.ID)
		if e.Cell != nil {
			if e.Cell.ID != note.ID || e.Cell.Note != "at last" {
				t.Errorf("got %+v", e.Cell)
			}
			break
		}
	}
	events, err := p.kept.Events(t.Context(), b.Session, 0, 1000)
	if err != nil || len(events) != len(seen) {
		t.Fatalf("%d events were seen of %d, %v", len(seen), len(events), err)
	}
	for i, e := range events {
		if seen[i] != e.ID {
			t.Fatalf("event %d was %d, not %d", i, seen[i], e.ID)
		}
	}
}
