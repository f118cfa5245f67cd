package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// attention is Ctrl-C during a conversation: it stops the question that runs,
// not the program.
type attention struct {
	mu   sync.Mutex
	stop context.CancelFunc // of the question that runs
}

// program is a context that Ctrl-C ends only where no question runs. The one
// that comes from main ends at the first Ctrl-C, for good.
func (a *attention) program(ctx context.Context) (context.Context, context.CancelFunc) {
	program, end := context.WithCancel(context.WithoutCancel(ctx))
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case s := <-signals:
				if s != os.Interrupt || !a.interrupt() {
					end()
				}
			case <-program.Done():
				return
			}
		}
	}()
	return program, end
}

// question is the context of one question.
func (a *attention) question(ctx context.Context) (context.Context, context.CancelFunc) {
	work, stop := context.WithCancel(ctx)
	a.mu.Lock()
	a.stop = stop
	a.mu.Unlock()
	return work, func() {
		a.mu.Lock()
		a.stop = nil
		a.mu.Unlock()
		stop()
	}
}

// interrupt stops the question that runs, if there is one.
func (a *attention) interrupt() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stop == nil {
		return false
	}
	a.stop()
	return true
}
