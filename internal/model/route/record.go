package route

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// Record is what one call of a model took.
type Record struct {
	Time       time.Time     `json:"time"` // when it began
	Task       Task          `json:"task"`
	Complex    bool          `json:"complex,omitempty"`
	Model      string        `json:"model"`                    // provider/model
	Step       int           `json:"step,omitempty"`           // its place in the chain; above 0 means that others failed before
	Tokens     Tokens        `json:"tokens"`                   // of the last try
	Waited     time.Duration `json:"waited_ns"`                // for a place, before the first try
	FirstToken time.Duration `json:"first_token_ns,omitempty"` // from asking to the first piece of an answer
	Total      time.Duration `json:"total_ns"`                 // with the waiting
	Tries      int           `json:"tries"`
	Cost       Cost          `json:"cost"`
	Fault      fault.Code    `json:"fault,omitempty"` // "" means that the answer came whole
}

// Tokens is what calls read and wrote.
type Tokens struct {
	Input  int `json:"input"` // the cached ones included
	Output int `json:"output"`
	Cached int `json:"cached"` // of Input: taken from the provider's cache
}

// Recorder keeps records. It may be called by many at once, and must not take
// long: an answer waits for it.
type Recorder interface {
	Record(ctx context.Context, r Record)
}

// Total is what a model took for a task in a month.
type Total struct {
	Month     string        `json:"month"` // 2026-11, where the clock is
	Model     string        `json:"model"`
	Task      Task          `json:"task"`
	Calls     int           `json:"calls"`
	Failed    int           `json:"failed"`
	Escalated int           `json:"escalated"` // asked after another model had failed
	Tries     int           `json:"tries"`
	Tokens    Tokens        `json:"tokens"`
	Time      time.Duration `json:"time_ns"`
	Cost      Cost          `json:"cost"`     // of the calls whose price is known; unknown when none is
	Unpriced  int           `json:"unpriced"` // calls whose price is not known
}

// Totals adds records up by month. It is a Recorder; the zero value is ready.
type Totals struct {
	mu   sync.Mutex
	sums map[period]*Total
}

type period struct {
	month, model string
	task         Task
}

// Record adds a call.
func (t *Totals) Record(_ context.Context, r Record) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := period{monthOf(r.Time), r.Model, r.Task}
	sum := t.sums[key]
	if sum == nil {
		if t.sums == nil {
			t.sums = map[period]*Total{}
		}
		sum = &Total{Month: key.month, Model: r.Model, Task: r.Task}
		t.sums[key] = sum
	}
	sum.Calls++
	sum.Tries += r.Tries
	if r.Fault != "" {
		sum.Failed++
	}
	if r.Step > 0 {
		sum.Escalated++
	}
	sum.Tokens.Input += r.Tokens.Input
	sum.Tokens.Output += r.Tokens.Output
	sum.Tokens.Cached += r.Tokens.Cached
	sum.Time += r.Total
	if r.Cost.Known {
		sum.Cost = sum.Cost.add(r.Cost)
	} else {
		sum.Unpriced++
	}
}

// Month is the totals of the month of a time, by model and task.
func (t *Totals) Month(of time.Time) []Total {
	t.mu.Lock()
	defer t.mu.Unlock()
	var list []Total
	for key, sum := range t.sums {
		if key.month == monthOf(of) {
			list = append(list, *sum)
		}
	}
	slices.SortFunc(list, func(a, b Total) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Task, b.Task))
	})
	return list
}

func monthOf(t time.Time) string { return t.Format("2006-01") }

// Statistic is how a model did at a task since the router was made.
type Statistic struct {
	Task      Task   `json:"task"`
	Model     string `json:"model"`
	Asked     int    `json:"asked"`
	Answered  int    `json:"answered"`
	Escalated int    `json:"escalated"` // asked because another model had failed
}

type place struct {
	task  Task
	model string
}

func (r *Router) count(task Task, name string, err error, escalated bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := place{task, name}
	s := r.stats[key]
	if s == nil {
		s = &Statistic{Task: task, Model: name}
		r.stats[key] = s
	}
	s.Asked++
	if err == nil {
		s.Answered++
	}
	if escalated {
		s.Escalated++
	}
}

// Statistics are by task and model.
func (r *Router) Statistics() []Statistic {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]Statistic, 0, len(r.stats))
	for _, s := range r.stats {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Statistic) int {
		return cmp.Or(cmp.Compare(a.Task, b.Task), cmp.Compare(a.Model, b.Model))
	})
	return list
}
