package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
)

// Run asks a brain everything in a suite.
type Run struct {
	Suite *Suite
	Brain Brain
	// Open connects to a database file or address, without any documents
	// about it.
	Open     func(ctx context.Context, name, dsn string) (*connection.Connection, error)
	Postgres string        // server for databases that are scripts
	Now      time.Time     // for cases that do not fix it
	Order    Order         // when the order of rows counts
	Parallel int           // databases at a time
	Patience time.Duration // for one question; 0 means a minute
	Journal  *Journal
	Progress func(done, total int)
}

const defaultPatience = time.Minute

// Do asks what is not in the journal yet. Databases are asked in parallel, the
// questions of one database one after the other.
func (r *Run) Do(ctx context.Context) error {
	if r.Suite.Postgres && r.Postgres == "" {
		return fault.New(fault.Usage, "the databases of %s are scripts for PostgreSQL", r.Suite.Dir).
			WithHint("give a server with --postgres postgres://user@host/postgres; its login must be allowed to create databases")
	}
	jobs, done := r.jobs()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	step := func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		if r.Progress != nil {
			r.Progress(done, len(r.Suite.Cases))
		}
	}
	r.each(ctx, jobs, stop, func(j job) error { return r.database(ctx, j, step) })
	return context.Cause(ctx)
}

// each does the jobs, several at a time, until the context ends; an error stops
// them all.
func (r *Run) each(ctx context.Context, jobs []job, stop context.CancelCauseFunc, do func(job) error) {
	queue := make(chan job)
	var workers sync.WaitGroup
	for range min(max(1, r.Parallel), max(1, len(jobs))) {
		workers.Go(func() {
			for j := range queue {
				if err := do(j); err != nil {
					stop(err)
				}
			}
		})
	}
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
		}
	}
	close(queue)
	workers.Wait()
}

// job is one database with its open cases.
type job struct {
	database string
	cases    []*Case
}

// jobs are ordered by size, so that no long one is left for the end.
func (r *Run) jobs() (jobs []job, done int) {
	at := map[string]int{}
	for _, c := range r.Suite.Cases {
		if r.Journal.has(c) {
			done++
			continue
		}
		i, ok := at[c.Database]
		if !ok {
			i = len(jobs)
			at[c.Database] = i
			jobs = append(jobs, job{database: c.Database})
		}
		jobs[i].cases = append(jobs[i].cases, c)
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return cmp.Compare(len(b.cases), len(a.cases)) })
	return jobs, done
}

// database asks everything about one database.
func (r *Run) database(ctx context.Context, j job, step func()) (err error) {
	if ctx.Err() != nil {
		return nil
	}
	d, err := r.open(ctx, j.database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close(ctx)) }()
	session, err := r.Brain.Open(ctx, d.conn)
	if err != nil {
		session = broken{err} // the other databases can be asked all the same
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	for _, c := range j.cases {
		records, err := r.ask(ctx, d, session, c)
		if ctx.Err() != nil {
			return nil // what was stopped says nothing about the brain
		}
		if err == nil {
			err = r.Journal.add(records)
		}
		if err != nil {
			return err
		}
		step()
	}
	return nil
}

// ask goes through the turns of a case.
func (r *Run) ask(ctx context.Context, d *database, s Session, c *Case) ([]Record, error) {
	var records []Record
	request := Request{Now: c.Now}
	if request.Now.IsZero() {
		request.Now = r.Now
	}
	for n, t := range c.Turns {
		request.Question = t.Question
		start := time.Now()
		answer, failure := r.think(ctx, s, request, c, n)
		took := time.Since(start)
		if gone := (*Unavailable)(nil); errors.As(failure, &gone) {
			return nil, gone.Err
		}
		record := Record{ID: c.ID, Turn: n, Confidence: answer.Confidence, Status: answer.Status,
			MS: float64(took.Microseconds()) / 1000, Reading: answer.Reading, Unused: answer.Unused, Evidence: answer.Evidence, Sure: answer.Sure}
		if answer.Cost.Calls > 0 {
			record.Cost = &answer.Cost
		}
		if failure != nil {
			record.Status, record.Error = Failed, failure.Error()
		}
		if record.Status == Answered {
			record.SQL, record.Meaning = answer.SQL, answer.Meaning
		}
		if t.Known {
			s := scorer{database: d, ordered: r.Order.counts(t.Question, c.Tags)}
			if err := s.score(ctx, &record, t, answer); err != nil {
				return nil, err
			}
		}
		records = append(records, record)
		if answer.Conversation != nil {
			request.Conversation = answer.Conversation
		}
	}
	return records, nil
}

// broken stands for a session that could not be opened.
type broken struct{ err error }

func (b broken) Ask(context.Context, Request) (Answer, error) { return Answer{}, b.err }

func (broken) Close() error { return nil }

// think asks the brain. A mistake in it costs one question, not the run.
func (r *Run) think(ctx context.Context, s Session, request Request, c *Case, turn int) (a Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			a, err = Answer{}, fmt.Errorf("the brain broke down: %v", p)
		}
	}()
	if known, ok := s.(recaller); ok {
		return known.recall(c, turn), nil
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.Patience, defaultPatience))
	defer cancel()
	a, err = s.Ask(ctx, request)
	if a.Status == "" {
		a.Status = Failed
		if a.SQL != "" {
			a.Status = Answered
		}
	}
	return a, err
}
