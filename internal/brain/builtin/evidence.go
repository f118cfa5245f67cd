package builtin

import (
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/tuning"
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
	fVerified                // how well the verifier thinks that the first goes with the question
	fApart                   // how much better it thinks of the first than of any other

	// Of running, and of the rules.
	fRules  // they come to the same form
	fAgree  // other forms with the same result
	fEmpty  // nothing was found
	fZero   // nothing but zeros was found
	fRows   // of the result, as a logarithm
	fSingle // there is one row

	// Of the question.
	fWords        // as a logarithm
	fUnlinked     // words that nothing in the database answers to
	fUnusedNames  // words that name what the form does not use
	fUnusedValues // words that are stored values the form does not use
	fLeft         // words that stand for no part of the form
	fFar          // how far they are in meaning from all that it reads
	fTogether     // how many of them stand side by side
	fUnexplained  // the form has a condition that no word names
	fUnnamed      // columns of the form that no word names
	fExcess       // words of the names of its columns that the question does not say
	fFollowUp
	fBefore // logarithm of the confidence in the reading that it follows

	// Of the form.
	fTokens  // as a logarithm
	fDerived // shares, growth and their like
	fDates   // parts of dates and periods

	// Of the database.
	fColumns // of the largest table that is read, as a logarithm
	fTables  // as a logarithm
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
	fVerified:     "verified",
	fApart:        "apart",
	fRules:        "rules",
	fAgree:        "agree",
	fEmpty:        "empty",
	fZero:         "zeros",
	fRows:         "rows",
	fSingle:       "single",
	fWords:        "words",
	fUnlinked:     "unlinked",
	fUnusedNames:  "unused names",
	fUnusedValues: "unused values",
	fLeft:         "left words",
	fFar:          "far words",
	fTogether:     "words together",
	fUnexplained:  "unexplained",
	fUnnamed:      "unnamed columns",
	fExcess:       "excess words",
	fFollowUp:     "follow-up",
	fBefore:       "before",
	fTokens:       "tokens",
	fDerived:      "derived",
	fDates:        "dates",
	fColumns:      "columns",
	fTables:       "tables",
}

// evidence holds a number for each feature.
type evidence [countOfFeatures]float64

// Features names the numbers of an answer's evidence, in order.
func Features() []string { return slices.Clone(featureNames[:]) }

func (e *evidence) vector() []float64 { return rounded(e[:]) }

func (m *merits) vector() []float64 { return rounded(m[:]) }

// rounded are numbers with as many digits as matter.
func rounded(numbers []float64) []float64 {
	list := make([]float64, len(numbers))
	for i, v := range numbers {
		list[i] = math.Round(v*1e4) / 1e4
	}
	return list
}

func logOf(p float64) float64 { return max(tuning.Lowest, math.Log(p)) }

// gather looks at the candidates that were tried, the best first. first is the
// one that is going to be the answer.
func (b *Brain) gather(ctx context.Context, list []*candidates.Candidate, first *candidates.Candidate, asked *link.Question, requirements []*require.Requirement) *evidence {
	ix := b.ix
	e := &evidence{fDecline: tuning.Lowest}
	e.ofParser(list, first)
	e.ofVerifier(list, first)
	e.ofRunning(list, first)
	e.ofForm(first)
	e[fRules] = oneIf(writeTheSame(ix, formByRules(ix, asked), first, asked))
	e[fWords] = math.Log1p(float64(len(asked.Words) - asked.Context))
	e[fUnlinked] = float64(len(asked.Unlinked()))
	m := &merits{}
	far, together := m.ofWords(ix, first, asked, requirements).Far(ctx, b.near)
	e[fUnusedNames], e[fUnusedValues] = m[mUnusedNames], m[mUnusedValues]
	e[fLeft], e[fUnexplained] = m[mLeft], m[mUnexplained]
	e[fFar], e[fTogether] = far, float64(together)
	e[fUnnamed], e[fExcess] = m[mUnnamedColumns], m[mExcess]
	e[fFollowUp] = oneIf(asked.Context > 0)
	e[fTables] = math.Log1p(float64(len(ix.Tables)))
	for _, t := range first.Query.Tables {
		e[fColumns] = max(e[fColumns], math.Log1p(float64(len(ix.Tables[t].Columns))))
	}
	return e
}

// ofVerifier compares the first with that of the others which the verifier likes best, or
// with that none is right.
func (e *evidence) ofVerifier(list []*candidates.Candidate, first *candidates.Candidate) {
	next := 0.0
	for _, c := range list {
		if c != first && c.Query != nil && c.Ran && !c.Failed && c.Mass > 0 {
			next = max(next, c.Verified)
		}
	}
	e[fVerified], e[fApart] = first.Verified, first.Verified-next
}

func (e *evidence) ofParser(list []*candidates.Candidate, first *candidates.Candidate) {
	total, second := 0.0, 0.0
	for _, c := range list {
		total += c.Mass
		switch {
		case c.Query == nil:
			e[fDecline] = max(tuning.Lowest, c.LogProb)
		case c != first:
			second = max(second, c.Mass)
			if c.LogProb > first.LogProb {
				e[fOvertook] = 1
			}
		}
	}
	e[fMargin] = min(-tuning.Lowest, logOf(first.Mass)-logOf(second))
	for _, c := range list {
		if p := c.Mass / total; p > 0 {
			e[fEntropy] -= p * math.Log(p)
		}
	}
	p := min(max(first.Mass/total, 1e-4), 1-1e-4)
	e[fShare] = math.Log(p / (1 - p))
	e[fWeakest], e[fDoubtful] = leastSure(first.Steps)
}

// leastSure is the logarithm of the least probable token's probability, and how many
// tokens were not sure.
func leastSure(steps []float64) (weakest, doubtful float64) {
	for _, s := range steps {
		weakest = min(weakest, max(tuning.Lowest, s))
		doubtful += oneIf(s < math.Log(tuning.Doubtful))
	}
	return weakest, doubtful
}

func (e *evidence) ofRunning(list []*candidates.Candidate, first *candidates.Candidate) {
	for _, c := range list {
		if c != first && c.Query != nil && c.Ran && !c.Failed && first.Ran && c.Hash == first.Hash {
			e[fAgree]++
		}
	}
	e[fEmpty], e[fZero] = oneIf(first.Empty), oneIf(first.Zero)
	e[fRows], e[fSingle] = math.Log1p(float64(first.Rows)), oneIf(first.Rows == 1)
}

func (e *evidence) ofForm(first *candidates.Candidate) {
	e[fTokens] = math.Log1p(float64(len(first.Tokens)))
	first.Query.EachExpr(func(x *form.Expr) {
		switch x.Op {
		case form.Pct, form.Change, form.Share, form.ShareIn, form.Running, form.Moving, form.Prev, form.Growth, form.Rank, form.If, form.Div:
			e[fDerived] = 1
		case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday, form.Hour,
			form.Days, form.Hours, form.Minutes, form.Months, form.Years:
			e[fDates] = 1
		}
	})
	first.Query.EachValue(func(v *form.Value, _ int) {
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
