package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"maps"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/store/sqlite"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/vector"
)

var noon = time.Date(2026, 2, 6, 12, 0, 0, 0, time.UTC)

// shelf is a place in memory.
type shelf struct {
	files  map[string]string // by address
	marks  map[string]string // where they are not their files' lengths and hashes
	broken map[string]error  // errors of Read
	ends   error             // how the listing ends, if not well
	walks  bool
	read   []string // what was read
}

func (s *shelf) mark(address string) string {
	return cmp.Or(s.marks[address], hashOf(s.files[address]))
}

func (s *shelf) List(_ context.Context, known map[string]Item) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for _, address := range slices.Sorted(maps.Keys(s.files)) {
			i := Item{Address: address, Name: path.Base(address), Mark: s.mark(address), Modified: noon, Kept: known[address].Kept}
			if !yield(i, nil) {
				return
			}
		}
		if s.ends != nil {
			yield(Item{}, s.ends)
		}
	}
}

func (s *shelf) Read(ctx context.Context, i Item) ([]byte, error) {
	if err := s.broken[i.Address]; err != nil {
		return nil, err
	}
	s.read = append(s.read, i.Address)
	return []byte(s.files[i.Address]), ctx.Err()
}

func (s *shelf) Walks() bool { return s.walks }

// plain extracts text as people write it: headings behind #, items behind -, tables as
// lines with |, pages after a form feed.
type plain struct{}

func (plain) Extract(ctx context.Context, name, _ string, data []byte) (*document.Document, string, error) {
	if strings.HasPrefix(string(data), "%broken") {
		return nil, "", fault.New(fault.BadData, "%s is damaged", name).WithHint("save it again")
	}
	d := &document.Document{}
	page := 0
	for block := range strings.SplitSeq(string(data), "\n\n") {
		if strings.HasPrefix(block, "\f") {
			page++
		}
		b := document.Block{Kind: document.Paragraph, Text: strings.TrimPrefix(block, "\f"), Page: page}
		level := len(b.Text) - len(strings.TrimLeft(b.Text, "#"))
		switch {
		case level > 0:
			b.Kind, b.Level, b.Text = document.Heading, level, strings.TrimSpace(b.Text[level:])
		case strings.HasPrefix(b.Text, "- "):
			b.Kind, b.Text = document.Item, b.Text[2:]
		case strings.Contains(b.Text, "|"):
			b.Kind, b.Table, b.Text = document.Table, tableOf(b.Text), ""
		}
		d.Blocks = append(d.Blocks, b)
	}
	return d, "text", ctx.Err()
}

func tableOf(text string) *table.Table {
	t := &table.Table{}
	for i, line := range strings.Split(text, "\n") {
		var row table.Row
		for cell := range strings.SplitSeq(line, "|") {
			if i == 0 {
				t.Columns = append(t.Columns, table.Column{Name: strings.TrimSpace(cell), Kind: table.Text})
			}
			row = append(row, table.NewText(strings.TrimSpace(cell)))
		}
		if i > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// counting embeds a text as a bag of its terms, and says what it was asked.
type counting struct {
	mu    sync.Mutex
	asked []string
	fails error
}

func (*counting) Dimensions() int { return 64 }
func (*counting) Name() string    { return "counting" }

func (c *counting) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fails != nil {
		return nil, c.fails
	}
	c.asked = append(c.asked, texts...)
	list := make([][]float32, len(texts))
	for i, text := range texts {
		v := make([]float32, c.Dimensions())
		v[0] = 0.01 // a text without terms has a direction, too
		for _, term := range Terms(text) {
			h := fnv.New32a()
			h.Write([]byte(term))
			v[h.Sum32()%uint32(len(v))]++
		}
		length := 0.0
		for _, x := range v {
			length += float64(x) * float64(x)
		}
		for j := range v {
			v[j] /= float32(math.Sqrt(length))
		}
		list[i] = v
	}
	return list, nil
}

// points is an exact vector store in memory.
type points struct {
	mu    sync.Mutex
	kept  map[string]vector.Point // by owner and id
	fails error
}

func (p *points) Upsert(_ context.Context, _ string, list []vector.Point) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range list {
		p.kept[x.Owner+"\x00"+x.ID] = x
	}
	return p.fails
}

func (p *points) chosen(f vector.Filter) []vector.Point {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []vector.Point
	for _, x := range p.kept {
		ok := slices.Contains(f.Owners, x.Owner) && (f.IDs == nil || slices.Contains(f.IDs, x.ID))
		for k, values := range f.Labels {
			ok = ok && slices.Contains(values, x.Labels[k])
		}
		for k, from := range f.From {
			ok = ok && x.Labels[k] >= from
		}
		for k, until := range f.Until {
			ok = ok && x.Labels[k] != "" && x.Labels[k] <= until
		}
		if ok {
			list = append(list, x)
		}
	}
	return list
}

func (p *points) Delete(_ context.Context, _ string, f vector.Filter) (int, error) {
	list := p.chosen(f)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range list {
		delete(p.kept, x.Owner+"\x00"+x.ID)
	}
	return len(list), p.fails
}

func (p *points) Search(_ context.Context, _ string, query []float32, k int, f vector.Filter) ([]vector.Hit, error) {
	if p.fails != nil {
		return nil, p.fails
	}
	var list []vector.Hit
	for _, x := range p.chosen(f) {
		list = append(list, vector.Hit{ID: x.ID, Owner: x.Owner, Score: dot(query, x.Vector)})
	}
	slices.SortFunc(list, func(a, b vector.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
	return list[:min(k, len(list))], nil
}

func (p *points) Count(_ context.Context, _ string, f vector.Filter) (int, error) {
	return len(p.chosen(f)), p.fails
}

func (*points) Close() error { return nil }

// library is a library with a source for everybody, "handbook".
func library(t testing.TB, change func(*Parts)) *Library {
	t.Helper()
	dir := t.TempDir()
	s, err := sqlite.Open(t.Context(), filepath.Join(dir, "plumb.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	p := Parts{
		Store: s, Extractor: plain{}, Embedder: &counting{}, Vectors: &points{kept: map[string]vector.Point{}}, VectorsName: "memory",
		Folder: dir, Workers: 2, Now: func() time.Time { return noon },
	}
	if change != nil {
		change(&p)
	}
	l, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	source(t, l, store.Shared, "handbook")
	return l
}

func source(t testing.TB, l *Library, owner, name string) {
	t.Helper()
	if err := l.AddSource(t.Context(), store.DocumentSource{Owner: owner, Name: name, Place: "memory"}); err != nil {
		t.Fatal(err)
	}
}

// refreshed refreshes the source and embeds what came.
func refreshed(t testing.TB, l *Library, place Place) Summary {
	t.Helper()
	s, err := l.Refresh(t.Context(), store.Shared, "handbook", place, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Embed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// addresses are those of the documents of hits, each once.
func addresses(r Result) []string {
	var list []string
	for _, h := range r.Hits {
		if !slices.Contains(list, h.Document.Address) {
			list = append(list, h.Document.Address)
		}
	}
	return list
}

func search(t testing.TB, l *Library, q Query) Result {
	t.Helper()
	r, err := l.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var errLost = errors.New("lost")

func countOf(n int, what string) string { return fmt.Sprintf("%d %s", n, what) }
