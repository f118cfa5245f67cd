package session

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// slow is a store whose writes can be held up.
type slow struct {
	store.Store
	mu     sync.Mutex
	sizes  []int         // events of each write
	held   chan struct{} // closed when writes may go on
	begun  chan struct{} // gets one for each write that has begun
	failed error         // what the next write of several fails with
}

func (s *slow) Write(ctx context.Context, b store.Batch) ([]int64, error) {
	s.mu.Lock()
	s.sizes = append(s.sizes, len(b.Events))
	err := s.failed
	if len(b.Events) > 1 {
		s.failed = nil
	} else {
		err = nil
	}
	s.mu.Unlock()
	if s.held != nil {
		s.begun <- struct{}{}
		<-s.held
	}
	if err != nil {
		return nil, err
	}
	return s.Store.Write(ctx, b)
}

// crowd holds up a write, lets others come, and gives what became of each.
func crowd(t *testing.T, s *slow, sessions []*Session, meanwhile func()) (events []store.Event, errs []error) {
	t.Helper()
	s.mu.Lock()
	s.held, s.begun, s.sizes = make(chan struct{}), make(chan struct{}, 1000), nil
	s.mu.Unlock()
	events, errs = make([]store.Event, len(sessions)), make([]error, len(sessions))
	var wait sync.WaitGroup
	for i, x := range sessions {
		wait.Go(func() { events[i], errs[i] = x.Append(t.Context(), Diagnosed, i) })
		if i == 0 {
			<-s.begun
		}
	}
	waiting(t, sessions[0].log, len(sessions)-1)
	if meanwhile != nil {
		meanwhile()
	}
	close(s.held)
	wait.Wait()
	return events, errs
}

// waiting returns when so many wait.
func waiting(t *testing.T, l *Log, n int) {
	t.Helper()
	for {
		l.group.mu.Lock()
		have := len(l.group.waiting)
		l.group.mu.Unlock()
		if have == n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func sessionsOf(t *testing.T, l *Log, n int) []*Session {
	t.Helper()
	list := make([]*Session, n)
	for i := range list {
		list[i] = start(t, l)
	}
	return list
}

// kept finds each event in its session, under the id that was acknowledged.
func kept(t *testing.T, s store.Store, events []store.Event) {
	t.Helper()
	for i, e := range events {
		got, err := s.Events(t.Context(), e.Session, e.ID-1, 1)
		if err != nil || len(got) != 1 || got[0].ID != e.ID || string(got[0].Payload) != fmt.Sprint(i) {
			t.Errorf("event %d of %s is %+v (%v)", e.ID, e.Session, got, err)
		}
	}
}

func TestThoseWhoWaitShareAWrite(t *testing.T) {
	s := &slow{Store: openStore(t, t.TempDir())}
	l := newLog(s, never)
	events, errs := crowd(t, s, sessionsOf(t, l, 50), nil)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	kept(t, s, events)
	if len(s.sizes) != 2 || s.sizes[0] != 1 || s.sizes[1] != 49 {
		t.Errorf("the writes had %v events", s.sizes)
	}
}

func TestAGroupIsBounded(t *testing.T) {
	s := &slow{Store: openStore(t, t.TempDir())}
	l := newLog(s, never)
	events, errs := crowd(t, s, sessionsOf(t, l, maxGroup+31), nil)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	kept(t, s, events)
	if len(s.sizes) != 3 || s.sizes[1] != maxGroup || s.sizes[2] != 30 {
		t.Errorf("the writes had %v events", s.sizes)
	}
}

func TestBytesOfAGroupAreBounded(t *testing.T) {
	big := store.Batch{Cells: []store.Cell{{Body: make([]byte, maxGroupBytes/2+1)}}}
	g := newGroup(nil)
	for range 3 {
		g.waiting = append(g.waiting, &pending{batch: big})
	}
	for range 3 {
		if n := len(g.take()); n != 1 {
			t.Fatalf("%d large batches were taken at once", n)
		}
	}
}

// TestNobodyPaysForAnother lets one of many be refused.
func TestNobodyPaysForAnother(t *testing.T) {
	s := &slow{Store: openStore(t, t.TempDir())}
	l := newLog(s, never)
	list := sessionsOf(t, l, 10)
	list[5] = &Session{log: l, info: store.Session{ID: "unknown"}}
	events, errs := crowd(t, s, list, nil)
	for i, err := range errs {
		if want := i == 5; want != (fault.CodeOf(err) == fault.NotFound) || !want && err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	kept(t, s, events[:5])
}

func TestAFailedGroupIsWrittenOneByOne(t *testing.T) {
	s := &slow{Store: openStore(t, t.TempDir())}
	l := newLog(s, never)
	list := sessionsOf(t, l, 5)
	s.failed = fault.New(fault.Store, "the disk is slow")
	events, errs := crowd(t, s, list, nil)
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	kept(t, s, events)
	if len(s.sizes) != 6 {
		t.Errorf("the writes had %v events", s.sizes)
	}
}

// TestWhoLeavesIsNotWritten stops one that waits for its turn.
func TestWhoLeavesIsNotWritten(t *testing.T) {
	s := &slow{Store: openStore(t, t.TempDir())}
	l := newLog(s, never)
	list := sessionsOf(t, l, 4)
	gone := start(t, l)
	_, errs := crowd(t, s, list, func() {
		ctx, cancel := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := gone.Append(ctx, Diagnosed, "never")
			left <- err
		}()
		waiting(t, l, 4)
		cancel()
		if err := <-left; fault.CodeOf(err) != fault.Canceled || !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	})
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Events(t.Context(), gone.ID(), 0, 0); err != nil || len(got) != 1 {
		t.Errorf("%+v (%v)", got, err)
	}
}
