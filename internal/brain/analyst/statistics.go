package analyst

import (
	"cmp"
	"context"
	"encoding/json"
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
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
	"github.com/plumbdata/plumb/internal/plan"
)

// asksStatistics are words that only who wants statistics uses. A mean or a count
// alone is a question for the parser.
var asksStatistics = lazyregexp.New(`(?i)skew|kurtosis|correlat|spearman|pearson|kendall|shapiro|kolmogorov|anderson|d'agostino|jarque|normally distributed|normal distribution|distribution .* normal|is .* normal\b|normality|\bt[- ]?test|\banova\b|analysis of variance|kruskal|mann.?whitney|levene|chi.?squared?|\bchi2\b|cohen|confidence interval|duplicate rows?|winsori|\boutliers?\b|z-?scores?|inter-?quartile|\biqr\b|` +
	`regress|random_state|80/20|train.?test|logistic|imput|min-?max|standardi[sz]e|normali[sz]e|coefficient of variation|standard error|fill .*(?:missing|gaps|blank|null|nan)|of missing|(?:missing|null|nan|blank|empty) (?:values?|entries|rows|cells)|\bpercentile|\bquantile|\bquartile|variance|standard deviation|\bdecimals?\b|p-?value|effect size|cohen|statistically|population formula|histogram of`)

// statistics plans statistics of the columns of one table.
func (a *Analyst) statistics(_ context.Context, q brain.Question) (*brain.Analysis, error) {
	if !a.wantsStatistics(q) {
		return nil, nil
	}
	r := newRequest(a.Index, q.Text)
	if r == nil || !a.narrowToPeriod(r, q) {
		return nil, nil
	}
	r.read()
	if len(r.args.Measures) == 0 {
		return nil, nil
	}
	r.doubt()
	made, err := a.planStatistics(r, q)
	if err != nil || made == nil {
		return nil, err
	}
	return &brain.Analysis{Plan: made, Sentence: made.Title, Confidence: r.confidence()}, nil
}

var (
	// surnames name tests, and people.
	surnames = lazyregexp.New(`(?i)\b(?:pearson|spearman|kendall|shapiro|kolmogorov|anderson|levene|kruskal|jarque)\b`)
	ofTests  = lazyregexp.New(`(?i)correlat|coefficient|\btests?\b|normal|distribut|\brho\b|\br\b|statistic|monotonic|kruskal[-– ]wallis|shapiro[-– ]wilk|kolmogorov[-– ]smirnov|anderson[-– ]darling|jarque[-– ]bera`)
	byTime   = lazyregexp.New(`(?i)\b(?:by|per|each|every) (?:day|week|month|quarter|year|hour|weekday)\b`)
	goesOn   = lazyregexp.New(`(?i)^(?:and|also|but|now|only|same|what about|how about|its|their|that|this|it|for|in)\b|\b(?:its|them|those|these ones|that one)\b`)
)

// wantsStatistics is true for a message that asks for statistics of columns, and for
// nothing that the parser knows better: periods, definitions, a change of the turn
// before.
func (a *Analyst) wantsStatistics(q brain.Question) bool {
	text := q.Text
	if !asksStatistics.MatchString(text) || q.Before != nil && goesOn.MatchString(text) {
		return false
	}
	if without := surnames.ReplaceAllString(text, " "); !asksStatistics.MatchString(without) && !ofTests.MatchString(without) {
		return false
	}
	if a.hasTimes() && byTime.MatchString(definesByTime.ReplaceAllString(text, " ")) {
		return false
	}
	return len(a.Index.Defined(span.Words(text))) == 0
}

var (
	// definesByTime is a figure that a message defines: cost per day = total / days.
	definesByTime = lazyregexp.New(`(?i)\bper (?:day|week|month|year|hour) (?:=|is|as)`)
	// noTime are words that look like a time, and say something else of statistics.
	noTime = lazyregexp.New(`(?i)^(?:\d+[/:]\d+|q[1-4]|\d+|(?:within )?\d+ (?:days?|hours?|minutes?|weeks?|months?|years?)|(?:second|minute|hour|day|week|month|year)s?)$`)
)

