package analyst

import (
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
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// eventQuestion asks how a figure was before and after a day.
type eventQuestion struct {
	figure string // words for it; "" for that of the turn before
	event  string // words for what happened; "" where none are said
	period span.Period
	days   int // on each side; 0 where the message does not say
}

// when stands for the period in the words of a message.
const when = "§"

// asksBeforeAfter are ways to ask, with the period replaced by §.
var asksBeforeAfter = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)^(?:(?:please )?(?:compare|show|show me|give me|what (?:is|was|were)|what about|how (?:is|was|were|did)|analy[sz]e) )?(?:the |our )?(?P<figure>.+?)(?: (?:look|change|develop|differ))?(?: in the)?(?: (?P<days>\d+) (?P<unit>days?|weeks?|months?))? before (?:and|versus|vs\.?|or|/|to) (?:(?:the )?\d+ (?:days?|weeks?|months?) )?after (?P<event>.*?)(?: ?\(?(?:on|in|at|of|from) )?§(?: (?P<rest>.*))?$`),
	lazyregexp.New(`(?i)^(?:what (?:is|was|were) |show |show me |analy[sz]e |estimate |measure )?(?:the |our )?(?:effect|impact|influence)s? (?:of|that) (?:the |our )?(?P<event>.+?)(?: (?:on|in|at|of|from|since|launched in|launched on|starting|started on|started in))? §(?: (?:had|has))? (?:on|upon) (?:the |our )?(?P<figure>.+)$`),
	lazyregexp.New(`(?i)^(?:what (?:is|was|were) |show |show me |analy[sz]e |estimate |measure )?(?:the |our )?(?:effect|impact|influence)s? (?:of|that) (?:the |our )?(?P<event>.+?) (?:on|upon) (?:the |our )?(?P<figure>[^§]+?)(?: (?:on|in|at|of|from|since))? §$`),
	lazyregexp.New(`(?i)^(?:what (?:is|was|were) |show |show me |analy[sz]e |estimate |measure )?(?:the |our )?(?:effect|impact|influence)s? (?:of|that) (?:the |our )?(?P<event>.+?)(?: (?:on|in|at|of|from|since))? §$`),
	lazyregexp.New(`(?i)^(?:did|has|have) (?:the |our )?(?P<event>.+?)(?: (?:on|in|at|of|from|since|launched in|launched on))? §,? (?:really )?(?:change|changed|affect|affected|increase|increased|reduce|reduced|raise|raised|lower|lowered|boost|boosted|help|helped|hurt|improve|improved|influence|influenced|impact|impacted|move|moved) (?:the |our )?(?P<figure>.+)$`),
	lazyregexp.New(`(?i)^how did (?:the |our )?(?P<figure>.+?) (?:change|develop|react|respond|move) (?:after|following|to) (?:the |our )?(?P<event>.*?)(?: ?(?:on|in|at|of|from))? ?§$`),
}

// readBeforeAfter reads a message that asks for the effect of an event; nil for another.
func readBeforeAfter(text string, now time.Time) *eventQuestion {
	text = strings.NewReplacer("’", "'", "‘", "'", when, " ").Replace(strings.TrimRight(strings.TrimSpace(text), "?!. "))
	words := span.Words(text)
	for _, s := range span.Find(words, now) {
		if s.Kind != span.Temporal {
			continue
		}
		first := s.First
		for first < s.End && english.Among(strings.ToLower(words[first].Text), "before after since and or from until") {
			first++
		}
		// "After 15 March" is a period without an end; the day itself is meant.
		for _, p := range span.Find(words[first:s.End], now) {
			if p.Kind != span.Temporal || p.First > 0 || p.Period.Recurring() || p.Period.Start.IsZero() || p.Period.End.IsZero() {
				continue
			}
			marked := text[:words[first].Start] + when + text[words[first+p.End-1].End:]
			if e := matchBeforeAfter(marked); e != nil {
				e.period = p.Period
				return e
			}
		}
	}
	return nil
}

// takesFigure is what cannot be the name of a figure.
var takesFigure = lazyregexp.New(`(?i)§|\b(?:before|after|who|which|that|list|orders? placed|each|per|by)\b`)

func matchBeforeAfter(marked string) *eventQuestion {
	for _, way := range asksBeforeAfter {
		m := way.FindStringSubmatch(marked)
		if m == nil {
			continue
		}
		part := func(name string) string {
			if i := way.SubexpIndex(name); i >= 0 {
				return strings.TrimSpace(m[i])
			}
			return ""
		}
		e := &eventQuestion{figure: strings.TrimSpace(part("figure") + " " + part("rest")), event: strings.TrimPrefix(part("event"), "the ")}
		if n, err := strconv.Atoi(part("days")); err == nil {
			unit := strings.TrimSuffix(strings.ToLower(part("unit")), "s")
			e.days = n * map[string]int{"day": 1, "week": 7, "month": 28}[unit]
		}
		if !takesFigure.MatchString(e.figure) && !strings.Contains(e.event, when) {
			return e
		}
	}
	return nil
}

const (
	usualDays = 28 // on each side
	leastDays = 7
	mostDays  = 366
)

// beforeAfter plans the comparison of a figure before and after a day.
func (a *Analyst) beforeAfter(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readBeforeAfter(q.Text, a.clock(q.Now))
	if w == nil {
		return nil, nil
	}
	if w.figure == "" && q.Before == nil {
		return declined("Plumb can compare a figure before and after a day, but no figure is named. Name it, such as: effect of the campaign on revenue, with the day of the campaign."), nil
	}
	f, read, err := a.readFigure(ctx, w.figure, nil, q)
	if err != nil || read == nil || f.approx {
		return nil, err
	}
	on := f.time
	if on == nil {
		column, err := a.dateOf(ctx, f, w.figure, q)
		if err != nil {
			return nil, err
		}
		if column == 0 {
			return declined(fmt.Sprintf("Plumb can compare a figure before and after a day, but %s has no date that says when its rows happened.", render.Table(a.Index, f.base, true))), nil
		}
		on = edit.Column(column)
	}
	first, last, ok := a.Index.Days(on.Column, time.UTC)
	if !ok {
		return nil, nil
	}
	day := time.Date(w.period.Start.Year(), w.period.Start.Month(), w.period.Start.Day(), 0, 0, 0, 0, time.UTC)
	n, said := daysAround(day, first, last, w.days)
	if n < leastDays {
		return declined(fmt.Sprintf("A comparison needs at least %d days before and after %s; the data go from %s to %s.", leastDays, day.Format("2 January 2006"), first.Format("2 January 2006"), last.Format("2 January 2006"))), nil
	}
	p, err := a.planBeforeAfter(f, read, w, on, day, n, q.Now)
	if err != nil {
		return nil, err
	}
	p.Question = q.Text
	p.Assumptions = append(p.Assumptions, said...)
	if w.period.End.Sub(w.period.Start) > 24*time.Hour {
		p.Assumptions = append(p.Assumptions, "no day is named, so the event is taken to begin on "+day.Format("2 January 2006"))
	}
	if len(f.where) > 0 && read.Sentence != "" {
		p.Assumptions = append(p.Assumptions, "the figure is "+read.Sentence)
	}
	p.Assumptions = append(p.Assumptions, read.Assumptions...)
	return &brain.Analysis{Plan: p, Sentence: p.Title, Confidence: read.Probability}, nil
}

// daysAround is how many days are compared on each side of a day: as many as asked for,
// else four weeks, as far as the data go, and whole weeks where possible.
func daysAround(day, first, last time.Time, asked int) (n int, said []string) {
	n = min(asked, mostDays)
	if n == 0 {
		n = usualDays
	}
	there := int(min(day.Sub(first), last.AddDate(0, 0, 1).Sub(day)).Hours() / 24)
	if there < n {
		n = there
		said = append(said, "the data do not go further, so that fewer days are compared")
	}
	if asked == 0 && n > 7 {
		n -= n % 7 // each day of the week as often on both sides
	}
	return n, said
}

func (a *Analyst) planBeforeAfter(f figure, read *brain.Reading, w *eventQuestion, on *form.Expr, day time.Time, n int, now time.Time) (*plan.Plan, error) {
	name := a.figureName(f, read)
	// The same days a year before, by the day of the week, show what the season does.
	year := day.AddDate(0, 0, -364)
	args := method.BeforeAfterArguments{Figure: name, Rate: f.rate, Percent: f.percent, Event: w.event, Day: day.Format(time.DateOnly), Days: n, Decimals: 2}
	if m := read.Meaning; m != nil && f.place < len(m.Columns) {
		args.Unit = m.Columns[f.place].Unit
	}
	step := func(output string, day time.Time, goal string) (plan.Step, error) {
		q := *f.query
		by := edit.Call(form.Day, on)
		q.Select, q.Group = []*form.Expr{by, edit.CountAll()}, []*form.Expr{by}
		if f.amount != nil {
			q.Select[1] = edit.Call(form.Sum, f.amount)
		}
		if f.weight != nil {
			q.Select = append(q.Select, edit.Call(form.Sum, f.weight))
		}
		q.Having, q.Limit, q.Place, q.Per, q.Distinct = nil, nil, nil, nil, false
		q.Order = []form.Order{{By: by}}
		q.Where = form.AllOf(append([]*form.Cond{during(on, span.Period{Start: day.AddDate(0, 0, -n), End: day.AddDate(0, 0, n), Grain: span.Day})}, f.where...))
		q.Tables = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(f.query.Tables), a.Index.Columns[on.Column].Table))))
		sql, err := a.render(&q, now)
		return plan.Step{Language: plan.Read, Source: a.Source, Output: output, Code: sql, Goal: goal}, err
	}
	around, err := step("days", day, fmt.Sprintf("Compute %s of each of the %d days before %s, and of as many from that day on", name, n, day.Format("2 January 2006")))
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: fmt.Sprintf("%s before and after %s", name, day.Format("2 January 2006")), Method: method.BeforeAfter.Name, By: By, Steps: []plan.Step{around}}
	inputs := []string{"days"}
	if first, _, ok := a.Index.Days(on.Column, time.UTC); ok && !year.AddDate(0, 0, -n).Before(first) {
		before, err := step("year_before", year, "The same for the same days of the week a year before, to see what the season does")
		if err != nil {
			return nil, err
		}
		p.Steps, inputs = append(p.Steps, before), append(inputs, "year_before")
	}
	encoded, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	p.Steps = numbered(append(p.Steps, plan.Step{Language: plan.Compute, Method: method.BeforeAfter.Name, Arguments: encoded, Inputs: inputs, Output: "comparison",
		Goal: "Compare the days before and after, with an interval for the difference"}))
	return p, nil
}
