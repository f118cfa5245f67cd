package model

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Policy is how patient Retry is. Random and Sleep must be given; the zero
// value of each other field stands for its default.
type Policy struct {
	Tries   int           // 3; more are not made
	First   time.Duration // 500 ms: the wait before the second try, about; it doubles each time
	Longest time.Duration // 20 s: no wait is longer, unless the provider asks for it
	Total   time.Duration // 5 min: all tries and waits together
	Idle    time.Duration // 15 s: a stream that is silent for so long hangs
	Begin   time.Duration // Idle: the same for the first chunk, which large models load or think before

	Random func() float64                                      // from 0 up to 1; may be called by many at once
	Sleep  func(ctx context.Context, wait time.Duration) error // until then, or the context's error
	Report func(Again)                                         // told before each wait; may be nil
}

// Again is a try that failed and is made again.
type Again struct {
	Model string
	Try   int // the one that failed, from 1
	Wait  time.Duration
	Cause *fault.Fault
}

const maxTries = 3

// Retry is a model that tries again when its provider cannot answer for the
// moment: too many requests, overloaded, not reached, hanging, or cut off. It
// does so only as long as nothing of the answer has been passed on, and so
// never repeats words, or a call whose tool may have run. Of an answer that is
// wanted whole nothing is passed on before its end.
//
// A provider that says when to come back is obeyed, if that lies within the
// total; else its error is returned at once. A stream that falls silent is
// closed, and is a Timeout; one that did not even begin, where the first chunk
// may take longer than the others, is not tried again: who waits for it has
// waited enough. Ending the context ends everything at once. The usage is that
// of all tries.
func Retry(m Model, p Policy) Model { return retrying{m, p.withDefaults()} }

// withDefaults is a policy with its defaults.
func (p Policy) withDefaults() Policy {
	p.Tries = min(or(p.Tries, maxTries), maxTries)
	p.First = or(p.First, 500*time.Millisecond)
	p.Longest = or(p.Longest, 20*time.Second)
	p.Total = or(p.Total, 5*time.Minute)
	p.Idle = or(p.Idle, 15*time.Second)
	p.Begin = or(p.Begin, p.Idle)
	return p
}

