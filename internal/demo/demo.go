// Package demo creates the demo warehouse: a DuckDB database of a fictional
// company that sells outdoor gear, with the documents that describe it.
//
// The content depends only on this package: not on the clock, on chance or on
// the number of threads. Known facts about it are in Facts, so that a test of
// anything that answers questions knows the right answer.
//
// A warehouse is created completely or not at all, and no file that is not the
// demo's own is ever overwritten.
package demo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/fault"
)

// FileName is the name of the database in the folder of the warehouse.
const FileName = "data.duckdb"

// Result says what Build found or made.
type Result struct {
	Path    string      `json:"path"`    // the database
	Tables  []TableRows `json:"tables"`  // in the order of Tables
	Existed bool        `json:"existed"` // it was there already; nothing was written
}

// TableRows is the number of rows of a table.
type TableRows struct {
	Table string `json:"table"`
	Rows  int64  `json:"rows"`
}

// Rows is the number of rows of all tables.
func (r *Result) Rows() int64 { return total(r.Tables) }

func total(tables []TableRows) int64 {
	var n int64
	for _, t := range tables {
		n += t.Rows
	}
	return n
}

// Progress is called as each stage starts, and at the end.
type Progress = func(stage string, done, total int)

// Build makes the warehouse in dir, which it creates, or finds it there.
// A nil progress is not told anything. When Build fails or ctx ends, no
// database is left behind.
func Build(ctx context.Context, dir string, progress Progress) (*Result, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	// DuckDB takes the rest of such a path for options and loses its log.
	if strings.Contains(dir, "?") {
		return nil, fault.New(fault.Config, "the demo warehouse cannot be created in %s: DuckDB does not accept a question mark in a path", dir).
			WithHint("choose a folder without a question mark in its name")
	}
	path := filepath.Join(dir, FileName)
	switch _, err := os.Lstat(path); {
	case err == nil:
		return find(ctx, path)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, writeFault(err, dir)
	}
	if err := checkDocuments(dir); err != nil {
		return nil, err
	}
	work, err := workFolder(dir)
	if err != nil {
		return nil, writeFault(err, dir)
	}
	defer os.RemoveAll(work)

	made := filepath.Join(work, FileName)
	tables, err := generate(ctx, made, 0, progress)
	if err != nil {
		return nil, buildFault(ctx, err, dir, work)
	}
	// The database comes last: where it is, everything is.
	if err := installDocuments(work, dir); err != nil {
		return nil, writeFault(err, dir)
	}
	if err := os.Rename(made, path); err != nil {
		return nil, writeFault(err, dir)
	}
	return &Result{Path: path, Tables: tables}, nil
}

const (
	workPrefix = ".plumb-demo-"
	// No build takes this long: an older work folder belongs to one that was killed.
	abandonedAfter = time.Hour
)

// workFolder makes the folder in which a build happens. It lies inside dir, so
// that the finished files can be moved by renaming them.
func workFolder(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	work, err := os.MkdirTemp(dir, workPrefix)
	if err != nil {
		return "", err
	}
	removeAbandoned(dir, work)
	return work, nil
}

// removeAbandoned clears what killed builds left in dir. It compares with the
// time of the new work folder, and a folder that cannot be removed does no harm.
func removeAbandoned(dir, work string) {
	now, err := os.Stat(work)
	if err != nil {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), workPrefix) &&
			now.ModTime().Sub(info.ModTime()) > abandonedAfter {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// find recognises a finished warehouse by its tables and their rows.
func find(ctx context.Context, path string) (*Result, error) {
	tables, err := count(ctx, path)
	switch {
	case ctx.Err() != nil:
		return nil, stopped(ctx)
	case err != nil:
		return nil, fault.Wrap(err, fault.Config, "%s exists but cannot be read as a DuckDB database: %v", path, err).
			WithHint("close any other program that has it open; if it is not a DuckDB database, move it away or choose another folder")
	}
	if !sameTables(tables) {
		return nil, fault.New(fault.Config, "%s exists and is not the demo warehouse of this version of Plumb; it was left as it is", path).
			WithHint("choose another folder; or, if it is an old demo warehouse, delete its folder and try again")
	}
	return &Result{Path: path, Tables: tables, Existed: true}, nil
}
