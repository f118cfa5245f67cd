// Package worker is the process that DuckDB runs in. A statement that takes
// too much memory, ignores interruption or crashes the engine takes this
// process with it, and nothing else.
//
// The process opens one database, read-only or in memory, with the engine's
// access to files, extensions and settings switched off, and runs single
// SELECT statements in it. On Linux the kernel keeps it from any other file
// and from the network as well.
package worker

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/plumbdata/plumb/internal/source/duckdb/wire"
)

// maxRequest bounds what the parent may send in one frame: a statement, or a
// session with the definitions of many views.
const maxRequest = 64 << 20

// Run serves the parent until it closes the pipe, and returns the exit status.
// The caller must end the process then: a statement may still be running.
func Run(ctx context.Context, in io.Reader, out io.Writer) int {
	w := &worker{out: out}
	defer context.AfterFunc(ctx, w.interrupt)()
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
	out     io.Writer
	session *session
	current atomic.Pointer[execution]
}

var errProtocol = errors.New("unexpected frame")

func (w *worker) handle(kind wire.Kind, payload []byte) error {
	switch kind {
	case wire.Open:
		var s wire.Session
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		return w.open(s)
	case wire.Query:
		var s wire.Statement
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		if w.session == nil {
			return errProtocol
		}
		e := &execution{session: w.session, statement: s, out: w.out}
		w.current.Store(e)
		// Beside this loop, so that a Cancel or the end of the pipe is seen.
		go e.run()
		return nil
	case wire.Cancel:
		var s wire.Stop
		if err := json.Unmarshal(payload, &s); err != nil {
			return err
		}
		if e := w.current.Load(); e != nil && e.statement.ID == s.ID {
			e.cancel()
		}
		return nil
	case wire.Probe:
		if w.session == nil {
			return errProtocol
		}
		if f := w.session.probe(); f != nil {
			return wire.SendJSON(w.out, wire.Failed, f)
		}
		return wire.SendJSON(w.out, wire.End, nil)
	}
	return errProtocol
}

func (w *worker) open(s wire.Session) error {
	if w.session != nil {
		return errProtocol
	}
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		return err
	}
	if err := confine(s); err != nil {
		return wire.SendJSON(w.out, wire.Failed, &wire.Failure{Type: wire.Unopened, Message: err.Error()})
	}
	opened, failure := openSession(s)
	if failure != nil {
		return wire.SendJSON(w.out, wire.Failed, failure)
	}
	w.session = opened
	return wire.SendJSON(w.out, wire.Ready, wire.Start{Resident: usage.Maxrss})
}

func (w *worker) interrupt() {
	if e := w.current.Load(); e != nil {
		e.cancel()
	}
}
