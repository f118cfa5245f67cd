package candidates

import (
	"cmp"
	"time"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/render"
)

// Case is a candidate under the rules.
type Case struct {
	*Candidate
	Index  *index.Index
	Asked  *link.Question
	People bool // people read the answer; benchmarks ask for the columns that they name
}

// Rule is one thing that the form of a candidate must get right.
type Rule struct {
	Name     string
	Requires string
	Holds    func(*Case) bool
	// Repair makes the rule hold, or marks the candidate for a later pass. A
	// candidate that breaks a rule without Repair and Cost is dropped.
	Repair func(*Case)
	Cost   float64 // nats that breaking the rule takes from the candidate
}

// Switches leave out one rule and note which rules acted, so that each can be
// measured. The zero value leaves out none.
type Switches struct {
	Without string
	Acted   func(rule string)
}

// On is true for a rule that is not left out.
func (s Switches) On(rule string) bool { return s.Without != rule }

// Note says that a rule acted.
func (s Switches) Note(rule string) {
	if s.Acted != nil {
		s.Acted(rule)
	}
}

// apply holds a candidate to rules, in order; false where it is dropped.
func (c *Case) apply(rules []Rule, s Switches) bool {
	for _, r := range rules {
		if !s.On(r.Name) || r.Holds(c) {
			continue
		}
		s.Note(r.Name)
		if r.Repair == nil && r.Cost == 0 {
			return false
		}
		c.Charge(r.Cost)
		if r.Repair != nil {
			r.Repair(c)
		}
	}
	return true
}

// Finish holds a candidate to all rules and renders it. It is false for a form
// that makes no sense.
func (c *Case) Finish(now time.Time, s Switches) bool {
	if !c.apply(Rules, s) {
		return false
	}
	dialect := render.Dialect(c.Index.Dialect)
	var err error
	if c.SQL, c.Notes, err = render.Render(c.Index, dialect, cmp.Or(c.Dated, c.Query), now); err != nil {
		return false
	}
	if !c.People {
		return true
	}
	c.Figured = cmp.Or(c.Dated, c.Query)
	c.apply(peopleRules, s)
	ordered := c.Figured
	if s.On(completeOrder) {
		if ordered = inCompleteOrder(c.Index, c.Figured); ordered != c.Figured {
			s.Note(completeOrder)
		}
	}
	if c.FiguredSQL, _, err = render.Render(c.Index, dialect, ordered, now); err != nil {
		c.Figured, c.FiguredSQL = nil, ""
	}
	return true
}
