package knowledge

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/vector"
	"github.com/plumbdata/plumb/internal/vector/file"
)

// abstracts extracts the documents of a collection by their names.
type abstracts map[string]*document.Document

func (a abstracts) Extract(_ context.Context, name, _ string, _ []byte) (*document.Document, string, error) {
	return a[name], "text", nil
}

// library puts the collection into a library as the product keeps one: SQLite, vectors in
// files, the built-in sentence model.
func (c cranfield) library(t testing.TB) *Library {
	t.Helper()
	embedder, err := account.Sentences()
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := file.Open(t.Context(), file.Options{Folder: filepath.Join(t.TempDir(), "vectors")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = vectors.Close() })
	docs := abstracts{}
	place := &shelf{files: map[string]string{}}
	for i, id := range c.ids {
		docs[id], place.files[id] = c.documents[i], id
	}
	l := library(t, func(p *Parts) { p.Extractor, p.Embedder, p.Vectors, p.VectorsName = docs, embedder, vectors, "file" })
	if s := refreshed(t, l, place); s.Read != len(c.ids) {
		t.Fatalf("%d of %d documents were read", s.Read, len(c.ids))
	}
	return l
}

// deep is how many passages are looked at for the first ten documents.
const deep = 60

// byWords ranks documents by BM25 alone, as a library without vectors does.
func byWords(t testing.TB, l *Library, question string) []string {
	alone := *l
	alone.Embedder, alone.Vectors = nil, nil
	return addresses(search(t, &alone, Query{Text: question, Limit: deep}))
}

// byMeaning ranks documents by their nearest passage alone.
func byMeaning(t testing.TB, l *Library, question string, documents map[string]string) []string {
	t.Helper()
	v, err := l.Embedder.Embed(t.Context(), []string{question})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := l.Vectors.Search(t.Context(), l.collection(), v[0], deep, vector.Filter{Owners: []string{store.Shared}})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(hits, func(a, b vector.Hit) int { return cmp.Compare(b.Score, a.Score) })
	var list []string
	for _, h := range hits {
		if id := documents[h.ID]; !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// documentsOf are the addresses of documents by the ids of their passages.
func documentsOf(t testing.TB, l *Library) map[string]string {
	t.Helper()
	list := map[string]string{}
	for after := ""; ; {
		states, err := l.Documents(t.Context(), store.Shared, Filter{}, after, store.MaxLimit)
		if err != nil {
			t.Fatal(err)
		}
		if len(states) == 0 {
			return list
		}
		for _, s := range states {
			passages, err := l.Store.Passages(t.Context(), store.PassageFilter{Owners: []string{store.Shared}, Document: s.Document.ID, Limit: store.MaxLimit})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range passages {
				list[p.ID] = s.Document.Address
			}
			after = s.Document.ID
		}
	}
}

// halves are means over the even questions, the odd ones, and all.
type halves [2][]float64

func (h *halves) add(question int, x float64) { h[question%2] = append(h[question%2], x) }

func (h *halves) means() (even, odd, all float64) {
	return mean(h[0]), mean(h[1]), mean(slices.Concat(h[0], h[1]))
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(max(len(list), 1))
}

// TestCranfield holds the search against words alone and meaning alone. What there is to
// tune was tuned on questions of even numbers.
func TestCranfield(t *testing.T) {
	c := loadCranfield(t)
	l := c.library(t)
	documents := documentsOf(t, l)
	var words, meaning, hybrid halves
	for i, question := range c.questions {
		words.add(i, ndcg(byWords(t, l, question), c.grades[i]))
		meaning.add(i, ndcg(byMeaning(t, l, question, documents), c.grades[i]))
		hybrid.add(i, ndcg(addresses(search(t, l, Query{Text: question, Limit: deep})), c.grades[i]))
	}
	for _, x := range []struct {
		name string
		h    *halves
	}{{"BM25 alone", &words}, {"vectors alone", &meaning}, {"hybrid", &hybrid}} {
		even, odd, all := x.h.means()
		t.Logf("nDCG@10 of %-13s %.4f: tuned on %.4f, not %.4f", x.name, all, even, odd)
	}
	_, w, _ := words.means()
	_, m, _ := meaning.means()
	if _, h, _ := hybrid.means(); h < max(w, m)+0.02 {
		t.Errorf("on questions that nothing was tuned on, the hybrid search has %.4f, words %.4f, meaning %.4f", h, w, m)
	}
	relevanceFigures(t, l, c)
}
