// Package glossary keeps the terms of a business: what they mean, how they are computed,
// what else people call them, whose they are, and which columns they stand for. Terms are
// found in schemas, documents and semantic layers, proposed, and approved by people;
// approved ones steer both brains (brain.Vocabulary).
//
// A term is about one database (its scope), belongs to everybody who asks it, and keeps
// its history. In a project it is also a file, glossary.yaml, that lives in git.
package glossary

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
)

// Kind is what a term names.
type Kind string

const (
	Metric  Kind = "metric"  // a figure that is computed
	Entity  Kind = "entity"  // a kind of rows, or a thing that the business knows
	Concept Kind = "concept" // anything else: a rule, a process, a word
)

// Status is how far a term has come.
type Status string

const (
	Proposed Status = "proposed"
	Approved Status = "approved"
	Rejected Status = "rejected" // is not proposed again
)

// Term is a term of the business.
type Term struct {
	Name       string   `json:"name"`
	Kind       Kind     `json:"kind"`
	Definition string   `json:"definition,omitempty"` // for people
	Formula    string   `json:"formula,omitempty"`    // how it is computed, in the words of definitions (docs/definitions.md)
	Synonyms   []string `json:"synonyms,omitempty"`
	Owner      string   `json:"owner,omitempty"`   // who answers for it
	Columns    []string `json:"columns,omitempty"` // table.column, or table, that it stands for
	Related    []Link   `json:"related,omitempty"`
	Source     string   `json:"source,omitempty"` // where it was found: a file and line, a column, a document
	Status     Status   `json:"status"`
	Version    int      `json:"version"` // grows with each change of what it says
	History    []Change `json:"history,omitempty"`
}

// Link is a relationship of a term to another: subject, verb, object.
type Link struct {
	Verb   string `json:"verb"`
	Object string `json:"object"`
	Source string `json:"source,omitempty"`
}

// Change is one version of a term, or a decision about it.
type Change struct {
	At         time.Time `json:"at"`
	By         string    `json:"by,omitempty"`
	What       string    `json:"what"` // proposed, edited, approved, rejected
	Definition string    `json:"definition,omitempty"`
	Formula    string    `json:"formula,omitempty"`
	Reason     string    `json:"reason,omitempty"`
}

// Bounds of a glossary.
const (
	MaxTerms    = 5000
	maxHistory  = 50
	maxName     = 80
	maxText     = 2000
	maxSynonyms = 20
	maxColumns  = 40
	maxLinks    = 40
)

const kind = "term"

// ID names a term: that of the same name in other letters is the same.
func ID(name string) string {
	sum := sha256.Sum256([]byte(plain(name)))
	return "term_" + hex.EncodeToString(sum[:8])
}

func plain(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return unicode.IsSpace(r) || r == '_' || r == '-' }), " ")
}

// Glossary is the terms about one database.
type Glossary struct {
	records store.Records
	scope   string
	clock   func() time.Time
}

// Open opens the glossary of a database.
func Open(records store.Records, scope string, clock func() time.Time) *Glossary {
	return &Glossary{records: records, scope: scope, clock: clock}
}

// Terms are all terms, in the order of their names; of one status, unless it is "".
func (g *Glossary) Terms(ctx context.Context, status Status) ([]Term, error) {
	var list []Term
	after := ""
	for {
		page, err := g.records.Records(ctx, store.RecordFilter{Kind: kind, Owner: store.Shared, Scopes: []string{g.scope}, After: after, Limit: store.MaxLimit})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		for _, r := range page {
			t, err := decode(r)
			if err != nil {
				return nil, err
			}
			if status == "" || t.Status == status {
				list = append(list, t)
			}
		}
		after = page[len(page)-1].ID
	}
	slices.SortFunc(list, func(a, b Term) int { return cmp.Compare(plain(a.Name), plain(b.Name)) })
	return list, nil
}

// Term finds a term by its name or a synonym.
func (g *Glossary) Term(ctx context.Context, name string) (Term, error) {
	page, err := g.records.Records(ctx, store.RecordFilter{Kind: kind, Owner: store.Shared, IDs: []string{g.id(name)}})
	if err != nil {
		return Term{}, err
	}
	if len(page) == 1 {
		return decode(page[0])
	}
	list, err := g.Terms(ctx, "")
	if err != nil {
		return Term{}, err
	}
	var names []string
	for _, t := range list {
		if slices.ContainsFunc(t.Synonyms, func(s string) bool { return plain(s) == plain(name) }) {
			return t, nil
		}
		names = append(names, t.Name)
	}
	f := fault.New(fault.NotFound, "the glossary has no term %q", cut(name, maxName))
	if len(names) == 0 {
		return Term{}, f.WithHint("propose one: plumb glossary add NAME --means DEFINITION")
	}
	return Term{}, f.WithHint("%s", fault.DidYouMean(name, "terms", names))
}

