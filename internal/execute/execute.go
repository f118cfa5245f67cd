// Package execute runs plans: the steps that have all they read, at most five at
// once, each with a time limit. The first step that fails for good stops the rest;
// what was finished is kept. A step that was finished before is not run again.
package execute

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/table"
)

// Limits of a run that nobody has set.
const (
	DefaultAtOnce   = 5
	DefaultStepTime = 60 * time.Second
	MaxRepairs      = 2 // of one step
)

// Made is what a step made.
type Made struct {
	Table  *table.Table   // nil where the rows are kept elsewhere
	Kept   bool           // they are
	Rows   int64          // how many there are
	Hash   string         // of the rows; "" where nobody has worked it out
	Found  *method.Output // by a method, besides the table
	Tables []string       // of a source that were read
}

// Runner runs steps of one language. The inputs are in the step's order.
type Runner func(ctx context.Context, s plan.Step, in []method.Named) (*Made, error)

// Options say how a plan is run.
type Options struct {
	Runners  map[plan.Language]Runner
	AtOnce   int           // steps; 0 is the default
	StepTime time.Duration // of each; 0 is the default
	// Tables gives what is there already, such as the tables of finished steps; nil
	// where a name is not. May be nil.
	Tables func(ctx context.Context, name string) (*Made, error)
	// Finished is told of a step before any other may read its table; an error
	// stops the plan. May be nil.
	Finished func(ctx context.Context, s plan.Step, m *Made, took time.Duration) error
	// Started and Failed are told as well; may be nil.
	Started func(ctx context.Context, s plan.Step)
	Failed  func(ctx context.Context, s plan.Step, err error, again bool)
	// Write writes the code of a step that has none yet, or that failed with an
	// error; nil where nobody can.
	Write func(ctx context.Context, s plan.Step, in []method.Named, failed error) (code string, err error)
	// Retryable says whether an error is worth another attempt; nil takes all.
	Retryable func(error) bool
	Clock     func() time.Time
}

// Step is what became of a step.
type Step struct {
	plan.Step
	*Made
	Took time.Duration
}

// Run runs a plan that was checked. It returns the steps that were finished, in the
// order of the plan, whatever happens.
func Run(ctx context.Context, p *plan.Plan, o Options) ([]Step, error) {
	if o.AtOnce <= 0 {
		o.AtOnce = DefaultAtOnce
	}
	if o.StepTime <= 0 {
		o.StepTime = DefaultStepTime
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &run{Options: o, plan: p, done: make([]chan struct{}, len(p.Steps)), made: make([]*Step, len(p.Steps)), places: make(chan struct{}, o.AtOnce), stop: stop}
	for i := range r.done {
		r.done[i] = make(chan struct{})
	}
	var all sync.WaitGroup
	for i := range p.Steps {
		all.Go(func() {
			defer close(r.done[i])
			defer func() {
				if bad := recover(); bad != nil {
					r.fail(fault.New(fault.Internal, "step %d ran into a mistake in Plumb: %v", p.Steps[i].Number, bad).WithHint("please report it, with the question"))
				}
			}()
			if err := r.step(ctx, i); err != nil {
				r.fail(err)
			}
		})
	}
	all.Wait()
	var list []Step
	for _, s := range r.made {
		if s != nil {
			list = append(list, *s)
		}
	}
	return list, r.failure
}

// run is a plan while it runs.
type run struct {
	Options
	plan   *plan.Plan
	done   []chan struct{} // closed when a step has ended, however
	made   []*Step         // of those that were finished; read after done
	places chan struct{}
	stop   context.CancelCauseFunc

	mu      sync.Mutex
	failure error // the first
}

func (r *run) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure == nil {
		r.failure = err
		r.stop(err)
	}
}

