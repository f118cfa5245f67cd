package reply

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// Missing says what a declined question asks for that nothing in the database
// answers to; where no word certainly names such a thing, that the question was
// not read, and what of it was.
func Missing(asked *link.Question) string {
	if text := lacks(asked); text != "" {
		return text
	}
	if len(asked.Unlinked()) == 0 {
		return "Nothing in this database answers that."
	}
	if known := understoodWords(asked); len(known) > 0 {
		return "Plumb cannot read this question. It understands only " + english.JoinList(known, "and") + "."
	}
	return notRead
}

const notRead = "Plumb cannot read this question: none of its words match this database."

// NoLink says why a message that has nothing to do with the data is declined.
func NoLink(asked *link.Question) string { return cmp.Or(lacks(asked), notRead) }

// lacks says which things of a question the database does not record; "" where no
// word certainly names one.
func lacks(asked *link.Question) string {
	things := unknownThings(asked)
	if len(things) == 0 {
		return ""
	}
	return Lacks(things)
}

// Lacks says that the database does not record some things.
func Lacks(things []string) string {
	return "This database does not record " + english.JoinList(things, "or") + "."
}

// understoodWords are the words that name something, in their order.
func understoodWords(asked *link.Question) []string {
	known := make([]bool, len(asked.Words))
	mark := func(first, end int) {
		for w := max(first, 0); w < end; w++ {
			known[w] = true
		}
	}
	for _, n := range asked.Names {
		if n.First >= asked.Context {
			mark(n.First, n.End)
		}
	}
	for _, i := range asked.Items {
		if i.First >= asked.Context {
			mark(i.First, i.End)
		}
	}
	var list []string
	for i, w := range asked.Words {
		switch {
		case !known[i]:
		case i > 0 && known[i-1]:
			list[len(list)-1] += " " + w.Text
		default:
			list = append(list, "“"+w.Text)
		}
	}
	for i := range list {
		list[i] += "”"
	}
	return list[:min(len(list), maxMissing)]
}

// maxMissing is how many things are named; more would be the question again.
const maxMissing = 3

// unknownThings lists the things in a question that are linked to nothing, words that
// stand together as one.
func unknownThings(asked *link.Question) []string {
	unlinked := asked.Unlinked()
	var list []string
	var open, which bool // the last word is of the list; it was asked for with "which"
	end := func() {
		if open && which {
			list[len(list)-1] = english.Plural(list[len(list)-1])
		}
		open = false
	}
	for n, w := range asked.Words[asked.Context:] {
		key := strings.ToLower(w.Text)
		at := slices.Index(unlinked, key)
		if at < 0 || IsVerb(key) && !(open && followsAsNoun(asked.Words[asked.Context:], n)) || !open && !isNounPlace(asked.Words[asked.Context:], n) || !strings.ContainsFunc(key, unicode.IsLetter) {
			end()
			which = key == "which"
			continue
		}
		unlinked = slices.Delete(unlinked, at, at+1)
		if open {
			list[len(list)-1] += " " + w.Text
		} else {
			list = append(list, w.Text)
		}
		open = true
	}
	end()
	return list[:min(len(list), maxMissing)]
}

// followsAsNoun is true for what could be a verb and is none behind an adjective: the leave of
// “the parental leave policy”.
func followsAsNoun(words []span.Word, n int) bool {
	return slices.ContainsFunc(adjectiveEndings, func(e string) bool { return strings.HasSuffix(strings.ToLower(words[n-1].Text), e) })
}

var adjectiveEndings = []string{"al", "ive", "ic", "ous", "ary", "able", "ible"}

// isNounPlace is true for a word where a noun stands: after an article or a
// preposition, or first in a message without a verb. Verbs that link to nothing
// are no things that data lack.
func isNounPlace(words []span.Word, n int) bool {
	word := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return strings.ToLower(words[i].Text)
	}
	if n == 0 {
		return len(words) == 1 || beforeNoun[word(1)]
	}
	return beforeNoun[word(n-1)]
}

var beforeNoun = english.NewSet(`a an the our my your their his her its this that these those all any each every no some of for in on by per about from with without which what whose
	many much more most fewer less average total mean and or than number between into 's s`)

// IsVerb is true for words that say what somebody did or how, as far as a short
// list and an ending tell.
func IsVerb(word string) bool {
	return verbs[word] || len(word) > 4 && (strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "eed") || strings.HasSuffix(word, "ly"))
}

var verbs = english.NewSet(`fly flew flown drive drove driven sell sold buy bought pay paid spend spent earn earns work works working write wrote written
		read run ran runs running use uses using keep kept leave left hold held bring brought send sent build built meet met lose lost win won
		teach teaches taught speak spoke spoken eat ate eaten drink drank sleep slept wear wore worn fall fell fallen burn burnt grow grew grown
		catch caught choose chose chosen begin began begun end stay stays live lives lived come came become became give gave given
		say says said think thought feel felt find found call calls open close closing high low long short old young new full free late
		likely often usually always together again away soon far several lot lots kind kinds type sort average already almost instead rather
		common frequent frequently remaining use share time wait save avoid
		fastest slowest newest latest happen successful monthly daily weekly yearly
		because though although while without within around near inside outside own per next previous recent whole entire`)
