package critic

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/english"
)

// feature is one thing that is known of a reading beside its question.
type feature int

const (
	// Of the networks.
	fVerified  feature = iota // how well the verifier thinks that they go together
	fFits                     // how probable the parser thinks the reading, by token
	fWeakest                  // the least probable of its tokens
	fSurprise                 // that one is next to impossible
	fBehind                   // how much less probable it is than what the parser would have written
	fDeclines                 // how probable the parser thinks that the data cannot answer
	fUnwritten                // the parser has no words for the reading

	// Of the question's words.
	fLeft         // those that stand for nothing
	fFar          // how far they are in meaning from all that the reading reads
	fAskedFar     // the same of what is asked for
	fModifierFar  // the same of words before the name of things, and in phrases
	fNounFar      // the same of other nouns
	fNowhere      // how far the farthest is from all that the database has
	fOtherFar     // the same of other words
	fPluralFar    // the same of plurals that the database does not know
	fUnknownFar   // how far a word that it does not know is from both
	fKnown        // those that the database knows
	fUnmet        // what it says for sure and the reading leaves out
	fUnusedNames  // words that name what the reading does not use
	fUnusedValues // stored values that it does not use
	fMissing      // words for operations that it does not have

	// Of the reading.
	fUnnamedColumns // that no word names
	fUnnamedTables
	fExcess // words of the names of its columns that the question does not say
	fUnsaidValues
	fUnsaidNumbers
	fUnsaidPeriods
	fUnexplained // a condition that no word names
	fUnasked     // operations that no word asks for
	fRole        // numbers that name something, compared with what they do not name
	countOfFeatures
)

var featureNames = [countOfFeatures]string{
	fVerified: "verified", fFits: "fits", fWeakest: "weakest", fSurprise: "surprise", fBehind: "behind", fDeclines: "declines", fUnwritten: "unwritten",
	fLeft: "left words", fFar: "far words", fAskedFar: "far asked for", fModifierFar: "far modifier", fNounFar: "far noun", fNowhere: "nowhere", fOtherFar: "far other", fPluralFar: "far plural", fUnknownFar: "far unknown", fKnown: "known words", fUnmet: "unmet",
	fUnusedNames: "unused names", fUnusedValues: "unused values", fMissing: "missing operations",
	fUnnamedColumns: "unnamed columns", fUnnamedTables: "unnamed tables", fExcess: "excess words", fUnsaidValues: "unsaid values", fUnsaidNumbers: "unsaid numbers", fUnsaidPeriods: "unsaid periods",
	fUnexplained: "unexplained", fUnasked: "unasked operations", fRole: "other role",
}

// Features names the numbers of Evidence, in order.
func Features() []string { return slices.Clone(featureNames[:]) }

// What the features were fitted with.
const (
	likeWords   = 0.45 // the cosine from which a word may stand for what the reading reads
	likeNames   = 0.6  // the same, for a name of the database
	impossible  = -5   // the logarithm of a token's probability that is next to none
	mostBehind  = 10.0
	mostCounted = 4    // of one thing
	unwritten   = -0.3 // what is taken for Fits and Weakest of a reading that the parser cannot write
)

