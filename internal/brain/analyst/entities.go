package analyst

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// entities plans which customers, users or products had events in some periods and
// none in others: a step for each condition, and one that combines them.
func (a *Analyst) entities(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readEntities(q.Text, a.clock(q.Now))
	if w == nil || len(w.events) < 2 && !w.special() || w.wants == wantsShare && len(w.events) < 2 {
		return nil, nil
	}
	if len(w.events) < 2 || !w.special() {
		// One statement does; the parser may know it well.
		answer, err := a.Read(ctx, brain.Question{Text: q.Text, Now: q.Now})
		if err != nil {
			return nil, err
		}
		if every := w.events[0].every != 0; !every && len(answer.Readings) > 0 && answer.Confidence >= brain.LikelyFrom {
			return nil, nil
		}
	}
	s, ok := a.subjectOf(w.noun)
	if !ok {
		return nil, nil
	}
	sets, ok := a.conditionSets(w, s)
	if !ok {
		return nil, nil
	}
	made, err := a.planEntities(w, sets, q.Now)
	if err != nil {
		return nil, err
	}
	made.Question = q.Text
	sure := 1.0
	for _, set := range sets {
		sure = min(sure, set.surely())
	}
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: sure}, nil
}

// entitySet is a condition with the rows that it is about.
type entitySet struct {
	condition
	events
	whole bool   // the period is that of the data
	does  string // what happened, in words: "orders in 2024"
}

// conditionSets finds the events of each condition. It is false where words are left
// that say something else.
func (a *Analyst) conditionSets(w *entitiesQuestion, s subject) ([]entitySet, bool) {
	var list []entitySet
	for i, c := range w.events {
		if len(c.words) == 0 && i > 0 {
			list = append(list, entitySet{condition: c, events: list[i-1].events})
			continue
		}
		found := a.eventsOf(s, c.words)
		if len(found) == 0 || a.saysMore(found[0], c.words) {
			return nil, false
		}
		if i > 0 && !found[0].sure { // "bought … and purchased": the same events
			found = []events{list[0].events}
		}
		list = append(list, entitySet{condition: c, events: found[0]})
	}
	for i := range list {
		if c := &list[i]; c.period.Start.IsZero() {
			first, last, ok := a.Index.Days(c.time.Column, time.UTC)
			if !ok {
				return nil, false
			}
			c.whole, c.period = true, span.Period{Start: first, End: last.AddDate(0, 0, 1), Grain: span.Day}
		}
		list[i].does = a.conditionInWords(list[i])
	}
	return list, true
}

// saysMore is true where words remain that neither name the events nor say what is done.
func (a *Analyst) saysMore(e events, words []string) bool {
	names := func(w string) bool { return a.likelyEvent(e.base, []string{w}) >= byNoun }
	noun := slices.ContainsFunc(words, names)
	return slices.ContainsFunc(words, func(w string) bool {
		return !names(w) && !(noun && lightVerbs[w]) && (noun || !buying[w] && !acting[w])
	})
}

// lightVerbs say little beside what was done: opened a ticket.
var lightVerbs = english.NewSet("opened open got get took take taken received receive filed submitted sent wrote made placed raised started logged")

func (a *Analyst) conditionInWords(s entitySet) string {
	name, when := a.happened(&s.events, true), " "+render.PeriodPhrase(s.period)
	switch {
	case s.every != 0 && s.whole:
		return name + " in every " + s.every.String() + " of the data"
	case s.every != 0:
		return name + " in every " + s.every.String() + " of " + render.PeriodName(s.period)
	case s.none && s.op == form.GreaterEqual:
		return "fewer than " + strconv.Itoa(s.count) + " " + name + when
	case s.none && s.op == form.Greater:
		return "at most " + strconv.Itoa(s.count) + " " + name + when
	case s.none:
		return "no " + name + when
	case s.op == "":
		return name + when
	}
	how := map[form.CondOp]string{form.Greater: "more than ", form.GreaterEqual: "at least ", form.Equal: "exactly "}[s.op]
	return how + strconv.Itoa(s.count) + " " + name + when
}

