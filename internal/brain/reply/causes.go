package reply

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/followup"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var (
	// asksWhy are messages that want a cause.
	asksWhy = lazyregexp.New(`^(?:(?:and|but|so|ok|okay|then|well|now|hm|tell me|explain|do you know|any idea|can you (?:tell me|explain)) )*` +
		`(?:why|how come|what (?:caused|causes|explains|drove|drives|triggered|led to)|what(?:'s| is| was| are| were) (?:the (?:reasons?|causes?|explanation)|behind (?:it|this|that|the))|for what reason|explain (?:the|this|that|it)\b)\b`)
	// reasons are words of columns that record causes.
	reasons = english.NewSet("reason reasons cause causes why explanation motive rationale")
)

// declineCause answers a message that wants a cause, which no query finds. It is nil for
// others, and where the data record reasons: those of a follow-up in the tables
// that the turn before reads.
func declineCause(ix *index.Index, text string, before *brain.Reading) *brain.Answer {
	if !asksWhy.MatchString(text) {
		return nil
	}
	const cannot = "Plumb can show where a change came from, not why it happened."
	const model = " With a model connected, Explore can investigate further."
	q, follows := followup.Form(before)
	for _, c := range ix.Columns {
		if (!follows || slices.Contains(q.Tables, c.Table)) && slices.ContainsFunc(c.Words, func(w string) bool { return reasons[w] }) {
			return nil
		}
	}
	if !follows {
		return Decline(cannot + " Ask for a figure by month or by category, to see where it changes." + model)
	}
	if by := otherGroups(ix, q); len(by) > 0 {
		return Decline(cannot + " Ask for the same by " + english.JoinList(by, "or") + "." + model)
	}
	return Decline(cannot + model)
}

// otherGroups are what the figure of a form can be asked by and is not yet.
func otherGroups(ix *index.Index, q *form.Query) []string {
	of := -1
	q.EachExpr(func(e *form.Expr) {
		if of < 0 && e.Op == form.Column && e.Column > 0 && !slices.Contains(q.Group, e) {
			of = ix.Columns[e.Column].Table
		}
	})
	if of < 0 && len(q.Tables) > 0 {
		of = q.Tables[0]
	}
	if of < 0 {
		return nil
	}
	var list []string
	for t := range ix.Tables {
		if t != of && ix.Leads(of, t) && len(ix.Tables[t].Display) > 0 && !q.GroupsBy(func(c int) bool { return ix.Columns[c].Table == t }) && len(list) < maxOthers/2 {
			list = append(list, render.Table(ix, t, false))
		}
	}
	for _, kind := range categories(ix, of) {
		used := slices.ContainsFunc(q.Group, func(e *form.Expr) bool {
			return e.Op == form.Column && strings.Join(ix.Columns[e.Column].Words, " ") == kind
		})
		if !used && len(list) < maxOthers-1 {
			list = append(list, kind)
		}
	}
	timed := slices.ContainsFunc(q.Group, followup.ByTime)
	dated := slices.ContainsFunc(ix.Tables[of].Columns, func(c int) bool { return ix.Columns[c].Kind == index.Time })
	if !timed && dated {
		list = append(list, "month")
	}
	return list
}
