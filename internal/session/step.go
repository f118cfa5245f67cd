package session

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/store"
)

// Step is what happens at once: it is recorded whole or not at all, in one
// durable write.
type Step struct {
	Turn     string  // that the events belong to; the question of Query if it is empty
	Before   []Entry // with a cell: events that come before that of the cell
	Events   []Entry
	Sketch   *Cell           // with AnswerDrawn: the cell as far as it is made, for who follows; it is not kept
	Query    *store.Query    // the audit of the question, or what became of it
	Attempts []store.Attempt // at it; without Query, at the one that they name
}

// Entry is an event that has not been recorded yet.
type Entry struct {
	Kind    Kind
	Payload any // anything that becomes JSON; nil is an empty object
}

// Step records what happened. The session, its source and the times of the
// audit are filled in; characters that a store cannot hold are replaced, so
// that even an attack is recorded.
func (s *Session) Step(ctx context.Context, st Step) error {
	_, err := s.Happen(ctx, st)
	return err
}

// Happen does the same, and gives the ids of the events.
func (s *Session) Happen(ctx context.Context, st Step) ([]int64, error) {
	b, err := s.batch(st)
	if err != nil {
		return nil, err
	}
	return s.write(ctx, b)
}

// turn is what a follower knows the events by.
func (st Step) turn() string {
	if st.Turn == "" && st.Query != nil {
		return st.Query.ID
	}
	return st.Turn
}

func (s *Session) batch(st Step) (store.Batch, error) {
	var b store.Batch
	for _, e := range slices.Concat(st.Before, st.Events) {
		event, err := s.event(e.Kind, st.turn(), e.Payload)
		if err != nil {
			return b, err
		}
		b.Events = append(b.Events, event)
	}
	now := s.log.now()
	if st.Query != nil {
		q := *st.Query
		q.Session, q.UpdatedAt = s.ID(), now
		if q.CreatedAt.IsZero() {
			q.CreatedAt = now
		}
		if q.Source == "" {
			q.Source = s.info.Source
		}
		for _, text := range []*string{&q.Tenant, &q.User, &q.Source, &q.Question, &q.FinalSQL, &q.Answer, &q.Model} {
			*text = clean(*text)
		}
		b.Queries = []store.Query{q}
	}
	for _, a := range st.Attempts {
		if st.Query != nil {
			a.QueryID = st.Query.ID
		}
		if a.CreatedAt.IsZero() {
			a.CreatedAt = now
		}
		for _, text := range []*string{&a.SQL, &a.ValidationReason, &a.DBError, &a.Reason} {
			*text = clean(*text)
		}
		b.Attempts = append(b.Attempts, a)
	}
	return b, nil
}
