package builtin

import (
	"context"
	"regexp"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/suggest"
	"github.com/plumbdata/plumb/internal/english"
)

// bareRanking is a question for the best or the worst of something that does not
// say by what: our top 10 customers.
var bareRanking = regexp.MustCompile(`^(?:(?:who|which|what|show|list|give|tell|find|name)(?: (?:is|are|was|were|me))*(?: |$))?(?:(?:the|our|my|your|us) )*` +
	`(?:(top|best|strongest|biggest|largest|leading|most (?:important|valuable|successful))|(worst|weakest|poorest|smallest|least (?:important|valuable|successful)))` +
	`(?: (\d{1,2}|two|three|four|five|six|seven|eight|nine|ten))? ([a-z' ]+)$`)

const (
	mostRanked = 3    // ways to rank that are offered
	triedRanks = 4    // and tried: somebody waits
	rankTrust  = 0.6  // in the first: people mean it more often than all others together
	otherTrust = 0.15 // in each other
)

// ranked answers a question for the best of something by what tells most about
// such rows, says so, and offers the other ways. It is nil for other questions.
func (b *Brain) ranked(ctx context.Context, q brain.Question) (*brain.Answer, error) {
	found := bareRanking.FindStringSubmatch(reply.Normalize(q.Text))
	if !b.people || found == nil {
		return nil, nil
	}
	good, bad, number, thing := found[1], found[2], found[3], found[4]
	table, ok := b.tableOf(thing, q.Now)
	if !ok {
		return nil, nil
	}
	if number == "" && english.IsPlural(thing) {
		number = handful
	}
	a := &brain.Answer{Outcome: brain.Likely, Confidence: rankTrust}
	for i, r := range suggest.Rankings(b.ix, table, number, bad == "") {
		if i == triedRanks || len(a.Readings) == mostRanked {
			break
		}
		one, _, err := b.answer(ctx, brain.Question{Text: r.Text, Now: q.Now})
		if err != nil {
			return nil, err
		}
		if len(a.Hurried) == 0 {
			a.Hurried = one.Hurried
		}
		if one.Outcome == brain.Sure || one.Outcome == brain.Likely {
			reading := one.Readings[0]
			reading.Probability = otherTrust
			if len(a.Readings) == 0 {
				reading.Probability = rankTrust
				reading.Assumptions = append([]string{good + bad + " by " + r.By + ", since the question does not say"}, reading.Assumptions...)
			}
			a.Readings = append(a.Readings, reading)
		}
	}
	if len(a.Readings) == 0 {
		return nil, nil
	}
	return a, nil
}

// tableOf is the table that words name, and nothing else.
func (b *Brain) tableOf(words string, now time.Time) (int, bool) {
	asked := b.linker.Read(words, now, nil)
	for _, n := range asked.Names {
		if !n.Column && n.Kind == 1 && n.First == 0 && n.End == len(asked.Words) {
			return n.Number, true
		}
	}
	return 0, false
}
