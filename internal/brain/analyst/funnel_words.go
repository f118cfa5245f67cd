package analyst

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// funnelQuestion asks how many get from stage to stage.
type funnelQuestion struct {
	stages []string // as the message names them, in order; none where it does not
	words  []string
	rest   string // the message without its stages: which rows count
}

var (
	asksFunnel = lazyregexp.New(`(?i)\bfunnels?\b|\bwhere (?:do|did|are|is) (?:we|they) (?:lose|losing|lost)\b|\bwhere (?:do|did) (?:most )?(?:people|customers|users|visitors|leads|applicants|deals|orders|candidates) (?:drop|leave|abandon|get lost|fall)|\bdrop-?offs? (?:between|from|by stage|by step|per stage|per step|at each)|\bstage conversion\b|\bconversion (?:by|per|between|from) (?:stage|step|each stage)`)
	// otherFunnel asks for a figure, and only its order is that of a funnel.
	otherFunnel = lazyregexp.New(`(?i)\bfunnel(?:'s)? (?:order|sequence|stage name|id)\b|^how (?:many|much|long)\b|\baverage\b`)
	fromTo      = lazyregexp.New(`(?i)\b(?:from|between) (?:the |a |an )?(.+?)(?: to | and | until | through |\s*(?:->|→|>)\s*)(.+?)(?: (?:in|during|since|for) .*)?[?.! ]*$`)
	nextStage   = lazyregexp.New(`(?i)\s*(?:,| to | then | and then |->|→|>)\s*`)
	// funnelWords say no more than what is asked.
	funnelWords = english.NewSet("funnel conversion drop off dropoff dropoffs lose losing lost loss stage step where people we they biggest largest most between from to each analysis leave abandon show sales pipeline through then rate leak")
)

// readFunnel reads a message that asks for a funnel; nil for another.
func readFunnel(text string) *funnelQuestion {
	if !asksFunnel.MatchString(text) || otherFunnel.MatchString(text) {
		return nil
	}
	f := &funnelQuestion{rest: text}
	for _, w := range span.Words(text) {
		f.words = append(f.words, strings.ToLower(w.Text))
	}
	if m := fromTo.FindStringSubmatchIndex(text); m != nil {
		first, others := text[m[2]:m[3]], text[m[4]:m[5]]
		f.stages = []string{strings.TrimSpace(first)}
		last := 0
		for _, at := range nextStage.FindAllStringIndex(others, -1) {
			f.stages = append(f.stages, strings.TrimSpace(others[last:at[0]]))
			last = at[1]
		}
		f.stages = append(f.stages, strings.TrimSpace(others[last:]))
		f.rest = text[:m[2]] + text[m[3]:m[4]] + text[m[5]:]
	}
	return f
}

// stageRanks are words of stages in the order in which things usually go through them.
var stageRanks = []english.Set{
	english.NewSet("new created open opened lead prospect prospecting submitted received applied application placed pending draft registered inquiry enquiry visit visited requested"),
	english.NewSet("qualified qualification qualifying contacted screening review reviewed confirmed approved accepted assigned"),
	english.NewSet("demo meeting interview discovery assessment trial picked processing progress analysis"),
	english.NewSet("proposal quote quoted offer offered packed"),
	english.NewSet("negotiation negotiating contract shipped dispatched transit verbal"),
	english.NewSet("won signed hired delivered completed complete paid converted fulfilled done finished resolved enrolled"),
}

// lostWords end a way without reaching its goal.
var lostWords = english.NewSet("lost cancelled canceled rejected declined failed withdrawn refused expired churned disqualified abandoned dropped")

// stageRank is the place of a stage, -1 of one that is lost; false where the words say
// nothing.
func stageRank(value string) (rank int, ok bool) {
	parts := english.Split(value)
	for i := range parts {
		parts[i] = strings.ToLower(parts[i])
	}
	if lostWords.HasAny(parts) {
		return -1, true
	}
	for r, set := range stageRanks {
		if set.HasAny(parts) {
			rank, ok = r, true
		}
	}
	return rank, ok
}
