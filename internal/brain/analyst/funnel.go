package analyst

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// stage is something that rows of a table reach.
type stage struct {
	label  string
	cond   *form.Cond // that a row fulfils; nil for every row
	time   *form.Expr // when it was reached, where that is stored
	value  string     // of a column of events or states
	lost   bool
	number int // of the value's rank
}

// way is how a funnel is found in a table.
type way struct {
	table  int
	stages []stage
	column int // whose values are the stages; 0 where columns are
	entity *form.Expr
	time   *form.Expr
	noun   string
	fixed  bool // the order is known
	lookup *stageLookup
}

// funnel plans how many get from stage to stage, and where most are lost.
func (a *Analyst) funnel(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readFunnel(q.Text)
	if w == nil || a.isStored(w.words, "funnel") {
		return nil, nil
	}
	var found *way
	if len(w.stages) > 1 {
		found = a.namedStages(w)
		if found == nil {
			return declined(fmt.Sprintf("Plumb finds no table whose rows tell of %s. A funnel needs a date, a flag or an event for each stage; name the stages as the data do.", english.JoinList(english.Quoted(w.stages), "and"))), nil
		}
	} else if found = a.likelyFunnel(w.words); found == nil {
		return declined("A funnel needs stages that something goes through: a table of events with their kind and date, a column of states in a known order, or several dates in a row, such as ordered, shipped and delivered. Plumb finds none of these here. Name the stages, such as: funnel from opened to closed."), nil
	}
	at := found.time
	if at == nil {
		if c := a.ownWhen(found.table); c > 0 {
			at = edit.Column(c)
		}
	}
	only := a.scopeOf(w.rest, found.table, at, funnelWords, q.Now)
	p, err := a.planFunnel(found, only.where, q.Now)
	if err != nil {
		return nil, err
	}
	p.Question = q.Text
	sure := 0.75
	if len(w.stages) > 1 {
		sure = 0.85
	}
	return only.analysis(p, sure), nil
}

// namedStages finds the table whose rows tell of all stages that a message names.
func (a *Analyst) namedStages(w *funnelQuestion) *way {
	var best *way
	most := 0
	for t := range a.Index.Tables {
		if a.Index.Tables[t].View {
			continue
		}
		found := &way{table: t, noun: a.Index.Tables[t].RowNoun(), fixed: true}
		for _, words := range w.stages {
			s, ok := a.stageNamed(t, strings.Fields(strings.ToLower(words)))
			if !ok {
				break
			}
			s.label = words
			found.stages = append(found.stages, s)
		}
		if len(found.stages) < len(w.stages) {
			continue
		}
		score := 1 + a.mentions(t, w.words)
		if score > most {
			best, most = found, score
		}
	}
	return best
}

// mentions is how many words name a table.
func (a *Analyst) mentions(t int, words []string) int {
	n := 0
	for _, w := range words {
		for _, name := range a.Index.Tables[t].Words {
			if english.Singular(w) == english.Singular(name) {
				n++
			}
		}
	}
	return n
}

// stageNamed finds what of a row says that it reached a stage.
func (a *Analyst) stageNamed(t int, words []string) (stage, bool) {
	table := &a.Index.Tables[t]
	head := lastWord(table.RowNoun())
	var rest []string // without the name of the table
	for _, w := range words {
		if one := english.Singular(w); !slices.Contains(table.Words, w) && one != head && !english.StopWords[w] {
			rest = append(rest, w)
		}
	}
	if len(rest) == 0 {
		return stage{}, len(words) > 0
	}
	for _, c := range table.Columns {
		col := &a.Index.Columns[c]
		named := slices.ContainsFunc(col.Words, func(name string) bool {
			return slices.ContainsFunc(rest, func(w string) bool { return english.Stem(w) == english.Stem(name) && !english.StopWords[name] })
		})
		if s, ok := a.stageOf(c); ok && named {
			return s, true
		}
	}
	for _, k := range a.Index.KeysFrom(t) {
		to := lastWord(a.Index.Tables[a.Index.Columns[k.To[0]].Table].RowNoun())
		for _, w := range rest {
			means := english.Singular(w) == to || (buying[w] || purchases[english.Singular(w)]) && purchases[to]
			if means && len(k.From) == 1 && a.Index.Columns[k.From[0]].Nullable {
				return stage{cond: &form.Cond{Op: form.NotNull, Left: edit.Column(k.From[0])}}, true
			}
		}
	}
	// A row of visits is a visit.
	if one := english.Singular(rest[0]); len(rest) == 1 && activities[one] && activities[head] {
		return stage{}, true
	}
	return stage{}, false
}

