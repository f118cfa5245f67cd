package suggest

import (
	"strings"
	"unicode"
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

// countable is true for names of things that there can be many of.
func countable(words []string) bool {
	return sayable(words) && !among(words[len(words)-1], uncountable)
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

// plural says a name for many, singular for one. English is not that simple,
// but a question with a small mistake is still read.
func plural(words []string) string { return change(words, manyOf) }

func singular(words []string) string { return change(words, oneOf) }

func change(words []string, f func(string) string) string {
	if len(words) == 0 {
		return ""
	}
	last := len(words) - 1
	return strings.Join(append(append([]string{}, words[:last]...), f(words[last])), " ")
}

var irregular = map[string]string{"person": "people", "child": "children", "man": "men", "woman": "women", "movie": "movies"}

const (
	unchanging  = " staff series species personnel aircraft " + uncountable
	uncountable = " equipment inventory stock spend news feedback revenue history data information traffic "
)

func manyOf(w string) string {
	switch {
	case irregular[w] != "":
		return irregular[w]
	case among(w, unchanging), oneOf(w) != w:
		return w
	case strings.HasSuffix(w, "y") && !vowelBefore(w):
		return w[:len(w)-1] + "ies"
	case endsWith(w, "s", "x", "z", "ch", "sh"):
		return w + "es"
	}
	return w + "s"
}

func oneOf(w string) string {
	for one, many := range irregular {
		if w == many {
			return one
		}
	}
	switch {
	case among(w, unchanging), len(w) < 4, endsWith(w, "ss", "us", "is"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case endsWith(w, "sses", "xes", "zes", "ches", "shes", "uses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

func vowelBefore(w string) bool {
	return len(w) > 1 && strings.ContainsRune("aeiou", rune(w[len(w)-2]))
}

func endsWith(w string, endings ...string) bool {
	for _, e := range endings {
		if strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}
