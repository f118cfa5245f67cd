package builtin

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/opinion"
)

// Bounds of a vocabulary. What is beyond them is passed over.
const (
	maxEntries     = 300
	maxEntryText   = 600 // bytes
	maxVocabulares = 32  // that are kept ready for a database
)

// vocabulary is what those who ask say of words, as far as the database makes sense of it.
type vocabulary struct {
	entries  []brain.Entry // by their places less one
	renamed  []renaming
	results  []result // of each entry
	database *index.Index
}

// renaming reads words as others.
type renaming struct {
	from  []string // stems
	to    string
	table int // whose rows they are, or -1
	by    int
	text  string // for people
}

// speakers are brains over one database for those who say something of its words, by what
// they say.
type speakers struct {
	mutex sync.Mutex
	known map[[sha256.Size]byte]*Brain
}

// speaking is the brain as those see it who say something of the database's words. It
// shares all that is big with b.
func (b *Brain) speaking(v *brain.Vocabulary) *Brain {
	if v == nil || len(v.Entries) == 0 || b.own != nil {
		return b
	}
	of, err := json.Marshal(v.Entries)
	if err != nil {
		return b
	}
	key := sha256.Sum256(append(of, boolByte(b.people)))
	b.speakers.mutex.Lock()
	defer b.speakers.mutex.Unlock()
	if known := b.speakers.known[key]; known != nil {
		return known
	}
	c := *b
	c.own = b.compile(v.Entries)
	if c.ix = c.own.database; c.ix != b.ix {
		c.linker = b.linker.With(c.ix)
		c.second = opinion.New(c.ix, looker{c.ix, b.run})
	}
	if len(b.speakers.known) >= maxVocabulares || b.speakers.known == nil {
		b.speakers.known = map[[sha256.Size]byte]*Brain{}
	}
	b.speakers.known[key] = &c
	return &c
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// compile makes of entries what the database makes sense of.
func (b *Brain) compile(entries []brain.Entry) *vocabulary {
	entries = entries[:min(len(entries), maxEntries)]
	v := &vocabulary{entries: entries, results: make([]result, len(entries)), database: b.ix}
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	rank := map[brain.Origin]int{brain.Remembered: 0, brain.Approved: 1, brain.Learned: 2}
	slices.SortStableFunc(order, func(i, j int) int { return rank[entries[i].Origin] - rank[entries[j].Origin] })
	r := &entryReader{b: b, v: v, own: &index.Own{}}
	// What terms mean comes first: other entries use them.
	for _, first := range []bool{true, false} {
		for _, i := range order {
			if e := entries[i]; (e.Kind == brain.Means) == first && len(e.Term)+len(e.Text) <= maxEntryText {
				r.read(i, e)
			}
		}
		if first {
			r.define()
		}
	}
	if r.any {
		v.database = b.ix.With(r.own)
	}
	return v
}

// rename reads the words of those who ask as what they stand for.
func (t *turn) rename(context.Context) (acted bool, a *brain.Answer, err error) {
	if t.own == nil {
		return false, nil, nil
	}
	for _, r := range t.own.renamed {
		text, found := t.ix.Rename(t.question.Text, r.from, r.to, r.table)
		if !found {
			continue
		}
		t.question.Text, acted = text, true
		t.respelled = append(t.respelled, r.text)
		t.applied = append(t.applied, t.own.apply(r.by, r.text))
	}
	return acted, nil, nil
}

// hear is the brain as those see it who ask a question, and the question in the words of the
// database. It is for what is no question for rows.
func (b *Brain) hear(q brain.Question) (*Brain, brain.Question) {
	c := b.speaking(q.Vocabulary)
	if c.own != nil {
		for _, r := range c.own.renamed {
			q.Text, _ = c.ix.Rename(q.Text, r.from, r.to, r.table)
		}
	}
	return c, q
}

// apply says that an entry is followed.
func (v *vocabulary) apply(by int, text string) brain.Applied {
	e := v.entries[by-1]
	return brain.Applied{ID: e.ID, Origin: e.Origin, Text: text}
}

// applied are the entries that a candidate follows.
func (b *Brain) applied(c *candidates.Candidate) []brain.Applied {
	if b.own == nil {
		return nil
	}
	var list []brain.Applied
	for _, f := range c.Followed {
		if a := b.own.apply(f.By, f.Text); !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// followedIn are the sentences of the entries that a candidate follows, without those of
// definitions.
func followedIn(c *candidates.Candidate) []string {
	var list []string
	for _, f := range c.Followed {
		if !slices.Contains(c.Defined, f.Text) && !slices.Contains(list, f.Text) {
			list = append(list, f.Text)
		}
	}
	return list
}
