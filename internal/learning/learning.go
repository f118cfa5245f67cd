// Package learning keeps what corrections teach. A correction is captured with its context:
// what was asked, what was answered, what was right. Several that say the same become a
// rule, which brains follow as an entry of their vocabulary and answers name. A question
// whose statement a person has verified is a pair: asked again, also in other words, it is
// answered from there.
//
// Nothing is run here, and nothing that is learned widens what the guard allows: a pair's
// statement passes it like any other.
package learning

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Kind is how a correction was made.
type Kind string

const (
	Edited Kind = "edited" // the person changed the statement
	Chosen Kind = "chosen" // the person chose another reading
	Said   Kind = "said"   // the person said what is wrong: “no, use net_amount”
)

// Correction is one thing that a person put right.
type Correction struct {
	ID       string        `json:"id"`
	Kind     Kind          `json:"kind"`
	Question string        `json:"question"`
	After    string        `json:"after,omitempty"` // the question before it, of a follow-up
	Wrong    string        `json:"wrong,omitempty"` // the statement that was answered with
	Right    string        `json:"right"`           // the one that is right
	Words    string        `json:"words,omitempty"` // what the person said
	Entries  []brain.Entry `json:"entries,omitempty"`
	At       time.Time     `json:"at"`
	// Promoted names the rules that came of it; Status is fresh, archived or expired.
	Promoted []string `json:"promoted,omitempty"`
	Status   Status   `json:"status"`
}

// Status is how a correction or a rule stands.
type Status string

const (
	Fresh    Status = "fresh"    // of a correction: not part of a rule yet
	Archived Status = "archived" // of a correction: a rule says it
	Expired  Status = "expired"  // nobody needed it for long
	Active   Status = "active"   // of a rule
	Off      Status = "off"      // of a rule: switched off by the person
)

// Rule is what several corrections say.
type Rule struct {
	ID         string      `json:"id"`
	Entry      brain.Entry `json:"entry"`
	Text       string      `json:"text"` // for people
	Confidence float64     `json:"confidence"`
	Support    int         `json:"support"` // corrections that say it
	Against    int         `json:"against,omitempty"`
	Examples   []string    `json:"examples,omitempty"` // questions
	Applied    int         `json:"applied"`
	LastUsed   time.Time   `json:"last_used,omitzero"`
	CreatedAt  time.Time   `json:"created_at"`
	Status     Status      `json:"status"`
	Edited     bool        `json:"edited,omitempty"` // the person wrote it: it is not changed by itself
}

const (
	kindCorrection = "correction"
	kindRule       = "rule"
	kindPair       = "pair"
)

// Options are the thresholds of learning; the zero value has the defaults.
type Options struct {
	Confidence float64       // of a rule that is followed; 0.60
	Group      int           // corrections that make a rule; 2
	Compact    int           // fresh corrections after which rules are made; 50
	Keep       time.Duration // that a correction or a rule is kept without use; 180 days
}

func (o Options) withDefaults() Options {
	o.Confidence, o.Group, o.Compact = cmp.Or(o.Confidence, 0.60), cmp.Or(o.Group, 2), cmp.Or(o.Compact, 50)
	o.Keep = cmp.Or(o.Keep, 180*24*time.Hour)
	return o
}

// Embedder gives texts vectors of length 1.
type Embedder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Book is what was learned about one database, from one person.
type Book struct {
	records  store.Records
	owner    string
	scope    string
	embedder func() (Embedder, error) // asked for where it is needed; may be nil
	clock    func() time.Time
	newID    func(prefix string) string
	options  Options
}

// Open opens what a person has taught about a database. The embedder tells which questions
// mean the same; without it their words do.
func Open(records store.Records, owner, scope string, embedder func() (Embedder, error), clock func() time.Time, newID func(prefix string) string, o Options) *Book {
	return &Book{records: records, owner: owner, scope: scope, embedder: embedder, clock: clock, newID: newID, options: o.withDefaults()}
}

// Bounds of what is kept.
const (
	maxCorrections = 5000
	maxRules       = 500
	maxPairs       = 5000
	maxQuestion    = 4000 // characters
	maxSQL         = 64 << 10
)

// Correct captures a correction. Where it is the one that makes enough of them, rules are
// made, and what became of them is returned.
func (b *Book) Correct(ctx context.Context, c Correction) (*Compaction, error) {
	if len(c.Question) > maxQuestion || len(c.Right) > maxSQL || len(c.Wrong) > maxSQL || len(c.Words) > maxQuestion {
		return nil, fault.New(fault.Usage, "the correction is too long to be kept").WithHint("shorten the statement or the question")
	}
	list, err := b.Corrections(ctx)
	if err != nil {
		return nil, err
	}
	if len(list) >= maxCorrections {
		oldest := slices.MinFunc(list, func(a, b Correction) int { return a.At.Compare(b.At) })
		if _, err := b.records.Remove(ctx, b.filter(kindCorrection, oldest.ID)); err != nil {
			return nil, err
		}
	}
	c.ID, c.At, c.Status = b.newID("correction_"), b.clock().UTC(), Fresh
	if err := b.put(ctx, kindCorrection, c.ID, c); err != nil {
		return nil, err
	}
	fresh := 1
	for _, o := range list {
		if o.Status == Fresh {
			fresh++
		}
	}
	if fresh < b.options.Compact && !b.confirms(append(list, c), c) {
		return nil, nil
	}
	return b.Compact(ctx)
}

