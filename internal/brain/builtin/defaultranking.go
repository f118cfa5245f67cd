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
// about such rows, unless the person says by what and how many.
func (t *turn) rankByDefault(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	q := t.question
	found := rankingWithoutMeasure.FindStringSubmatch(reply.Normalize(q.Text))
	if !t.people || found == nil || t.answer.Outcome == brain.Sure || len(t.unsaid) > 0 {
		return false, nil, nil
	}
	good, bad, number, thing := found[1], found[2], found[3], found[4]
	table, ok := t.findTable(thing, q.Now)
	if !ok {
		return false, nil, nil
	}
	rows, many := "1", howMany(t.ix.Tables[table].Name)
	if asked := number == "" && english.IsPlural(thing); asked {
		many.Take(q.Said)
		rows = many.Choices[many.Taken].Value
	} else {
		many.Choices = nil
	}
	for _, s := range span.Find(span.Words(number), q.Now) {
		if s.Kind == span.Number {
			rows = s.Number
		}
	}
	by := brain.Unsaid{Key: "ranking/" + t.ix.Tables[table].Name, Question: "By what are the " + good + bad + " " + thing + " found?"}
	var readings []*brain.Reading
	hurried := false
	for i, r := range suggest.Rankings(t.ix, table, rows, bad == "") {
		if i == tuning.RankingsTried || len(readings) == tuning.RankingsOffered {
			break
		}
		one, late, err := t.readRanking(ctx, r)
		if err != nil {
			return true, nil, err
		}
		hurried = hurried || late
		if one != nil {
			readings = append(readings, one)
			by.Choices = append(by.Choices, brain.Saying{Text: r.By, Value: r.By})
		}
	}
	if len(readings) == 0 {
		return true, nil, nil
	}
	by.Take(q.Said)
	many.Obvious = many.Obvious || len(readings) == 1
	r := readings[by.Taken]
	t.state(by, good+bad+" by "+by.Choices[by.Taken].Text+", "+by.Why())
	t.state(many, "") // the reading says it
	t.ranked = true
	t.answer = &brain.Answer{Outcome: brain.Likely, Confidence: tuning.FirstRanking, Readings: []brain.Reading{*r}}
	if by.Said {
		t.answer.Confidence = tuning.SaidRanking
	}
	t.answer.Readings[0].Probability = t.answer.Confidence
	if hurried {
		markHurried(t.answer, noTimeToTry)
	}
	return true, nil, nil
}

// howMany is the question how many rows a ranking shows.
func howMany(table string) brain.Unsaid {
	u := brain.Unsaid{Key: "rows/" + table, Question: "How many of them?"}
	for _, n := range []string{tuning.DefaultRows, "10", "20"} {
		u.Choices = append(u.Choices, brain.Saying{Text: "the first " + n, Value: n})
	}
	return u
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