// id tells terms of the same name about other databases apart.
func (g *Glossary) id(name string) string {
	sum := sha256.Sum256([]byte(g.scope))
	return ID(name) + "_" + hex.EncodeToString(sum[:4])
}

// Propose adds terms that nobody has proposed, approved or rejected before. It says which
// were new.
func (g *Glossary) Propose(ctx context.Context, by string, list ...Term) ([]Term, error) {
	known, err := g.Terms(ctx, "")
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, t := range known {
		taken[plain(t.Name)] = true
		for _, s := range t.Synonyms {
			taken[plain(s)] = true
		}
	}
	var fresh []Term
	for _, t := range list {
		if t, err = t.checked(); err != nil || taken[plain(t.Name)] || len(known)+len(fresh) == MaxTerms {
			continue // what cannot be a term is not proposed
		}
		taken[plain(t.Name)] = true
		t.Status, t.Version = Proposed, 1
		t.History = []Change{g.change(by, "proposed", t, "")}
		fresh = append(fresh, t)
	}
	return fresh, g.put(ctx, fresh...)
}

// Decide approves or rejects a term.
func (g *Glossary) Decide(ctx context.Context, name string, status Status, by, reason string) (Term, error) {
	t, err := g.Term(ctx, name)
	if err != nil {
		return Term{}, err
	}
	t.Status = status
	t.note(g.change(by, string(status), Term{}, cut(reason, maxText)))
	return t, g.put(ctx, t)
}

// Save writes what a person says of a term, which approves it.
func (g *Glossary) Save(ctx context.Context, t Term, by string) (Term, error) {
	t, err := t.checked()
	if err != nil {
		return Term{}, err
	}
	was, err := g.Term(ctx, t.Name)
	if err != nil && fault.CodeOf(err) != fault.NotFound {
		return Term{}, err
	}
	if err == nil && plain(was.Name) != plain(t.Name) {
		return Term{}, fault.New(fault.Usage, "%q is a synonym of the term %q", t.Name, was.Name).WithHint("change that term, or take the synonym from it first")
	}
	t.Status, t.Version, t.History = Approved, was.Version, was.History
	what := "edited"
	if was.Version == 0 {
		what = "added"
	}
	if t.Definition != was.Definition || t.Formula != was.Formula || was.Version == 0 {
		t.Version++
	}
	t.note(g.change(by, what, t, ""))
	return t, g.put(ctx, t)
}

// Remove removes a term with its history.
func (g *Glossary) Remove(ctx context.Context, name string) error {
	t, err := g.Term(ctx, name)
	if err != nil {
		return err
	}
	_, err = g.records.Remove(ctx, store.RecordFilter{Kind: kind, Owner: store.Shared, IDs: []string{g.id(t.Name)}})
	return err
}

// Vocabulary is what the approved terms mean to brains.
func (g *Glossary) Vocabulary(ctx context.Context) ([]brain.Entry, error) {
	list, err := g.Terms(ctx, Approved)
	if err != nil {
		return nil, err
	}
	var entries []brain.Entry
	for _, t := range list {
		entries = append(entries, t.Entries()...)
	}
	return entries, nil
}

// maxMentioned is how many terms a question is told to speak of.
const maxMentioned = 3

// Mentioned are the approved terms with a definition that a text speaks of by one of their
// names, those of most words first.
func (g *Glossary) Mentioned(ctx context.Context, text string) ([]Term, error) {
	list, err := g.Terms(ctx, Approved)
	if err != nil {
		return nil, err
	}
	said := " " + singular(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return ' '
	}, text)) + " "
	list = slices.DeleteFunc(list, func(t Term) bool {
		return t.Definition == "" || !slices.ContainsFunc(append([]string{t.Name}, t.Synonyms...), func(name string) bool { return strings.Contains(said, " "+singular(name)+" ") })
	})
	slices.SortStableFunc(list, func(a, b Term) int { return cmp.Compare(strings.Count(b.Name, " "), strings.Count(a.Name, " ")) })
	return list[:min(len(list), maxMentioned)], nil
}

