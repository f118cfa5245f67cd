package builtin

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/clue"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// merit is one thing that is known of a candidate once it ran: what the parser
// thinks of it, what came of running it, which words it uses, and what it reads
// that no word names. The ranking weighs them.
type merit int

const (
	// Of the parser.
	mParser   merit = iota // how much less probable than the best it is, in nats
	mMass                  // the same, with all that come to its result
	mWeakest               // logarithm of the least probable token's probability
	mDoubtful              // how many tokens were not sure
	mRepaired              // the parser did not write it

	// Of the requirements.
	mUnmet
	mGuessed
	mMoved

	// Of its result.
	mEmpty
	mSingle   // there is one row
	mCell     // of one value
	mRows     // as a logarithm
	mColumns  // of the result
	mNulls    // part of the cells that are null
	mConstant // a column has one value in several rows
	mZero     // figures are all zero
	mTwice    // a row stands there twice
	mCut      // a limit cut it off

	// Of the question's words.
	mUnusedNames
	mUnusedValues
	mLeft           // words that stand for no part of the form
	mUnexplained    // it has a condition that no word names
	mRules          // rules come to the same form
	mUnnamedColumns // that it reads, and no word names
	mUnnamedTables
	mExcess       // words of the names of columns that it reads, and the question does not say
	mUnsaidValues // that it compares with, and no word says
	mLikeValues   // the same, that words only resemble

	// Of the form.
	mTokens // as a logarithm
	mTables
	mConditions
	mKnown // conditions that something is known
	mInner // queries in it
	countOfMerits
)

var meritNames = [countOfMerits]string{
	mParser: "parser", mMass: "mass", mWeakest: "weakest", mDoubtful: "doubtful", mRepaired: "repaired",
	mUnmet: "unmet", mGuessed: "guessed", mMoved: "moved",
	mEmpty: "empty", mSingle: "single", mCell: "cell", mRows: "rows", mColumns: "columns", mNulls: "nulls", mConstant: "constant", mZero: "zero", mTwice: "twice", mCut: "cut off",
	mUnusedNames: "unused names", mUnusedValues: "unused values", mLeft: "left words", mUnexplained: "unexplained", mRules: "rules", mUnnamedColumns: "unnamed columns", mUnnamedTables: "unnamed tables",
	mExcess: "excess words", mUnsaidValues: "unsaid values", mLikeValues: "like values",
	mTokens: "tokens", mTables: "tables", mConditions: "conditions", mKnown: "known", mInner: "inner queries",
}

// Ways to ask, and what a form may be: which goes with which is learnt as well.
var (
	waysToAsk = []struct{ name, words string }{
		{"how many", "many number count counts"},
		{"how much", "much total sum amount overall altogether"},
		{"average", "average mean avg typical"},
		{"which", "which who whose whom what"},
		{"list", "list show give display all details names"},
		{"each", "per each by every across split broken"},
		{"most", "most least highest lowest largest smallest biggest top best worst more fewer first last longest shortest oldest youngest cheapest"},
		{"share", clue.ShareWords + " rate ratio fraction"},
		{"denied", clue.Denials},
		{"different", clue.ManyWords},
	}
	kindsOfForm = []struct {
		name string
		is   func(*form.Query, map[form.Op]bool) bool
	}{
		{"figure", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Group) == 0 && aggregates(has) }},
		{"groups", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Group) > 0 }},
		{"two groups", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Group) > 1 }},
		{"rows", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Group) == 0 && !aggregates(has) }},
		{"count", func(q *form.Query, has map[form.Op]bool) bool { return has[form.Count] }},
		{"sum", func(q *form.Query, has map[form.Op]bool) bool { return has[form.Sum] }},
		{"avg", func(q *form.Query, has map[form.Op]bool) bool { return has[form.Avg] }},
		{"limit", func(q *form.Query, has map[form.Op]bool) bool { return q.Limit != nil }},
		{"order", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Order) > 0 && q.Limit == nil }},
		{"distinct", func(q *form.Query, has map[form.Op]bool) bool { return q.Distinct }},
		{"part", func(q *form.Query, has map[form.Op]bool) bool {
			return has[form.Pct] || has[form.Share] || has[form.ShareIn] || has[form.Div]
		}},
		{"one shown", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Select) == 1 }},
		{"many shown", func(q *form.Query, has map[form.Op]bool) bool { return len(q.Select) > 2 }},
		{"having", func(q *form.Query, has map[form.Op]bool) bool { return q.Having != nil }},
	}
)

func aggregates(has map[form.Op]bool) bool {
	return has[form.Count] || has[form.Sum] || has[form.Avg] || has[form.Min] || has[form.Max] || has[form.Median] || has[form.Corr] || has[form.Stdev]
}

// Merits names the numbers of a candidate's merits, in order.
func Merits() []string {
	list := slices.Clone(meritNames[:])
	for _, k := range kindsOfForm {
		list = append(list, k.name)
	}
	for _, w := range waysToAsk {
		for _, k := range kindsOfForm {
			list = append(list, w.name+"/"+k.name)
		}
	}
	return list
}