// stageOf is a column that says whether and when a row reached something.
func (a *Analyst) stageOf(c int) (stage, bool) {
	col := &a.Index.Columns[c]
	column := edit.Column(c)
	words := slices.DeleteFunc(slices.Clone(col.Words), func(w string) bool { return english.Among(w, "at on date time day is was has") })
	s := stage{label: strings.Join(words, " ")}
	switch {
	case len(words) == 0:
		return s, false
	case col.Kind == index.Time && (col.Form == index.Native || col.Form == index.DateText || col.Form == index.StampText):
		s.cond, s.time = &form.Cond{Op: form.NotNull, Left: column}, column
		return s, true
	case col.Kind == index.Boolean:
		yes := yesOf(col)
		s.cond = edit.Compare(form.Equal, column, &form.Value{Kind: form.Text, Text: yes, Stored: true})
		return s, yes != ""
	}
	return s, false
}

// yesOf is how a flag stores yes; "" where that is not known.
func yesOf(c *index.Column) string {
	for _, v := range c.Enum {
		if yes, ok := english.ParseBool(v.Text); ok && yes {
			return v.Text
		}
	}
	if c.Type.String() == "boolean" {
		return "true"
	}
	return ""
}

// plannedTimes are words of dates that were not reached but expected, or that are about
// something else.
var plannedTimes = english.NewSet("expected due planned estimated scheduled target deadline promised updated modified valid last next changed synced imported loaded deleted")

// likelyFunnel finds the best funnel where a message names no stages: events of kinds,
// a column of states, or dates of a row. Words that name a table decide.
func (a *Analyst) likelyFunnel(words []string) *way {
	var best *way
	most := 0
	for t := range a.Index.Tables {
		if a.Index.Tables[t].View {
			continue
		}
		for kind, find := range []func(int) *way{a.datedFunnel, a.eventFunnel, a.stateFunnel} {
			found := find(t)
			if found == nil {
				continue
			}
			score := kind + 1 + 10*a.mentions(t, words)
			if slices.Contains(words, "conversion") && slices.ContainsFunc(found.stages, func(s stage) bool { return strings.HasPrefix(s.label, "conver") }) {
				score += 10
			}
			if found.column > 0 && slices.ContainsFunc(a.Index.Columns[found.column].Words, func(w string) bool { return w == "stage" || w == "step" }) {
				score += 5
			}
			if score > most {
				best, most = found, score
			}
		}
	}
	// Who names a table means it, and no other one.
	named := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return funnelWords[w] })
	if best != nil && a.mentions(best.table, named) == 0 && slices.ContainsFunc(named, func(w string) bool {
		_, ok := a.tableSubject(english.Singular(w))
		return ok && !people[english.Singular(w)]
	}) {
		return nil
	}
	return best
}

// datedFunnel is a table whose rows have several dates, or flags of what they reached.
func (a *Analyst) datedFunnel(t int) *way {
	table := &a.Index.Tables[t]
	found := &way{table: t, noun: table.RowNoun()}
	found.stages = []stage{{label: table.RowNoun()}}
	for _, c := range table.Columns {
		col := &a.Index.Columns[c]
		s, ok := a.stageOf(c)
		if !ok || !doneTo(s.label) {
			continue
		}
		converts := col.Kind == index.Boolean && slices.ContainsFunc(col.Words, func(w string) bool { _, known := stageRank(w); return known && english.IsParticiple(w) })
		if s.time != nil && col.Nullable || converts {
			found.stages = append(found.stages, s)
		}
	}
	// Where a date tells of the beginning, the row itself is no other stage.
	if slices.ContainsFunc(found.stages[1:], func(s stage) bool { return s.time != nil && stageRanks[0].HasAny(strings.Fields(s.label)) }) {
		found.stages = found.stages[1:]
	}
	const most = 6
	if len(found.stages) < 2 || len(found.stages) > most {
		return nil
	}
	return found
}

