package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/sandbox/wire"
)

// process is the parent's side of a sandboxed process.
type process struct {
	command *exec.Cmd
	prepare func(id int) error // what the started process needs before its setup
	in, out *os.File
	stderr  tail
	layers  []Layer
	stop    func() bool // of the watch on the context
	exited  chan struct{}
	group   *group
}

// start starts a process that has confined itself and waits for the program.
func start(ctx context.Context, o Options, s wire.Setup) (*process, error) {
	p, err := launch(o, &s)
	if err != nil {
		return nil, err
	}
	p.stop = context.AfterFunc(ctx, p.kill)
	layers, err := p.confine(s)
	if err != nil {
		defer p.end()
		return nil, p.explain(ctx, o, err)
	}
	p.layers = append(layers, p.layers...)
	return p, nil
}

// confine waits until the process has confined itself.
func (p *process) confine(s wire.Setup) ([]Layer, error) {
	_ = wire.SendJSON(p.in, wire.KindSetup, s) // an error shows in what is received
	const most = 64 << 10
	kind, payload, err := wire.Receive(p.out, most)
	if err != nil {
		return nil, err
	}
	if kind == wire.KindFailed {
		var f wire.Failure
		if err := json.Unmarshal(payload, &f); err != nil {
			return nil, errProtocol
		}
		return nil, programFault(f, Limits{})
	}
	var list []wire.Layer
	if kind != wire.KindReady || json.Unmarshal(payload, &list) != nil {
		return nil, errProtocol
	}
	var layers []Layer
	for _, l := range list {
		layers = append(layers, Layer{Name: l.Name, Present: l.Present, Why: l.Why, Required: true})
	}
	return layers, nil
}

// run starts the command with its pipes, and waits for its end in the background.
func (p *process) run() error {
	childIn, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return err
	}
	p.in, p.out, p.exited = in, out, make(chan struct{})
	p.command.Stdin, p.command.Stdout, p.command.Stderr = childIn, childOut, &p.stderr
	p.stderr.kill = p.kill
	started := make(chan error)
	go func() {
		// The kernel ends the process with the thread that started it, so that thread
		// must last as long.
		runtime.LockOSThread()
		err := p.command.Start()
		childIn.Close()
		childOut.Close()
		if err == nil {
			// Nobody else has its ID until it is waited for.
			if err = p.prepare(p.command.Process.Pid); err != nil {
				_ = p.command.Process.Kill() // it can always be killed
				_ = p.command.Wait()
			}
		}
		started <- err
		if err == nil {
			_ = p.command.Wait() // its outcome is in ProcessState
			close(p.exited)
		}
	}()
	if err := <-started; err != nil {
		in.Close()
		out.Close()
		return err
	}
	return nil
}

// end ends the process with all that it has started.
func (p *process) end() {
	if p.stop != nil {
		p.stop()
	}
	p.kill()
	<-p.exited
	p.in.Close()
	p.out.Close()
	p.group.remove()
}

// explain says why a program did not come to its end.
func (p *process) explain(ctx context.Context, o Options, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return err
	}
	if errors.Is(err, errOutput) || errors.Is(err, errRows) {
		return outputFault(err, o.Limits)
	}
	byItself := p.settle(ctx)
	if ctx.Err() != nil {
		return o.ended(ctx, err)
	}
	if p.stderr.flooded() {
		return outputFault(errOutput, o.Limits)
	}
	if errors.Is(err, errProtocol) {
		return fault.Wrap(err, fault.Internal, "the sandboxed process sent an invalid response").WithHint("run the program again")
	}
	state := p.command.ProcessState
	cause := errors.Join(err, errors.New(p.stderr.String()))
	if byItself && outOfMemory(state, o.Limits) {
		return memoryFault(cause, o.Limits)
	}
	return fault.Wrap(cause, fault.Lost, "the sandboxed process ended unexpectedly (%s)", state).
		WithHint("run the program again; check that this program calls sandbox.RunIfAsked when it starts")
}

// settle waits until a process that no longer answers has ended, and reports whether
// it did so by itself.
func (p *process) settle(ctx context.Context) bool {
	const grace = 2 * time.Second
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	p.kill()
	<-p.exited
	return false
}

// outOfMemory guesses from how a process ended that it lacked memory: the Go runtime
// then exits with 2 and the race detector with 66, the kernel kills, and interpreters
// crash when they are large.
func outOfMemory(state *os.ProcessState, l Limits) bool {
	const goRuntime, raceDetector = 2, 66
	status, ok := state.Sys().(syscall.WaitStatus)
	if !ok {
		return false
	}
	if status.Signaled() && status.Signal() != syscall.SIGKILL {
		usage, ok := state.SysUsage().(*syscall.Rusage)
		return ok && int64(usage.Maxrss)*residentUnit > l.Memory/2
	}
	return status.Signaled() || status.ExitStatus() == goRuntime || status.ExitStatus() == raceDetector
}

// tail keeps the last of what a process says on standard error, which is only
// something when it crashes. A process that says much is killed.
type tail struct {
	mu    sync.Mutex
	text  []byte
	total int
	kill  func()
}

const mostStderr = 1 << 20

func (t *tail) Write(b []byte) (int, error) {
	const most = 4 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if extra := len(t.text) - most; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	if t.total += len(b); t.total > mostStderr && t.kill != nil {
		t.kill()
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

func (t *tail) flooded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.total > mostStderr
}
