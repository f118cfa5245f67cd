package memory

import (
	"context"

	"github.com/plumbdata/plumb/internal/fault"
)

// Judgement is what a person says of a memory.
type Judgement string

const (
	Right Judgement = "right"
	Wrong Judgement = "wrong"
)

// Used notes that answers showed memories, or followed them.
func (b *Book) Used(ctx context.Context, owner string, ids ...string) error {
	if err := (Whose{Owner: owner}).check(); err != nil || len(ids) == 0 {
		return err
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	found, err := b.get(ctx, owner, ids...)
	if err != nil {
		return err
	}
	var list []*Memory
	for _, m := range found {
		m.Metadata.Uses++
		m.Metadata.LastUsed = b.now().UTC()
		list = append(list, m)
	}
	return b.touch(ctx, list)
}

// Feedback notes what a person says of a memory. One that is wrong counts no longer; one
// that was wrong and is right counts again.
func (b *Book) Feedback(ctx context.Context, w Whose, id string, j Judgement) (*Memory, error) {
	if j != Right && j != Wrong {
		return nil, fault.New(fault.Usage, "%.80q is no judgement of a memory", string(j)).WithHint("say right or wrong, or forget it")
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	m, err := b.one(ctx, w, id)
	if err != nil {
		return nil, err
	}
	m.Metadata.Wrong = j == Wrong
	if j == Right {
		m.Metadata.Helped++
		m.Metadata.LastUsed = b.now().UTC()
	}
	return m, b.put(ctx, m)
}

// Forget removes a memory for good. Of a statement, what it took the place of goes with it;
// of a pattern, the conversations that it was made of.
func (b *Book) Forget(ctx context.Context, w Whose, id string) (*Memory, error) {
	b.changing.Lock()
	defer b.changing.Unlock()
	m, err := b.one(ctx, w, id)
	if err != nil {
		return nil, err
	}
	types := []Type{Preference, Fact}
	if !m.Stated() {
		types = []Type{Conversation, ErrorResolution}
	}
	var family []*Memory
	err = b.all(ctx, w.Owner, types, func(o *Memory) error {
		if o.Metadata.SupersededBy != "" {
			family = append(family, o)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	gone := map[string]bool{m.ID: true}
	byType := map[Type][]string{m.Type: {m.ID}}
	for again := true; again; {
		again = false
		for _, o := range family {
			if !gone[o.ID] && gone[o.Metadata.SupersededBy] {
				gone[o.ID], again = true, true
				byType[o.Type] = append(byType[o.Type], o.ID)
			}
		}
	}
	_, err = b.remove(ctx, w.Owner, byType)
	return m, err
}
