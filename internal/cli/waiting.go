package cli

import (
	"io"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
)

// busy says what is being waited for, as soon as that is noticed: with a sign
// that turns on a terminal, elsewhere with a line a stage.
type busy struct {
	screen terminal.Screen
	shown  *terminal.Progress
	mu     sync.Mutex
	stage  string
	frame  int
	over   bool
	timer  *time.Timer
	left   func() // it is not waited for any more
}

const (
	noticed = 400 * time.Millisecond
	turning = 120 * time.Millisecond
)

func (a *app) wait(stage string) *busy {
	b := &busy{screen: a.notes, shown: a.progress(), stage: stage}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer = time.AfterFunc(noticed, b.turn)
	before := a.waited.Swap(b)
	b.left = func() { a.waited.CompareAndSwap(b, before) }
	return b
}

// notify says something to people while others wait.
func (a *app) notify(format string, args ...any) {
	if !a.machine() {
		a.above(func() { a.notes.Note(a.Stderr, format, args...) })
	}
}

// above prints something while others wait: above the line that they see.
func (a *app) above(print func()) {
	if b := a.waited.Load(); b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.shown.End()
	}
	print()
}

// shared is a stream that several write to, a piece at a time.
type shared struct {
	mu  sync.Mutex
	w   io.Writer
	err error // of the first piece that could not be written
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.w.Write(b)
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// lost is why not everything was written, or nil.
func (s *shared) lost() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// showWaiting shows that work of one stage goes on, until done is called.
func (a *app) showWaiting(stage string) (done func()) { return a.wait(stage).clear }

// turn shows the stage, and comes back on a terminal.
func (b *busy) turn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.over {
		return
	}
	text := b.stage
	if b.screen.Width > 0 {
		frames := []rune(b.screen.Sign("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", `|/-\`))
		text = string(frames[b.frame%len(frames)]) + " " + text
		b.frame++
		b.timer.Reset(turning)
	}
	b.shown.Step(text, 0, 0)
}

// pause takes away what is shown while the person is asked, until resume.
func (b *busy) pause() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.timer.Stop()
	b.shown.End()
}

func (b *busy) resume() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.over {
		b.timer.Reset(noticed)
	}
}

// enter is told of what happens.
func (b *busy) enter(e session.Entry) {
	p, ok := e.Payload.(session.StagePayload)
	if b == nil || !ok {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stage = string(p.Stage)
}

// clear takes away what was shown.
func (b *busy) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	b.timer.Stop()
	b.shown.End()
	b.left()
}
