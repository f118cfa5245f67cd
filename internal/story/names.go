package story

import (
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// name is one value of a label column, as it may stand in a text.
type name struct {
	col, group int
	alias      bool // only the beginning of the value
}

// maxName is the most words of a name that are looked for, maxNameBytes the
// most bytes.
const (
	maxName      = 12
	maxNameBytes = 120
)

// quotes are the signs that a name may stand between.
var quotes = [][2]string{{"“", "”"}, {"\"", "\""}}

// Name is a stored name as it stands in a story: in quotes where it would else
// be taken for a word of the sentence, as in “high” has the highest price.
func Name(stored string) string {
	if isClaimWord(strings.ToLower(stored)) {
		return quotes[0][0] + stored + quotes[0][1]
	}
	return stored
}

// isClaimWord reports whether a name is also a word that claims are made of.
func isClaimWord(w string) bool {
	return commonWord[w] || direction(w) != 0 || extreme(w) != 0 || comparison(w) != 0 || english.Cardinals[w] != 0 || english.Ordinals[w] != 0 || english.Fractions[w] != 0 ||
		shareWords[w] || sumWords[w] || meanWords[w] || medianWords[w] || startWords[w] || endWords[w] || rowWords[w] || flatWords[w] ||
		grainNames[w] != noGrain || breakWords[w] || prepositions[w] || pronouns[w] || allWords[w] || noneWords[w] || aheadWords[w] || behindWords[w]
}

// noteWords notes the words of the text in the forms that a name may have in it.
func (c *checker) noteWords() {
	for _, w := range c.ws {
		c.textWords[w.low], c.textWords[english.Singular(w.low)], c.textWords[w.low+"s"] = true, true, true
	}
}

// nameGroups makes the values of a label findable. Most of many stand nowhere
// in the text: these are passed over before their words are made.
func (c *checker) nameGroups(col int) {
	if c.cols[col].flag {
		c.nameFlags(col)
		return
	}
	firsts := map[string]int{} // 1 + the group that begins so, -1 if several do
	groups := c.cols[col].groups
	numeric := len(groups) > 0 && newWord(groups[0].stored, 0, len(groups[0].stored)).digits()
	for g, grp := range groups {
		if len(grp.stored) > maxNameBytes || c.cannotOccur(grp.stored, firsts) {
			continue
		}
		key := nameKey(grp.stored)
		begin, _, more := strings.Cut(key, " ")
		if key == "" || more && strings.Count(key, " ") >= maxName {
			continue
		}
		if !more && isClaimWord(key) {
			for _, q := range quotes {
				c.addName(q[0]+" "+key+" "+q[1], name{col, g, false})
			}
			if commonWord[key] {
				continue
			}
		}
		if numeric && !more { // "store 12"
			for _, k := range c.cols[col].words {
				if !columns.Identifiers[k] {
					c.addName(k+" "+key, name{col, g, false})
				}
			}
			continue
		}
		c.addName(key, name{col, g, false})
		if more {
			if firsts[begin] != 0 {
				firsts[begin] = -1
			} else {
				firsts[begin] = 1 + g
			}
		}
	}
	for begin, g := range firsts { // a beginning that several share names none of them
		if g > 0 && len(begin) > 3 && !commonWord[begin] && !newWord(begin, 0, len(begin)).digits() {
			c.addName(begin, name{col, g - 1, true})
		}
	}
}

// cannotOccur is true for a name that the text cannot hold: a word of it stands
// nowhere. Where only its beginning is said, that beginning must name no other.
// Names of other signs than letters, numbers and spaces are not looked through.
func (c *checker) cannotOccur(s string, firsts map[string]int) bool {
	var small [maxNameBytes]byte
	from, begin := 0, 0
	for i := range len(s) {
		switch b := s[i]; {
		case b >= '0' && b <= '9' && (i == from || digit(s, i-1)):
			small[i] = b
		case digit(s, i-1) && b != ' ':
			return false
		case b >= 'A' && b <= 'Z':
			small[i] = b + 'a' - 'A'
		case b >= 'a' && b <= 'z':
			small[i] = b
		case b == ' ' && i > from:
			if !c.textWords[string(small[from:i])] && (begin == 0 || firsts[string(small[:begin])] < 0) {
				return true
			}
			if begin == 0 {
				begin = i
			}
			from = i + 1
		default:
			return false
		}
	}
	return !c.textWords[string(small[from:len(s)])] && (begin == 0 || firsts[string(small[:begin])] < 0)
}

func (c *checker) addName(key string, n name) {
	if _, taken := c.names[key]; !taken {
		c.names[key] = n
		begin, _, _ := strings.Cut(key, " ")
		c.begins[begin] = true
	}
}

// nameKey is the words of a name in small letters, one space between them.
func nameKey(s string) string {
	plain, space := s != "", true
	for i := range len(s) {
		switch b := s[i]; {
		case b == ' ':
			plain = plain && !space
			space = true
			continue
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z':
		case b >= '0' && b <= '9':
			plain = plain && (space || digit(s, i-1)) && (i+1 == len(s) || s[i+1] == ' ' || digit(s, i+1))
		default:
			plain = false
		}
		space = false
	}
	if plain && !space {
		return strings.ToLower(s)
	}
	var b strings.Builder
	for i, w := range words(s) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.low)
	}
	return b.String()
}

// nameAt finds the longest value of a label column that begins at a word.
func (c *checker) nameAt(i int) (mention, bool) {
	key := ""
	var best name
	size := 0
	if w := c.at(i).low; !c.begins[w] && !c.begins[english.Singular(w)] && !c.begins[w+"s"] {
		return mention{}, false
	}
	for k := i; k < c.hi && k < i+maxName; k++ {
		w := c.ws[k].low
		for _, end := range []string{w, english.Singular(w), w + "s"} {
			if n, ok := c.names[key+end]; ok && (end == w || len(w) > 3 && !n.alias) && c.matchesSpelling(i, k, n) { // who follows is not the follow-up
				best, size = n, k+1-i
				break
			}
		}
		key += w + " "
	}
	if size == 0 {
		return mention{}, false
	}
	if best.group == noGroup {
		return mention{span: span{i, i + size}, kind: label, dim: best.col, name: c.quote(span{i, i + size}), cols: []int{best.col}}, true
	}
	g := c.cols[best.col].groups[best.group]
	return mention{span: span{i, i + size}, kind: label, dim: best.col, rows: g.rows, name: shorten(g.stored), cols: []int{best.col}}, true
}

// matchesSpelling reports whether words are the name: one in capitals is not the common
// word of the same letters.
func (c *checker) matchesSpelling(from, to int, n name) bool {
	if c.cols[n.col].flag {
		return true
	}
	stored := c.cols[n.col].groups[n.group].stored
	r := newWord(stored, 0, len(stored))
	return !r.capital() || c.at(from).capital() || to > from && !n.alias || !r.letters() || !n.alias && c.isUnambiguous(c.at(from).low)
}

// isUnambiguous reports whether a word means nothing else here, so that it is the
// name even without its capital.
func (c *checker) isUnambiguous(w string) bool {
	_, noun := c.dimNamed(w)
	return len(w) > 2 && !noun && !isClaimWord(w) && len(c.topics[concept(w)]) == 0 && english.Months[w] == 0 && !usualWords[w]
}

// shorten makes a stored name harmless in a sentence.
func shorten(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "?")), " ")
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}
