package desk

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
)

// Library reads the documents of a person. *knowledge.Library is one.
type Library interface {
	Statistics(ctx context.Context, user string) (knowledge.Statistics, error)
	Documents(ctx context.Context, user string, f knowledge.Filter, after string, limit int) ([]knowledge.State, error)
	Excerpt(ctx context.Context, user, passage string, around int) (knowledge.Excerpt, error)
	Search(ctx context.Context, q knowledge.Query) (knowledge.Result, error)
}

// Shelf changes which documents there are. Its methods return when the change is kept;
// what is read of a source comes with Refresh.
type Shelf interface {
	// Add adds a place, and says under which name. Whether it may be reached is decided here.
	Add(ctx context.Context, d NewDocuments) (name string, err error)
	// Keep adds a file with its content to the documents that were given, or replaces the
	// one of its name. It says which source that is.
	Keep(ctx context.Context, name string, data []byte) (source string, err error)
	// Take removes a file that was given.
	Take(ctx context.Context, source, name string) error
	Remove(ctx context.Context, source string) error
	Refresh(ctx context.Context, source string, report func(knowledge.Progress)) (knowledge.Summary, error)
}

// Uploads is the source of the files that were dropped on a page.
const Uploads = "uploads"

// NewDocuments is a place that documents come from.
type NewDocuments struct {
	Name    string   `json:"name,omitempty" maxLength:"60" doc:"What it will be called; made from the place when left out." example:"handbook"`
	Place   string   `json:"place" minLength:"1" maxLength:"2000" doc:"https://host/page, s3://bucket/prefix, ftp://host/folder, sftp://host/folder, or where that is allowed a file, a folder or a glob." example:"https://example.com/handbook/"`
	Crawl   bool     `json:"crawl,omitempty" doc:"Follow the links of pages, within their site."`
	Depth   int      `json:"depth,omitempty" minimum:"0" maximum:"20" doc:"How many links away from the first page are followed; 3 when left out."`
	Pages   int      `json:"pages,omitempty" minimum:"0" maximum:"20000" doc:"How many pages are read at most; 500 when left out."`
	Include []string `json:"include,omitempty" maxItems:"50" doc:"Patterns of names, such as *.pdf; all when left out."`
}

// Documents is what there is to look things up in.
type Documents struct {
	Sources  []DocumentSource `json:"sources" doc:"By name."`
	Unplaced int              `json:"unplaced" doc:"Passages that are found by their words only until their vectors are made; -1 where there are none."`
	Local    bool             `json:"local" doc:"Files and folders of this machine can be added."`
}

// DocumentSource is a place that documents come from, with what became of it.
type DocumentSource struct {
	Name      string     `json:"name"`
	Place     string     `json:"place" doc:"Its address, without secrets."`
	Uploads   bool       `json:"uploads" doc:"It holds the files that were dropped on the page."`
	Documents int        `json:"documents"`
	Passages  int        `json:"passages"`
	Bytes     int64      `json:"bytes"`
	Added     time.Time  `json:"added_at"`
	Refreshed *time.Time `json:"refreshed_at,omitempty" doc:"When all of it was last seen."`
	// Work is the refresh that runs, or the last one since the start of this Plumb.
	Work *DocumentWork `json:"work,omitempty"`
}

// Document is one of a source.
type Document struct {
	ID       string       `json:"id"`
	Source   string       `json:"source"`
	Address  string       `json:"address"`
	Title    string       `json:"title"`
	Type     string       `json:"type" example:"pdf"`
	Day      string       `json:"day,omitempty" doc:"When it was changed, as far as its place tells."`
	Bytes    int64        `json:"bytes"`
	Read     time.Time    `json:"read_at"`
	Passages int          `json:"passages"`
	Tables   int          `json:"tables"`
	Notes    []string     `json:"notes" doc:"What could not be read of it."`
	Failure  *WorkProblem `json:"failure,omitempty" doc:"Why it cannot be read as it is now."`
}

// Passage is a part of a document with what stands around it.
type Passage struct {
	ID       string         `json:"id"`
	Document Document       `json:"document"`
	Section  []string       `json:"section" doc:"The headings above it, the outermost first."`
	Text     string         `json:"text"`
	Page     int            `json:"page,omitempty" doc:"Page or slide."`
	Sheet    string         `json:"sheet,omitempty"`
	First    int            `json:"first" doc:"The number of the first block in the document, from 0."`
	Total    int            `json:"total" doc:"Blocks of the document."`
	Blocks   []PassageBlock `json:"blocks"`
}

