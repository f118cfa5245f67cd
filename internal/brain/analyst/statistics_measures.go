package analyst

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/method"
)

// cue is words that ask for a statistic of one column.
type cue struct {
	what string
	when *lazyregexp.Regexp
}

var cues = []cue{
	{"mean", lazyregexp.New(`\b(?:mean|means|average|averages|avg)\b`)},
	{"median", lazyregexp.New(`\bmedians?\b|\bquartiles\b`)},
	{"mode", lazyregexp.New(`\bmode\b`)},
	{"stdev_population", lazyregexp.New(`population (?:standard deviation|sd|std|formula)`)},
	{"stdev", lazyregexp.New(`\bstandard deviations?\b|\bstd\b|\bsd\b|\bst\.? ?dev\b`)},
	{"variance", lazyregexp.New(`\bvariance\b`)},
	{"skewness", lazyregexp.New(`\bskew(?:ness|ed)?\b`)},
	{"kurtosis", lazyregexp.New(`\bkurtosis\b`)},
	{"cv", lazyregexp.New(`coefficient of variation|\bcv\b`)},
	{"standard_error", lazyregexp.New(`standard error`)},
	{"iqr", lazyregexp.New(`inter-?quartile range|\biqr\b`)},
	{"q1", lazyregexp.New(`first quartile|lower quartile|\bq1\b|25th percentile|quartiles\b`)},
	{"q3", lazyregexp.New(`third quartile|upper quartile|\bq3\b|75th percentile|quartiles\b`)},
	{"min", lazyregexp.New(`\bminimum\b|\bmin\b|\bsmallest\b|\blowest\b`)},
	{"max", lazyregexp.New(`\bmaximum\b|\bmax\b|\blargest\b|\bhighest\b`)},
	{"range", lazyregexp.New(`\brange\b`)},
	{"sum", lazyregexp.New(`\bsum\b|\btotal\b`)},
}

var (
	correlates  = lazyregexp.New(`correlat|\bpearson|\bspearman|\bkendall|\brho\b|monotonic relationship|linear relationship|relationship between|related to`)
	tests       = lazyregexp.New(`\bt[- ]?tests?\b|cohen's d|\bt statistic|welch|student's t|independent.samples`)
	normal      = lazyregexp.New(`\bnormally\b|\bnormality\b|normal distribution|\b(?:is|are|be|make it|whether|looks?)\b[^.;,]{0,40}\bnormal\b|shapiro|kolmogorov|anderson|d'agostino|jarque|gaussian`)
	regresses   = lazyregexp.New(`\bregress(?:ion|ing|ed)?\b|\bpredict(?:s|ing|ed)?\b|\bfit\b`)
	logistics   = lazyregexp.New(`logistic|classif`)
	chi         = lazyregexp.New(`chi.?squared?|χ²|χ2`)
	variance    = lazyregexp.New(`\banova\b|analysis of variance`)
	strongestOf = lazyregexp.New(`\b(?:which|strongest|stronger|highest|more strongly|most strongly|most correlated|bigger|goes most)\b`)
	percentOf   = lazyregexp.New(`(\d{1,2}(?:\.\d+)?)(?:th|st|nd|rd)? (?:percentile|quantile)|(?:percentile|quantile) (?:of )?(\d{1,2})|(0\.\d+) quantile`)
	bins        = lazyregexp.New(`(\d+|five|seven|ten) (?:equal[- ]width )?bins`)
	splitShare  = lazyregexp.New(`(\d{2})\s?[/:-]\s?(\d{2})|test[_ ]size ?(?:=|of)? ?(0?\.\d+)|(\d{2})% (?:of the data |of the rows )?(?:for )?(?:train|\(random|\()|on (\d{2})%`)
	seedAsked   = lazyregexp.New(`(?:random[_ ]state|seed)\s*(?:=|of|:)?\s*(\d+)`)
	explains    = lazyregexp.New(`(?:predicts?|predicting|regress(?:ion|ing)? (?:of )?|fit(?:ting)? |for |target (?:is |variable )?|explain )(?:a |the |linear |logistic |regression |of |for |natural |logarithm )*‹(\d+)›`)
	oneMean     = lazyregexp.New(`(?:different|differs?) (?:significantly )?from (\d+(?:\.\d+)?)|(?:against|equal to|mean of) (\d+(?:\.\d+)?)`)
)

