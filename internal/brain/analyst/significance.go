package analyst

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
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

// differenceQuestion is a message that asks whether groups differ by more than chance.
type differenceQuestion struct {
	figure string // words for what is compared
	groups string // words for the groups
	plain  string // instead of both: a question for the figure of each group
	test   string // that is named; "" leaves the choice to the method
}

const (
	testNames = `(?:welch(?:'s)?(?: t[- ]?tests?)?|(?:student'?s? |pooled |two[- ]sample |unpaired )?t[- ]?tests?|(?:one[- ]way )?anova|analysis of variance|kruskal(?:[-– ]wallis)?|mann[-– ]whitney(?:[- ]u)?)(?: test)?`
	than      = `(?:higher|lower|larger|smaller|greater|longer|shorter|bigger|better|worse|more|less|older|younger|cheaper|different)`
	among     = `(?:between|among|across|by|for|with|on|over|depending on)`
)

var (
	asksSignificance = lazyregexp.New(`\b(?:statistically )?significan(?:t|tly|ce)\b`)
	asksTest         = lazyregexp.New(`\b` + testNames)
	// besideTest are words around the name of a test that only ask for it.
	besideTest = lazyregexp.New(`[ ,;:.?(]*(?:(?:please )?(?:use|using|with|via|by|run|do|perform|apply) )?(?:an? |the )?\b` + testNames + `\)?$`)
	beginsTest = lazyregexp.New(politely + `(?:an? |the )?` + testNames + `(?: (?:of|on|for|comparing|whether|if|to see if|to compare))? `)
	// asksOfIt asks whether the difference of what stands before it is significant.
	asksOfIt = lazyregexp.New(`[ ,;:.?(]*(?:and )?(?:is|are|was|were) (?:the |this |that |these |those )?(?:differences? |it )?(?:statistically )?significant(?:ly different)?\)?$`)

	asksDifference = []*lazyregexp.Regexp{
		phrase(`(?:(?:is|are|was|were) there )?(?:an? |any )?(?:statistically )?significant(?:ly)? differences? (?:in|of) (?:the |our )?(?P<figure>.+?) (?:between|among|across|by) (?P<groups>.+)`),
		phrase(`(?:is|are|was|were) (?:the |any )?differences? (?:in|of) (?:the |our )?(?P<figure>.+?) (?:between|among|across|by) (?P<groups>.+?)(?: statistically)? significant`),
		phrase(`(?:do|does|did) (?:the |our )?(?P<figure>.+?) (?:statistically )?(?:significantly )?(?:differ|vary|depend|change)(?: significantly)? ` + among + ` (?P<groups>.+?)(?: significantly)?`),
		phrase(`(?:is|are|was|were) (?:the |our )?(?P<figure>.+?) (?:statistically )?significantly ` + than + ` (?:in|for|at|on|among|of|with|via|from|by|between|across) (?P<groups>.+)`),
		phrase(`(?:do|does|did|have|has) (?P<groups>.+? and .+?) (?:statistically )?(?:significantly )?differ(?: significantly)? in (?:the |their )?(?P<figure>.+)`),
		phrase(`(?:do|does|did) (?:the )?(?P<groups>.+?) (?:have an? (?:statistically )?significant (?:effect|influence|impact) on|significantly (?:affect|influence|impact)) (?:the |our )?(?P<figure>.+)`),
	}
	// nextGroup separates two groups.
	nextGroup = lazyregexp.New(` (?:and|or|vs\.?|versus|than(?: (?:in|for|at|on|among|of|with|via|from|by))?|compared (?:to|with)) (?:the )?`)
)

// readDifference reads a message that asks for a test of a difference; nil for another.
func readDifference(text string) *differenceQuestion {
	text = plainText(text)
	if !asksSignificance.MatchString(text) && !asksTest.MatchString(text) {
		return nil
	}
	d := &differenceQuestion{test: testOf(text)}
	named := asksTest.MatchString(text)
	rest := strings.TrimRight(besideTest.ReplaceAllString(text, ""), " ,;:.?(")
	if begins := beginsTest.ReplaceAllString(rest, ""); begins != rest {
		if m := differsBetween.FindStringSubmatch(begins); m != nil {
			d.figure, d.groups = m[1], m[2]
			return d
		}
		rest = begins
	}
	for _, way := range asksDifference {
		if m := way.FindStringSubmatch(rest); m != nil && (named || asksSignificance.MatchString(rest)) {
			d.figure, d.groups = m[way.SubexpIndex("figure")], m[way.SubexpIndex("groups")]
			return d
		}
	}
	d.plain = strings.TrimRight(asksOfIt.ReplaceAllString(rest, ""), " ,;:.?(")
	if d.plain == rest && !named || d.plain == "" || asksSignificance.MatchString(d.plain) {
		return nil
	}
	return d
}

