package followup

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// totals are messages that want the figures of the turn before for all groups
// together.
var totals = lazyregexp.New(`^(?:(?:and|just|only|now|so|please|show|give|me|what is|what's|what was) )*(?:(?:the )?(?:(?:grand|overall|whole) )?total|in total|overall|altogether|all together)(?: (?:only|please|then))?$`)

// Total is the form of the turn before without its groups, for a message (in
// lower case, words alone) that asks for the total; nil for others, and where
// groups do not add up to one.
func Total(before *form.Query, message string) *form.Query {
	if !totals.MatchString(message) || len(before.Group) == 0 || before.Other != nil || before.Having != nil || before.Limit != nil || before.Place != nil || len(before.Per) > 0 {
		return nil
	}
	query := before.Clone()
	query.Select = slices.DeleteFunc(query.Select, func(e *form.Expr) bool { return !e.Aggregates() })
	query.Group, query.Order = nil, nil
	if len(query.Select) == 0 || slices.ContainsFunc(query.Select, func(e *form.Expr) bool { return !IsAdditive(e) }) {
		return nil
	}
	return query
}

// IsAdditive is true for a figure of which those of all groups make one of the whole.
func IsAdditive(e *form.Expr) bool {
	return (e.Op == form.Sum || e.Op == form.Count) && len(e.Args) == 1 && !e.Args[0].Aggregates() && e.Args[0].Op != form.Groups
}
