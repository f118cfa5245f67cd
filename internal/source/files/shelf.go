package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/files/remote"
)

// shelf knows the files of a source, and keeps their copy up to date.
type shelf struct {
	places []string
	config source.Config

	mu    sync.Mutex
	dir   string // where copies are
	own   bool   // …which is removed in the end
	found []file
	now   *copyRecord
	data  *duckdb.Data
	kept  []remote.File // that were downloaded…
	asked time.Time     // …and when their server was last asked
}

// current is the state of the files at this moment.
func (s *shelf) current(ctx context.Context) (*duckdb.Data, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.findDir(); err != nil {
		return nil, err
	}
	files, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	s.found = files
	mark := markOf(files)
	if s.now != nil && s.now.Mark == mark && s.now.isWhole(s.dir) {
		return s.data, nil
	}
	now := recall(s.dir, s.places)
	if now == nil || now.Mark != mark {
		if now, err = s.convert(ctx, files, mark); err != nil {
			return nil, err
		}
	}
	s.now = now
	s.data = &duckdb.Data{Path: filepath.Join(s.dir, s.now.Copy), Mark: mark}
	for _, u := range s.now.Units {
		s.data.Files = append(s.data.Files, u.Files...)
		s.data.Relations = append(s.data.Relations, u.Relations...)
	}
	return s.data, nil
}

// findDir is the cache folder, or a folder of the source's own where nothing is
// kept.
func (s *shelf) findDir() error {
	if s.dir != "" {
		return nil
	}
	if s.config.Cache != "" {
		s.dir = s.config.Cache
		return nil
	}
	dir, err := os.MkdirTemp("", "plumb-files-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return fault.Wrap(err, fault.Connect, "there is no folder for a copy of the files: %v", cause(err)).WithHint("check that the temporary folder is writable")
	}
	s.dir, s.own = dir, true
	return nil
}

func (s *shelf) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own {
		_ = os.RemoveAll(s.dir) // in the system's temporary folder
	}
}

func markOf(files []file) string {
	var b strings.Builder
	for _, f := range files {
		if f.decoded {
			fmt.Fprintln(&b, f.mark) // the path is another each time
			continue
		}
		fmt.Fprintf(&b, "%s %s\n", f.path, f.mark)
	}
	return b.String()
}

// buildWait is how long a process waits for another that converts the same
// files.
const buildWait = 10 * time.Minute

// convert makes the copy. Of several processes one does, and the others wait
// for it.
func (s *shelf) convert(ctx context.Context, files []file, mark string) (*copyRecord, error) {
	lock, err := ownfile.Lock(ctx.Done(), filepath.Join(s.dir, copyKey(s.places)+lockEnding), buildWait)
	switch {
	case ctx.Err() != nil:
		return nil, fault.Of(ctx.Err())
	case err != nil && !errors.Is(err, ownfile.ErrHeld):
		return nil, noRoom(err)
	case err == nil:
		defer lock.Close()
	}
	before := recall(s.dir, s.places)
	if before != nil && before.Mark == mark {
		return before, nil
	}
	folder, err := os.MkdirTemp(s.dir, buildPrefix)
	if err != nil {
		return nil, noRoom(err)
	}
	defer os.RemoveAll(folder)
	r := &copyRecord{Mark: mark, Copy: copyName(s.places, mark)}
	built := filepath.Join(folder, "data.duckdb")
	old := findOldCopy(before, s.dir, folder)
	err = s.fill(ctx, built, files, old, r)
	if old != nil && err != nil && ctx.Err() == nil { // it may be damaged
		r.Units = nil
		if err = errors.Join(os.Remove(built), os.RemoveAll(built+".wal")); err == nil {
			err = s.fill(ctx, built, files, nil, r)
		}
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(built)
	if err == nil {
		r.Size = info.Size()
		err = errors.Join(os.Chmod(built, 0o600), os.Rename(built, filepath.Join(s.dir, r.Copy)))
	}
	if err != nil {
		return nil, noRoom(err)
	}
	keep(s.dir, s.places, r)
	return r, nil
}

func noRoom(err error) error {
	return fault.Wrap(err, fault.Connect, "the converted copy of the files cannot be written: %v", cause(err)).WithHint("check that the cache folder is writable and the disk has room")
}

// fill makes the tables of all files that can be read. A source without any is an
// error.
func (s *shelf) fill(ctx context.Context, path string, files []file, old *oldCopy, r *copyRecord) error {
	parts, err := os.MkdirTemp(s.dir, buildPrefix)
	if err != nil {
		return noRoom(err)
	}
	defer os.RemoveAll(parts)
	if files, err = decodeFiles(ctx, files, parts); err != nil {
		return err
	}
	var paths []string
	for _, f := range files {
		if f.problem == nil {
			paths = append(paths, f.path)
		}
	}
	if old != nil {
		paths = append(paths, old.path, old.path+".wal") // DuckDB looks for its log
	}
	units := findUnits(files)
	list, taken := tableNames(units)
	b := &build{Builder: duckdb.NewBuilder(s.config, path, paths), names: taken, old: old}
	defer b.Close()
	var first error
	tables := 0
	for i, u := range units {
		kept, err := b.reuse(ctx, u.mark(list[i]))
		if err != nil {
			return err
		}
		if kept != nil {
			tables += len(kept.Relations)
			r.Units = append(r.Units, *kept)
			continue
		}
		unit, err := b.addUnit(ctx, u, list[i])
		if ctx.Err() != nil {
			return fault.Of(ctx.Err())
		}
		if first == nil {
			first = err
		}
		tables += len(unit.Relations)
		r.Units = append(r.Units, unit)
	}
	switch {
	case tables > 0:
		_, err := b.Ask(ctx, "CHECKPOINT")
		return err
	case len(files) == 1:
		return first
	}
	f := fault.Of(first)
	return fault.Wrap(first, f.Code, "none of the %d files can be read; the first: %s", len(files), f.Message).WithHint("%s", f.Hint)
}

// problems are the files that cannot be read, and how others were read.
func (s *shelf) problems() []fault.Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []fault.Diagnostic
	if s.now != nil {
		for _, u := range s.now.Units {
			list = append(list, u.Problems...)
		}
	}
	list = append(list, s.outdated()...)
	return append(list, diagnostics(s.allDecisions())...)
}

func (s *shelf) decisions() []Decision {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.allDecisions()
}

func (s *shelf) allDecisions() []Decision {
	var list []Decision
	if s.now != nil {
		for _, u := range s.now.Units {
			list = append(list, u.Decisions...)
		}
	}
	return list
}
