package files

import (
	"context"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/source/duckdb"
	"github.com/plumbdata/plumb/internal/table"
)

// asker runs statements of this package's own.
type asker interface {
	Ask(ctx context.Context, sql string, l source.Limits) (*table.Table, error)
}

// format is a kind of file.
type format struct {
	suffixes []string
	// study finds out how to read a file, and what should be said of it.
	study func(ctx context.Context, ask asker, f file) (duckdb.View, []fault.Diagnostic, error)
}

var formats = []*format{
	{[]string{".csv", ".csv.gz"}, studyCSV},
	{[]string{".tsv", ".tsv.gz"}, studyCSV},
	{[]string{".json", ".json.gz"}, studyJSON},
	{[]string{".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz"}, studyJSON},
	{[]string{".parquet"}, studyParquet},
}

func extensions() []string {
	var all []string
	for _, f := range formats {
		all = append(all, f.suffixes...)
	}
	return all
}

func formatOf(path string) *format {
	for _, f := range formats {
		if f.suffix(path) != "" {
			return f
		}
	}
	return nil
}

// suffix is the ending that made a file one of this format.
func (f *format) suffix(path string) string {
	lower := strings.ToLower(path)
	for _, s := range f.suffixes {
		if strings.HasSuffix(lower, s) {
			return s
		}
	}
	return ""
}

// smallFile is the size up to which the whole file is looked at.
const smallFile = 8 << 20

func small(f file) bool { return f.size <= smallFile && !isCompressed(f) }

func isCompressed(f file) bool { return strings.HasSuffix(f.format.suffix(f.shown), ".gz") }

// compression is an option of DuckDB's readers. They would go by the ending of
// the path, which a symbolic link may hide.
func compression(f file) string {
	if isCompressed(f) {
		return "compression = 'gzip'"
	}
	return "compression = 'uncompressed'"
}

// columns is a list of columns as DuckDB's readers take it.
func columns(list []column) string {
	parts := make([]string, len(list))
	for i, c := range list {
		parts[i] = duckdb.Literal(c.Name) + ": " + duckdb.Literal(c.Type)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// column is a column of a file.
type column struct {
	Name string `json:"name"`
	Type string `json:"type"`
}
