package cli

import (
	"fmt"
	"slices"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/terminal"
)

// showCited prints where the passages are that an answer rests on.
func (a *app) showCited(c session.Cell) {
	for _, x := range c.Cited() {
		printHanging(a.Stdout, a.out, fmt.Sprintf("[%d] ", x.Number), terminal.Clean(x.Place()), terminal.Dim)
	}
}

// origins are how what is known is introduced.
var origins = map[string]string{"remembered": "as you said before", "approved": "glossary", "learned": "learned from corrections", "verified": "verified"}

// showApplied prints what an answer follows of all that is known, and the memories that came
// to mind.
func (a *app) showApplied(c session.Cell) {
	for _, k := range c.Applied {
		if c.Reading != nil && slices.Contains(c.Reading.Assumptions, k.Text) {
			continue // it is said with the reading
		}
		how := origins[k.Origin]
		if how == "" {
			how = k.Origin
		}
		printHanging(a.Stdout, a.out, "~ ", terminal.Clean(k.Text+" ("+how+")"), terminal.Dim)
	}
	for _, k := range c.Recalled {
		printHanging(a.Stderr, a.notes, "· ", terminal.Clean("remembered: "+k.Text), terminal.Dim)
	}
}
