// Package files is the adapter for data files: CSV, TSV, JSON, JSON lines, Parquet,
// and what package decode turns into these, such as workbooks. One file, a glob, a folder, an https or S3 address, or a list
// of paths is a database, and each file is a table in it.
//
// Files are converted once, into a DuckDB file that is kept and reused while they
// are unchanged; Parquet is read in place. Statements run in a locked-down DuckDB
// that can open only that copy and the named Parquet files. A file that cannot be parsed
// is reported and left out; the others work. Files that are changed, added or removed are
// noticed at the next statement.
//
// Text becomes what it means: numbers, dates, missing values. Each such Decision
// is reported with a ReadChoice of how to read it instead; what people choose is kept
// in a SettingsFile beside the data.
package files

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	guardduckdb "github.com/plumbdata/plumb/internal/guard/duckdb"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/source/files/remote"
)

// Driver opens data files.
var Driver = source.Driver{
	Name:       "files",
	Dialect:    duckdb.Dialect,
	Schemes:    []string{"file", "files"},
	Remote:     remote.Schemes,
	Extensions: extensions(),
	NewGrammar: guardduckdb.New,
	Open: func(ctx context.Context, c source.Config) (source.Source, error) {
		return Open(ctx, c)
	},
	Form: source.Form{
		Title: "Files",
		Help:  "CSV, JSON, Excel, Parquet or Arrow files on this machine, or at an https or s3 address. Each file is a table; they are only read.",
		Properties: []source.Property{
			{Name: "path", Title: "File or folder", Kind: "path", Folder: true, Required: true, Placeholder: "exports/",
				Help: "A file, a folder, a pattern such as exports/*.parquet, or an address such as https://example.com/sales.csv."},
		},
		DSN: func(v map[string]string) string {
			if remote.Is(v["path"]) {
				return v["path"]
			}
			return "files:" + v["path"]
		},
	},
}

// Source is a set of files.
type Source struct {
	*duckdb.Source
	shelf *shelf
}

// Open converts the files, or finds the copy that was made before.
func Open(ctx context.Context, c source.Config) (*Source, error) {
	places, err := parse(c.DSN)
	if err != nil {
		return nil, err
	}
	s := &Source{shelf: &shelf{places: places, config: c}}
	_, err = s.shelf.current(ctx)
	if err == nil {
		err = s.shelf.checkReadings()
	}
	if err != nil {
		s.shelf.close()
		return nil, err
	}
	s.Source = duckdb.New(c, duckdb.Options{
		Grammar: guardduckdb.New(),
		Name:    name(places),
		Data:    s.shelf.current,
	})
	return s, nil
}

// name is what people call the set of files.
func name(places []string) string {
	base := filepath.Base(places[0])
	if remote.Is(places[0]) {
		base = remote.Name(places[0])
	}
	if len(places) > 1 {
		return base + ", …"
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Introspect implements source.Source.
func (s *Source) Introspect(ctx context.Context, f source.Filter) (*schema.Snapshot, error) {
	snapshot, err := s.Source.Introspect(ctx, f)
	if snapshot != nil {
		snapshot.Files = true
		for _, d := range s.Decisions() {
			for i := range snapshot.Tables {
				if t := &snapshot.Tables[i]; d.As == AsRows && t.Name == d.Table {
					t.Cells = true
				}
			}
		}
	}
	return snapshot, err
}

// Problems are the files that could not be understood, as they were last seen,
// and what should be known of how others were read.
func (s *Source) Problems() []fault.Diagnostic { return s.shelf.problems() }

// Decisions are how files were read where people might have expected something
// else.
func (s *Source) Decisions() []Decision { return s.shelf.decisions() }

// Choices implements source.Chooser.
func (s *Source) Choices() []source.ReadChoice { return s.shelf.choices() }

// KeepReadings implements source.Chooser.
func (s *Source) KeepReadings() ([]string, error) { return s.shelf.keepReadings() }

// Close implements source.Source.
func (s *Source) Close() error {
	err := s.Source.Close()
	s.shelf.close()
	return err
}
