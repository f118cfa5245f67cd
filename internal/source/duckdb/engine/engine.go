// Package engine runs DuckDB statements in worker processes, for the adapters
// that are built on DuckDB.
//
// What it runs are the adapters' own statements, or ones that a guard has
// passed. A statement that does not stop when told to is ended with its
// process; the next one finds a fresh process and notices nothing. An engine
// without work holds no process, and so no lock on a database file, after a
// few seconds.
package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
)

// MaxWorkers is how many statements an engine runs at once; more wait.
const MaxWorkers = 4

const (
	defaultIdle  = 10 * time.Second
	defaultGrace = 500 * time.Millisecond
)

// Options say what an engine opens.
type Options struct {
	// Data is asked before each statement what there is to open; Temp is left
	// empty, since each worker has a folder of its own. The mark changes when
	// workers must open it anew.
	Data func(context.Context) (s wire.Session, mark string, err error)
	// Command starts this program as a worker; empty means this executable
	// with the variable PLUMB_DUCKDB_WORKER set.
	Command []string
	// Idle is how long a worker without work is kept; zero means ten seconds.
	Idle time.Duration
	// Grace is how long a worker may take to stop when it is told to; zero
	// means half a second. Then it is killed.
	Grace time.Duration
}

// Engine is safe for concurrent use.
type Engine struct {
	options Options
	slots   chan struct{}
	swept   sync.Once

	mu     sync.Mutex
	all    map[*process]bool // true while it is idle
	closed bool
	last   int64 // statement ID
}

// New makes an engine; the first statement starts its first worker.
func New(o Options) *Engine {
	if o.Idle <= 0 {
		o.Idle = defaultIdle
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	return &Engine{options: o, slots: make(chan struct{}, MaxWorkers), all: map[*process]bool{}}
}

// Close ends every worker, with the statements in it.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	var workers []*process
	for p := range e.all {
		workers = append(workers, p)
	}
	clear(e.all)
	e.mu.Unlock()
	for _, p := range workers {
		p.kill()
	}
	for _, p := range workers {
		p.wait()
	}
	return nil
}

// Processes lists the process IDs of the workers.
func (e *Engine) Processes() []int {
	e.mu.Lock()
	defer e.mu.Unlock()
	var pids []int
	for p := range e.all {
		pids = append(pids, p.pid)
	}
	slices.Sort(pids)
	return pids
}

// Running is how many statements run at this moment.
func (e *Engine) Running() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for p := range e.all {
		if p.statement() != idle {
			n++
		}
	}
	return n
}

var errClosed = fault.New(fault.Canceled, "the source is closed")

// acquire finds an idle worker or starts one. It waits while all are busy.
func (e *Engine) acquire(ctx context.Context) (*process, error) {
	select {
	case e.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, stopped(ctx)
	}
	p, err := e.find(ctx)
	if err != nil {
		<-e.slots
		return nil, err
	}
	return p, nil
}

func (e *Engine) find(ctx context.Context) (*process, error) {
	session, mark, err := e.options.Data(ctx)
	if err != nil {
		return nil, err
	}
	for {
		p, err := e.takeIdle()
		if err != nil {
			return nil, err
		}
		if p == nil {
			return e.start(ctx, session, mark)
		}
		if p.mark == mark && !p.hasExited() {
			return p, nil
		}
		e.discard(p)
	}
}

// replaceDead starts a fresh worker in the place of one that died, unless it
// died of what it ran. Idle workers are not taken: they may have met the same
// end. With an error it returns the dead one.
func (e *Engine) replaceDead(ctx context.Context, dead *process) (*process, error) {
	reason, again := e.death(dead)
	if !again {
		return dead, reason
	}
	e.discard(dead)
	session, mark, err := e.options.Data(ctx)
	if err != nil {
		return dead, err
	}
	p, err := e.start(ctx, session, mark)
	if err != nil {
		return dead, err
	}
	return p, nil
}

func (e *Engine) takeIdle() (*process, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, errClosed
	}
	for p, idle := range e.all {
		if idle {
			e.all[p] = false
			p.retire.Stop()
			return p, nil
		}
	}
	return nil, nil
}

func (e *Engine) start(ctx context.Context, s wire.Session, mark string) (*process, error) {
	e.swept.Do(func() { sweep(time.Minute) })
	p, err := launch(e.options.Command, s.Memory, mark, e.options.Grace)
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	closed := e.closed
	if !closed {
		e.all[p] = false
	}
	e.mu.Unlock()
	if closed {
		p.kill()
		p.wait()
		return nil, errClosed
	}
	if err := p.open(ctx, s); err != nil {
		if errors.Is(err, errDied) {
			err, _ = e.death(p)
		}
		e.discard(p)
		return nil, err
	}
	return p, nil
}

// release gives a worker back; one that is not healthy is ended.
func (e *Engine) release(p *process, healthy bool) {
	defer func() { <-e.slots }()
	if !healthy {
		e.discard(p)
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return // Close ends it
	}
	e.all[p] = true
	p.retire = time.AfterFunc(e.options.Idle, func() { e.endIdle(p) })
}

// endIdle lets a worker go that is still idle. It is not forgotten before it
// has ended, so that Close leaves nothing behind.
func (e *Engine) endIdle(p *process) {
	e.mu.Lock()
	idle := e.all[p]
	if idle {
		e.all[p] = false
	}
	e.mu.Unlock()
	if idle {
		p.end()
		e.discard(p)
	}
}

func (e *Engine) discard(p *process) {
	e.mu.Lock()
	delete(e.all, p)
	e.mu.Unlock()
	p.kill()
	p.wait()
}

func (e *Engine) nextID() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	return e.last
}
