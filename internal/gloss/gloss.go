// Package gloss is what the program knows of languages other than English: the
// words that stand in the headers of business files and in questions about them,
// and what they are in English. It translates word by word, which is enough to
// find out what a name or a question is about.
package gloss

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/english"
)

//go:embed words.txt
var wordsText string

// Language is one that the program knows words of.
type Language struct {
	Name      string            // in English
	compounds bool              // words are written together; else the word that says what a thing is comes first
	names     map[string]string // in names of tables and columns
	questions map[string]string // only in questions
}

// languages are in the order of the columns of words.txt, which is read when it is
// first needed: most processes of the program do not.
var languages = sync.OnceValue(func() []*Language { return read(wordsText) })

// LongestPhrase is how many words a phrase of words.txt has at most.
const LongestPhrase = 7

func read(text string) []*Language {
	list := []*Language{{Name: "German", compounds: true}, {Name: "Spanish"}, {Name: "French"}, {Name: "Portuguese"}, {Name: "Italian"}, {Name: "Dutch", compounds: true}}
	for _, l := range list {
		l.names, l.questions = map[string]string{}, map[string]string{}
	}
	english.ReadSections(text, func(section, line string) {
		cells := strings.Split(line, "|")
		meaning := strings.TrimSpace(cells[0])
		for i, cell := range cells[1:] {
			words := list[i].names
			if section == "questions" {
				words = list[i].questions
			}
			for w := range strings.FieldsSeq(cell) {
				words[strings.ReplaceAll(w, "_", " ")] = meaning
			}
		}
	})
	return list
}

// Named is the language with an English name, nil if there is none.
func Named(name string) *Language {
	for _, l := range languages() {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// OfNames is the language that the words of names are in, nil for English or one
// that is not known.
func OfNames(words []string) *Language {
	l, known, english := most(words, (*Language).knowsName)
	if known < 2 || 2*known <= english {
		return nil
	}
	return l
}

// OfQuestion is the language of a question's words, nil for English or one that is
// not known. names is that of the database; a question needs less to be in it, too.
func OfQuestion(words []string, names *Language) *Language {
	l, known, english := most(words, (*Language).knows)
	switch {
	case l == nil:
		return nil
	case l == names && known > english:
		return l
	case known < 2 || known <= english || 4*known < len(words):
		return nil
	}
	return l
}

// most is the language that knows most of the words which are not English, how many
// it knows besides those in inPlaces, and how many are English.
func most(words []string, knows func(*Language, string) bool) (best *Language, known, plain int) {
	var foreign []string
	for _, w := range words {
		w = fold(w)
		switch {
		case IsEnglish(w):
			plain++
		case !slices.Contains(foreign, w):
			foreign = append(foreign, w)
		}
	}
	for _, l := range languages() {
		n := 0
		for _, w := range foreign {
			if !inPlaces[w] && knows(l, w) {
				n++
			}
		}
		if n > known {
			best, known = l, n
		}
	}
	return best, known, plain
}

// inPlaces are words that names of places and people have, in texts of any
// language: El Paso, Las Vegas, Le Mans, van der Berg.
var inPlaces = english.NewSet("el los las la le les du des del de della dello dei lo il der das den dem von zum zur van het en y o os dos das san santa sao")

func (l *Language) knowsName(w string) bool {
	_, ok := l.word(w)
	return ok
}

func (l *Language) knows(w string) bool {
	_, ok := l.questions[w]
	return ok || l.knowsName(w)
}

// IsEnglish is true for a word that an English text may have.
func IsEnglish(w string) bool {
	s := english.Singular(w)
	return english.StopWords[w] || english.RequestWords[w] || english.NameWords[w] || english.NameWords[s] || english.Expansions[w] || english.Expansions[s]
}

// Translate gives the words of a name in English, those that are not known as they
// are. It is false if none is known.
func (l *Language) Translate(words []string) ([]string, bool) {
	var list []string
	for _, w := range words {
		if w = fold(w); !particles[w] {
			list = append(list, w)
		}
	}
	if full, ok := l.names[strings.Join(list, " ")]; ok {
		return strings.Fields(full), true
	}
	var out []string
	known := false
	for i, w := range list {
		full, ok := l.word(w)
		if known = known || ok; !ok {
			full = w
		}
		if i == 1 && len(list) == 2 && !l.compounds && !digits(w) {
			out = append(strings.Fields(full), out...) // fecha pedido: order date
		} else {
			out = append(out, strings.Fields(full)...)
		}
	}
	return out, known
}

func digits(w string) bool { return strings.Trim(w, "0123456789") == "" }

// particles join the words of a name.
var particles = english.NewSet("de del der des du la le les el los las di della dello dei von vom da do das dos d l van het")

// word is what a single word of a name means.
func (l *Language) word(w string) (string, bool) {
	if full, ok := l.inflected(w); ok {
		return full, true
	}
	if !l.compounds {
		return "", false
	}
	for i := len(w) - 2; i >= 4; i-- {
		first, ok := l.inflected(w[:i])
		if !ok {
			first, ok = l.inflected(strings.TrimSuffix(w[:i], "s"))
		}
		if !ok {
			first, ok = l.names[w[:i]+"ung"] // Bestellnr is the number of a Bestellung
		}
		if !ok {
			continue
		}
		if second, ok := l.inflected(w[i:]); ok {
			return first + " " + second, true
		}
	}
	return "", false
}

// inflected knows a word also by its plural and its other endings.
func (l *Language) inflected(w string) (string, bool) {
	if full, ok := l.names[w]; ok {
		return full, true
	}
	for _, ending := range []string{"s", "n", "e", "x", "es", "en", "er", "em"} {
		if stem, ok := strings.CutSuffix(w, ending); ok && len(stem) >= 4 {
			if full, ok := l.names[stem]; ok {
				return full, true
			}
		}
	}
	return "", false
}

// Phrase is what the words of a question that begin at a place mean in English, and
// how many of them it took; none where they are not known. Common ones are in
// questions about anything.
func (l *Language) Phrase(words []string) (meaning string, taken int, common bool) {
	for n := min(LongestPhrase, len(words)); n > 0; n-- {
		folded := make([]string, n)
		for i := range folded {
			folded[i] = fold(words[i])
		}
		phrase := strings.Join(folded, " ")
		if full, ok := l.questions[phrase]; ok {
			return full, n, true
		}
		if full, ok := l.names[phrase]; ok {
			return full, n, false
		}
	}
	if full, ok := l.word(fold(words[0])); ok {
		return full, 1, false
	}
	return "", 0, false
}

var plain = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "á", "a", "à", "a", "â", "a", "ã", "a", "å", "a", "ç", "c", "é", "e", "è", "e", "ê", "e", "ë", "e",
	"í", "i", "ì", "i", "î", "i", "ï", "i", "ñ", "n", "ó", "o", "ò", "o", "ô", "o", "õ", "o", "ú", "u", "ù", "u", "û", "u", "œ", "oe", "’", "", "'", "")

// fold writes a word as words.txt does.
func fold(w string) string { return plain.Replace(strings.ToLower(w)) }
