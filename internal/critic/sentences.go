package critic

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// stretch is a part of a text, in bytes.
type stretch struct{ start, end int }

// sentencesOf cuts a text where sentences and lines end.
func sentencesOf(text string) []stretch {
	var list []stretch
	start := 0
	add := func(end int) {
		a, b := start, end
		for a < b && isSpace(text[a]) {
			a++
		}
		for b > a && isSpace(text[b-1]) {
			b--
		}
		if a < b {
			list = append(list, stretch{a, b})
		}
		start = end
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			add(i + 1)
		case c == '.' || c == '!' || c == '?':
			end := i + 1
			for end < len(text) && strings.IndexByte(`.!?"')]`, text[end]) >= 0 {
				end++
			}
			if end == len(text) || isSpace(text[end]) && !(c == '.' && shortened(text[start:i])) {
				for marker := citationAt(text, end); marker > end; marker = citationAt(text, end) {
					end = marker // “… within 30 days. [2]”
				}
				add(end)
				i = end - 1
			}
		}
	}
	add(len(text))
	return list
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// citationAt is the end of a mark such as [2] behind a place; the place itself where there
// is none.
func citationAt(text string, at int) int {
	i := at
	for i < len(text) && text[i] == ' ' {
		i++
	}
	if i == len(text) || text[i] != '[' {
		return at
	}
	for k := i + 1; k < min(len(text), i+8); k++ {
		switch c := text[k]; {
		case c == ']' && k > i+1:
			return k + 1
		case !('0' <= c && c <= '9' || c == ',' || c == ' '):
			return at
		}
	}
	return at
}

// shortened is true before the full stop of an abbreviation, an initial or a number of a
// list.
func shortened(before string) bool {
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return unicode.IsSpace(r) || r == '(' })+1:]
	return len(word) == 1 || abbreviations[strings.ToLower(word)]
}

var abbreviations = english.NewSet(`mr mrs ms dr prof st jr sr vs etc approx no nos fig figs eq sec art par ch vol pp ed eds rev inc ltd corp co dept est cf al e.g i.e u.s u.k a.m p.m abs incl excl max min avg`)

// term is a word of a text with a meaning of its own.
type term struct {
	stem   string
	text   string // as it was written
	denied bool   // a word before it says no
	name   bool   // it is written as a name
}

// wordsOf are the words of a text, marks of citations left out.
func wordsOf(text string) []string {
	var clean strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '[' {
			if end := citationAt(text, i); end > i {
				i = end - 1
				continue
			}
		}
		clean.WriteByte(text[i])
	}
	return strings.FieldsFunc(clean.String(), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’%.,-$€£;:", r)
	})
}

// bare is a word without what stands around it.
func bare(word string) string { return strings.Trim(word, `'’.,-;:`) }

// termsOf are the words of a text that mean something, with what is denied.
func termsOf(text string) []term {
	var list []term
	denied := 0 // how many more terms a word that says no reaches
	first := true
	for _, raw := range wordsOf(text) {
		w := bare(raw)
		low := strings.ToLower(strings.ReplaceAll(w, "’", "'"))
		switch {
		case low == "":
			continue
		case denials[low] || strings.HasSuffix(low, "n't"):
			denied = deniedTerms
		case english.Among(low, "but however although though instead only unless except until"):
			denied = 0
		case english.StopWords[low] || len(low) < 2 && !unicode.IsDigit(rune(low[0])) || vacant[low]:
		default:
			upper := unicode.IsUpper([]rune(w)[0]) || strings.ContainsFunc(w[1:], unicode.IsUpper)
			list = append(list, term{stem: stemOf(low), text: w, denied: denied > 0, name: upper && (!first || strings.ToUpper(w) == w && len(w) > 1)})
			denied = max(0, denied-1)
		}
		first = false
		if strings.ContainsAny(raw[len(raw)-1:], ".;:,") {
			denied = 0
			first = strings.HasSuffix(raw, ".")
		}
	}
	return list
}

// stemOf is the same for the forms of a word.
func stemOf(word string) string {
	if present, ok := irregular[word]; ok {
		word = present
	}
	return english.Stem(english.Singular(word))
}

var irregular = english.NewPairs(`grew grow, grown grow, fell fall, fallen fall, rose rise, risen rise, sold sell, bought buy, paid pay, lost lose, won win, began begin, begun begin, sent send, kept keep,
	held hold, left leave, took take, taken take, gave give, given give, went go, gone go, built build, spent spend, met meet, led lead, brought bring, shrank shrink, shrunk shrink, forbade forbid,
	forbidden forbid, wrote write, written write, broke break, broken break, became become, found find, told tell`)

// deniedTerms is how many terms a word that says no reaches.
const deniedTerms = 3

var (
	denials = english.NewSet("not no never without neither nor cannot none nobody nothing hardly lacks lack refuse refuses")
	// vacant are words that a paraphrase may add.
	vacant = english.NewSet(`also however therefore thus hence according document documents passage passages handbook text says state stated states means mean called made make makes given give gives following
		must shall may can will would should could please note generally usually typically currently always within about`)
)
