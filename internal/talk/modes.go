package talk

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/intent"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Way is how the questions of a conversation are answered.
type Way string

const (
	Answering Way = "answer"  // each by itself, as it is read
	Planning  Way = "plan"    // in steps that a language model plans
	Exploring Way = "explore" // by a language model that looks around
)

// switchesWay is a message that wants nothing but another way from now on.
var switchesWay = lazyregexp.New(`(?i)^(?:(?:please|ok|okay|now|let's|let us|can you|could you|can we|and) )*(?:(?:switch|change|go|get|move|return|come)(?: back)? (?:in)?to |back to |(?:enter|use|start|turn on|activate|set) )?(?:the |an? )?(?:(plan(?:ning)?|step[- ]by[- ]step)|(explor(?:e|atory|ation|ing))|(answer(?:ing)?|simple|normal|quick|plain|direct|default|query))(?: (?:mode|answers?|answering))(?: (?:please|again|now|from now on))*[.! ]*$`)

// WayWanted is the way of answering that a message switches to.
func WayWanted(message string) (Way, bool) {
	m := switchesWay.FindStringSubmatch(strings.TrimSpace(message))
	switch {
	case m == nil:
		return "", false
	case m[1] != "":
		return Planning, true
	case m[2] != "":
		return Exploring, true
	}
	return Answering, true
}

// Can says whether questions can be answered in a way here: two need a language model.
func (t *Talk) Can(w Way) bool { return w == Answering || t.Explorer != nil }

// AsksData is false for a message that wants surely something else than an answer from
// the data, such as where the last figure comes from.
func (t *Talk) AsksData(ctx context.Context, message string) bool {
	if asksAge.MatchString(strings.TrimSpace(message)) {
		return false
	}
	if t.Intents == nil {
		return true
	}
	c, err := t.Intents()
	if err != nil {
		return true
	}
	intents, tier, err := c.Classify(ctx, message)
	return err != nil || tier != intent.Sure || len(intents) != 1 || !slices.ContainsFunc(handlers, func(h handler) bool { return h.name == intents[0].Name })
}
