package span

import "strings"

// WordSet is the set of the words of a text.
func WordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// IsPlural is true for a word that looks like the plural of a noun.
func IsPlural(word string) bool {
	word = strings.ToLower(word)
	switch {
	case word == "people" || word == "children":
		return true
	case len(word) < 4 || strings.HasSuffix(word, "ss") || strings.HasSuffix(word, "us") || strings.HasSuffix(word, "is"):
		return false
	}
	return strings.HasSuffix(word, "s")
}

// Plural is the plural of a noun: captains of captain.
func Plural(word string) string {
	n := len(word)
	switch {
	case strings.HasSuffix(word, "s"):
		return word
	case strings.HasSuffix(word, "ch") || strings.HasSuffix(word, "sh") || strings.HasSuffix(word, "x"):
		return word + "es"
	case n > 1 && word[n-1] == 'y' && !strings.ContainsAny(word[n-2:n-1], "aeiou"):
		return word[:n-1] + "ies"
	}
	return word + "s"
}

// JoinList writes a list as people do: a, b and c.
func JoinList(list []string, conjunction string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + conjunction + " " + list[len(list)-1]
}