// doneTo is true for the name of something that is done to a row: shipped, payment. Dates
// that are planned, or that begin and end something, are none.
func doneTo(label string) bool {
	words := strings.Fields(label)
	if plannedTimes.HasAny(words) {
		return false
	}
	return english.IsParticiple(words[0]) || english.Among(words[len(words)-1], "delivery shipment payment approval purchase activation submission completion confirmation")
}

// stateFunnel is a table with a column of states whose order their names tell.
func (a *Analyst) stateFunnel(t int) *way {
	table := &a.Index.Tables[t]
	for _, c := range table.Columns {
		col := &a.Index.Columns[c]
		if col.Kind != index.Text || len(col.Enum) < 3 || !slices.ContainsFunc(col.Words, func(w string) bool { return english.Among(w, "stage status state step phase") }) {
			continue
		}
		found := &way{table: t, noun: table.RowNoun(), column: c, fixed: true}
		ranks := map[int]bool{}
		known := true
		for _, v := range col.Enum {
			rank, ok := stageRank(v.Text)
			known = known && ok
			if rank >= 0 {
				ranks[rank] = true
			}
			found.stages = append(found.stages, stage{label: strings.ReplaceAll(v.Text, "_", " "), value: v.Text, lost: rank < 0, number: rank})
		}
		slices.SortStableFunc(found.stages, func(x, y stage) int { return cmp.Compare(x.number, y.number) })
		if alike := slices.DeleteFunc(slices.Clone(found.stages), func(s stage) bool { return s.lost }); known && len(ranks) >= 3 && len(ranks) == len(alike) {
			return found
		}
	}
	return nil
}

// eventFunnel is a table of events with their kind, of somebody, at a time.
func (a *Analyst) eventFunnel(t int) *way {
	table := &a.Index.Tables[t]
	// Rows that are changes of something; the stage of a deal is not what happened to it.
	history := english.Among(lastWord(table.RowNoun()), "event history log change transition activity action step")
	at := a.ownWhen(t)
	if at == 0 && history {
		at = a.validFrom(t)
	}
	if at == 0 {
		return nil
	}
	var kind, who int
	for _, c := range table.Columns {
		col := &a.Index.Columns[c]
		told := slices.ContainsFunc(col.Words, func(w string) bool {
			return english.Among(w, "event action step activity") || history && english.Among(w, "stage status state type kind name")
		})
		if col.Kind == index.Text && len(col.Enum) >= 3 && told {
			kind = c
		}
	}
	for _, k := range a.Index.KeysFrom(t) {
		if noun := lastWord(a.Index.Tables[a.Index.Columns[k.To[0]].Table].RowNoun()); len(k.From) == 1 && k.From[0] != kind && (people[noun] || history && who == 0) && !a.Index.Columns[k.From[0]].Unique {
			who = k.From[0]
		}
	}
	for _, noun := range []string{"session", "user", "customer", "visitor", "case", "order", "person", "lead", "applicant", "candidate"} {
		for _, c := range table.Columns {
			if who == 0 && a.tellsApart(c, noun) {
				who = c
			}
		}
	}
	if kind == 0 || who == 0 {
		return nil
	}
	found := &way{table: t, column: kind, entity: edit.Column(who), time: edit.Column(at), noun: a.Index.EntityName(who)}
	for _, k := range a.Index.KeysFrom(t) {
		if len(k.From) == 1 && k.From[0] == who {
			found.noun = a.Index.Tables[a.Index.Columns[k.To[0]].Table].RowNoun()
		}
	}
	found.noun, found.lookup = strings.TrimSuffix(found.noun, " id"), a.lookupOf(kind)
	for _, v := range a.Index.Columns[kind].Enum {
		found.stages = append(found.stages, stage{label: strings.ReplaceAll(v.Text, "_", " "), value: v.Text})
	}
	return found
}

