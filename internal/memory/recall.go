package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Recalled is a memory with how near it is to what was said, as a cosine.
type Recalled struct {
	*Memory
	Score float64 `json:"score"`
}

// Recall finds the memories that a message calls to mind: those of its owner, about its
// database or about all, at most Options.TopK of at least Options.MinScore. It recalls
// fewer where one is much farther than the one before it, and where what they say would
// not fit into so many bytes; 0 is Options.Budget. Reading is not using: see Used.
func (b *Book) Recall(ctx context.Context, w Whose, text string, budget int) ([]Recalled, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	text = clean(text, maxQuery)
	if text == "" {
		return nil, nil
	}
	// Some may be of other sessions.
	list, err := b.near(ctx, w.Owner, text, b.o.TopK+5, b.o.MinScore, map[string][]string{scopeLabel: scopesOf(w.Scope)})
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(r Recalled) bool { return !r.Active() || r.Metadata.SessionOnly && r.Metadata.Session != w.Session })
	left := cmp.Or(budget, b.o.Budget)
	for i, r := range list {
		left -= len(r.Content)
		if i == b.o.TopK || left < 0 || i > 0 && list[i-1].Score-r.Score > b.o.Gap {
			return list[:i], nil
		}
	}
	return list, nil
}

func scopesOf(scope string) []string {
	if scope == "" {
		return []string{labelOf("")}
	}
	return []string{labelOf(""), labelOf(scope)}
}

// leastFound is how near a memory must be to be found by a search.
const leastFound = 0.3

// Search finds memories of an owner for the owner: what was stated with all of the words,
// then what is near in meaning, of whatever database.
func (b *Book) Search(ctx context.Context, owner, text string, limit int) ([]Recalled, error) {
	w := Whose{Owner: owner}
	if err := w.check(); err != nil {
		return nil, err
	}
	text = clean(text, maxQuery)
	limit = min(cmp.Or(max(limit, 0), 20), 100)
	if text == "" {
		return nil, nil
	}
	words := strings.Fields(strings.ToLower(text))
	var list []Recalled
	err := b.all(ctx, owner, []Type{Preference, Fact}, func(m *Memory) error {
		low := strings.ToLower(m.Content)
		if m.Active() && !slices.ContainsFunc(words, func(s string) bool { return !strings.Contains(low, s) }) {
			list = append(list, Recalled{m, 1})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(x, y Recalled) int { return y.Timestamp.Compare(x.Timestamp) })
	near, err := b.near(ctx, owner, text, limit, leastFound, nil)
	if err != nil {
		return nil, err
	}
	for _, n := range near {
		if n.Active() && !slices.ContainsFunc(list, func(r Recalled) bool { return r.ID == n.ID }) {
			list = append(list, n)
		}
	}
	return list[:min(len(list), limit)], nil
}