// inYear is a year that a preposition marks as one, among numbers that are none.
var inYear = lazyregexp.New(`(?i)\b(?:in|during|of|for|since|year) ((?:19|20)\d\d)(?:[,.;?!)]|$| (?:[^i=]|i[^s]))`)

// parserKnows are statistics that the parser computes in one statement, with a period.
var parserKnows = lazyregexp.New(`(?i)\b(?:standard deviations?|(?:\d+(?:th|st|nd|rd)? )?(?:percentiles?|quantiles?)|medians?|averages?|means?|\d+ decimals?)\b`)

// narrowToPeriod narrows the rows to the period of a message. It is false where that
// cannot be done, and where the parser can do all of it.
func (a *Analyst) narrowToPeriod(r *request, q brain.Question) bool {
	if !a.hasTimes() {
		return true
	}
	words := span.Words(q.Text)
	var found []span.Span
	for _, s := range span.Find(words, a.clock(q.Now)) {
		if s.Kind != span.Temporal {
			continue
		}
		year := inYear.FindStringSubmatchIndex(q.Text)
		if noTime.MatchString(s.Text) && (year == nil || year[2] != words[s.First].Start) {
			continue
		}
		found = append(found, s)
	}
	if len(found) == 0 {
		return true
	}
	at := a.whenOf(r.base)
	p := found[0].Period
	if len(found) > 1 || at == 0 || p.Recurring() || p.Start.IsZero() || p.End.IsZero() || !asksStatistics.MatchString(parserKnows.ReplaceAllString(q.Text, " ")) {
		return false
	}
	r.where = append(r.where, during(edit.Column(at), p))
	r.conditions = append(r.conditions, "only what happened "+render.PeriodPhrase(p)+" counts")
	r.period = lower(found[0].Text)
	return true
}

// hasTimes is true where some column says when.
func (a *Analyst) hasTimes() bool {
	return slices.ContainsFunc(a.Index.Columns, func(c index.Column) bool { return c.Kind == index.Time })
}

// request is what a message asks of the columns of a table.
type request struct {
	ix         *index.Index
	text       string // as it was written
	mentions   []mention
	shown      string // the text with marks for mentions, in lower case
	base       int
	args       method.StatisticsArguments
	needed     []int // columns that are needed
	where      []*form.Cond
	derived    []string // columns that the message defines, the last one last
	by         string
	banded     string   // the column that bands or a flag are made of
	understood []string // words of values that narrow the rows
	best       bool     // one group is asked for
	whole      bool     // all columns are needed
	fixed      []string // columns that a condition fixes
	only       []string
	conditions []string // that narrow the rows, in words
	guessed    bool     // a part of it was guessed
	removes    bool     // outliers are left out
	both       bool     // before and after that
	period     string   // words of the period that narrows the rows
}

// shortForms are what people in a hurry write, with what they mean.
var shortForms = []struct {
	short *lazyregexp.Regexp
	long  string
}{
	{lazyregexp.New(`\bw/o\b`), "without"}, {lazyregexp.New(`\bw/`), "with "}, {lazyregexp.New(`(?i)\bwhats\b`), "what is"}, {lazyregexp.New(`(?i)\bchi2\b|χ²|χ2`), "chi-square"},
	{lazyregexp.New(`(?i)\bks[- ]test\b`), "kolmogorov-smirnov test"}, {lazyregexp.New(`(?i)\bcorr\b`), "correlation"}, {lazyregexp.New(`(?i)\bcohens\b`), "cohen's"}, {lazyregexp.New(`(?i)\bt test\b`), "t-test"},
	{lazyregexp.New(`(?i)\bdec\b\.?`), "decimals"}, {lazyregexp.New(`(?i)\blogit\b`), "logistic regression of"}, {lazyregexp.New(` & `), " and "}, {lazyregexp.New(`(?i)\bvs\.? `), "vs "},
}

