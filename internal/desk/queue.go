package desk

import (
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
)

// queue says which turns run. Those that a person waits for come before those
// that only run a statement again, of which a notebook may have as many as it
// has cells.
type queue struct {
	bounds Bounds

	mu      sync.Mutex
	running map[*turn]bool
	waiting [2][]*turn // the first come first
}

func newQueue(b Bounds) *queue { return &queue{bounds: b, running: map[*turn]bool{}} }

// enter lets a turn run, or wait, or refuses it.
func (q *queue) enter(t *turn) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	line, most := 0, q.bounds.Waiting
	if t.ask.Again {
		line, most = 1, notebook.MaxCells
	}
	if n := len(q.waiting[line]); n >= most {
		return fault.New(Busy, "%d questions are already waiting", n).WithHint("wait until some are answered, or cancel them")
	}
	if line == 0 {
		n := 0
		for _, o := range q.waiting[line] {
			if o.book == t.book {
				n++
			}
		}
		if n >= q.bounds.InLine {
			return fault.New(Busy, "%d questions of this notebook are already waiting", n).WithHint("wait until some are answered, or cancel them")
		}
	}
	t.ahead = len(q.waiting[0]) + line*len(q.waiting[1])
	q.waiting[line] = append(q.waiting[line], t)
	q.next()
	return nil
}

// aheadOf is how many wait before a turn, as it is told.
func (q *queue) aheadOf(t *turn) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return t.ahead
}

// tell lets those who wait know how many are before them, whenever that is half of
// what they know: who waits long sees that it goes on. The queue is held.
func (q *queue) tell() {
	for i, t := range slices.Concat(q.waiting[0], q.waiting[1]) {
		if i >= t.ahead || i > t.ahead/2 {
			continue
		}
		t.ahead = i
		select {
		case <-t.moves: // what it has not read is old
		default:
		}
		t.moves <- i
	}
}

// next gives places to those who wait. The queue is held.
func (q *queue) next() {
	for line := range q.waiting {
		for i := 0; i < len(q.waiting[line]) && len(q.running) < q.bounds.Running; {
			t := q.waiting[line][i]
			if !q.free(t) {
				i++
				continue
			}
			q.waiting[line] = slices.Delete(q.waiting[line], i, i+1)
			q.running[t] = true
			close(t.place)
		}
	}
}

// free is true when a turn may run: its notebook has a place, and nobody is at
// work, or waits to be, on the cell that it begins from or takes the place of, or
// that this one is built on.
func (q *queue) free(t *turn) bool {
	on := ""
	if t.ask.Again && t.ask.was != nil {
		on = t.ask.was.Context.RefinementOf
	}
	if on != "" {
		for _, o := range slices.Concat(q.waiting[0], q.waiting[1]) {
			if o == t {
				break
			}
			if o.book == t.book && o.Replaces == on {
				return false
			}
		}
	}
	n := 0
	for o := range q.running {
		if o.book != t.book {
			continue
		}
		if n++; o.Replaces != "" && (o.Replaces == t.Replaces || o.Replaces == t.Parent || o.Replaces == on) {
			return false
		}
	}
	return n < q.bounds.PerNotebook
}

// leave gives the place of a turn to the next.
func (q *queue) leave(t *turn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for line := range q.waiting {
		q.waiting[line] = slices.DeleteFunc(q.waiting[line], func(o *turn) bool { return o == t })
	}
	delete(q.running, t)
	q.next()
	q.tell()
}

// clear is everyone who waits; they wait no longer.
func (q *queue) clear() []*turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := slices.Concat(q.waiting[0], q.waiting[1])
	q.waiting = [2][]*turn{}
	return all
}