// singular is a text in small letters, each word of it in the singular.
func singular(text string) string {
	words := strings.Fields(plain(text))
	for i, w := range words {
		words[i] = english.Singular(w)
	}
	return strings.Join(words, " ")
}

// Entries are what a term means to brains: a figure by its formula, another name by what it
// stands for.
func (t Term) Entries() []brain.Entry {
	var list []brain.Entry
	entry := func(k brain.EntryKind, term, text string) {
		list = append(list, brain.Entry{ID: ID(t.Name), Origin: brain.Approved, Kind: k, Term: term, Text: text})
	}
	switch {
	case t.Formula != "":
		entry(brain.Means, t.Name, t.Formula)
	case len(t.Columns) == 1:
		entry(brain.Called, t.Name, t.Columns[0])
	case t.Definition != "":
		entry(brain.Means, t.Name, t.Definition) // which is passed over where it is no formula
	}
	for _, s := range t.Synonyms {
		if t.Formula == "" && len(t.Columns) == 1 {
			entry(brain.Called, s, t.Columns[0])
		} else {
			entry(brain.Called, s, t.Name)
		}
	}
	return list
}

func (t *Term) note(c Change) {
	t.History = append(slices.Clip(t.History), c)
	if n := len(t.History) - maxHistory; n > 0 {
		t.History = t.History[n:]
	}
}

func (g *Glossary) change(by, what string, t Term, reason string) Change {
	return Change{At: g.clock().UTC().Truncate(time.Second), By: by, What: what, Definition: t.Definition, Formula: t.Formula, Reason: reason}
}

func (g *Glossary) put(ctx context.Context, list ...Term) error {
	if len(list) == 0 {
		return nil
	}
	now := g.clock()
	records := make([]store.Record, 0, len(list))
	for _, t := range list {
		body, err := json.Marshal(t)
		if err != nil {
			return fault.Wrap(err, fault.Internal, "the term %q cannot be written: %s", t.Name, err)
		}
		records = append(records, store.Record{Kind: kind, Owner: store.Shared, Scope: g.scope, ID: g.id(t.Name), Body: body, CreatedAt: now, UpdatedAt: now})
	}
	return g.records.Put(ctx, records...)
}

func decode(r store.Record) (Term, error) {
	var t Term
	if err := json.Unmarshal(r.Body, &t); err != nil {
		return t, fault.Wrap(err, fault.Store, "the term %s cannot be read: %s", r.ID, err).WithHint("remove it: plumb glossary remove")
	}
	return t, nil
}

// checked is the term with its texts as they are kept, or why it cannot be one.
func (t Term) checked() (Term, error) {
	t.Name = clean(t.Name)
	switch {
	case t.Name == "" || !strings.ContainsFunc(t.Name, unicode.IsLetter):
		return t, fault.New(fault.Usage, "a term needs a name").WithHint("for example: plumb glossary add \"net revenue\" --means \"the sum of orders.net_total\"")
	case utf8.RuneCountInString(t.Name) > maxName:
		return t, fault.New(fault.Usage, "the name of the term has %d characters; the limit is %d", utf8.RuneCountInString(t.Name), maxName).WithHint("give it a shorter name, and the rest as its definition")
	case len(t.Definition) > maxText || len(t.Formula) > maxText:
		return t, fault.New(fault.Usage, "the definition of %q is longer than %d characters", t.Name, maxText).WithHint("keep the first sentences, and leave the rest to a document")
	}
	t.Definition, t.Formula, t.Owner, t.Source = clean(t.Definition), clean(t.Formula), clean(t.Owner), clean(t.Source)
	if t.Kind == "" {
		t.Kind = Concept
		if t.Formula != "" {
			t.Kind = Metric
		}
	}
	t.Synonyms, t.Columns = cleaned(t.Synonyms, maxSynonyms, t.Name), cleaned(t.Columns, maxColumns, "")
	t.Related = t.Related[:min(len(t.Related), maxLinks)]
	return t, nil
}

// cleaned are the texts that say something, each once, but for one.
func cleaned(list []string, most int, but string) []string {
	var out []string
	for _, s := range list {
		if s = clean(s); s != "" && plain(s) != plain(but) && len(out) < most && !slices.ContainsFunc(out, func(o string) bool { return plain(o) == plain(s) }) {
			out = append(out, cut(s, maxName))
		}
	}
	return out
}

// clean is a text on one line, without signs that are not shown.
func clean(text string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, text)), " ")
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
