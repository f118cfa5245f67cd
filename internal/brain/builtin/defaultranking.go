package builtin

import (
	"context"
	"math"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// rankingWithoutMeasure is a question for the best or the worst of something that does not
// say by what: our top 10 customers.
var rankingWithoutMeasure = lazyregexp.New(`^(?:(?:who|which|what|show|list|give|tell|find|name)(?: (?:is|are|was|were|me))*(?: |$))?(?:(?:the|our|my|your|us) )*` +
	`(?:(top|best|strongest|biggest|largest|leading|most (?:important|valuable|successful)|high value|large|big)|(worst|weakest|poorest|smallest|least (?:important|valuable|successful)|low value|small))` +
	`(?: (\d{1,2}|` + english.NumberPattern + `))? ([a-z' ]+)$`)

// rankByDefault answers a question for the best of something by what tells most
// about such rows, says so, and offers the other ways. It is nil for other
// questions.
func (t *turn) rankByDefault(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	q := t.question
	found := rankingWithoutMeasure.FindStringSubmatch(reply.Normalize(q.Text))
	if !t.people || found == nil || t.answer.Outcome == brain.Sure {
		return false, nil, nil
	}
	good, bad, number, thing := found[1], found[2], found[3], found[4]
	table, ok := t.findTable(thing, q.Now)
	if !ok {
		return false, nil, nil
	}
	rows := "1"
	if english.IsPlural(thing) {
		rows = tuning.DefaultRows
	}
	for _, s := range span.Find(span.Words(number), q.Now) {
		if s.Kind == span.Number {
			rows = s.Number
		}
	}
	a = &brain.Answer{Outcome: brain.Likely, Confidence: tuning.FirstRanking}
	for i, r := range suggest.Rankings(t.ix, table, rows, bad == "") {
		if i == tuning.RankingsTried || len(a.Readings) == tuning.RankingsOffered {
			break
		}
		reading, hurried, err := t.readRanking(ctx, r)
		if err != nil {
			return true, nil, err
		}
		if hurried && len(a.Hurried) == 0 {
			markHurried(a, noTimeToTry)
		}
		if reading == nil {
			continue
		}
		if len(a.Readings) == 0 {
			reading.Probability = tuning.FirstRanking
			reading.Assumptions = append([]string{good + bad + " by " + r.By + ", since the question does not say"}, reading.Assumptions...)
		}
		a.Readings = append(a.Readings, *reading)
	}
	if len(a.Readings) == 0 {
		return true, nil, nil
	}
	return true, a, nil
}

// readRanking runs a ranking; nil where it fails, finds nothing, or does not follow
// the definition of its figure.
func (t *turn) readRanking(ctx context.Context, r suggest.Ranking) (*brain.Reading, bool, error) {
	asked := t.linker.Read(t.question.Text, t.question.Now, nil)
	asked.Names, asked.Terms = nil, nil // the ranking has read all of it
	if r.Term != nil {
		asked.Terms = []*index.Term{r.Term}
	}
	c := &candidates.Candidate{Query: r.Query, Repaired: true, LogProb: math.Log(tuning.OtherRanking)}
	if !t.finish(c, asked, t.question.Now) || len(c.Missed) > 0 || c.Crosses != nil {
		return nil, false, nil
	}
	list := []*candidates.Candidate{c}
	hurried, err := t.trial.Try(ctx, t.run, list)
	if err != nil || c.Failed || c.Empty {
		return nil, hurried, err
	}
	t.findNamesakes(ctx, list, t.question.Now)
	reading := t.present(c)
	reading.Probability = tuning.OtherRanking
	return &reading, hurried, nil
}

// findTable is the table that words name, and nothing else.
func (b *Brain) findTable(words string, now time.Time) (int, bool) {
	asked := b.linker.Read(words, now, nil)
	for _, n := range asked.Names {
		if !n.Column && n.Kind == 1 && n.First == 0 && n.End == len(asked.Words) {
			return n.Number, true
		}
	}
	return 0, false
}
