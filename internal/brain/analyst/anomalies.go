package analyst

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// anomalyQuestion is a message that asks for what is unusual in a series.
type anomalyQuestion struct {
	figure string // words for the figure, with its conditions
	grain  string // "" where none is named
	word   string // that asks for it: spikes
}

const (
	unusual    = `(?:unusual|abnormal|anomalous|atypical|exceptional|strange|odd|suspicious|out of the ordinary)`
	stretches  = `(days?|dates?|weeks?|months?|quarters?|years?)`
	manyBefore = `(?:(?:are|were|is|was) there |did we have |do we have |have there been |detect |look for |spot |identify |check for |list |search for |highlight )?(?:any |an? |the |all |some |big |large |sudden |significant |major )*`
)

var (
	asksAnomalies = phrase(manyBefore + `(?:((?:daily|weekly|monthly|quarterly|yearly|annual) )?(anomal(?:y|ies)|spikes?(?: (?:and|or) (?:dips|drops))?|irregularit(?:y|ies)|` + unusual + ` (?:values?|movements?|changes?|spikes?|drops?|peaks?)|(?:anomaly|spike) detection)) (?:in|of|for|with|on|within) (?:the |our |my )*(.+)`)
	asksUnusual   = phrase(manyBefore + unusual + ` ` + stretches + ` (?:in|of|for|with|by|on) (?:the |our |my )*(.+)`)
	whichUnusual  = phrase(`(?:on |in )?(?:which|what|were any|are any|any) (?:of the )?` + stretches + ` (?:(?:were|are|was|is|had|have|has|stand out as|look|looked) )?(?:an |the )?` + unusual + ` (?:(?:in|of|for|by|with) )?(?:the |our |my )*(.+)`)
	seriesOutlier = phrase(manyBefore + `outliers? (?:in|of|for|among) (?:the |our |my )*((?:daily|weekly|monthly|quarterly|yearly|annual) .+|.+ (?:by|per|each) (?:day|week|month|quarter|year)(?: .+)?)`)
	figureFirst   = phrase(manyBefore + `(?:the |our |my )*(.+?) (anomal(?:y|ies)|irregularities|anomaly detection)(?: ((?:in|for|during|since|from) .+))?`)
	saysGrain     = lazyregexp.New(`\b(?:(daily|weekly|monthly|quarterly|yearly|annual)|(?:by|per|each|every|over the) (day|date|week|month|quarter|year)s?)\b`)
	onlyData      = lazyregexp.New(`^(?:data|database|dataset|data ?set|file|tables?|records?|rows?|warehouse|numbers?|figures|it|this|that|them|this (?:data|file|table|dataset|database)|these (?:data|files|tables|numbers))$`)
)

// asksAbout begins a question about anomalies that are stored.
var asksAbout = lazyregexp.New(`^(?:how|which|what|who|when|where|why|number|count|list|latest|last|first|all)\b`)

var grainWords = map[string]string{"daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year", "annual": "year", "date": "day"}

func grainOf(word string) string {
	word = english.Singular(word)
	if g, ok := grainWords[word]; ok {
		return g
	}
	return word
}

// readAnomalies reads a message that asks for what is unusual in a series; nil for
// another.
func readAnomalies(text string) *anomalyQuestion {
	text = plainText(text)
	w := &anomalyQuestion{}
	if m := asksAnomalies.FindStringSubmatch(text); m != nil {
		w.word, w.figure = m[2], m[1]+m[3]
	} else if m := asksUnusual.FindStringSubmatch(text); m != nil {
		w.grain, w.figure = grainOf(m[1]), m[2]
	} else if m := whichUnusual.FindStringSubmatch(text); m != nil {
		w.grain, w.figure = grainOf(m[1]), m[2]
	} else if m := seriesOutlier.FindStringSubmatch(text); m != nil {
		w.word, w.figure = "outliers", m[1]
	} else if m := figureFirst.FindStringSubmatch(text); m != nil && !asksAbout.MatchString(m[1]) {
		w.word, w.figure = m[2], plainText(m[1]+" "+m[3])
	} else {
		return nil
	}
	if m := saysGrain.FindStringSubmatch(w.figure); m != nil {
		for _, word := range m[1:] {
			if word != "" && w.grain == "" {
				w.grain = grainOf(word)
			}
		}
		w.figure = plainText(saysGrain.ReplaceAllString(w.figure, " "))
	}
	if w.figure == "" || onlyData.MatchString(w.figure) {
		return nil
	}
	return w
}

// anomalies plans what is unusual in a series.
func (a *Analyst) anomalies(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	w := readAnomalies(q.Text)
	if w == nil || w.word != "" && a.namesIt(w.word) {
		return nil, nil
	}
	f, read, err := a.readFigure(ctx, w.figure, nil, q)
	if err != nil {
		return nil, err
	}
	if read == nil {
		return declined(fmt.Sprintf("Plumb can find what is unusual in a series, but it does not know which figure “%s” is here. Ask for the figure itself first, such as its total by day.", w.figure)), nil
	}
	on, err := a.dateOf(ctx, f, w.figure, q)
	if err != nil {
		return nil, err
	}
	if on == 0 {
		return declined(fmt.Sprintf("Plumb can look for what is unusual over time, but %s has no date that says when its rows happened.", render.Table(a.Index, f.base, true))), nil
	}
	made, err := a.planAnomalies(w, f, read, on, q)
	if err != nil || made == nil {
		return nil, err
	}
	return analysis(made, read), nil
}