// PassageBlock is a paragraph, a heading, an item, code or a table. Its text is plain, never HTML.
type PassageBlock struct {
	Kind    string     `json:"kind" enum:"heading,paragraph,item,code,table"`
	Level   int        `json:"level,omitempty" doc:"Of a heading, from 1; of an item, how deep it is."`
	Text    string     `json:"text,omitempty"`
	Page    int        `json:"page,omitempty"`
	Columns []string   `json:"columns,omitempty" doc:"Of a table."`
	Rows    [][]string `json:"rows,omitempty" doc:"Of a table, at most 200."`
	More    bool       `json:"more,omitempty" doc:"Not all of it is here."`
	Cited   bool       `json:"cited" doc:"The passage is in this block."`
}

// FoundPassage is a passage that a search found.
type FoundPassage struct {
	Passage   string   `json:"passage" doc:"Its id."`
	Document  string   `json:"document"`
	Title     string   `json:"title"`
	Source    string   `json:"source"`
	Type      string   `json:"type"`
	Section   []string `json:"section"`
	Page      int      `json:"page,omitempty"`
	Sheet     string   `json:"sheet,omitempty"`
	Text      string   `json:"text"`
	Relevance float64  `json:"relevance" doc:"How likely it says something about what was looked for, from 0 to 1."`
}

// library is that of this desk.
func (w *Work) library(ctx context.Context) (Library, error) {
	if w.Library == nil || w.Shelf == nil {
		return nil, fault.New(fault.NotFound, "this Plumb keeps no documents").WithHint("plumb docs says what is missing")
	}
	return w.Library(ctx)
}

// Documents lists where documents come from.
func (w *Work) Documents(ctx context.Context) (Documents, error) {
	l, err := w.library(ctx)
	if err != nil {
		return Documents{}, err
	}
	s, err := l.Statistics(ctx, w.Person)
	if err != nil {
		return Documents{}, err
	}
	d := Documents{Sources: []DocumentSource{}, Unplaced: s.Unplaced, Local: w.LocalDocuments}
	for _, x := range s.Sources {
		d.Sources = append(d.Sources, w.documentSource(x))
	}
	return d, nil
}

func (w *Work) documentSource(x knowledge.SourceState) DocumentSource {
	s := DocumentSource{Name: x.Name, Place: config.Redact(x.Place), Uploads: x.Name == Uploads, Documents: x.Documents, Passages: x.Passages, Bytes: x.Bytes, Added: x.CreatedAt, Work: w.reading.of(x.Name)}
	if !x.RefreshedAt.IsZero() {
		s.Refreshed = &x.RefreshedAt
	}
	if s.Uploads {
		s.Place = "files that were dropped here"
	}
	return s
}

