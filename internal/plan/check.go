package plan

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Bounds of a plan.
const (
	MaxSteps = 50
	MaxCode  = 64 << 10 // bytes of one step
)

var tableName = lazyregexp.New(`^[a-z][a-z0-9_]{0,62}$`)

// Check says what keeps a plan from being run. There are tables besides those that
// it makes: those of earlier plans.
func (p *Plan) Check(there []string) error {
	switch n := len(p.Steps); {
	case n == 0:
		return refuse("it has no steps", "ask for a plan again")
	case n > MaxSteps:
		return fault.New(fault.Validation, "the plan has %d steps; at most %d are run", n, MaxSteps).WithHint("ask for less at a time")
	}
	for i, s := range p.Steps {
		if err := s.check(); err != nil {
			return err
		}
		for _, o := range p.Steps[:i] {
			switch {
			case o.Number == s.Number:
				return fault.New(fault.Validation, "two steps have the number %d", s.Number).WithHint("number them one after the other")
			case o.Output == s.Output:
				return fault.New(fault.Validation, "steps %d and %d both make the table %s", o.Number, s.Number, s.Output).WithHint("give each step's table a name of its own")
			}
		}
	}
	for _, s := range p.Steps {
		for _, name := range s.Inputs {
			if !p.makes(name) && !slices.Contains(there, name) {
				return fault.New(fault.Validation, "step %d reads the table %s, which no step makes", s.Number, name).
					WithHint("%s", fault.DidYouMean(name, "tables", append(p.outputs(), there...)))
			}
		}
	}
	_, err := p.Waves()
	return err
}

func refuse(why, hint string) error {
	return fault.New(fault.Validation, "the plan cannot be run: %s", why).WithHint("%s", hint)
}

func (s Step) check() error {
	bad := func(format string, args ...any) *fault.Fault {
		return fault.New(fault.Validation, "step %d "+format, append([]any{s.Number}, args...)...)
	}
	switch {
	case s.Number < 1:
		return fault.New(fault.Validation, "a step has the number %d", s.Number).WithHint("steps are numbered from 1")
	case !slices.Contains(Languages(), s.Language):
		return bad("is written in %q", s.Language).WithHint("the languages are read, sql, compute, starlark and python")
	case !tableName.MatchString(s.Output):
		return bad("makes a table named %q", s.Output).WithHint("names have lower-case letters, digits and underscores, at most 63")
	case len(s.Code) > MaxCode:
		return bad("has %d bytes of code; at most %d are run", len(s.Code), MaxCode).WithHint("split it into several steps")
	case s.Language == Compute && s.Method == "":
		return bad("names no method").WithHint("name one that Plumb has, such as why or statistics")
	case s.Language != Compute && strings.TrimSpace(s.Code) == "":
		return bad("has no code").WithHint("write the statement or the program of the step")
	case s.Language == Read && len(s.Inputs) > 0:
		return bad("reads a connection and cannot read %s", strings.Join(s.Inputs, ", ")).WithHint("combine tables of steps in a step of SQL")
	case strings.TrimSpace(s.Goal) == "":
		return bad("does not say what it is for").WithHint("say its goal in a sentence")
	}
	return nil
}

func (p *Plan) makes(name string) bool { return slices.Contains(p.outputs(), name) }

func (p *Plan) outputs() []string {
	list := make([]string, len(p.Steps))
	for i, s := range p.Steps {
		list[i] = s.Output
	}
	return list
}

// Waves are the steps, as places in Steps, in the order in which they can run: each
// wave needs only tables of those before it.
func (p *Plan) Waves() ([][]int, error) {
	at := map[string]int{}
	for i, s := range p.Steps {
		at[s.Output] = i
	}
	done := make([]bool, len(p.Steps))
	var waves [][]int
	for left := len(p.Steps); left > 0; {
		var wave []int
		for i, s := range p.Steps {
			ready := !done[i]
			for _, name := range s.Inputs {
				if on, made := at[name]; made && !done[on] {
					ready = false
				}
			}
			if ready {
				wave = append(wave, i)
			}
		}
		if len(wave) == 0 {
			return nil, p.cycle(done)
		}
		for _, i := range wave {
			done[i] = true
		}
		waves, left = append(waves, wave), left-len(wave)
	}
	return waves, nil
}

// cycle names steps that wait for each other.
func (p *Plan) cycle(done []bool) error {
	var list []string
	for i, s := range p.Steps {
		if !done[i] {
			list = append(list, s.Output)
		}
	}
	return fault.New(fault.Validation, "the steps that make %s wait for each other", strings.Join(list, ", ")).
		WithHint("a step can read only what steps before it make")
}
