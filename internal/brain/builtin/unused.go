package builtin

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// findUnused finds the words with meaning that an answer leaves out. It names
// them, and is not likely then.
func (r *reading) findUnused(ctx context.Context, a *brain.Answer) error {
	if !r.rules.On(unusedWord) || a.Outcome != brain.Sure && a.Outcome != brain.Likely {
		return nil
	}
	first := candidates.Shown(r.list)
	if first == nil {
		return nil
	}
	accounted := account.Of(r.ix, r.asked, first, r.requirements)
	unsure := a.Confidence < tuning.KnowsBetter // else the parser knows what most words mean here
	if unsure {
		if far := accounted.Lacking(ctx, r.near, tuning.FarAskedFor); len(far) > 0 && a.Evidence[fDecline] >= math.Log(tuning.DeclineLacking) {
			r.rules.Note(unusedWord)
			*a = brain.Answer{Outcome: brain.Declined, Confidence: tuning.SurelyMissing, Missing: reply.Lacks(r.texts(far)), Evidence: a.Evidence}
			return nil
		}
	}
	words, err := r.withoutInfluence(ctx, accounted.Suspicious(ctx, r.near, unsure))
	if err != nil {
		return err
	}
	if unsure {
		words = append(words, accounted.Lacking(ctx, r.near, tuning.NearAskedFor)...)
	}
	for _, w := range slices.Concat(accounted.Uncomputed(), accounted.Acronyms()) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	_, unexplained := accounted.Left()
	unexplained = unexplained && unsure && r.question.Before == nil && len(first.Defined) == 0
	if len(words) == 0 && !unexplained {
		return nil
	}
	r.rules.Note(unusedWord)
	a.Unused = r.texts(words)
	a.Confidence = min(a.Confidence, tuning.UnsureAtMost)
	spread(a.Readings, a.Confidence)
	a.Outcome = brain.Unsure
	if r.people && !worthIt(a) {
		*a = brain.Answer{Outcome: brain.Declined, Confidence: 1 - a.Confidence, Missing: reply.Missing(r.asked), Evidence: a.Evidence}
		return nil
	}
	a.Doubt = "The question does not say all conditions of this reading."
	if len(a.Unused) > 0 {
		a.Doubt = "I did not use " + english.JoinList(english.Quoted(a.Unused), "and") + "."
	}
	a.Given = standsOut(a)
	a.Clarify = askAbout(a.Doubt, a.Readings)
	return nil
}

// withoutInfluence are the words without which the question is read as it is with
// them: all together, or each by itself.
func (r *reading) withoutInfluence(ctx context.Context, words []int) ([]int, error) {
	if len(words) == 0 {
		return nil, nil
	}
	same, err := r.readsSameWithout(ctx, words...)
	if err != nil || same {
		return words, err
	}
	var list []int
	for _, w := range words[:min(len(words), tuning.MaxUnused)] {
		if len(words) == 1 {
			break
		}
		same, err := r.readsSameWithout(ctx, w)
		if err != nil {
			return nil, err
		}
		if same {
			list = append(list, w)
		}
	}
	return list, nil
}

// readsSameWithout is true where the parser writes the same form of a question
// without some of its words.
func (r *reading) readsSameWithout(ctx context.Context, words ...int) (bool, error) {
	text := r.asked.Text()
	for _, w := range slices.Backward(words) {
		at := r.asked.Words[w]
		text = text[:at.Start] + text[at.End:]
	}
	less := &reading{Brain: r.Brain, question: r.question}
	less.question.Text = strings.Join(strings.Fields(text), " ")
	err := less.writeAfter(ctx, r.previous)
	return err == nil && less.best == r.best, err
}

// texts are words as they are written; those that stand together are one.
func (r *reading) texts(words []int) []string {
	var list []string
	for i, w := range words {
		text := r.asked.Words[w].Text
		if i > 0 && words[i-1] == w-1 {
			list[len(list)-1] += " " + text
		} else {
			list = append(list, text)
		}
	}
	return list
}