// meritsOf looks at a candidate that ran. best is the most probable of all, and
// mass that of the most probable result.
func meritsOf(ix *index.Index, c *candidates.Candidate, asked *link.Question, best, mass float64, byRules *form.Query, requirements []*require.Requirement) []float64 {
	var m [countOfMerits]float64
	m[mParser] = max(-15, c.LogProb-best)
	m[mMass] = max(-15, logOf(c.Mass)-logOf(mass))
	for _, s := range c.Steps {
		m[mWeakest] = min(m[mWeakest], max(tuning.Lowest, s))
		if s < math.Log(tuning.Doubtful) {
			m[mDoubtful]++
		}
	}
	m[mRepaired], m[mMoved] = oneIf(c.Repaired), oneIf(c.Moved)
	m[mUnmet], m[mGuessed] = float64(len(c.Unmet)), float64(len(c.Guessed))
	m[mEmpty] = oneIf(c.Empty)
	ofResult(&m, c)
	names, values := unusedWords(ix, c, asked)
	m[mUnusedNames], m[mUnusedValues] = float64(names), float64(values)
	left, unexplained := account.Of(ix, asked, c, requirements).Left()
	m[mLeft], m[mUnexplained] = float64(left), oneIf(unexplained)
	m[mRules] = oneIf(writeTheSame(ix, byRules, c, asked))
	ofTokens(&m, ix, c, asked)
	ofQuery(&m, c.Query)
	return append(m[:], waysMatched(c.Query, asked)...)
}

func ofResult(m *[countOfMerits]float64, c *candidates.Candidate) {
	t := c.Result
	if t == nil {
		return
	}
	m[mRows], m[mColumns] = math.Log1p(float64(len(t.Rows))), float64(len(t.Columns))
	m[mSingle] = oneIf(len(t.Rows) == 1)
	m[mCell] = oneIf(len(t.Rows) == 1 && len(t.Columns) == 1)
	m[mCut] = oneIf(t.Truncated != table.Whole)
	nulls, zeros, figures := 0, 0, 0
	for j := range t.Columns {
		same := len(t.Rows) > 2
		for _, r := range t.Rows {
			if r[j].IsNull() {
				nulls++
			}
			if v, ok := r[j].Float64(); ok {
				figures++
				if v == 0 {
					zeros++
				}
			}
			same = same && candidates.NormalizeCell(r[j]) == candidates.NormalizeCell(t.Rows[0][j])
		}
		m[mConstant] = max(m[mConstant], oneIf(same))
	}
	if n := len(t.Rows) * len(t.Columns); n > 0 {
		m[mNulls] = float64(nulls) / float64(n)
	}
	m[mZero] = oneIf(figures > 0 && zeros == figures)
	seen := map[string]bool{}
	for _, r := range t.Rows[:min(len(t.Rows), 500)] {
		key := ""
		for _, v := range r {
			key += candidates.NormalizeCell(v) + "\x00"
		}
		if seen[key] {
			m[mTwice] = 1
			break
		}
		seen[key] = true
	}
}

// ofTokens looks at what the form points at.
func ofTokens(m *[countOfMerits]float64, ix *index.Index, c *candidates.Candidate, asked *link.Question) {
	m[mTokens] = math.Log1p(float64(len(c.Tokens)))
	columns, tables, read := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, t := range c.Tokens {
		switch t.Kind {
		case form.ColumnToken:
			if t.N > 0 {
				columns[t.N], read[t.N] = true, true
				tables[ix.Columns[t.N].Table] = true
			}
		case form.TableToken:
			tables[t.N] = true
		case form.ItemToken:
			switch i := asked.Items[t.N]; {
			case i.Kind == link.Listed:
				m[mUnsaidValues]++
			case i.Kind == link.Fuzzy:
				m[mLikeValues]++
			}
			if i := asked.Items[t.N]; i.Column > 0 && i.First >= 0 {
				delete(columns, i.Column) // its value names it
			}
		}
	}
	said := map[string]bool{}
	for _, w := range asked.Words {
		said[english.Singular(strings.ToLower(w.Text))] = true
	}
	for n := range read {
		for _, w := range ix.Columns[n].Words {
			if !said[english.Singular(w)] {
				m[mExcess]++
			}
		}
	}
	for _, n := range asked.Names {
		if n.Column {
			delete(columns, n.Number)
		} else {
			delete(tables, n.Number)
		}
	}
	m[mUnnamedColumns], m[mUnnamedTables] = float64(len(columns)), float64(len(tables))
}

func ofQuery(m *[countOfMerits]float64, q *form.Query) {
	m[mTables] = float64(len(q.Tables))
	queries := 0
	q.EachQuery(func(o *form.Query) {
		queries++
		o.Visit(nil, func(c *form.Cond) {
			if c.Op == form.And || c.Op == form.Or {
				return
			}
			m[mConditions]++
			if c.Op == form.NotNull {
				m[mKnown]++
			}
		})
	})
	m[mInner] = float64(queries - 1)
}

// waysMatched is, for each kind of form, whether the candidate is of it, then the same for
// each way to ask that the question has.
func waysMatched(q *form.Query, asked *link.Question) []float64 {
	has := map[form.Op]bool{}
	q.Visit(func(e *form.Expr) { has[e.Op] = true }, nil)
	list := make([]float64, 0, len(kindsOfForm)*(1+len(waysToAsk)))
	for _, k := range kindsOfForm {
		list = append(list, oneIf(k.is(q, has)))
	}
	kinds := list[:len(kindsOfForm)]
	for _, w := range waysToAsk {
		said := slices.ContainsFunc(asked.Words[asked.Context:], func(o span.Word) bool { return english.Among(strings.ToLower(o.Text), w.words) })
		for _, k := range kinds {
			list = append(list, oneIf(said)*k)
		}
	}
	return list
}
