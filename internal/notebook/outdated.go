package notebook

import "github.com/plumbdata/plumb/internal/session"

// OutdatedReason says of a cell why it is outdated.
const OutdatedReason = "the answer that it follows has changed"

// Outdated are the follow-ups whose figures may no longer hold, in their order:
// the answer that they are built on has another statement or, since then, other
// rows, or is itself outdated.
func Outdated(cells []session.Cell) []string {
	by := make(map[string]session.Cell, len(cells))
	for _, c := range cells {
		by[c.ID] = c
	}
	known := map[string]bool{}
	var outdated func(id string) bool
	outdated = func(id string) bool {
		if is, ok := known[id]; ok {
			return is
		}
		known[id] = false // a circle ends here
		c := by[id]
		if parent, ok := by[c.Context.RefinementOf]; ok && builtOn(c) {
			known[id] = changedSince(c, parent) || outdated(parent.ID)
		}
		return known[id]
	}
	list := []string{}
	for _, c := range cells {
		if outdated(c.ID) {
			list = append(list, c.ID)
		}
	}
	return list
}

// builtOn is false for a cell that has figures of its own: none at all, those of
// a statement that a person wrote, or the answer to a complete question.
func builtOn(c session.Cell) bool {
	return c.Result != nil && c.Context.RefinementOf != "" && !c.Context.Standalone && (c.SQL == nil || !c.SQL.EditedByUser)
}

// Reasks is true for a follow-up whose question must be read again to fit the
// answer that it is built on: running its statement again would not be enough.
func Reasks(c, parent session.Cell) bool {
	if !builtOn(c) || c.Context.RefinementOf != parent.ID {
		return false
	}
	if c.Context.RefinedSQL == "" {
		return parent.CreatedAt.After(c.CreatedAt)
	}
	return !c.Context.SameStatement(parent)
}

func changedSince(c, parent session.Cell) bool {
	later := parent.CreatedAt.After(c.CreatedAt)
	data := ""
	if parent.Result != nil {
		data = parent.Result.DataHash
	}
	return Reasks(c, parent) || later && data != c.Context.RefinedData
}