// timeOfFigure is the column that says when the rows of a figure happened; 0 where
// none does.
func timeOfFigure(ix *index.Index, f figure) int {
	if f.time != nil && f.time.Op == form.Column {
		return f.time.Column
	}
	for _, g := range f.query.Group {
		if g.Op == form.Column && ix.Columns[g.Column].Kind == index.Time {
			return g.Column
		}
		if slices.Contains(timeParts, g.Op) && len(g.Args) == 1 && g.Args[0].Op == form.Column {
			return g.Args[0].Column
		}
	}
	return ix.TimeOf(f.base)
}

// dateOf is timeOfFigure, and where several columns could be meant the one by which the
// parser reads the figure day by day, or that of what each row belongs to.
func (a *Analyst) dateOf(ctx context.Context, f figure, words string, q brain.Question) (int, error) {
	if on := timeOfFigure(a.Index, f); on > 0 {
		return on, nil
	}
	for _, by := range []string{" by day", " by month", " by year"} {
		if words == "" {
			break
		}
		read, _, err := a.readForm(ctx, words+by, q)
		if err != nil {
			return 0, err
		}
		byDay, ok := figureOf(a.Index, read)
		if !ok || byDay.base != f.base || len(read.Group) == 0 {
			continue
		}
		on := timeOfFigure(a.Index, byDay)
		if on > 0 && !repeats(a.Index, &form.Query{Keep: form.NoTable, Select: []*form.Expr{edit.Column(on)}}, f.base) {
			return on, nil
		}
	}
	return a.whenOf(f.base), nil
}

var timeParts = []form.Op{form.Day, form.Week, form.Month, form.Quarter, form.Year}

// finest is the finest step that a stored time allows.
func finest(ix *index.Index, column int) string {
	switch ix.Columns[column].Form {
	case index.MonthText, index.MonthNumber:
		return "month"
	case index.YearNumber:
		return "year"
	}
	return "day"
}

// seriesGrain is the finest step at which most periods have enough rows.
func seriesGrain(ix *index.Index, column, base int) string {
	if g := finest(ix, column); g != "day" {
		return g
	}
	first, last, ok := ix.Days(column, time.UTC)
	c := &ix.Columns[column]
	days := last.Sub(first).Hours()/24 + 1
	if !ok || c.Distinct == 0 || days < 2 {
		return "day"
	}
	const often, enough, week, month = 0.6, 10, 7, 30
	filled, rows := float64(c.Distinct)/days, float64(ix.Tables[base].Rows)/days
	switch {
	case filled >= often && rows >= enough:
		return "day"
	case filled*week >= 1 && rows*week >= enough && days >= 26*week:
		return "week"
	case rows*month >= enough && days >= 12*month:
		return "month"
	}
	return "day"
}

// whole are the first and the last day that a series tells of, as far as known.
func (a *Analyst) whole(column int, f figure, now time.Time) (first, last time.Time) {
	first, last, ok := a.Index.Days(column, time.UTC)
	if !ok {
		first, last = time.Time{}, time.Time{}
	}
	for _, c := range f.query.Where.Conjuncts() {
		if c.Op != form.During || c.Left == nil || c.Left.Column != column || len(c.Values) != 1 || c.Values[0].Period.Recurring() {
			continue
		}
		p := c.Values[0].Period
		if !p.Start.IsZero() && p.Start.After(first) {
			first = p.Start
		}
		if end := p.End.AddDate(0, 0, -1); !p.End.IsZero() && (last.IsZero() || end.Before(last)) {
			last = end
		}
	}
	if yesterday := now.AddDate(0, 0, -1); !last.Before(now.Truncate(24*time.Hour)) && ok {
		last = yesterday // today is not over
	}
	return first, last
}

func (a *Analyst) planAnomalies(w *anomalyQuestion, f figure, read *brain.Reading, on int, q brain.Question) (*plan.Plan, error) {
	grain := w.grain
	if grain == "" {
		grain = seriesGrain(a.Index, on, f.base)
	}
	if least := finest(a.Index, on); least == "year" || least == "month" && (grain == "day" || grain == "week") {
		grain = least
	}
	e := aggregateOf(f.query)
	if e == nil {
		e = edit.CountAll()
	}
	step := edit.Call(form.Op(grain), edit.Column(on))
	query := *f.query
	query.Select, query.Group, query.Order = []*form.Expr{step, e}, []*form.Expr{step}, []form.Order{{By: step}}
	query.Distinct, query.Limit = false, nil
	query.Tables = tablesOf(a.Index, &query, f.base)
	sql, _, err := render.Render(a.Index, render.Dialect(a.Index.Dialect), &query, q.Now)
	if err != nil {
		return nil, err
	}
	name := a.figureName(f, read)
	args := method.AnomaliesArguments{Figure: name, Grain: grain, Decimals: 2, Additive: !f.rate}
	if first, last := a.whole(on, f, q.Now); !first.IsZero() && !last.IsZero() {
		args.First, args.Last = first.Format(time.DateOnly), last.Format(time.DateOnly)
	}
	if m := read.Meaning; m != nil && f.place < len(m.Columns) && f.amount != nil {
		args.Unit = m.Columns[f.place].Unit
	}
	if e.Op == form.Count {
		args.Decimals, args.Count = 0, true
	}
	last, err := computeStep(method.Anomalies.Name, args, "anomalies", "Find trend and season, and what is far from both", "series")
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: fmt.Sprintf("unusual %s in %s", english.Plural(grain), name), Method: method.Anomalies.Name, By: By, Question: q.Text, Assumptions: slices.Clone(read.Assumptions)}
	p.Steps = numbered([]plan.Step{{Language: plan.Read, Source: a.Source, Output: "series", Code: sql, Goal: fmt.Sprintf("Compute %s by %s", name, grain)}, last})
	return p, nil
}
