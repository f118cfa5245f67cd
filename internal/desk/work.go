package desk

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/datastore"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/glossary"
	"github.com/plumbdata/plumb/internal/learning"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/notebook"
	planfile "github.com/plumbdata/plumb/internal/plan/file"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/statistics"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
)

// Config is what a desk is made of. It comes from the one place that knows the
// concrete parts.
type Config struct {
	Version   string
	Clock     func() time.Time
	NewID     func(prefix string) string // every id is new
	Notebooks notebook.Store
	Store     store.Store // stays its caller's to close
	Drivers   connection.Drivers

	// Input is what the configuration is loaded from.
	Input func() config.Input
	// Spec says how a source is opened: the name of a connection, or where the
	// data is; "" is what is asked when nothing is named.
	Spec func(c *config.Config, source string) (connection.Spec, error)
	// Address says the same of an address that is not configured yet.
	Address func(c *config.Config, name, dsn string) (connection.Spec, error)
	// Talk begins a conversation about a database that is open. It needs no
	// session: every turn has its own log.
	Talk func(ctx context.Context, c *config.Config, spec connection.Spec, conn *connection.Connection) (*talk.Talk, error)
	// Plans is where plans are kept.
	Plans planfile.Shelf
	// Data is the data store of a notebook; nil where plans share no tables.
	Data func(ctx context.Context, notebook string) (*datastore.Store, error)
	// Approves lets plans that are not Plumb's own wait for the person.
	Approves bool
	// Glossary and Lessons are the terms and what corrections taught about a database, by its
	// identity; Propose finds terms for a source. Person is who works here.
	Glossary func(identity string) *glossary.Glossary
	Lessons  func(identity string) *learning.Book
	Propose  func(ctx context.Context, source string) ([]glossary.Term, error)
	Person   string
	// Library reads documents and Shelf changes which there are; nil where none are kept.
	// LocalDocuments says that files and folders of this machine may be added.
	Library        func(ctx context.Context) (Library, error)
	Shelf          Shelf
	LocalDocuments bool
	// Memory is what is remembered of people; nil, or returns nil, where nothing is.
	Memory func() *memory.Book
	// Explores is true where a model can look around by itself.
	Explores bool
	// Brain says who answers, Usage what models took this month; may be nil.
	Brain func(ctx context.Context, c *config.Config) (Brain, error)
	Usage func(ctx context.Context) (Usage, error)
	// Demo makes the demo warehouse, if it is not there, and says where; nil
	// where it cannot be had.
	Demo func(ctx context.Context) (NewSource, error)
	// Draw makes a picture of a Vega-Lite specification with its rows in it.
	Draw func(ctx context.Context, spec []byte, dark bool) ([]byte, error)

	// Parquet writes rows as a Parquet file; nil where that cannot be had.
	Parquet func(ctx context.Context, w io.Writer, rows *table.Reader) error

	// Broke is told of a mistake in Plumb itself, and where it is; may be nil.
	Broke func(what any, stack []byte)

	Bounds Bounds
}

// Bounds limit concurrent work; zero means the default.
type Bounds struct {
	Running     int           // turns in all
	PerNotebook int           // of them in one notebook
	Waiting     int           // turns that wait for a place
	InLine      int           // of them in one notebook
	Idle        time.Duration // after which a source that nobody asks is closed
	Look        time.Duration // how often a notebook that is followed is looked at for changes by other programs
}

func (b Bounds) orDefault() Bounds {
	for _, n := range []struct {
		to    *int
		usual int
	}{{&b.Running, 32}, {&b.PerNotebook, 4}, {&b.Waiting, 1000}, {&b.InLine, 64}} {
		if *n.to <= 0 {
			*n.to = n.usual
		}
	}
	if b.Idle <= 0 {
		b.Idle = 10 * time.Minute
	}
	if b.Look <= 0 {
		b.Look = 2 * time.Second
	}
	return b
}

// Busy is the code of a question that is refused because too many wait.
const Busy fault.Code = "BUSY"

