package builtin

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/link"
)

// missing says what a declined question asks for that nothing in the database
// answers to.
func missing(asked *link.Question) string {
	things := unknown(asked)
	if len(things) == 0 {
		return "Nothing in this database answers that."
	}
	return "This database does not record " + joined(things, "or") + "."
}

// maxMissing is how many things are named; more would be the question again.
const maxMissing = 3

// unknown lists the things in a question that are linked to nothing, words
// that stand together as one. Words for what somebody did are left out where
// there are others.
func unknown(asked *link.Question) []string {
	for _, skip := range []func(string) bool{deed, func(string) bool { return false }} {
		unlinked := asked.Unlinked()
		var list []string
		open := false
		for _, w := range asked.Words[asked.Context:] {
			key := strings.ToLower(w.Text)
			if !slices.Contains(unlinked, key) || skip(key) {
				open = false
				continue
			}
			unlinked = slices.DeleteFunc(unlinked, func(u string) bool { return u == key })
			if open {
				list[len(list)-1] += " " + w.Text
			} else {
				list = append(list, w.Text)
			}
			open = true
		}
		if len(list) > 0 {
			return list[:min(len(list), maxMissing)]
		}
	}
	return nil
}

// deed is true for words that say what somebody did or how, as far as a short
// list and an ending tell.
func deed(word string) bool {
	return deeded[word] || len(word) > 4 && (strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "eed") || strings.HasSuffix(word, "ly"))
}

var deeded = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`flew fly flown drive drove driven sell sold buy bought pay paid spend spent earn earns work works working write wrote written
		read run ran runs running use uses using keep kept leave left hold held bring brought send sent build built meet met lose lost win won
		teach teaches taught speak spoke spoken eat ate eaten drink drank sleep slept wear wore worn fall fell fallen burn burnt grow grew grown
		catch caught choose chose chosen begin began begun end stay stays live lives lived come came become became give gave given
		say says said think thought feel felt find found call calls contact open close closing high low long short old young new full free late
		likely often usually always together again away soon far several lot lots kind kinds type sort average already almost instead rather
		because though although while without within around near inside outside own per upcoming next previous recent whole entire`) {
		m[w] = true
	}
	return m
}()
