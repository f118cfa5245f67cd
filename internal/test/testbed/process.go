package testbed

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// stopLimit is how long a program may take to follow a signal before it is
// killed, on a busy machine.
const stopLimit = 5 * time.Minute

// Process is a program that runs beside the tests.
type Process struct {
	process *os.Process
	exited  chan struct{}
	err     error
}

// Start starts the command. On Linux it receives the signal onDeath when this
// process ends in whatever way, SIGKILL and panics included; elsewhere only
// Stop ends it.
func Start(cmd *exec.Cmd, onDeath syscall.Signal) (*Process, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	signalOnDeath(cmd.SysProcAttr, onDeath)
	p := &Process{exited: make(chan struct{})}
	started := make(chan error)
	go func() {
		// The kernel signals the child when the thread that started it ends,
		// not the process: this goroutine keeps its thread until the child
		// has ended.
		runtime.LockOSThread()
		err := cmd.Start()
		p.process = cmd.Process
		started <- err
		if err != nil {
			return
		}
		p.err = cmd.Wait()
		close(p.exited)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// Exited is closed when the program has ended.
func (p *Process) Exited() <-chan struct{} { return p.exited }

// Wait waits for the end of the program, and is what exec.Cmd.Wait returned.
func (p *Process) Wait() error {
	<-p.exited
	return p.err
}

// Stop sends the signal and waits until the program has ended. It is an error
// if the program had to be killed instead.
func (p *Process) Stop(sig syscall.Signal) error {
	if err := p.process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	limit := time.NewTimer(stopLimit)
	defer limit.Stop()
	select {
	case <-p.exited:
		return nil
	case <-limit.C:
	}
	if err := p.process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.exited
	return errors.New("it did not follow the signal to stop and was killed")
}
