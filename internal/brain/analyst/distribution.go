package analyst

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// distributionQuestion is a message that asks how the values of a number are
// distributed.
type distributionQuestion struct {
	figure string // words for it, with its conditions
	width  float64
	bins   int
}

var (
	asksDistribution = phrase(`(?:what(?:'s| is| does) )?(?:an? |the )?(?:(?:frequency )?distribution|histogram|spread)(?: chart| plot)? (?:of|for) (?:the |our |my |all )*(.+?)(?: look(?:s)? like)?`)
	howDistributed   = phrase(`how (?:is|are|was|were) (?:the |our |my |all )*(.+?) distributed(?: ((?:in|for|where|among|during|since|with) .+))?`)
	binWidth         = lazyregexp.New(` (?:by|every|(?:in|with) (?:steps|bins|buckets|bands|classes|intervals) of|with (?:a )?(?:bin |bucket )?width (?:of )?|with (?:a )?step (?:of )?)(?: size)? ?(\d+(?:\.\d+)?)s?$`)
	binCount         = lazyregexp.New(` (?:with|in|into|using|of) (\d+|five|ten|twenty) (?:equal[- ]width )?(?:bins|buckets|bars|classes|intervals)$`)
	// splitsValues are words after which the figure is given for each of something,
	// which is a question for figures.
	splitsValues = lazyregexp.New(`\b(?:by|across|over|among|between|per|within|into|each|every|versus|vs|against|and|or|normal|percentiles?|quartiles?|what|which|how|names?|number|count|different|sort|rank|order by|list (?:the|by|in|from)|axis)\b`)
)

var binWords = map[string]int{"five": 5, "ten": 10, "twenty": 20}

// readDistribution reads a message that asks for a distribution; nil for another.
func readDistribution(text string) *distributionQuestion {
	text = plainText(text)
	d := &distributionQuestion{}
	if m := asksDistribution.FindStringSubmatch(text); m != nil {
		d.figure = m[1]
	} else if m := howDistributed.FindStringSubmatch(text); m != nil {
		d.figure = strings.TrimSpace(m[1] + " " + m[2])
	} else {
		return nil
	}
	if m := binCount.FindStringSubmatch(d.figure); m != nil {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			n = binWords[m[1]]
		}
		const most = 100
		if n < 1 || n > most {
			return nil
		}
		d.figure, d.bins = strings.TrimSuffix(d.figure, m[0]), n
	} else if m := binWidth.FindStringSubmatch(d.figure); m != nil {
		d.figure = strings.TrimSuffix(d.figure, m[0])
		if d.width, _ = strconv.ParseFloat(m[1], 64); d.width <= 0 {
			return nil
		}
	}
	if splitsValues.MatchString(d.figure) {
		return nil
	}
	return d
}

// distribution plans how the values of a number are distributed. What is counted by
// its kinds, the parser knows.
func (a *Analyst) distribution(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	d := readDistribution(q.Text)
	if d == nil || asksStatistics.MatchString(d.figure) || a.namesKind(d.figure) {
		return nil, nil
	}
	read, r, err := a.readForm(ctx, "average "+d.figure, q)
	if err != nil || read == nil || len(read.Group) > 0 || len(read.Select) != 1 {
		return nil, err
	}
	if of, _ := unscaled(read.Select[0]); of.Op != form.Avg {
		return nil, nil
	}
	f, ok := figureOf(a.Index, read)
	if !ok || f.amount == nil || f.approx || read.Once != 0 {
		return nil, nil
	}
	if c := f.amount; c.Op == form.Column && !isNumeric(&a.Index.Columns[c.Column]) {
		return nil, nil
	}
	made, err := a.planDistribution(d, f, r, q)
	if err != nil {
		return nil, err
	}
	shown := *f.query
	shown.Select = []*form.Expr{f.amount}
	return &brain.Analysis{Plan: made, Sentence: "distribution of " + render.Sentence(a.Index, &shown), Confidence: r.Probability}, nil
}

// beginsCondition are words after which a condition stands, and no longer what is
// counted.
var beginsCondition = lazyregexp.New(` (?:in|of|for|where|with|from|since|during|that|which|who|on|at|until|before|after|whose)\b`)

