// Package worker runs statements of embedded engines in separate processes:
// this same program, started again, confined, and killed when it does not stop.
// The inside of such a process is in package serve.
//
// A worker runs the adapters' own statements and statements that a guard has
// accepted. A statement that does not stop when asked to is killed with its
// process; the next one gets a new process. An idle pool ends its processes
// after a while, and so holds no lock on a database file.
package worker

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// MaxWorkers is how many statements a pool runs at once; more wait.
const MaxWorkers = 4

const (
	defaultIdle  = 10 * time.Second
	defaultGrace = 500 * time.Millisecond
)

// Engine is a database engine that runs in worker processes.
type Engine struct {
	Name string // for people
	// Key tells engines apart in the environment of a worker process.
	Key string
}

// Options say what a pool opens.
type Options struct {
	Engine Engine
	// Fault explains failures of statements that bring no explanation.
	Fault Explain
	// Data is asked before each statement what there is to open; Temp is left
	// empty, since each worker has a folder of its own. The mark changes when
	// workers must open it again.
	Data func(context.Context) (s wire.Session, mark string, err error)
	// Command starts this program as a worker; empty means this executable.
	Command []string
	// Idle is how long a worker without work is kept; zero means ten seconds.
	Idle time.Duration
	// Grace is how long a worker may take to stop when asked to; zero
	// means half a second. Then it is killed.
	Grace time.Duration
}

// Pool starts workers as they are needed and keeps them for the next
// statement. It is safe for concurrent use.
type Pool struct {
	options Options
	slots   chan struct{}
	swept   sync.Once

	mu     sync.Mutex
	all    map[*process]bool // true while it is idle
	closed bool
	last   int64 // statement ID
}

// NewPool makes a pool; the first statement starts its first worker.
func NewPool(o Options) *Pool {
	if o.Idle <= 0 {
		o.Idle = defaultIdle
	}
	if o.Grace <= 0 {
		o.Grace = defaultGrace
	}
	return &Pool{options: o, slots: make(chan struct{}, MaxWorkers), all: map[*process]bool{}}
}

// Close ends every worker, with the statements in it.
func (w *Pool) Close() error {
	w.mu.Lock()
	w.closed = true
	var workers []*process
	for p := range w.all {
		workers = append(workers, p)
	}
	clear(w.all)
	w.mu.Unlock()
	for _, p := range workers {
		p.kill()
	}
	for _, p := range workers {
		p.wait()
	}
	return nil
}

// Processes lists the process IDs of the workers.
func (w *Pool) Processes() []int {
	w.mu.Lock()
	defer w.mu.Unlock()
	var pids []int
	for p := range w.all {
		pids = append(pids, p.pid)
	}
	slices.Sort(pids)
	return pids
}

// Running is how many statements run at this moment.
func (w *Pool) Running() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for p := range w.all {
		if p.statement() != idle {
			n++
		}
	}
	return n
}

var errClosed = fault.New(fault.Lost, "the connection to the data was closed").WithHint("connect again")

// acquire finds an idle worker or starts one. It waits while all are busy.
func (w *Pool) acquire(ctx context.Context) (*process, error) {
	select {
	case w.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, stopCause(ctx)
	}
	p, err := w.find(ctx)
	if err != nil {
		<-w.slots
		return nil, err
	}
	return p, nil
}

func (w *Pool) find(ctx context.Context) (*process, error) {
	session, mark, err := w.options.Data(ctx)
	if err != nil {
		return nil, err
	}
	for {
		p, err := w.takeIdle()
		if err != nil {
			return nil, err
		}
		if p == nil {
			return w.start(ctx, session, mark)
		}
		if p.mark == mark && !p.hasExited() {
			return p, nil
		}
		w.discard(p)
	}
}

// replace starts a fresh worker in the place of one that is no good any more.
// Idle workers are not taken: they may have met the same end. With an error it
// returns the old one.
func (w *Pool) replace(ctx context.Context, old *process) (*process, error) {
	w.discard(old)
	session, mark, err := w.options.Data(ctx)
	if err != nil {
		return old, err
	}
	p, err := w.start(ctx, session, mark)
	if err != nil {
		return old, err
	}
	return p, nil
}

func (w *Pool) takeIdle() (*process, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errClosed
	}
	for p, idle := range w.all {
		if idle {
			w.all[p] = false
			p.retire.Stop()
			return p, nil
		}
	}
	return nil, nil
}

func (w *Pool) start(ctx context.Context, s wire.Session, mark string) (*process, error) {
	w.swept.Do(func() { sweep(time.Minute) })
	p, err := launch(w.options, s.Memory, mark)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	closed := w.closed
	if !closed {
		w.all[p] = false
	}
	w.mu.Unlock()
	if closed {
		p.kill()
		p.wait()
		return nil, errClosed
	}
	if err := p.open(ctx, s); err != nil {
		if errors.Is(err, errDied) {
			err, _ = w.death(p)
		}
		w.discard(p)
		return nil, err
	}
	return p, nil
}

// release gives a worker back; one that is not healthy is ended.
func (w *Pool) release(p *process, healthy bool) {
	defer func() { <-w.slots }()
	if !healthy {
		w.discard(p)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return // Close ends it
	}
	w.all[p] = true
	p.retire = time.AfterFunc(w.options.Idle, func() { w.endIdle(p) })
}

// endIdle lets a worker go that is still idle. It is not forgotten before it
// has ended, so that Close leaves nothing behind.
func (w *Pool) endIdle(p *process) {
	w.mu.Lock()
	idle := w.all[p]
	if idle {
		w.all[p] = false
	}
	w.mu.Unlock()
	if idle {
		p.end()
		w.discard(p)
	}
}

func (w *Pool) discard(p *process) {
	w.mu.Lock()
	delete(w.all, p)
	w.mu.Unlock()
	p.kill()
	p.wait()
}

func (w *Pool) nextID() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	return w.last
}
