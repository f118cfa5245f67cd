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
	fMass     feature = iota // logarithm of the probability of the first reading's result
	fMargin                  // how many times more probable it is than the next, in nats
	fShare                   // its part of all that was thought of, declining included, as log-odds
	fDecline                 // logarithm of the probability of declining
	fWeakest                 // logarithm of the least probable token's probability
	fDoubtful                // how many tokens were not sure
	fMean                    // logarithm of the tokens' probability, on average
	fOvertook                // another form was more probable until they were run

	// Of running.
	fAgree  // other forms with the same result
	fRivals // forms with another result
	fEmpty  // nothing was found
	fFailed // forms that could not be run
	fRows   // of the result, as a logarithm
	fSingle // there is one row

	// Of the question.
	fWords        // as a logarithm
	fUnlinked     // words that nothing in the database answers to
	fUnusedNames  // words that name what the form does not use
	fUnusedValues // words that are stored values the form does not use
	fUnusedPeriods
	fUnusedNumbers
	fFollowUp
	fUnheeded // words for averages, rankings, negations that the form does nothing about
	fUnsaid   // what the form does and values it names without a word for it
	fFuzzy    // values that the words only resemble

	// Of the form.
	fTokens   // as a logarithm
	fShown    // columns of the result
	fTables   // beyond the first
	fNested   // queries inside it
	fSet      // two queries combined
	fDerived  // shares, growth and their like
	fDates    // parts of dates and periods
	fInferred // a key that nobody declared
	fColumns  // of the database, as a logarithm
	countOfFeatures
)

// featureNames name them in the file of the calibration.
var featureNames = [countOfFeatures]string{
	fMass:          "mass",
	fMargin:        "margin",
	fShare:         "share",
	fDecline:       "decline",
	fWeakest:       "weakest",
	fDoubtful:      "doubtful",
	fMean:          "mean",
	fOvertook:      "overtook",
	fAgree:         "agree",
	fRivals:        "rivals",
	fEmpty:         "empty",
	fFailed:        "failed",
	fRows:          "rows",
	fSingle:        "single",
	fWords:         "words",
	fUnlinked:      "unlinked",
	fUnusedNames:   "unused names",
	fUnusedValues:  "unused values",
	fUnusedPeriods: "unused periods",
	fUnusedNumbers: "unused numbers",
	fFollowUp:      "follow-up",
	fUnheeded:      "unheeded",
	fUnsaid:        "unsaid",
	fFuzzy:         "fuzzy",
	fShown:         "shown",
	fTokens:        "tokens",
	fTables:        "tables",
	fNested:        "nested",
	fSet:           "set",
	fDerived:       "derived",
	fDates:         "dates",
	fInferred:      "inferred",
	fColumns:       "columns",
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
	e := &evidence{fMass: logOf(first.mass), fDecline: lowest}
	e.ofParser(list, first)
	e.ofRunning(list, first)
	e.ofForm(first)
	e.ofQuestion(ix, first, asked)
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
	e[fMargin] = min(-lowest, e[fMass]-logOf(second))
	p := min(max(first.mass/total, 1e-4), 1-1e-4)
	e[fShare] = math.Log(p / (1 - p))
	for _, s := range first.steps {
		e[fWeakest] = min(e[fWeakest], max(lowest, s))
		e[fMean] += s / float64(len(first.steps))
		if s < math.Log(doubtful) {
			e[fDoubtful]++
		}
	}
}

func (e *evidence) ofRunning(list []*candidate, first *candidate) {
	for _, c := range list {
		switch {
		case c == first || c.query == nil || !c.ran:
		case c.failed:
			e[fFailed]++
		case first.ran && c.hash == first.hash:
			e[fAgree]++
		default:
			e[fRivals]++
		}
	}
	e[fEmpty] = oneIf(first.empty)
	e[fRows], e[fSingle] = math.Log1p(float64(first.rows)), oneIf(first.rows == 1)
}

func (e *evidence) ofForm(first *candidate) {
	e[fTokens] = math.Log1p(float64(len(first.tokens)))
	e[fTables] = float64(max(0, len(first.query.Tables)-1))
	eachQuery(first.query, func(*form.Query) { e[fNested]++ })
	e[fNested]--
	for q := first.query; q.Other != nil; q = q.Other {
		e[fNested]--
		e[fSet] = 1
	}
	eachExpr(first.query, func(x *form.Expr) {
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
	e[fInferred] = oneIf(len(first.notes.Inferred) > 0)
	e[fShown] = float64(len(first.query.Select))
}

func (e *evidence) ofQuestion(ix *index.Index, first *candidate, asked *link.Question) {
	own := asked.Words[asked.Context:]
	e[fWords] = math.Log1p(float64(len(own)))
	e[fUnlinked] = float64(len(asked.Unlinked()))
	left := leftAside(ix, first, asked)
	e[fUnusedNames], e[fUnusedValues] = float64(left.names), float64(left.values)
	e[fUnusedPeriods], e[fUnusedNumbers] = float64(left.periods), float64(left.numbers)
	e[fUnheeded], e[fUnsaid] = float64(unheeded(first, asked)), float64(unsaid(first, asked))
	for _, t := range first.tokens {
		if t.Kind == form.ItemToken && asked.Items[t.N].Kind == link.Fuzzy {
			e[fFuzzy]++
		}
	}
	e[fFollowUp] = oneIf(asked.Context > 0)
	e[fColumns] = math.Log1p(float64(len(ix.Columns) - 1))
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// eachQuery visits a query and those inside it and beside it.
func eachQuery(q *form.Query, visit func(*form.Query)) {
	for ; q != nil; q = q.Other {
		visit(q)
		exprsOf(q, func(x *form.Expr) { eachQuery(x.Query, visit) }, func(c *form.Cond) { eachQuery(c.Query, visit) })
	}
}

// eachExpr visits every expression, inner queries included.
func eachExpr(q *form.Query, visit func(*form.Expr)) {
	eachQuery(q, func(q *form.Query) { exprsOf(q, visit, func(*form.Cond) {}) })
}

// exprsOf visits the expressions and conditions of one query alone.
func exprsOf(q *form.Query, expr func(*form.Expr), cond func(*form.Cond)) {
	var ofExpr func(*form.Expr)
	var ofCond func(*form.Cond)
	ofExpr = func(x *form.Expr) {
		if x == nil {
			return
		}
		expr(x)
		for _, a := range x.Args {
			ofExpr(a)
		}
		ofCond(x.If)
	}
	ofCond = func(c *form.Cond) {
		if c == nil {
			return
		}
		cond(c)
		for _, a := range c.Args {
			ofCond(a)
		}
		ofExpr(c.Left)
		ofExpr(c.Right)
	}
	for _, x := range slices.Concat(q.Select, q.Group, q.Per) {
		ofExpr(x)
	}
	for _, o := range q.Order {
		ofExpr(o.By)
	}
	ofCond(q.Where)
	ofCond(q.Having)
}