func spokenOut(text string) string {
	for _, f := range shortForms {
		text = f.short.ReplaceAllString(text, f.long)
	}
	return text
}

// newRequest finds the table that a message is about; nil where there is none.
func newRequest(ix *index.Index, text string) *request {
	text = spokenOut(text)
	best, most := -1, 0
	if len(ix.Tables) == 1 {
		best = 0
	}
	for t := range ix.Tables {
		if ix.Tables[t].View {
			continue
		}
		size := 0
		for _, m := range mentionsOf(ix, text, []int{t}) {
			size += (m.end - m.start) * m.sure
		}
		if size > most {
			best, most = t, size
		}
	}
	if best < 0 {
		return nil
	}
	tables := []int{best}
	for t := range ix.Tables {
		if t != best && !ix.Tables[t].View && ix.Leads(best, t) {
			tables = append(tables, t)
		}
	}
	r := &request{ix: ix, text: text, base: best, mentions: mentionsOf(ix, text, tables)}
	r.mentions = withNouns(ix, text, tables[1:], r.mentions)
	r.shown = masked(lower(text), r.mentions)
	return r
}

// use is the name of a mentioned column in the frame; it will be read.
func (r *request) use(m mention) string {
	if !slices.Contains(r.needed, m.column) {
		r.needed = append(r.needed, m.column)
	}
	return r.ix.Columns[m.column].Name
}

// name is the name of a mentioned column in the frame.
func (r *request) name(m mention) string {
	return r.ix.Columns[m.column].Name
}

func (r *request) isNumber(m mention) bool {
	c := &r.ix.Columns[m.column]
	return c.Kind == index.Number || c.Type.Numeric()
}

// marked are the mentions whose marks a piece of the shown text has.
func (r *request) marked(piece string) []mention {
	var list []mention
	for _, m := range marks.FindAllStringSubmatch(piece, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n >= len(r.mentions) {
			continue
		}
		if !slices.ContainsFunc(list, func(o mention) bool { return o.column == r.mentions[n].column }) {
			list = append(list, r.mentions[n])
		}
	}
	return list
}

