package method

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
)

func allMeasures() map[string]func(s *statistician, f *frame, m Measure, group string) error {
	return map[string]func(s *statistician, f *frame, m Measure, group string) error{
		"percentile": percentile, "interval": interval, "mode": mode, "missing": countMissing, "rows": countRows, "share": share,
		"pearson": correlate, "spearman": correlate, "kendall": correlate, "covariance": covariance, "strongest": strongest,
		"normality": normality, "shapiro": normality, "ks": normality, "anderson": normality, "dagostino": normality, "jarque_bera": normality,
		"t_pooled": compareTwo, "t_welch": compareTwo, "mannwhitney": compareTwo, "anova": compareAll, "kruskal": compareAll, "levene": compareAll, "difference": compareAny,
		"t_one": oneSample, "t_paired": paired, "chi2": chiSquare, "chi2_yates": chiSquare,
		"outliers": outliers, "outlier_bounds": outliers, "histogram": histogram, "linear": linear, "logistic": logistic,
	}
}

func percentile(s *statistician, f *frame, m Measure, group string) error {
	for _, name := range m.Columns {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		if len(c.values()) == 0 {
			return fault.New(fault.EmptyResult, "%s has no values", name)
		}
		s.add(m, finding{what: "percentile " + number(m.Number, 2), of: name, group: group, value: stats.Quantile(c.values(), m.Number/100)})
	}
	return nil
}

// interval is where the mean lies with some confidence, by Student's distribution.
func interval(s *statistician, f *frame, m Measure, group string) error {
	c, err := column(f, m, 0)
	if err != nil {
		return err
	}
	x := c.values()
	if len(x) < 2 {
		return fault.New(fault.EmptyResult, "%s has too few values for an interval", c.name)
	}
	mean, off := stats.Mean(x), stats.StandardError(x)*stats.StudentWithin(m.Number/100, float64(len(x)-1))
	s.add(m, finding{what: "mean", of: c.name, group: group, value: mean})
	s.add(m, finding{what: "lower limit of the mean", of: c.name, group: group, value: mean - off})
	s.add(m, finding{what: "upper limit of the mean", of: c.name, group: group, value: mean + off})
	return nil
}

func mode(s *statistician, f *frame, m Measure, group string) error {
	for _, name := range m.Columns {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		if c.isText() {
			_, text, err := filling(c, "mode")
			if err != nil {
				return err
			}
			s.add(m, finding{what: "mode", of: name, group: group, value: math.NaN(), verdict: text})
			continue
		}
		if list := stats.Modes(c.values()); len(list) > 0 {
			s.add(m, finding{what: "mode", of: name, group: group, value: list[0]})
		}
	}
	return nil
}

func countMissing(s *statistician, f *frame, m Measure, group string) error {
	names := m.Columns
	if len(names) == 0 {
		for _, c := range f.columns {
			names = append(names, c.name)
		}
	}
	any := false
	for _, name := range names {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		n := 0
		for i := range f.rows {
			if c.missing(i) {
				n++
			}
		}
		if n == 0 && len(m.Columns) == 0 {
			continue
		}
		any = true
		s.add(m, finding{what: missingValues, of: name, group: group, value: float64(n)})
		if m.Number > 0 && f.rows > 0 {
			s.add(m, finding{what: "missing values in percent", of: name, group: group, value: 100 * float64(n) / float64(f.rows)})
		}
	}
	if !any {
		s.add(m, finding{what: missingValues, of: "all columns", group: group, value: 0})
	}
	return nil
}

func countRows(s *statistician, f *frame, m Measure, group string) error {
	s.add(m, finding{what: rowCount, group: group, value: float64(f.rows)})
	return nil
}

// share is how many percent of the rows have a flag set.
func share(s *statistician, f *frame, m Measure, group string) error {
	c, err := column(f, m, 0)
	if err != nil {
		return err
	}
	x, err := codesOf(c)
	if err != nil {
		return err
	}
	s.add(m, finding{what: "share in percent", of: c.name, group: group, value: 100 * stats.Mean(x)})
	return nil
}

func normality(s *statistician, f *frame, m Measure, group string) error {
	for _, name := range m.Columns {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		x := c.values()
		var t stats.Test
		switch m.What {
		case "ks":
			t, err = stats.KolmogorovSmirnovFitted(x)
		case "anderson":
			t, _, err = stats.AndersonDarling(x)
		case "dagostino":
			t, err = stats.DAgostinoPearson(x)
		case "jarque_bera":
			t, err = stats.JarqueBera(x)
		default:
			if len(x) > stats.MaxShapiroWilk {
				s.notes = append(s.notes, fmt.Sprintf("the Shapiro–Wilk test takes at most %d values, and %s has %d: the D'Agostino–Pearson test stands in for it", stats.MaxShapiroWilk, name, len(x)))
				t, err = stats.DAgostinoPearson(x)
			} else {
				t, err = stats.ShapiroWilk(x)
			}
		}
		if err != nil {
			return err
		}
		s.addTest(m, t, name, group, s.significant(t.P, "not normally distributed", "consistent with a normal distribution"))
	}
	return nil
}

