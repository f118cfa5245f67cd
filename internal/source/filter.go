package source

import (
	"path"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Filter narrows what is introspected. Empty means everything that the login
// may read, outside the system catalogs.
//
// Patterns are over schema.table or table: * stands for any characters, ? for
// one, [a-z] for one of a range, {a,b} for either. They ignore case, unless
// they are written in double quotes.
type Filter struct {
	Include []string
	Exclude []string
	// Structure leaves out statistics and samples, which is much faster.
	Structure bool
	// Seen is called with every table that the patterns are matched against; may be nil.
	Seen func(schema, table string)
}

// Keeps reports whether a table is among what is introspected.
func (f Filter) Keeps(schema, table string) bool {
	if f.Seen != nil {
		f.Seen(schema, table)
	}
	matches := func(pattern string) bool { return Matches(pattern, schema, table) }
	return (len(f.Include) == 0 || slices.ContainsFunc(f.Include, matches)) && !slices.ContainsFunc(f.Exclude, matches)
}

// Matches reports whether a pattern of a filter means a table. A malformed one
// means none: CheckPattern finds it.
func Matches(pattern, schema, table string) bool {
	names := []string{table, schema + "." + table}
	if plain := strings.ReplaceAll(pattern, `"`, ""); plain != pattern {
		pattern = plain
	} else {
		pattern = strings.ToLower(pattern)
		for i, n := range names {
			names[i] = strings.ToLower(n)
		}
	}
	alternatives, _ := expandBraces(pattern)
	for _, p := range alternatives {
		for _, n := range names {
			if ok, _ := path.Match(noSlash(p), noSlash(n)); ok {
				return true
			}
		}
	}
	return false
}

// noSlash hides the one character that path.Match treats in a way of its own.
func noSlash(s string) string { return strings.ReplaceAll(s, "/", "\x1f") }

// IsName reports whether a pattern is a name, without anything that stands for
// something else.
func IsName(pattern string) bool { return !strings.ContainsAny(pattern, `*?[{\`) }

// CheckPattern says what is wrong with a pattern.
func CheckPattern(pattern string) error {
	alternatives, ok := expandBraces(pattern)
	for _, p := range alternatives {
		_, err := path.Match(p, "")
		ok = ok && err == nil && p != ""
	}
	if !ok {
		return fault.New(fault.Usage, "%q is not a pattern for tables", pattern).
			WithHint("* matches any characters, ? matches one, {a,b} matches either: sales.*, tmp_?, {users,logins}")
	}
	return nil
}

// mostAlternatives bounds what the braces of a pattern may stand for.
const mostAlternatives = 256

// expandBraces writes out what {a,b} stands for. It is not ok where braces do not
// match, or stand for too much.
func expandBraces(pattern string) (all []string, ok bool) {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}, !strings.Contains(pattern, "}")
	}
	length := strings.IndexAny(pattern[open+1:], "{}")
	if length < 0 || pattern[open+1+length] == '{' || strings.Contains(pattern[:open], "}") {
		return nil, false
	}
	rest, ok := expandBraces(pattern[open+1+length+1:])
	for choice := range strings.SplitSeq(pattern[open+1:open+1+length], ",") {
		for _, r := range rest {
			if all = append(all, pattern[:open]+choice+r); len(all) > mostAlternatives {
				return nil, false
			}
		}
	}
	return all, ok
}

// SplitPatterns cuts a list of patterns at its commas, but not within braces.
func SplitPatterns(list string) []string {
	var all []string
	depth, from := 0, 0
	for i := range len(list) + 1 {
		switch {
		case i == len(list) || list[i] == ',' && depth == 0:
			if p := strings.TrimSpace(list[from:i]); p != "" {
				all = append(all, p)
			}
			from = i + 1
		case list[i] == '{':
			depth++
		case list[i] == '}':
			depth--
		}
	}
	return all
}
