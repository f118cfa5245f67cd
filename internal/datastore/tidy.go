package datastore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/ownfile"
	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// tidy brings a store in order when it is opened: a damaged catalogue is made again,
// tables whose files are gone are forgotten, and files that belong to nothing are
// removed.
func (s *Store) tidy(ctx context.Context) error {
	lock, err := s.lock(ctx.Done())
	if err != nil {
		return err
	}
	defer lock.Close()
	c, info, err := s.read()
	changed := false
	switch {
	case errors.Is(err, errDamaged):
		if err := os.Rename(s.path(catalogueFile), s.path(damagedFile)); err != nil {
			return unwritable(err)
		}
		if c, err = s.recover(ctx, "the catalogue of the data store was damaged"); err != nil {
			return err
		}
		changed = true
	case err != nil:
		return err
	case info == nil && s.hasFiles():
		if c, err = s.recover(ctx, "the catalogue of the data store was missing"); err != nil {
			return err
		}
		changed = true
	}
	changed = s.forgetLost(c) || changed
	if changed {
		if err := s.write(c); err != nil {
			return err
		}
	}
	s.removeOrphans(c)
	return nil
}

// hasFiles reports whether there are tables or artifacts.
func (s *Store) hasFiles() bool {
	for _, folder := range []string{tablesFolder, artifactFolder} {
		if entries, err := os.ReadDir(s.path(folder)); err == nil && len(entries) > 0 {
			return true
		}
	}
	return false
}

// report keeps what people should know of the store.
func (s *Store) report(f *fault.Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.diagnostics = append(s.diagnostics, f.Diagnostic(fault.Warning))
}

// setAsideEnding is of files that cannot be read, which are kept for people to look at.
const setAsideEnding = ".damaged"

// setAside keeps a file that cannot be read out of the way.
func (s *Store) setAside(folder, file string) {
	path := s.path(folder, file)
	_ = os.Rename(path, path+setAsideEnding) // otherwise it is removed as an orphan
}

// forgetLost takes tables and artifacts out of the catalogue whose files are not as they were left.
func (s *Store) forgetLost(c *catalogue) bool {
	before := len(c.Tables) + len(c.Artifacts)
	whole := func(what, name, folder, file string, bytes int64) bool {
		info, err := os.Lstat(s.path(folder, file))
		if err == nil && info.Mode().IsRegular() && info.Size() == bytes {
			return true
		}
		why := "its file is gone"
		if err == nil {
			why = "its file was changed"
			s.setAside(folder, file)
		}
		s.report(fault.New(fault.Store, "%s %s is lost: %s", what, name, why).WithHint("run the step again that made it"))
		return false
	}
	c.Tables = slices.DeleteFunc(c.Tables, func(e entry) bool { return !whole("table", e.Name, tablesFolder, e.File, e.Bytes) })
	c.Artifacts = slices.DeleteFunc(c.Artifacts, func(a artifact) bool { return !whole("artifact", a.Name, artifactFolder, a.File, a.Size) })
	return len(c.Tables)+len(c.Artifacts) < before
}

// removeOrphans removes what processes that were killed have left. The store is locked,
// so that nobody is between putting a file in place and saying so.
func (s *Store) removeOrphans(c *catalogue) {
	known := map[string]bool{}
	for _, t := range c.Tables {
		known[tablesFolder+"/"+t.File] = true
	}
	for _, a := range c.Artifacts {
		known[artifactFolder+"/"+a.File] = true
	}
	for _, o := range c.Old {
		known[o.Folder+"/"+o.File] = true
	}
	s.each(tablesFolder, func(name string) bool {
		return !known[tablesFolder+"/"+name] && !strings.HasSuffix(name, setAsideEnding)
	})
	s.each(artifactFolder, func(name string) bool {
		return !known[artifactFolder+"/"+name] && !strings.HasSuffix(name, setAsideEnding)
	})
	s.each("", func(name string) bool { return strings.HasPrefix(name, ".new-") }) // of ownfile
	s.each(buildFolder, s.isAbandoned)
}

// each removes the things in a folder that are no longer needed.
func (s *Store) each(folder string, unneeded func(name string) bool) {
	entries, err := os.ReadDir(s.path(folder))
	if err != nil {
		return
	}
	for _, e := range entries {
		if unneeded(e.Name()) {
			_ = os.RemoveAll(s.path(folder, e.Name())) // the next who opens the store tries again
		}
	}
}