// readMeasures finds what is computed.
func (r *request) readMeasures() {
	switch {
	case r.readRegression(), r.readChiSquare(), r.readComparison(), r.readCorrelation(), r.readNormality(), r.readHistogram():
		r.readFigures(true)
	default:
		r.readFigures(false)
	}
}

// numbersOf are the mentioned numbers in their order, without the one that makes
// groups; the last column that the message defines comes first.
func (r *request) numbersOf(list []mention) []string {
	var names []string
	for _, m := range list {
		if !r.isNumber(m) {
			continue
		}
		name := r.name(m)
		if name == r.by || name == r.banded || slices.Contains(names, name) || slices.Contains(r.fixed, name) {
			continue
		}
		names = append(names, name)
	}
	return names
}

func (r *request) useAll(names []string) []string {
	for _, n := range names {
		for _, m := range r.mentions {
			if r.name(m) == n {
				r.use(m)
			}
		}
	}
	return names
}

// subject is the column that a statistic is about: what the message defines, else
// the number that is named nearest.
func (r *request) subject() []string {
	if len(r.derived) > 0 {
		return []string{r.derived[len(r.derived)-1]}
	}
	if list := r.numbersOf(r.mentions); len(list) > 0 {
		return r.useAll(list[:1])
	}
	return nil
}

func (r *request) readChiSquare() bool {
	if !chi.MatchString(r.shown) {
		return false
	}
	var names []string
	if strings.HasSuffix(r.by, " band") {
		names = append(names, r.by)
	}
	for _, m := range r.marked(r.shown) {
		if name := r.ix.Columns[m.column].Name; !r.isMeasure(m) && !slices.Contains(names, name) {
			names = append(names, r.use(m))
		}
	}
	if len(names) < 2 {
		return false
	}
	m := method.Measure{What: "chi2_yates", Columns: names[:2]}
	if strings.Contains(r.shown, "without") && (strings.Contains(r.shown, "correction") || strings.Contains(r.shown, "yates")) {
		m.What = "chi2"
	}
	by, only := r.by, r.only
	r.by, r.only = "", nil
	r.measure(m)
	r.by, r.only = by, only
	if strings.Contains(r.shown, "rate") || strings.Contains(r.shown, "percent") {
		r.measure(method.Measure{What: "share", Columns: names[1:2]})
	}
	return true
}

// readComparison finds tests of a difference between groups.
func (r *request) readComparison() bool {
	what := ""
	switch {
	case strings.Contains(r.shown, "kruskal"):
		what = "kruskal"
	case strings.Contains(r.shown, "mann-") || strings.Contains(r.shown, "mann–") || strings.Contains(r.shown, "mann "):
		what = "mannwhitney"
	case strings.Contains(r.shown, "levene"):
		what = "levene"
	case variance.MatchString(r.shown):
		what = "anova"
	case tests.MatchString(r.shown):
		what = "t_pooled"
		if strings.Contains(r.shown, "welch") || strings.Contains(r.shown, "unequal") || strings.Contains(r.shown, "not assum") {
			what = "t_welch"
		}
	}
	if what == "" {
		return false
	}
	if m := oneMean.FindStringSubmatch(r.shown); m != nil && strings.HasPrefix(what, "t_") && r.by == "" {
		x, err := strconv.ParseFloat(m[1]+m[2], 64)
		if of := r.subject(); err == nil && len(of) > 0 {
			r.measure(method.Measure{What: "t_one", Columns: of, Number: x})
			return true
		}
	}
	if strings.Contains(r.shown, "paired") && !strings.Contains(r.shown, "unpaired") {
		if list := r.numbersOf(r.mentions); len(list) >= 2 {
			r.measure(method.Measure{What: "t_paired", Columns: r.useAll(list[:2])})
			return true
		}
	}
	if r.by == "" {
		r.findGroupColumn()
	}
	of := r.subject()
	if len(of) == 0 || r.by == "" {
		return false
	}
	r.measure(method.Measure{What: what, Columns: of[:1]})
	return true
}

