package builtin

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/brain/verifier"
	"github.com/plumbdata/plumb/internal/table"
)

// Ranking says which of several candidates that ran is the most probable, by their
// merits. train/cmd/rank fits it to databases that the parser never saw.
type Ranking struct {
	Questions int       `json:"questions"` // that it was fitted to
	Merits    []Weighed `json:"merits"`
}

// Score is the logarithm of how probable a candidate is, up to a number that is the
// same for all candidates of a question.
func (r *Ranking) Score(merits []float64) float64 {
	z := 0.0
	for i, m := range r.Merits {
		z += m.Weight * merits[i] / m.Scale
	}
	return z
}

//go:embed ranking.json
var rankingFile []byte

// ranking is the one that comes with the weights, its merits in the order of Merits.
var ranking = sync.OnceValue(func() *Ranking {
	r := &Ranking{}
	if err := json.Unmarshal(rankingFile, r); err != nil {
		panic("builtin: ranking.json: " + err.Error()) // a mistake of the build, as its test says
	}
	known := map[string]Weighed{}
	for _, m := range r.Merits {
		known[m.Name] = m
	}
	r.Merits = nil
	for _, name := range Merits() {
		m := known[name]
		r.Merits = append(r.Merits, Weighed{Name: name, Scale: cmp.Or(m.Scale, 1), Weight: m.Weight})
	}
	return r
})

// rank shares the probability of the candidates that ran among them by their merits.
// What rules took from one, and what it leaves out, costs as much as before.
func (r *reading) rank(context.Context) (*brain.Answer, error) {
	best, most, mass := math.Inf(-1), 0.0, 0.0
	var list []*candidates.Candidate
	for _, c := range r.list {
		if c.Query == nil || !c.Ran || c.Failed || c.Mass == 0 {
			continue
		}
		best, most, mass = max(best, c.LogProb), max(most, c.Mass), mass+c.Mass
		list = append(list, c)
	}
	r.tried = nil
	if len(list) == 0 {
		return nil, nil
	}
	asked, texts, err := r.verify(list, best)
	if err != nil {
		return nil, err
	}
	byRules := formByRules(r.ix, r.asked)
	scores := make([]float64, len(list))
	for i, c := range list {
		m := r.meritsOf(c, best, most, byRules).vector()
		r.tried = append(r.tried, brain.Tried{SQL: c.SQL, Merits: m, Text: asked + "\n" + texts[i]})
		scores[i] = ranking().Score(m) - c.Cost - tuning.UnmetCost*float64(len(c.Unmet)) - tuning.MovedCost*oneIf(c.Moved)
	}
	highest, total := slices.Max(scores), 0.0
	for i := range scores {
		scores[i] = math.Exp(scores[i] - highest)
		total += scores[i]
	}
	for i, c := range list {
		c.Mass = mass * scores[i] / total
	}
	slices.SortStableFunc(r.list, func(x, y *candidates.Candidate) int { return cmp.Compare(y.Mass, x.Mass) })
	return nil, nil
}

// verify asks the verifier about candidates that ran, and gives what it reads of the
// question and of each of them. Those far behind the most probable cannot come first, and
// are not worth its time.
func (r *reading) verify(list []*candidates.Candidate, best float64) (asked string, texts []string, err error) {
	before := ""
	if r.previous != nil && r.question.Before != nil {
		if before = r.question.Before.Sentence; r.own != nil {
			before = r.previous.Reading // in the words of the database
		}
	}
	asked = verifier.Asked(r.question.Text, before)
	for _, c := range list {
		texts = append(texts, verifier.Text(r.ix.Database(), terms.DescribedQuery(c.AsRead()), ownColumns(c)))
	}
	if r.verifier == nil {
		return asked, texts, nil
	}
	if slices.ContainsFunc(list, func(c *candidates.Candidate) bool { return len(c.Defined) > 0 }) {
		for _, c := range list {
			c.Verified = tuning.VerifiedDefined
		}
		return asked, texts, nil
	}
	var near []*candidates.Candidate
	var read []string
	for i, c := range list {
		if c.Verified = tuning.Lowest; c.LogProb >= best-tuning.VerifiedWithin {
			near, read = append(near, c), append(read, texts[i])
		}
	}
	scores, err := r.verifier.Score(asked, read)
	for i := range scores {
		near[i].Verified = max(tuning.Lowest, min(scores[i], -tuning.Lowest))
	}
	return asked, texts, err
}

// ownColumns is the result without the columns that only people are shown: the verifier
// has learnt what statements give that show what is asked for, and no more.
func ownColumns(c *candidates.Candidate) *table.Table {
	if c.Figured == nil || c.Result == nil {
		return c.Result
	}
	var columns []int
	for _, e := range cmp.Or(c.Dated, c.Query).Select {
		at := slices.IndexFunc(c.Figured.Select, func(o *form.Expr) bool { return form.SameFigure(e, o) })
		if at < 0 || at >= len(c.Result.Columns) {
			return c.Result
		}
		columns = append(columns, at)
	}
	own := &table.Table{}
	for _, at := range columns {
		own.Columns = append(own.Columns, c.Result.Columns[at])
	}
	for _, row := range c.Result.Rows {
		cells := make([]table.Value, len(columns))
		for i, at := range columns {
			cells[i] = row[at]
		}
		own.Rows = append(own.Rows, cells)
	}
	return own
}