// planEntities writes the steps.
func (a *Analyst) planEntities(w *entitiesQuestion, sets []entitySet, now time.Time) (*plan.Plan, error) {
	s := sets[0].subject
	args := method.EntitiesArguments{Noun: s.noun, Plural: s.plural, Wants: w.wants}
	p := &plan.Plan{Method: method.Entities.Name, By: By}
	var inputs, does []string
	for i, set := range sets {
		sql, names, err := a.setStatement(set, i == 0, now)
		if err != nil {
			return nil, err
		}
		output := fmt.Sprintf("condition_%d", i+1)
		goal := fmt.Sprintf("Find the %s with %s", s.plural, set.does)
		if set.none {
			opposite := set
			opposite.none = false
			goal = fmt.Sprintf("Find the %s with %s, which are left out", s.plural, a.conditionInWords(opposite))
		}
		p.Steps = append(p.Steps, plan.Step{Language: plan.Read, Source: a.Source, Output: output, Code: sql, Goal: goal})
		inputs, does = append(inputs, output), append(does, set.does)
		args.Conditions = append(args.Conditions, method.EntityCondition{Table: output, Words: set.does, None: set.none, Counts: a.countsName(set)})
		args.Names = cmp.Or(args.Names, names)
	}
	what := english.JoinList(does, "and")
	p.Title = s.plural + " with " + what
	switch w.wants {
	case wantsShare:
		p.Title = fmt.Sprintf("share of the %s with %s that have %s", s.plural, does[0], english.JoinList(does[1:], "and"))
	case wantsCount:
		p.Title = "number of " + p.Title
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	p.Steps = numbered(append(p.Steps, plan.Step{Language: plan.Compute, Method: method.Entities.Name, Arguments: encoded, Inputs: inputs, Output: "entities",
		Goal: fmt.Sprintf("Keep the %s that meet all of it", s.plural)}))
	p.Assumptions = append(p.Assumptions, a.happens(&sets[0].events))
	return p, nil
}

// countsName is what the number of a condition's events is called.
func (a *Analyst) countsName(set entitySet) string {
	if set.every != 0 {
		return set.every.String() + "s"
	}
	return strings.ReplaceAll(a.happened(&set.events, true), " ", "_")
}

// setStatement lists the subjects that meet a condition, with the number of events.
// Those of the first are named. A condition that something did not happen lists those
// to whom it did.
func (a *Analyst) setStatement(set entitySet, named bool, now time.Time) (sql string, names int, err error) {
	columns := []*form.Expr{set.entity}
	if named && set.table >= 0 {
		for _, c := range a.Index.Tables[set.table].Display {
			if c != set.key {
				columns = append(columns, edit.Column(c))
				names++
			}
		}
	}
	group := slices.Clone(columns)
	count := set.howMany()
	having := &form.Cond{}
	number := 0
	switch {
	case set.every != 0:
		count = edit.Call(form.Count, edit.Call(grainOp(set.every), set.time))
		count.Distinct = true
		number, having = a.partsOf(set), edit.Compare(form.GreaterEqual, count, nil)
	case set.op != "":
		number, having = set.count, edit.Compare(set.op, count, nil)
	default:
		having = nil
	}
	q := set.query(a.Index, []*form.Cond{during(set.time, set.period)}, append(columns, count)...)
	q.Group = group
	if having != nil {
		having.Right.Value = edit.Number(strconv.Itoa(number))
		q.Having = having
	}
	q.Order = []form.Order{{By: set.entity}}
	sql, err = a.render(q, now)
	return sql, names, err
}

// partsOf is how many days, months or quarters of a period the data tell of.
func (a *Analyst) partsOf(set entitySet) int {
	end := set.period.End
	if _, last, ok := a.Index.Days(set.time.Column, time.UTC); ok && end.After(last) && set.period.Start.Before(last) {
		end = last.AddDate(0, 0, 1)
	}
	n := 0
	day := span.Period{Start: set.period.Start, End: set.period.Start.AddDate(0, 0, 1), Grain: span.Day}
	for p, _ := day.Widen(set.every, 1); p.Start.Before(end); p = p.Shifted(set.every, 1) {
		n++
	}
	return n
}

func grainOp(g span.Grain) form.Op {
	return map[span.Grain]form.Op{span.Day: form.Day, span.Week: form.Week, span.Month: form.Month, span.Quarter: form.Quarter, span.Year: form.Year}[g]
}