// findGroupColumn takes a mentioned column of few values for that by which groups
// are compared.
func (r *request) findGroupColumn() {
	if m := comparesBy.FindStringSubmatch(r.shown); m != nil {
		if of := r.numbered(m[1]); of != nil && !r.isMeasure(*of) {
			r.by = r.use(*of)
			return
		}
	}
	var best *mention
	for i := range r.mentions {
		m := &r.mentions[i]
		if r.isMeasure(*m) {
			continue
		}
		if c := &r.ix.Columns[m.column]; best == nil || c.Kind != index.Number && r.ix.Columns[best.column].Kind == index.Number {
			best = m
		}
	}
	if best != nil {
		r.by = r.use(*best)
	}
}

func (r *request) readCorrelation() bool {
	at := correlates.FindStringIndex(r.shown)
	if at == nil {
		return false
	}
	var hows []string
	for _, how := range []string{"pearson", "spearman", "kendall"} {
		if strings.Contains(r.shown, how) {
			hows = append(hows, how)
		}
	}
	if len(hows) == 0 && (strings.Contains(r.shown, "rho") || strings.Contains(r.shown, "monotonic") || strings.Contains(r.shown, "rank correlation")) {
		hows = []string{"spearman"}
	}
	if len(hows) == 0 {
		hows = []string{"pearson"}
	}
	list := r.numbersOf(r.mentions)
	if n := len(r.derived); n > 0 {
		list = append(slices.DeleteFunc(list, func(name string) bool { return r.formulaHas(name) }), r.derived[n-1])
	}
	if len(list) < 2 {
		return false
	}
	r.useAll(list)
	for _, how := range hows {
		switch {
		case len(list) > 2 && strongestOf.MatchString(r.shown):
			m := method.Measure{What: "strongest", Rule: how, Columns: list}
			// Which of a, b and c goes with d: the last one is fixed.
			if target := r.correlatesWith(); target != "" {
				m.Columns = append([]string{target}, slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == target })...)
				m.Number = 1
			}
			r.measure(m)
		case r.both:
			r.measure(method.Measure{What: how, Columns: list[:2], Raw: true, Label: "before"})
			r.measure(method.Measure{What: how, Columns: list[:2], Label: "after"})
		case len(list) > 2 && !strings.Contains(r.shown, "between"):
			r.measure(method.Measure{What: how, Columns: list, P: asksP.MatchString(r.shown)})
		default:
			r.measure(method.Measure{What: how, Columns: list[:2], P: asksP.MatchString(r.shown)})
		}
	}
	return true
}

var (
	countsRows   = lazyregexp.New(`\b(?:how many|number of|count of|counts?)\b`)
	confidenceOf = lazyregexp.New(`(\d{2}(?:\.\d)?) ?%`)
)

var asksP = lazyregexp.New(`\bp\b|p-?values?|signific|\btests?\b|two-sided`)

var correlatedWith = lazyregexp.New(`(?:correlat(?:ion|ed)(?: coefficient)?|relationship|associated)(?: \(?\w+\)?){0,2} (?:with|to)(?: the)?(?: [a-z]+){0,3} ‹(\d+)›`)

func (r *request) correlatesWith() string {
	if m := correlatedWith.FindStringSubmatch(r.shown); m != nil {
		if of := r.numbered(m[1]); of != nil {
			return r.use(*of)
		}
	}
	return ""
}

