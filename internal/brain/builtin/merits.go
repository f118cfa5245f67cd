package builtin

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/account"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/require"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
)

// merit is one thing that is known of a candidate once it ran: what the parser
// thinks of it, whether it found anything, which words it uses, and what it reads
// that no word names. The ranking weighs them.
type merit int

const (
	// Of the parser, and of running.
	mParser   merit = iota // how much less probable than the best it is, in nats
	mMass                  // the same, with all that come to its result
	mWeakest               // logarithm of the least probable token's probability
	mDoubtful              // how many tokens were not sure
	mTokens                // as a logarithm
	mEmpty                 // it finds nothing
	mZero                  // it finds nothing but zeros
	mRules                 // rules come to the same form
	mVerifier              // how well the verifier thinks that it goes with the question

	// Of the question's words.
	mUnusedNames
	mUnusedValues
	mLeft           // words that stand for no part of the form
	mUnexplained    // it has a condition that no word names
	mUnnamedColumns // that it reads, and no word names
	mUnnamedTables
	mExcess       // words of the names of columns that it reads, and the question does not say
	mUnsaidValues // that it compares with, and no word says
	mLikeValues   // the same, that words only resemble
	countOfMerits
)

// meritNames name them in the file of the ranking.
var meritNames = [countOfMerits]string{
	mParser:         "parser",
	mMass:           "mass",
	mWeakest:        "weakest",
	mDoubtful:       "doubtful",
	mTokens:         "tokens",
	mEmpty:          "empty",
	mZero:           "zeros",
	mRules:          "rules",
	mVerifier:       "verifier",
	mUnusedNames:    "unused names",
	mUnusedValues:   "unused values",
	mLeft:           "left words",
	mUnexplained:    "unexplained",
	mUnnamedColumns: "unnamed columns",
	mUnnamedTables:  "unnamed tables",
	mExcess:         "excess words",
	mUnsaidValues:   "unsaid values",
	mLikeValues:     "like values",
}

// merits holds a number for each merit.
type merits [countOfMerits]float64

// Merits names the numbers of a candidate's merits, in order.
func Merits() []string { return slices.Clone(meritNames[:]) }

// meritsOf looks at a candidate that ran. best is the logarithm of the probability of
// the most probable of all, and mass that of the most probable result.
func (r *reading) meritsOf(c *candidates.Candidate, best, mass float64, byRules *form.Query) *merits {
	m := &merits{}
	m[mParser] = max(tuning.Lowest, c.LogProb-best)
	m[mMass] = max(tuning.Lowest, logOf(c.Mass)-logOf(mass))
	m[mWeakest], m[mDoubtful] = leastSure(c.Steps)
	m[mTokens], m[mEmpty], m[mZero] = math.Log1p(float64(len(c.Tokens))), oneIf(c.Empty), oneIf(c.Zero)
	m[mRules], m[mVerifier] = oneIf(writeTheSame(r.ix, byRules, c, r.asked)), c.Verified
	m.ofWords(r.ix, c, r.asked, r.requirements)
	return m
}

// mostExcess is how many words of one name count that the question does not say: nobody
// repeats a header that is a whole sentence.
const mostExcess = 3

// ofWords holds the form against the words of the question, and gives the account of them.
func (m *merits) ofWords(ix *index.Index, c *candidates.Candidate, asked *link.Question, requirements []*require.Requirement) *account.Account {
	names, values := unusedWords(ix, c, asked)
	m[mUnusedNames], m[mUnusedValues] = float64(names), float64(values)
	words := account.Of(ix, asked, c, requirements)
	left, unexplained := words.Left()
	m[mLeft], m[mUnexplained] = float64(left), oneIf(unexplained)
	columns, tables := m.ofTokens(ix, c, asked)
	said := map[string]bool{}
	for _, w := range asked.Words {
		said[english.Singular(strings.ToLower(w.Text))] = true
	}
	for n := range columns {
		excess := 0.0
		for _, w := range ix.Columns[n].Words {
			excess += oneIf(!said[english.Singular(w)])
		}
		m[mExcess] += min(excess, mostExcess)
	}
	for _, n := range asked.Names {
		if n.Column {
			delete(columns, n.Number)
		} else {
			delete(tables, n.Number)
		}
	}
	for n, byValue := range columns {
		m[mUnnamedColumns] += oneIf(n > 0 && !byValue)
	}
	m[mUnnamedTables] = float64(len(tables))
	return words
}

// ofTokens finds what the form points at: the columns, and whether a value that words
// say names them, and the tables.
func (m *merits) ofTokens(ix *index.Index, c *candidates.Candidate, asked *link.Question) (columns, tables map[int]bool) {
	columns, tables = map[int]bool{}, map[int]bool{}
	for _, t := range c.Tokens {
		switch t.Kind {
		case form.ColumnToken:
			if t.N > 0 {
				columns[t.N], tables[ix.Columns[t.N].Table] = false, true
			}
		case form.TableToken:
			tables[t.N] = true
		case form.ItemToken:
			i := asked.Items[t.N]
			m[mUnsaidValues] += oneIf(i.Kind == link.Listed)
			m[mLikeValues] += oneIf(i.Kind == link.Fuzzy)
			if _, read := columns[i.Column]; read && i.First >= 0 {
				columns[i.Column] = true
			}
		}
	}
	return columns, tables
}
