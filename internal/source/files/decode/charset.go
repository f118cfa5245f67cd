package decode

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
)

// The encoding of a text that is not Unicode is recognised by its words: in the
// right encoding they have the letters of some language, in the order in which
// that language has them. The statistics come from short lists of words; every
// letter outside ASCII is scored with its neighbours. Data may mix languages, so
// each word may be of another one, which costs a little.

//go:embed words.txt
var wordLists string

// candidates are the encodings with one byte a character, with the alphabet that
// each is for. A prior is the logarithm of how much less usual one is; of
// encodings that read the same, the first is taken.
var candidates = []struct {
	name     string
	charmap  *charmap.Charmap
	alphabet string
	prior    float64
}{
	{"Windows-1252", charmap.Windows1252, "western", 0},
	{"ISO-8859-15", charmap.ISO8859_15, "western", -2},
	{"Windows-1250", charmap.Windows1250, "central", -1},
	{"Windows-1251", charmap.Windows1251, "cyrillic", -2},
	{"ISO-8859-2", charmap.ISO8859_2, "central", -4},
	{"Windows-1254", charmap.Windows1254, "turkish", -3},
	{"Windows-1253", charmap.Windows1253, "greek", -2},
	{"ISO-8859-7", charmap.ISO8859_7, "greek", -3},
	{"Windows-1257", charmap.Windows1257, "baltic", -4},
	{"Windows-1255", charmap.Windows1255, "hebrew", -3},
	{"Windows-1256", charmap.Windows1256, "arabic", -3},
	{"Windows-874", charmap.Windows874, "thai", -3},
	{"KOI8-U", charmap.KOI8U, "cyrillic", -4},
	{"Mac OS Roman", charmap.Macintosh, "western", -4},
	{"code page 858", charmap.CodePage858, "western", -4},
	{"code page 852", charmap.CodePage852, "central", -6},
	{"code page 866", charmap.CodePage866, "cyrillic", -4},
}

// recognised is the encoding of a text.
type recognised struct {
	name     string
	encoding encoding.Encoding
	// singleByte is set for encodings with one byte a character.
	singleByte *charmap.Charmap
	certain    bool
}

// A text is certainly in an encoding if its letters have at least this mean
// score, and no encoding in which it reads otherwise is as near as this.
const (
	certainScore  = -6
	certainMargin = 2.5
)

// recognise finds the encoding of words that hold bytes outside ASCII.
func recognise(words []string) recognised {
	scores := make([]float64, len(candidates))
	best, letters := 0, 0
	for i, c := range candidates {
		scores[i], letters = scoreWords(words, c.charmap, languages()[c.alphabet])
		if scores[i] += c.prior; scores[i] > scores[best] {
			best = i
		}
	}
	mean := scores[best] / float64(max(letters, 1))
	if e, ok := recogniseCJK(words, mean); ok {
		return e
	}
	certain := mean >= certainScore
	if !certain {
		best = 0
	}
	c := candidates[best]
	for i, rival := range candidates {
		if i != best && scores[i] > scores[best]-certainMargin && !readAlike(words, c.charmap, rival.charmap) {
			certain = false
		}
	}
	return recognised{name: c.name, encoding: c.charmap, singleByte: c.charmap, certain: certain}
}

// readAlike is true if two encodings make the same text of words.
func readAlike(words []string, a, b *charmap.Charmap) bool {
	for _, w := range words {
		for i := range len(w) {
			if a.DecodeByte(w[i]) != b.DecodeByte(w[i]) {
				return false
			}
		}
	}
	return true
}

// language is how often a letter outside ASCII occurs in a language, alone and
// with its neighbours; the ends of a word count as spaces.
type language struct {
	one         map[rune]float64
	left, right map[[2]rune]float64
	three       map[[3]rune]float64
}

// languages are the languages of each alphabet.
var languages = sync.OnceValue(func() map[string][]*language {
	all := map[string][]*language{}
	for line := range strings.Lines(wordLists) {
		head, words, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		alphabet, _, _ := strings.Cut(head, " ")
		all[alphabet] = append(all[alphabet], newLanguage(strings.Fields(words)))
	}
	return all
})

