package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

var (
	errStart = errors.New("the limit for opening a database")
	errDied  = errors.New("the worker process ended")
	errReply = fault.New(fault.Internal, "the worker process sent an invalid response").
			WithHint("run the statement again; a new process is started")
	errChanged = fault.New(fault.Lost, "the data changed while the statement was restarted in a new process").
			WithHint("run the statement again")
)

func withLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, limit, timeLimit(limit))
}

// timeLimit is the cause of a statement's own deadline.
type timeLimit time.Duration

func (l timeLimit) Error() string { return "the time limit of " + time.Duration(l).String() }

// stopCause returns the fault for a statement whose context has ended.
func stopCause(ctx context.Context) error {
	cause := context.Cause(ctx)
	var limit timeLimit
	switch {
	case errors.As(cause, &limit):
		return fault.Wrap(ctx.Err(), fault.SQLTimeout, "the statement ran longer than %s and was stopped", time.Duration(limit)).
			WithHint("filter or aggregate earlier, or raise the time limit")
	case errors.Is(cause, errStart):
		return fault.Wrap(ctx.Err(), fault.Connect, "the data was not opened within %s", startLimit).
			WithHint("is the file on a slow or unreachable disk?")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fault.Wrap(ctx.Err(), fault.SQLTimeout, "the statement ran past its deadline and was stopped").
			WithHint("filter or aggregate earlier, or allow more time")
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "the statement was stopped")
}

// death says why a worker ended by itself, and whether what it ran deserves
// another one.
func (w *Pool) death(p *process) (reason error, again bool) {
	p.kill() // where only its pipe broke
	p.wait()
	w.mu.Lock()
	closed := w.closed
	w.mu.Unlock()
	if closed {
		return errClosed, false
	}
	state := p.command.ProcessState
	cause := fmt.Errorf("%s: %s", state, p.stderr.String())
	if p.outOfMemory(state) {
		return fault.Wrap(cause, fault.Memory, "the statement needed more than %s of memory and was stopped", size(p.memory)).
			WithHint(memoryHint), false
	}
	return fault.Wrap(cause, fault.Lost, "the %s worker process ended unexpectedly (%s)", w.options.Engine.Name, state).
		WithHint("run the statement again; a new process is started. If that ends too, the statement may need more memory than %s", size(p.memory)), true
}

// outOfMemory guesses from how the worker ended whether it lacked memory: the
// kernel chose it as the one to end, or it gave up when it had grown large.
func (p *process) outOfMemory(state *os.ProcessState) bool {
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return false
	}
	if status.Signal() == syscall.SIGKILL {
		return outOfMemoryKills() > p.ooms
	}
	usage, ok := state.SysUsage().(*syscall.Rusage)
	return ok && usage.Maxrss > p.start.Resident && usage.Maxrss*residentUnit > p.memory
}

const memoryHint = "filter or aggregate before joining and sorting, or raise the memory limit"

func decodeFailure(payload []byte) error {
	f := &wire.Failure{}
	if err := json.Unmarshal(payload, f); err != nil {
		return errReply
	}
	return f
}

// worn reports whether a worker is no good after the error.
func worn(err error) bool {
	var f *wire.Failure
	return err != nil && (!errors.As(err, &f) || f.Worn)
}

// explainFailure words a worker's failure for people, and leaves other errors as
// they are.
func explainFailure(err error, explain Explain) error {
	var f *wire.Failure
	if errors.As(err, &f) {
		return explain(f.Reason)
	}
	return err
}

func size(bytes int64) string {
	if bytes >= 1<<30 {
		return fmt.Sprintf("%.3g GiB", float64(bytes)/(1<<30))
	}
	return fmt.Sprintf("%.4g MiB", float64(bytes)/(1<<20))
}
