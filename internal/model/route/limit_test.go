package route

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// handClock is a clock that a test turns by hand.
type handClock struct {
	mu     sync.Mutex
	now    time.Time
	alarms []*alarm
}

type alarm struct {
	at time.Time
	f  func()
}

func newHandClock() *handClock {
	return &handClock{now: time.Date(2026, 11, 15, 10, 0, 0, 0, time.UTC)}
}

func (h *handClock) clock() Clock {
	return Clock{
		Now: func() time.Time { h.mu.Lock(); defer h.mu.Unlock(); return h.now },
		AfterFunc: func(d time.Duration, f func()) func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			a := &alarm{h.now.Add(d), f}
			h.alarms = append(h.alarms, a)
			return func() bool {
				h.mu.Lock()
				defer h.mu.Unlock()
				i := slices.Index(h.alarms, a)
				if i >= 0 {
					h.alarms = slices.Delete(h.alarms, i, i+1)
				}
				return i >= 0
			}
		},
	}
}

// turn moves the clock, and rings the alarms on the way in their order.
func (h *handClock) turn(d time.Duration) {
	h.mu.Lock()
	end := h.now.Add(d)
	for {
		slices.SortStableFunc(h.alarms, func(a, b *alarm) int { return a.at.Compare(b.at) })
		if len(h.alarms) == 0 || h.alarms[0].at.After(end) {
			break
		}
		a := h.alarms[0]
		h.alarms = h.alarms[1:]
		h.now = a.at
		h.mu.Unlock()
		a.f()
		h.mu.Lock()
	}
	h.now = end
	h.mu.Unlock()
}

func (h *handClock) pending() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.alarms)
}

// world is a limiter and everything that a test knows of it from outside.
type world struct {
	t       *testing.T
	hand    *handClock
	limiter *Limiter
	waiting []*waiter // in the order in which they came
	running []*waiter
	passed  []pass
}

type pass struct {
	at     time.Time
	tokens int
	waiter *waiter
}

func (w *world) look() {
	w.t.Helper()
	now := w.hand.clock().Now()
	blocked := false
	var still []*waiter
	for _, x := range w.waiting {
		if x.ticket == nil {
			blocked = true
			still = append(still, x)
			continue
		}
		if blocked {
			w.t.Fatal("someone passed who came later")
		}
		w.running = append(w.running, x)
		w.passed = append(w.passed, pass{now, x.tokens, x})
	}
	w.waiting = still
	l := w.limiter.limit
	if l.Concurrent > 0 && len(w.running) > l.Concurrent {
		w.t.Fatalf("%d at once, and %d may", len(w.running), l.Concurrent)
	}
	requests, tokens := 0, 0
	for _, p := range w.passed {
		if now.Sub(p.at) < window {
			requests++
			tokens += p.tokens
		}
	}
	if l.Requests > 0 && requests > l.Requests || l.Tokens > 0 && tokens > l.Tokens {
		w.t.Fatalf("%d requests and %d tokens in a minute, of %+v", requests, tokens, l)
	}
}

// TestLimitsHoldInOrderAndNobodyStarves drives random limiters through random
// histories. Alarms are rung one by one, so that every passing is seen at its
// time.
func TestLimitsHoldInOrderAndNobodyStarves(t *testing.T) {
	for seed := range uint64(400) {
		random := rand.New(rand.NewPCG(seed, 1))
		w := &world{t: t, hand: newHandClock()}
		w.limiter = NewLimiter(Limit{Requests: random.IntN(6), Tokens: random.IntN(3) * 500, Concurrent: random.IntN(4)}, w.hand.clock())
		for range 200 {
			switch random.IntN(6) {
			case 0, 1:
				x, err := w.limiter.enter(random.IntN(700))
				if err != nil {
					t.Fatal(err)
				}
				w.waiting = append(w.waiting, x)
			case 2, 3:
				w.release(random)
			case 4:
				if n := len(w.waiting); n > 0 {
					i := random.IntN(n)
					x := w.waiting[i]
					w.waiting = slices.Delete(w.waiting, i, i+1)
					if w.limiter.leave(x) != nil {
						t.Fatal("a waiter had a ticket")
					}
				}
			case 5:
				w.step(time.Duration(random.IntN(40_000)) * time.Millisecond)
			}
			w.look()
		}
		for rounds := 0; len(w.waiting) > 0; rounds++ {
			if rounds > 5000 {
				t.Fatalf("seed %d: %d still wait", seed, len(w.waiting))
			}
			w.release(random)
			w.look()
			w.step(10 * time.Second)
		}
		for len(w.running) > 0 {
			w.release(random)
		}
		if w.limiter.running != 0 || len(w.limiter.queue) != 0 || w.hand.pending() != 0 || len(w.limiter.spent) > 61 {
			t.Fatalf("seed %d: left behind %+v", seed, w.limiter)
		}
	}
}

