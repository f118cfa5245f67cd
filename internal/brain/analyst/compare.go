package analyst

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
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

var (
	asksCompare = lazyregexp.New(politely + `(?:an? |the )?(?:(?:overall |general |full |whole )?(?:compare|comparison (?:of|between))\b|how (?:did|do|does|are|were|have|was|is) (?:we|things|the (?:business|company|shop|store|firm)|business|it|everything)\b|how (?:did|does|do) .+ compare\b|(?:all )?(?:the )?(?:key|main|most important) (?:figures|metrics|indicators|numbers)\b|(?:all )?(?:the )?kpis?\b)`)
	// aroundCompare are words about the comparison, which name no figure.
	aroundCompare = lazyregexp.New(`\b(?:an?|the|our|my|all|of|and|with|to|versus|vs\.?|against|between|over|across|on|in|for|by|during|compared?|compares|comparison|comparing|relative|overall|general|full|whole|please|how|did|does|do|are|were|was|is|have|has|done|doing|perform(?:ed|ing)?|go(?:ing|ne)?|look(?:ed|ing)?|` +
		`key|main|most|important|every|figures?|metrics?|measures?|indicators?|numbers?|kpis?|respects?|side|show|give|tell|me|than|from|well|same|period|year|quarter|month|then|i|want|need|see|like|would|you|can|could|let's|let|s)\b`)
)

// namesFigure are words of who asks for a certain figure, or for a chart of it.
var namesFigure = lazyregexp.New(`\b(?:charts?|graphs?|histograms?|plots?|sort(?:ed)?|rank(?:ed)?|axis|number of|total|average|avg|mean|median|sum|each|per|how many|how much|count|(?:day|week|month|quarter|year) by (?:day|week|month|quarter|year)|bin|trend)\b`)

// leadsToPlace begins with what is compared.
var leadsToPlace = lazyregexp.New(`^how (?:did|does|do) .+ compare\b`)

// comparedThings are what a message compares, besides any figure.
type comparedThings struct {
	periods []span.Span
	words   []span.Word
	rest    []int // places of words that are neither a period nor about the comparison
}

// readCompare reads a message that compares two things and names no figure; nil for
// another.
func readCompare(text string, now time.Time) *comparedThings {
	text = plainText(text)
	lead := asksCompare.FindStringIndex(text)
	if lead == nil || namesFigure.MatchString(text) {
		return nil
	}
	if leadsToPlace.MatchString(text) {
		lead[1] = 0 // how does 2025 compare: what is compared stands before
	}
	c := &comparedThings{words: span.Words(text)}
	c.periods = periodsOf(c.words, now)
	for i, w := range c.words {
		inPeriod := slices.ContainsFunc(c.periods, func(p span.Span) bool { return i >= p.First && i < p.End })
		if !inPeriod && w.Start >= lead[1] && strings.Trim(aroundCompare.ReplaceAllString(w.Text, ""), " .,:;'") != "" {
			c.rest = append(c.rest, i)
		}
	}
	if len(c.periods) == 2 && len(c.rest) == 0 || len(c.periods) < 2 && len(c.rest) > 1 {
		return c
	}
	return nil
}

// compare plans two periods or groups side by side over all key figures.
func (a *Analyst) compare(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	now := q.Now
	if end, old := a.Index.DataEnd(now); old {
		now = end
	}
	c := readCompare(q.Text, now)
	if c == nil {
		return nil, nil
	}
	var conds func(f figure) (sides, string, bool)
	args := method.CompareArguments{}
	if len(c.periods) == 2 {
		before, after := c.periods[0].Period, c.periods[1].Period
		if before.Start.After(after.Start) {
			before, after = after, before
		}
		args.Before, args.After, args.Periods = render.PeriodName(before), render.PeriodName(after), true
		conds = func(f figure) (sides, string, bool) { return a.duringBoth(f, before, after) }
	} else {
		found := a.twoValues(c)
		if len(found) == 0 {
			return nil, nil
		}
		args.Before, args.After = found[0].values[0], found[0].values[1]
		conds = func(f figure) (sides, string, bool) { return a.ofBoth(f, found, c.periods) }
	}
	when := ""
	if args.Periods {
		when = " in " + args.After // by which the parser knows the time that counts
	}
	figures, err := a.keyFigures(ctx, when, q)
	if err != nil {
		return nil, err
	}
	made, err := a.planCompare(args, figures, conds, q)
	if err != nil {
		return nil, err
	}
	if made == nil {
		return declined(fmt.Sprintf("Plumb can compare %s with %s, but no figure of these data can be told of both. Name the figure, such as: compare the number of rows of %s and %s.", args.Before, args.After, args.Before, args.After)), nil
	}
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: compareSure}, nil
}

