package schema

import (
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// cutNames lists what a noun may be cut short to, for the index: its first three
// letters after a <, and its consonants with the letter that it begins with.
func cutNames(noun string) []string {
	if len(noun) <= beginning {
		return nil
	}
	return []string{"<" + noun[:beginning], consonants(noun)}
}

// beginning is how many letters of a name must be left at least.
const beginning = 3

// consonants leaves the vowels out of a word, but for the one that it begins with.
func consonants(word string) string {
	return word[:1] + strings.Map(func(r rune) rune {
		if strings.ContainsRune("aeiou", r) {
			return -1
		}
		return r
	}, word[1:])
}

// cutShort is the keys of tables whose name the last word of a column's name may
// be short for, words for keys left out: doc_id of doctors. Without such a word
// it must have lost vowels alone, as ownr has: too many words begin others.
func (ix *keyIndex) cutShort(list []string, key string) []target {
	for len(list) > 0 && keyWords[lastMeaning(list)] {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return nil
	}
	word := list[len(list)-1]
	if len(word) < beginning || vague[word] {
		return nil
	}
	var found []target
	for _, k := range ix.byCut[consonants(word)] {
		if noun := ix.nounOf(k); len(word) < len(noun) && word != english.Singular(noun) {
			found = append(found, k)
		}
	}
	if key == "" {
		return found
	}
	for _, k := range ix.byCut["<"+word[:beginning]] {
		if noun := ix.nounOf(k); len(word) < len(noun) && strings.HasPrefix(noun, word) && consonants(noun) != consonants(word) {
			found = append(found, k)
		}
	}
	return found
}

// nounOf is the last word of what a table is about.
func (ix *keyIndex) nounOf(k target) string {
	entity := ix.entity[k.table]
	return entity[strings.LastIndex(entity, " ")+1:]
}
