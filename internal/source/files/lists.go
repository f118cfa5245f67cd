package files

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// listSeparators are the signs between the values of a cell. The comma is also
// part of prose and of names, so more must speak for it.
var listSeparators = []struct {
	text    string
	reuse   int // how often each value must occur, on average
	longest int // characters of a value
}{{"|", 3, 80}, {";", 3, 80}, {",", 4, 30}}

// mostWords bounds a vocabulary.
const mostWords = 1000

// listSeparator is the sign between several values of a small vocabulary in the
// cells of a column, or "".
func listSeparator(sample []string) string {
	for _, s := range listSeparators {
		if isListBy(sample, s.text, s.reuse, s.longest) {
			return s.text
		}
	}
	return ""
}

func isListBy(sample []string, separator string, reuse, longest int) bool {
	values, several, pairs, items, long := 0, 0, 0, 0, 0
	sizes, firsts, seconds := map[int]bool{}, map[string]bool{}, map[string]bool{}
	cells, cellsWith := map[string]bool{}, map[string]int{} // different cells, and how many of them have a word
	for _, v := range sample {
		whole := utf8.RuneCountInString(v) < sampleLength
		if v = strings.Trim(v, brackets); v == "" {
			continue
		}
		values++
		parts := strings.Split(v, separator)
		if last := len(parts) - 1; !whole && last > 0 { // it is cut short
			parts = parts[:last]
		}
		items += len(parts)
		if sizes[len(parts)] = true; len(parts) > 1 {
			several++
		}
		if len(parts) == 2 {
			pairs++
			firsts[listed(parts[0])], seconds[listed(parts[1])] = true, true
		}
		known := cells[v]
		cells[v] = true
		for _, p := range parts {
			p = listed(p)
			if p == "" || strings.Trim(p, "0123456789.,-$€%") == "" {
				return false
			}
			if len(p) > longest {
				long++
			}
			if !known {
				cellsWith[p]++
			}
		}
		if len(cellsWith) > mostWords {
			return false
		}
	}
	if pairs*10 >= values*9 { // a town and its state, unless the same words come first and second
		for w := range firsts {
			if seconds[w] {
				pairs = 0
			}
		}
	}
	// Cells that always have so many parts are no lists. What stands
	// in one cell only may be part of a phrase: "No, and I don't plan to".
	again := 0
	for _, n := range cellsWith {
		if n > 1 {
			again++
		}
	}
	return several*20 >= values && long*50 <= items && len(sizes) > 1 && pairs*10 < values*9 && items >= reuse*len(cellsWith) && len(cellsWith) > 2 && again*2 > len(cellsWith)
}

// brackets and quotes are what programs write around lists and their values: ['email', 'phone'].
const (
	brackets = "[]{}"
	quotes   = ` '"`
)

// listed is a value of a list.
func listed(part string) string { return strings.Trim(part, quotes) }

// textList is a column of text as lists.
func textList(f finding, separator string) list {
	return list{f.name, fmt.Sprintf("list_filter(list_transform(string_split(trim(%s, %s), %s), lambda x: trim(x, %s)), lambda x: x <> '')", f.id, duckdb.Literal(brackets), duckdb.Literal(separator), duckdb.Literal(quotes)), f.example}
}
