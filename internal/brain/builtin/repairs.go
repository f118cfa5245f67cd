package builtin

import (
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// addExactChange adds the form of the turn before with another time or value where
// a message says just that: the parser sometimes loses its way in a reading.
func (w *writing) addExactChange(ctx context.Context) (acted bool, err error) {
	q := require.Follow(w.ix, w.asked)
	if q == nil {
		return false, nil
	}
	made, err := w.score(ctx, q)
	if err != nil {
		return false, err
	}
	for _, c := range made {
		if w.list, c = candidates.Join(w.list, c); len(c.Missed) == 0 && c.LogProb < math.Log(tuning.ExactLeast) {
			c.LogProb, c.Steps, c.Repaired = math.Log(tuning.ExactLeast), nil, true
		}
	}
	candidates.Sort(w.list)
	return true, nil
}

// addFinerAmount adds the best candidate with an amount that belongs to one group
// in the place of one that belongs to several: the total of the lines in the place
// of that of the orders.
func (w *writing) addFinerAmount(ctx context.Context) (acted bool, err error) {
	best := candidates.First(w.list)
	if best == nil {
		return false, nil
	}
	read, err := form.Read(best.Tokens, w.asked)
	if err != nil {
		return false, nil
	}
	coarse, found := candidates.FindCoarseAmount(w.ix, read)
	if !found {
		return false, nil
	}
	read.EachExpr(func(e *form.Expr) {
		if e.Op == form.Column && e.Column == coarse.Column {
			e.Column = coarse.Finer
		}
	})
	table := w.ix.Columns[coarse.Finer].Table
	if at, found := slices.BinarySearch(read.Tables, table); !found {
		read.Tables = slices.Insert(read.Tables, at, table)
	}
	made, err := w.score(ctx, read)
	if err != nil {
		return false, err
	}
	for _, c := range made {
		if w.list, c = candidates.Join(w.list, c); len(c.Missed) <= len(best.Missed) {
			if p := best.LogProb + tuning.CoarseCost; p > c.LogProb { // what the other one means
				c.LogProb, c.Steps, c.Repaired = math.Min(p, 0), best.Steps, true
			}
		}
	}
	candidates.Sort(w.list)
	return true, nil
}

// markLeftPeriods marks follow-ups that leave the time of the turn before though
// the message names none.
func (w *writing) markLeftPeriods(context.Context) (acted bool, err error) {
	return w.markMoved(w.list), nil
}

func (w *writing) markMoved(list []*candidates.Candidate) (acted bool) {
	for _, c := range list {
		if followup.LeavesPeriod(c.Query, w.asked) {
			c.Moved, acted = true, true
		}
	}
	return acted
}

// addNamedAmounts adds the form with the amounts that a question says for sure,
// where the parser cannot write it or declines: what names an amount of the data
// and nothing that they lack can be answered.
func (w *writing) addNamedAmounts(ctx context.Context) (acted bool, err error) {
	apart := slices.ContainsFunc(w.requirements, (*require.Requirement).IsSeparate)
	if len(w.requirements) == 0 || len(w.list) == 0 || w.list[0].Query != nil && !apart || w.asked.Context > 0 {
		return false, nil
	}
	q := require.Amounts(w.ix, w.asked, w.requirements)
	if q == nil {
		return false, nil
	}
	var c *candidates.Candidate
	if apart {
		c = &candidates.Candidate{Query: q}
		if !w.finish(c, w.asked, w.now) {
			return false, nil
		}
	} else {
		made, err := w.score(ctx, q)
		if err != nil || len(made) == 0 {
			return true, err
		}
		c = made[0]
	}
	if len(c.Missed) > 0 {
		return false, nil
	}
	least := w.list[0].LogProb - tuning.CertainCost
	w.list, c = candidates.Join(w.list, c)
	c.LogProb, c.Steps, c.Repaired = least, nil, true
	w.list = slices.DeleteFunc(w.list, func(c *candidates.Candidate) bool { return c.Query == nil })
	return true, nil
}

// meetRequirements finds what each candidate leaves out of what the question says
// for sure, and adds repaired ones where the best leaves something out: the parser
// knows how likely words are, and not that it has read over one.
func (w *writing) meetRequirements(ctx context.Context) (acted bool, err error) {
	w.markUnmet(w.list)
	for _, parent := range toRepair(w.list) {
		read, err := form.Read(parent.Tokens, w.asked) // as it was written, without what definitions added
		if err != nil {
			continue
		}
		made, err := w.score(ctx, require.Repair(w.ix, w.asked, read, parent.Unmet)...)
		if err != nil {
			return false, err
		}
		w.markUnmet(made)
		if w.rules.On(unmentionedTime) {
			w.markMoved(made)
		}
		for i, c := range made {
			w.list, c = candidates.Join(w.list, c)
			c.InheritFrom(parent, i)
		}
	}
	return len(w.requirements) > 0, nil
}

func (w *writing) markUnmet(list []*candidates.Candidate) {
	for _, c := range list {
		if c.Query == nil {
			continue
		}
		c.Unmet, c.Guessed = nil, nil
		for _, d := range w.requirements {
			switch met := d.IsMet(c.Query); {
			case !met:
				c.Unmet = append(c.Unmet, d)
			case d.IsGuess():
				c.Guessed = append(c.Guessed, d)
			}
		}
	}
}

// toRepair are the best candidate, where it leaves something out, and those after
// it that it is not much likelier than, or that can be repaired in one way alone.
func toRepair(list []*candidates.Candidate) []*candidates.Candidate {
	var parents []*candidates.Candidate
	for _, c := range list {
		switch {
		case c.Query == nil:
			continue
		case len(c.Unmet) == 0:
			return parents
		case len(parents) == 0, c.Certain(), parents[0].LogProb < math.Log(tuning.Believed):
			parents = append(parents, c)
		}
		if len(parents) == tuning.MaxRepaired {
			break
		}
	}
	return parents
}
