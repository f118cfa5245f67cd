package analyst

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/edit"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// paretoQuestion is a message that asks which few things make most of a figure.
type paretoQuestion struct {
	things string // words for what is ranked
	figure string // words for the figure; "" where none is named
	share  float64
	named  bool // the method is named, so that the message can be nothing else
	count  bool // the share is of the number of things
}

var (
	asksABC     = phrase(`(?:an? |the )?(?:abc(?:[ -](?:analysis|analyses|classification|classes|class|ranking))?|pareto(?: analysis| chart| ranking| classes| diagram)?|80[/-]20(?:[ -](?:rule|analysis|principle))) (?:of|for|on|over) (?:the |our |my |all )*(.+)`)
	asksABCWith = phrase(`(?:classify|group|divide|split|rank) (?:the |our |my |all )*(.+?) (?:in|into|by) (?:abc|a, ?b,? (?:and|or) c)(?: classes| groups| categories)?(?: (.+))?`)
	// topShare is a share of a figure that the largest of some things make, with the method
	// named before or after.
	topShare = phrase(`(?:(?:pareto|abc)(?: analysis| chart)?[:,]? )?(?:the )?(?:top|first|largest|biggest) (\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent) of (?:the |our |my |all |total |overall )*(.+?) (?:by|per|for each) (.+?)[:,]?( (?:as a |as |in a )?(?:pareto|abc)(?: analysis| chart)?)?`)
	// topOfCount are so many percent of things, those with the most of a figure.
	topOfCount = phrase(`(?:(?:which|what|who) (?:are|is) )?(?:list )?(?:the )?(top |best |largest |biggest )?(\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent) (?:of )?(?:the |our |my |all )*(.+?) (?:(?:with|having|that have|who have|by) (?:the )?(highest|most|largest|greatest|biggest)|by|in terms of|based on) (?:their |the |our )*(.+)`)
	saysPareto = lazyregexp.New(`\b(?:pareto|abc)\b`)
	makesShare = phrase(`(?:on |with )?(?:which|what|how many|the) (?:few |of (?:the|our|my) )?(.+?) (?:that |which )?(?:together )?(?:make(?: up)?|account for|generate|bring(?: in)?|contribute|drive|produce|cover|represent|deliver|are responsible for|give|earn|pay|spend|cost|receive|do we make)(?: us)?(?: the (?:top|first))? (\d{1,2}(?:\.\d+)?) ?(?:%|percent|per cent) (?:of )?(?:the |our |my |all |total |overall )*(.+)`)
	// betweenThem separates what is ranked from what it is ranked by.
	betweenThem = lazyregexp.New(`^(.+?) (?:by|on|based on|according to|in terms of|with respect to|regarding|using) (?:their |its |the |our )*(.+)$`)
	startsRank  = lazyregexp.New(`^(?:by|on|based on|according to|in terms of|using) (?:their |its |the |our )*`)
)

// readPareto reads a message that asks for a ranking by cumulative share; nil for
// another.
func readPareto(text string) *paretoQuestion {
	text = plainText(text)
	if m := asksABC.FindStringSubmatch(text); m != nil {
		if parts := betweenThem.FindStringSubmatch(m[1]); parts != nil {
			return &paretoQuestion{things: parts[1], figure: parts[2], named: true}
		}
		return &paretoQuestion{things: m[1], named: true}
	}
	if m := asksABCWith.FindStringSubmatch(text); m != nil {
		return &paretoQuestion{things: m[1], figure: startsRank.ReplaceAllString(m[2], ""), named: true}
	}
	if m := topShare.FindStringSubmatch(text); m != nil && saysPareto.MatchString(text) {
		if share, err := strconv.ParseFloat(m[1], 64); err == nil && share > 0 {
			return &paretoQuestion{things: m[3], figure: m[2], share: share, named: true}
		}
	}
	if m := topOfCount.FindStringSubmatch(text); m != nil && (m[1] != "" || m[4] != "") {
		things := m[3]
		if share, err := strconv.ParseFloat(m[2], 64); err == nil && share > 0 && english.Singular(things) != things {
			return &paretoQuestion{things: things, figure: m[5], share: share, named: true, count: true}
		}
	}
	m := makesShare.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, " each") {
		return nil
	}
	// One thing that has a share is a question for figures, as is a share of itself.
	if last := m[1][strings.LastIndex(m[1], " ")+1:]; english.Singular(last) == last {
		return nil
	}
	share, err := strconv.ParseFloat(m[2], 64)
	if err != nil || share <= 0 || ofItself.MatchString(m[3]) {
		return nil
	}
	return &paretoQuestion{things: m[1], figure: m[3], share: share}
}

// ofItself is a share of what a thing has, not of the whole.
var ofItself = lazyregexp.New(`^(?:their|its|his|her)\b|\b(?:or more|or less|or higher|margin|discount)\b`)

