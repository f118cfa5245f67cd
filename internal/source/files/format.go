package files

import "strings"

// format is a kind of file.
type format struct {
	kind     formatKind
	suffixes []string
}

type formatKind int

const (
	formatPacked formatKind = iota // what it holds is known when it was decoded
	formatCSV
	formatJSON
	formatJSONLines
	formatParquet
)

var formats = []*format{
	{formatCSV, compressed(".csv")},
	{formatCSV, compressed(".tsv")},
	{formatCSV, []string{plainText}},
	{formatJSON, compressed(".json")},
	{formatJSONLines, append(compressed(".jsonl"), compressed(".ndjson")...)},
	{formatParquet, []string{".parquet"}},
	{formatPacked, []string{".xlsx", ".xlsm", ".feather", ".arrow", ".ipc", ".zip"}},
}

// plainText is the ending of files that may hold rows or prose.
const plainText = ".txt"

// compressed are the endings of a format of text.
func compressed(ending string) []string {
	return []string{ending, ending + ".gz", ending + ".bz2", ending + ".zst"}
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

// suffix is the ending of the file's name.
func (f file) suffix() string { return f.format.suffix(f.name) }

// stem is the file's name without its ending, with the part that it is.
func (f file) stem() string {
	return strings.TrimSpace(f.name[:len(f.name)-len(f.suffix())] + " " + f.part)
}

// delimiter is that of a file by its ending, 0 where the ending leaves it open.
func (f file) delimiter() rune {
	if strings.HasPrefix(f.suffix(), ".tsv") {
		return '\t'
	}
	return 0
}
