package builtin

import (
	"regexp"
	"strings"
)

var (
	// beginsWhole are beginnings of questions that need nothing before them.
	beginsWhole = regexp.MustCompile(`(?i)^(?:how (?:many|much|long|often|old)|what(?:'s| is| was| are| were| percentage| share| did| do)|which|who|where|when|on which|in which|list|show|give me|average|total|number of)\b`)
	// pointsBack are words that speak of what was said before.
	pointsBack = regexp.MustCompile(`(?i)\b(?:that|those|them|they|these|this one|it|its|their|same|instead|also|too|again|then|there|ones?|other|others|else|rest|second|next one|previous|before that)\b`)
)

// whole is true for a message that reads like a question of its own: it begins
// as one, is long enough, and points at nothing before it.
func whole(question string) bool {
	const shortest = 5
	question = strings.TrimSpace(question)
	return len(strings.Fields(question)) >= shortest && beginsWhole.MatchString(question) && !pointsBack.MatchString(question)
}
