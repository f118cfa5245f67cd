// Package session is the log of a conversation: everything that happens in a
// session is appended to it, and every user interface reads from it.
//
// An event that Append returned is on disk. Followers read the store, never a
// queue, so that a slow one misses nothing, a disconnected one resumes by event
// id, and one in another process sees the same. Results are recorded as cells,
// whose bytes and hash depend only on their meaning.
package session

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"sync/atomic"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Options are what a log takes from outside.
type Options struct {
	Clock func() time.Time           // required
	NewID func(prefix string) string // required; every id is new in the store
	Poll  time.Duration              // how often followers look for what other processes wrote; default 250 ms
}

// Log begins and resumes sessions in a store.
type Log struct {
	store store.Store
	group *group
	clock func() time.Time
	newID func(prefix string) string
	poll  time.Duration
	bells bells
}

// NewLog is a log over a store, which stays its caller's to close.
func NewLog(s store.Store, o Options) *Log {
	return &Log{store: s, group: newGroup(s), clock: o.Clock, newID: o.NewID, poll: cmp.Or(o.Poll, 250*time.Millisecond)}
}

// Session is one conversation. It may be used by many goroutines, and open in
// several processes.
type Session struct {
	log  *Log
	info store.Session
	next atomic.Int64 // the position that the next cell probably has
}

// Start begins a session on a source.
func (l *Log) Start(ctx context.Context, name, source string) (*Session, error) {
	s := &Session{log: l, info: store.Session{
		ID: l.newID("session_"), Name: clean(name), Source: clean(source), CreatedAt: l.now(),
	}}
	started, err := s.event(Started, "", StartedPayload{Name: s.info.Name, Source: s.info.Source})
	if err != nil {
		return nil, err
	}
	ids, err := s.write(ctx, store.Batch{Sessions: []store.Session{s.info}, Events: []store.Event{started}})
	if err != nil {
		return nil, err
	}
	s.info.LastEvent = ids[0]
	return s, nil
}

// Resume opens a session that was begun before, by whichever process.
func (l *Log) Resume(ctx context.Context, id string) (*Session, error) {
	if id != "" {
		found, err := l.store.Sessions(ctx, store.Filter{ID: id})
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return &Session{log: l, info: found[0]}, nil
		}
	}
	missing := fault.New(fault.NotFound, "there is no session %q", id)
	if recent, err := l.store.Sessions(ctx, store.Filter{Newest: true, Limit: 20}); err == nil {
		var ids []string
		for _, s := range recent {
			ids = append(ids, s.ID)
		}
		missing = missing.WithHint("%s", fault.DidYouMean(id, "recent sessions", ids))
	}
	return nil, missing
}

// ID names the session.
func (s *Session) ID() string { return s.info.ID }

// Info is the session as it was when it was started or resumed; its LastEvent
// is where someone who knows all of the past follows on from.
func (s *Session) Info() store.Session { return s.info }

// Append records that something happened. The payload is anything that becomes
// JSON; nil is an empty object.
func (s *Session) Append(ctx context.Context, kind Kind, payload any) (store.Event, error) {
	e, err := s.event(kind, "", payload)
	if err != nil {
		return store.Event{}, err
	}
	ids, err := s.write(ctx, store.Batch{Events: []store.Event{e}})
	if err != nil {
		return store.Event{}, err
	}
	e.ID = ids[0]
	return e, nil
}

// Audit records a question of this session, or its outcome, and attempts at
// it.
func (s *Session) Audit(ctx context.Context, q store.Query, attempts ...store.Attempt) error {
	return s.Step(ctx, Step{Query: &q, Attempts: attempts})
}

// write records a batch and wakes the followers of this process.
func (s *Session) write(ctx context.Context, b store.Batch) ([]int64, error) {
	ids, err := s.log.group.write(ctx, b)
	if err == nil && len(ids) > 0 {
		s.log.bells.ring(s.ID())
	}
	return ids, err
}

// event has its turn in addition to its payload, so that followers can tell
// questions apart that run at the same time.
func (s *Session) event(kind Kind, turn string, payload any) (store.Event, error) {
	body := json.RawMessage("{}")
	if payload != nil {
		var err error
		if body, err = table.PlainJSON(payload); err != nil {
			return store.Event{}, fault.Wrap(err, fault.BadData, "the event %s cannot be recorded: %s", kind, err)
		}
	}
	if turn != "" && len(body) > 1 && body[0] == '{' {
		head, err := table.PlainJSON(struct {
			Turn string `json:"turn"`
		}{turn})
		if err != nil {
			return store.Event{}, fault.Wrap(err, fault.BadData, "the event %s cannot be recorded: %s", kind, err)
		}
		if len(body) > 2 {
			head = append(head[:len(head)-1], ',')
			body = append(head, body[1:]...)
		} else {
			body = head
		}
	}
	return store.Event{Session: s.ID(), Kind: string(kind), At: s.log.now(), Payload: body}, nil
}

// now has the precision that a store keeps, so that what is returned now and
// what is read later are equal.
func (l *Log) now() time.Time { return l.clock().UTC().Truncate(time.Microsecond) }

// clean replaces what no store can hold by the replacement character.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