// isAbandoned reports whether nobody works in a folder any more.
func (s *Store) isAbandoned(folder string) bool {
	at := strings.LastIndexByte(folder, '-')
	if at < 0 {
		return false // a lock
	}
	lock, err := ownfile.Lock(nil, s.lockPath(folder[:at]), 0)
	if err != nil {
		return false
	}
	// Whoever begins now makes a folder of another name.
	return lock.Close() == nil
}

// recover makes a catalogue of the files that are there. State and scratchpad are lost.
func (s *Store) recover(ctx context.Context, what string) (*catalogue, error) {
	c := &catalogue{}
	lost, err := s.recoverTables(ctx, c)
	if err != nil {
		return nil, err
	}
	s.recoverArtifacts(c)
	hint := "set state variables again where they are needed"
	if lost > 0 {
		hint += fmt.Sprintf("; run the steps again that made the %d tables whose files cannot be read", lost)
	}
	s.report(fault.New(fault.Store, "%s: %d tables and %d artifacts were recovered from their files, the state and the scratchpad were not", what, len(c.Tables), len(c.Artifacts)).
		WithHint("%s", hint))
	return c, nil
}

// recoverTables reads the tables' files; each says what it is.
func (s *Store) recoverTables(ctx context.Context, c *catalogue) (lost int, err error) {
	entries, err := os.ReadDir(s.path(tablesFolder))
	if err != nil {
		return 0, unreadable(err)
	}
	var files, paths []string
	for _, e := range entries {
		if e.Type().IsRegular() && strings.HasSuffix(e.Name(), tableEnding) {
			files, paths = append(files, e.Name()), append(paths, s.path(tablesFolder, e.Name()))
		}
	}
	if len(files) == 0 {
		return 0, nil
	}
	w, err := s.begin(recoverWork)
	if err != nil {
		return 0, err
	}
	defer w.close()
	b := w.builder(paths...)
	defer b.Close()
	for i, file := range files {
		e, err := s.recoverTable(ctx, b, file, paths[i])
		switch {
		case ctx.Err() != nil:
			return lost, fault.Of(ctx.Err())
		case err != nil:
			s.setAside(tablesFolder, file)
			lost++
		default:
			c.Serial++
			e.Serial = c.Serial
			if old := c.table(e.Name); old == nil {
				c.Tables = append(c.Tables, e)
			} else if old.CreatedAt.Before(e.CreatedAt) {
				*old = e
			}
		}
	}
	return lost, nil
}

// recoverTable reads one file. One that the store did not write has no record, and is a table
// all the same.
func (s *Store) recoverTable(ctx context.Context, b *duckdb.Builder, file, path string) (entry, error) {
	name, _, _ := strings.Cut(strings.TrimSuffix(file, tableEnding), "-")
	if err := checkName("table", name); err != nil {
		return entry{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return entry{}, err
	}
	counted, err := b.Ask(ctx, fmt.Sprintf("SELECT num_rows FROM parquet_file_metadata(%s)", duckdb.Literal(path)))
	if err != nil || len(counted.Rows) != 1 {
		return entry{}, errors.Join(err, errDamaged)
	}
	about, err := b.Ask(ctx, fmt.Sprintf("SELECT value FROM parquet_kv_metadata(%s) WHERE decode(key) = %s", duckdb.Literal(path), duckdb.Literal(metadataKey)))
	if err != nil {
		return entry{}, err
	}
	e := entry{Record: Record{Name: name, Step: unknownStep, CreatedAt: info.ModTime().UTC()}}
	if len(about.Rows) == 1 {
		var said entry
		if json.Unmarshal([]byte(about.Rows[0][0].Raw()), &said) == nil && equalNames(said.Name, name) {
			e = said
		}
	}
	e.File, e.Bytes, e.UsedAt = file, info.Size(), e.CreatedAt
	e.Rows, _ = counted.Rows[0][0].Int64()
	e.Columns, err = describe(ctx, b, path, e.Columns)
	return e, err
}

// recoverArtifacts takes artifacts for what their names say.
func (s *Store) recoverArtifacts(c *catalogue) {
	entries, err := os.ReadDir(s.path(artifactFolder))
	if err != nil {
		return
	}
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), "-")
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || checkName("artifact", name) != nil {
			continue
		}
		found := artifact{Artifact: Artifact{Name: name, MediaType: "application/octet-stream", Size: info.Size(), Step: unknownStep, CreatedAt: info.ModTime().UTC()}, File: e.Name()}
		if old := c.artifact(name); old == nil {
			c.Artifacts = append(c.Artifacts, found)
		} else if old.CreatedAt.Before(found.CreatedAt) {
			*old = found
		}
	}
}