// formulaHas is true for a column that a defined one is made of.
func (r *request) formulaHas(name string) bool {
	var has func(g *method.Formula) bool
	has = func(g *method.Formula) bool {
		return g != nil && (g.Column == name || slices.ContainsFunc(g.Args, has))
	}
	return slices.ContainsFunc(r.args.Prepare, func(p method.Preparation) bool { return has(p.Formula) })
}

func (r *request) readNormality() bool {
	if !normal.MatchString(r.shown) || minMax.MatchString(r.shown) && !strings.Contains(r.shown, "distribut") {
		return false
	}
	of := r.subject()
	if len(of) == 0 {
		return false
	}
	if list := r.numbersOf(r.mentions); len(r.derived) == 0 && len(list) > 1 && r.by == "" {
		of = r.useAll(list)
	}
	found := false
	for _, t := range []struct{ word, what string }{{"shapiro", "shapiro"}, {"kolmogorov", "ks"}, {"anderson", "anderson"}, {"agostino", "dagostino"}, {"jarque", "jarque_bera"}} {
		if strings.Contains(r.shown, t.word) {
			r.measure(method.Measure{What: t.what, Columns: of})
			found = true
		}
	}
	if !found {
		r.measure(method.Measure{What: "normality", Columns: of})
	}
	return true
}

func (r *request) readHistogram() bool {
	if !strings.Contains(r.shown, "histogram") {
		return false
	}
	of := r.subject()
	if len(of) == 0 {
		return false
	}
	n := 10
	if m := bins.FindStringSubmatch(r.shown); m != nil {
		if x, err := strconv.Atoi(m[1]); err == nil {
			n = x
		} else {
			n = map[string]int{"five": 5, "seven": 7, "ten": 10}[m[1]]
		}
	}
	r.measure(method.Measure{What: "histogram", Columns: of, Number: float64(min(max(n, 1), 200))})
	return true
}

// readCounts finds numbers of rows, intervals and percentiles.
func (r *request) readCounts(beside bool) {
	if countsRows.MatchString(r.shown) && r.by != "" && !isOutliers.MatchString(r.shown) && !asksGaps.MatchString(r.shown) {
		r.measure(method.Measure{What: "rows"})
	}
	if strings.Contains(r.shown, "confidence interval") {
		if of := r.subject(); len(of) > 0 {
			share := 95.0
			if m := confidenceOf.FindStringSubmatch(r.shown); m != nil {
				if x, err := strconv.ParseFloat(m[1], 64); err == nil {
					share = x
				}
			}
			r.measure(method.Measure{What: "interval", Columns: of, Number: share})
		}
	}
	if m := percentOf.FindStringSubmatch(r.shown); m != nil && !beside && !capsAt.MatchString(r.shown) {
		x, err := strconv.ParseFloat(m[1]+m[2], 64)
		if m[3] != "" {
			if x, err = strconv.ParseFloat(m[3], 64); err == nil {
				x *= 100
			}
		}
		if of := r.columnsFor(percentOf.FindStringIndex(r.shown)); err == nil && len(of) > 0 {
			r.figure(method.Measure{What: "percentile", Columns: of, Number: x})
		}
	}
}

// readFigures finds statistics of single columns. Beside a test or a model, only
// those that are named with a column of their own count.
func (r *request) readFigures(beside bool) {
	r.readCounts(beside)
	for _, c := range cues {
		at := c.when.FindStringIndex(r.shown)
		if at == nil || r.belongsElsewhere(c.what, at) || r.best && (c.what == "max" || c.what == "min") {
			continue
		}
		of := r.columnsFor(at)
		if len(of) == 0 {
			continue
		}
		if beside && c.what != "skewness" && c.what != "kurtosis" {
			continue
		}
		what := c.what
		if (what == "stdev" || what == "variance") && strings.Contains(r.shown, "population") {
			what += "_population"
			if c.what == "stdev" && slices.ContainsFunc(r.args.Measures, func(m method.Measure) bool { return m.What == what }) {
				continue
			}
		}
		r.figure(method.Measure{What: what, Columns: of})
	}
}

