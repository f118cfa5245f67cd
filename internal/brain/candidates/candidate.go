// Package candidates holds the forms that a question may mean: the rules that
// each of them must meet, and what running them on the data says of them.
package candidates

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/table"
)

// Candidate is a form that the question may mean.
type Candidate struct {
	LogProb  float64
	Steps    []float64 // logarithms of the tokens' probabilities
	Tokens   []form.Token
	Query    *form.Query // nil for a decline
	SQL      string
	Notes    render.Notes
	Defined  []string         // terms that mean what a document says
	Missed   []*index.Term    // whose definitions found no place
	Followed []terms.Followed // what it follows of what those who ask say of their words
	Added    []*form.Cond     // conditions, and those inside them, that come from there and from no word
	Told     []string         // what of it could not be followed
	Moved    bool             // a follow-up lays a period on another column than before, or leaves it
	FollowUp bool
	Assumed  []string               // what else it takes for granted
	Unmet    []*require.Requirement // what the question says and it leaves out
	Guessed  []*require.Requirement // what it takes for something that no word names
	Repaired bool                   // the parser did not write it
	Cost     float64                // what rules took from LogProb
	Crosses  *render.Crossing       // rows that have nothing to do with each other

	TextAmount int // column of texts that it would calculate with; 0: none

	Dated *form.Query // what is run and shown: by days where a column has them

	// What people see: the same with the figure that its rows are ranked by, or
	// with what they are called.
	Figured    *form.Query
	FiguredSQL string

	Ran       bool
	Failed    bool
	Late      bool // it took too long to run
	Empty     bool
	Zero      bool         // one row with nothing but zeros, or a share that is none or all in every group
	Rows      int          // of the result
	Result    *table.Table // itself, where it ran
	Namesakes []string     // names that several have
	Hash      string       // of the result
	Verified  float64      // how well it goes with the question, as the verifier sees it
	Mass      float64      // probability, with that of all that have the same result
}

// ReadingForm is the form that a reading describes.
func (c *Candidate) ReadingForm() *form.Query { return cmp.Or(c.Figured, c.Dated, c.Query) }

// AdjustedLogProb is the logarithm of a candidate's probability, less what it leaves out.
func (c *Candidate) AdjustedLogProb() float64 {
	return c.LogProb - tuning.UnmetCost*float64(len(c.Unmet))
}

// Charge makes a candidate less probable, by so many nats.
func (c *Candidate) Charge(cost float64) {
	c.LogProb -= cost
	c.Cost += cost
}

// Certain is true for a candidate that there is one way to repair.
func (c *Candidate) Certain() bool {
	return !slices.ContainsFunc(c.Unmet, func(d *require.Requirement) bool { return !d.HasOneRepair() })
}

// InheritFrom makes a candidate as probable as the one that it was repaired from
// lets it be; it is the choice-th of these.
func (c *Candidate) InheritFrom(parent *Candidate, choice int) {
	switch {
	case len(c.Missed) > len(parent.Missed):
	case choice == 0 && len(c.Unmet) == 0 && parent.Certain():
		if p := parent.LogProb - tuning.CertainCost; p > c.LogProb {
			c.LogProb, c.Steps, c.Repaired = p, parent.Steps, true
		}
	default:
		c.LogProb = max(c.LogProb, parent.LogProb-tuning.RepairCost-float64(choice))
	}
}

// First is the best candidate that answers, or nil.
func First(list []*Candidate) *Candidate {
	for _, c := range list {
		if c.Query != nil {
			return c
		}
	}
	return nil
}

// Shown is the best candidate that ran and that an answer can show, or nil.
func Shown(list []*Candidate) *Candidate {
	for _, c := range list {
		if c.Query != nil && !c.Failed && c.Mass > 0 {
			return c
		}
	}
	return nil
}

// Sort puts the most probable first.
func Sort(list []*Candidate) {
	slices.SortStableFunc(list, func(x, y *Candidate) int { return cmp.Compare(y.LogProb, x.LogProb) })
}

// Join is the list with a candidate, or with the one that says the same.
func Join(list []*Candidate, c *Candidate) ([]*Candidate, *Candidate) {
	if k := slices.IndexFunc(list, func(o *Candidate) bool { return o.Query != nil && o.SQL == c.SQL }); k >= 0 {
		return list, list[k]
	}
	return append(list, c), c
}
