package story

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// states are words that say how something is; other words are of what it may
// have.
var states = english.NewSet(`active paid open closed free new valid public private visible hidden available shipped current late overdue online live default
	recurring vip urgent internal external won lost sold sent read opt subscribed own final primary main`)

// Flag is how a story says yes or no of a column: converted, not converted; with
// newsletter, without newsletter.
func Flag(column string, yes bool) string {
	list, state := flagWords(column)
	word := map[bool]string{true: "with ", false: "without "}[yes]
	if state {
		word = map[bool]string{true: "", false: "not "}[yes]
	}
	return word + strings.Join(list, " ")
}

// flagWords are the words of a flag's name, and whether they say how something
// is: is_active, churned.
func flagWords(column string) (list []string, state bool) {
	list = english.Split(column)
	if n := len(list); n > 1 && oneOf(list[n-1], "flag", "yn") {
		list = list[:n-1]
	}
	if len(list) == 0 {
		return []string{"a yes"}, false
	}
	first, more := list[0], len(list) > 1
	switch {
	case more && oneOf(first, "is", "was", "are"):
		return list[1:], true
	case more && oneOf(first, "has", "had", "have", "with"):
		return list[1:], false
	}
	last := list[len(list)-1]
	return list, states[last] || strings.HasSuffix(last, "ed") && !oneOf(last, "feed", "seed") || strings.HasSuffix(last, "able")
}

// noGroup is the group of a flag that no row has: what is said of it is wrong.
const noGroup = -1

// nameFlags makes yes and no findable, in the words that people have for them.
// A flag that is called like a word of claims wants its quotes, or its "not".
func (c *checker) nameFlags(col int) {
	list, _ := flagWords(c.cols[col].name)
	key := strings.Join(list, " ")
	forms := map[bool][]string{
		true:  {"with " + key, "with a " + key},
		false: {"not " + key, "non " + key, "without " + key, "without a " + key, "no " + key, "never " + key},
	}
	if !isClaimWord(key) {
		forms[true] = append(forms[true], key)
	}
	for _, q := range quotes {
		forms[true] = append(forms[true], q[0]+" "+key+" "+q[1])
	}
	for yes, forms := range forms {
		said := Flag(c.cols[col].name, yes)
		g := slices.IndexFunc(c.cols[col].groups, func(g group) bool { return g.stored == said }) // noGroup where there is none
		for _, form := range forms {
			c.addName(form, name{col, g, false})
		}
	}
}
