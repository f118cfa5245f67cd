package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// batchesAreAtomic lets the last row of a batch of every kind be refused.
func batchesAreAtomic(t *testing.T, s store.Store) {
	write(t, s, store.Batch{
		Sessions: []store.Session{session("a")}, Cells: []store.Cell{cell("c0", "a", 0)},
		Queries: []store.Query{query("q0", "a")}, Attempts: []store.Attempt{attempt("q0", 1)},
	})
	renamed := session("a")
	renamed.Name = "renamed"
	settled := query("q0", "a")
	settled.Status = store.StatusSuccess
	b := store.Batch{
		Sessions: []store.Session{renamed, session("b")}, Events: []store.Event{event("a", "1"), event("b", "2")},
		Cells:   []store.Cell{cell("c1", "a", 1)},
		Queries: []store.Query{settled, query("q1", "b")}, Attempts: []store.Attempt{attempt("q1", 1), attempt("q0", 1)},
	}
	refuse(t, s, fault.Store, b)

	ctx := t.Context()
	found, err := s.Sessions(ctx, store.Filter{})
	if err != nil || len(found) != 1 || found[0].Name != "Q1 review" {
		t.Fatalf("sessions: %v, %v", found, err)
	}
	if events := allEvents(t, s, "", 0); len(events) != 0 {
		t.Fatalf("events: %v", events)
	}
	if cells, err := s.Cells(ctx, store.Filter{}); err != nil || len(cells) != 1 {
		t.Fatalf("cells: %v, %v", cells, err)
	}
	audits, err := s.Audit(ctx, store.Filter{})
	if err != nil || len(audits) != 1 || audits[0].Status != store.StatusOpen || len(audits[0].Attempts) != 1 {
		t.Fatalf("audit: %+v, %v", audits, err)
	}

	b.Attempts[1].Number = 2
	write(t, s, b)
	if events := allEvents(t, s, "", 0); len(events) != 2 {
		t.Fatalf("the fixed batch left %d events, want 2", len(events))
	}
}

func emptyBatch(t *testing.T, s store.Store) {
	write(t, s, store.Batch{})
}

// cancelled cancels writes at many points: each is there whole, and was
// acknowledged, or is not there at all.
func cancelled(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}})
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Write(gone, store.Batch{Events: []store.Event{event("a", "1")}}); fault.CodeOf(err) != fault.Canceled {
		t.Fatalf("Write: got %v, want a fault %s", err, fault.Canceled)
	}
	if _, err := s.Events(gone, "a", 0, 0); fault.CodeOf(err) != fault.Canceled {
		t.Fatalf("Events: got %v, want a fault %s", err, fault.Canceled)
	}
	const size = 50
	acknowledged := map[int64]bool{}
	for i := range 60 {
		ctx, cancel := context.WithCancel(t.Context())
		var b store.Batch
		for range size {
			b.Events = append(b.Events, event("a", fmt.Sprint(i)))
		}
		started := make(chan struct{})
		var stop sync.WaitGroup
		stop.Go(func() {
			<-started
			for range i * i { // a wait that differs from round to round
				_ = ctx.Err()
			}
			cancel()
		})
		close(started)
		ids, err := s.Write(ctx, b)
		stop.Wait()
		if err != nil && fault.CodeOf(err) != fault.Canceled {
			t.Fatalf("Write: %v", err)
		}
		for _, id := range ids {
			acknowledged[id] = true
		}
	}
	for _, e := range allEvents(t, s, "a", 0) {
		if !acknowledged[e.ID] {
			t.Fatalf("event %d of a cancelled batch is there", e.ID)
		}
		delete(acknowledged, e.ID)
	}
	if len(acknowledged) > 0 {
		t.Fatalf("%d acknowledged events are missing", len(acknowledged))
	}
}

func concurrentWriters(t *testing.T, s store.Store) {
	const writers, batches, size = 8, 12, 3
	var mu sync.Mutex
	owner := map[int64]string{}
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			name := fmt.Sprintf("writer-%d", w)
			if _, err := s.Write(t.Context(), store.Batch{Sessions: []store.Session{session(name)}}); err != nil {
				t.Errorf("%s: %v", name, err)
				return
			}
			var last int64
			for i := range batches {
				var b store.Batch
				for range size {
					b.Events = append(b.Events, event(name, fmt.Sprint(i)))
				}
				ids, err := s.Write(t.Context(), b)
				if err != nil {
					t.Errorf("%s: %v", name, err)
					return
				}
				mu.Lock()
				for _, id := range ids {
					if id <= last || owner[id] != "" {
						t.Errorf("%s: id %d after %d, owned by %q", name, id, last, owner[id])
					}
					last, owner[id] = id, name
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	all := allEvents(t, s, "", 0)
	if len(all) != writers*batches*size {
		t.Fatalf("%d events, want %d", len(all), writers*batches*size)
	}
	for _, e := range all {
		if owner[e.ID] != e.Session {
			t.Fatalf("event %d is of %s, but was acknowledged to %q", e.ID, e.Session, owner[e.ID])
		}
	}
}

// readersSeeNoGaps reads on from the last id seen while many write: whoever
// follows the store like this must see every event exactly once.
func readersSeeNoGaps(t *testing.T, s store.Store) {
	const writers, batches = 4, 25
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}})
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for i := range batches {
				if _, err := s.Write(t.Context(), store.Batch{Events: []store.Event{event("a", fmt.Sprint(i)), event("a", "0")}}); err != nil {
					t.Errorf("Write: %v", err)
					return
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { group.Wait(); close(done) }()
	var after int64
	seen := 0
	for writing := true; ; {
		if writing {
			select {
			case <-done:
				writing = false
			default:
			}
		}
		page, err := s.Events(t.Context(), "a", after, 7)
		if err != nil {
			t.Errorf("Events: %v", err)
			break
		}
		for _, e := range page {
			after, seen = e.ID, seen+1
		}
		if len(page) == 0 && !writing {
			break
		}
	}
	<-done
	if seen != writers*batches*2 {
		t.Fatalf("the follower saw %d of %d events", seen, writers*batches*2)
	}
}

func closed(t *testing.T, s store.Store) {
	write(t, s, store.Batch{Sessions: []store.Session{session("a")}})
	if err := s.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if _, err := s.Write(t.Context(), store.Batch{Sessions: []store.Session{session("b")}}); fault.CodeOf(err) != fault.Store {
		t.Fatalf("Write after Close: %v", err)
	}
	if _, err := s.Events(t.Context(), "", 0, 0); fault.CodeOf(err) != fault.Store || errors.Is(err, store.ErrConflict) {
		t.Fatalf("Events after Close: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatalf("the second Close: %v", err)
	}
}
