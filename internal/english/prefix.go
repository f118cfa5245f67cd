package english

import "strings"

// GluedPrefix is what is written onto the beginning of nearly all of some names
// without a mark between, as in custname, custcity, custphone; "" where nothing
// is, or where the names read as well with it.
func GluedPrefix(names []string) string {
	const least, longest = 3, 10
	if len(names) < least {
		return ""
	}
	first := map[string]int{}
	for _, name := range names {
		if parts := Split(name); len(parts) > 1 {
			if first[parts[0]]++; first[parts[0]]*2 > len(names) {
				return "" // a word that is written apart
			}
		}
	}
	best, read := "", 2*countRead(names, "") // the prefix must double what can be read
	for _, from := range names[:2] {         // one of them may go without
		for n := 2; n <= min(longest, len(from)-2); n++ {
			prefix := strings.ToLower(from[:n])
			if strings.ContainsFunc(prefix, func(r rune) bool { return r < 'a' || r > 'z' }) {
				break
			}
			if k := countRead(names, prefix); k >= 2 && 2*k >= len(names) && k > read || k == read && n > len(best) && best != "" {
				best, read = prefix, k
			}
		}
	}
	return best
}

// countRead counts the names that can be read after a prefix; 0 where too few
// have it.
func countRead(names []string, prefix string) int {
	having, read := 0, 0
	for _, name := range names {
		rest, ok := CutGlued(name, prefix)
		if !ok {
			continue
		}
		having++
		if isReadable(rest) {
			read++
		}
	}
	if having*10 < len(names)*8 {
		return 0
	}
	return read
}

// CutGlued takes a prefix off a name that is written in one case and goes on with
// a letter.
func CutGlued(name, prefix string) (rest string, ok bool) {
	if len(name) <= len(prefix)+1 || !strings.EqualFold(name[:len(prefix)], prefix) || name != strings.ToLower(name) && name != strings.ToUpper(name) {
		return name, false
	}
	rest = name[len(prefix):]
	letter := strings.ToLower(rest)[0]
	return rest, letter >= 'a' && letter <= 'z'
}

// isReadable reports whether all of a name is made of known words and
// abbreviations.
func isReadable(name string) bool {
	for _, w := range Split(name) {
		_, short := Expand(w)
		if !short && w != "id" && !NameWords[w] && !NameWords[Singular(w)] && !whole[w] && splitKnown(w, nil) == nil {
			return false
		}
	}
	return true
}
