//go:build bench

package bench

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/document/extract"
	"github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/memory"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/test/vectortest"
	"github.com/plumbdata/plumb/internal/vector/file"
)

const (
	documents = 5_000
	memories  = 20_000
)

// random gives each text a vector of its own, so that what is measured is the store, and not the
// sentence model (embed).
type random struct{}

func (random) Dimensions() int { return vectorDimensions }
func (random) Name() string    { return "random" }

func (random) Embed(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, text := range texts {
		h := fnv.New64a()
		h.Write([]byte(text))
		list[i] = vectortest.Unit(rand.New(rand.NewPCG(h.Sum64(), 1)), vectorDimensions)
	}
	return list, nil
}

// folder is a place with one file for each document.
type folder struct {
	path  string
	marks []string
}

func (f *folder) name(n int) string { return filepath.Join(f.path, fmt.Sprintf("%05d.md", n)) }

func (f *folder) List(context.Context, map[string]knowledge.Item) iter.Seq2[knowledge.Item, error] {
	return func(yield func(knowledge.Item, error) bool) {
		for n := range f.marks {
			if !yield(knowledge.Item{Address: f.name(n), Name: filepath.Base(f.name(n)), Mark: f.marks[n]}, nil) {
				return
			}
		}
	}
}

func (f *folder) Read(_ context.Context, i knowledge.Item) ([]byte, error) {
	return os.ReadFile(i.Address)
}
func (f *folder) Walks() bool { return false }

var vocabulary = strings.Fields(`refund invoice customer approval warehouse shipment contract supplier margin budget audit holiday travel security
	password backup incident meeting board revenue forecast discount warranty repair return complaint training salary`)

// writeDocument writes a handbook of a few sections. The words of each are drawn.
func writeDocument(path string, n int) error {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	var b strings.Builder
	fmt.Fprintf(&b, "# Handbook %d\n", n)
	for section := range 4 {
		fmt.Fprintf(&b, "\n## Section %d about %s\n\n", section, vocabulary[r.IntN(len(vocabulary))])
		for range 6 {
			for range 12 {
				b.WriteString(vocabulary[r.IntN(len(vocabulary))] + " ")
			}
			fmt.Fprintf(&b, "number%d.\n", r.IntN(20_000))
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o600)
}

func knowledgeFigures(t *testing.T) []figure {
	dir := t.TempDir()
	kept, err := sqlite.Open(t.Context(), filepath.Join(dir, "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	vectors, err := file.Open(t.Context(), file.Options{Folder: filepath.Join(dir, "vectors")})
	if err != nil {
		t.Fatal(err)
	}
	defer vectors.Close()
	return append(documentFigures(t, dir, kept, vectors), recallFigures(t, kept, vectors)...)
}

// documentFigures reads a folder of documents, reads it again, and searches it.
func documentFigures(t *testing.T, dir string, kept *sqlite.Store, vectors *file.Store) []figure {
	l, err := knowledge.Open(knowledge.Parts{Store: kept, Extractor: extract.New(extract.Options{}), Embedder: random{}, Vectors: vectors, VectorsName: "files",
		Folder: dir, Workers: 2, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.AddSource(t.Context(), store.DocumentSource{Owner: store.Shared, Name: "handbooks", Place: dir}); err != nil {
		t.Fatal(err)
	}
	f := &folder{path: dir, marks: make([]string, documents)}
	for n := range documents {
		f.marks[n] = "1"
		if err := writeDocument(f.name(n), n); err != nil {
			t.Fatal(err)
		}
	}
	refresh := func() error {
		_, err := l.Refresh(t.Context(), store.Shared, "handbooks", f, nil)
		if err == nil {
			_, err = l.Embed(t.Context(), nil)
		}
		return err
	}
	plain := median(t, 3, func() error {
		for n := range documents {
			if _, err := os.ReadFile(f.name(n)); err != nil {
				return err
			}
		}
		return nil
	})
	first := median(t, 1, refresh)
	again := median(t, 5, refresh)
	f.marks[17] = "2"
	one := median(t, 1, refresh)
	asked := 0
	search := median(t, 21, func() error {
		asked++
		r, err := l.Search(t.Context(), knowledge.Query{Text: fmt.Sprintf("who approves a refund of number%d after an incident?", asked*7)})
		if err == nil && len(r.Hits) == 0 {
			err = fmt.Errorf("nothing was found")
		}
		return err
	})
	scan := median(t, 5, func() error {
		for n := range documents {
			b, err := os.ReadFile(f.name(n))
			if err != nil {
				return err
			}
			_ = strings.Contains(string(b), "number1234567")
		}
		return nil
	})
	read := short(plain) + " to read the files"
	return []figure{
		{what: fmt.Sprintf("documents, first reading of %d", documents), ours: fmt.Sprintf("%s, %.0f a second", short(first), documents/first.Seconds()), baseline: read, limit: "100 a second", kept: first <= documents*time.Second/100},
		{what: fmt.Sprintf("documents, refresh of %d, unchanged", documents), ours: short(again), baseline: read, limit: "1 s", kept: again <= time.Second},
		{what: fmt.Sprintf("documents, refresh of %d, one changed", documents), ours: short(one), baseline: read, limit: "1 s", kept: one <= time.Second},
		{what: fmt.Sprintf("documents, search of %d by words and meaning", documents), ours: short(search), baseline: short(scan) + " to look for one word in the files", limit: "100 ms", kept: search <= 100*time.Millisecond},
	}
}

// recallFigures remembers answers, and recalls them with a question.
func recallFigures(t *testing.T, kept *sqlite.Store, vectors *file.Store) []figure {
	n := 0
	book := memory.New(kept, vectors, random{}, time.Now, func() string { n++; return fmt.Sprintf("memory_%06d", n) }, memory.Options{})
	me := memory.Whose{Owner: "me", Scope: "shop", Session: "session_1"}
	question := func(n int) string { return fmt.Sprintf("revenue of %s %d", vocabulary[n%len(vocabulary)], n) }
	all := median(t, 1, func() error {
		for n := range memories {
			if _, err := book.Remember(t.Context(), me, memory.Experience{Verdict: memory.Accept, Query: question(n), Answer: "It is 12.", SQL: fmt.Sprintf("SELECT %d", n)}); err != nil {
				return err
			}
		}
		return nil
	})
	asked := 0
	recall := median(t, 21, func() error {
		asked++
		list, err := book.Recall(t.Context(), me, question(asked*11), 0)
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("%d memories for %q", len(list), question(asked*11))
		}
		return err
	})
	flat := make([]float32, memories*vectorDimensions)
	plain := median(t, 5, func() error {
		sum := float32(0)
		for _, x := range flat {
			sum += x
		}
		if sum != 0 {
			return fmt.Errorf("%f", sum)
		}
		return nil
	})
	return []figure{
		{what: fmt.Sprintf("memories, keeping each of %d", memories), ours: short(all / memories), baseline: short(plain) + " to add up their vectors", limit: "20 ms", kept: all/memories <= 20*time.Millisecond},
		{what: fmt.Sprintf("memories, recall among %d", memories), ours: short(recall), baseline: short(plain) + " to add up their vectors", limit: "20 ms", kept: recall <= 20*time.Millisecond},
	}
}
