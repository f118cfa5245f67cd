// Package serve is the inside of a worker process: it runs one statement at a
// time on an engine's database for the parent process. A statement that exceeds
// its memory, ignores interruption or crashes the engine affects only this
// process.
package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// Database is what the process has open.
type Database interface {
	// Run answers a statement. The context ends when the parent no longer
	// wants the answer.
	Run(ctx context.Context, s wire.Statement, out *Answer) *wire.Failure
	// Probe attempts to write, and fails if that works.
	Probe(context.Context) *wire.Failure
}

// Open opens the database of a session, and confines the process to it.
type Open func(context.Context, wire.Session) (Database, *wire.Failure)

// maxRequest bounds what the parent may send in one frame: a statement, or a
// session with the definitions of many views.
const maxRequest = 64 << 20

// Run serves the parent until it closes the pipe, and returns the exit status.
// The caller must end the process then: a statement may still be running.
func Run(ctx context.Context, open Open, in io.Reader, out io.Writer) int {
	const usual = 100
	debug.SetGCPercent(usual) // the parent starts workers without
	w := &worker{ctx: ctx, open: open, out: out, cancel: func() {}}
	for {
		kind, payload, err := wire.Receive(in, maxRequest)
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err == nil {
			err = w.handle(kind, payload)
		}
		if err != nil {
			return 1
		}
	}
}

type worker struct {
	ctx      context.Context
	open     Open
	out      io.Writer
	database Database

	mu      sync.Mutex
	current int64 // the statement's ID
	cancel  context.CancelFunc
}

var errProtocol = errors.New("unexpected frame")

func (w *worker) handle(kind wire.Kind, payload []byte) error {
	if (kind == wire.Open) != (w.database == nil) {
		return errProtocol
	}
	switch kind {
	case wire.Open:
		var s wire.Session
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		return w.start(s)
	case wire.Query:
		var s wire.Statement
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		ctx, cancel := context.WithCancel(w.ctx)
		w.mu.Lock()
		w.current, w.cancel = s.ID, cancel
		w.mu.Unlock()
		// Beside this loop, so that a Cancel or the end of the pipe is seen.
		go w.run(ctx, cancel, s)
		return nil
	case wire.Cancel:
		var s wire.Stop
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.current == s.ID {
			w.cancel()
		}
		return nil
	case wire.Probe:
		return w.end(w.database.Probe(w.ctx))
	}
	return errProtocol
}

func (w *worker) start(s wire.Session) error {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return err
	}
	database, failure := w.open(w.ctx, s)
	if failure != nil {
		return wire.SendJSON(w.out, wire.Failed, failure)
	}
	w.database = database
	return wire.SendJSON(w.out, wire.Ready, wire.Start{Resident: usage.Maxrss})
}

// run answers a statement. An error in writing means that the parent has gone,
// and the process is about to end.
func (w *worker) run(ctx context.Context, cancel context.CancelFunc, s wire.Statement) {
	defer cancel()
	answer := newAnswer(ctx, s, w.out)
	failure := w.database.Run(ctx, s, answer)
	if failure == nil {
		answer.send()
	}
	_ = w.end(failure)
}

func (w *worker) end(f *wire.Failure) error {
	if f != nil {
		return wire.SendJSON(w.out, wire.Failed, f)
	}
	return wire.SendJSON(w.out, wire.End, nil)
}