// Evidence is what the doubt about a reading is computed from.
func Evidence(v *brain.Review) []float64 {
	e := make([]float64, countOfFeatures)
	e[fVerified], e[fFits], e[fWeakest], e[fDeclines] = v.Verified, v.Fits, v.Weakest, v.Declines
	e[fSurprise], e[fBehind] = oneIf(v.Weakest < impossible), min(v.Behind, mostBehind)
	if !v.Written {
		e[fFits], e[fWeakest], e[fUnwritten] = unwritten, 4*unwritten, 1
	}
	for _, w := range v.Words {
		if w.Stands != brain.StandsForNothing {
			continue
		}
		e[fLeft]++
		e[fKnown] += oneIf(w.Known)
		far := farOf(w)
		e[fFar] += far
		switch w.Place {
		case brain.AskedFor:
			e[fAskedFar] = max(e[fAskedFar], far)
		case brain.Modifies, brain.InPhrase:
			e[fModifierFar] = max(e[fModifierFar], far)
		case brain.Noun, brain.Done:
			e[fNounFar] = max(e[fNounFar], far)
		}
		if w.Place == brain.NoPlace {
			e[fOtherFar] = max(e[fOtherFar], far)
		}
		nowhere := nowhereOf(w)
		e[fNowhere] = max(e[fNowhere], nowhere)
		if !w.Known {
			e[fUnknownFar] = max(e[fUnknownFar], nowhere*far)
			if english.IsPlural(strings.ToLower(w.Text)) {
				e[fPluralFar] = max(e[fPluralFar], far)
			}
		}
	}
	for f, n := range map[feature]int{fUnmet: len(v.Unmet), fUnusedNames: v.UnusedNames, fUnusedValues: v.UnusedValues, fMissing: len(v.Missing), fUnnamedColumns: v.UnnamedColumns, fUnnamedTables: v.UnnamedTables,
		fExcess: v.Excess, fUnsaidValues: v.UnsaidValues, fUnsaidNumbers: v.UnsaidNumbers, fUnsaidPeriods: v.UnsaidPeriods, fUnasked: len(v.Unasked), fRole: len(otherRoles(v))} {
		e[f] = float64(min(n, mostCounted))
	}
	e[fUnexplained] = oneIf(v.Unexplained)
	e[fLeft], e[fFar], e[fKnown] = min(e[fLeft], 2*mostCounted), min(e[fFar], mostCounted), min(e[fKnown], mostCounted)
	return e
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// farOf is how far a word is in meaning from all that the reading reads, from 0 to 1.
func farOf(w brain.Word) float64 {
	if !w.Measured {
		return 0
	}
	return max(0, 1-max(0, float64(w.Near))/likeWords)
}

// nowhereOf is how far a word is from all that the database has; below 0 for one that is
// next to something.
func nowhereOf(w brain.Word) float64 {
	if !w.Measured {
		return 0
	}
	return 1 - max(0, float64(w.Anywhere))/likeNames
}

// otherRoles are the numbers that stand right behind a noun, as names do, and are compared
// with a column that neither the noun nor another word names.
func otherRoles(v *brain.Review) []brain.Number {
	var list []brain.Number
	for _, n := range v.Numbers {
		if n.Of != "" && !n.Same && !n.Named && !n.Key {
			list = append(list, n)
		}
	}
	return list
}

// Regression turns evidence into a doubt: the probability that a reading is wrong in one of
// two ways, from a half of which on it is rejected.
type Regression struct {
	Fitted  string    `json:"fitted"` // to what
	Right   int       `json:"right"`  // readings that it was fitted to
	Wrong   int       `json:"wrong"`
	Bias    float64   `json:"bias"`
	Weights []Weighed `json:"features"`
}

// Weighed is a feature with its weight.
type Weighed struct {
	Name   string  `json:"name"`
	Scale  float64 `json:"scale"`
	Weight float64 `json:"weight"`
}

// Regressions are the two that doubt a reading.
type Regressions struct {
	// Reading doubts that it says what the question says: a condition is missing, a figure is
	// another one, a name is taken for an amount.
	Reading Regression `json:"reading"`
	// Things doubts that the data have what the question is about.
	Things Regression `json:"things"`
}

// rejecting is the doubt from which a reading is rejected.
const rejecting = 0.5

// Doubts are what the regressions say of a reading.
type Doubts struct{ Reading, Things float64 }

// Most is the larger one.
func (d Doubts) Most() float64 { return max(d.Reading, d.Things) }

// Probability is the doubt about a reading.
func (r *Regression) Probability(evidence []float64) float64 {
	z := r.Bias
	for i, w := range r.Weights {
		z += w.Weight * evidence[i] / w.Scale
	}
	return 1 / (1 + math.Exp(-z))
}

//go:embed doubt.json
var doubtFile []byte

// regressions are those that come with the program, in the order of Features.
var regressions = sync.OnceValue(func() *Regressions {
	r := &Regressions{}
	if err := json.Unmarshal(doubtFile, r); err != nil {
		panic("critic: doubt.json: " + err.Error()) // a mistake of the build, as its test says
	}
	for _, one := range []*Regression{&r.Reading, &r.Things} {
		known := map[string]Weighed{}
		for _, w := range one.Weights {
			known[w.Name] = w
		}
		one.Weights = nil
		for _, name := range Features() {
			w := known[name]
			if w.Scale == 0 {
				w.Scale = 1
			}
			one.Weights = append(one.Weights, w)
		}
	}
	return r
})

// What is likely of a reading was fitted to what the built-in brain reads in a question. One
// that goes beyond it is doubted for things that are not there alone.
func (a Answer) doubts() Doubts {
	e := Evidence(a.Review)
	d := Doubts{Reading: regressions().Reading.Probability(e), Things: regressions().Things.Probability(e)}
	if a.Beyond {
		d.Reading = 0
	}
	return d
}