// addTest adds the statistic of a test, its p-value, and what else it has.
func (s *statistician) addTest(m Measure, t stats.Test, of, group, verdict string) {
	s.add(m, finding{what: t.Name + " statistic", of: of, group: group, value: t.Statistic, verdict: verdict})
	s.add(m, finding{what: pValue, of: of, group: group, value: t.P})
	if t.EffectName != "" {
		s.add(m, finding{what: t.EffectName, of: of, group: group, value: t.Effect})
	}
	if t.DF > 0 && (m.What == "chi2" || m.What == "chi2_yates") {
		s.add(m, finding{what: "degrees of freedom", of: of, group: group, value: t.DF})
	}
}

// sample is the values of a column in one group.
type sample struct {
	group  string
	values []float64
}

// samplesOf are the values of a column in each group that has some.
func samplesOf(f *frame, m Measure) ([]sample, *series, error) {
	c, err := column(f, m, 0)
	if err != nil {
		return nil, nil, err
	}
	groups, err := f.groups(m.By, m.Only)
	if err != nil {
		return nil, nil, err
	}
	var list []sample
	for _, g := range groups {
		in, err := g.column(c.name)
		if err != nil {
			return nil, nil, err
		}
		if x := in.values(); len(x) > 0 {
			list = append(list, sample{g.name, x})
		}
	}
	if len(list) < 2 {
		return nil, nil, fault.New(fault.Usage, "%s has fewer than two groups with values of %s", m.By, c.name).WithHint("choose another column to compare by")
	}
	return list, c, nil
}

// addSamples adds the result of a test, and the mean and the size of each group.
func (s *statistician) addSamples(m Measure, t stats.Test, list []sample, of string, yes, no string) {
	s.grouped = true
	at := len(s.findings)
	s.addTest(m, t, of+" by "+m.By, "", s.significant(t.P, yes, no))
	s.compared = append(s.compared, comparison{test: t, from: at, means: len(s.findings), groups: len(list)})
	for _, g := range list {
		s.add(m, finding{what: "mean", of: of, group: g.group, value: stats.Mean(g.values)})
		s.add(m, finding{what: rowCount, of: of, group: g.group, value: float64(len(g.values))})
	}
}

const (
	differs    = "the groups differ significantly"
	differsNot = "the groups do not differ significantly"
)

func compareTwo(s *statistician, f *frame, m Measure, _ string) error {
	list, of, err := samplesOf(f, m)
	if err != nil {
		return err
	}
	if len(list) != 2 {
		var names []string
		for _, g := range list[:min(5, len(list))] {
			names = append(names, g.group)
		}
		return fault.New(fault.Usage, "%s has %d groups (%s); this test compares two", m.By, len(list), strings.Join(names, ", ")).WithHint("name the two that are compared, or use an analysis of variance")
	}
	run := map[string]func(x, y []float64) (stats.Test, error){"t_pooled": stats.PooledT, "t_welch": stats.WelchT, "mannwhitney": stats.MannWhitney}[m.What]
	t, err := run(list[0].values, list[1].values)
	if err != nil {
		return err
	}
	s.addSamples(m, t, list, of.name, differs, differsNot)
	return nil
}

func compareAll(s *statistician, f *frame, m Measure, _ string) error {
	list, of, err := samplesOf(f, m)
	if err != nil {
		return err
	}
	var values [][]float64
	for _, g := range list {
		values = append(values, g.values)
	}
	run := map[string]func(...[]float64) (stats.Test, error){"anova": stats.ANOVA, "kruskal": stats.KruskalWallis, "levene": stats.Levene}[m.What]
	t, err := run(values...)
	if err != nil {
		return err
	}
	yes, no := differs, differsNot
	if m.What == "levene" {
		yes, no = "the variances differ significantly", "the variances do not differ significantly"
	}
	s.addSamples(m, t, list, of.name, yes, no)
	return nil
}

// compareAny tests two groups by Welch's t-test, and more by an analysis of variance.
// Groups of a single row say nothing of how much values vary, and do not count.
func compareAny(s *statistician, f *frame, m Measure, group string) error {
	list, _, err := samplesOf(f, m)
	if err != nil {
		return err
	}
	m.Only = nil
	for _, g := range list {
		if len(g.values) > 1 {
			m.Only = append(m.Only, g.group)
		}
	}
	switch len(m.Only) {
	case 0, 1:
		return fault.New(fault.EmptyResult, "%s has fewer than two groups of several rows", m.By).WithHint("compare by a column whose groups are larger")
	case 2:
		m.What = "t_welch"
		return compareTwo(s, f, m, group)
	}
	m.What = "anova"
	return compareAll(s, f, m, group)
}

func oneSample(s *statistician, f *frame, m Measure, group string) error {
	c, err := column(f, m, 0)
	if err != nil {
		return err
	}
	t, err := stats.OneSampleT(c.values(), m.Number)
	if err != nil {
		return err
	}
	s.add(m, finding{what: "mean", of: c.name, group: group, value: stats.Mean(c.values())})
	s.addTest(m, t, c.name, group, s.significant(t.P, "significantly different from "+number(m.Number, 4), "not significantly different from "+number(m.Number, 4)))
	return nil
}