// differsBetween is what a test is of: rating between high and low.
var differsBetween = lazyregexp.New(`^(?:the )?(?:difference (?:in|of) )?(?:the )?(.+?) (?:between|by|across|among|for|differs? between|differs? by) (.+)$`)

// testOf is the test that a message names; "" for none.
func testOf(text string) string {
	switch {
	case strings.Contains(text, "kruskal"):
		return "kruskal"
	case strings.Contains(text, "mann"):
		return "mannwhitney"
	case variance.MatchString(text):
		return "anova"
	case strings.Contains(text, "student") || strings.Contains(text, "pooled"):
		return "t_pooled"
	}
	return ""
}

// significance plans a test of whether groups differ by more than chance explains. The
// parser says what the figure is, and which rows count.
func (a *Analyst) significance(ctx context.Context, q brain.Question) (*brain.Analysis, error) {
	d := readDifference(q.Text)
	if d == nil {
		return nil, nil
	}
	s, err := a.readSamples(ctx, d, q)
	if s == nil || err != nil {
		return nil, err
	}
	made, err := a.planSignificance(s, d.test, q)
	if err != nil || made == nil {
		return nil, err
	}
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: s.read.Probability}, nil
}

// samples are a figure row by row, and the groups whose rows are compared.
type samples struct {
	figure
	by   *form.Expr
	only []string
	read *brain.Reading
	flag bool // the figure says of each row whether something holds
}

// readSamples reads what is compared; nil where the parser does not see it.
func (a *Analyst) readSamples(ctx context.Context, d *differenceQuestion, q brain.Question) (*samples, error) {
	if d.plain != "" {
		return a.readPlainSamples(ctx, d.plain, q)
	}
	groups, when := a.withoutPeriod(d.groups, q.Now)
	of := d.figure
	if !saysAggregate.MatchString(of) {
		of = "average " + of
	}
	if at := nextGroup.FindAllStringIndex(groups, -1); len(at) == 1 {
		two := [2]string{groups[:at[0][0]], groups[at[0][1]:]}
		read, r, err := a.readForm(ctx, of+when, q)
		if err != nil {
			return nil, err
		}
		if f, ok := figureOf(a.Index, read); ok {
			if column, values, known := a.sameColumn(f.base, two); known == 2 {
				return perRow(&samples{figure: f, by: edit.Column(column), only: values[:], read: r}), nil
			}
		}
		return a.readPlainSamples(ctx, of+" of "+two[0]+" vs "+two[1]+when, q)
	}
	return a.readPlainSamples(ctx, of+" by "+groups+when, q)
}

// saysAggregate begins a figure that is an average or a rate already.
var saysAggregate = lazyregexp.New(`^(?:average|mean|avg|median)\b|\b(?:rate|share|percentage|percent|proportion|likelihood|probability)\b`)

// withoutPeriod takes a period out of words, and gives it as words that follow others.
func (a *Analyst) withoutPeriod(text string, now time.Time) (rest, when string) {
	words := span.Words(text)
	list := periodsOf(words, a.clock(now))
	if len(list) != 1 {
		return text, ""
	}
	p := list[0]
	rest = strings.TrimSpace(text[:words[p.First].Start] + text[words[p.End-1].End:])
	return trailing.ReplaceAllString(rest, ""), " in " + render.PeriodName(p.Period)
}

// readPlainSamples lets the parser read a figure for each of some groups.
func (a *Analyst) readPlainSamples(ctx context.Context, text string, q brain.Question) (*samples, error) {
	read, r, err := a.readForm(ctx, text, q)
	if err != nil || read == nil || read.Set != form.NoSet || read.Once != 0 {
		return nil, err
	}
	if s := twoAverages(read); s != nil {
		s.read = r
		s.base = baseOf(a.Index, read, read.Select[0])
		return perRow(s), nil
	}
	f, ok := figureOf(a.Index, read)
	if !ok || len(read.Group) == 0 {
		return nil, nil
	}
	var by []*form.Expr
	for _, e := range read.Select {
		if !isFigure(e) {
			by = append(by, e)
		}
	}
	if len(by) != 1 {
		return nil, nil
	}
	return perRow(&samples{figure: f, by: by[0], read: r}), nil
}

// perRow is nil where the figure is not one value of each row, or is none at all.
func perRow(s *samples) *samples {
	switch {
	case s.amount == nil || s.approx || !s.rate:
		return nil
	case s.percent:
		s.flag = s.amount.Op == form.If && isOne(s.weight)
		if !s.flag {
			return nil
		}
	case s.weight != nil && !isOne(s.weight) && s.query != nil && aggregateOf(s.query).Op != form.Avg:
		return nil
	}
	return s
}

