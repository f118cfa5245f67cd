package route

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Limit is how fast a provider may be asked. Zero means no limit, except for
// Queue and Wait, which then have the usual bounds.
type Limit struct {
	Requests   int           // a minute
	Tokens     int           // a minute
	Concurrent int           // at once
	Queue      int           // how many may wait
	Wait       time.Duration // how long each may wait
}

const (
	usualQueue = 1000
	usualWait  = 2 * time.Minute
	window     = time.Minute
	// grain is how finely the window is kept: spendings of one grain leave it
	// together, when the last of them does.
	grain = time.Second
)

func (l Limit) check(provider string) error {
	if l.Requests < 0 || l.Tokens < 0 || l.Concurrent < 0 || l.Queue < 0 || l.Wait < 0 {
		return fault.New(fault.Config, "a limit of the provider %s is below zero", provider).WithHint("write 0 for no limit")
	}
	return nil
}

// Limiter lets callers through as fast as a limit allows, first come, first
// served. Nobody holds a place while waiting for another, so there is no
// deadlock; whoever waits too long, or stops, is let go.
type Limiter struct {
	limit Limit
	clock Clock

	mu      sync.Mutex
	queue   []*waiter
	running int
	spent   []*spending // the last minute, oldest first
	wake    func() bool // stops the alarm for the head of the queue
}

// spending is what was let through in one grain of time.
type spending struct {
	begin, last      time.Time
	requests, tokens int
}

type waiter struct {
	tokens int
	ready  chan struct{}
	ticket *Ticket // once it is let through
}

// Ticket is the leave to ask once.
type Ticket struct {
	limiter *Limiter
	from    *spending
	tokens  int
	done    bool
}

// NewLimiter makes a limiter.
func NewLimiter(l Limit, c Clock) *Limiter {
	if l.Queue == 0 {
		l.Queue = usualQueue
	}
	if l.Wait == 0 {
		l.Wait = usualWait
	}
	return &Limiter{limit: l, clock: c}
}

// Acquire waits for leave to ask with about so many tokens. A request that is
// larger than a minute's tokens gets a minute for itself.
func (l *Limiter) Acquire(ctx context.Context, tokens int) (*Ticket, error) {
	if ctx.Err() != nil {
		return nil, stopped(ctx)
	}
	w, err := l.enter(tokens)
	if err != nil {
		return nil, err
	}
	select {
	case <-w.ready:
		return w.ticket, nil
	default:
	}
	late := make(chan struct{})
	stop := l.clock.AfterFunc(l.limit.Wait, func() { close(late) })
	defer stop()
	select {
	case <-w.ready:
		return w.ticket, nil
	case <-ctx.Done():
		if t := l.leave(w); t != nil {
			t.Release(0)
		}
		return nil, stopped(ctx)
	case <-late:
		if t := l.leave(w); t != nil {
			return t, nil
		}
		return nil, fault.New(model.RateLimit, "waited %s because of the request limit of this provider", l.limit.Wait).
			WithHint("send fewer questions at once, or raise the provider's limits in the configuration")
	}
}

func stopped(ctx context.Context) error {
	if err := ctx.Err(); errors.Is(err, context.DeadlineExceeded) {
		return fault.Wrap(err, model.Timeout, "the request limit of this provider was not free in time").
			WithHint("allow more time, or raise the provider's limits in the configuration")
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "stopped while waiting for the request limit of this provider")
}

func (l *Limiter) enter(tokens int) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) >= l.limit.Queue {
		return nil, fault.New(model.RateLimit, "%d requests to this provider are already waiting", len(l.queue)).
			WithHint("send fewer questions at once, or raise the provider's limits in the configuration")
	}
	tokens = max(0, tokens)
	if l.limit.Tokens > 0 {
		tokens = min(tokens, l.limit.Tokens)
	}
	w := &waiter{tokens: tokens, ready: make(chan struct{})}
	l.queue = append(l.queue, w)
	l.serve()
	return w, nil
}

// leave takes a waiter out of the queue, or returns the ticket that it got in
// the same moment.
func (l *Limiter) leave(w *waiter) *Ticket {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w.ticket != nil {
		return w.ticket
	}
	for i, other := range l.queue {
		if other == w {
			l.queue = append(l.queue[:i], l.queue[i+1:]...)
			break
		}
	}
	l.serve()
	return nil
}

// serve lets through all at the head of the queue who may pass now, and sets
// the alarm for the next. The lock is held.
func (l *Limiter) serve() {
	if l.wake != nil {
		l.wake()
		l.wake = nil
	}
	for len(l.queue) > 0 {
		if l.limit.Concurrent > 0 && l.running >= l.limit.Concurrent {
			return // a release serves again
		}
		w := l.queue[0]
		now := l.clock.Now()
		if wait := l.until(now, w.tokens); wait > 0 {
			l.wake = l.clock.AfterFunc(wait, l.again)
			return
		}
		l.queue = l.queue[1:]
		l.running++
		w.ticket = &Ticket{limiter: l, from: l.spend(now, w.tokens), tokens: w.tokens}
		close(w.ready)
	}
	l.queue = nil
}

func (l *Limiter) again() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.serve()
}

// until is how long it takes until the window has room for one more request
// of so many tokens.
func (l *Limiter) until(now time.Time, tokens int) time.Duration {
	for len(l.spent) > 0 && now.Sub(l.spent[0].last) >= window {
		l.spent = l.spent[1:]
	}
	requests, total := 1, tokens
	for _, s := range l.spent {
		requests += s.requests
		total += s.tokens
	}
	fits := func() bool {
		return (l.limit.Requests == 0 || requests <= l.limit.Requests) && (l.limit.Tokens == 0 || total <= l.limit.Tokens)
	}
	if fits() {
		return 0
	}
	for _, s := range l.spent {
		requests -= s.requests
		total -= s.tokens
		if fits() {
			return max(s.last.Add(window).Sub(now), 1)
		}
	}
	return 0 // an empty window takes any one request
}

func (l *Limiter) spend(now time.Time, tokens int) *spending {
	var s *spending
	if n := len(l.spent); n > 0 && now.Sub(l.spent[n-1].begin) < grain {
		s = l.spent[n-1]
	} else {
		s = &spending{begin: now}
		l.spent = append(l.spent, s)
	}
	s.last = now
	s.requests++
	s.tokens += tokens
	return s
}

// Release ends a request that took so many tokens; below zero means that
// nobody knows, and the estimate stays. Only the first release counts.
func (t *Ticket) Release(tokens int) {
	l := t.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.done {
		return
	}
	t.done = true
	l.running--
	if tokens >= 0 {
		t.from.tokens += tokens - t.tokens
	}
	l.serve()
}
