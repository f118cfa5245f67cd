package desk

import (
	"context"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/store"
	storesqlite "github.com/plumbdata/plumb/internal/store/sqlite"
)

// lines reads each line of a file as a paragraph; one that begins with # as a heading.
type lines struct{}

func (lines) Extract(_ context.Context, name, _ string, data []byte) (*document.Document, string, error) {
	if strings.HasSuffix(name, ".pdf") {
		return nil, "", fault.New(fault.BadData, "the file is encrypted").WithHint("save it without a password")
	}
	d := &document.Document{}
	for line := range strings.Lines(string(data)) {
		text := strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(text, "# "); ok {
			d.Blocks = append(d.Blocks, document.Block{Kind: document.Heading, Level: 1, Text: heading})
		} else if text != "" {
			d.Blocks = append(d.Blocks, document.Block{Kind: document.Paragraph, Text: text})
		}
	}
	return d, "markdown", nil
}

// memoryShelf keeps files in memory. A refresh waits for hold, if there is one.
type memoryShelf struct {
	library *knowledge.Library
	mu      sync.Mutex
	files   map[string]string
	hold    chan struct{}
	runs    int
}

func (s *memoryShelf) Add(ctx context.Context, d NewDocuments) (string, error) {
	return d.Name, s.library.AddSource(ctx, store.DocumentSource{Owner: store.Local, Name: d.Name, Place: d.Place})
}

func (s *memoryShelf) Keep(ctx context.Context, name string, data []byte) (string, error) {
	s.mu.Lock()
	s.files[name] = string(data)
	s.mu.Unlock()
	return Uploads, s.library.AddSource(ctx, store.DocumentSource{Owner: store.Local, Name: Uploads, Place: "memory"})
}

func (s *memoryShelf) Take(_ context.Context, _, address string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, address)
	return nil
}

func (s *memoryShelf) Remove(ctx context.Context, source string) error {
	return s.library.RemoveSource(ctx, store.Local, source)
}

func (s *memoryShelf) Refresh(ctx context.Context, source string, report func(knowledge.Progress)) (knowledge.Summary, error) {
	s.mu.Lock()
	s.runs++
	hold := s.hold
	s.mu.Unlock()
	if hold != nil {
		report(knowledge.Progress{Source: source, Stage: knowledge.Reading, Done: 1, Total: 3})
		select {
		case <-hold:
		case <-ctx.Done():
			return knowledge.Summary{}, ctx.Err()
		}
	}
	return s.library.Refresh(ctx, store.Local, source, s, report)
}

func (s *memoryShelf) Walks() bool { return false }

func (s *memoryShelf) List(context.Context, map[string]knowledge.Item) iter.Seq2[knowledge.Item, error] {
	s.mu.Lock()
	defer s.mu.Unlock()
	var items []knowledge.Item
	for name, text := range s.files {
		items = append(items, knowledge.Item{Address: name, Name: name, Mark: text})
	}
	return func(yield func(knowledge.Item, error) bool) {
		for _, i := range items {
			if !yield(i, nil) {
				return
			}
		}
	}
}

func (s *memoryShelf) Read(_ context.Context, i knowledge.Item) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []byte(s.files[i.Address]), nil
}

