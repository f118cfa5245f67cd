package method

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Statistics computes what people ask of the columns of a table: figures, tests,
// outliers, regressions, overall and by group, after the rows were prepared.
// Definitions are those of pandas, SciPy and scikit-learn. Rows without a value in
// a column that a figure needs do not count for that figure.
var Statistics = Method{
	Name:  "statistics",
	About: "statistics of columns: figures, tests, outliers, regressions, overall or by group",
	Run:   statistics,
}

// StatisticsArguments say what is computed.
type StatisticsArguments struct {
	Prepare  []Preparation `json:"prepare,omitempty"`
	Measures []Measure     `json:"measures"`
	Decimals int           `json:"decimals"`        // that figures are rounded to
	Alpha    float64       `json:"alpha,omitempty"` // of verdicts; 0 is 0.05
	Best     string        `json:"best,omitempty"`  // only the strongest, highest, lowest is told first
}

// Measure is something to compute.
type Measure struct {
	What     string   `json:"what"`
	Columns  []string `json:"columns,omitempty"`
	By       string   `json:"by,omitempty"`     // groups
	Only     []string `json:"only,omitempty"`   // of them
	Number   float64  `json:"number,omitempty"` // a percentile, a factor, a mean that is tested
	Rule     string   `json:"rule,omitempty"`   // of outliers
	Sample   bool     `json:"sample,omitempty"`
	P        bool     `json:"p,omitempty"`   // of a correlation: with its p-value
	Raw      bool     `json:"raw,omitempty"` // of the rows as they were after Stage preparations
	Stage    int      `json:"stage,omitempty"`
	Label    string   `json:"label,omitempty"` // put after the name: before, after
	Test     float64  `json:"test,omitempty"`  // of a regression: the share of rows to test with
	Seed     uint32   `json:"seed,omitempty"`
	Decimals *int     `json:"decimals,omitempty"` // of this one
}

// Name is what a measure is called.
func (m Measure) Name() string {
	if f, ok := figures[m.What]; ok {
		return f.name
	}
	if name, ok := measureNames[m.What]; ok {
		return name
	}
	return strings.ReplaceAll(m.What, "_", " ")
}

var measureNames = map[string]string{"missing": missingValues, "rows": rowCount, "outliers": outlierCount, "interval": "confidence interval", "share": "share in percent",
	"pearson": "Pearson correlation", "spearman": "Spearman correlation", "kendall": "Kendall correlation", "strongest": "strongest correlation",
	"normality": "test of normality", "shapiro": "Shapiro–Wilk test", "ks": "Kolmogorov–Smirnov test", "anderson": "Anderson–Darling test", "dagostino": "D'Agostino–Pearson test", "jarque_bera": "Jarque–Bera test",
	"t_pooled": "t-test", "t_welch": "Welch's t-test", "t_one": "one-sample t-test", "t_paired": "paired t-test", "anova": "analysis of variance", "kruskal": "Kruskal–Wallis test",
	"mannwhitney": "Mann–Whitney test", "levene": "Levene's test", "difference": "test of a difference", "chi2": "chi-square test", "chi2_yates": "chi-square test", "linear": "linear regression", "logistic": "logistic regression"}

// Counts that findings have.
const (
	missingValues = "number of missing values"
	rowCount      = "number of rows"
	outlierCount  = "number of outliers"
)

// finding is a row of the result.
type finding struct {
	what, of, group string
	value           float64
	verdict         string
	decimals        int
}

type statistician struct {
	StatisticsArguments
	findings []finding
	compared []comparison
	grouped  bool
	notes    []string // of what was done otherwise than asked
}

func statistics(ctx context.Context, in Input) (*Output, error) {
	s := &statistician{StatisticsArguments: StatisticsArguments{Decimals: 2}}
	if err := arguments(in, &s.StatisticsArguments); err != nil {
		return nil, err
	}
	if s.Alpha == 0 {
		s.Alpha = 0.05
	}
	if len(in.Tables) == 0 {
		return nil, fault.New(fault.BadData, "there is no table to compute from")
	}
	now := newFrame(in.Tables[0].Table)
	frames := []*frame{now}
	var done []string
	for _, p := range s.Prepare {
		if ctx.Err() != nil {
			return nil, fault.Of(ctx.Err())
		}
		next, said, err := now.prepare(p)
		if err != nil {
			return nil, err
		}
		now, done = next, append(done, said)
		frames = append(frames, now)
	}
	for _, m := range s.Measures {
		if ctx.Err() != nil {
			return nil, fault.Of(ctx.Err())
		}
		on := now
		if m.Raw {
			on = frames[min(max(m.Stage, 0), len(frames)-1)]
		}
		if err := s.measure(on, m); err != nil {
			return nil, err
		}
	}
	s.rank()
	return s.output(append(done, slices.Compact(s.notes)...)), nil
}

