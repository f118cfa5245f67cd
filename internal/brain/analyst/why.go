package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// why plans what a change of a figure comes from.
func (a *Analyst) why(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	return a.whyChanged(ctx, q, nil)
}

// whyChanged plans it with what a person said to the plan; nil where that cannot be
// done.
func (a *Analyst) whyChanged(ctx context.Context, q brain.Question, said []string) (*brain.Analysis, error) {
	now := a.clock(q.Now)
	if found, err := a.whyGroups(ctx, q); found != nil || err != nil {
		return found, err
	}
	w := readWhy(q.Text, now)
	if w == nil {
		return nil, nil
	}
	if w.figure == "" && q.Before == nil {
		return nil, nil
	}
	f, read, err := a.readFigure(ctx, w.figure, w.after, q)
	if err != nil {
		return nil, err
	}
	if read == nil && !beginsWhy.MatchString(q.Text) {
		return nil, nil
	}
	if read == nil {
		return declined(fmt.Sprintf("Plumb can find where a change comes from, but it does not know which figure “%s” is here. Ask for the figure itself first, such as its total by month.", w.figure)), nil
	}
	var assumptions []string
	var changed change
	for _, words := range said {
		if ok, err := a.apply(ctx, words, &changed, &f, &read, w, q.Now, now); !ok || err != nil {
			return nil, err
		}
	}
	if len(f.where) > 0 && read.Sentence != "" {
		assumptions = append(assumptions, "the figure is "+read.Sentence)
	}
	on := f.time
	if on == nil {
		column := a.Index.TimeOf(f.base)
		if column == 0 {
			return declined(fmt.Sprintf("Plumb can compare two periods, but the %s have no date that says when they happened. Two groups can be compared instead: name the figure and both of them, such as: why is it higher for one than for the other?", rowsOfTable(a.Index, f.base))), nil
		}
		on = &form.Expr{Op: form.Column, Column: column}
	}
	if w.after == nil && w.figure == "" {
		w.after = f.period // of the answer that is spoken of
	}
	if w.after == nil {
		p, ok := a.lastFull(on.Column, now)
		if !ok {
			return declined("Plumb can compare two periods; name them, such as: why did it fall from February to March 2025?"), nil
		}
		w.after = &p
		assumptions = append(assumptions, "no period is named, so the last full "+p.Grain.String()+" of the data is compared with the one before")
	}
	if w.before == nil {
		p := before(*w.after, w.last)
		w.before = &p
	}
	if said := a.cutAtEnd(on.Column, w.before, w.after); said != "" {
		assumptions = append(assumptions, said)
	}
	dims := changed.keep(dimensionsOf(a.Index, f))
	if len(dims) == 0 {
		return declined(fmt.Sprintf("The data record nothing of %s by which a change could be split: no region, category or kind.", rowsOfTable(a.Index, f.base))), nil
	}
	made, err := a.planWhy(f, read, w.asked, sides{
		{render.PeriodName(*w.before), during(on, *w.before)},
		{render.PeriodName(*w.after), during(on, *w.after)},
	}, dims, false, q.Now)
	if err != nil {
		return nil, err
	}
	made.Question = q.Text
	made.Assumptions = append(assumptions, read.Assumptions...)
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: read.Probability}, nil
}

// cutAtEnd shortens a period that the data cover in part, and the one that it is
// compared with by as much, and says so.
func (a *Analyst) cutAtEnd(column int, before, after *span.Period) string {
	_, last, ok := a.Index.Days(column, time.UTC)
	end := last.AddDate(0, 0, 1)
	if !ok || !after.End.After(end) || !after.Start.Before(end) {
		return ""
	}
	days := end.Sub(after.Start)
	if cut := before.Start.Add(days); cut.Before(before.End) {
		before.End = cut
	}
	after.End = end
	return "the data end on " + last.Format("2 January 2006") + ", so that the same number of days is compared"
}

func during(on *form.Expr, p span.Period) *form.Cond {
	return &form.Cond{Op: form.During, Left: on, Values: []*form.Value{{Kind: form.Period, Period: p}}}
}

// readFigure lets the parser read what the figure is. It is nil where the parser
// cannot.
func (a *Analyst) readFigure(ctx context.Context, words string, p *span.Period, q brain.Question) (figure, *brain.Reading, error) {
	if words == "" {
		before, ok := q.Before.Form.(*form.Query)
		if f, has := figureOf(a.Index, before); ok && has {
			return f, q.Before, nil
		}
		return figure{}, nil, nil
	}
	when := ""
	if p != nil {
		when = " in " + render.PeriodName(*p)
	}
	for _, text := range []string{words + when, "total " + words + when, words} {
		answer, err := a.Read(ctx, brain.Question{Text: text, Now: q.Now})
		if err != nil {
			return figure{}, nil, err
		}
		if len(answer.Readings) == 0 || answer.Confidence < leastSure {
			continue
		}
		r := &answer.Readings[0]
		read, ok := r.Form.(*form.Query)
		if !ok {
			continue
		}
		if f, ok := figureOf(a.Index, read); ok {
			r.Probability = answer.Confidence
			return f, r, nil
		}
	}
	return figure{}, nil, nil
}

