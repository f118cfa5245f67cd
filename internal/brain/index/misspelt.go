package index

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// findMisspelt finds values whose word is a letter or two from one that is unknown.
func (f *finder) findMisspelt(found []Match, q *query, at int) []Match {
	t := q.tokens[at]
	if len(t) < 5 || digit(t[0]) || t[0] >= 0x80 || stop[t] || f.byWord.has(t) || f.byKey.has(keyOf([]string{t})) ||
		f.names.has(english.Singular(t)) || (english.NameWords[english.Singular(t)] || english.Expansions[english.Singular(t)]) && !q.proper(at) {
		return found
	}
	most := 1
	if len(t) >= 8 {
		most = 2
	}
	if !q.proper(at) {
		if most = 1; len(t) < 7 {
			return found
		}
	}
	root := english.Stem(t)
	for n := f.vocab.first(t[:1]); n < f.vocab.n && f.vocab.word(n)[0] == t[0]; n++ {
		w := f.vocab.word(n)
		foreign := f.x.Language != ""
		if abs(len(w)-len(t)) > most || distance(t, w, most) > most || english.Stem(w) == root && !foreign {
			continue
		}
		for i, r := range f.byKey.refs(keyOf([]string{w})) {
			if i == tuning.MatchesInColumn {
				break
			}
			found = append(found, q.match(at, at+1, int(r.column), f.x.stored.at(r).Text, Near))
		}
		// The word within a longer value, with its neighbours in the question.
		seen := 0
		for _, r := range f.byWord.refs(w) {
			if seen == tuning.MatchesInColumn {
				break
			}
			v := f.x.stored.at(r)
			switch first, end, ok := around(q, at, tokens(v.Text), w); {
			case ok:
				found = append(found, q.match(first, end, int(r.column), v.Text, Near))
				seen++
			case foreign && len(f.x.Columns[r.column].Enum) > 0: // gasoline for GASOLINA C
				found = append(found, q.match(at, at+1, int(r.column), v.Text, Near))
				seen++
			}
		}
	}
	return found
}

// around finds the value's tokens about the misspelt one, all of them.
func around(q *query, at int, value []string, w string) (first, end int, ok bool) {
	for i, t := range value {
		if t != w || at < i || at-i+len(value) > len(q.tokens) {
			continue
		}
		same := true
		for k, v := range value {
			same = same && (k == i || q.tokens[at-i+k] == v)
		}
		if same {
			return at - i, at - i + len(value), true
		}
	}
	return 0, 0, false
}

func abs(n int) int { return max(n, -n) }

// distance is the number of letters to change, add, drop or swap, or more
// than most.
func distance(a, b string, most int) int {
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := b2i(a[i-1] != b[j-1])
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
			least = min(least, next[j])
		}
		if least > most {
			return most + 1
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}

// findAbbreviated finds codes of enumerations by the words they cut short:
// cancelled for CNL, sea freight for SF.
func (f *finder) findAbbreviated(found []Match, q *query) []Match {
	for _, n := range f.enums {
		if f.x.Columns[n].Places {
			continue
		}
		for _, v := range f.x.Columns[n].Enum {
			code := strings.ToLower(v.Text)
			if len(code) == 1 && len(v.Aliases) == 0 {
				found = f.findByLetter(found, q, n, v.Text)
			}
			if len(v.Aliases) > 0 || v.Text != strings.ToUpper(v.Text) && strings.ContainsAny(code, "aeiou") {
				continue // its own words are known, or it is a word
			}
			if len(code) < 2 || len(code) > 5 || strings.ContainsFunc(code, func(r rune) bool { return r < 'a' || r > 'z' }) {
				continue
			}
			for at, t := range q.tokens {
				switch {
				case len(code) > 2 && len(t) > len(code) && !stop[t] && !strings.HasSuffix(t, "est") && (abbreviates(code, t) || abbreviates(code, english.Singular(t))):
					found = append(found, q.match(at, at+1, n, v.Text, Abbreviated))
				case initials(q, at, code):
					found = append(found, q.match(at, at+len(code), n, v.Text, Abbreviated))
				case at+1 < len(q.tokens) && spellsCode(t, q.tokens[at+1], code):
					found = append(found, q.match(at, at+2, n, v.Text, Abbreviated))
				}
			}
		}
	}
	return found
}

// spellsCode reports whether two words give the code, the first its first letter:
// in house for IHO.
func spellsCode(first, second, code string) bool {
	return len(code) >= 3 && len(first) <= 3 && first[0] == code[0] && !digit(first[0]) && len(second) >= len(code) && strings.HasPrefix(second, code[1:])
}

// initials reports whether the words from at on begin with the letters.
func initials(q *query, at int, code string) bool {
	if len(code) > 4 || at+len(code) > len(q.tokens) || q.word[at+len(code)-1]-q.word[at] != len(code)-1 {
		return false
	}
	for i := range len(code) {
		if t := q.tokens[at+i]; t[0] != code[i] || len(t) < 3 || stop[t] || english.Among(t, "median mean average total sum number count most least maximum minimum") {
			return false
		}
	}
	return true
}

// findByLetter finds codes of one letter by a state that begins with it: approved
// for A. Where X is a code, it is what was cancelled.
func (f *finder) findByLetter(found []Match, q *query, n int, code string) []Match {
	c := &f.x.Columns[n]
	if c.Kind != Text || !c.says("status state type code flag kind class decision result outcome") {
		return found
	}
	for at, t := range q.tokens {
		if !strings.HasSuffix(t, "ed") && !states1[t] || len(t) < 4 || stop[t] || t == "sold" && !c.says("status state") {
			continue
		}
		begins := t[:1] == strings.ToLower(code)
		if strings.HasPrefix(t, "cancel") || strings.HasPrefix(t, "void") {
			if hasX := c.hasCode("x"); hasX {
				begins = code == "X" || code == "x"
			}
		}
		if begins {
			found = append(found, q.match(at, at+1, n, code, Abbreviated))
		}
	}
	return found
}

// states1 are states that do not end like one.
var states1 = english.NewSet("active inactive open pending new void draft live held sold lost won paid sent planned dormant conditional unconditional home overseas progress hold good bad high low normal")

func (c *Column) hasCode(code string) bool {
	for _, v := range c.Enum {
		if strings.EqualFold(v.Text, code) {
			return true
		}
	}
	return false
}