func paired(s *statistician, f *frame, m Measure, group string) error {
	if len(m.Columns) < 2 {
		return fault.New(fault.Usage, "a paired test needs two columns")
	}
	x, y, err := pairOf(f, m.Columns[0], m.Columns[1])
	if err != nil {
		return err
	}
	t, err := stats.PairedT(x, y)
	if err != nil {
		return err
	}
	s.addTest(m, t, m.Columns[0]+" and "+m.Columns[1], group, s.significant(t.P, "they differ significantly", "they do not differ significantly"))
	return nil
}

func chiSquare(s *statistician, f *frame, m Measure, _ string) error {
	if len(m.Columns) < 2 {
		return fault.New(fault.Usage, "a chi-square test needs two columns")
	}
	both, err := f.complete(m.Columns[0], m.Columns[1])
	if err != nil {
		return err
	}
	rows, err := both.groups(m.Columns[0], m.Only)
	if err != nil {
		return err
	}
	across, err := both.groups(m.Columns[1], nil)
	if err != nil {
		return err
	}
	counts := make([][]float64, len(rows))
	for i, r := range rows {
		counts[i] = make([]float64, len(across))
		c, err := r.column(m.Columns[1])
		if err != nil {
			return err
		}
		for n := range r.rows {
			at := slices.IndexFunc(across, func(g group) bool { return g.name == c.text(n) })
			counts[i][at]++
		}
	}
	t, err := stats.ChiSquare(counts, m.What == "chi2_yates")
	if err != nil {
		return err
	}
	of := m.Columns[0] + " and " + m.Columns[1]
	from := len(s.findings)
	s.addTest(m, t, of, "", s.significant(t.P, "they are related significantly", "they are not related significantly"))
	const few = 50
	if len(across) != 2 || len(rows) > few {
		return nil
	}
	// Of two values it does not matter which is counted: the last by name is yes or 1.
	s.grouped = true
	share := m.Columns[1]
	if across[1].name != "yes" {
		share = "share of " + share + " " + across[1].name
	}
	s.compared = append(s.compared, comparison{test: t, from: from, means: len(s.findings), groups: len(rows), share: share})
	for i, r := range rows {
		n := counts[i][0] + counts[i][1]
		s.add(m, finding{what: "share in percent", of: m.Columns[1] + " " + across[1].name, group: r.name, value: 100 * counts[i][1] / n})
		s.add(m, finding{what: rowCount, of: m.Columns[1], group: r.name, value: n})
	}
	return nil
}

func outliers(s *statistician, f *frame, m Measure, group string) error {
	for _, name := range m.Columns {
		c, err := f.column(name)
		if err != nil {
			return err
		}
		mask, said, err := outliersOf(c, m.Rule, m.Number, m.Sample)
		if err != nil {
			return err
		}
		var out, left []float64
		for i, x := range c.numbers {
			switch {
			case mask[i]:
				out = append(out, x)
			case !math.IsNaN(x):
				left = append(left, x)
			}
		}
		s.add(m, finding{what: outlierCount, of: name, group: group, value: float64(len(out)), verdict: said})
		if n := len(out) + len(left); n > 0 && group == "" {
			s.add(m, finding{what: "outliers in percent", of: name, value: 100 * float64(len(out)) / float64(f.rows)})
		}
		if m.Rule == "iqr" {
			x := c.values()
			q1, q3 := stats.Quantile(x, 0.25), stats.Quantile(x, 0.75)
			s.add(m, finding{what: "lower bound", of: name, group: group, value: q1 - m.Number*(q3-q1)})
			s.add(m, finding{what: "upper bound", of: name, group: group, value: q3 + m.Number*(q3-q1)})
		}
		if len(out) > 0 && group == "" {
			s.add(m, finding{what: "smallest outlier", of: name, value: stats.Min(out)})
			s.add(m, finding{what: "largest outlier", of: name, value: stats.Max(out)})
		}
		if len(left) > 0 && group == "" {
			s.add(m, finding{what: "mean without outliers", of: name, value: stats.Mean(left)})
			s.add(m, finding{what: "maximum without outliers", of: name, value: stats.Max(left)})
		}
	}
	return nil
}

func histogram(s *statistician, f *frame, m Measure, group string) error {
	c, err := column(f, m, 0)
	if err != nil {
		return err
	}
	x := c.values()
	if len(x) == 0 {
		return fault.New(fault.EmptyResult, "%s has no values", c.name)
	}
	bins := max(int(m.Number), 1)
	low, width := stats.Min(x), stats.Range(x)/float64(bins)
	counts := make([]int, bins)
	for _, v := range x {
		at := 0
		if width > 0 {
			at = min(int((v-low)/width), bins-1)
		}
		counts[at]++
	}
	for i, n := range counts {
		s.grouped = true
		zero := 0
		m.Decimals = &zero
		s.add(m, finding{what: rowCount, of: c.name, group: fmt.Sprintf("%s to %s", number(low+float64(i)*width, 2), number(low+float64(i+1)*width, 2)), value: float64(n)})
	}
	return nil
}
