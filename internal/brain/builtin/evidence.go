package builtin

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// feature is one thing that is known of an answer when it is judged: how the
// parser was divided, what came of running its forms, and what of the question
// the first form leaves aside. The calibration weighs them.
type feature int

const (
	// Of the parser.
	fMargin   feature = iota // how much likelier the first result is than the next, in nats
	fShare                   // its part of all that was thought of, declining included, as log-odds
	fDecline                 // logarithm of the probability of declining
	fWeakest                 // logarithm of the least probable token's probability
	fDoubtful                // how many tokens were not sure
	fEntropy                 // of the results, in nats
	fOvertook                // another form was more probable until they were run

	// Of running, and of the rules.
	fRules  // they come to the same form
	fAgree  // other forms with the same result
	fEmpty  // nothing was found
	fRows   // of the result, as a logarithm
	fSingle // there is one row

	// Of the question.
	fWords        // as a logarithm
	fUnlinked     // words that nothing in the database answers to
	fUnusedNames  // words that name what the form does not use
	fUnusedValues // words that are stored values the form does not use
	fFollowUp
	fBefore // logarithm of the confidence in the reading that it follows

	// Of the form.
	fTokens  // as a logarithm
	fDerived // shares, growth and their like
	fDates   // parts of dates and periods
	countOfFeatures
)

// featureNames name them in the file of the calibration.
var featureNames = [countOfFeatures]string{
	fMargin:       "margin",
	fShare:        "share",
	fDecline:      "decline",
	fWeakest:      "weakest",
	fDoubtful:     "doubtful",
	fEntropy:      "entropy",
	fOvertook:     "overtook",
	fRules:        "rules",
	fAgree:        "agree",
	fEmpty:        "empty",
	fRows:         "rows",
	fSingle:       "single",
	fWords:        "words",
	fUnlinked:     "unlinked",
	fUnusedNames:  "unused names",
	fUnusedValues: "unused values",
	fFollowUp:     "follow-up",
	fBefore:       "before",
	fTokens:       "tokens",
	fDerived:      "derived",
	fDates:        "dates",
}

// evidence holds a number for each feature.
type evidence [countOfFeatures]float64

// Features names the numbers of an answer's evidence, in order.
func Features() []string { return slices.Clone(featureNames[:]) }

// vector writes the evidence as numbers, with as many digits as matter.
func (e *evidence) vector() []float64 {
	list := make([]float64, len(e))
	for i, v := range e {
		list[i] = math.Round(v*1e4) / 1e4
	}
	return list
}

const (
	lowest   = -10.0 // a logarithm of a probability that is as good as none
	doubtful = 0.8   // below it a token was not sure
)

func logOf(p float64) float64 { return max(lowest, math.Log(p)) }

// gather looks at the candidates that were tried, the best first. first is the
// one that is going to be the answer.
func gather(ix *index.Index, list []*candidate, first *candidate, asked *link.Question) *evidence {
	e := &evidence{fDecline: lowest}
	e.ofParser(list, first)
	e.ofRunning(list, first)
	e.ofForm(first)
	e[fRules] = ruled(ix, first, asked)
	e[fWords] = math.Log1p(float64(len(asked.Words) - asked.Context))
	e[fUnlinked] = float64(len(asked.Unlinked()))
	names, values := leftAside(ix, first, asked)
	e[fUnusedNames], e[fUnusedValues] = float64(names), float64(values)
	e[fFollowUp] = oneIf(asked.Context > 0)
	return e
}

func (e *evidence) ofParser(list []*candidate, first *candidate) {
	total, second := 0.0, 0.0
	for _, c := range list {
		total += c.mass
		switch {
		case c.query == nil:
			e[fDecline] = max(lowest, c.logProb)
		case c != first:
			second = max(second, c.mass)
			if c.logProb > first.logProb {
				e[fOvertook] = 1
			}
		}
	}
	e[fMargin] = min(-lowest, logOf(first.mass)-logOf(second))
	for _, c := range list {
		if p := c.mass / total; p > 0 {
			e[fEntropy] -= p * math.Log(p)
		}
	}
	p := min(max(first.mass/total, 1e-4), 1-1e-4)
	e[fShare] = math.Log(p / (1 - p))
	for _, s := range first.steps {
		e[fWeakest] = min(e[fWeakest], max(lowest, s))
		if s < math.Log(doubtful) {
			e[fDoubtful]++
		}
	}
}

func (e *evidence) ofRunning(list []*candidate, first *candidate) {
	for _, c := range list {
		if c != first && c.query != nil && c.ran && !c.failed && first.ran && c.hash == first.hash {
			e[fAgree]++
		}
	}
	e[fEmpty] = oneIf(first.empty)
	e[fRows], e[fSingle] = math.Log1p(float64(first.rows)), oneIf(first.rows == 1)
}

func (e *evidence) ofForm(first *candidate) {
	e[fTokens] = math.Log1p(float64(len(first.tokens)))
	first.query.EachExpr(func(x *form.Expr) {
		switch x.Op {
		case form.Pct, form.Change, form.Share, form.ShareIn, form.Running, form.Moving, form.Prev, form.Growth, form.Rank, form.If, form.Div:
			e[fDerived] = 1
		case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday, form.Hour,
			form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			e[fDates] = 1
		}
	})
	first.query.EachValue(func(v *form.Value, _ int) {
		if v.Kind == form.Period {
			e[fDates] = 1
		}
	})
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