// namesKind is true for words whose last one, before any condition, names a column
// that holds kinds or dates rather than numbers, or a table.
func (a *Analyst) namesKind(text string) bool {
	head := text
	if at := beginsCondition.FindStringIndex(text); at != nil {
		head = text[:at[0]]
	}
	words := span.Words(head)
	if len(a.Index.Defined(words)) > 0 {
		return false
	}
	best, kind := index.About, false // the surest link, and whether it is to no number
	for _, l := range a.Index.Names(words) {
		if l.End != len(words) || l.Kind >= best {
			continue
		}
		best, kind = l.Kind, l.Column == 0 || !isNumeric(&a.Index.Columns[l.Column])
	}
	return kind
}

// isNumeric is true for a column whose values have a middle and a spread.
func isNumeric(c *index.Column) bool {
	return c.Kind == index.Number && !c.Foreign && !c.Unique || c.Kind == index.Time && c.Form == index.YearNumber && c.Type.Numeric()
}

// planDistribution writes the steps: each value with the number of its rows, then
// the bins.
func (a *Analyst) planDistribution(d *distributionQuestion, f figure, r *brain.Reading, q brain.Question) (*plan.Plan, error) {
	rows := &form.Query{Keep: form.NoTable, Joins: f.query.Joins, Select: []*form.Expr{f.amount}, Where: f.query.Where}
	rows.Tables = tablesOf(a.Index, rows, f.base)
	dialect := render.Dialect(a.Index.Dialect)
	sql, _, err := render.Render(a.Index, dialect, rows, q.Now)
	if err != nil {
		return nil, err
	}
	args := method.DistributionArguments{Figure: a.amountName(f), Decimals: 2, Things: rowsOfTable(a.Index, f.base), Width: d.width, Bins: d.bins, Step: a.roundTo(f)}
	if m := r.Meaning; m != nil && len(m.Columns) == 1 {
		args.Unit = m.Columns[0].Unit
	}
	if c := f.amount; c.Op == form.Column && a.Index.Columns[c.Column].Kind == index.Time {
		args.Years, args.Decimals = true, 0
	}
	value := "x"
	if args.Step > 0 {
		step := strconv.FormatFloat(args.Step, 'f', -1, 64)
		value = fmt.Sprintf("ROUND(CAST(x AS %s) / %s) * %s", statement{dialect: dialect}.number(), step, step)
	}
	code := fmt.Sprintf("WITH plumb_values(x) AS (\n%s\n), plumb_rounded(x) AS (\nSELECT %s FROM plumb_values\n)\nSELECT x, COUNT(*) AS n\nFROM plumb_rounded\nGROUP BY x\nORDER BY x", sql, value)
	last, err := computeStep(method.Distribution.Name, args, "distribution", "Count them in bins, and find the middle and the spread", "counts")
	if err != nil {
		return nil, err
	}
	p := &plan.Plan{Title: "distribution of " + d.figure, Method: method.Distribution.Name, By: By, Question: q.Text, Assumptions: slices.Clone(r.Assumptions)}
	p.Steps = numbered([]plan.Step{{Language: plan.Read, Source: a.Source, Output: "counts", Code: code, Goal: fmt.Sprintf("Count the values of %s of %s", args.Figure, args.Things)}, last})
	return p, nil
}

// amountName is what a row's amount is called.
func (a *Analyst) amountName(f figure) string {
	if f.amount.Op != form.Column {
		return "the amount"
	}
	c := &a.Index.Columns[f.amount.Column]
	name := strings.Join(c.Words, " ")
	if noun := singular(a.Index.Tables[c.Table].Words); !strings.HasPrefix(name, noun) && len(c.Words) == 1 && rowsOfTable(a.Index, c.Table) != "rows" {
		name = noun + " " + name
	}
	return name
}

// roundTo is the step to which values are rounded before they are counted, where
// there are too many different ones; 0 where there are not.
func (a *Analyst) roundTo(f figure) float64 {
	if f.amount.Op != form.Column {
		return 0
	}
	c := &a.Index.Columns[f.amount.Column]
	const most, steps = 200_000, 50_000
	different := int64(c.Distinct)
	if different == 0 {
		different = a.Index.Tables[c.Table].Rows
	}
	least, err1 := strconv.ParseFloat(c.Min, 64)
	greatest, err2 := strconv.ParseFloat(c.Max, 64)
	if different <= most || err1 != nil || err2 != nil || greatest <= least {
		return 0
	}
	return (greatest - least) / steps
}