// confirms is true for a correction that says what another one says: then a rule is due.
func (b *Book) confirms(list []Correction, c Correction) bool {
	for _, e := range c.Entries {
		n := 0
		for _, o := range list {
			if slices.ContainsFunc(o.Entries, func(x brain.Entry) bool { return key(x) == key(e) }) {
				n++
			}
		}
		if n >= b.options.Group {
			return true
		}
	}
	return false
}

// Corrections are all that are kept, the newest last.
func (b *Book) Corrections(ctx context.Context) ([]Correction, error) {
	list, err := all[Correction](ctx, b, kindCorrection)
	slices.SortFunc(list, func(a, b Correction) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// Rules are all that are kept, those with the most support first.
func (b *Book) Rules(ctx context.Context) ([]Rule, error) {
	list, err := all[Rule](ctx, b, kindRule)
	slices.SortFunc(list, func(a, b Rule) int { return cmp.Or(cmp.Compare(b.Support, a.Support), cmp.Compare(a.ID, b.ID)) })
	return list, err
}

// Vocabulary is what the active rules mean to brains.
func (b *Book) Vocabulary(ctx context.Context) ([]brain.Entry, error) {
	list, err := b.Rules(ctx)
	if err != nil {
		return nil, err
	}
	var entries []brain.Entry
	for _, r := range list {
		if r.Status == Active && r.Confidence >= b.options.Confidence {
			e := r.Entry
			e.ID, e.Origin = r.ID, brain.Learned
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// Followed notes that an answer followed rules.
func (b *Book) Followed(ctx context.Context, ids ...string) error {
	for _, id := range ids {
		r, err := b.Rule(ctx, id)
		if err != nil {
			continue // it is gone
		}
		r.Applied, r.LastUsed = r.Applied+1, b.clock().UTC()
		if err := b.put(ctx, kindRule, r.ID, r); err != nil {
			return err
		}
	}
	return nil
}

// Rule finds a rule by its id, or by the beginning of it.
func (b *Book) Rule(ctx context.Context, id string) (Rule, error) {
	list, err := b.Rules(ctx)
	if err != nil {
		return Rule{}, err
	}
	var found []Rule
	for _, r := range list {
		if r.ID == id {
			return r, nil
		}
		if strings.HasPrefix(r.ID, id) || strings.HasPrefix(strings.TrimPrefix(r.ID, "rule_"), id) {
			found = append(found, r)
		}
	}
	if len(found) == 1 && id != "" {
		return found[0], nil
	}
	return Rule{}, fault.New(fault.NotFound, "there is no rule %.40q", id).WithHint("plumb rules lists them")
}

// Switch turns a rule on or off.
func (b *Book) Switch(ctx context.Context, id string, on bool) (Rule, error) {
	r, err := b.Rule(ctx, id)
	if err != nil {
		return r, err
	}
	if r.Status = Off; on {
		r.Status = Active
	}
	return r, b.put(ctx, kindRule, r.ID, r)
}

// Edit gives a rule other words.
func (b *Book) Edit(ctx context.Context, id, text string) (Rule, error) {
	r, err := b.Rule(ctx, id)
	if err != nil {
		return r, err
	}
	if text = strings.TrimSpace(text); text == "" || len(text) > maxQuestion {
		return r, fault.New(fault.Usage, "a rule needs words, and not too many").WithHint("for example: the sum of orders.net_amount")
	}
	r.Entry.Text, r.Edited, r.Status = text, true, Active
	r.Text = describe(r.Entry)
	return r, b.put(ctx, kindRule, r.ID, r)
}

// Remove removes a rule, a correction or a pair.
func (b *Book) Remove(ctx context.Context, id string) error {
	for _, k := range []string{kindRule, kindCorrection, kindPair} {
		n, err := b.records.Remove(ctx, b.filter(k, id))
		if err != nil || n > 0 {
			return err
		}
	}
	return fault.New(fault.NotFound, "nothing with the id %.40q was learned", id).WithHint("plumb learnings, plumb rules and plumb verified list what was")
}

func (b *Book) filter(kind, id string) store.RecordFilter {
	return store.RecordFilter{Kind: kind, Owner: b.owner, Scopes: []string{b.scope}, IDs: []string{id}}
}

func (b *Book) put(ctx context.Context, kind, id string, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "what was learned cannot be written: %s", err)
	}
	now := b.clock()
	return b.records.Put(ctx, store.Record{Kind: kind, Owner: b.owner, Scope: b.scope, ID: id, Body: body, CreatedAt: now, UpdatedAt: now})
}

// all reads what is kept of a kind. A record that cannot be read is passed over: the rest
// is worth more.
func all[T any](ctx context.Context, b *Book, kind string) ([]T, error) {
	var list []T
	after := ""
	for {
		page, err := b.records.Records(ctx, store.RecordFilter{Kind: kind, Owner: b.owner, Scopes: []string{b.scope}, After: after, Limit: store.MaxLimit})
		if err != nil || len(page) == 0 {
			return list, err
		}
		for _, r := range page {
			var v T
			if json.Unmarshal(r.Body, &v) == nil {
				list = append(list, v)
			}
		}
		after = page[len(page)-1].ID
	}
}
