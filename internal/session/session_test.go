package session

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
)

// never is a poll that no test lives to see: what arrives was rung for.
const never = time.Hour

// openStore opens the store in a folder; two on one folder are as good as two
// processes.
func openStore(t *testing.T, folder string) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), filepath.Join(folder, "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

var allIDs atomic.Int64

// newLog has a clock that goes on by a second each time it is read.
func newLog(s store.Store, poll time.Duration) *Log {
	var seconds atomic.Int64
	return NewLog(s, Options{
		Clock: func() time.Time { return time.Date(2026, 2, 6, 14, 30, int(seconds.Add(1)), 987654321, time.UTC) },
		NewID: func(prefix string) string { return fmt.Sprintf("%s%d", prefix, allIDs.Add(1)) },
		Poll:  poll,
	})
}

func start(t *testing.T, l *Log) *Session {
	t.Helper()
	s, err := l.Start(t.Context(), "Q1 review", "warehouse")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func resume(t *testing.T, l *Log, id string) *Session {
	t.Helper()
	s, err := l.Resume(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func appendNote(t *testing.T, s *Session, note any) store.Event {
	t.Helper()
	e, err := s.Append(t.Context(), Diagnosed, note)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// take follows until it has seen so many events.
func take(t *testing.T, s *Session, after int64, count int) []store.Event {
	t.Helper()
	var events []store.Event
	for e, err := range s.Follow(t.Context(), after) {
		if err != nil {
			t.Fatal(err)
		}
		if events = append(events, e); len(events) == count {
			break
		}
	}
	return events
}

func TestSessionsStartAndResume(t *testing.T) {
	folder := t.TempDir()
	l := newLog(openStore(t, folder), never)
	s := start(t, l)
	note := appendNote(t, s, map[string]any{"text": "a < b & c > d"})
	if string(note.Payload) != `{"text":"a < b & c > d"}` {
		t.Errorf("the payload is %s", note.Payload)
	}
	empty := appendNote(t, s, nil)

	again := resume(t, newLog(openStore(t, folder), never), s.ID())
	want := s.Info()
	want.LastEvent = empty.ID
	if d := cmp.Diff(want, again.Info()); d != "" {
		t.Errorf("resumed (-want +got):\n%s", d)
	}
	events := take(t, again, 0, 3)
	if d := cmp.Diff([]store.Event{note, empty}, events[1:]); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	if events[0].Kind != "session.started" || string(events[0].Payload) != `{"name":"Q1 review","source":"warehouse"}` {
		t.Errorf("the first event is %+v", events[0])
	}
}

func TestResumeOfAnUnknownSession(t *testing.T) {
	l := newLog(openStore(t, t.TempDir()), never)
	s := start(t, l)
	for _, id := range []string{"", s.ID() + "x"} {
		_, err := l.Resume(t.Context(), id)
		if f := fault.Of(err); f == nil || f.Code != fault.NotFound || !strings.Contains(f.Hint, s.ID()) {
			t.Errorf("Resume(%q): %+v", id, f)
		}
	}
}

func TestAppendRefusesWhatIsNoJSON(t *testing.T) {
	s := start(t, newLog(openStore(t, t.TempDir()), never))
	for _, payload := range []any{func() {}, json.RawMessage("{"), json.Number("1x")} {
		if _, err := s.Append(t.Context(), Diagnosed, payload); fault.CodeOf(err) != fault.BadData {
			t.Errorf("Append(%T): %v", payload, err)
		}
	}
}

func TestAuditCleansWhatNoStoreHolds(t *testing.T) {
	st := openStore(t, t.TempDir())
	s := start(t, newLog(st, never))
	q := store.Query{ID: "q1", Question: "caf\xe9\x00?", Status: store.StatusOpen}
	if err := s.Audit(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	q.Status, q.Answer = store.StatusFailed, "no"
	if err := s.Audit(t.Context(), q, store.Attempt{Number: 1, SQL: "SELECT '\x00'", DBError: "\xff"}); err != nil {
		t.Fatal(err)
	}
	got, err := st.Audit(t.Context(), store.Filter{Session: s.ID()})
	if err != nil || len(got) != 1 || len(got[0].Attempts) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	a := got[0]
	if a.Question != "caf\uFFFD\uFFFD?" || a.Status != store.StatusFailed || a.Answer != "no" || !a.UpdatedAt.After(a.CreatedAt) {
		t.Errorf("the query is %+v", a.Query)
	}
	if x := a.Attempts[0]; x.SQL != "SELECT '\uFFFD'" || x.DBError != "\uFFFD" || x.CreatedAt != a.UpdatedAt {
		t.Errorf("the attempt is %+v", x)
	}
}

// TestFollowersMissNothing lets many append, here and in another process,
// while followers of both read, stop and resume.
func TestFollowersMissNothing(t *testing.T) {
	folder := t.TempDir()
	here := newLog(openStore(t, folder), time.Millisecond)
	there := newLog(openStore(t, folder), time.Millisecond)
	s := start(t, here)
	other := resume(t, there, s.ID())
	stranger := start(t, there)

	const writers, each = 4, 40
	var group sync.WaitGroup
	for w := range writers {
		to := []*Session{s, other}[w%2]
		group.Go(func() {
			for i := range each {
				if _, err := to.Append(t.Context(), Diagnosed, fmt.Sprintf("%d/%d", w, i)); err != nil {
					t.Errorf("Append: %v", err)
				}
				if _, err := stranger.Append(t.Context(), Diagnosed, nil); err != nil {
					t.Errorf("Append: %v", err)
				}
			}
		})
	}
	followed := make([][]store.Event, 3)
	for f := range followed {
		from := []*Session{s, other}[f%2]
		group.Go(func() {
			after := int64(0)
			for len(followed[f]) < 1+writers*each { // each turn is a connection that breaks
				for e, err := range from.Follow(t.Context(), after) {
					if err != nil {
						t.Errorf("Follow: %v", err)
						return
					}
					after = e.ID
					followed[f] = append(followed[f], e)
					if len(followed[f])%(7+f) == 0 || len(followed[f]) == 1+writers*each {
						break
					}
				}
			}
		})
	}
	group.Wait()
	seen := map[string]int{}
	for i, e := range followed[0] {
		if e.Session != s.ID() || i > 0 && e.ID <= followed[0][i-1].ID {
			t.Fatalf("event %d of %s follows after %d", e.ID, e.Session, followed[0][i-1].ID)
		}
		seen[string(e.Payload)]++
	}
	for w := range writers {
		for i := range each {
			if n := seen[fmt.Sprintf(`"%d/%d"`, w, i)]; n != 1 {
				t.Fatalf("event %d/%d was seen %d times", w, i, n)
			}
		}
	}
	for _, f := range followed[1:] {
		if d := cmp.Diff(followed[0], f); d != "" {
			t.Fatalf("two followers differ:\n%s", d)
		}
	}
}

// TestFollowersAreWoken has no poll to help: each event must ring.
func TestFollowersAreWoken(t *testing.T) {
	s := start(t, newLog(openStore(t, t.TempDir()), never))
	count := 0
	for e, err := range s.Follow(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		if count++; count == 50 {
			break
		}
		// Half of them come before the follower asks again, half while it waits.
		if e.ID%2 == 0 {
			appendNote(t, s, count)
		} else {
			go func() { _, _ = s.Append(t.Context(), Diagnosed, count) }()
		}
	}
	s.log.bells.mu.Lock()
	defer s.log.bells.mu.Unlock()
	if left := len(s.log.bells.hung); left != 0 {
		t.Errorf("%d bells hang for no one", left)
	}
}

func TestFollowEndsWithItsContext(t *testing.T) {
	s := start(t, newLog(openStore(t, t.TempDir()), never))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for e, err := range s.Follow(ctx, 0) {
		if err != nil {
			t.Fatalf("the end of a context is no error: %v", err)
		}
		if e.Kind != string(Started) {
			t.Fatalf("got %+v", e)
		}
		go cancel() // while it waits
	}
	for e, err := range s.Follow(ctx, 0) {
		t.Fatalf("an ended context yielded %+v, %v", e, err)
	}
}

func TestFollowReportsAStoreThatCannotBeRead(t *testing.T) {
	st := openStore(t, t.TempDir())
	s := start(t, newLog(st, time.Millisecond))
	var last error
	for _, err := range s.Follow(t.Context(), 0) {
		if last = err; err == nil {
			if err := st.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if fault.CodeOf(last) != fault.Store {
		t.Fatalf("the end was %v", last)
	}
}

func TestEventsKnowTheirTurn(t *testing.T) {
	kept := openStore(t, t.TempDir())
	s := start(t, newLog(kept, never))
	q := store.Query{ID: "query_1", Question: "How many?", Status: store.StatusOpen}
	if err := s.Step(t.Context(), Step{Query: &q, Events: []Entry{{Kind: StageEntered, Payload: StagePayload{Stage: Thinking}}, {Kind: "bare"}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Record(t.Context(), Cell{Question: "How many?"}, func(Cell, string) Step { return Step{Turn: "query_1"} }); err != nil {
		t.Fatal(err)
	}
	events, err := kept.Events(t.Context(), s.ID(), s.Info().LastEvent, 0)
	if err != nil || len(events) != 3 {
		t.Fatalf("%v, %v", events, err)
	}
	for i, want := range []string{`{"turn":"query_1","stage":"thinking"}`, `{"turn":"query_1"}`, `{"turn":"query_1","cell":`} {
		if got := string(events[i].Payload); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