// step waits for what a step reads, then for a place, and runs it.
func (r *run) step(ctx context.Context, i int) error {
	s := r.plan.Steps[i]
	in, err := r.inputs(ctx, s)
	if err != nil || in == nil && len(s.Inputs) > 0 {
		return err
	}
	select {
	case r.places <- struct{}{}:
	case <-ctx.Done():
		return stopped(ctx)
	}
	defer func() { <-r.places }()
	if r.Tables != nil {
		made, err := r.Tables(ctx, s.Output)
		if err != nil {
			return err
		}
		if made != nil {
			r.made[i] = &Step{Step: s, Made: made}
			return nil
		}
	}
	began := r.Clock()
	s, made, err := r.attempt(ctx, s, in)
	if err != nil {
		return err
	}
	took := r.Clock().Sub(began)
	if r.Finished != nil {
		if err := r.Finished(ctx, s, made, took); err != nil {
			return err
		}
	}
	r.made[i] = &Step{Step: s, Made: made, Took: took}
	return nil
}

// inputs are the tables that a step reads; nil where a step before it failed.
func (r *run) inputs(ctx context.Context, s plan.Step) ([]method.Named, error) {
	in := make([]method.Named, 0, len(s.Inputs))
	for _, name := range s.Inputs {
		at := -1
		for i := range r.plan.Steps {
			if r.plan.Steps[i].Output == name {
				at = i
			}
		}
		if at >= 0 {
			select {
			case <-r.done[at]:
			case <-ctx.Done():
				return nil, stopped(ctx)
			}
			if r.made[at] == nil {
				return nil, nil
			}
			in = append(in, method.Named{Name: name, Table: r.made[at].Table})
			continue
		}
		if r.Tables != nil {
			made, err := r.Tables(ctx, name)
			if err != nil {
				return nil, err
			}
			if made != nil {
				in = append(in, method.Named{Name: name, Table: made.Table})
				continue
			}
		}
		return nil, fault.New(fault.NotFound, "step %d reads the table %s, which is no longer there", s.Number, name).WithHint("run the plan again from the start")
	}
	return in, nil
}

// attempt runs a step, and lets its author write it, or write it again where that
// may help.
func (r *run) attempt(ctx context.Context, s plan.Step, in []method.Named) (plan.Step, *Made, error) {
	var failed error
	if r.Started != nil {
		r.Started(ctx, s)
	}
	for tried := 0; ; tried++ {
		if failed != nil || s.Code == "" && s.Language != plan.Compute && r.Write != nil {
			code, err := r.Write(ctx, s, in, failed)
			if err != nil && failed != nil {
				return s, nil, failed
			}
			if err != nil {
				if r.Failed != nil {
					r.Failed(ctx, s, err, false)
				}
				return s, nil, err
			}
			s.Code = code
		}
		made, err := r.once(ctx, s, in)
		if err == nil {
			return s, made, nil
		}
		again := ctx.Err() == nil && r.Write != nil && s.Language != plan.Compute && tried < MaxRepairs && (r.Retryable == nil || r.Retryable(err))
		if r.Failed != nil {
			r.Failed(ctx, s, err, again)
		}
		if !again {
			return s, nil, err
		}
		failed = err
	}
}

func (r *run) once(ctx context.Context, s plan.Step, in []method.Named) (*Made, error) {
	runner := r.Runners[s.Language]
	if runner == nil {
		return nil, fault.New(fault.Usage, "step %d is written in %s, which cannot be run here", s.Number, s.Language).WithHint("ask for a plan without it")
	}
	limited, cancel := context.WithTimeout(ctx, r.StepTime)
	defer cancel()
	made, err := runner(limited, s, in)
	switch {
	case err == nil && (made == nil || made.Table == nil && !made.Kept):
		return nil, fault.New(fault.EmptyResult, "step %d gave no table", s.Number).WithHint("each step has to make the table %s", s.Output)
	case err != nil && ctx.Err() != nil:
		return nil, stopped(ctx)
	case err != nil && errors.Is(limited.Err(), context.DeadlineExceeded):
		return nil, fault.Wrap(err, fault.SQLTimeout, "step %d took more than %s: %s", s.Number, r.StepTime, s.Goal).WithHint("narrow it down to fewer rows or a shorter period")
	case err != nil:
		return nil, err
	}
	if made.Table != nil {
		made.Rows = int64(len(made.Table.Rows))
	}
	return made, nil
}

// stopped is why a step did not run.
func stopped(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return cause // of the step that failed first
	}
	return fault.Wrap(ctx.Err(), fault.Canceled, "the plan was stopped").WithHint("run it again to go on from the last finished step")
}
