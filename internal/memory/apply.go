package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/hide"
)

// Change is what a statement did.
type Change struct {
	Kept     *Memory   // what is remembered now
	Again    bool      // it was remembered before
	Replaced []*Memory // what counts no longer, and is history
	Removed  []*Memory // what is forgotten for good
	// Effect says what the statement changes in answers, in a sentence without its full
	// stop. It is "" where it is kept and changes nothing.
	Effect string
}

// Apply does what a statement says: Keep remembers it, Drop and DropLast forget. The other
// acts are not the book's: to Show is to List, and to DropAll is DeleteAll, once the person
// has confirmed it.
func (b *Book) Apply(ctx context.Context, w Whose, s Statement) (*Change, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	b.changing.Lock()
	defer b.changing.Unlock()
	switch s.Act {
	case Keep:
		return b.keep(ctx, w, s)
	case Drop:
		return b.drop(ctx, w, s)
	case DropLast:
		return b.dropLast(ctx, w)
	}
	return nil, fault.New(fault.Internal, "the memory cannot apply the act %q", string(s.Act))
}

// keep remembers a statement. One that says the same is refreshed, and what it contradicts
// becomes history.
func (b *Book) keep(ctx context.Context, w Whose, s Statement) (*Change, error) {
	topic, ok := topicOf(s.Topic)
	m := &Memory{Timestamp: b.now().UTC(), Content: clean(s.Text, maxQuery), Metadata: Metadata{
		Success: true, Owner: w.Owner, Session: w.Session, SessionOnly: s.Session,
		Topic: s.Topic, Subject: clean(s.Subject, maxSubject), Value: clean(s.Value, maxValue),
	}}
	if !ok || m.Content == "" || m.Metadata.Subject+m.Metadata.Value == "" {
		return nil, fault.New(fault.Internal, "a statement about %q says nothing that can be kept", string(s.Topic))
	}
	if strings.Contains(m.Content+m.Metadata.Value, hide.Mark) {
		return nil, fault.New(fault.Usage, "this was not remembered: it contains what looks like a password or a key").
			WithHint("say it without the secret; passwords belong in the environment")
	}
	m.Type = topic.kind
	if topic.scoped && !s.Everywhere {
		m.Metadata.Scope = w.Scope
	}
	said, err := b.said(ctx, w.Owner)
	if err != nil {
		return nil, err
	}
	change := &Change{Kept: m, Effect: b.effect(s.Topic)}
	same, rivals, err := b.rivals(ctx, m, said)
	if err != nil {
		return nil, err
	}
	if same != nil {
		m.ID, change.Again = same.ID, true
		m.Metadata.Uses, m.Metadata.Helped, m.Metadata.LastUsed = same.Metadata.Uses, same.Metadata.Helped, same.Metadata.LastUsed
		m.Metadata.Repeats = same.Metadata.Repeats + 1
	} else {
		active := 0
		for _, o := range said {
			if o.Active() {
				active++
			}
		}
		if active-len(rivals) >= b.o.MaxStatements {
			return nil, fault.New(fault.Usage, "this was not remembered: %d things that you said are remembered already", active).
				WithHint("forget some that you no longer need: plumb memory lists them")
		}
		m.ID = b.newID()
	}
	for _, o := range rivals {
		o.Metadata.SupersededBy = m.ID
	}
	change.Replaced = rivals
	if err := b.put(ctx, append([]*Memory{m}, rivals...)...); err != nil {
		return nil, err
	}
	return change, b.forgetHistory(ctx, w.Owner, append(said, m))
}

// effect says what statements about a topic change, if the caller has them change it.
func (b *Book) effect(t Topic) string {
	if !slices.Contains(b.o.Effective, t) {
		return ""
	}
	return t.Effect()
}

// said are all statements of an owner, those that count no longer among them.
func (b *Book) said(ctx context.Context, owner string) ([]*Memory, error) {
	var list []*Memory
	err := b.all(ctx, owner, []Type{Preference, Fact}, func(m *Memory) error {
		list = append(list, m)
		return nil
	})
	return list, err
}

// rivals finds among what was said what says the same, and what cannot hold beside it.
func (b *Book) rivals(ctx context.Context, m *Memory, said []*Memory) (same *Memory, rivals []*Memory, err error) {
	for _, o := range said {
		if !o.Active() || o.Metadata.Scope != m.Metadata.Scope || o.Metadata.SessionOnly != m.Metadata.SessionOnly ||
			m.Metadata.SessionOnly && o.Metadata.Session != m.Metadata.Session {
			continue
		}
		k := key(m.Metadata.Topic, m.Metadata.Subject)
		switch {
		case k != "" && k == key(o.Metadata.Topic, o.Metadata.Subject):
			if o.Metadata.Topic == m.Metadata.Topic && strings.EqualFold(o.Metadata.Value, m.Metadata.Value) && same == nil {
				same = o
			} else {
				rivals = append(rivals, o)
			}
		case chartsContradict(o, m):
			rivals = append(rivals, o)
		case k == "" && o.Metadata.Topic == m.Metadata.Topic && strings.EqualFold(o.Metadata.Value, m.Metadata.Value):
			same = o
		}
	}
	if same != nil || key(m.Metadata.Topic, m.Metadata.Subject) != "" {
		return same, rivals, nil
	}
	near, err := b.near(ctx, m.Metadata.Owner, m.Content, 5, b.o.Same, map[string][]string{
		typeLabel: {string(m.Type)}, scopeLabel: {labelOf(m.Metadata.Scope)}})
	for _, n := range near {
		if n.Active() && n.Metadata.Topic == m.Metadata.Topic && n.Metadata.SessionOnly == m.Metadata.SessionOnly && sameDetails(n.Content, m.Content) {
			return n.Memory, rivals, err
		}
	}
	return nil, rivals, err
}