// Work is a desk on which things are done.
type Work struct {
	Config
	log     *session.Log
	life    context.Context // of turns, sources and who looks after them; ends with Close
	end     context.CancelCauseFunc
	tasks   sync.WaitGroup
	queue   *queue
	sources *sources
	cells   *cellCache
	past    *pastTurns
	removed *lru[session.Cell]
	reading *readings // of documents
	// statistics counts what the store has recorded.
	statistics *statistics.Collector
	deleted    *lru[notebook.Removed] // by the id of their notebook
	opening    sync.Mutex             // held while the current notebook is looked for, and made if there is none

	mu     sync.Mutex
	alone  func()           // lets go of the notebooks; nil while another process has them
	closed bool             // nothing more is begun
	over   bool             // and nothing goes on
	books  map[string]*book // by the id of their notebook
	turns  map[string]*turn // that run, and the last ones that ended
	ended  []string         // turns, the oldest first
}

// New is a desk. It opens nothing before it is needed. What the context carries
// is carried on; its end does not end the desk, Close does.
func New(ctx context.Context, c Config) *Work {
	c.Bounds = c.Bounds.orDefault()
	// Nobody else writes to the session of a notebook, so that what other
	// processes did need not be looked for often.
	const poll = 2 * time.Second
	w := &Work{Config: c, log: session.NewLog(c.Store, session.Options{Clock: c.Clock, NewID: c.NewID, Poll: poll}),
		queue: newQueue(c.Bounds), cells: newCellCache(), past: newPastTurns(), removed: newLRU[session.Cell](maxRemoved), deleted: newLRU[notebook.Removed](maxDeleted), books: map[string]*book{}, turns: map[string]*turn{}}
	w.life, w.end = context.WithCancelCause(context.WithoutCancel(ctx))
	w.sources = newSources(w)
	w.reading = newReadings()
	w.statistics = statistics.New(statistics.Source{Store: c.Store, Memory: c.Memory, Owner: c.Person, Now: c.Clock})
	return w
}

// Close lets running turns end, at most until the context does, then stops
// them. Turns that wait are stopped at once. What they had is recorded.
func (w *Work) Close(ctx context.Context) error {
	w.mu.Lock()
	already := w.closed
	w.closed = true
	var running []*turn
	for _, t := range w.turns {
		running = append(running, t)
	}
	w.mu.Unlock()
	if already {
		return nil
	}
	for _, t := range w.queue.clear() {
		t.stop(closing())
	}
	for _, t := range running {
		select {
		case <-t.done:
		case <-ctx.Done():
			t.stop(closing())
		}
	}
	for _, t := range running {
		<-t.done // what it had is recorded then
	}
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.end(closing())
	w.tasks.Wait()
	err := w.sources.close()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.alone != nil {
		w.alone()
		w.alone = nil
	}
	return err
}

// isAlone is true when no other process works at the notebooks.
func (w *Work) isAlone() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.alone == nil {
		w.alone, _ = w.Notebooks.Occupy()
	}
	return w.alone != nil
}

func closing() error {
	return fault.New(fault.Canceled, "Plumb was stopped before it finished").WithHint("ask again")
}

// goes runs a task of the desk's own, unless all is over.
func (w *Work) goes(task func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over {
		return false
	}
	w.tasks.Go(task)
	return true
}

// settings are the configuration as it is now, with the secrets that were typed
// into a form.
func (w *Work) settings() (*config.Config, error) {
	in := w.Input()
	in.Environ = w.sources.withSecrets(in.Environ)
	c, err := config.Load(in)
	if err == nil {
		w.sources.settle(c)
	}
	return c, err
}

// Overview says how Plumb stands.
func (w *Work) Overview(ctx context.Context) (Overview, error) {
	c, err := w.settings()
	if err != nil {
		return Overview{}, err
	}
	l := limitsOf(c)
	o := Overview{Version: w.Version, Source: c.Active, Limits: Limits{Rows: l.Rows, Bytes: l.Bytes, MS: l.Time.Milliseconds()}}
	switch spec, err := w.Spec(c, ""); {
	case err == nil:
		o.Source = spec.Config.Name
	case fault.CodeOf(err) == fault.NotFound && len(c.Connections) == 0:
		o.FirstRun = true
	}
	if w.Brain != nil {
		if o.Brain, err = w.Brain(ctx, c); err != nil {
			return o, err
		}
	}
	if w.Usage != nil {
		o.Usage, err = w.Usage(ctx)
	}
	return o, err
}

func limitsOf(c *config.Config) source.Limits {
	return source.Limits{Time: c.Limits.Time, Rows: c.Limits.Rows, Bytes: int64(c.Limits.Bytes)}.OrDefault()
}
