//go:build bench

package bench

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/document/extract"
	"github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/vector/file"
)

const documents = 5_000

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

// knowledgeFigures reads a folder of documents, reads it again, and searches it. Vectors come at
// once: how long they take is told by embed.
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
	l, err := knowledge.Open(knowledge.Parts{Store: kept, Extractor: extract.New(extract.Options{}), Embedder: hashed{}, Vectors: vectors, VectorsName: "files",
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
