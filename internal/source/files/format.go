package files

import "strings"

// format is a kind of file.
type format struct {
	kind     formatKind
	suffixes []string
}

type formatKind int

const (
	formatCSV formatKind = iota
	formatJSON
	formatParquet
)

var formats = []*format{
	{formatCSV, []string{".csv", ".csv.gz"}},
	{formatCSV, []string{".tsv", ".tsv.gz"}},
	{formatJSON, []string{".json", ".json.gz"}},
	{formatJSON, []string{".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz"}},
	{formatParquet, []string{".parquet"}},
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

// delimiter is that of a file by its ending, 0 where the ending leaves it open.
func (f *format) delimiter(path string) rune {
	if strings.HasPrefix(f.suffix(path), ".tsv") {
		return '\t'
	}
	return 0
}

func isCompressed(f file) bool { return strings.HasSuffix(f.format.suffix(f.shown), ".gz") }

// compression is an option of DuckDB's readers. They would go by the ending of
// the path, which a symbolic link may hide.
func compression(f file) string {
	if isCompressed(f) {
		return "compression = 'gzip'"
	}
	return "compression = 'uncompressed'"
}