// planFunnel writes the steps.
func (a *Analyst) planFunnel(f *way, where []*form.Cond, now time.Time) (*plan.Plan, error) {
	args := method.FunnelArguments{Noun: f.noun, Plural: english.Plural(f.noun), Ordered: f.fixed}
	var labels []string
	for _, s := range f.stages {
		if s.label == "" {
			s.label = f.noun
		}
		args.Stages = append(args.Stages, method.FunnelStage{Label: s.label, Value: s.value, Lost: s.lost})
		if !s.lost {
			labels = append(labels, s.label)
		}
	}
	p := &plan.Plan{Title: fmt.Sprintf("funnel of %s through %s", args.Plural, english.JoinList(labels, "and")), Method: method.Funnel.Name, By: By}
	var err error
	switch {
	case f.lookup != nil:
		p.Title = fmt.Sprintf("funnel of %s through the %s", args.Plural, render.Table(a.Index, f.lookup.table, true))
		args.LostWords = lostList()
		var last plan.Step
		if p.Steps, err = a.eventSteps(f, where, now); err == nil {
			last, err = a.lookupStep(f.lookup, now)
			p.Steps = append(p.Steps[:1], last) // the order is stored
		}
		p.Assumptions = append(p.Assumptions, fmt.Sprintf("the stages are in the order of %s in %s", strings.Join(a.Index.Columns[f.lookup.place].Words, " "), render.Table(a.Index, f.lookup.table, true)))
	case f.entity != nil:
		p.Steps, err = a.eventSteps(f, where, now)
		p.Assumptions = append(p.Assumptions, fmt.Sprintf("the stages are the values of %s in %s, in the order in which most %s go through them", strings.Join(a.Index.Columns[f.column].Words, " "), render.Table(a.Index, f.table, true), args.Plural))
	case f.column > 0:
		args.Snapshot = true
		p.Steps, err = a.stateSteps(f, where, now)
		p.Assumptions = append(p.Assumptions, fmt.Sprintf("the stages are the values of %s in %s, in the order that their names tell", strings.Join(a.Index.Columns[f.column].Words, " "), render.Table(a.Index, f.table, true)))
	default:
		p.Steps, err = a.datedSteps(f, &args, where, now)
		if !args.Ordered {
			p.Assumptions = append(p.Assumptions, "the stages are in the order in which most rows reach them")
		}
	}
	if err != nil {
		return nil, err
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	var inputs []string
	for _, s := range p.Steps {
		inputs = append(inputs, s.Output)
	}
	p.Steps = numbered(append(p.Steps, plan.Step{Language: plan.Compute, Method: method.Funnel.Name, Arguments: encoded, Inputs: inputs, Output: "funnel",
		Goal: "Compute how many reach each stage, and where most are lost"}))
	return p, nil
}

// datedSteps count the rows by the stages that they reached, and which date comes first.
func (a *Analyst) datedSteps(f *way, args *method.FunnelArguments, where []*form.Cond, now time.Time) ([]plan.Step, error) {
	q := &form.Query{Keep: form.NoTable, Where: form.AllOf(where)}
	var names, flags, times []string
	timed := 0
	for i, s := range f.stages {
		name := fmt.Sprintf("s%d", i+1)
		names = append(names, name)
		e := one()
		switch {
		case s.time != nil:
			e = s.time
			timed++
			flags = append(flags, "CASE WHEN "+name+" IS NOT NULL THEN 1 ELSE 0 END AS "+name)
		default:
			if s.cond != nil {
				e = &form.Expr{Op: form.If, Args: []*form.Expr{one()}, If: s.cond}
			}
			flags = append(flags, "COALESCE("+name+", 0) AS "+name)
		}
		q.Select = append(q.Select, e)
	}
	q.Tables = tablesOf(a.Index, q, f.table)
	if len(q.Tables) > 1 {
		q.Keep = f.table
	}
	rows, err := a.render(q, now)
	if err != nil {
		return nil, err
	}
	head := "WITH plumb_rows(" + strings.Join(names, ", ") + ") AS (\n" + rows + "\n), plumb_flags AS (\nSELECT " + strings.Join(flags, ", ") + " FROM plumb_rows\n)\n"
	list := strings.Join(names, ", ")
	steps := []plan.Step{{Language: plan.Read, Source: a.Source, Output: "patterns", Code: head + "SELECT " + list + ", COUNT(*) AS entities\nFROM plumb_flags\nGROUP BY " + list + "\nORDER BY " + list,
		Goal: fmt.Sprintf("Count the %s by the stages that they reached", args.Plural)}}
	if f.fixed || timed < 2 {
		args.Ordered = true
		return steps, nil
	}
	for i, x := range f.stages {
		for j, y := range f.stages {
			if i != j && x.time != nil && y.time != nil {
				times = append(times, fmt.Sprintf("SELECT %d AS first, %d AS later, SUM(CASE WHEN s%d < s%d THEN 1 ELSE 0 END) AS entities FROM plumb_rows", i+1, j+1, i+1, j+1))
			}
		}
	}
	return append(steps, plan.Step{Language: plan.Read, Source: a.Source, Output: "orders", Code: head + strings.Join(times, "\nUNION ALL\n") + "\nORDER BY 1, 2", Goal: "Count which date comes first"}), nil
}

// stateSteps count the rows by their state.
func (a *Analyst) stateSteps(f *way, where []*form.Cond, now time.Time) ([]plan.Step, error) {
	column := edit.Column(f.column)
	q := &form.Query{Keep: form.NoTable, Select: []*form.Expr{column, edit.CountAll()}, Group: []*form.Expr{column}, Order: []form.Order{{By: column}}, Where: form.AllOf(where)}
	q.Tables = tablesOf(a.Index, q, f.table)
	sql, err := a.render(q, now)
	return []plan.Step{{Language: plan.Read, Source: a.Source, Output: "states", Code: sql, Goal: fmt.Sprintf("Count the %s in each state", english.Plural(f.noun))}}, err
}

// eventSteps count who had which events, and which comes first.
func (a *Analyst) eventSteps(f *way, where []*form.Cond, now time.Time) ([]plan.Step, error) {
	q := &form.Query{Keep: form.NoTable, Select: []*form.Expr{f.entity, edit.Column(f.column), f.time}}
	q.Where = form.AllOf(append([]*form.Cond{{Op: form.NotNull, Left: f.entity}}, where...))
	q.Tables = tablesOf(a.Index, q, f.table)
	rows, err := a.render(q, now)
	if err != nil {
		return nil, err
	}
	var firsts, flags, names, orders []string
	for i, s := range f.stages {
		name := fmt.Sprintf("s%d", i+1)
		names = append(names, name)
		firsts = append(firsts, "MIN(CASE WHEN stage = "+render.Literal(s.value)+" THEN moment END) AS "+name)
		flags = append(flags, "CASE WHEN "+name+" IS NOT NULL THEN 1 ELSE 0 END AS "+name)
		for j := range f.stages {
			if i != j {
				orders = append(orders, fmt.Sprintf("SELECT %d AS first, %d AS later, SUM(CASE WHEN s%d < s%d THEN 1 ELSE 0 END) AS entities FROM plumb_firsts", i+1, j+1, i+1, j+1))
			}
		}
	}
	head := "WITH plumb_events(entity, stage, moment) AS (\n" + rows + "\n), plumb_firsts AS (\nSELECT entity, " + strings.Join(firsts, ", ") + " FROM plumb_events GROUP BY entity\n), plumb_flags AS (\nSELECT " + strings.Join(flags, ", ") + " FROM plumb_firsts\n)\n"
	list := strings.Join(names, ", ")
	return []plan.Step{
		{Language: plan.Read, Source: a.Source, Output: "patterns", Code: head + "SELECT " + list + ", COUNT(*) AS entities\nFROM plumb_flags\nGROUP BY " + list + "\nORDER BY " + list, Goal: fmt.Sprintf("Count the %s by the events that they had", english.Plural(f.noun))},
		{Language: plan.Read, Source: a.Source, Output: "orders", Code: head + strings.Join(orders, "\nUNION ALL\n") + "\nORDER BY 1, 2", Goal: "Count which event comes first"},
	}, nil
}
