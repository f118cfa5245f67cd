package store

import "time"

// Call is what one call of a language model took. No word of what was asked or
// answered is in it.
type Call struct {
	Session    string     `json:"session,omitempty"` // in which it was made; "" outside of one
	Task       string     `json:"task"`
	Complex    bool       `json:"complex,omitempty"`
	Model      string     `json:"model"` // provider/model
	Step       int        `json:"step"`  // its place in the task's chain; above 0 means that others failed before
	Tokens     CallTokens `json:"tokens"`
	WaitedMS   float64    `json:"waited_ms"`      // for a place among the provider's requests
	FirstMS    float64    `json:"first_token_ms"` // from asking to the first piece; 0 when none came
	TotalMS    float64    `json:"total_ms"`
	Tries      int        `json:"tries"`
	Priced     bool       `json:"priced"` // the price was known
	CostUSD    float64    `json:"cost_usd"`
	Fault      string     `json:"fault,omitempty"` // the code of what went wrong; "" means that the answer came whole
	OccurredAt time.Time  `json:"occurred_at"`
}

// CallTokens is what a call read and wrote.
type CallTokens struct {
	Input  int `json:"input"` // the cached ones included
	Output int `json:"output"`
	Cached int `json:"cached"` // of Input: kept by the provider
}

// maxTokens is more than any call takes, and little enough to be added up.
const maxTokens = 1_000_000_000

// Usage is what a model took for a task in a span of time.
type Usage struct {
	Model     string     `json:"model"`
	Task      string     `json:"task"`
	Calls     int        `json:"calls"`
	Failed    int        `json:"failed"`    // with a fault; those that the person stopped do not count
	Escalated int        `json:"escalated"` // asked after another model had failed
	Tries     int        `json:"tries"`
	Tokens    CallTokens `json:"tokens"`
	TotalMS   float64    `json:"total_ms"`
	CostUSD   float64    `json:"cost_usd"` // of the calls whose price was known
	Unpriced  int        `json:"unpriced"` // calls that took tokens at an unknown price
}

func (c *check) call(x Call) {
	c.row("call of", x.Model)
	c.text("session", x.Session)
	c.id("task", x.Task)
	c.id("model", x.Model)
	c.text("fault", x.Fault)
	for _, n := range []int{x.Tokens.Input, x.Tokens.Output, x.Tokens.Cached} {
		c.ok(n >= 0 && n <= maxTokens, "its tokens are %d", n)
	}
	c.ok(x.Step >= 0 && x.Tries >= 0, "its step is %d, and its tries are %d", x.Step, x.Tries)
	for _, ms := range []float64{x.WaitedMS, x.FirstMS, x.TotalMS} {
		c.amount("time taken", ms)
	}
	c.amount("cost", x.CostUSD)
	c.time("time", x.OccurredAt)
}
