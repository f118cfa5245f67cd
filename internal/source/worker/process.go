package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/worker/wire"
)

// variable holds the key of a worker's engine in the worker's environment.
const variable = "PLUMB_WORKER"

// Asked reports whether this process was started as a worker of the engine.
func (e Engine) Asked() bool { return os.Getenv(variable) == e.Key }

// startLimit is how long a worker may take to open its database.
const startLimit = 20 * time.Second

// process is the parent's side of one worker.
type process struct {
	command *exec.Cmd
	pid     int
	in      io.WriteCloser
	pipe    *os.File
	out     *bufio.Reader // of pipe
	stderr  tail
	temp    *tempDir
	mark    string
	retire  *time.Timer
	memory  int64
	start   wire.Start
	ooms    int64 // how often the kernel had run out of memory when it started

	grace  time.Duration
	exited chan struct{}

	mu      sync.Mutex
	running int64 // the statement's ID
}

// errNested keeps a program that forgot to become a worker when it was asked
// to from starting itself for ever.
var errNested = errors.New("a worker process starts no other")

// idle is the statement of a worker that has none.
const idle = 0

// launch starts a worker; open must follow.
func launch(o Options, memory int64, mark string) (*process, error) {
	p := &process{mark: mark, memory: memory, grace: o.Grace, ooms: outOfMemoryKills(), exited: make(chan struct{})}
	startFault := func(err error) error {
		return fault.Wrap(err, fault.Connect, "the %s worker process cannot be started: %v", o.Engine.Name, err).
			WithHint("check that the temporary folder is writable and that processes may be started")
	}
	if os.Getenv(variable) != "" {
		return nil, startFault(errNested)
	}
	line := o.Command
	if len(line) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, startFault(err)
		}
		line = []string{self}
	}
	var err error
	if p.temp, err = newTempDir(); err != nil {
		return nil, startFault(err)
	}
	p.command = exec.Command(line[0], line[1:]...)
	// Nothing else of this process's environment: secrets live there.
	// Starting up allocates little and frees nothing: collecting garbage would
	// take a third of the time. Package serve switches it on again.
	p.command.Env = []string{variable + "=" + o.Engine.Key, "TMPDIR=" + p.temp.path, "GOGC=off"}
	// What local time means, and how the race detector behaves in a test build.
	for _, name := range []string{"TZ", "GORACE"} {
		if value, ok := os.LookupEnv(name); ok {
			p.command.Env = append(p.command.Env, name+"="+value)
		}
	}
	p.command.Dir = p.temp.path
	p.command.Stderr = &p.stderr
	p.command.SysProcAttr = attributes()
	if err := p.startAndReap(); err != nil {
		p.temp.remove()
		return nil, startFault(err)
	}
	return p, nil
}

func (p *process) startAndReap() error {
	in, err := p.command.StdinPipe()
	if err != nil {
		return err
	}
	// An own pipe: that of exec would be closed as soon as the process ends,
	// with the last rows in it.
	read, write, err := os.Pipe()
	if err != nil {
		in.Close()
		return err
	}
	p.in, p.pipe, p.out = in, read, bufio.NewReaderSize(read, 64<<10)
	p.command.Stdout = write
	started := make(chan error)
	go func() {
		// The kernel ends the worker with the thread that started it, so that
		// thread must last as long.
		runtime.LockOSThread()
		err := p.command.Start()
		write.Close()
		started <- err
		if err != nil {
			read.Close()
			return
		}
		_ = p.command.Wait() // its outcome is in ProcessState
		p.temp.remove()
		close(p.exited)
	}()
	if err := <-started; err != nil {
		return err
	}
	p.pid = p.command.Process.Pid
	return nil
}

// open opens the database in the worker.
func (p *process) open(ctx context.Context, s wire.Session) error {
	ctx, cancel := context.WithTimeoutCause(ctx, source.Patient(ctx, startLimit), errStart)
	defer cancel()
	s.Temp = p.temp.path
	kind, payload, err := p.exchange(ctx, wire.Open, s)
	switch {
	case err != nil:
		return err
	case kind == wire.Failed:
		return decodeFailure(payload)
	case kind != wire.Ready || json.Unmarshal(payload, &p.start) != nil:
		return errReply
	}
	return nil
}

// exchange sends a request that has a single answer. The worker ends with the
// context, and then there is no answer, even if one has come: it must not be
// used again.
func (p *process) exchange(ctx context.Context, request wire.Kind, value any) (wire.Kind, []byte, error) {
	settle := context.AfterFunc(ctx, p.kill)
	_ = wire.SendJSON(p.in, request, value) // a broken pipe shows in the answer
	kind, payload, err := wire.Receive(p.out, maxReply)
	switch {
	case !settle():
		return 0, nil, stopCause(ctx)
	case err != nil:
		return 0, nil, errDied
	}
	return kind, payload, nil
}

// begin notes what the worker runs.
func (p *process) begin(statement int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = statement
}

func (p *process) statement() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running
}

// killRunning ends the worker if it still runs the statement.
func (p *process) killRunning(statement int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == statement {
		p.kill()
	}
}

// kill ends the worker at once, whatever it does.
func (p *process) kill() {
	// A child can always be killed; the only error is that it has ended.
	_ = p.command.Process.Kill()
}

// end lets an idle worker go.
func (p *process) end() {
	p.in.Close()
	timer := time.AfterFunc(p.grace, p.kill)
	defer timer.Stop()
	p.wait()
}

// wait waits until the process has ended and its folder is gone.
func (p *process) wait() {
	<-p.exited
	p.in.Close()
	p.pipe.Close()
}

func (p *process) hasExited() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// tail keeps the last of what a worker says on standard error, which is only
// something when it crashes.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 4 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if extra := len(t.text) - most; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
