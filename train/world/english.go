package world

import "strings"

var oddPlurals = map[string]string{
	"person": "people", "child": "children", "man": "men", "woman": "women", "staff": "staff", "series": "series",
	"species": "species", "aircraft": "aircraft", "equipment": "equipment", "datum": "data", "diagnosis": "diagnoses",
	"analysis": "analyses", "staff member": "staff members", "half": "halves", "shelf": "shelves", "sheep": "sheep",
	"fish": "fish", "calf": "calves", "piece of work": "pieces of work", "feedback": "feedback", "bus": "buses",
	"salmon": "salmon", "mouse": "mice", "news": "news", "crisis": "crises", "quiz": "quizzes", "foot": "feet",
	"roof": "roofs", "chef": "chefs", "chief": "chiefs", "leaf": "leaves", "wife": "wives", "life": "lives",
}

// plural is the plural of a noun or of the last word of a phrase.
func plural(s string) string {
	if p, ok := oddPlurals[s]; ok {
		return p
	}
	if head, tail, ok := strings.Cut(s, " of "); ok {
		return plural(head) + " of " + tail
	}
	i := strings.LastIndexByte(s, ' ') + 1
	head, w := s[:i], s[i:]
	if p, ok := oddPlurals[w]; ok {
		return head + p
	}
	switch {
	case hasSuffix(w, "s", "x", "z", "ch", "sh"):
		return head + w + "es"
	case strings.HasSuffix(w, "y") && len(w) > 1 && !strings.ContainsRune("aeiou", rune(w[len(w)-2])):
		return head + w[:len(w)-1] + "ies"
	}
	return head + w + "s"
}

// regularPast is the past of a regular verb; irregular ones are written out.
func regularPast(v string) string {
	head, tail, _ := strings.Cut(v, " ")
	switch {
	case strings.HasSuffix(head, "e"):
		head += "d"
	case strings.HasSuffix(head, "y") && len(head) > 1 && !strings.ContainsRune("aeiou", rune(head[len(head)-2])):
		head = head[:len(head)-1] + "ied"
	default:
		head += "ed"
	}
	if tail != "" {
		return head + " " + tail
	}
	return head
}

// article puts a or an before a phrase, unless it is a plural.
func article(s string) string {
	l := strings.ToLower(s)
	if s == "" || strings.HasSuffix(l, "s") && !hasSuffix(l, "ss", "us", "is") {
		return s
	}
	switch {
	case hasPrefix(l, "hour", "honor", "honest", "mri", "sku", "rfq"):
		return "an " + s
	case hasPrefix(l, "uni", "use", "usa", "eu", "one", "u-"):
		return "a " + s
	case strings.ContainsRune("aeiou", rune(l[0])):
		return "an " + s
	}
	return "a " + s
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func hasSuffix(s string, list ...string) bool {
	for _, x := range list {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

func hasPrefix(s string, list ...string) bool {
	for _, x := range list {
		if strings.HasPrefix(s, x) {
			return true
		}
	}
	return false
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }
