package schema

import "github.com/plumbdata/plumb/internal/english"

// words splits an identifier as english.Split does, and takes apart words that
// were written together (agentid, saledate).
func words(name string) []string {
	var list []string
	for _, w := range english.Split(name) {
		if parts := english.SplitGlued(w, nil); parts != nil {
			list = append(list, parts...)
			continue
		}
		list = append(list, w)
	}
	return list
}

// meanings are the words of an identifier, written out.
func meanings(name string) []string { return english.ExpandName(words(name)) }

// lastMeaning is the last of some words, written out.
func lastMeaning(list []string) string {
	full := english.ExpandName(list)
	return full[len(full)-1]
}

// nounOf is a noun in the singular. What tables call staff, their keys call
// employees.
func nounOf(w string) string {
	if w == "staff" {
		return "employee"
	}
	return english.Singular(w)
}
