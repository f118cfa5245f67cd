package require

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/english"
)

// comers are who comes back.
const comers = "customer customers client clients patient patients visitor visitors guest guests buyer buyers user users member members shopper shoppers"

// findRepeats lists words for what happens again. "Within 30 days" of such is a distance between
// two events, which no form says.
func (c *reader) findRepeats() []*Requirement {
	var list []*Requirement
	for i := c.Question.Context; i < len(c.Low); i++ {
		end := i + 1
		switch w := c.Low[i]; {
		case english.Among(w, "repeat repeated") && (c.InName(i+1) || english.Among(c.At(i+1), comers)):
		case w == "returning" && english.Among(c.At(i+1), comers):
		case english.Among(w, "came come comes coming") && c.At(i+1) == "back" && (english.Among(c.At(i-1), comers) || english.Among(c.At(i-1), "who that") && english.Among(c.At(i-2), comers)): // things that come back are returns
			end++
		case english.Among(w, "ordered bought visited purchased booked ordering buying") && c.At(i+1) == "again":
			end++
		default:
			continue
		}
		if clue.Overlaps(&clue.Phrase{First: i, End: end}, c.Values) || slices.ContainsFunc(c.Question.Names, func(n link.Name) bool { return n.Kind == 1 && n.First <= i && i < n.End }) {
			continue
		}
		for _, p := range c.Periods {
			if c.At(p.First) == "within" && p.First >= end {
				list = append(list, &Requirement{First: p.First, End: p.End, number: betweenEvents})
			}
		}
		list = append(list, &Requirement{First: i, End: end})
	}
	return list
}

// betweenEvents marks a requirement for two events within some time.
const betweenEvents = -1

// countsRepeats reports whether a form counts how often something happened, or
// holds events of one table against each other.
func (r *Requirement) countsRepeats(query *form.Query) bool {
	if r.number == betweenEvents {
		return false
	}
	found := false
	counts := func(e *form.Expr) bool { return e != nil && (e.Op == form.Count || e.Op == form.Sum) }
	edit.Walk(query, false, nil, func(c *form.Cond) {
		found = found || counts(c.Left) || counts(c.Right)
	})
	query.EachExpr(func(e *form.Expr) {
		found = found || e.Op == form.Prev || e.Via != 0
	})
	return found
}
