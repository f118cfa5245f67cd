package reply

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

// language is one that the parser does not read, with words that nearly every
// question in it has and that are no English ones.
type language struct {
	name  string
	words map[string]bool
}

// languages are those that package gloss does not know.
var languages = []language{
	{"Polish", english.NewSet("ile jaki jaka jakie które który która mamy jest są było w na dla każdy każda klientów zamówień sprzedaż ostatni miesiąc rok pokaż kto gdzie kiedy")},
}

// englishWords are words that nearly every question in English has.
var englishWords = english.StopWords.With(english.RequestWords, english.NewSet("since last fewer share sorted except excluding it's"))

// inNames are words that names of places and people have, in questions of any
// language: El Paso, Las Vegas, Le Mans, van der Berg.
var inNames = english.NewSet("el los las la le les du des del de della dello dei lo il der das den dem von zum zur van het en y o os dos das")

// detectLanguage names the language of a message that is not in English, or is "".
// Names of foreign places occur in English questions: what counts is that words
// of another language outnumber the English ones, and are not all of names.
func detectLanguage(text string) string {
	words := strings.Fields(text)
	own := 0
	for _, w := range words {
		if englishWords[w] {
			own++
		}
	}
	if script := detectScript(text); script != "" && own == 0 { // else it may be a long name
		return script
	}
	best, name := 0, ""
	for _, l := range languages {
		n, telling := 0, false
		for _, w := range words {
			if l.words[w] && !englishWords[w] {
				n++
				telling = telling || !inNames[w]
			}
		}
		if n > best && telling {
			best, name = n, l.name
		}
	}
	if best >= 2 && best > own && 3*best >= len(words) {
		return name
	}
	return ""
}

// detectScript names the script of a message most of whose letters are not Latin.
func detectScript(text string) string {
	count, all := map[string]int{}, 0
	for _, r := range text {
		if !unicode.IsLetter(r) {
			continue
		}
		all++
		for name, table := range scripts {
			if unicode.Is(table, r) {
				count[name]++
			}
		}
	}
	for name, n := range count {
		if 2*n > all {
			return name
		}
	}
	return ""
}

var scripts = map[string]*unicode.RangeTable{
	"Chinese or Japanese": unicode.Han, "Japanese": unicode.Hiragana, "Korean": unicode.Hangul, "a language in Cyrillic letters": unicode.Cyrillic,
	"Arabic": unicode.Arabic, "Hebrew": unicode.Hebrew, "Greek": unicode.Greek, "Hindi": unicode.Devanagari, "Thai": unicode.Thai,
}
