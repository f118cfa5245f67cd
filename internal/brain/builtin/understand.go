package builtin

import (
	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/schema"
)

var _ brain.Understander = (*Brain)(nil)

// Understand implements brain.Understander.
func (b *Brain) Understand(e brain.Entry, rest *brain.Vocabulary) (*brain.Understood, error) {
	if len(e.Term)+len(e.Text) > maxEntryText {
		return nil, fault.New(fault.Usage, "a definition may have %d letters, and this one has %d", maxEntryText, len(e.Term)+len(e.Text)).WithHint("say it in one sentence")
	}
	e.Origin = brain.Remembered // whatever else is said of the same words
	list := []brain.Entry{e}
	if rest != nil {
		for _, o := range rest.Entries {
			if e.ID == "" || o.ID != e.ID {
				list = append(list, o)
			}
		}
	}
	v := b.compile(list)
	r := v.results[0]
	if r.why != "" {
		return nil, fault.New(fault.Usage, "%s", r.why).WithHint("%s", r.hint)
	}
	u := &brain.Understood{Text: r.text}
	qualified := func(table int) string {
		t := schema.Table{Schema: b.ix.Tables[table].Schema, Name: b.ix.Tables[table].Name}
		return t.QualifiedName()
	}
	for _, t := range r.tables {
		u.Tables = append(u.Tables, qualified(t))
	}
	for _, c := range r.columns {
		u.Columns = append(u.Columns, qualified(b.ix.Columns[c].Table)+"."+b.ix.Columns[c].Name)
	}
	return u, nil
}
