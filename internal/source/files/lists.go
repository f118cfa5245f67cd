package files

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// listSeparators are the signs between the values of a cell. The comma is also
// part of prose and of names, so more must speak for it.
var listSeparators = []struct {
	text  string
	reuse int // how often each value must occur, on average
}{{"|", 3}, {";", 4}, {",", 8}}

// Bounds of a vocabulary: different values, and characters of one.
const (
	mostWords   = 200
	longestWord = 30
)

// listSeparator is the sign between several values of a small vocabulary in the
// cells of a column, or "".
func listSeparator(sample []string) string {
	for _, s := range listSeparators {
		if isListBy(sample, s.text, s.reuse) {
			return s.text
		}
	}
	return ""
}

func isListBy(sample []string, separator string, reuse int) bool {
	values, several, items := 0, 0, 0
	words, sizes := map[string]bool{}, map[int]bool{}
	for _, v := range sample {
		if v == "" {
			continue
		}
		values++
		parts := strings.Split(v, separator)
		if sizes[len(parts)] = true; len(parts) > 1 {
			several++
		}
		items += len(parts)
		for _, p := range parts {
			p = strings.TrimSpace(p)
			if words[p] = true; p == "" || len(p) > longestWord || len(words) > mostWords || strings.Trim(p, "0123456789.,-$€%") == "" {
				return false
			}
		}
	}
	// A cell that always has two parts is a pair, such as a town and its state.
	return several*10 >= values && len(sizes) > 1 && items >= reuse*len(words) && len(words) > 2 && values > len(words)
}

// textList is a column of text as lists.
func textList(f finding, separator string) list {
	return list{f.name, fmt.Sprintf("list_filter(list_transform(string_split(%s, %s), lambda x: trim(x)), lambda x: x <> '')", f.id, duckdb.Literal(separator)), f.example}
}