// figure adds a figure, before and after a change where both are asked for.
func (r *request) figure(m method.Measure) {
	if r.both {
		before := m
		before.Raw, before.Label = true, "before"
		r.measure(before)
		m.Label = "after"
	}
	r.measure(m)
}

// belongsElsewhere is true for a word that says how something else is done: fill
// with the mean, more than three standard deviations, the IQR rule.
func (r *request) belongsElsewhere(what string, at []int) bool {
	before := r.shown[max(0, at[0]-45):at[0]]
	after := r.shown[at[1]:min(len(r.shown), at[1]+30)]
	switch {
	case fills.MatchString(before) && !strings.ContainsAny(before[fills.FindStringIndex(before)[0]:], ".;?") && !reports.MatchString(before[fills.FindStringIndex(before)[0]:]):
		// The word stands again where the result is asked for.
		rest := r.shown[at[1]:]
		return !cueIn(what, rest)
	case what == "iqr" && isOutliers.MatchString(r.shown):
		return !strings.Contains(r.shown, "what is the iqr") && !strings.Contains(r.shown, "interquartile range of")
	case (what == "stdev" || what == "mean" || what == "stdev_population") && (strings.Contains(after, "from the mean") || strings.Contains(before, "from that") || strings.Contains(before, "from the") || strings.Contains(before, "from its")) && isOutliers.MatchString(r.shown):
		return !cueIn(what, r.shown[at[1]:]) || what == "stdev"
	case what == "stdev" && isOutliers.MatchString(r.shown) && strings.Contains(before, "use the"):
		return true
	case (what == "min" || what == "max" || what == "range") && (minMax.MatchString(r.shown) || strings.Contains(r.shown, "interquartile") || strings.Contains(r.shown, "bins")):
		return !strings.Contains(r.shown, "smallest") && !strings.Contains(r.shown, "largest") && !strings.Contains(r.shown, "highest")
	}
	return false
}

// reports begins what is asked for.
var reports = lazyregexp.New(`\b(?:report|calculate|compute|give|tell|what|then|find|determine|show)\b`)

func cueIn(what, text string) bool {
	return slices.ContainsFunc(cues, func(c cue) bool { return c.what == what && c.when.MatchString(text) })
}

// directly is a column that a figure is said to be of.
var directly = lazyregexp.New(`^ (?:of|in|for)(?: the)? ‹(\d+)›`)

// columnsFor are the columns that a figure is of: those after the word, up to the
// end of the clause, else the one before it, else the subject.
func (r *request) columnsFor(at []int) []string {
	rest := r.shown[at[1]:]
	if len(r.derived) > 0 {
		named := directly.FindStringSubmatch(rest)
		if named == nil || strings.Contains(rest, r.derived[len(r.derived)-1]) {
			return r.derived[len(r.derived)-1:]
		}
	}
	if end := strings.IndexAny(rest, ".;?!("); end >= 0 {
		rest = rest[:end]
	}
	for _, stop := range []string{" for each ", " per ", " by ", " in each ", " where ", " after ", " before ", " among ", " for ", " with ", " between "} {
		if end := strings.Index(rest, stop); end >= 0 && len(r.numbersOf(r.marked(rest[:end]))) > 0 {
			rest = rest[:end]
		}
	}
	if list := r.numbersOf(r.marked(rest)); len(list) > 0 {
		return r.useAll(list)
	}
	before := r.numbersOf(r.marked(r.shown[:at[0]]))
	if len(before) > 0 {
		return r.useAll(before[len(before)-1:])
	}
	return r.subject()
}
