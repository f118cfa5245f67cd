package route

import (
	"cmp"
	"context"
	"slices"
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