func isOne(e *form.Expr) bool {
	return e != nil && e.Op == form.Literal && e.Value != nil && e.Value.Text == "1"
}

// twoAverages reads averages of one thing under two conditions on the same column, side
// by side or one less the other; nil for other forms.
func twoAverages(q *form.Query) *samples {
	parts := q.Select
	if len(parts) == 1 && (parts[0].Op == form.Sub || parts[0].Op == form.Change || parts[0].Op == form.Div) {
		parts = parts[0].Args
	}
	if len(parts) != 2 || len(q.Group) > 0 || q.Having != nil || q.Limit != nil {
		return nil
	}
	s := &samples{}
	s.query, s.rate, s.where = q, true, q.Where.Conjuncts()
	for _, e := range parts {
		if e.Op != form.Avg || len(e.Args) != 1 || e.Args[0].Op != form.If {
			return nil
		}
		c, amount := e.Args[0].If, e.Args[0].Args[0]
		if c == nil || c.Op != form.Equal || c.Left == nil || c.Right == nil || c.Right.Value == nil || s.by != nil && !edit.SameExpr(s.by, c.Left) || s.amount != nil && !edit.SameExpr(s.amount, amount) {
			return nil
		}
		s.by, s.amount = c.Left, amount
		s.only = append(s.only, c.Right.Value.Text)
	}
	return s
}

// planSignificance writes the steps: the rows with their group, then the test. It is nil
// where a join would repeat rows.
func (a *Analyst) planSignificance(s *samples, test string, q brain.Question) (*plan.Plan, error) {
	rows := &form.Query{Keep: form.NoTable, Joins: s.query.Joins, Select: []*form.Expr{s.amount, s.by}, Where: s.query.Where}
	if repeats(a.Index, rows, s.base) {
		return nil, nil
	}
	sql, err := a.render(rows, q.Now)
	if err != nil {
		return nil, err
	}
	figure, group := a.amountName(s.figure), a.wordsOf(s.by, s.base)
	switch {
	case s.flag:
		figure = a.figureName(s.figure, s.read)
	case s.amount.Op != form.Column:
		figure = a.wordsOf(s.amount, s.base)
	}
	if figure == group {
		return nil, nil
	}
	measure := method.Measure{What: "difference", Columns: []string{figure}, By: group, Only: s.only}
	code := named(sql, []string{figure, group})
	switch {
	case s.flag:
		measure = method.Measure{What: "chi2", Columns: []string{group, figure}, Only: s.only}
		code = fmt.Sprintf("WITH chosen(x, g) AS (\n%s\n)\nSELECT CASE WHEN x IS NULL THEN 'no' ELSE 'yes' END AS %s, g AS %s FROM chosen", sql, quoted(figure), quoted(group))
	case test != "":
		measure.What = test
	}
	args, err := json.Marshal(method.StatisticsArguments{Measures: []method.Measure{measure}, Decimals: 4})
	if err != nil {
		return nil, err
	}
	title := "whether " + figure + " differs by " + group
	if len(s.only) == 2 {
		title = "whether " + figure + " differs between " + s.only[0] + " and " + s.only[1]
	}
	p := &plan.Plan{Title: title, Method: method.Statistics.Name, By: By, Question: q.Text, Assumptions: slices.Clone(s.read.Assumptions)}
	if s.read.Sentence != "" {
		p.Assumptions = append(p.Assumptions, "what is compared: "+s.read.Sentence)
	}
	p.Steps = numbered([]plan.Step{
		{Language: plan.Read, Source: a.Source, Output: "rows", Code: code, Goal: "Read " + figure + " and " + group + " of the " + rowsOfTable(a.Index, s.base)},
		{Language: plan.Compute, Method: method.Statistics.Name, Arguments: args, Inputs: []string{"rows"}, Output: "statistics", Goal: "Test " + title},
	})
	return p, nil
}

// wordsOf is what a value of a row is called.
func (a *Analyst) wordsOf(e *form.Expr, base int) string {
	if e.Op != form.Column || e.Column == 0 {
		return render.Sentence(a.Index, &form.Query{Keep: form.NoTable, Tables: []int{base}, Select: []*form.Expr{e}})
	}
	c := &a.Index.Columns[e.Column]
	name := strings.Join(c.Words, " ")
	if noun := singular(a.Index.Tables[c.Table].Words); c.Table != base && english.Among(name, "name title label code type status") {
		name = noun
	}
	return name
}
