// Package statistics computes how well questions are answered, from what the store has
// recorded: how often the critic accepted, rejected or had an answer tried again, how long
// each way of answering took, what memories did, and what models cost.
//
// A Collector reads every answer once. It holds a few numbers of each and none of its
// words, and of no more than Most answers; what came before these is not counted.
package statistics

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/store"
)

// Most is how many answers are counted, the newest.
const Most = 50_000

// Analysis is the path of what took several steps. The others are the modes of session.
const Analysis = "analysis"

// Paths are all ways in which an answer is found, in the order in which they are shown.
func Paths() []string {
	return []string{session.ModeData, Analysis, session.ModeDocuments, session.ModeBoth, session.ModeGeneral}
}

// Source is what is counted.
type Source struct {
	Store  store.Store
	Memory func() *memory.Book // nil, or returns nil, where nothing is remembered
	Owner  string              // whose memories are counted
	Now    func() time.Time
}

// Collector counts answers. It serves many goroutines.
type Collector struct {
	source Source

	mu      sync.Mutex
	answers []answer // the oldest first
	last    string   // the cell that was read last; "" before the first
}

// New is a collector that has read nothing yet.
func New(s Source) *Collector { return &Collector{source: s} }

// answer is what is counted of one.
type answer struct {
	at       time.Time
	session  string
	path     string
	decision string // "" of what nobody judged
	reason   string
	retried  bool
	recalled int
	applied  int
	ms       float64
	input    int
	output   int
	cost     float64
}

// Report says how well the questions of the last days were answered; 0 is all of them.
func (c *Collector) Report(ctx context.Context, days int) (*Report, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	now := c.source.Now().UTC()
	since := time.Time{}
	if days > 0 {
		since = now.AddDate(0, 0, -days)
	}
	chosen := slices.DeleteFunc(slices.Clone(c.answers), func(a answer) bool { return a.at.Before(since) })
	r := summarize(chosen)
	r.At, r.Days, r.Bounded = now, days, len(c.answers) == Most
	if err := c.addUsage(ctx, r, since, now); err != nil {
		return nil, err
	}
	return r, c.addMemories(ctx, r)
}

// read counts what has been recorded since it was called last.
func (c *Collector) read(ctx context.Context) error {
	if c.last == "" {
		return c.readNewest(ctx)
	}
	for {
		cells, err := c.source.Store.Cells(ctx, store.Filter{After: c.last, Limit: store.MaxLimit})
		if err != nil || len(cells) == 0 {
			return err
		}
		for _, cell := range cells {
			c.last = cell.ID
			if a, ok := counted(cell); ok {
				c.answers = append(c.answers, a)
			}
		}
		c.answers = c.answers[max(0, len(c.answers)-Most):]
	}
}

// readNewest counts the newest answers, so that an old store costs no more than they do.
func (c *Collector) readNewest(ctx context.Context) error {
	var list []answer
	newest, after := "", ""
	for len(list) < Most {
		cells, err := c.source.Store.Cells(ctx, store.Filter{After: after, Newest: true, Limit: store.MaxLimit})
		if err != nil {
			return err
		}
		if len(cells) == 0 {
			break
		}
		for _, cell := range cells {
			if after = cell.ID; newest == "" {
				newest = cell.ID
			}
			if a, ok := counted(cell); ok {
				list = append(list, a)
			}
		}
	}
	slices.Reverse(list)
	c.answers, c.last = list[max(0, len(list)-Most):], newest
	return nil
}

// counted reads what is counted of a cell; false for a note, and for what cannot be read.
func counted(cell store.Cell) (answer, bool) {
	var c struct {
		Note     string                 `json:"note"`
		SQL      *struct{}              `json:"sql"`
		Analysis *struct{}              `json:"analysis"`
		Recalled []struct{}             `json:"recalled"`
		Applied  []struct{}             `json:"applied"`
		Verdict  *session.JudgedPayload `json:"verdict"`
		Metadata struct {
			Mode       string           `json:"mode"`
			RetryCount int              `json:"retry_count"`
			Timings    *session.Timings `json:"timings_ms"`
			Tokens     *session.Tokens  `json:"tokens"`
			CostUSD    float64          `json:"cost_usd"`
		} `json:"metadata"`
	}
	if json.Unmarshal(cell.Body, &c) != nil || c.Note != "" {
		return answer{}, false
	}
	m := c.Metadata
	a := answer{at: cell.CreatedAt, session: cell.Session, retried: m.RetryCount > 0, recalled: len(c.Recalled), applied: len(c.Applied), cost: m.CostUSD}
	if m.Timings != nil {
		a.ms = m.Timings.Total
	}
	if m.Tokens != nil {
		a.input, a.output = m.Tokens.Input, m.Tokens.Output
	}
	if v := c.Verdict; v != nil {
		a.path, a.decision, a.retried = v.Mode, v.Decision, a.retried || v.Retried || v.Decision == session.Retry
		if v.Decision != session.Accept && len(v.Findings) > 0 {
			a.reason = v.Findings[0].Kind
		}
	}
	switch {
	case c.Analysis != nil:
		a.path = Analysis
	case m.Mode != "":
		a.path = m.Mode
	case a.path == "" && c.SQL != nil:
		a.path = session.ModeData
	case a.path == "":
		a.path = session.ModeGeneral
	}
	return a, true
}
