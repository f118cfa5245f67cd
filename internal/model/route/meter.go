package route

import (
	"context"
	"errors"
	"iter"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// asking is who is asked for what.
type asking struct {
	router *Router
	name   string
	job    Job
	step   int
}

// metered is a model that is asked no faster than its provider allows, and
// whose calls are recorded.
type metered struct {
	asking
	model model.Model
}

func (m *metered) Info() model.Info { return m.model.Info() }

// Stream ends with a stop reason or with an error, whatever the model does.
func (m *metered) Stream(ctx context.Context, q model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		call := m.begin(ctx)
		defer call.end()
		// The first place is waited for out here, where the clock of the call
		// has not begun.
		t := &tries{model: m.model, places: places{limiter: call.limiter, tokens: estimate(q), now: m.now}}
		defer t.close()
		if err := t.Turn(ctx); err != nil {
			yield(model.Chunk{}, call.fail(err))
			return
		}
		call.ask(&t.places)
		var asked model.Model = t
		if m.router.config.Around != nil {
			asked = m.router.config.Around(t)
		}
		q.Messages = ownThoughts(m.name, q.Messages)
		for c, err := range asked.Stream(ctx, q) {
			if err != nil {
				yield(model.Chunk{}, call.fail(err))
				return
			}
			call.take(c)
			if c.Thinking != nil {
				c.Thinking = markThinking(m.name, c.Thinking)
			}
			if !yield(c, nil) || c.Stop != "" {
				return
			}
		}
		yield(model.Chunk{}, call.fail(fault.New(model.CutStream, "the answer of %s broke off before its end", m.name).WithHint("try again")))
	}
}

// call is one call in the making of its record.
type call struct {
	asking
	ctx          context.Context
	limiter      *Limiter
	began, asked time.Time
	tries        *places
	usage        *model.Usage
	stop         model.Stop
	err          error
}

func (a asking) begin(ctx context.Context) *call {
	provider, _, _ := strings.Cut(a.name, "/")
	return &call{asking: a, ctx: ctx, limiter: a.router.limiters[provider], began: a.now()}
}

func (a asking) now() time.Time { return a.router.config.Clock.Now() }

func (c *call) ask(t *places) {
	c.tries = t
	c.asked = c.now()
}

func (c *call) fail(err error) error {
	c.err = err
	return err
}

func (c *call) take(chunk model.Chunk) {
	if chunk.Usage != nil {
		c.usage = chunk.Usage
	}
	c.stop = chunk.Stop
}

func hasContent(c model.Chunk) bool { return c.Text != "" || c.Call != nil || c.Thinking != nil }

// end writes the record, also of a call whose consumer left.
func (c *call) end() {
	if c.router.config.Recorder == nil {
		return
	}
	now := c.now()
	r := Record{Time: c.began, Task: c.job.Task, Complex: c.job.Complex, Model: c.name, Step: c.step, Total: now.Sub(c.began), Waited: now.Sub(c.began)}
	if c.tries != nil {
		r.Tries = c.tries.countMade()
		r.Waited = c.asked.Sub(c.began)
		if first := c.tries.began(); !first.IsZero() {
			r.FirstToken = max(first.Sub(c.asked), 1)
		}
	}
	if c.usage != nil {
		r.Tokens = TokensOf(*c.usage)
		if p, ok := c.router.config.Prices[c.name]; ok {
			r.Cost = p.Cost(r.Tokens)
		}
	}
	switch {
	case c.err != nil:
		r.Fault = codeOf(c.err)
	case c.stop == "" && c.ctx.Err() != nil:
		r.Fault = codeOf(c.ctx.Err())
	case c.stop == "":
		r.Fault = fault.Canceled // the consumer left
	}
	c.router.config.Recorder.Record(context.WithoutCancel(c.ctx), r)
}

func codeOf(err error) fault.Code {
	var f *fault.Fault
	if !errors.As(err, &f) && errors.Is(err, context.DeadlineExceeded) {
		return model.Timeout
	}
	return fault.CodeOf(err)
}

// tries is a model below what retries it.
type tries struct {
	model model.Model
	places
}

// places are those of a call's tries: each try needs a place of its own, and
// gives it back before the next one waits.
type places struct {
	limiter *Limiter // nil means none
	tokens  int      // estimated
	now     func() time.Time

	mu     sync.Mutex
	ticket *Ticket // for the next try
	count  int
	first  time.Time // when the last try began to answer
}

// began is when the last try gave something.
func (t *places) began() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.first
}

func (t *tries) notice(c model.Chunk) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.first.IsZero() && hasContent(c) {
		t.first = t.now()
	}
}

func (t *tries) Info() model.Info { return t.model.Info() }

// Turn waits for the place of the next try, so that whoever watches over the try
// does not take the wait for silence.
func (t *places) Turn(ctx context.Context) error {
	t.mu.Lock()
	has := t.ticket != nil || t.limiter == nil
	t.mu.Unlock()
	if has {
		return nil
	}
	ticket, err := t.limiter.Acquire(ctx, t.tokens)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ticket = ticket
	return nil
}

// close gives back a place that was never used.
func (t *places) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ticket != nil {
		t.ticket.Release(-1)
	}
}

func (t *places) countMade() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.count
}

func (t *places) next(ctx context.Context) (*Ticket, error) {
	t.mu.Lock()
	t.count++
	t.first = time.Time{}
	ticket := t.ticket
	t.ticket = nil
	t.mu.Unlock()
	if ticket != nil || t.limiter == nil {
		return ticket, nil
	}
	return t.limiter.Acquire(ctx, t.tokens)
}

func (t *tries) Stream(ctx context.Context, q model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		ticket, err := t.next(ctx)
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		used := -1
		if ticket != nil {
			defer func() { ticket.Release(used) }()
		}
		for c, err := range t.model.Stream(ctx, q) {
			t.notice(c)
			if c.Usage != nil {
				used = c.Usage.Input + c.Usage.Output
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

const (
	bytesPerToken = 4    // about, of most texts
	usualOutput   = 1000 // tokens, of a request that does not say
)

// estimate is about how many tokens a request will take.
func estimate(q model.Request) int {
	output := usualOutput
	if q.MaxTokens > 0 {
		output = min(q.MaxTokens, usualOutput)
	}
	return q.Size()/bytesPerToken + output
}