func newLanguage(words []string) *language {
	l := &language{map[rune]float64{}, map[[2]rune]float64{}, map[[2]rune]float64{}, map[[3]rune]float64{}}
	total := 0.0
	for _, w := range words {
		r := append(append([]rune{' '}, []rune(w)...), ' ')
		for i := 1; i < len(r)-1; i++ {
			if r[i] >= 0x80 {
				l.one[r[i]]++
				l.left[[2]rune{r[i-1], r[i]}]++
				l.right[[2]rune{r[i], r[i+1]}]++
				l.three[[3]rune{r[i-1], r[i], r[i+1]}]++
				total++
			}
		}
	}
	for k := range l.one {
		l.one[k] /= total
	}
	for k := range l.left {
		l.left[k] /= total
	}
	for k := range l.right {
		l.right[k] /= total
	}
	for k := range l.three {
		l.three[k] /= total
	}
	return l
}

// Probabilities of characters that no list of words has.
const (
	impossible = 1e-8 // a control character, a symbol inside a word
	unusual    = 2e-4 // a letter
	symbol     = 2e-2 // a symbol that data often has, not inside a word
)

const usualSymbols = "°€£¥§©®™–—‘’“”„«»…•·×±²³½¼µºª№\u00a0"

// anotherLanguage is what it costs that a word is of another language than the
// rest.
const anotherLanguage = -0.7

// scoreWords is the logarithm of the probability of all letters outside ASCII,
// and their number.
func scoreWords(words []string, c *charmap.Charmap, languages []*language) (score float64, letters int) {
	var table [256]rune
	for b := range table {
		table[b] = c.DecodeByte(byte(b))
	}
	mixed := 0.0
	alone := make([]float64, len(languages))
	for _, word := range words {
		runes, lower := decodeWord(word, &table)
		best := math.Inf(-1)
		for i, l := range languages {
			sum := 0.0
			for at := 1; at < len(runes)-1; at++ {
				if runes[at] >= 0x80 {
					sum += math.Log(l.probability(runes[at-1:at+2], lower[at-1:at+2]))
				}
			}
			alone[i] += sum
			best = max(best, sum)
		}
		mixed += best + anotherLanguage
		for i := range len(word) {
			if word[i] >= 0x80 {
				letters++
			}
		}
	}
	return max(mixed, slices.Max(alone)), letters
}

// decodeWord is a word between two spaces, and the same with letters in lower
// case and spaces for all else.
func decodeWord(word string, table *[256]rune) (runes, lower []rune) {
	runes = make([]rune, len(word)+2)
	lower = make([]rune, len(word)+2)
	runes[0], lower[0], runes[len(word)+1], lower[len(word)+1] = ' ', ' ', ' ', ' '
	for i := range len(word) {
		r := table[word[i]]
		runes[i+1], lower[i+1] = r, ' '
		if unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) {
			lower[i+1] = unicode.ToLower(r)
		}
	}
	return runes, lower
}

// probability of the middle one of three characters; lower has letters in lower
// case and spaces for all else.
func (l *language) probability(runes, lower []rune) float64 {
	r := runes[1]
	inside := lower[0] != ' ' && lower[2] != ' '
	switch {
	case r == unicode.ReplacementChar || unicode.IsControl(r) || unicode.Is(unicode.Co, r):
		return impossible
	case strings.ContainsRune(usualSymbols, r):
		if inside && r != '’' && r != '·' && r != '\u00a0' {
			return impossible
		}
		return symbol
	case lower[1] == ' ' && inside:
		return impossible
	case lower[1] == ' ':
		return unusual
	}
	p := 0.3*l.one[lower[1]] + 0.2*l.left[[2]rune(lower[:2])] + 0.2*l.right[[2]rune(lower[1:])] + 0.3*l.three[[3]rune(lower)] + unusual
	if mixesScripts(lower) {
		p /= 1000
	}
	return p / oddity(runes, lower)
}

// oddity is how much less likely a letter is because of the case of its
// neighbours.
func oddity(runes, lower []rune) float64 {
	before, r, after := runes[0], runes[1], runes[2]
	switch {
	case lower[0] == ' ' && lower[2] == ' ':
		return 30 // a letter alone
	case unicode.IsLower(r) && unicode.IsUpper(after): // îFragile, MüNCHEN
		return 100
	case unicode.IsUpper(r) && unicode.IsLower(before): // MŠnchen
		return 100
	}
	return 1
}

// mixesScripts is true for a letter of another alphabet beside a Latin one.
func mixesScripts(lower []rune) bool {
	if unicode.Is(unicode.Latin, lower[1]) {
		return false
	}
	return unicode.Is(unicode.Latin, lower[0]) || unicode.Is(unicode.Latin, lower[2])
}
