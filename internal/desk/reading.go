package desk

import (
	"context"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/knowledge"
)

// How a refresh of documents stands.
const (
	WorkWaiting = "waiting"
	WorkRunning = "running"
	WorkDone    = "done"
	WorkFailed  = "failed"
	WorkStopped = "stopped"
)

// DocumentWork is a refresh of a source of documents.
type DocumentWork struct {
	State    string        `json:"state" enum:"waiting,running,done,failed,stopped"`
	Stage    string        `json:"stage,omitempty" doc:"listing, reading or embedding, while it runs."`
	Done     int           `json:"done" doc:"Documents, or of embedding passages, that are finished."`
	Total    int           `json:"total" doc:"As far as it is known; in a crawl it grows."`
	What     string        `json:"what,omitempty" doc:"What is being read."`
	Began    time.Time     `json:"began_at"`
	Ended    *time.Time    `json:"ended_at,omitempty"`
	Read     int           `json:"read" doc:"Documents that were new or had changed."`
	Same     int           `json:"same"`
	Failed   int           `json:"failed" doc:"Documents that could not be read; what was read of them before stays."`
	Gone     int           `json:"gone"`
	Problems []WorkProblem `json:"problems" doc:"What went wrong with single documents, at most 50."`
	Failure  *WorkProblem  `json:"failure,omitempty" doc:"Why it ended without having seen everything."`
}

// WorkProblem is something that went wrong.
type WorkProblem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Item    string `json:"item,omitempty" doc:"The document that it is about."`
}

// Bounds of the work on documents.
const (
	maxReading  = 2  // sources that are read at once
	maxQueued   = 50 // sources that wait
	maxProblems = 50
)

// readings are the refreshes of documents: one of a source at once.
type readings struct {
	mu     sync.Mutex
	works  map[string]*reading
	places chan struct{}
}

type reading struct {
	work  DocumentWork
	stop  context.CancelFunc
	again bool // something has changed since it began
	gone  bool // its source was removed
}

func newReadings() *readings {
	return &readings{works: map[string]*reading{}, places: make(chan struct{}, maxReading)}
}

// of is the work on a source; nil where none has begun.
func (r *readings) of(source string) *DocumentWork {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.works[source]
	if one == nil {
		return nil
	}
	work := one.work
	return &work
}

// stop ends the work on a source, if there is any, and forgets it.
func (r *readings) stop(source string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.works[source]; one != nil {
		one.gone = true
		one.stop()
		delete(r.works, source)
	}
}

// active is work that has not ended.
func (d DocumentWork) active() bool { return d.State == WorkWaiting || d.State == WorkRunning }

// RefreshDocuments begins to bring a source up to date with its place. Where that is at
// work already, it is done once more afterwards.
func (w *Work) RefreshDocuments(ctx context.Context, source string) (DocumentSource, error) {
	if _, err := w.documents(ctx, source); err != nil {
		return DocumentSource{}, err
	}
	if err := w.read(source); err != nil {
		return DocumentSource{}, err
	}
	return w.documents(ctx, source)
}

// StopDocuments ends the work on a source. What was read stays.
func (w *Work) StopDocuments(ctx context.Context, source string) (DocumentSource, error) {
	if _, err := w.documents(ctx, source); err != nil {
		return DocumentSource{}, err
	}
	w.reading.mu.Lock()
	if one := w.reading.works[source]; one != nil && one.work.active() {
		one.again = false
		one.stop()
	}
	w.reading.mu.Unlock()
	return w.documents(ctx, source)
}

func (w *Work) read(source string) error {
	r := w.reading
	r.mu.Lock()
	defer r.mu.Unlock()
	if one := r.works[source]; one != nil && one.work.active() {
		one.again = true
		return nil
	}
	active := 0
	for _, one := range r.works {
		if one.work.active() {
			active++
		}
	}
	if active >= maxQueued {
		return fault.New(Busy, "%d sources of documents are being read", active).WithHint("wait until some are done")
	}
	ctx, stop := context.WithCancel(w.life)
	one := &reading{work: DocumentWork{State: WorkWaiting, Began: w.Clock().UTC(), Problems: []WorkProblem{}}, stop: stop}
	if !w.goes(func() { defer stop(); w.readAll(ctx, source, one) }) {
		stop()
		return closing()
	}
	r.works[source] = one
	return nil
}

// readAll reads a source, and again if it was changed meanwhile.
func (w *Work) readAll(ctx context.Context, source string, one *reading) {
	r := w.reading
	set := func(change func(*DocumentWork)) {
		r.mu.Lock()
		defer r.mu.Unlock()
		change(&one.work)
	}
	select {
	case r.places <- struct{}{}:
		defer func() { <-r.places }()
	case <-ctx.Done():
	}
	for {
		set(func(d *DocumentWork) { d.State = WorkRunning })
		summary, err := knowledge.Summary{}, fault.Of(ctx.Err())
		if ctx.Err() == nil {
			err = nil
			s, failure := w.Shelf.Refresh(ctx, source, func(p knowledge.Progress) {
				set(func(d *DocumentWork) { d.Stage, d.Done, d.Total, d.What = string(p.Stage), p.Done, p.Total, p.What })
			})
			if summary = s; failure != nil {
				err = fault.Of(failure)
			}
		}
		r.mu.Lock()
		if one.again && ctx.Err() == nil {
			one.again = false
			r.mu.Unlock()
			continue
		}
		finish(&one.work, summary, err, ctx.Err() != nil, w.Clock().UTC())
		r.mu.Unlock()
		return
	}
}

func finish(d *DocumentWork, s knowledge.Summary, err *fault.Fault, stopped bool, at time.Time) {
	d.State, d.Stage, d.What, d.Ended = WorkDone, "", "", &at
	d.Read, d.Same, d.Failed, d.Gone = s.Read, s.Same, s.Failed, s.Gone
	for _, x := range s.Diagnostics[:min(len(s.Diagnostics), maxProblems)] {
		d.Problems = append(d.Problems, WorkProblem{Code: string(x.Code), Message: x.Message, Hint: x.Hint, Item: x.File})
	}
	switch {
	case stopped:
		d.State = WorkStopped
	case err != nil:
		d.State = WorkFailed
		d.Failure = &WorkProblem{Code: string(err.Code), Message: err.Message, Hint: err.Hint}
	}
}
