package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// Tidied is what care did to the memories of an owner.
type Tidied struct {
	Dropped  int // worth too little, or too many
	Patterns int // that are new, or grew
	Members  int // conversations that became part of a pattern
	Indexed  int // that could not be found before
}

// Tidy drops what is worth too little, makes patterns of conversations that are alike, and
// adds what the vector store lacks. It does a bounded part of that at once: who calls it
// from time to time gets all of it done.
func (b *Book) Tidy(ctx context.Context, owner string) (Tidied, error) {
	var done Tidied
	if err := (Whose{Owner: owner}).check(); err != nil {
		return done, err
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	var err error
	if done.Dropped, err = b.prune(ctx, owner, b.o.MaxMemories); err != nil {
		return done, err
	}
	if err := b.consolidate(ctx, owner, &done); err != nil {
		return done, err
	}
	done.Indexed, err = b.reindex(ctx, owner)
	return done, err
}

// light is what pruning needs to know of a memory.
type light struct {
	id    string
	kind  Type
	worth float64
}

// prune drops what is worth less than is kept, and the least of what is more than so many.
// What a person stated and still counts goes last of all.
func (b *Book) prune(ctx context.Context, owner string, most int) (int, error) {
	now := b.now()
	var kept []light
	byType := map[Type][]string{}
	err := b.all(ctx, owner, Types(), func(m *Memory) error {
		l := light{m.ID, m.Type, m.worth(now, b.o.HalfLife)}
		if l.worth < b.o.Least {
			byType[l.kind] = append(byType[l.kind], l.id)
		} else {
			kept = append(kept, l)
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	if over := len(kept) - most; over > 0 {
		slices.SortFunc(kept, func(x, y light) int { return cmp.Or(cmp.Compare(x.worth, y.worth), strings.Compare(x.id, y.id)) })
		for _, l := range kept[:over] {
			byType[l.kind] = append(byType[l.kind], l.id)
		}
	}
	return b.remove(ctx, owner, byType)
}

// consolidate looks at some conversations that are old enough, the oldest first: those that
// are like a pattern become part of it, and several that are alike become one.
func (b *Book) consolidate(ctx context.Context, owner string, done *Tidied) error {
	if b.embedder == nil {
		return nil
	}
	now := b.now()
	before := now.Add(-b.o.ConsolidateAfter)
	old := newest{most: b.o.Batch, oldest: true}
	err := b.all(ctx, owner, []Type{Conversation}, func(m *Memory) error {
		if m.Active() && m.Metadata.Examined.IsZero() && m.Timestamp.Before(before) {
			old.add(m)
		}
		return nil
	})
	list := old.sorted()
	if err != nil || len(list) == 0 {
		return err
	}
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = m.meaning()
	}
	vectors, err := b.embedder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for i, m := range list {
		if taken[m.ID] {
			continue
		}
		if err := b.cluster(ctx, m, vectors[i], before, taken, done); err != nil {
			return err
		}
	}
	var examined []*Memory
	for _, m := range list {
		if !taken[m.ID] {
			m.Metadata.Examined = now.UTC()
			examined = append(examined, m)
		}
	}
	return b.touch(ctx, examined)
}

// cluster puts a conversation, with others like it, into a pattern.
func (b *Book) cluster(ctx context.Context, m *Memory, v []float32, before time.Time, taken map[string]bool, done *Tidied) error {
	owner, scope := m.Metadata.Owner, []string{labelOf(m.Metadata.Scope)}
	var patterns []Recalled
	n, err := b.records.CountRecords(ctx, store.RecordFilter{Kind: kind(Pattern), Owner: owner})
	if err == nil && n > 0 {
		patterns, err = b.nearVector(ctx, owner, v, 1, b.o.Alike, map[string][]string{typeLabel: {string(Pattern)}, scopeLabel: scope})
	}
	if err != nil {
		return err
	}
	alike, err := b.nearVector(ctx, owner, v, 50, b.o.Alike, map[string][]string{typeLabel: {string(Conversation)}, scopeLabel: scope})
	if err != nil {
		return err
	}
	var members []*Memory
	for _, n := range alike {
		if n.Active() && n.Timestamp.Before(before) && !taken[n.ID] && n.Metadata.Scope == m.Metadata.Scope {
			members = append(members, n.Memory)
		}
	}
	var p *Memory
	switch {
	case len(patterns) > 0 && patterns[0].Active() && patterns[0].Metadata.Scope == m.Metadata.Scope && len(members) > 0:
		p = patterns[0].Memory
	case len(members) >= b.o.ConsolidateFrom:
		p = &Memory{ID: b.newID(), Type: Pattern, Timestamp: b.now().UTC(),
			Metadata: Metadata{Query: m.Metadata.Query, Success: true, Owner: owner, Scope: m.Metadata.Scope}}
	default:
		return nil
	}
	slices.SortFunc(members, func(x, y *Memory) int { return cmp.Or(x.Timestamp.Compare(y.Timestamp), strings.Compare(x.ID, y.ID)) })
	for _, x := range members {
		p.absorb(x)
		x.Metadata.SupersededBy = p.ID
		taken[x.ID] = true
	}
	p.describe()
	done.Patterns++
	done.Members += len(members)
	return b.put(ctx, append([]*Memory{p}, members...)...)
}

// absorb makes a conversation part of a pattern. Of what can be one, the newest counts.
func (m *Memory) absorb(x *Memory) {
	p := &m.Metadata
	p.Members += 1 + x.Metadata.Repeats
	p.Uses += x.Metadata.Uses
	p.Helped += x.Metadata.Helped
	if x.Metadata.LastUsed.After(p.LastUsed) {
		p.LastUsed = x.Metadata.LastUsed
	}
	p.Mode = cmp.Or(x.Metadata.Mode, p.Mode)
	p.ChartType = cmp.Or(x.Metadata.ChartType, p.ChartType)
	p.SQLQuery = cmp.Or(x.Metadata.SQLQuery, p.SQLQuery)
	for _, a := range x.Metadata.AgentsUsed {
		if !slices.Contains(p.AgentsUsed, a) && len(p.AgentsUsed) < maxAgents {
			p.AgentsUsed = append(p.AgentsUsed, a)
		}
	}
	if !slices.Contains(p.Examples, x.Metadata.Query) {
		p.Examples = append(p.Examples, x.Metadata.Query)
		p.Examples = p.Examples[max(0, len(p.Examples)-maxExamples):]
	}
}

// describe says what the members of a pattern have in common.
func (m *Memory) describe() {
	p := m.Metadata
	text := fmt.Sprintf("User asked %d times for something like: %s", p.Members, strings.Join(p.Examples, "; "))
	if p.ChartType != "" {
		text += "\nShown last as: " + p.ChartType
	}
	if p.SQLQuery != "" {
		text += "\nAnswered last with: " + p.SQLQuery
	}
	m.Content = clean(text, maxContent)
}

// reindex makes the vector store agree with the records: after a crash between the two, or
// with another embedder than before. What one call adds is bounded.
func (b *Book) reindex(ctx context.Context, owner string) (int, error) {
	if b.embedder == nil {
		return 0, nil
	}
	active, err := b.active(ctx, owner)
	if err != nil {
		return 0, err
	}
	found, err := b.vectors.Count(ctx, b.collection, vector.Filter{Owners: []string{owner}})
	if err != nil || found == active {
		return 0, err
	}
	added := 0
	var counting, past []*Memory
	flush := func() error {
		n, err := b.addMissing(ctx, owner, counting)
		added += n
		if err == nil {
			err = b.unindex(ctx, owner, idsOf(past))
		}
		counting, past = counting[:0], past[:0]
		return err
	}
	err = b.all(ctx, owner, Types(), func(m *Memory) error {
		switch {
		case !m.Active():
			past = append(past, m)
		case added < 2*reindexPart:
			counting = append(counting, m)
		}
		if len(counting) == reindexPart || len(past) == reindexPart {
			return flush()
		}
		return nil
	})
	if err != nil {
		return added, err
	}
	return added, flush()
}

// active is how many memories of an owner count.
func (b *Book) active(ctx context.Context, owner string) (int, error) {
	n := 0
	err := b.all(ctx, owner, Types(), func(m *Memory) error {
		if m.Active() {
			n++
		}
		return nil
	})
	return n, err
}

// addMissing adds memories to the vector store if it lacks any of them, and says how many
// it lacked.
func (b *Book) addMissing(ctx context.Context, owner string, list []*Memory) (int, error) {
	if len(list) == 0 {
		return 0, nil
	}
	found, err := b.vectors.Count(ctx, b.collection, vector.Filter{Owners: []string{owner}, IDs: idsOf(list)})
	if err != nil || found == len(list) {
		return 0, err
	}
	return len(list) - found, b.index(ctx, list)
}

func idsOf(list []*Memory) []string {
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.ID
	}
	return ids
}

// reindexPart is how many memories are compared at once.
const reindexPart = 250

// newest collects the newest memories, or the oldest, and no more than so many.
type newest struct {
	most   int
	oldest bool
	list   []*Memory
}

func (n *newest) add(m *Memory) {
	n.list = append(n.list, m)
	if len(n.list) >= 2*n.most+100 {
		n.list = n.sorted()
	}
}

func (n *newest) sorted() []*Memory {
	slices.SortFunc(n.list, func(x, y *Memory) int {
		if n.oldest {
			x, y = y, x
		}
		return cmp.Or(y.Timestamp.Compare(x.Timestamp), strings.Compare(y.ID, x.ID))
	})
	return n.list[:min(len(n.list), n.most)]
}

// DeleteAll forgets everything of an owner for good, history included, and says how many
// memories that were.
func (b *Book) DeleteAll(ctx context.Context, owner string) (int, error) {
	if err := (Whose{Owner: owner}).check(); err != nil {
		return 0, err
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	used := store.RecordFilter{Kind: collectionKind, Owner: owner, Limit: store.MaxLimit}
	collections, err := b.records.Records(ctx, used)
	if err != nil {
		return 0, err
	}
	for _, c := range collections {
		if b.vectors == nil {
			return 0, fault.New(fault.Store, "the vectors of your memories cannot be deleted without the vector store that has them").
				WithHint("start Plumb with it, then delete again")
		}
		if _, err := b.vectors.Delete(ctx, c.ID, vector.Filter{Owners: []string{owner}}); err != nil {
			return 0, err
		}
	}
	total := 0
	for _, t := range Types() {
		n, err := b.records.Remove(ctx, store.RecordFilter{Kind: kind(t), Owner: owner})
		total += n
		if err != nil {
			return total, err
		}
	}
	delete(b.indexed, owner)
	_, err = b.records.Remove(ctx, used)
	return total, err
}
