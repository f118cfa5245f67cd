package builtin

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// vagueTime is a word that means some time before today, but not how long: how many orders
// recently? What came most recently is the last.
var vagueTime = lazyregexp.New(`(?i)(^|\b(?:most|least|how|more|very)\s+)?\b(recently|lately|of late|these days|nowadays)\b`)

// takeRecent asks which time is recent, with choices from the data: the parser would take
// the word for the last row, or pass over it.
func (t *turn) takeRecent(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	text := t.question.Text
	m := vagueTime.FindStringSubmatchIndex(text)
	if !t.people || t.question.Before != nil || m == nil || m[2] >= 0 && m[3] > m[2] {
		return false, nil, nil
	}
	rest := strings.TrimLeft(strings.TrimRight(text[:m[4]], " ,")+text[m[5]:], " ,")
	plain, _, err := t.readOnce(ctx, brain.Question{Text: rest, Now: t.question.Now})
	if err != nil || plain.Outcome == brain.Declined || len(plain.Readings) == 0 {
		return false, nil, err
	}
	q, ok := plain.Readings[0].Form.(*form.Query)
	if !ok || q.Set != form.NoSet || namesTime(q) {
		return false, nil, nil
	}
	date, covered := t.coveredBy(q)
	const quarter = 92 * 24 * time.Hour
	if covered == nil || covered.Last.Sub(covered.First) <= quarter {
		return false, nil, nil
	}
	word := strings.ToLower(text[m[4]:m[5]])
	u, periods := recentTimes(word, covered, t.question.Now.Location())
	u.Take(t.question.Said)
	one := plainForm(q)
	value := &form.Value{Kind: form.Period, Period: periods[u.Taken]}
	one.Where = form.AllOf(append(one.Where.Conjuncts(), &form.Cond{Op: form.During, Left: edit.Column(date), Values: []*form.Value{value}}))
	if table := t.ix.Columns[date].Table; !slices.Contains(one.Tables, table) {
		one.Tables = append(one.Tables, table)
		slices.Sort(one.Tables)
	}
	r, err := t.amend(ctx, one, rest, plain.Readings[0])
	if err != nil || r == nil {
		return false, nil, err
	}
	t.state(u, fmt.Sprintf("%s is taken for %s, %s", word, u.Choices[u.Taken].Text, u.Why()))
	confidence := plain.Confidence
	if !u.Said {
		confidence *= tuning.FirstRanking
	}
	t.answer = unsaidAnswer(plain, r.Reading, confidence)
	return true, nil, nil
}

// recentTimes is the question of which time is recent, and the period of each choice.
func recentTimes(word string, covered *index.Coverage, at *time.Location) (brain.Unsaid, []span.Period) {
	month, year := lastOf(covered, "month", at), lastOf(covered, "year", at)
	three := span.Period{Start: month.Start.AddDate(0, -2, 0), End: month.End}
	u := brain.Unsaid{Key: "recent/" + reply.Normalize(word), Question: fmt.Sprintf("Which time is meant by “%s”?", word)}
	u.Choices = []brain.Saying{
		{Text: "the last month of the data, " + covered.Last.Format("January 2006"), Value: "month"},
		{Text: "the last three months of the data, " + three.Start.Format("January 2006") + " to " + covered.Last.Format("January 2006"), Value: "three"},
		{Text: fmt.Sprintf("the last year of the data, %d", covered.Last.Year()), Value: "year"},
	}
	return u, []span.Period{month, three, year}
}
