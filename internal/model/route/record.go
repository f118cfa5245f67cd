package route

import (
	"context"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/model"
)

// Record is what one call of a model took.
type Record struct {
	Time       time.Time     `json:"time"` // when it began
	Task       Task          `json:"task"`
	Complex    bool          `json:"complex,omitempty"`
	Model      string        `json:"model"`                    // provider/model
	Step       int           `json:"step,omitempty"`           // its place in the chain; above 0 means that others failed before
	Tokens     Tokens        `json:"tokens"`                   // of all tries
	Waited     time.Duration `json:"waited_ns"`                // for a place, before the first try
	FirstToken time.Duration `json:"first_token_ns,omitempty"` // from asking to the first piece of an answer
	Total      time.Duration `json:"total_ns"`                 // with the waiting
	Tries      int           `json:"tries"`
	Cost       Cost          `json:"cost"`
	Fault      fault.Code    `json:"fault,omitempty"` // "" means that the answer came whole
}

// Tokens is what calls read and wrote.
type Tokens struct {
	Input   int `json:"input"` // the cached and written ones included
	Output  int `json:"output"`
	Cached  int `json:"cached"`            // of Input: taken from the provider's cache
	Written int `json:"written,omitempty"` // of Input: put into it
}

// TokensOf are the tokens that a model says it used.
func TokensOf(u model.Usage) Tokens {
	return Tokens{Input: u.Input, Output: u.Output, Cached: u.CachedInput, Written: u.WrittenInput}
}

// Recorder keeps records. It may be called by many at once, and must not take
// long: an answer waits for it.
type Recorder interface {
	Record(ctx context.Context, r Record)
}
