package knowledge

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
)

// What a search looks at.
const (
	candidates   = 100 // passages by their words, and as many by their meaning
	defaultLimit = 10
	maxQuestion  = 4000 // bytes of a question that count
	maxNamed     = 9000 // passages of documents that a filter names
)

// Filter narrows a search. What is empty does not.
type Filter struct {
	Sources     []string `json:"sources,omitempty"`
	Types       []string `json:"types,omitempty"`
	Documents   []string `json:"documents,omitempty"`
	From, Until string   // days, both inclusive: 2025-03-31
}

func (f Filter) store(user string) store.DocumentFilter {
	return store.DocumentFilter{Owners: seenBy(user), IDs: f.Documents, Sources: f.Sources, Types: f.Types, From: f.From, Until: f.Until}
}

// vectorFilter is the filter for vectors, which know the passages of documents and not
// the documents.
func (l *Library) vectorFilter(ctx context.Context, user string, f Filter) (vector.Filter, error) {
	v := vector.Filter{Owners: seenBy(user), Labels: map[string][]string{}, From: map[string]string{}, Until: map[string]string{}}
	if f.Sources != nil {
		v.Labels[labelSource] = f.Sources
	}
	if f.Types != nil {
		v.Labels[labelType] = f.Types
	}
	if f.From != "" {
		v.From[labelDay] = f.From
	}
	if f.Until != "" {
		v.Until[labelDay] = f.Until
	}
	if f.Documents == nil {
		return v, nil
	}
	v.IDs = []string{}
	for _, d := range f.Documents {
		for after := 0; len(v.IDs) < maxNamed; {
			list, err := l.Store.Passages(ctx, store.PassageFilter{Owners: v.Owners, Document: d, After: after, Limit: store.MaxLimit})
			if err != nil {
				return v, err
			}
			if len(list) == 0 {
				break
			}
			for _, p := range list {
				v.IDs = append(v.IDs, p.ID)
			}
			after += len(list)
		}
	}
	v.IDs = v.IDs[:min(len(v.IDs), maxNamed)]
	return v, nil
}

// Query is what to look for.
type Query struct {
	Text   string
	User   string // whose documents are searched beside those of everybody
	Filter Filter
	Limit  int // passages; 0 for 10
}

// Hit is a passage that was found.
type Hit struct {
	Passage  store.Passage  `json:"passage"`
	Document store.Document `json:"document"` // without its body
	// Score orders the hits of one search, and means nothing else.
	Score float64 `json:"score"`
	// Relevance is how likely the passage says something about the question, from 0 to 1.
	// It can be compared between searches.
	Relevance float64 `json:"relevance"`
	Words     float64 `json:"words"`    // BM25
	Meaning   float64 `json:"meaning"`  // the cosine of the vectors; 0 where there is none
	Coverage  float64 `json:"coverage"` // of the question's terms, by how much each says
}

// Result is what a search found.
type Result struct {
	Hits []Hit `json:"hits"` // the best first
	// Relevance is that of the most relevant hit.
	Relevance float64 `json:"relevance"`
	// Warnings say what the search had to do without.
	Warnings []fault.Diagnostic `json:"warnings,omitempty"`
}

// Nothing reports whether the documents seem to say nothing about the question.
func (r Result) Nothing() bool { return r.Relevance < Threshold }

// Search finds the passages that say something about a text.
func (l *Library) Search(ctx context.Context, q Query) (Result, error) {
	q.Text = cleanText(q.Text)
	q.Text = strings.ToValidUTF8(q.Text[:min(len(q.Text), maxQuestion)], "")
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	var r Result
	asked, near, err := l.near(ctx, q)
	if err != nil {
		if ctx.Err() != nil {
			return Result{}, fault.Of(ctx.Err())
		}
		r.Warnings = append(r.Warnings, fault.Of(err).Diagnostic(fault.Warning))
	}
	f := q.Filter.store(q.User)
	f.Limit = candidates
	terms := Terms(q.Text)
	found, err := l.Store.FindTerms(ctx, store.TermQuery{Terms: terms, Also: near}, f)
	if err != nil {
		return Result{}, err
	}
	list, err := l.candidates(ctx, q, found, asked)
	if err != nil {
		return Result{}, err
	}
	rank(list, asked, terms, found)
	list = distinct(list)
	for _, c := range list {
		r.Relevance = max(r.Relevance, c.relevance)
	}
	r.Hits, err = l.hits(ctx, q, list[:min(len(list), q.Limit)])
	return r, err
}

// near finds passages by their meaning. Without vectors it finds none.
func (l *Library) near(ctx context.Context, q Query) (asked []float32, ids []string, err error) {
	if l.Embedder == nil || strings.TrimSpace(q.Text) == "" {
		return nil, nil, nil
	}
	vectors, err := l.Embedder.Embed(ctx, []string{q.Text})
	if err != nil {
		return nil, nil, err
	}
	f, err := l.vectorFilter(ctx, q.User, q.Filter)
	if err != nil {
		return vectors[0], nil, err
	}
	hits, err := l.Vectors.Search(ctx, l.collection(), vectors[0], candidates, f)
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return vectors[0], ids, err
}

// candidates reads the passages that were found, with their vectors.
func (l *Library) candidates(ctx context.Context, q Query, found store.Found, asked []float32) ([]*candidate, error) {
	byID := map[string]*candidate{}
	var ids []string
	for _, h := range found.Hits {
		byID[h.Passage] = &candidate{words: h.Score, terms: h.Terms}
		ids = append(ids, h.Passage)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	passages, err := l.Store.Passages(ctx, store.PassageFilter{Owners: seenBy(q.User), IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	var list []*candidate
	var hashes []string
	for _, p := range passages {
		c := byID[p.ID]
		c.passage = p
		list, hashes = append(list, c), append(hashes, p.Hash)
	}
	if asked == nil {
		return list, nil
	}
	vectors, err := l.Store.Vectors(ctx, l.Embedder.Name(), hashes)
	for _, c := range list {
		if v := vectors[c.passage.Hash]; len(v) == len(asked) {
			c.vector = v
		}
	}
	return list, err
}

// distinct drops passages that say word for word what a better one says.
func distinct(list []*candidate) []*candidate {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(c *candidate) bool {
		again := seen[c.passage.Text]
		seen[c.passage.Text] = true
		return again
	})
}

// hits reads the documents of passages.
func (l *Library) hits(ctx context.Context, q Query, list []*candidate) ([]Hit, error) {
	var ids []string
	for _, c := range list {
		ids = append(ids, c.passage.Document)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	documents, err := l.Store.Documents(ctx, store.DocumentFilter{Owners: seenBy(q.User), IDs: ids, Limit: len(ids)})
	if err != nil {
		return nil, err
	}
	var hits []Hit
	for _, c := range list {
		i := slices.IndexFunc(documents, func(d store.Document) bool { return d.ID == c.passage.Document })
		if i < 0 {
			continue // it was removed meanwhile
		}
		hits = append(hits, Hit{
			Passage: c.passage, Document: documents[i], Score: c.score, Relevance: c.relevance,
			Words: c.words, Meaning: c.meaning, Coverage: c.coverage,
		})
	}
	return hits, nil
}
