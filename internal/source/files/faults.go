package files

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// brokenCSV is the fault for a CSV that DuckDB does not understand. DuckDB
// does not say where the trouble is, so the file is read again by the rules.
func brokenCSV(f file, d dialect, err error) error {
	if m := firstMistake(f, d); m != nil {
		return fault.Wrap(m, fault.BadData, "%s, line %d: %s", f.shown, m.line, m.what).
			WithHint("fix the line; fields are separated by %q, and quotes inside quotes are doubled", d.delimiter)
	}
	return unreadable(f, err)
}

// unreadable is the fault for a file that DuckDB cannot read.
func unreadable(f file, err error) error {
	if err == nil {
		return fault.New(fault.BadData, "%s cannot be parsed", f.shown)
	}
	switch known := fault.Of(err); known.Code {
	case fault.SQLError:
		message := strings.ReplaceAll(known.Message, f.path, f.shown)
		if m := malformed.FindStringSubmatch(known.Message); m != nil {
			return fault.Wrap(err, fault.BadData, "%s is not valid JSON from byte %s on: %s", f.shown, m[1], m[2]).
				WithHint("check that the file is complete and has the right extension; JSON lines use .jsonl")
		}
		return fault.Wrap(err, fault.BadData, "%s cannot be read as %s: %s", f.shown, kind(f), message).
			WithHint("check that the file is complete and has the right extension")
	default:
		return known
	}
}

func kind(f file) string {
	ending := strings.TrimSuffix(f.format.suffix(f.shown), ".gz")
	return map[string]string{".csv": "CSV", ".tsv": "TSV", ".json": "JSON", ".jsonl": "JSON lines", ".ndjson": "JSON lines", ".parquet": "Parquet"}[ending]
}

// DuckDB has no codes for what it finds wrong in a file while a statement
// runs; these are the shapes of its messages.
var (
	csvError  = regexp.MustCompile(`(?s)^CSV Error on Line: (\d+)\n(?:Original Line: [^\n]*\n)?([^\n]+).*\n  file = ([^\n]+)\n`)
	malformed = regexp.MustCompile(`^Malformed JSON in file "[^"]+", at byte (\d+) in [a-z/]+ \d+: ([^\n]+?)\.?\s*(?:\n|$)`)
	jsonError = regexp.MustCompile(`(?s)^(?:Malformed JSON|JSON transform error) in file "([^"]+)", (?:at byte \d+ )?in (?:line|record/value) (\d+): ([^\n]+)`)
)

// explain recognises trouble with a file in what DuckDB says, or returns nil.
func (s *shelf) explain(message string) error {
	path, line, what := "", "", ""
	if m := csvError.FindStringSubmatch(message); m != nil {
		line, what, path = m[1], m[2], m[3]
	} else if m := jsonError.FindStringSubmatch(message); m != nil {
		path, line, what = m[1], m[2], m[3]
	} else {
		return nil
	}
	number, _ := strconv.Atoi(line)
	return fault.New(fault.BadData, "%s, line %d: %s", filepath.Base(path), number, strings.TrimSuffix(strings.TrimSpace(what), ".")).
		WithHint("fix the line; the types of the columns were taken from the beginning of the file")
}