func newLibraryPlace(t *testing.T) (*place, *memoryShelf) {
	t.Helper()
	shelf := &memoryShelf{files: map[string]string{}}
	p := newPlace(t, func(c *Config) {
		made, err := knowledge.Open(knowledge.Parts{Store: c.Store.(*storesqlite.Store), Extractor: lines{}, Folder: t.TempDir(), Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		shelf.library = made
		c.Person, c.Shelf, c.Library = store.Local, shelf, func(context.Context) (Library, error) { return made, nil }
	})
	return p, shelf
}

// finished waits until the work on a source has ended.
func (p *place) finished(source string) DocumentSource {
	p.t.Helper()
	for {
		s, err := p.documents(p.t.Context(), source)
		if err != nil {
			p.t.Fatal(err)
		}
		if s.Work != nil && !s.Work.active() {
			return s
		}
		select {
		case <-p.t.Context().Done():
			p.t.Fatal("it does not end")
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func TestDocumentsAreReadFoundOpenedAndRemoved(t *testing.T) {
	p, _ := newLibraryPlace(t)
	ctx := t.Context()
	if _, err := p.KeepDocument(ctx, "handbook.md", []byte("# Refunds\nRefunds take 14 days.\n# Travel\nTrips are approved by Ann.\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.KeepDocument(ctx, "secret.pdf", []byte("%PDF")); err != nil {
		t.Fatal(err)
	}
	s := p.finished(Uploads)
	if s.Work.State != WorkDone || s.Documents != 2 || s.Passages == 0 || s.Refreshed == nil || !s.Uploads {
		t.Errorf("%+v, %+v", s, s.Work)
	}
	list, err := p.ListDocuments(ctx, Uploads, "", 10)
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	var broken, good Document
	for _, d := range list {
		if d.Failure != nil {
			broken = d
		} else {
			good = d
		}
	}
	if broken.Failure == nil || broken.Failure.Message != "the file is encrypted" || good.Type != "markdown" {
		t.Errorf("%+v\n%+v", broken, good)
	}
	hits, err := p.FindPassages(ctx, "how long do refunds take?", "", 5)
	if err != nil || len(hits) == 0 || !strings.Contains(hits[0].Text, "14 days") {
		t.Fatalf("%+v, %v", hits, err)
	}
	open, err := p.OpenPassage(ctx, hits[0].Passage, 1)
	if err != nil {
		t.Fatal(err)
	}
	var cited []string
	for _, b := range open.Blocks {
		if b.Cited {
			cited = append(cited, b.Text)
		}
	}
	if got := strings.Join(cited, "|"); !strings.Contains(got, "Refunds take 14 days.") || strings.Contains(got, "Trips") && len(hits) > 1 {
		t.Errorf("cited %q of %+v", got, open.Blocks)
	}
	if err := p.RemoveDocument(ctx, Uploads, good.ID); err != nil {
		t.Fatal(err)
	}
	p.finished(Uploads)
	if _, err := p.OpenPassage(ctx, hits[0].Passage, 1); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("of a document that was removed: %v", err)
	}
	if err := p.RemoveDocuments(ctx, Uploads); err != nil {
		t.Fatal(err)
	}
	all, err := p.Documents(ctx)
	if err != nil || len(all.Sources) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestARefreshRunsOnceAndCanBeStopped(t *testing.T) {
	p, shelf := newLibraryPlace(t)
	ctx := t.Context()
	shelf.hold = make(chan struct{})
	s, err := p.AddDocuments(ctx, NewDocuments{Name: "handbook", Place: "https://reader:sesame@example.com/"})
	if err != nil || s.Work == nil || !s.Work.active() || strings.Contains(s.Place, "sesame") {
		t.Fatalf("%+v, %v", s, err)
	}
	for range 3 {
		if _, err := p.RefreshDocuments(ctx, "handbook"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.StopDocuments(ctx, "handbook"); err != nil {
		t.Fatal(err)
	}
	if s := p.finished("handbook"); s.Work.State != WorkStopped {
		t.Errorf("stopped: %+v", s.Work)
	}
	shelf.mu.Lock()
	if shelf.runs > 1 {
		t.Errorf("it ran %d times", shelf.runs)
	}
	shelf.mu.Unlock()
	if _, err := p.RefreshDocuments(ctx, "handbok"); fault.CodeOf(err) != fault.NotFound || !strings.Contains(fault.Of(err).Hint, "handbook") {
		t.Errorf("a name that is not there: %v", err)
	}
}

func TestWithoutDocuments(t *testing.T) {
	p := newPlace(t)
	if _, err := p.Documents(t.Context()); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	if _, err := p.Memories(t.Context(), MemoryFilter{}); fault.CodeOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
	if _, err := p.Ask(t.Context(), Question{Text: "revenue", Mode: "everything"}); fault.CodeOf(err) != fault.Usage {
		t.Errorf("a mode that there is not: %v", err)
	}
}

func TestStatisticsCountAnswers(t *testing.T) {
	p := newPlace(t)
	p.ask(Question{Notebook: p.create("a").ID, SQL: byChannel})
	r, err := p.Statistics(t.Context(), 0)
	if err != nil || r.Answers != 1 || r.Sessions != 1 || len(r.Paths) != 1 || r.Paths[0].Path != "data" {
		t.Fatalf("%+v, %v", r, err)
	}
	p.ask(Question{Notebook: "a", SQL: countAll})
	if r, err = p.Statistics(t.Context(), 0); err != nil || r.Answers != 2 {
		t.Errorf("after another: %+v, %v", r, err)
	}
}
