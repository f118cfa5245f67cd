package files

import (
	"regexp"
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
		return fault.Wrap(err, fault.BadData, "%s cannot be read as %s: %s", f.shown, kindName(f), message).
			WithHint("check that the file is complete and has the right extension")
	default:
		return known
	}
}

func kindName(f file) string {
	return map[formatKind]string{formatCSV: "CSV", formatJSON: "JSON", formatJSONLines: "JSON lines", formatParquet: "Parquet"}[f.format.kind]
}

// malformed is the shape of DuckDB's message, which has no code.
var malformed = regexp.MustCompile(`^Malformed JSON in file "[^"]+", at byte (\d+) in [a-z/]+ \d+: ([^\n]+?)\.?\s*(?:\n|$)`)