// step turns the clock alarm by alarm.
func (w *world) step(d time.Duration) {
	end := w.hand.clock().Now().Add(d)
	for {
		w.hand.mu.Lock()
		next := end
		for _, a := range w.hand.alarms {
			if a.at.Before(next) {
				next = a.at
			}
		}
		now := w.hand.now
		w.hand.mu.Unlock()
		w.hand.turn(next.Sub(now))
		w.look()
		if next.Equal(end) {
			return
		}
	}
}

// release ends one of the running, who took at most what was estimated.
func (w *world) release(random *rand.Rand) {
	if len(w.running) == 0 {
		return
	}
	i := random.IntN(len(w.running))
	x := w.running[i]
	w.running = slices.Delete(w.running, i, i+1)
	used := random.IntN(x.tokens+2) - 1
	x.ticket.Release(used)
	x.ticket.Release(used) // once more does nothing
	for j := range w.passed {
		if w.passed[j].waiter == x && used >= 0 {
			w.passed[j].tokens = used
		}
	}
}

func TestMoreTokensThanEstimatedSlowTheNext(t *testing.T) {
	hand := newHandClock()
	l := NewLimiter(Limit{Tokens: 1000}, hand.clock())
	first, err := l.Acquire(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	first.Release(5000)
	next, _ := l.enter(10)
	hand.turn(window - 1)
	if next.ticket != nil {
		t.Fatal("passed within the minute")
	}
	hand.turn(1)
	if next.ticket == nil {
		t.Fatal("did not pass after it")
	}
}

func TestARequestLargerThanAMinuteGetsOne(t *testing.T) {
	l := NewLimiter(Limit{Tokens: 1000}, newHandClock().clock())
	if _, err := l.Acquire(t.Context(), 1_000_000); err != nil {
		t.Fatal(err)
	}
	if w, _ := l.enter(1); w.ticket != nil {
		t.Fatal("another passed beside it")
	}
}

func TestWaitingIsBounded(t *testing.T) {
	hand := newHandClock()
	l := NewLimiter(Limit{Concurrent: 1, Queue: 1, Wait: time.Second}, hand.clock())
	held, err := l.Acquire(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	late := make(chan error)
	go func() { _, err := l.Acquire(t.Context(), 0); late <- err }()
	for hand.pending() == 0 { // until it waits
		time.Sleep(time.Millisecond)
	}
	if _, err := l.Acquire(t.Context(), 0); fault.CodeOf(err) != model.RateLimit {
		t.Fatalf("the queue is full, and got %v", err)
	}
	hand.turn(time.Second)
	if err := <-late; fault.CodeOf(err) != model.RateLimit {
		t.Fatalf("got %v", err)
	}
	held.Release(-1)
	if next, err := l.Acquire(t.Context(), 0); err != nil || next == nil {
		t.Fatal("the place is lost")
	}
}

func TestStoppingWhileWaiting(t *testing.T) {
	hand := newHandClock()
	l := NewLimiter(Limit{Concurrent: 1}, hand.clock())
	if _, err := l.Acquire(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for hand.pending() == 0 {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}()
	_, err := l.Acquire(ctx, 0)
	if fault.CodeOf(err) != fault.Canceled || !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	if _, err := l.Acquire(ctx, 0); fault.CodeOf(err) != fault.Canceled {
		t.Fatalf("got %v", err)
	}
	if len(l.queue) != 0 {
		t.Fatal("it still waits")
	}
}

// systemClock is the real time, for tests with many goroutines.
func systemClock() Clock {
	return Clock{Now: time.Now, AfterFunc: func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }}
}

func TestManyAtOnce(t *testing.T) {
	l := NewLimiter(Limit{Concurrent: 3}, systemClock())
	var running, most atomic.Int64
	var group sync.WaitGroup
	for i := range 300 {
		group.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%5 == 0 {
				go cancel()
			}
			ticket, err := l.Acquire(ctx, i)
			if err != nil {
				if fault.CodeOf(err) != fault.Canceled {
					t.Error(err)
				}
				return
			}
			n := running.Add(1)
			for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
			}
			running.Add(-1)
			ticket.Release(i)
		})
	}
	group.Wait()
	if most.Load() > 3 || l.running != 0 || len(l.queue) != 0 {
		t.Fatal(fmt.Sprint("at most ", most.Load(), ", left ", l.running, " ", len(l.queue)))
	}
}
