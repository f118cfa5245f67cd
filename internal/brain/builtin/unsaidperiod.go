package builtin

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/candidates"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/brain/tuning"
)

// bareWords is how many words a message has at most that names a figure and nothing
// else: show revenue.
const bareWords = 4

// statePeriod says over which time a bare total goes, where the data span more than a year,
// and offers the last year of them. All of the data is an obvious default: it is not asked.
func (t *turn) statePeriod(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	if !t.people || t.question.Before != nil || len(t.answer.Readings) == 0 || len(span.Words(t.question.Text)) > bareWords {
		return false, nil, nil
	}
	first := &t.answer.Readings[0]
	q, ok := first.Form.(*form.Query)
	if !ok || !isBareTotal(q) {
		return false, nil, nil
	}
	date, covered := t.coveredBy(q)
	const year = 366 * 24 * time.Hour
	if covered == nil || covered.Last.Sub(covered.First) <= year {
		return false, nil, nil
	}
	const day = "2 January 2006"
	first.Assumptions = append(first.Assumptions[:len(first.Assumptions):len(first.Assumptions)],
		fmt.Sprintf("all of the data, %s to %s, since the question names no period", covered.First.Format(day), covered.Last.Format(day)))
	last, err := t.inYear(ctx, q, date, covered.Last.Year())
	if err != nil || last == nil {
		return true, nil, err
	}
	if len(t.answer.Readings) > 1 {
		last.Probability = max(last.Probability, t.answer.Readings[1].Probability)
	}
	t.answer.Readings = append(t.answer.Readings[:1:1], append([]brain.Reading{*last}, t.answer.Readings[1:]...)...)
	return true, nil, nil
}

// isBareTotal is true for one sum, of all times.
func isBareTotal(q *form.Query) bool {
	timed := false
	q.EachValue(func(v *form.Value, _ int) { timed = timed || v.Kind == form.Period })
	return !timed && q.Set == form.NoSet && len(q.Select) == 1 && q.Select[0].Op == form.Sum && len(q.Group)+len(q.Order) == 0 && q.Limit == nil && q.Having == nil
}

// coveredBy is the time of the rows that a total adds up, and which days it covers; nil
// where they have none, or several that cover other days.
func (t *turn) coveredBy(q *form.Query) (date int, covered *index.Coverage) {
	table := -1
	edit.EachPart(q.Select[0], func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 {
			table = t.ix.Columns[e.Column].Table
		}
	})
	if table < 0 {
		return 0, nil
	}
	const near = 92 * 24 * time.Hour // what is paid or delivered comes later
	for _, c := range t.ix.Tables[table].Columns {
		found := t.ix.Coverage(c)
		switch {
		case found == nil:
		case covered == nil:
			date, covered = c, found
		case found.First.Sub(covered.First).Abs() > near || found.Last.Sub(covered.Last).Abs() > near:
			return 0, nil
		}
	}
	return date, covered
}

// inYear is the total in one year; nil where it cannot be had.
func (t *turn) inYear(ctx context.Context, q *form.Query, date, year int) (*brain.Reading, error) {
	one := q.Clone()
	if q.Plain != nil { // the definitions are put into it again
		one = q.Plain.Query.Clone()
	}
	start := time.Date(year, time.January, 1, 0, 0, 0, 0, t.question.Now.Location())
	value := &form.Value{Kind: form.Period, Period: span.Period{Start: start, End: start.AddDate(1, 0, 0), Grain: span.Year}}
	one.Where = form.AllOf(append(one.Where.Conjuncts(), &form.Cond{Op: form.During, Left: edit.Column(date), Values: []*form.Value{value}}))
	c := &candidates.Candidate{Query: one, Repaired: true, LogProb: math.Log(tuning.OtherRanking)}
	asked := t.linker.Read(t.question.Text, t.question.Now, nil)
	if !t.finish(c, asked, t.question.Now) || c.Crosses != nil || len(c.Missed) > 0 {
		return nil, nil
	}
	if _, err := t.trial.Try(ctx, t.run, []*candidates.Candidate{c}); err != nil || c.Failed || c.Empty {
		return nil, err
	}
	r := t.present(c)
	r.Probability = tuning.OtherRanking * (1 - t.answer.Confidence)
	return &r, nil
}