func or[N int | time.Duration](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

type retrying struct {
	Model
	policy Policy
}

func (m retrying) Stream(ctx context.Context, r Request) iter.Seq2[Chunk, error] {
	return func(yield func(Chunk, error) bool) {
		var lost Usage // on tries that failed: providers bill them too
		err := m.policy.repeat(ctx, m.Info(), func(ctx context.Context) (final bool, err error) {
			t := attempt{model: m.Model, policy: m.policy, yield: yield, lost: lost}
			if err = t.run(ctx, r); err != nil {
				lost = lost.plus(t.used)
			}
			return t.passed || t.waited, err
		})
		if err != nil && (lost == Usage{} || yield(Chunk{Usage: &lost}, nil)) {
			yield(Chunk{}, err)
		}
	}
}

// repeat calls f until it succeeds, within the bounds of the policy. An error
// that f calls final is the last.
func (p Policy) repeat(ctx context.Context, i Info, f func(context.Context) (final bool, err error)) error {
	ctx, cancel := context.WithTimeout(ctx, p.Total)
	defer cancel()
	for try := 1; ; try++ {
		final, err := f(ctx)
		if err == nil || final || try == p.Tries || ctx.Err() != nil || !isTransient(err) {
			return err
		}
		wait := p.wait(try, RetryAfter(err))
		if end, ok := ctx.Deadline(); ok && wait >= time.Until(end) {
			return err
		}
		if p.Report != nil {
			p.Report(Again{Model: i.Name(), Try: try, Wait: wait, Cause: fault.Of(err)})
		}
		if stopped := p.Sleep(ctx, wait); stopped != nil {
			return explain(ctx, i, stopped)
		}
	}
}

// RetryEmbedder is Retry for an embedder, whose model is named for messages. An
// answer that takes longer than Begin is a Timeout.
func RetryEmbedder(e Embedder, i Info, p Policy) Embedder {
	return retryingEmbedder{e, i, p.withDefaults()}
}

type retryingEmbedder struct {
	embedder Embedder
	info     Info
	policy   Policy
}

func (m retryingEmbedder) Embed(ctx context.Context, texts []string) (vectors [][]float32, used Usage, err error) {
	err = m.policy.repeat(ctx, m.info, func(ctx context.Context) (bool, error) {
		if q, ok := m.embedder.(queued); ok {
			if err := q.Turn(ctx); err != nil {
				return true, explain(ctx, m.info, err)
			}
		}
		ctx, cancel := context.WithTimeout(ctx, m.policy.Begin)
		defer cancel()
		list, tokens, err := m.embedder.Embed(ctx, texts)
		used = used.plus(tokens)
		if err != nil {
			return false, explain(ctx, m.info, err)
		}
		vectors = list
		return false, nil
	})
	return vectors, used, err
}

// isTransient reports whether an error may be gone the next time.
func isTransient(err error) bool {
	switch fault.CodeOf(err) {
	case RateLimit, Overloaded, Network, Timeout, CutStream:
		return true
	}
	return false
}

// wait is how long to wait after a try: doubling, with up to half of it left
// to chance so that many clients do not come back at once, and never less than
// the provider asks for.
func (p Policy) wait(try int, asked time.Duration) time.Duration {
	full := min(p.First<<(try-1), p.Longest)
	return max(full/2+time.Duration(p.Random()*float64(full/2)), asked)
}

// queued is a model, or an embedder, that must wait for its turn before each
// request. That wait is no silence of its provider, and has bounds of its own:
// whoever has waited so long is not made to wait again.
type queued interface {
	Turn(ctx context.Context) error
}

// errSilent is why a hanging stream is closed.
var errSilent = errors.New("the stream fell silent")

// attempt is one try.
type attempt struct {
	model  Model
	policy Policy
	yield  func(Chunk, error) bool
	passed bool // something was passed on
	begun  bool // something has come
	waited bool // longer than Idle, and nothing has; or in vain for its turn
	kept   []Chunk
	size   int   // of what is kept
	used   Usage // so far
	lost   Usage // on the tries before
}

// all is the usage of this try and those before.
func (t *attempt) all() *Usage {
	u := t.lost.plus(t.used)
	return &u
}

// maxKept is how much of an answer is held back, in bytes; what is longer is
// passed on as it comes.
const maxKept = 4 << 20

// pass gives a chunk on, or keeps it until the answer is whole.
func (t *attempt) pass(c Chunk, whole bool) bool {
	t.begun = true
	if whole && !t.passed {
		t.kept = append(t.kept, c)
		t.size += len(c.Text) + 64
		if c.Call != nil {
			t.size += len(c.Call.Arguments)
		}
		if c.Thinking != nil {
			t.size += len(c.Thinking.Text) + len(c.Thinking.Signature) + len(c.Thinking.Redacted)
		}
		if c.Stop == "" && t.size < maxKept {
			return true
		}
	} else {
		t.kept = []Chunk{c}
	}
	t.passed = true
	for _, c := range t.kept {
		if !t.yield(c, nil) {
			return false
		}
	}
	t.kept = nil
	return true
}

// run passes a stream on. It returns nil when the stream is done or nobody
// listens any more.
func (t *attempt) run(ctx context.Context, r Request) error {
	if q, ok := t.model.(queued); ok {
		if err := q.Turn(ctx); err != nil {
			t.waited = true
			return explain(ctx, t.model.Info(), err)
		}
	}
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begin := time.Now().Add(t.policy.Begin)
	silence := time.AfterFunc(t.policy.Begin, func() { cancel(errSilent) })
	defer silence.Stop()
	var held *Usage // usage alone is held back, for it would forbid another try
	stopped := false
	for c, err := range t.model.Stream(watched, r) {
		if stopped {
			return nil
		}
		silence.Stop()
		if err != nil {
			return t.explain(ctx, watched, err)
		}
		switch nothing := (Usage{}); {
		case c.Usage != nil:
			t.used = *c.Usage
			c.Usage = t.all()
		case c.Stop != "" && t.used == nothing && t.lost != nothing:
			c.Usage = t.all()
		default:
			c.Usage = held
		}
		held = c.Usage
		if c.Text != "" || c.Call != nil || c.Thinking != nil || c.Stop != "" {
			held = nil
			if !t.pass(c, r.Whole) {
				return nil
			}
		}
		stopped = c.Stop != ""
		wait := t.policy.Idle
		if !t.begun { // a sign of life makes the wait for the first chunk no shorter
			wait = max(wait, time.Until(begin))
		}
		silence.Reset(wait)
	}
	switch {
	case stopped:
		return nil
	case watched.Err() != nil:
		return t.explain(ctx, watched, watched.Err())
	}
	return cut(t.model.Info())
}

func (t *attempt) explain(ctx, watched context.Context, err error) error {
	if ctx.Err() == nil && errors.Is(context.Cause(watched), errSilent) {
		t.waited = !t.begun && t.policy.Begin > t.policy.Idle
		said := fmt.Sprintf("did not begin to answer within %s", t.policy.Begin)
		if t.begun {
			said = "fell silent in the middle of an answer"
		}
		return fault.Wrap(err, Timeout, "%s %s", t.model.Info().Name(), said).WithHint("try again, or choose another model")
	}
	return explain(ctx, t.model.Info(), err)
}
