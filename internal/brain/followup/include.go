package followup

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

const supposing = `(?:assume|assuming|suppose|supposing|pretend|imagine|say|what if|treat)(?: that)?(?: the| all)? `

var (
	// includes, countsAs and contains are messages (in lower case, words alone) that let
	// more rows count.
	includes = lazyregexp.New(`^(?:(?:and|but|now|then|please|ok|okay|also|let's|can you|could you) )*(?:include|including|incl|count in|add in)(?: also)?(?: the| all)? (.+?)(?: too| as well| also| please)*$`)
	countsAs = lazyregexp.New(`^(?:(?:and|but|now|then|please|ok|okay) )*` + supposing + `(.+?)(?: also)?(?: counts?| counted| are counted| is counted| belongs?| are| is)? (?:as|towards?|into|in|part of|to)(?: the| part of)? \S+(?: \S+)?$`)
	contains = lazyregexp.New(`^(?:(?:and|but|now|then|please|ok|okay) )*` + supposing + `\S+(?: \S+)?(?: also)? (?:includes?|included|contains?|counts?|covers?)(?: also)?(?: the| all)? (.+?)(?: too| as well| also)*$`)
	// sets and supposes are messages that give something another value. A time, a number
	// of rows and what was shown before are no facts: these change the question.
	sets     = lazyregexp.New(`^(?:(?:and|but|now|then|please|ok|okay) )*(?:set|change|put|fix|raise|lower|increase|reduce|adjust)(?: the| our| my| all)? (.+) (?:to|at|by) (?:\S+ )??[0-9][0-9 ]* ?(?:%|percent|per cent|\pL+)?$`)
	supposes = lazyregexp.New(`^(?:(?:and|but|now|then|please|ok|okay) )*(?:let's |let us )?(?:assume|suppose|pretend|imagine) `)
	noFact   = lazyregexp.New(`\b(?:years?|months?|quarters?|weeks?|days?|dates?|periods?|time|today|range|limit|top|bottom|rows?|chart|axis|it|that|this|threshold|filter|bars?|bins?|decimals?)\b`)
)

// Includes is what a message wants to count as well.
func Includes(message string) (what string, ok bool) {
	for _, r := range []*lazyregexp.Regexp{includes, countsAs, contains} {
		if m := r.FindStringSubmatch(message); m != nil {
			return m[1], true
		}
	}
	return "", false
}

// Assumes is true for a message that gives something a value which the data does not
// have.
func Assumes(message string) bool {
	if m := sets.FindStringSubmatch(message); m != nil {
		return !noFact.MatchString(m[1])
	}
	return supposes.MatchString(message)
}

// Chooses is true for a condition that keeps or leaves out certain values of a column.
func Chooses(c *form.Cond) bool {
	switch c.Op {
	case form.Equal, form.NotEqual, form.Matches, form.NotMatches, form.AnyOf, form.NoneOf:
		return c.Left != nil && c.Left.Op == form.Column && len(valuesOf(c)) > 0
	}
	return false
}

func valuesOf(c *form.Cond) []*form.Value {
	if c.Right != nil && c.Right.Op == form.Literal && c.Right.Value != nil {
		return []*form.Value{c.Right.Value}
	}
	return c.Values
}

// Include widens the conditions on a column so that rows with certain values count as
// well; false where they count already.
func Include(q *form.Query, column int, texts []string) bool {
	changed := false
	var list []*form.Cond
	for _, c := range q.Where.Conjuncts() {
		if !Chooses(c) || c.Left.Column != column {
			list = append(list, c)
			continue
		}
		kept := slices.Clone(valuesOf(c))
		without := c.Op == form.NotEqual || c.Op == form.NoneOf || c.Op == form.NotMatches
		for _, text := range texts {
			at := slices.IndexFunc(kept, func(v *form.Value) bool { return v.Text == text })
			switch {
			case without && at >= 0:
				kept, changed = slices.Delete(kept, at, at+1), true
			case !without && at < 0:
				kept, changed = append(kept, &form.Value{Kind: kept[0].Kind, Text: text, Stored: true}), true
			}
		}
		op := form.AnyOf
		if without {
			op = form.NoneOf
		}
		if len(kept) > 0 {
			list = append(list, &form.Cond{Op: op, Left: c.Left, Values: kept})
		}
	}
	q.Where = form.AllOf(list)
	return changed
}

// beginsFollowing are beginnings of messages that go on with what was said.
var beginsFollowing = lazyregexp.New(`(?i)^\W*(?:and|but|or|only|just|also|then|now|with|without|instead|in|for|by|of|what about|how about|same)\b`)

// BeginsAnew is true for a message that does not begin as a follow-up, nor points at
// what was said.
func BeginsAnew(question string) bool {
	return !beginsFollowing.MatchString(question) && !pointsBack.MatchString(question)
}