// compareSure is how sure a comparison is that names no figure: which ones matter is
// a guess.
const compareSure = 0.8

// valuePair are two values of a column.
type valuePair struct {
	column int
	values [2]string
}

// twoValues finds the columns that have both of the values which a message
// compares. What else it says must be the name of such a column.
func (a *Analyst) twoValues(c *comparedThings) []valuePair {
	matches := slices.DeleteFunc(a.Index.Values(c.words), func(m index.Match) bool { return m.Kind > index.Demonym })
	var list []valuePair
	for i, x := range matches {
		for _, y := range matches[i+1:] {
			first, second := x, y
			if first.First > second.First {
				first, second = second, first
			}
			if x.Column != y.Column || first.End > second.First || first.Text == second.Text {
				continue
			}
			covered := func(at int) bool {
				return at >= first.First && at < first.End || at >= second.First && at < second.End || a.isNamed(x.Column, c.words[at].Text)
			}
			if slices.ContainsFunc(c.rest, func(at int) bool { return !covered(at) }) {
				continue
			}
			p := valuePair{x.Column, [2]string{first.Text, second.Text}}
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// isNamed is true for a word of a column's name, and of its table's where the column
// names the rows: the regions North and South.
func (a *Analyst) isNamed(column int, word string) bool {
	c := &a.Index.Columns[column]
	names := c.Words
	if t := &a.Index.Tables[c.Table]; slices.Contains(t.Display, column) {
		names = slices.Concat(names, t.Words)
	}
	word = english.Singular(word)
	return slices.ContainsFunc(names, func(w string) bool { return english.Singular(w) == word })
}

// duringBoth are the two periods of a figure's rows; false where it has no time.
func (a *Analyst) duringBoth(f figure, before, after span.Period) (sides, string, bool) {
	on := timeOfFigure(a.Index, f)
	if on == 0 {
		return sides{}, "", false
	}
	said := a.cutAtEnd(on, &before, &after)
	if first, last, ok := a.Index.Days(on, time.UTC); ok && (after.Start.After(last) || !before.End.After(first)) {
		return sides{}, "", false
	}
	column := edit.Column(on)
	return sides{{render.PeriodName(before), during(column, before)}, {render.PeriodName(after), during(column, after)}}, said, true
}

// ofBoth are the rows of two values, of a column that each row of the figure has or
// belongs to; false where there is none.
func (a *Analyst) ofBoth(f figure, found []valuePair, periods []span.Span) (sides, string, bool) {
	var when []*form.Cond
	if len(periods) == 1 {
		on := timeOfFigure(a.Index, f)
		if on == 0 {
			return sides{}, "", false
		}
		when = append(when, during(edit.Column(on), periods[0].Period))
	}
	for _, v := range found {
		t := a.Index.Columns[v.column].Table
		if t != f.base && !a.Index.Leads(f.base, t) {
			continue
		}
		var both sides
		for i, text := range v.values {
			is := edit.Compare(form.Equal, edit.Column(v.column), &form.Value{Kind: form.Text, Text: text, Stored: true})
			both[i].name, both[i].cond = text, form.AllOf(append([]*form.Cond{is}, when...))
		}
		if q := (&form.Query{Keep: form.NoTable, Select: []*form.Expr{edit.Column(v.column)}, Where: form.AllOf(f.where)}); !repeats(a.Index, q, f.base) {
			return both, "", true
		}
	}
	return sides{}, "", false
}

// keyFigure is a figure that is compared.
type keyFigure struct {
	figure
	name string
	read *brain.Reading
}

const (
	maxKeyFigures = 12
	fewKeyFigures = 3
)

// keyFigures are those that documents define; where there are few, the numbers of
// rows and the measures of the largest tables.
func (a *Analyst) keyFigures(ctx context.Context, when string, q brain.Question) ([]keyFigure, error) {
	var list []keyFigure
	seen := map[string]bool{}
	for _, t := range a.Index.Terms {
		if t.Meaning == nil || t.Meaning.Figure == nil || seen[t.Text] || len(list) == maxKeyFigures {
			continue
		}
		seen[t.Text] = true
		for _, text := range slices.Compact([]string{t.Called + when, t.Called}) {
			read, r, err := a.readForm(ctx, text, q)
			if err != nil {
				return nil, err
			}
			if read == nil || len(read.Group) > 0 || aggregateOf(read) == nil {
				continue
			}
			if f, ok := figureOf(a.Index, read); ok {
				list = append(list, keyFigure{f, t.Called, r})
				break
			}
		}
	}
	if len(list) >= fewKeyFigures {
		return list, nil
	}
	return append(list, a.plainFigures(maxKeyFigures-len(list))...), nil
}

// plainFigures are the number of rows and the measures of the largest tables.
func (a *Analyst) plainFigures(most int) []keyFigure {
	ix := a.Index
	var tables []int
	for t := range ix.Tables {
		if !ix.Tables[t].View && len(ix.Tables[t].Columns) > 1 {
			tables = append(tables, t)
		}
	}
	slices.SortStableFunc(tables, func(x, y int) int { return cmp.Compare(ix.Tables[y].Rows, ix.Tables[x].Rows) })
	const mostTables, mostMeasures = 4, 4
	var list []keyFigure
	add := func(t int, e *form.Expr, name string) {
		query := &form.Query{Tables: []int{t}, Keep: form.NoTable, Select: []*form.Expr{e}}
		if f, ok := figureOf(ix, query); ok && len(list) < most {
			list = append(list, keyFigure{f, name, &brain.Reading{Meaning: render.Describe(ix, query)}})
		}
	}
	for _, t := range tables[:min(len(tables), mostTables)] {
		add(t, edit.CountAll(), "number of "+rowsOfTable(ix, t))
		n := 0
		for _, c := range ix.Tables[t].Columns {
			column := &ix.Columns[c]
			if !column.Measure || column.Kind != index.Number || n == mostMeasures {
				continue
			}
			n++
			name := strings.Join(column.Words, " ")
			if column.Averages || column.Averaged != "" {
				add(t, edit.Call(form.Avg, edit.Column(c)), "average "+name)
			} else {
				add(t, edit.Call(form.Sum, edit.Column(c)), "total "+name)
			}
		}
	}
	return list
}

// planCompare writes the steps: the figures of both sides, the sums of the rows of
// each, and the ranking. It is nil where no figure can be told of both sides.
func (a *Analyst) planCompare(args method.CompareArguments, figures []keyFigure, conds func(figure) (sides, string, bool), q brain.Question) (*plan.Plan, error) {
	p := &plan.Plan{Title: fmt.Sprintf("%s compared with %s, over all key figures", args.After, args.Before), Method: method.Compare.Name, By: By, Question: q.Text}
	var parts, values, inputs []string
	var steps []plan.Step
	note := func(text string) {
		if text != "" && !slices.Contains(p.Assumptions, text) {
			p.Assumptions = append(p.Assumptions, text)
		}
	}
	for _, k := range figures {
		by, said, ok := conds(k.figure)
		if !ok {
			args.Skipped = append(args.Skipped, k.name)
			continue
		}
		both, err := a.renderBoth(k.figure, by, q.Now)
		if err != nil {
			args.Skipped = append(args.Skipped, k.name)
			continue
		}
		n := len(args.Figures) + 1
		for i, side := range sideNames {
			parts = append(parts, fmt.Sprintf("plumb_%s_%d(x) AS (\n%s\n)", side, n, both[i]))
			values = append(values, fmt.Sprintf("(SELECT x FROM plumb_%s_%d) AS %s_%d", side, n, side, n))
		}
		one := method.ComparedFigure{Name: k.name, Decimals: 2, Rate: k.rate, Percent: k.percent, Approx: k.approx}
		if m := k.read.Meaning; m != nil && k.place < len(m.Columns) && k.amount != nil {
			one.Unit = m.Columns[k.place].Unit
		}
		if k.amount == nil || k.approx {
			one.Decimals, one.Unit = 0, ""
		}
		args.Figures = append(args.Figures, one)
		if rows, err := a.rowsOf(k.figure, by, nil, q.Now); err == nil {
			output := fmt.Sprintf("rows_%d", n)
			steps = append(steps, plan.Step{Language: plan.Read, Source: a.Source, Output: output, Code: statement{rows: rows, f: k.figure, dialect: render.Dialect(a.Index.Dialect)}.singles(),
				Goal: fmt.Sprintf("Add up what the rows of %s vary by", k.name)})
			inputs = append(inputs, output)
		}
		note(said)
		for _, text := range k.read.Assumptions {
			note(text)
		}
	}
	if len(args.Figures) == 0 {
		return nil, nil
	}
	names := make([]string, len(args.Figures))
	for i, f := range args.Figures {
		names[i] = f.Name
	}
	totals := plan.Step{Language: plan.Read, Source: a.Source, Output: "totals", Code: "WITH " + strings.Join(parts, ", ") + "\nSELECT " + strings.Join(values, ", "),
		Goal: fmt.Sprintf("Compute %s of %s and of %s", firstNames(names), args.Before, args.After)}
	last, err := computeStep(method.Compare.Name, args, "comparison", "Put them side by side, and rank them by how far they differ beyond chance", append([]string{"totals"}, inputs...)...)
	if err != nil {
		return nil, err
	}
	p.Steps = numbered(append(append([]plan.Step{totals}, steps...), last))
	return p, nil
}