// rank puts the groups with the most, or the least, first where one is asked for.
func (s *statistician) rank() {
	if s.Best == "" {
		return
	}
	slices.SortStableFunc(s.findings, func(a, b finding) int {
		switch {
		case a.what != b.what || a.of != b.of || a.value == b.value:
			return 0
		case (a.value > b.value) == (s.Best == "highest"):
			return -1
		}
		return 1
	})
	if len(s.findings) > 0 && s.findings[0].verdict == "" {
		s.findings[0].verdict = "the " + s.Best
	}
}

// measure computes one measure, for all rows or for each group.
func (s *statistician) measure(f *frame, m Measure) error {
	if m.By == "" || comparesGroups[m.What] {
		return s.one(f, m, "")
	}
	list, err := f.groups(m.By, m.Only)
	if err != nil {
		return err
	}
	s.grouped = true
	for _, g := range list {
		if err := s.one(g.frame, m, g.name); err != nil {
			// A group with too few rows says so, and the others count.
			s.add(m, finding{what: m.Name(), of: strings.Join(m.Columns, ", "), group: g.name, value: math.NaN(), verdict: fault.Of(err).Message})
		}
	}
	return nil
}

// comparesGroups are measures for which groups are what is compared.
var comparesGroups = map[string]bool{"t_pooled": true, "t_welch": true, "t_paired": true, "anova": true, "kruskal": true, "mannwhitney": true, "levene": true, "difference": true, "chi2": true, "chi2_yates": true}

func (s *statistician) add(m Measure, f finding) {
	f.decimals = s.Decimals
	if m.Decimals != nil {
		f.decimals = *m.Decimals
	}
	if wholeNumbers[f.what] {
		f.decimals = 0
	}
	if m.Label != "" {
		f.what += " " + m.Label
	}
	s.findings = append(s.findings, f)
}

var wholeNumbers = map[string]bool{rowCount: true, missingValues: true, outlierCount: true, "degrees of freedom": true, "train rows": true, "test rows": true}

// figures are statistics of one column.
var figures = map[string]struct {
	name  string
	least int // values that it needs
	of    func(x []float64) float64
}{
	"mean": {"mean", 1, stats.Mean}, "median": {"median", 1, stats.Median}, "sum": {"sum", 0, stats.Sum}, "min": {"minimum", 1, stats.Min}, "max": {"maximum", 1, stats.Max},
	"range": {"range", 1, stats.Range}, "stdev": {"standard deviation", 2, stats.StdDev}, "stdev_population": {"population standard deviation", 1, stats.PopulationStdDev},
	"variance": {"variance", 2, stats.Variance}, "variance_population": {"population variance", 1, stats.PopulationVariance}, "iqr": {"interquartile range", 2, stats.IQR},
	"skewness": {"skewness", 3, stats.AdjustedSkewness}, "skewness_population": {"skewness", 3, stats.Skewness}, "kurtosis": {"excess kurtosis", 4, stats.AdjustedKurtosis}, "kurtosis_population": {"excess kurtosis", 4, stats.Kurtosis},
	"cv": {"coefficient of variation", 2, stats.CV}, "standard_error": {"standard error", 2, stats.StandardError}, "mad": {"median absolute deviation", 1, stats.MAD}, "count": {"count", 0, func(x []float64) float64 { return float64(len(x)) }},
	"q1": {"first quartile", 1, func(x []float64) float64 { return stats.Quantile(x, 0.25) }}, "q3": {"third quartile", 1, func(x []float64) float64 { return stats.Quantile(x, 0.75) }},
	"geometric_mean": {"geometric mean", 1, stats.GeometricMean}, "unique": {"different values", 0, countDifferent},
}

