package memory

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// asking are words with which a question or a request for data begins.
var asking = english.NewSet(`what which who whom whose how where why is are am was were do does did has have had may might shall
	list find give tell count calculate compute compare plot draw chart graph rank sort name return retrieve get fetch identify determine
	select group break split order top bottom highest lowest average total sum number avg max min describe explain summarize summarise
	export download save send notify alert assume suppose run rerun delete drop insert update create undo`)

// opensQuestion says whether a clause begins as a request for data does. What tells how
// answers should be begins with some of the same words.
func opensQuestion(text string) bool {
	word, rest, _ := strings.Cut(strings.ToLower(text), " ")
	word = strings.Trim(word, `,.:;"'`)
	switch {
	case !asking[word]:
		return false
	case word == "do" && strings.HasPrefix(rest, "not "), word == "what" && english.Among(strings.Fields(rest + " .")[0], "we i") && strings.Contains(rest, "call"), word == "drop" || word == "order" || word == "total" || word == "average":
		return false
	case english.Among(word, "give top draw plot name get sort"):
		return false // rules tell: always give euros, top means top 10, never draw charts
	}
	return true
}

// wanting are words that a phrase of a statement does not have, but one of a question does.
var wanting = english.NewSet(`show list tell give find what which how who when where why whether plot draw compare calculate compute count
	then please per versus vs`)

// aside are words that are no subject by themselves: they point at the answer before.
var aside = english.NewSet(`them those these it that this they ones one all everything anything nothing row rows column columns line lines
	first last second third next previous rest others other above below result results answer answers point step part value values me us you`)

// phrase is a subject as people name it, without its article and quotation marks; "" for
// what names nothing, or is more than a name.
func phrase(text string) string {
	text = strings.Trim(text, ` "'`)
	words := strings.Fields(text)
	for len(words) > 0 && english.Among(strings.ToLower(words[0]), "the a an our my all any of from every each") {
		words = words[1:]
	}
	if len(words) == 0 || len(words) > 8 {
		return ""
	}
	named := false
	for i, w := range words {
		low := strings.ToLower(strings.Trim(w, `"'`))
		if wanting[low] || low == "by" && (i == 0 || !english.IsParticiple(strings.ToLower(words[i-1]))) {
			return ""
		}
		named = named || !aside[low] && !english.Among(low, "and or of in the for to with again tomorrow later now back up off out not")
	}
	if !named || aside[strings.ToLower(words[0])] || english.Among(strings.ToLower(words[len(words)-1]), "and or of in the for to with by from as when if") {
		return ""
	}
	return strings.ReplaceAll(strings.Join(words, " "), `"`, "")
}

// term is a phrase of at most four words that can be a name for something.
func term(text string) string {
	text = phrase(termBefore.ReplaceAllString(strings.TrimSpace(text), ""))
	if text == "" || len(strings.Fields(text)) > 4 || notTerm.MatchString(text) || opensQuestion(text) {
		return ""
	}
	return text
}

var (
	termBefore = lazyregexp.New(`(?i)^(?:(?:the|a) )?(?:word|term|expression|abbreviation|acronym) `)
	notTerm    = lazyregexp.New(`(?i)\b(?:where|whose|who|that|which|if|when|with|without|and|or|by|per|than|then|again|tomorrow|later|now|back|up|off|is|are|was|were)\b|^(?:it|that|this|they|we|you|he|she|there|here|show|use|only|not|i)\b`)
)

// meaning is what a term is said to mean, without its article; "" for what is none.
func meaning(text string) string {
	text = unquote(strings.TrimSpace(text))
	low := strings.ToLower(text)
	if text == "" || notMeaning.MatchString(low) {
		return ""
	}
	return articles.ReplaceAllString(text, "")
}

var (
	notMeaning = lazyregexp.New(`^(?:by|per|of|for|in|on|and|or|to|at|from|it|that|this|what|which|how|who|you|i|we)\b|: |\b(?:show|tell|list|give) (?:me|us|all)\b`)
	articles   = lazyregexp.New(`(?i)^(?:the|an?|any|our) `)
)

// requests are words with which a sentence that says something asks for data, too.
var requests = lazyregexp.New(`(?i)\b(?:how (?:many|much|often|long)|(?:need|want|like) to (?:know|see)|(?:show|tell|give|find) (?:me|us))\b`)

// unquote takes off quotation marks around the whole of a text.
func unquote(text string) string {
	if n := len(text); n > 1 && strings.IndexByte(`"'`, text[0]) >= 0 && text[0] == text[n-1] {
		return text[1 : n-1]
	}
	return text
}

// number reads digits and number words.
func number(word string) (int, bool) {
	if n, err := strconv.Atoi(word); err == nil {
		return n, true
	}
	return english.ParseNumber(strings.ToLower(word))
}

// declares says whether a text is a sentence that says how something is: it has a verb, and
// does not begin with one.
func declares(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) < 3 || opensQuestion(text) || english.Among(words[0], "to as for by of into") {
		return false
	}
	for _, w := range words[1:] {
		w = strings.Trim(w, `,.'"`)
		if english.Among(w, `is are was were has have had does do did will can must should may delivers happens happened went rose fell
			began begins starts ends closed opened reopened moved changed`) || len(w) > 4 && strings.HasSuffix(w, "ed") || len(w) > 4 && strings.HasSuffix(w, "n't") {
			return true
		}
	}
	return false
}
