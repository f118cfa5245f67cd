package cli

import (
	"context"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/config"
	"github.com/plumbdata/plumb/internal/fault"
	knowledgelib "github.com/plumbdata/plumb/internal/knowledge"
	"github.com/plumbdata/plumb/internal/mode/lookup"
	"github.com/plumbdata/plumb/internal/store"
)

// answerWait is how long an answer of a server waits for files to be looked at.
const answerWait = 1500 * time.Millisecond

// searched is the library as conversations search it.
type searched struct {
	*library
	config *config.Config
	beside *librarySource // the documents of the connection; nil where it has none
	life   context.Context
	most   time.Duration // that a question waits for a refresh; 0 as long as it takes
}

// sources are what a question may be answered from.
func (s *searched) all() []librarySource {
	list := s.sources(s.config)
	if s.beside != nil {
		list = append(list, *s.beside)
	}
	return list
}

// Holds is true where there may be documents.
func (s *searched) Holds(ctx context.Context) bool {
	if len(s.all()) > 0 {
		return true
	}
	own, err := s.kept.DocumentSources(ctx, store.Local)
	return err == nil && len(own) > 0
}

func (s *searched) Search(ctx context.Context, text string, most int) ([]lookup.Passage, error) {
	warn := func(d fault.Diagnostic) { s.app.diagnose([]fault.Diagnostic{d}) }
	if s.most > 0 {
		s.lookBeside(ctx, s.life, s.config, s.all(), s.most, func(fault.Diagnostic) {}) // plumb docs and the page show the state
	} else {
		report, done := s.app.showRefresh()
		s.look(ctx, s.config, s.all(), report, warn)
		done()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found, err := s.find(ctx, text, knowledgelib.Filter{}, most)
	if err != nil {
		return nil, err
	}
	if s.most == 0 {
		for _, d := range found.Warnings {
			warn(d)
		}
	}
	list := make([]lookup.Passage, len(found.Hits))
	for i, h := range found.Hits {
		list[i] = passageOf(h)
	}
	return list, nil
}

// find searches what the filter chooses of the documents that are known here.
func (s *searched) find(ctx context.Context, text string, f knowledgelib.Filter, most int) (knowledgelib.Result, error) {
	lib, err := s.open()
	if err != nil {
		return knowledgelib.Result{}, err
	}
	if f.Sources, err = s.chosen(ctx, f.Sources); err != nil {
		return knowledgelib.Result{}, err
	}
	if len(f.Sources) == 0 {
		return knowledgelib.Result{}, nil
	}
	return lib.Search(ctx, knowledgelib.Query{Text: text, User: store.Local, Filter: f, Limit: most})
}

// chosen are the sources that are known here, as the store calls them: those of the names,
// or all.
func (s *searched) chosen(ctx context.Context, names []string) ([]string, error) {
	list := []string{}
	for _, x := range s.all() {
		if len(names) == 0 || slices.Contains(names, x.Name) {
			list = append(list, x.Stored)
		}
	}
	own, err := s.kept.DocumentSources(ctx, store.Local)
	for _, x := range own {
		if len(names) == 0 || slices.Contains(names, x.Name) {
			list = append(list, x.Name)
		}
	}
	return list, err
}

func passageOf(h knowledgelib.Hit) lookup.Passage {
	return lookup.Passage{
		ID: h.Passage.ID, Document: h.Document.ID, Title: h.Document.Title, Source: shownSource(h.Document.Source), Address: h.Document.Address,
		Section: h.Passage.Path, Page: h.Passage.Page, Sheet: h.Passage.Sheet, Day: h.Document.Day, Text: h.Passage.Text, Hash: h.Passage.Hash, Relevance: h.Relevance,
	}
}

// showRefresh shows how far a refresh is, on standard error.
func (a *app) showRefresh() (report func(knowledgelib.Progress), done func()) {
	p := a.progress()
	return func(x knowledgelib.Progress) {
		switch x.Stage {
		case knowledgelib.Reading:
			p.Step("reading the documents "+shownSource(x.Source), x.Done, x.Total)
		case knowledgelib.Embedding:
			p.Step("preparing the documents to be found by their meaning", x.Done, x.Total)
		}
	}, p.End
}