func countDifferent(x []float64) float64 {
	seen := map[float64]bool{}
	for _, v := range x {
		seen[v] = true
	}
	return float64(len(seen))
}

// one computes a measure on some rows.
func (s *statistician) one(f *frame, m Measure, group string) error {
	if figure, ok := figures[m.What]; ok {
		for _, name := range m.Columns {
			c, err := f.column(name)
			if err != nil {
				return err
			}
			x := c.values()
			if len(x) < figure.least {
				return fault.New(fault.EmptyResult, "%s has %s; the %s needs %d", name, counted(len(x), "value"), figure.name, figure.least)
			}
			s.add(m, finding{what: figure.name, of: name, group: group, value: figure.of(x)})
		}
		return nil
	}
	run, ok := allMeasures()[m.What]
	if !ok {
		return fault.New(fault.NotFound, "there is no statistic %q", m.What)
	}
	return run(s, f, m, group)
}

func column(f *frame, m Measure, at int) (*series, error) {
	if at >= len(m.Columns) {
		return nil, fault.New(fault.Usage, "%s needs %d columns", m.What, at+1)
	}
	return f.column(m.Columns[at])
}

// output makes the table and the story.
func (s *statistician) output(done []string) *Output {
	t := &table.Table{Columns: []table.Column{{Name: "statistic", Kind: table.Text}, {Name: "of", Kind: table.Text}}}
	if s.grouped {
		t.Columns = append(t.Columns, table.Column{Name: "group", Kind: table.Text})
	}
	t.Columns = append(t.Columns, table.Column{Name: "value", Kind: table.Float}, table.Column{Name: "verdict", Kind: table.Text})
	w := &story.Writer{}
	for _, f := range s.findings {
		row := table.Row{table.NewText(f.what), table.NewText(f.of)}
		if s.grouped {
			row = append(row, table.NewText(f.group))
		}
		verdict := table.Value{}
		if f.verdict != "" {
			verdict = table.NewText(f.verdict)
		}
		decimals := f.decimals
		if f.what == pValue && hidesP(f) {
			decimals = smallDecimals(f.value)
		}
		t.Rows = append(t.Rows, append(row, rounded(f.value, decimals), verdict))
	}
	s.tell(w)
	if len(s.findings) == 1 && !math.IsNaN(s.findings[0].value) {
		return s.single(done)
	}
	out := &Output{Table: t, Story: w.Story(), Chart: &chart.Plan{Kind: chart.Table}, Assumptions: done}
	out.Meaning = &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowValue}, Partial: true}
	for _, c := range t.Columns {
		role := meaning.RoleDetail
		if c.Name == "value" {
			role = meaning.RoleMeasure
		}
		out.Meaning.Columns = append(out.Meaning.Columns, meaning.Column{Name: c.Name, Label: c.Name, Role: role, Additivity: meaning.NonAdditive})
	}
	return out
}

// single is one figure: a table of one value that bears its name.
func (s *statistician) single(done []string) *Output {
	f := s.findings[0]
	name := f.what
	if f.of != "" {
		name += " of " + f.of
	}
	t := &table.Table{Columns: []table.Column{{Name: name, Kind: table.Float}}, Rows: []table.Row{{rounded(f.value, f.decimals)}}}
	w := &story.Writer{}
	value := story.Cite(number(f.value, f.decimals), story.Value, name, 0)
	if f.verdict != "" {
		w.Say("The %s is %s: %s.", name, value, f.verdict)
	} else {
		w.Say("The %s is %s.", name, value)
	}
	return &Output{Table: t, Story: w.Story(), Assumptions: done,
		Meaning: &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowTotal}, Partial: true, Columns: []meaning.Column{{Name: name, Label: name, Role: meaning.RoleMeasure, Additivity: meaning.NonAdditive}}}}
}

// pairOf are the numbers of two columns where both are there.
func pairOf(f *frame, a, b string) (x, y []float64, err error) {
	both, err := f.complete(a, b)
	if err != nil {
		return nil, nil, err
	}
	for i, to := range []*[]float64{&x, &y} {
		c, err := both.column([]string{a, b}[i])
		if err != nil {
			return nil, nil, err
		}
		*to = c.numbers
	}
	return slices.Clone(x), slices.Clone(y), nil
}
