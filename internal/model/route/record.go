package route

import (
	"context"
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
	Input  int `json:"input"` // the cached ones included
	Output int `json:"output"`
	Cached int `json:"cached"` // of Input: taken from the provider's cache
}

// Recorder keeps records. It may be called by many at once, and must not take
// long: an answer waits for it.
type Recorder interface {
	Record(ctx context.Context, r Record)
}
