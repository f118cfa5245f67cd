package followup

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

var (
	// beginsWhole are beginnings of questions that need nothing before them.
	beginsWhole = lazyregexp.New(`(?i)^(?:how (?:many|much|long|often|old)|what(?:'s| is| was| are| were| percentage| share| did| do)|which|who|where|when|on which|in which|list|show|give me|average|total|number of)\b`)
	// pointsBack are words that speak of what was said before.
	pointsBack = lazyregexp.New(`(?i)\b(?:that|those|them|they|these|this one|it|its|their|same|instead|also|too|again|then|there|ones?|other|others|else|rest|second|next one|previous|before that)\b`)
)

// Standalone is true for a message that reads like a question of its own: it begins
// as one, is long enough, and points at nothing before it.
func Standalone(question string) bool {
	const shortest = 5
	question = strings.TrimSpace(question)
	return len(strings.Fields(question)) >= shortest && beginsWhole.MatchString(question) && !pointsBack.MatchString(question)
}

var (
	// FullRanking is a ranking that says of what and by what.
	FullRanking = lazyregexp.New(`(?i)^(?:the |our |my )?(?:top|bottom) \d+ [a-z][a-z' ]* by [a-z]`)
	// existing is there in the sense of it, which points at nothing.
	existing = lazyregexp.New(`(?i)\b(?:are|is|were|was) there\b`)
	// countsThings is a question for the number of something that it names.
	countsThings = lazyregexp.New(`(?i)^how many (?:\pL+ )?\pL+(?: exist| do we have)?[?. ]*$`)
	// oneByOne points at things of the turn before, one by one.
	oneByOne = lazyregexp.New(`(?i)\b(?:each|every|all|both)\b`)
)

// CountsThings is true for a question for the number of something that it names itself,
// such as how many bears there are.
func CountsThings(question string) bool {
	question = existing.ReplaceAllString(strings.TrimSpace(question), "exist")
	return countsThings.MatchString(question) && !pointsBack.MatchString(question)
}

// Complete is true for a message that says all by itself. One that says no time
// after an answer about one may mean the same time, unless it is a whole ranking.
func Complete(question string, timed bool) bool {
	question = strings.TrimSpace(question)
	if pointsBack.MatchString(existing.ReplaceAllString(question, "")) || oneByOne.MatchString(question) {
		return false
	}
	return FullRanking.MatchString(question) || !timed && Standalone(existing.ReplaceAllString(question, "exist exist"))
}