// beginsWhy is a message that can be nothing else than a question for a cause.
var beginsWhy = lazyregexp.New(`(?i)^(?:(?:and|but|so|ok|then|well|now|please|tell me|explain)[, ]+)*(?:why|how come)\b`)

// leastSure is how sure the parser must be of the figure.
const leastSure = 0.3

// lastFull is the last month that the data cover, or where they are short the last
// week or day.
func (a *Analyst) lastFull(column int, now time.Time) (span.Period, bool) {
	first, last, ok := a.Index.Days(column, time.UTC)
	if !ok {
		return span.Period{}, false
	}
	if last.After(now) {
		last = now
	}
	end := last.AddDate(0, 0, 1) // the first day after the data
	month := time.Date(end.Year(), end.Month(), 1, 0, 0, 0, 0, time.UTC)
	for _, p := range []span.Period{
		{Start: month.AddDate(0, -1, 0), End: month, Grain: span.Month},
		{Start: end.AddDate(0, 0, -7), End: end, Grain: span.Week},
	} {
		if !before(p, false).Start.Before(first) {
			return p, true
		}
	}
	if year := (span.Period{Start: time.Date(end.Year()-1, 1, 1, 0, 0, 0, 0, time.UTC), End: time.Date(end.Year(), 1, 1, 0, 0, 0, 0, time.UTC), Grain: span.Year}); !before(year, false).Start.Before(first) {
		return year, true
	}
	return span.Period{}, false
}

// sides are what is compared: a name, and the condition that rows fulfil.
type sides [2]struct {
	name string
	cond *form.Cond
}

