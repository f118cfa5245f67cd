// Package route decides which model does which task. Each task has a chain of
// models: if one fails or its output cannot be used, the next is tried. Requests
// stay within the providers' limits, and the usage of every call is recorded.
package route

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Clock is the time, from outside.
type Clock struct {
	Now func() time.Time
	// AfterFunc calls f once after d, on a goroutine of its own, unless it is
	// stopped before.
	AfterFunc func(d time.Duration, f func()) (stop func() bool)
}

// Config is what a router is made of.
type Config struct {
	Chains map[Task]Chain
	Rest   Chain // for tasks without a chain of their own
	// Open makes a model of its name, provider/model, and OpenEmbedder one that
	// makes vectors.
	Open         func(name string) (model.Model, error)
	OpenEmbedder func(name string) (model.Embedder, error)
	// Around is put around every model, such as retries; nil adds nothing.
	// Each try below it is limited and counted.
	Around         func(model.Model) model.Model
	AroundEmbedder func(model.Embedder, model.Info) model.Embedder
	Limits         map[string]Limit // by provider
	Prices         map[string]Price // by provider/model
	Clock          Clock
	Recorder       Recorder                          // nil records nothing
	Escalated      func(context.Context, Escalation) // nil tells nobody
}

// Job is what a model is wanted for.
type Job struct {
	Task    Task
	Complex bool // ask the models for complex work, where the task has some
}

// Escalation is that the next model of a chain was asked.
type Escalation struct {
	Task    Task
	Complex bool
	From    string // provider/model
	To      string
	Code    fault.Code
	Reason  string
}

// Router sends tasks to models. It may be used by many at once.
type Router struct {
	config Config
	*state
}

// state is what routers share that are made of one another.
type state struct {
	limiters map[string]*Limiter

	mu        sync.Mutex
	models    map[string]model.Model
	embedders map[string]model.Embedder
}

// New makes a router. Models are opened when they are first asked.
func New(c Config) (*Router, error) {
	for task, chain := range c.Chains {
		if !slices.Contains(Tasks(), task) {
			return nil, unknownTask(string(task))
		}
		if err := chain.check(string(task)); err != nil {
			return nil, err
		}
	}
	if err := c.Rest.check("the rest"); err != nil {
		return nil, err
	}
	r := &Router{config: c, state: &state{limiters: map[string]*Limiter{}, models: map[string]model.Model{}, embedders: map[string]model.Embedder{}}}
	for provider, limit := range c.Limits {
		if err := limit.check(provider); err != nil {
			return nil, err
		}
		r.limiters[provider] = NewLimiter(limit, c.Clock)
	}
	return r, nil
}

// WithRecorder is a router that shares models, limits and statistics with this one,
// and tells others of what it does: those who ask in one session, say.
func (r *Router) WithRecorder(recorder Recorder, escalated func(context.Context, Escalation)) *Router {
	c := r.config
	c.Recorder, c.Escalated = recorder, escalated
	return &Router{config: c, state: r.state}
}

// Price is what a model costs, if that is known.
func (r *Router) Price(name string) (Price, bool) {
	p, ok := r.config.Prices[name]
	return p, ok
}

// HasChain is true for a task that has models of its own.
func (r *Router) HasChain(t Task) bool {
	chain, ok := r.config.Chains[t]
	return ok && len(chain.Models)+len(chain.Complex) > 0
}

// Models are the names that would be asked for a job, in order. Models that talk
// make no vectors, so that the rest does not stand in for embedding.
func (r *Router) Models(j Job) []string {
	chain, ok := r.config.Chains[j.Task]
	if j.Task != Embedding && (!ok || len(chain.Models)+len(chain.Complex) == 0) {
		chain = r.config.Rest
	}
	if j.Complex && len(chain.Complex) > 0 || len(chain.Models) == 0 {
		return slices.Clone(chain.Complex)
	}
	return slices.Clone(chain.Models)
}

// Try gives f one model of the job's chain after another until f returns no
// error. It stops early only when the context has ended.
func (r *Router) Try(ctx context.Context, j Job, f func(context.Context, model.Model) error) error {
	_, err := r.try(ctx, j, 0, func(ctx context.Context, m model.Model) (bool, error) { return false, f(ctx, m) })
	return err
}

