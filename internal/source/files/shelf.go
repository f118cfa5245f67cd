package files

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// shelf knows the files of a source and how to read each. What it found out
// about a file holds until the file changes.
type shelf struct {
	places []string
	config source.Config

	mu    sync.Mutex
	now   *duckdb.Data
	known map[string]reading // by path
	bad   []fault.Diagnostic
}

// reading is how to read a file as it was when its mark was taken.
type reading struct {
	mark  string
	view  duckdb.View // without its name
	notes []fault.Diagnostic
	err   error
}

// data is the state of the files at this moment.
func (s *shelf) data(ctx context.Context) (*duckdb.Data, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files, err := find(s.places)
	if err != nil {
		return nil, err
	}
	mark := markOf(files)
	if s.now != nil && s.now.Mark == mark {
		return s.now, nil
	}
	if s.known == nil {
		s.known = recall(s.config.Cache, s.places)
	}
	if err := s.study(ctx, files); err != nil {
		return nil, err
	}
	return s.arrange(files, mark)
}

func markOf(files []file) string {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "%s %s\n", f.path, f.mark)
	}
	return b.String()
}

// atOnce is how many files are studied at the same time.
const atOnce = 4

// study finds out how to read the files that are new or have changed.
func (s *shelf) study(ctx context.Context, files []file) error {
	known := map[string]reading{}
	var fresh []file
	var paths []string
	for _, f := range files {
		if r, ok := s.known[f.path]; ok && r.mark == f.mark && f.problem == nil {
			known[f.path] = r
		} else {
			fresh = append(fresh, f)
		}
		if f.problem == nil {
			paths = append(paths, f.path)
		}
	}
	if len(fresh) == 0 {
		s.known = known
		return nil
	}
	reader := duckdb.New(s.config, duckdb.Options{Data: func(context.Context) (*duckdb.Data, error) {
		return &duckdb.Data{Files: paths}, nil
	}})
	defer reader.Close()

	readings := make([]reading, len(fresh))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(atOnce, len(fresh)) {
		group.Go(func() {
			for i := range next {
				readings[i] = study(ctx, reader, fresh[i])
			}
		})
	}
	for i := range fresh {
		next <- i
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return fault.Of(ctx.Err())
	}
	for i, f := range fresh {
		known[f.path] = readings[i]
	}
	s.known = known
	keep(s.config.Cache, s.places, known)
	return nil
}

// study finds out how to read one file.
func study(ctx context.Context, ask asker, f file) reading {
	r := reading{mark: f.mark, err: f.problem}
	if r.err == nil && isBlank(f) {
		r.err = fault.New(fault.BadData, "%s is empty", f.shown).WithHint("a table needs at least the names of its columns: write the file again")
	}
	if r.err == nil {
		r.view, r.notes, r.err = f.format.study(ctx, ask, f)
	}
	return r
}

// arrange makes tables of the files that can be read. A source without any is
// an error.
func (s *shelf) arrange(files []file, mark string) (*duckdb.Data, error) {
	d := &duckdb.Data{Mark: mark}
	var bad []fault.Diagnostic
	var firstProblem error
	names := tableNames(files)
	for i, f := range files {
		r := s.known[f.path]
		if r.err != nil {
			problem := fault.Of(r.err).Diagnostic(fault.Warning)
			problem.File = f.path
			if m := (*mistake)(nil); errors.As(r.err, &m) {
				problem.Line = m.line
			}
			bad = append(bad, problem)
			if firstProblem == nil {
				firstProblem = r.err
			}
			continue
		}
		bad = append(bad, r.notes...)
		r.view.Name, r.view.Comment = names[i], "file "+f.shown
		d.Files = append(d.Files, f.path)
		d.Views = append(d.Views, r.view)
	}
	s.bad = bad
	switch {
	case len(d.Views) > 0:
		s.now = d
		return d, nil
	case len(files) == 1:
		return nil, firstProblem
	}
	first := fault.Of(firstProblem)
	return nil, fault.Wrap(firstProblem, first.Code, "none of the %d files can be read; the first: %s", len(files), first.Message).
		WithHint("%s", first.Hint)
}

func (s *shelf) problems() []fault.Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bad)
}