// planWhy writes the steps: the figure by each dimension, by each pair of them, and
// the comparison. The sides are periods, or groups.
func (a *Analyst) planWhy(f figure, read *brain.Reading, asked string, by sides, dims []dimension, groups bool, now time.Time) (*plan.Plan, error) {
	name := a.figureName(f, read)
	names := make([]string, len(dims))
	var pairs [][2]int
	for i, d := range dims {
		names[i] = d.name
		for j := range i {
			if d.distinct <= maxPairValues && dims[j].distinct <= maxPairValues {
				pairs = append(pairs, [2]int{j, i})
			}
		}
	}
	if render.Dialect(a.Index.Dialect) != render.SQLite && !f.approx && f.query.Once == 0 {
		f.parent = a.parentOf(f.base) // SQLite adds up what is added up already
	}
	rows, err := a.rowsOf(f, by, dims, now)
	if err != nil {
		return nil, err
	}
	args := method.WhyArguments{Figure: name, Asked: asked, Rate: f.rate, Percent: f.percent, Approx: f.approx, Groups: groups, Before: by[0].name, After: by[1].name, Dimensions: names, Decimals: 2}
	if m := read.Meaning; m != nil && f.place < len(m.Columns) {
		args.Unit = m.Columns[f.place].Unit
	}
	if f.amount == nil || f.approx {
		args.Decimals = 0
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	segments := statement{rows: rows, dims: dims, f: f, dialect: render.Dialect(a.Index.Dialect)}
	p := &plan.Plan{Title: fmt.Sprintf("why %s changed from %s to %s", name, by[0].name, by[1].name), Method: method.Why.Name, By: By}
	moved := "moved otherwise than all others"
	if groups {
		p.Title = fmt.Sprintf("why %s differs between %s and %s", name, by[1].name, by[0].name)
		moved = "differ otherwise than all others"
	}
	totals, err := a.totals(f, by, now)
	if err != nil {
		return nil, err
	}
	check := plan.Step{Language: plan.Read, Source: a.Source, Output: "totals", Code: totals,
		Goal: fmt.Sprintf("Compute %s in %s and in %s as a whole, to check that the parts add up to it", name, by[0].name, by[1].name)}
	if segments.dialect == render.SQLite && f.approx {
		const few = 4 // SQLite computes the rows again for each of them
		segments.dims, pairs = dims[:min(few, len(dims))], nil
	}
	if segments.dialect == render.SQLite && !f.approx {
		// SQLite computes what stands before a statement again for every part of it.
		p.Steps = []plan.Step{{Number: 1, Language: plan.Read, Source: a.Source, Output: "parts", Code: segments.cube(),
			Goal: fmt.Sprintf("Add up %s in %s and in %s, by all of %s", name, by[0].name, by[1].name, english.JoinList(names, "and"))},
			{Number: 2, Language: plan.Compute, Method: method.Why.Name, Arguments: encoded, Inputs: []string{"parts", "totals"}, Output: "drivers",
				Goal: "Add up by each of them and by every two, find the parts that " + moved + ", and rank them"}}
		p.Steps = numbered(slices.Insert(p.Steps, 1, check))
		return p, nil
	}
	p.Steps = append(p.Steps, plan.Step{Number: 1, Language: plan.Read, Source: a.Source, Output: "segments", Code: segments.singles(),
		Goal: fmt.Sprintf("Add up %s in %s and in %s, by %s", name, by[0].name, by[1].name, english.JoinList(names, "and by"))})
	inputs := []string{"segments"}
	if len(pairs) > 0 {
		p.Steps = append(p.Steps, plan.Step{Number: 2, Language: plan.Read, Source: a.Source, Output: "pairs", Code: segments.pairs(pairs),
			Goal: fmt.Sprintf("The same for every two of them together, %d pairs", len(pairs))})
		inputs = append(inputs, "pairs")
	}
	p.Steps = append(p.Steps, check)
	inputs = append(inputs, "totals")
	p.Steps = append(p.Steps, plan.Step{Language: plan.Compute, Method: method.Why.Name, Arguments: encoded, Inputs: inputs, Output: "drivers",
		Goal: "Find the parts that " + moved + ", and rank them"})
	p.Steps = numbered(p.Steps)
	return p, nil
}

func numbered(list []plan.Step) []plan.Step {
	for i := range list {
		list[i].Number = i + 1
	}
	return list
}

// totals is the figure of both sides as the parser reads it, without any split.
func (a *Analyst) totals(f figure, by sides, now time.Time) (string, error) {
	parts, err := a.renderBoth(f, by, now)
	if err != nil {
		return "", err
	}
	return "WITH plumb_before(x) AS (\n" + parts[0] + "\n), plumb_after(x) AS (\n" + parts[1] + "\n)\nSELECT (SELECT x FROM plumb_before) AS before_total, (SELECT x FROM plumb_after) AS after_total", nil
}

// renderBoth writes the figure of each side as a statement of one value.
func (a *Analyst) renderBoth(f figure, by sides, now time.Time) ([2]string, error) {
	var parts [2]string
	for i, side := range by {
		q := *f.query
		e := aggregateOf(f.query)
		if e == nil {
			e = edit.CountAll()
		}
		q.Select, q.Group, q.Having, q.Order, q.Limit, q.Place, q.Per, q.Distinct = []*form.Expr{e}, nil, nil, nil, nil, nil, nil, false
		q.Where = form.AllOf(append([]*form.Cond{side.cond}, f.where...))
		q.Tables = f.query.Tables
		sql, _, err := render.Render(a.Index, render.Dialect(a.Index.Dialect), &q, now)
		if err != nil {
			return parts, err
		}
		parts[i] = sql
	}
	return parts, nil
}

// figureName is the figure in words: revenue, orders, average order value.
func (a *Analyst) figureName(f figure, read *brain.Reading) string {
	if m := read.Meaning; m != nil && f.place < len(m.Columns) && f.amount != nil {
		if label := m.Columns[f.place].Label; label != "" {
			return label
		}
	}
	if f.amount == nil {
		return "the number of " + rowsOfTable(a.Index, f.base)
	}
	return "the figure"
}

// rowsOf are the rows of both sides with their dimensions, as two statements.
func (a *Analyst) rowsOf(f figure, by sides, dims []dimension, now time.Time) ([2]string, error) {
	var out [2]string
	for i, side := range by {
		q := &form.Query{Keep: form.NoTable, Once: f.query.Once, Joins: f.query.Joins}
		add := func(e *form.Expr) { q.Select = append(q.Select, e) }
		for _, d := range dims {
			add(&form.Expr{Op: form.Column, Column: d.column})
		}
		amount := f.amount
		if amount == nil {
			amount = one()
		}
		add(amount)
		if f.weight != nil {
			add(f.weight)
		}
		if f.parent > 0 {
			add(edit.Column(f.parent))
		}
		q.Where = form.AllOf(append([]*form.Cond{side.cond}, f.where...))
		q.Tables = tablesOf(a.Index, q, f.base)
		if len(q.Tables) > 1 {
			q.Keep = f.base
		}
		sql, _, err := render.Render(a.Index, render.Dialect(a.Index.Dialect), q, now)
		if err != nil {
			return out, err
		}
		out[i] = sql
	}
	return out, nil
}

// tablesOf are the tables of a form's own columns, not of queries inside it, with the
// one whose rows count.
func tablesOf(ix *index.Index, q *form.Query, base int) []int {
	var list []int
	has := make([]bool, len(ix.Tables))
	has[base] = true
	q.Visit(func(e *form.Expr) {
		if e.Op == form.Column && e.Column > 0 {
			has[ix.Columns[e.Column].Table] = true
		}
	}, nil)
	for t, yes := range has {
		if yes {
			list = append(list, t)
		}
	}
	return list
}
