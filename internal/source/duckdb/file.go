package duckdb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb/engine"
)

// Driver opens DuckDB database files.
var Driver = source.Driver{
	Name:       "duckdb",
	Dialect:    Dialect,
	Schemes:    []string{"duckdb"},
	Extensions: []string{".duckdb", ".ddb"},
	Recognizes: IsDatabase,
	NewGrammar: guardduckdb.New,
	Open: func(ctx context.Context, c source.Config) (source.Source, error) {
		return Open(ctx, c)
	},
	Form: source.Form{
		Title: "DuckDB",
		Help:  "A DuckDB database file on this machine. It is opened read-only.",
		Properties: []source.Property{
			{Name: "path", Title: "File", Kind: "path", Required: true, Placeholder: "warehouse.duckdb", Help: "The path of the database file."},
		},
		DSN: func(v map[string]string) string { return "duckdb:" + v["path"] },
	},
}

// Open opens a database file and proves that it can be read.
func Open(ctx context.Context, c source.Config) (*Source, error) {
	path, err := filePath(c.DSN)
	if err != nil {
		return nil, err
	}
	s := New(c, Options{
		Grammar: guardduckdb.New(),
		Name:    strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)),
		Data: func(context.Context) (*Data, error) {
			mark, err := fileMark(path)
			return &Data{Path: path, Mark: mark}, err
		},
	})
	if _, err := s.Ask(ctx, "SELECT 1", source.Limits{}.OrDefault()); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// IsDatabase reports whether the file is a DuckDB database, by its first
// bytes.
func IsDatabase(path string) bool {
	const offset = 8
	start := readHeader(path)
	return len(start) >= headerSize && start[offset:offset+len(magic)] == magic
}

// The beginning of a file: a checksum, the magic, the version, the flags.
const (
	magic      = "DUCK"
	flagsAt    = 20
	headerSize = 28
)

// isEncrypted reads the flag that a file has which cannot be read without a key.
func isEncrypted(path string) bool {
	const encrypted = 1
	return IsDatabase(path) && readHeader(path)[flagsAt]&encrypted != 0
}

// readHeader is the first bytes of a file, as many as it has of them.
func readHeader(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	b := make([]byte, headerSize)
	n, _ := io.ReadFull(f, b)
	return string(b[:n])
}

// filePath takes the file out of a DSN: duckdb:file, duckdb:///absolute/file
// or the path alone.
func filePath(dsn string) (string, error) {
	path := dsn
	if rest, ok := strings.CutPrefix(dsn, "duckdb:"); ok {
		path = rest
		if after, ok := strings.CutPrefix(rest, "//"); ok {
			decoded, err := url.PathUnescape(after)
			if err != nil {
				return "", fault.Wrap(err, fault.Config, "%s is not a DSN: %v", dsn, err).WithHint("write duckdb:FILE")
			}
			path = decoded
		}
	}
	if path == "" || path == ":memory:" {
		return "", fault.New(fault.Connect, "the DSN %s names no file", dsn).
			WithHint("write duckdb:FILE; a database in memory would have no tables")
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Connect, "cannot find %s: %v", path, err)
	}
	info, err := os.Stat(absolute)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fault.Wrap(err, fault.Connect, "the DuckDB file %s does not exist", path).
			WithHint("%s", similar(path))
	case err != nil:
		return "", fault.Wrap(err, fault.Connect, "cannot read %s: %v", path, err)
	case info.IsDir():
		return "", fault.New(fault.Connect, "%s is a folder, not a DuckDB file", path).
			WithHint("name the file in it; a folder of CSV or Parquet files is files:%s", path)
	case !info.Mode().IsRegular():
		return "", fault.New(fault.Connect, "%s is not a regular file", path)
	}
	return filepath.EvalSymlinks(absolute)
}

// similar is the hint for a file that is not there.
func similar(path string) string {
	if name, _, ok := strings.Cut(path, "?"); ok {
		return "options after ? are not taken: write duckdb:" + name
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return "check the path: the folder " + filepath.Dir(path) + " cannot be read"
	}
	var names []string
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".duckdb" || ext == ".ddb" || ext == ".db" {
			names = append(names, e.Name())
		}
	}
	if hint := fault.DidYouMean(filepath.Base(path), "database files there", names); hint != "" {
		return hint
	}
	return "check the path, or make a sample with plumb demo"
}

// fileMark changes when the database does: writes go to the file or to the
// log beside it.
func fileMark(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fault.Wrap(err, fault.Connect, "the DuckDB file %s cannot be read: %v", path, err).
			WithHint("was it moved or removed?")
	}
	mark := statMark(info)
	if log, err := os.Stat(path + ".wal"); err == nil {
		mark += " " + statMark(log)
	}
	return mark, nil
}

func statMark(i fs.FileInfo) string {
	return fmt.Sprintf("%d@%d", i.Size(), i.ModTime().UnixNano())
}

// openFault says why a database file cannot be opened, and what to do.
func openFault(path string, f *engine.Failure) error {
	switch {
	case f.Subtype == engine.Locked:
		return fault.Wrap(f, fault.Connect, "the DuckDB file %s is open for writing in process %s", path, f.Name).
			WithHint("DuckDB lets one program write or many read: close the other one, or connect to a copy of the file")
	case f.Subtype == engine.Newer:
		return fault.Wrap(f, fault.Connect, "the DuckDB file %s was written by a newer DuckDB than this program has", path).
			WithHint("update plumb, or write the file with STORAGE_VERSION 'v1.0.0'")
	case f.Subtype == engine.Foreign:
		hint := "check that this is the file you meant"
		if strings.HasPrefix(readHeader(path), "SQLite format 3") {
			hint = "it is an SQLite database: connect it as SQLite, sqlite:" + path
		}
		return fault.Wrap(f, fault.Connect, "%s is not a DuckDB database", path).WithHint("%s", hint)
	case isEncrypted(path):
		return fault.Wrap(f, fault.Connect, "the DuckDB file %s is encrypted", path).
			WithHint("connect to a copy without encryption: ATTACH both in DuckDB, and COPY FROM DATABASE one TO the other")
	}
	return fault.Wrap(f, fault.Connect, "the DuckDB file %s cannot be opened: %s", path, firstLine(f.Message)).
		WithHint("check its permissions, or restore it from a copy")
}
