package builtin

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/reply"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// bareWords is how many words a message has at most that names a figure and nothing
// else: show revenue.
const bareWords = 4

// showsFigure is a message that wants to see a figure, and says nothing else of it.
var showsFigure = lazyregexp.New(`(?i)^(?:(?:please )?(?:show|give|display|see|tell)(?: me| us)? )?(?:(?:the|our|my) )?(\pL+(?: \pL+)?)[.?! ]*$`)

// saysAll is a word with which a figure is meant over all of the data.
var saysAll = lazyregexp.New(`(?i)\b(?:overall|all|ever|altogether|entire|whole|lifetime)\b`)

// saysTotal is a word with which it is most likely meant so.
var saysTotal = lazyregexp.New(`(?i)\b(?:total|sum)\b`)

// readFigure reads what should be shown without the word for showing it, which the parser
// may take for a wish to list rows.
func (t *turn) readFigure(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	m := showsFigure.FindStringSubmatch(t.question.Text)
	if !t.people || m == nil || m[1] == t.question.Text || t.question.Before != nil || t.answer.Outcome != brain.Unsure {
		return false, nil, nil
	}
	q := t.question
	q.Text = m[1]
	bare, _, err := t.readOnce(ctx, q)
	if err != nil || len(bare.Readings) == 0 || bare.Outcome == brain.Unsure || bare.Outcome == brain.Declined {
		return false, nil, err
	}
	if total, ok := bare.Readings[0].Form.(*form.Query); ok && isTotal(total) {
		t.answer = bare
		return true, nil, nil
	}
	return false, nil, nil
}

// takePeriod says over which time a bare total or ranking goes, where the data span more
// than a year. All of the data is an obvious default, unless the message is so short that
// nothing says what is meant by it.
func (t *turn) takePeriod(ctx context.Context) (acted bool, a *brain.Answer, err error) {
	text := t.question.Text
	if !t.people || t.question.Before != nil || len(t.answer.Readings) == 0 || len(t.unsaid) == 0 && len(span.Words(text)) > bareWords {
		return false, nil, nil
	}
	first := &t.answer.Readings[0]
	q, ok := first.Form.(*form.Query)
	if !ok || namesTime(q) || !isTotal(q) && !isTotalRanking(q) {
		return false, nil, nil
	}
	date, covered := t.coveredBy(q)
	const year = 366 * 24 * time.Hour
	if covered == nil || covered.Last.Sub(covered.First) <= year {
		return false, nil, nil
	}
	if saysAll.MatchString(text) {
		t.state(brain.Unsaid{}, periodsOf(text, covered, true).Choices[0].Text)
		return true, nil, nil
	}
	u := periodsOf(text, covered, !isTotal(q) || !showsFigure.MatchString(text) || saysTotal.MatchString(text))
	u.Take(t.question.Said)
	if u.Taken > 0 {
		one := plainForm(q)
		value := &form.Value{Kind: form.Period, Period: lastOf(covered, u.Choices[u.Taken].Value, t.question.Now.Location())}
		one.Where = form.AllOf(append(one.Where.Conjuncts(), &form.Cond{Op: form.During, Left: edit.Column(date), Values: []*form.Value{value}}))
		if table := t.ix.Columns[date].Table; !slices.Contains(one.Tables, table) {
			one.Tables = append(one.Tables, table)
			slices.Sort(one.Tables)
		}
		r, err := t.amend(ctx, one, text, *first)
		if err != nil {
			return true, nil, err
		}
		if r == nil { // the period finds no place in the statement
			u.Taken, u.Said, u.Obvious, u.Choices = 0, false, true, u.Choices[:1]
		} else {
			t.answer.Readings = append([]brain.Reading{*r.Reading}, t.answer.Readings[1:]...)
		}
	}
	why := u.Why()
	if !u.Said {
		why = "since the question names no period"
	}
	t.state(u, u.Choices[u.Taken].Text+", "+why)
	return true, nil, nil
}

// periodsOf is the question of which time a figure is meant. What is said holds for the
// same message: another may mean another time.
func periodsOf(message string, covered *index.Coverage, obvious bool) brain.Unsaid {
	const day = "2 January 2006"
	u := brain.Unsaid{Key: "period/" + reply.Normalize(message), Question: "For which period?", Obvious: obvious}
	u.Choices = []brain.Saying{
		{Text: fmt.Sprintf("all of the data, %s to %s", covered.First.Format(day), covered.Last.Format(day)), Value: "all"},
		{Text: fmt.Sprintf("the last year of the data, %d", covered.Last.Year()), Value: "year"},
		{Text: "the last month of the data, " + covered.Last.Format("January 2006"), Value: "month"},
	}
	return u
}

// lastOf is the last year or month of the data.
func lastOf(covered *index.Coverage, which string, at *time.Location) span.Period {
	if which == "month" {
		start := time.Date(covered.Last.Year(), covered.Last.Month(), 1, 0, 0, 0, 0, at)
		return span.Period{Start: start, End: start.AddDate(0, 1, 0), Grain: span.Month}
	}
	start := time.Date(covered.Last.Year(), time.January, 1, 0, 0, 0, 0, at)
	return span.Period{Start: start, End: start.AddDate(1, 0, 0), Grain: span.Year}
}

// namesTime is true for a form with a period.
func namesTime(q *form.Query) bool {
	timed := false
	q.EachValue(func(v *form.Value, _ int) { timed = timed || v.Kind == form.Period })
	return timed
}

// isTotal is true for one sum.
func isTotal(q *form.Query) bool {
	return q.Set == form.NoSet && len(q.Select) == 1 && q.Select[0].Op == form.Sum && len(q.Group)+len(q.Order) == 0 && q.Limit == nil && q.Having == nil
}

// isTotalRanking is true for the first few things by one sum or count.
func isTotalRanking(q *form.Query) bool {
	return q.Set == form.NoSet && len(q.Order) == 1 && (q.Order[0].By.Op == form.Sum || q.Order[0].By.Op == form.Count) && len(q.Group) > 0 && q.Limit != nil && q.Having == nil
}

// coveredBy is the time of the rows that are added up or counted, or of what they belong to, and
// which days it covers; nil where they have none, or several that cover other days.
func (t *turn) coveredBy(q *form.Query) (date int, covered *index.Coverage) {
	table, _ := t.countedRows(q)
	if table < 0 {
		return 0, nil
	}
	if date, covered = t.coverage(table); covered != nil {
		return date, covered
	}
	for _, k := range t.ix.Keys {
		if t.ix.Columns[k.From[0]].Table != table {
			continue
		}
		if d, c := t.coverage(t.ix.Columns[k.To[0]].Table); c != nil && t.comesWith(table, k) {
			return d, c
		}
	}
	return 0, nil
}

// comesWith is true where rows belong to one row of another table from the beginning, as
// lines to an order: the reference is a part of their key.
func (t *turn) comesWith(table int, k index.Key) bool {
	return slices.ContainsFunc(k.From, func(c int) bool { return slices.Contains(t.ix.Tables[table].PrimaryKey, c) })
}

// coverage is the time of a table's rows; nil where they have none, or several that cover
// other days.
func (t *turn) coverage(table int) (date int, covered *index.Coverage) {
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