// documents is a source by its name.
func (w *Work) documents(ctx context.Context, name string) (DocumentSource, error) {
	all, err := w.Documents(ctx)
	if err != nil {
		return DocumentSource{}, err
	}
	var names []string
	for _, s := range all.Sources {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return DocumentSource{}, fault.New(fault.NotFound, "there are no documents named %q", shortened(name)).WithHint("%s", fault.DidYouMean(name, "documents", names))
}

func shortened(s string) string { return s[:min(len(s), 100)] }

// AddDocuments adds a place, and begins to read it.
func (w *Work) AddDocuments(ctx context.Context, d NewDocuments) (DocumentSource, error) {
	if _, err := w.library(ctx); err != nil {
		return DocumentSource{}, err
	}
	name, err := w.Shelf.Add(ctx, d)
	if err != nil {
		return DocumentSource{}, err
	}
	return w.RefreshDocuments(ctx, name)
}

// KeepDocument keeps a file that was dropped, and begins to read it.
func (w *Work) KeepDocument(ctx context.Context, name string, data []byte) (DocumentSource, error) {
	if _, err := w.library(ctx); err != nil {
		return DocumentSource{}, err
	}
	source, err := w.Shelf.Keep(ctx, name, data)
	if err != nil {
		return DocumentSource{}, err
	}
	return w.RefreshDocuments(ctx, source)
}

// RemoveDocuments removes a source with its documents.
func (w *Work) RemoveDocuments(ctx context.Context, source string) error {
	if _, err := w.documents(ctx, source); err != nil {
		return err
	}
	w.reading.stop(source)
	return w.Shelf.Remove(ctx, source)
}

// RemoveDocument removes a file that was dropped.
func (w *Work) RemoveDocument(ctx context.Context, source, id string) error {
	l, err := w.library(ctx)
	if err != nil {
		return err
	}
	list, err := l.Documents(ctx, w.Person, knowledge.Filter{Sources: []string{source}, Documents: []string{id}}, "", 1)
	if err != nil {
		return err
	}
	switch {
	case len(list) == 0:
		return fault.New(fault.NotFound, "there is no document %q", shortened(id)).WithHint("it may have been removed")
	case source != Uploads:
		return fault.New(fault.Usage, "the documents of %s are read from their place", shortened(source)).WithHint("remove it there and refresh, or remove the whole source")
	}
	if err := w.Shelf.Take(ctx, source, list[0].Document.Address); err != nil {
		return err
	}
	_, err = w.RefreshDocuments(ctx, source)
	return err
}

// ListDocuments lists a page of the documents of a source.
func (w *Work) ListDocuments(ctx context.Context, source, after string, limit int) ([]Document, error) {
	l, err := w.library(ctx)
	if err != nil {
		return nil, err
	}
	states, err := l.Documents(ctx, w.Person, knowledge.Filter{Sources: []string{source}}, after, limit)
	list := []Document{}
	for _, s := range states {
		list = append(list, documentOf(s))
	}
	return list, err
}

func documentOf(s knowledge.State) Document {
	d := s.Document
	v := Document{ID: d.ID, Source: d.Source, Address: config.Redact(d.Address), Title: d.Title, Type: d.Type, Day: d.Day, Bytes: d.Size, Read: d.ReadAt, Passages: d.Passages,
		Tables: s.Tables, Notes: append([]string{}, s.Notes...)}
	if f := s.Failure; f != nil {
		v.Failure = &WorkProblem{Code: string(f.Code), Message: f.Message, Hint: f.Hint}
	}
	return v
}

// Bounds of a passage that is opened.
const (
	maxRows      = 200
	maxBlockText = 20_000
)

// OpenPassage opens a passage in its document, with so many blocks before and behind.
func (w *Work) OpenPassage(ctx context.Context, id string, around int) (Passage, error) {
	l, err := w.library(ctx)
	if err != nil {
		return Passage{}, err
	}
	e, err := l.Excerpt(ctx, w.Person, id, around)
	if err != nil {
		return Passage{}, err
	}
	p := Passage{ID: e.Passage.ID, Document: documentOf(knowledge.State{Document: e.Document}), Section: append([]string{}, e.Passage.Path...), Text: e.Passage.Text,
		Page: e.Passage.Page, Sheet: e.Passage.Sheet, First: e.First, Total: e.Total, Blocks: []PassageBlock{}}
	for i, b := range e.Blocks {
		p.Blocks = append(p.Blocks, blockOf(b, isCited(e.Passage, e.First+i)))
	}
	return p, nil
}

// isCited reports whether any of a passage is in a block: its end is behind it.
func isCited(p store.Passage, block int) bool {
	return block >= p.From.Block && (block < p.To.Block || block == p.To.Block && p.To.Offset > 0)
}

func blockOf(b document.Block, cited bool) PassageBlock {
	v := PassageBlock{Kind: string(b.Kind), Level: b.Level, Page: b.Page, Cited: cited}
	if v.Text = b.Text; len(v.Text) > maxBlockText {
		cut := maxBlockText
		for !utf8.RuneStart(v.Text[cut]) {
			cut--
		}
		v.Text, v.More = v.Text[:cut], true
	}
	if b.Table == nil {
		return v
	}
	for _, c := range b.Table.Columns {
		v.Columns = append(v.Columns, c.Name)
	}
	v.More = v.More || len(b.Table.Rows) > maxRows
	for _, r := range b.Table.Rows[:min(len(b.Table.Rows), maxRows)] {
		v.Rows = append(v.Rows, texts(r))
	}
	return v
}

func texts(r table.Row) []string {
	list := make([]string, len(r))
	for i, value := range r {
		if !value.IsNull() {
			list[i] = value.String()
		}
	}
	return list
}

// FindPassages finds passages that say something about a text.
func (w *Work) FindPassages(ctx context.Context, text, source string, limit int) ([]FoundPassage, error) {
	l, err := w.library(ctx)
	if err != nil {
		return nil, err
	}
	q := knowledge.Query{Text: text, User: w.Person, Limit: limit}
	if source != "" {
		q.Filter.Sources = []string{source}
	}
	r, err := l.Search(ctx, q)
	list := []FoundPassage{}
	for _, h := range r.Hits {
		list = append(list, FoundPassage{Passage: h.Passage.ID, Document: h.Document.ID, Title: h.Document.Title, Source: h.Document.Source, Type: h.Document.Type,
			Section: append([]string{}, h.Passage.Path...), Page: h.Passage.Page, Sheet: h.Passage.Sheet, Text: h.Passage.Text, Relevance: h.Relevance})
	}
	return list, err
}
