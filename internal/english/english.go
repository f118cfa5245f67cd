// Package english is what the program knows of the English language: how nouns
// are inflected, how names are split into words and abbreviations written out,
// number words, units, and words without a meaning of their own. It knows
// nothing of databases, questions or results.
package english

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
)

// Set is a set of words.
type Set map[string]bool

// NewSet is the set of the words in a text.
func NewSet(text string) Set {
	s := Set{}
	for w := range strings.FieldsSeq(text) {
		s[w] = true
	}
	return s
}

// With is the set with the words of others.
func (s Set) With(others ...Set) Set {
	all := maps.Clone(s)
	for _, o := range others {
		maps.Copy(all, o)
	}
	return all
}

// HasAny reports whether any of the words is in the set.
func (s Set) HasAny(words []string) bool {
	for _, w := range words {
		if s[w] {
			return true
		}
	}
	return false
}

// Among reports whether a word is one of a list separated by spaces.
func Among(w, list string) bool {
	for f := range strings.FieldsSeq(list) {
		if f == w {
			return true
		}
	}
	return false
}

// ReadSections calls f with each line of a word list, and the section that it is
// in. A section begins with a line such as [mass]; a comment, with #.
func ReadSections(text string, f func(section, line string)) {
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		default:
			f(section, line)
		}
	}
}

// NewPairs reads "word meaning, word meaning".
func NewPairs(text string) map[string]string {
	m := map[string]string{}
	for p := range strings.SplitSeq(text, ",") {
		f := strings.Fields(p)
		if len(f) != 2 {
			panic(fmt.Sprintf("english: %q is not a pair of words", p))
		}
		m[f[0]] = f[1]
	}
	return m
}

// NewGroups reads groups of words, "word other, word other third", and leads from
// each word to the others of its groups.
func NewGroups(text string) map[string][]string {
	m := map[string][]string{}
	for group := range strings.SplitSeq(text, ",") {
		words := strings.Fields(group)
		for _, w := range words {
			for _, other := range words {
				if other != w {
					m[w] = append(m[w], other)
				}
			}
		}
	}
	return m
}

// NewNumbers reads "word number, word number".
func NewNumbers(text string) map[string]float64 {
	m := map[string]float64{}
	for w, n := range NewPairs(text) {
		v, err := strconv.ParseFloat(n, 64)
		if err != nil {
			panic("english: " + err.Error())
		}
		m[w] = v
	}
	return m
}

// Quoted puts each text between quotation marks.
func Quoted(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		out[i] = "“" + text + "”"
	}
	return out
}

// JoinList writes a list as people do: a, b and c.
func JoinList(list []string, conjunction string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + conjunction + " " + list[len(list)-1]
}
