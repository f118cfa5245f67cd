package desk

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
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

// TestNobodyMissesAnything: many follow several notebooks in which much is
// going on, some come late, some are cut off and come back.
func TestNobodyMissesAnything(t *testing.T) {
	p := newPlace(t)
	var books []*Book
	for i := range 3 {
		books = append(books, p.create(fmt.Sprint("Book ", i)))
	}
	const questions, followers = 12, 6
	var asking, following sync.WaitGroup
	seen := make([][]int64, len(books)*followers)
	final := make([]chan int64, len(books))
	for i, b := range books {
		final[i] = make(chan int64, followers)
		asking.Go(func() {
			for n := range questions {
				turn, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: fmt.Sprintf("question %d by channel", n)})
				if err == nil {
					_, _, err = p.Await(t.Context(), turn.ID)
				}
				if err == nil && n%3 == 0 {
					_, err = p.Note(t.Context(), b.ID, "noted", "")
				}
				if err != nil {
					t.Error(err)
				}
			}
			for range followers {
				final[i] <- p.look(b.ID).LastEvent
			}
		})
		for f := range followers {
			at := i*followers + f
			following.Go(func() {
				after, upTo := int64(0), int64(-1)
				for upTo < 0 || after < upTo {
					ctx, cut := context.WithCancel(t.Context())
					n := 0
					for e, err := range p.Follow(ctx, b.ID, after) {
						if err != nil {
							t.Error(err)
							break
						}
						after = e.ID
						seen[at] = append(seen[at], e.ID)
						if n++; f%2 == 1 && n == 7 { // cut off
							break
						}
						if upTo < 0 {
							select {
							case upTo = <-final[i]:
							default:
							}
						}
						if upTo >= 0 && after >= upTo {
							break
						}
					}
					cut()
					if upTo < 0 && len(final[i]) > 0 {
						upTo = <-final[i]
					}
				}
			})
		}
	}
	// A follower of a notebook in which nothing happens any more waits: one
	// more event lets it see that it has all.
	asking.Wait()
	for _, b := range books {
		if err := p.Rename(t.Context(), b.ID, b.Name+" done"); err != nil {
			t.Error(err)
		}
	}
	following.Wait()
	for at, ids := range seen {
		b := books[at/followers]
		events, err := p.kept.Events(t.Context(), b.Session, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		var all []int64
		for _, e := range events {
			all = append(all, e.ID)
		}
		if len(ids) < len(all)-1 || !slices.Equal(ids, all[:len(ids)]) {
			t.Errorf("follower %d of %s saw %d of %d events", at%followers, b.Name, len(ids), len(all))
		}
	}
	if p.opens.Load() != 1 {
		t.Errorf("the source was opened %d times", p.opens.Load())
	}
}

// TestTwoTabs: what one does the other sees, and both come to the same.
func TestTwoTabs(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	tab := func(from *Book, upTo int64) *ledger {
		l := newLedger()
		l.name = from.Name
		for i, c := range from.Cells {
			hash, err := c.Hash()
			if err != nil {
				t.Error(err)
			}
			l.apply(session.ChangedPayload{Change: session.Added, Cell: c.ID, Position: i, Hash: hash})
		}
		for e, err := range p.Follow(t.Context(), b.ID, from.LastEvent) {
			if err != nil {
				t.Error(err)
				break
			}
			if err := l.add(store.Event{ID: e.ID, Kind: string(e.Kind), Payload: e.Payload}); err != nil {
				t.Error(err)
			}
			if e.ID >= upTo {
				break
			}
		}
		return l
	}
	first := p.look(b.ID)
	one := p.ask(Question{Notebook: b.ID, Text: "one"})
	second := p.look(b.ID)
	two := p.ask(Question{Notebook: b.ID, Text: "two"})
	if err := p.MoveCell(t.Context(), b.ID, two.ID, 0); err != nil {
		t.Fatal(err)
	}
	p.ask(Question{Notebook: b.ID, Replaces: one.ID, Text: "total by month"})
	if err := p.RemoveCell(t.Context(), b.ID, two.ID); err != nil {
		t.Fatal(err)
	}
	last := p.look(b.ID)
	x, y := tab(first, last.LastEvent), tab(second, last.LastEvent)
	want(t, "order", fmt.Sprint(x.order, x.hash), fmt.Sprint(y.order, y.hash))
	want(t, "order", fmt.Sprint(x.order), fmt.Sprint([]string{one.ID}))
}

// TestEverySnapshotFitsTheLog: what a page is shown first, and what it is told
// from there on, are cut at one point.
func TestEverySnapshotFitsTheLog(t *testing.T) {
	p := newPlace(t)
	b := p.create("Sales")
	var asking sync.WaitGroup
	for i := range 3 {
		asking.Go(func() {
			for n := range 5 {
				turn, err := p.Ask(t.Context(), Question{Notebook: b.ID, Text: fmt.Sprintf("which question %d of %d", n, i)})
				if err != nil {
					t.Error(err)
					return
				}
				if n == 2 {
					_ = p.Cancel(t.Context(), turn.ID)
				}
				_, _, _ = p.Await(t.Context(), turn.ID)
			}
		})
	}
	over := make(chan bool)
	go func() { asking.Wait(); close(over) }()
	for done := false; !done; {
		select {
		case <-over:
			done = true
		default:
		}
		now := p.look(b.ID)
		l := newLedger()
		events, err := p.kept.Events(t.Context(), b.Session, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			if e.ID <= now.LastEvent {
				if err := l.add(e); err != nil {
					t.Fatal(err)
				}
			}
		}
		var cells []string
		for _, c := range now.Cells {
			cells = append(cells, c.ID)
		}
		if !slices.Equal(cells, l.order) {
			t.Fatalf("the cells are %v, and %v by the log", cells, l.order)
		}
		for _, r := range now.Running {
			if l.open[r.ID] == nil {
				t.Fatalf("%s runs, and has ended by the log", r.ID)
			}
		}
		if len(now.Running) != len(l.open) {
			t.Fatalf("%d run, and %d by the log", len(now.Running), len(l.open))
		}
	}
}