// try is tryEach for models that answer.
func (r *Router) try(ctx context.Context, j Job, from int, f func(context.Context, model.Model) (bool, error)) (int, error) {
	return r.tryEach(ctx, j, from, func(ctx context.Context, name string, step int) (bool, error) {
		m, err := opened(r, r.models, name, r.config.Open)
		if err != nil {
			return false, err
		}
		return f(ctx, &metered{asking: asking{r, name, j, step}, model: m})
	})
}

// tryEach is Try from some place of the chain on, for an f that can also say that
// its error is final. It returns the place of the last model that was asked.
func (r *Router) tryEach(ctx context.Context, j Job, from int, f func(ctx context.Context, name string, step int) (bool, error)) (int, error) {
	names := r.Models(j)
	if len(names) == 0 {
		return 0, fault.New(fault.NotFound, "no model is set up for the task %s", j.Task).
			WithHint("set a key such as ANTHROPIC_API_KEY, or name models under models.task_routing in the configuration")
	}
	var failures []failure
	for i := min(from, len(names)-1); i < len(names); i++ {
		name := names[i]
		final, err := f(ctx, name, i)
		if err == nil || final || ctx.Err() != nil || fault.CodeOf(err) == fault.Canceled {
			return i, err
		}
		failures = append(failures, failure{name, err})
		if i+1 < len(names) && r.config.Escalated != nil {
			why := fault.Of(err)
			r.config.Escalated(ctx, Escalation{Task: j.Task, Complex: j.Complex, From: name, To: names[i+1], Code: why.Code, Reason: why.Message})
		}
	}
	return len(names) - 1, exhaustedFault(j, failures)
}

// Generate asks for a whole answer. Valid says whether it can be used; nil
// takes every answer.
func (r *Router) Generate(ctx context.Context, j Job, q model.Request, valid func(*model.Reply) error) (*model.Reply, error) {
	var reply *model.Reply
	err := r.Try(ctx, j, func(ctx context.Context, m model.Model) error {
		got, err := model.Generate(ctx, m, q)
		if err != nil {
			return err
		}
		if valid != nil {
			if err := valid(got); err != nil {
				return unusable(m.Info().Name(), err)
			}
		}
		reply = got
		return nil
	})
	return reply, err
}

// unusable makes a fault of what a check found, unless it is one.
func unusable(name string, err error) error {
	var f *fault.Fault
	if errors.As(err, &f) {
		return err
	}
	return fault.Wrap(err, model.Malformed, "the answer of %s cannot be used", name).WithHint("ask again, or choose another model")
}

// Embed gives f one model of the chain for embeddings after another, under its
// name, until f returns no error. What is to be compared belongs into one f:
// vectors of different models cannot be.
func (r *Router) Embed(ctx context.Context, f func(ctx context.Context, name string, e model.Embedder) error) error {
	j := Job{Task: Embedding}
	_, err := r.tryEach(ctx, j, 0, func(ctx context.Context, name string, step int) (bool, error) {
		e, err := opened(r, r.embedders, name, r.config.OpenEmbedder)
		if err != nil {
			return false, err
		}
		return false, f(ctx, name, &meteredEmbedder{asking: asking{r, name, j, step}, embedder: e})
	})
	return err
}

// opened is a model that is opened once.
func opened[M any](r *Router, list map[string]M, name string, open func(string) (M, error)) (M, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m, ok := list[name]; ok {
		return m, nil
	}
	m, err := open(name)
	if err == nil {
		list[name] = m
	}
	return m, err
}

// failure is why a model of a chain did not do.
type failure struct {
	name string
	err  error
}

// exhaustedFault is the fault after the last model of a chain. One model's fault
// stays as it is; of several, each reason is told, and the last one's code
// and hint count.
func exhaustedFault(j Job, list []failure) error {
	last := list[len(list)-1]
	if len(list) == 1 {
		return last.err
	}
	why := fault.Of(last.err)
	text := ""
	causes := make([]error, len(list))
	for i, f := range list {
		if i > 0 {
			text += "; "
		}
		message := fault.Of(f.err).Message
		if !strings.Contains(message, f.name) {
			message = f.name + ": " + message
		}
		text += message
		causes[i] = f.err
	}
	return fault.Wrap(errors.Join(causes...), why.Code, "none of %d models could do the task %s: %s", len(list), j.Task, text).WithHint("%s", why.Hint)
}