var numberWords = map[string]int{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

var (
	decimalsAsked = lazyregexp.New(`\b(\d|one|two|three|four|five|six)[ -](?:decimal|digits? after)`)
	moreDecimals  = lazyregexp.New(`decimals?[^.;]{0,40}?\b(?:to )?(\d|one|two|three|four|five|six)\b(?: for\b|[.,;)]|$)`)
	alphaAsked    = lazyregexp.New(`(?:alpha|α|significance level|level)\s*(?:=|of|:|is)?\s*(0?\.\d+)|(0?\.\d+)\s*(?:significance )?level|at (?:the )?(\d{1,2})\s?%|(\d{1,2})\s?%\s*(?:significance|level)`)
)

// read reads the message, part by part.
func (r *request) read() {
	r.args.Decimals = 4
	most := -1
	for _, m := range append(decimalsAsked.FindAllStringSubmatch(r.shown, -1), moreDecimals.FindAllStringSubmatch(r.shown, -1)...) {
		for _, text := range m[1:] {
			n, err := strconv.Atoi(text)
			if err != nil {
				n = numberWords[text]
			}
			if text != "" {
				most = max(most, n)
			}
		}
	}
	if most >= 0 {
		r.args.Decimals = most
	}
	if m := alphaAsked.FindStringSubmatch(r.shown); m != nil {
		for _, text := range m[1:3] {
			if x, err := strconv.ParseFloat(text, 64); err == nil {
				r.args.Alpha = x
			}
		}
		for _, text := range m[3:] {
			if x, err := strconv.Atoi(text); err == nil && x > 0 && x < 50 {
				r.args.Alpha = float64(x) / 100
			}
		}
	}
	r.readFormulas()
	r.readFlags()
	r.readBands()
	r.readGroups()
	r.readFilters()
	r.readMissing()
	r.readOutliers()
	r.readTransforms()
	r.readDuplicates()
	r.both = r.both || beforeAfter.MatchString(r.shown) && len(r.args.Prepare) > 0
	r.readMeasures()
	r.settleOrder()
}

// prepare adds a preparation that the message speaks of at a place.
func (r *request) prepare(at int, p method.Preparation) {
	p.At = at
	r.args.Prepare = append(r.args.Prepare, p)
}

// settleOrder puts the preparations in the order of the message, and says of each
// measure of earlier rows before which of them it is taken.
func (r *request) settleOrder() {
	slices.SortStableFunc(r.args.Prepare, func(a, b method.Preparation) int { return cmp.Compare(a.At, b.At) })
	for i := range r.args.Measures {
		m := &r.args.Measures[i]
		if !m.Raw {
			continue
		}
		m.Stage = max(len(r.args.Prepare)-1, 0)
		for n, p := range r.args.Prepare {
			if m.What == "missing" && p.Do != "derive" {
				m.Stage = n
				break
			}
			if p.Do != "derive" && p.Do != "band" && len(m.Columns) > 0 && p.Column == m.Columns[0] {
				m.Stage = n
				break
			}
		}
	}
}

// measure adds a measure, grouped as the message asks.
func (r *request) measure(m method.Measure) {
	if m.By == "" {
		m.By, m.Only = r.by, r.only
	}
	if slices.ContainsFunc(r.args.Measures, func(o method.Measure) bool {
		return o.What == m.What && slices.Equal(o.Columns, m.Columns) && o.By == m.By && o.Label == m.Label && o.Number == m.Number
	}) {
		return
	}
	r.args.Measures = append(r.args.Measures, m)
}

// explained are numbers whose part in the message is known.
var explained = []*lazyregexp.Regexp{twoSides, countOf, decimalsAsked, moreDecimals, alphaAsked, splitShare, seedAsked, zThreshold, iqrFactor, percentOf, bins, comparisonOf, oneMean, capsAt, atLeast,
	lazyregexp.New(`\d+%? (?:significance|confidence)|0(?: to |-|–)1\b|\b1\.5\b|\b(?:0|1)\b|\d-(?:sided|tailed|way)|\b95\s?%|yes = 1`)}

// aNumber is one that stands by itself.
var aNumber = lazyregexp.New(`(?:^|[^\w.‹])\d+(?:[.,]\d+)*\b`)

// doubt marks a reading that leaves out a number, or a group that it does not know.
func (r *request) doubt() {
	rest := strings.Replace(r.shown, r.period, " ", 1)
	for _, e := range explained {
		rest = e.ReplaceAllString(rest, " ")
	}
	if len(r.derived) > 0 {
		rest = formula.ReplaceAllString(rest, " ")
	}
	if r.banded != "" {
		rest = "" // the bands say what the numbers are
	}
	rest = marks.ReplaceAllString(rest, " ")
	if aNumber.MatchString(rest) {
		r.guessed = true
	}
	if unknownGroup.MatchString(r.shown) && r.by == "" || r.passesOver(rest) {
		r.guessed = true
	}
}

// narrowing is a word after which rows are narrowed down.
var narrowing = lazyregexp.New(`\b(?:for|among|only|where|who|whose|within|of|in|from)(?: (?:the|all|those|only|each))* ([a-z]{4,})`)

// passesOver is true where a word that may narrow the rows down is not understood.
func (r *request) passesOver(rest string) bool {
	nouns := map[string]bool{}
	for _, w := range r.ix.Tables[r.base].Words {
		nouns[english.Singular(w)] = true
	}
	nouns[r.ix.Tables[r.base].RowNoun()] = true
	for _, m := range narrowing.FindAllStringSubmatch(rest, -1) {
		w := m[1]
		one := english.Singular(w)
		if english.StopWords[w] || english.RequestWords[w] || statisticWords[w] || statisticWords[one] || commonWords[w] || commonWords[one] || nouns[one] || slices.Contains(r.understood, w) || slices.Contains(r.understood, one) {
			continue
		}
		if slices.ContainsFunc(r.derived, func(d string) bool { return strings.Contains(d, one) }) {
			continue
		}
		return true
	}
	return false
}

// commonWords are said around statistics and narrow nothing down.
var commonWords = english.NewSet(`dataset table sample population records record entries entry observations observation people persons cases case items item python pandas scipy sklearn scikit library function method rule approach
	formula place places range ranges terms order question answer result results report significance alpha hypothesis null statistic statistics strength direction relation relationship independence equality equal unequal equals variances
	freedom sides both either neither this that these those there them values percent thousands millions dollars euros training testing validation prediction predictions features columns whole entire file interval deviation deviations
	skewed distributions quartiles fences bounds bound upper lower limits pairs pair bins band bands histogram variables variable mean median standard error errors square squared root absolute coefficient slope intercept
	normality variance correlation covariance regression accuracy precision recall score total least most more less than any every other another same new year years month months day days player players patients cars planes airports`)

var unknownGroup = lazyregexp.New(`\b(?:for each|in each|per|within each|by each|for every) [a-z]`)

func (r *request) confidence() float64 {
	if r.guessed {
		return 0.45
	}
	for _, m := range r.mentions {
		if m.sure < byWords {
			return 0.7
		}
	}
	return 0.85
}

// planStatistics writes the steps: the columns, then what is computed from them.
func (a *Analyst) planStatistics(r *request, q brain.Question) (*plan.Plan, error) {
	query := &form.Query{Keep: form.NoTable, Where: form.AllOf(r.where)}
	columns := r.needed
	if len(columns) == 0 || r.whole {
		columns = r.ix.Tables[r.base].Columns
	}
	var names []string
	for _, c := range columns {
		query.Select = append(query.Select, &form.Expr{Op: form.Column, Column: c})
		if slices.Contains(names, r.ix.Columns[c].Name) {
			return nil, nil // columns go by their names from here on
		}
		names = append(names, r.ix.Columns[c].Name)
	}
	query.Tables = tablesOf(r.ix, query, r.base)
	if len(query.Tables) > 1 {
		query.Keep = r.base
	}
	sql, _, err := render.Render(r.ix, render.Dialect(r.ix.Dialect), query, q.Now)
	if err != nil {
		return nil, err
	}
	sql = named(sql, names)
	args, err := json.Marshal(r.args)
	if err != nil {
		return nil, err
	}
	what := r.title()
	p := &plan.Plan{Title: what, Method: method.Statistics.Name, By: By, Question: q.Text, Assumptions: r.conditions}
	goal := "Read " + english.JoinList(shortened(names), "and") + " of all " + render.Table(r.ix, r.base, true)
	if len(r.where) > 0 {
		goal = "Read " + english.JoinList(shortened(names), "and") + " of the " + render.Table(r.ix, r.base, true) + " that are asked for"
	}
	p.Steps = []plan.Step{
		{Number: 1, Language: plan.Read, Output: "rows", Code: sql, Goal: goal},
		{Number: 2, Language: plan.Compute, Method: method.Statistics.Name, Arguments: args, Inputs: []string{"rows"}, Output: "statistics", Goal: "Compute " + what},
	}
	return p, nil
}

// named gives the columns of a statement their names.
func named(sql string, names []string) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = quoted(n)
	}
	return "WITH chosen(" + strings.Join(list, ", ") + ") AS (\n" + sql + "\n)\nSELECT * FROM chosen"
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func shortened(names []string) []string {
	const most = 6
	if len(names) <= most {
		return names
	}
	return append(slices.Clone(names[:most-1]), fmt.Sprintf("%d more columns", len(names)-most+1))
}

// title says what is computed.
func (r *request) title() string {
	var list []string
	for _, m := range r.args.Measures {
		text := m.Name()
		if len(m.Columns) > 0 {
			text += " of " + english.JoinList(shortened(m.Columns), "and")
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	const most = 4
	if len(list) > most {
		list = append(list[:most-1], "more")
	}
	title := english.JoinList(list, "and")
	if r.by != "" {
		title += " by " + r.by
	}
	return cmp.Or(title, "statistics")
}