// chartsContradict reports whether one of two statements wants a chart that the other
// avoids.
func chartsContradict(a, b *Memory) bool {
	x, y := a.Metadata, b.Metadata
	return (x.Topic == Chart && y.Topic == AvoidChart || x.Topic == AvoidChart && y.Topic == Chart) && x.Value == y.Value
}

// drop forgets what was said of a topic and subject, with its history: what took the place
// of another does not bring that back. Without a topic it is all that was said of the
// subject.
func (b *Book) drop(ctx context.Context, w Whose, s Statement) (*Change, error) {
	said, err := b.said(ctx, w.Owner)
	if err != nil {
		return nil, err
	}
	subject := plainSubject(s.Subject)
	return b.forget(ctx, w, said, func(o *Memory) bool {
		if o.Metadata.Scope != "" && o.Metadata.Scope != w.Scope {
			return false
		}
		switch {
		case s.Topic == "":
			return subject != "" && plainSubject(o.Metadata.Subject) == subject
		case s.Subject == "":
			return o.Metadata.Topic == s.Topic
		}
		k := key(s.Topic, s.Subject)
		return k != "" && k == key(o.Metadata.Topic, o.Metadata.Subject)
	})
}

// dropLast forgets what was said last, in the session if anything was said there.
func (b *Book) dropLast(ctx context.Context, w Whose) (*Change, error) {
	said, err := b.said(ctx, w.Owner)
	if err != nil {
		return nil, err
	}
	var last *Memory
	for _, o := range said {
		if !o.Active() || w.Session != "" && o.Metadata.Session != w.Session {
			continue
		}
		if last == nil || cmp.Or(last.Timestamp.Compare(o.Timestamp), strings.Compare(last.ID, o.ID)) < 0 {
			last = o
		}
	}
	if last == nil {
		return nil, fault.New(fault.NotFound, "nothing was remembered in this conversation that could be forgotten").WithHint("say what to forget, such as: forget about the fiscal year")
	}
	// What it replaced holds again.
	var back []*Memory
	for _, o := range said {
		if o.Metadata.SupersededBy == last.ID {
			o.Metadata.SupersededBy = ""
			back = append(back, o)
		}
	}
	if _, err := b.remove(ctx, w.Owner, map[Type][]string{last.Type: {last.ID}}); err != nil {
		return nil, err
	}
	if len(back) > 0 {
		if err := b.put(ctx, back...); err != nil {
			return nil, err
		}
	}
	return &Change{Removed: []*Memory{last}}, nil
}

// forget removes the chosen statements and what they took the place of.
func (b *Book) forget(ctx context.Context, w Whose, said []*Memory, chosen func(*Memory) bool) (*Change, error) {
	gone := map[string]bool{}
	change := &Change{}
	for _, o := range said {
		if o.Active() && chosen(o) {
			gone[o.ID] = true
			change.Removed = append(change.Removed, o)
		}
	}
	if len(change.Removed) == 0 {
		return nil, fault.New(fault.NotFound, "nothing like that is remembered").WithHint("plumb memory lists what is")
	}
	for again := true; again; {
		again = false
		for _, o := range said {
			if !gone[o.ID] && gone[o.Metadata.SupersededBy] {
				gone[o.ID], again = true, true
			}
		}
	}
	byType := map[Type][]string{}
	for _, o := range said {
		if gone[o.ID] {
			byType[o.Type] = append(byType[o.Type], o.ID)
		}
	}
	_, err := b.remove(ctx, w.Owner, byType)
	return change, err
}

// forgetHistory drops the oldest of what took the place of one another, beyond what is kept.
func (b *Book) forgetHistory(ctx context.Context, owner string, said []*Memory) error {
	past := map[string][]*Memory{}
	for _, o := range said {
		if !o.Active() {
			k := o.Metadata.Scope + "\x00" + cmp.Or(key(o.Metadata.Topic, o.Metadata.Subject), string(o.Metadata.Topic))
			past[k] = append(past[k], o)
		}
	}
	byType := map[Type][]string{}
	for _, list := range past {
		slices.SortFunc(list, func(x, y *Memory) int { return cmp.Or(y.Timestamp.Compare(x.Timestamp), strings.Compare(x.ID, y.ID)) })
		for _, o := range list[min(len(list), b.o.MaxHistory):] {
			byType[o.Type] = append(byType[o.Type], o.ID)
		}
	}
	if len(byType) == 0 {
		return nil
	}
	_, err := b.remove(ctx, owner, byType)
	return err
}
