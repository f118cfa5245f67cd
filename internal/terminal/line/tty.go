package line

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"github.com/plumbdata/plumb/internal/fault"
)

// tty is a terminal in raw mode, and what happens there. Waiting for it leaves
// no reader behind that would swallow the first key of the next reader.
type tty struct {
	fd        int
	out       io.Writer
	cooked    *term.State // as it was found
	suspended bool
	signals   chan os.Signal
	wakeR     *os.File // a pipe that brings signals and the end of the context to wait
	wakeW     *os.File
	stop      chan struct{}
	stopped   sync.WaitGroup
}

// stopWait is how long the system takes, at most, to stop a process. It does
// not stop one that nobody could continue; then there is no signal to wait for.
const stopWait = 200 * time.Millisecond

type event byte

const (
	nothingCame event = iota
	bytesCame
	resized
	continued
	ended
	hungUp
)

const (
	pasteOn  = "\x1b[?2004h"
	pasteOff = "\x1b[?2004l"
)

func openTTY(ctx context.Context, in *os.File, out io.Writer) (*tty, error) {
	t := &tty{fd: int(in.Fd()), out: out, signals: make(chan os.Signal, 8), stop: make(chan struct{})}
	var err error
	if t.cooked, err = term.GetState(t.fd); err != nil {
		return nil, unreadable(err)
	}
	if t.wakeR, t.wakeW, err = os.Pipe(); err != nil {
		return nil, unreadable(err)
	}
	err = errors.New("too many files are open")
	if max(t.fd, int(t.wakeR.Fd())) < unix.FD_SETSIZE {
		err = t.makeRaw()
	}
	if err != nil {
		return nil, errors.Join(unreadable(err), t.wakeR.Close(), t.wakeW.Close())
	}
	// Not SIGTSTP: Go would ignore it ever after, also while a question runs.
	signal.Notify(t.signals, syscall.SIGWINCH, syscall.SIGCONT)
	t.stopped.Go(func() { t.forward(ctx) })
	return t, nil
}

func unreadable(err error) error {
	return fault.Wrap(err, fault.Internal, "the terminal cannot be read: %v", err).WithHint("TERM=dumb plumb reads plain lines")
}

// forward tells wait what else happens.
func (t *tty) forward(ctx context.Context) {
	say := func(e event) { _, _ = t.wakeW.Write([]byte{byte(e)}) }
	for {
		select {
		case s := <-t.signals:
			switch s {
			case syscall.SIGWINCH:
				say(resized)
			case syscall.SIGCONT:
				say(continued)
			}
		case <-ctx.Done():
			say(ended)
			return
		case <-t.stop:
			return
		}
	}
}

func (t *tty) close() {
	t.makeCooked()
	signal.Stop(t.signals)
	close(t.stop)
	t.stopped.Wait()
	_ = t.wakeR.Close()
	_ = t.wakeW.Close()
}

func (t *tty) makeRaw() error {
	if _, err := term.MakeRaw(t.fd); err != nil {
		return err
	}
	_, _ = io.WriteString(t.out, pasteOn)
	return nil
}

func (t *tty) makeCooked() {
	_, _ = io.WriteString(t.out, pasteOff)
	_ = term.Restore(t.fd, t.cooked)
}

// suspend puts the terminal back and stops the program, with all that belongs
// to the same job of the shell.
func (t *tty) suspend() {
	t.makeCooked()
	t.suspended = true
	_ = syscall.Kill(0, syscall.SIGTSTP)
}

// resume takes the terminal again. One that cannot be taken has gone, which
// waiting finds out.
func (t *tty) resume() {
	t.suspended = false
	_ = t.makeRaw()
}

func (t *tty) size() (width, height int) {
	const least = 20 // columns; narrower windows show the left of it
	width, height, err := term.GetSize(t.fd)
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return max(width, least), height
}

// wait is what happens next, within a time unless that is negative.
func (t *tty) wait(within time.Duration) (event, []byte) {
	wake := int(t.wakeR.Fd())
	for {
		var ready unix.FdSet
		ready.Set(t.fd)
		ready.Set(wake)
		var timeout *unix.Timeval
		if within >= 0 {
			v := unix.NsecToTimeval(within.Nanoseconds())
			timeout = &v
		}
		n, err := unix.Select(max(t.fd, wake)+1, &ready, nil, nil, timeout)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return hungUp, nil
		case n == 0:
			return nothingCame, nil
		case ready.IsSet(wake):
			var b [1]byte
			if _, err := t.wakeR.Read(b[:]); err != nil {
				return hungUp, nil
			}
			return event(b[0]), nil
		}
		b := make([]byte, 4096)
		n, err = unix.Read(t.fd, b)
		switch {
		case errors.Is(err, unix.EINTR) || errors.Is(err, unix.EAGAIN):
			continue
		case err != nil || n == 0:
			return hungUp, nil
		}
		return bytesCame, b[:n]
	}
}
