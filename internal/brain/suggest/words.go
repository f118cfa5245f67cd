package suggest

import (
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
)

func say(words []string) string { return strings.Join(words, " ") }

// sayable is false for names that nobody would say.
func sayable(words []string) bool {
	const most = 4
	if len(words) == 0 || len(words) > most {
		return false
	}
	for _, w := range words {
		if !word(w) {
			return false
		}
	}
	return true
}

// masses are nouns with a plural that nobody asks for.
var masses = english.NewSet("inventory stock spend revenue history")

// countable is true for names of things that there can be many of.
func countable(words []string) bool {
	return sayable(words) && !english.Uncountable(words[len(words)-1]) && !masses[words[len(words)-1]]
}

// word is true for a word or a few, of letters, that are long enough to be one.
func word(text string) bool {
	const least, most = 3, 24
	if len(text) < least || len(text) > most {
		return text == "of" || text == "to" || text == "in"
	}
	for _, r := range text {
		if !unicode.IsLetter(r) && r != ' ' && r != '-' {
			return false
		}
	}
	return true
}
