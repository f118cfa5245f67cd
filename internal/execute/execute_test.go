package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
	"github.com/plumbdata/plumb/internal/table"
)

func step(number int, output string, inputs ...string) plan.Step {
	return plan.Step{Number: number, Goal: output, Language: plan.SQL, Code: output, Inputs: inputs, Output: output}
}

func one(text string) *Made {
	return &Made{Table: &table.Table{Columns: []table.Column{{Name: "x", Kind: table.Text}}, Rows: []table.Row{{table.NewText(text)}}}}
}

func options(run Runner) Options {
	return Options{Runners: map[plan.Language]Runner{plan.SQL: run}, Clock: time.Now}
}

func TestStepsRunWhenWhatTheyReadIsThere(t *testing.T) {
	p := &plan.Plan{Steps: []plan.Step{step(1, "d", "b", "c"), step(2, "b", "a"), step(3, "c", "a"), step(4, "a")}}
	var mu sync.Mutex
	var order []string
	steps, err := Run(t.Context(), p, options(func(_ context.Context, s plan.Step, in []method.Named) (*Made, error) {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, s.Output)
		var names []string
		for _, n := range in {
			names = append(names, n.Name+"="+n.Table.Rows[0][0].String())
		}
		return one(s.Output + "(" + strings.Join(names, ",") + ")"), nil
	}))
	if err != nil || len(steps) != 4 || order[0] != "a" || order[3] != "d" {
		t.Fatalf("%v %v", order, err)
	}
	if got := steps[0].Table.Rows[0][0].String(); got != "d(b=b(a=a()),c=c(a=a()))" {
		t.Error(got)
	}
}

func TestAtMostFiveStepsRunAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &plan.Plan{}
		for i := range 20 {
			p.Steps = append(p.Steps, step(i+1, fmt.Sprintf("t%d", i)))
		}
		var running, most atomic.Int32
		began := time.Now()
		_, err := Run(t.Context(), p, options(func(context.Context, plan.Step, []method.Named) (*Made, error) {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Second)
			running.Add(-1)
			return one(""), nil
		}))
		if err != nil || most.Load() != DefaultAtOnce || time.Since(began) != 4*time.Second {
			t.Errorf("%d at once, %s, %v", most.Load(), time.Since(began), err)
		}
	})
}

func TestTheFirstFailureStopsTheRestAndKeepsWhatIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &plan.Plan{Steps: []plan.Step{step(1, "quick"), step(2, "bad", "quick"), step(3, "slow"), step(4, "last", "bad")}}
		ran := map[string]bool{}
		var mu sync.Mutex
		steps, err := Run(t.Context(), p, options(func(ctx context.Context, s plan.Step, _ []method.Named) (*Made, error) {
			mu.Lock()
			ran[s.Output] = true
			mu.Unlock()
			switch s.Output {
			case "bad":
				return nil, fault.New(fault.SQLError, "no such column")
			case "slow":
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return one(""), nil
		}))
		if err == nil || !strings.Contains(err.Error(), "no such column") || len(steps) != 1 || steps[0].Step.Output != "quick" || ran["last"] {
			t.Errorf("%v %v %v", steps, err, ran)
		}
	})
}

func TestAStepHasATimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, err := Run(t.Context(), &plan.Plan{Steps: []plan.Step{step(1, "long")}}, options(func(ctx context.Context, _ plan.Step, _ []method.Named) (*Made, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}))
		if fault.CodeOf(err) != fault.SQLTimeout || !strings.Contains(err.Error(), "took more than 1m0s") {
			t.Error(err)
		}
	})
}

func TestAFailedStepIsWrittenAgainABoundedNumberOfTimes(t *testing.T) {
	typo := errors.New("column revnue not found")
	for _, c := range []struct {
		bad, tried int
		retryable  bool
		ok         bool
	}{{1, 2, true, true}, {2, 3, true, true}, {9, 3, true, false}, {1, 1, false, false}} {
		tried := 0
		o := options(func(_ context.Context, s plan.Step, _ []method.Named) (*Made, error) {
			tried++
			if tried <= c.bad {
				return nil, typo
			}
			return one(s.Code), nil
		})
		o.Retryable = func(error) bool { return c.retryable }
		o.Write = func(_ context.Context, s plan.Step, _ []method.Named, err error) (string, error) {
			if !errors.Is(err, typo) {
				t.Errorf("whoever repairs is shown %v", err)
			}
			return s.Code + "'", nil
		}
		steps, err := Run(t.Context(), &plan.Plan{Steps: []plan.Step{step(1, "a")}}, o)
		if (err == nil) != c.ok || tried != c.tried || c.ok && steps[0].Code != "a"+strings.Repeat("'", c.bad) {
			t.Errorf("%+v: tried %d times: %v", c, tried, err)
		}
	}
}

func TestAFinishedStepDoesNotRunTwice(t *testing.T) {
	p := &plan.Plan{Steps: []plan.Step{step(1, "a"), step(2, "b", "a")}}
	var ran []string
	o := options(func(_ context.Context, s plan.Step, in []method.Named) (*Made, error) {
		ran = append(ran, s.Output)
		return one(in[0].Table.Rows[0][0].String() + "!"), nil
	})
	o.Tables = func(_ context.Context, name string) (*Made, error) {
		if name == "a" {
			return one("kept"), nil
		}
		return nil, nil
	}
	steps, err := Run(t.Context(), p, o)
	if err != nil || len(ran) != 1 || ran[0] != "b" || steps[1].Table.Rows[0][0].String() != "kept!" {
		t.Errorf("%v %v %v", ran, steps, err)
	}
}

func TestAStepWithoutCodeIsWrittenFirst(t *testing.T) {
	o := options(func(_ context.Context, s plan.Step, _ []method.Named) (*Made, error) { return one(s.Code), nil })
	o.Write = func(_ context.Context, s plan.Step, in []method.Named, err error) (string, error) {
		if err != nil {
			t.Error(err)
		}
		return fmt.Sprintf("%s from %d", s.Output, len(in)), nil
	}
	blank := step(2, "b", "a")
	blank.Code = ""
	steps, err := Run(t.Context(), &plan.Plan{Steps: []plan.Step{step(1, "a"), blank}}, o)
	if err != nil || steps[1].Code != "b from 1" || steps[1].Table.Rows[0][0].String() != "b from 1" {
		t.Errorf("%v %v", steps, err)
	}
}

func TestCancellingStopsEveryStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var stopped atomic.Int32
		time.AfterFunc(time.Second, cancel)
		_, err := Run(ctx, &plan.Plan{Steps: []plan.Step{step(1, "a"), step(2, "b")}}, options(func(ctx context.Context, _ plan.Step, _ []method.Named) (*Made, error) {
			<-ctx.Done()
			stopped.Add(1)
			return nil, ctx.Err()
		}))
		if fault.CodeOf(err) != fault.Canceled || stopped.Load() != 2 {
			t.Errorf("%d stopped: %v", stopped.Load(), err)
		}
	})
}
