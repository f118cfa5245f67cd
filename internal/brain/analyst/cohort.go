package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

var (
	asksCohort = lazyregexp.New(`(?i)\bcohorts?\b|\bretention\b|^how many (?:of the |of our )?[a-z]+ (?:of|from|in) .{3,20} (?:c[ao]me?|return)(?:ed)? ?(?:back)?(?: again| later)?[?.! ]*$`)
	// otherRetention is about something that is kept for other reasons, or by a figure
	// that the words define.
	otherRetention = lazyregexp.New(`(?i)\bretention (?:period|policy|time|days|bonus|date|polic)|\b(?:data|employee|staff|log|backup|water|heat) retention\b|\bretention of (?:data|logs|staff|employees)\b`)
	// cohortWords say no more than what is asked.
	cohortWords = english.NewSet("cohort retention retain retained rate analysis back come came return returned again later daily weekly monthly quarterly yearly annual annually by month week quarter year day first purchase customer user client people table heatmap chart curve matrix share of each how many triangle repeat buy bought churn")
	periodWord  = lazyregexp.New(`(?i)\b(?:by|per|each|every|over the) (day|week|month|quarter|year)s?\b|\b(daily|weekly|monthly|quarterly|yearly|annual|annually)\b`)
)

// cohortQuestion asks how many of those who came in a period are there later.
type cohortQuestion struct {
	words  []string
	plain  []string     // the words without the period
	grain  span.Grain   // 0 where none is named
	period *span.Period // whose cohorts are asked for; nil for all
}

// readCohort reads a message that asks for retention; nil for another.
func readCohort(text string, now time.Time) *cohortQuestion {
	if !asksCohort.MatchString(text) || otherRetention.MatchString(text) {
		return nil
	}
	c := &cohortQuestion{grain: grainIn(text)}
	words := span.Words(text)
	periods := periodsApart(words, now)
	if len(periods) > 1 {
		return nil
	}
	for i, w := range words {
		c.words = append(c.words, strings.ToLower(w.Text))
		if len(periods) == 0 || i < periods[0].First || i >= periods[0].End {
			c.plain = append(c.plain, w.Text)
		}
	}
	if len(periods) == 1 {
		c.period = &periods[0].Period
	}
	return c
}

// grainIn is the step that a message names: by month, weekly.
func grainIn(text string) span.Grain {
	m := periodWord.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	if m[1] != "" {
		return grainNamed(m[1])
	}
	return map[string]span.Grain{"daily": span.Day, "weekly": span.Week, "monthly": span.Month, "quarterly": span.Quarter}[strings.ToLower(m[2])] + map[string]span.Grain{"yearly": span.Year, "annual": span.Year, "annually": span.Year}[strings.ToLower(m[2])]
}

// cohort plans the retention of those whose first event is in the same period.
func (a *Analyst) cohort(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readCohort(q.Text, a.clock(q.Now))
	if w == nil || a.isStored(w.words, "cohort", "retention") {
		return nil, nil
	}
	e, ok := a.eventsNamed(w.words)
	if !ok {
		return declined("Retention needs those who come back, such as customers, and what they do with its date, such as their orders. Plumb finds no such two in this data; name them, such as: retention of customers by month of their orders."), nil
	}
	first, last, ok := a.Index.Days(e.time.Column, time.UTC)
	if !ok {
		return nil, nil
	}
	if now := a.clock(q.Now); last.After(now) {
		last = now
	}
	grain := w.grain
	if grain == 0 {
		grain = cohortGrain(first, last)
	}
	if w.period != nil && w.grain == 0 && w.period.Grain >= span.Week && w.period.Grain <= span.Year && w.period.Grain != span.Half && w.period.Shifted(w.period.Grain, 1).Start.Equal(w.period.End) {
		grain = min(w.period.Grain, span.Month)
	}
	args := method.CohortArguments{Noun: e.noun, Plural: e.plural, Event: a.happened(&e, false), Grain: grain.String(), First: first.Format(time.DateOnly), Last: last.Format(time.DateOnly)}
	title := fmt.Sprintf("retention of %s by %s of their first %s", e.plural, grain, args.Event)
	if w.period != nil {
		args.From, args.Until = w.period.Start.Format(time.DateOnly), w.period.End.Format(time.DateOnly)
		title += ", of those who came " + render.PeriodPhrase(*w.period)
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	// The period names cohorts, not rows.
	text := q.Text
	if w.period != nil {
		text = strings.Join(w.plain, " ")
	}
	only := a.scopeOf(text, e.base, nil, cohortWords, q.Now)
	query := e.query(a.Index, only.where, e.entity, edit.Call(grainOp(grain), e.time))
	query.Distinct = true
	rows, err := a.render(query, q.Now)
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: title, Method: method.Cohort.Name, By: By, Question: q.Text,
		Assumptions: []string{a.happens(&e)}}
	head := "WITH plumb_events(entity, period) AS (\n" + rows + "\n), plumb_first AS (\nSELECT entity, MIN(period) AS cohort, MAX(period) AS latest FROM plumb_events GROUP BY entity\n)\n"
	p.Steps = numbered([]plan.Step{
		{Language: plan.Read, Source: a.Source, Output: "cohorts",
			Code: head + "SELECT f.cohort, e.period, COUNT(*) AS entities\nFROM plumb_events AS e JOIN plumb_first AS f ON f.entity = e.entity\nGROUP BY f.cohort, e.period\nORDER BY f.cohort, e.period",
			Goal: fmt.Sprintf("Count the %s of each %s by the %s of their first %s", e.plural, grain, grain, args.Event)},
		{Language: plan.Read, Source: a.Source, Output: "returned",
			Code: head + "SELECT cohort, SUM(CASE WHEN latest > cohort THEN 1 ELSE 0 END) AS returned\nFROM plumb_first\nGROUP BY cohort\nORDER BY cohort",
			Goal: fmt.Sprintf("Count those with a later %s in another %s at all", args.Event, grain)},
		{Language: plan.Compute, Method: method.Cohort.Name, Arguments: encoded, Inputs: []string{"cohorts", "returned"}, Output: "retention",
			Goal: fmt.Sprintf("Compute which part of each cohort is there one, two and more %ss later", grain)}})
	return only.analysis(p, e.surely()), nil
}

// cohortGrain gives between six and forty cohorts, months where possible.
func cohortGrain(first, last time.Time) span.Grain {
	switch days := last.Sub(first).Hours() / 24; {
	case days < 21:
		return span.Day
	case days < 120:
		return span.Week
	case days < 40*31:
		return span.Month
	case days < 40*92:
		return span.Quarter
	}
	return span.Year
}

// isStored is true where one of these words names a table or a column: then the
// parser knows what it is.
func (a *Analyst) isStored(words []string, names ...string) bool {
	for _, n := range names {
		for _, w := range words {
			if w != n && w != n+"s" {
				continue
			}
			for _, link := range a.Index.Names(span.Words(n)) {
				if link.Kind <= 3 {
					return true
				}
			}
		}
	}
	return false
}

// eventsNamed finds who a message is about, and what happens to them. Where it names
// nobody, it is the people of the database.
func (a *Analyst) eventsNamed(words []string) (events, bool) {
	for _, w := range append(append([]string{}, words...), "customer") {
		s, ok := a.subjectOf(w)
		if !ok {
			continue
		}
		rest := make([]string, 0, len(words))
		for _, o := range words {
			if o != w {
				rest = append(rest, o)
			}
		}
		if found := a.eventsOf(s, rest); len(found) > 0 {
			return found[0], true
		}
	}
	return events{}, false
}