// pareto plans a ranking of things by their cumulative share of a figure.
func (a *Analyst) pareto(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	p := readPareto(q.Text)
	if p == nil {
		return nil, nil
	}
	if p.figure != "" && a.isFigure(p.things) && !a.isFigure(p.figure) {
		p.things, p.figure, p.count = p.figure, p.things, false // a Pareto chart of revenue by product
	}
	if p.figure == "" {
		return declined(fmt.Sprintf("Plumb can rank %s by their share of a figure, but the message names none. Say by which, such as: ABC analysis of %s by revenue.", p.things, p.things)), nil
	}
	read, r, err := a.readShares(ctx, p, q)
	if err != nil {
		return nil, err
	}
	cannot := func(format string, args ...any) (*brain.Analysis, error) {
		if !p.named {
			return nil, nil
		}
		return declined(fmt.Sprintf(format, args...)), nil
	}
	if read == nil {
		return cannot("Plumb can rank things by their share of a figure, but it does not know what “%s by %s” is here. Ask for %s by %s first.", p.things, p.figure, p.figure, english.Singular(p.things))
	}
	place := slices.IndexFunc(read.Select, isFigure)
	if place < 0 || len(read.Group) == 0 || read.Set != form.NoSet || read.Having != nil || len(read.Per) > 0 || len(read.Select) < 2 || slices.ContainsFunc(read.Select[place+1:], isFigure) {
		return cannot("Plumb can rank things by their share of a figure, but it does not read “%s by %s” as one figure for each. Ask for %s by %s first.", p.things, p.figure, p.figure, english.Singular(p.things))
	}
	if e := read.Select[place]; !addsUp(e) {
		return cannot("Shares need a figure that adds up, such as a sum or a number of rows. %s does not: the parts of an average or a ratio have no share of the whole.", fault.Begin(p.figure))
	}
	made, err := a.planPareto(p, read, r, place, q)
	if err != nil {
		return nil, err
	}
	return analysis(made, r), nil
}

// readShares lets the parser read the figure of each thing. Where it takes a column for
// its average, the total is what has shares.
func (a *Analyst) readShares(ctx context.Context, p *paretoQuestion, q brain.Question) (*form.Query, *brain.Reading, error) {
	by := " by " + english.Singular(p.things)
	read, r, err := a.readForm(ctx, p.figure+by, q)
	if err != nil || saysAggregate.MatchString(p.figure) || saysFigure.MatchString(p.figure) {
		return read, r, err
	}
	if read != nil && slices.ContainsFunc(read.Select, func(e *form.Expr) bool { return isFigure(e) && addsUp(e) }) {
		return read, r, nil
	}
	total, of, err := a.readForm(ctx, "total "+p.figure+by, q)
	if total == nil || err != nil {
		return read, r, err
	}
	return total, of, nil
}

// addsUp is true for a figure whose parts add up to the whole.
func addsUp(e *form.Expr) bool {
	switch e.Op {
	case form.Sum:
		return !e.Distinct
	case form.Count:
		return !e.Distinct && len(e.Args) == 1 && e.Args[0].Op != form.Groups
	case form.Add, form.Sub:
		return !slices.ContainsFunc(e.Args, func(p *form.Expr) bool { return !addsUp(p) })
	case form.Mul, form.Div: // cents as euros
		return len(e.Args) == 2 && addsUp(e.Args[0]) && e.Args[1].Op == form.Literal
	}
	return false
}

// isFigure is true for words that name a figure: a defined one, a measure, or a
// number of something.
func (a *Analyst) isFigure(text string) bool {
	words := span.Words(text)
	for _, d := range a.Index.Defined(words) {
		if d.Term.Meaning != nil && d.Term.Meaning.Figure != nil {
			return true
		}
	}
	if saysFigure.MatchString(text) {
		return true
	}
	return slices.ContainsFunc(a.Index.Names(words), func(l index.NameLink) bool { return l.Column > 0 && a.Index.Columns[l.Column].Measure })
}

var saysFigure = lazyregexp.New(`^(?:number|count|total|sum|amount) of\b|^total\b`)

// planPareto writes the steps: the figure of each thing, then the ranking.
func (a *Analyst) planPareto(p *paretoQuestion, read *form.Query, r *brain.Reading, place int, q brain.Question) (*plan.Plan, error) {
	query := *read
	query.Limit, query.Place = nil, nil
	query.Order = []form.Order{{By: read.Select[place], Desc: true}}
	for i, e := range read.Select {
		if i != place {
			query.Order = append(query.Order, form.Order{By: e})
		}
	}
	sql, _, err := render.Render(a.Index, render.Dialect(a.Index.Dialect), &query, q.Now)
	if err != nil {
		return nil, err
	}
	args := method.ParetoArguments{Figure: p.figure, Decimals: 2, Thing: english.Singular(p.things), Things: english.Plural(english.Singular(p.things)), Place: place, Cuts: []float64{80, 95}}
	if m := r.Meaning; m != nil && place < len(m.Columns) {
		args.Unit = m.Columns[place].Unit
	}
	if edit.SameExpr(read.Select[place], edit.CountAll()) || read.Select[place].Op == form.Count {
		args.Decimals = 0
	}
	title := fmt.Sprintf("ABC analysis of %s by %s", args.Things, p.figure)
	if p.share > 0 {
		args.Cuts, args.ByCount = []float64{p.share}, p.count
		title = fmt.Sprintf("the fewest %s that make %s%% of %s", args.Things, strconv.FormatFloat(p.share, 'f', -1, 64), p.figure)
	}
	if p.count {
		title = fmt.Sprintf("the %s%% of %s with the most %s", strconv.FormatFloat(p.share, 'f', -1, 64), args.Things, p.figure)
	}
	rank, err := computeStep(method.Pareto.Name, args, "ranking", fmt.Sprintf("Rank the %s, and add up their shares", args.Things), "figures")
	if err != nil {
		return nil, err
	}
	made := &plan.Plan{Title: title, Method: method.Pareto.Name, By: By, Question: q.Text, Assumptions: r.Assumptions}
	made.Steps = numbered([]plan.Step{{Language: plan.Read, Source: a.Source, Output: "figures", Code: sql, Goal: fmt.Sprintf("Compute %s of all %s", p.figure, args.Things)}, rank})
	return made, nil
}
