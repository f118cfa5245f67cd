package method

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
)

func correlate(s *statistician, f *frame, m Measure, group string) error {
	if len(m.Columns) < 2 {
		return fault.New(fault.Usage, "a correlation needs two columns")
	}
	for i := 1; i < len(m.Columns); i++ {
		c, err := correlation(f, m.What, m.Columns[0], m.Columns[i])
		if err != nil {
			return err
		}
		of := m.Columns[0] + " and " + m.Columns[i]
		s.add(m, finding{what: m.Name(), of: of, group: group, value: c.R, verdict: s.significant(c.P, "significant", "not significant")})
		if m.P {
			s.add(m, finding{what: pValue, of: of, group: group, value: c.P})
		}
	}
	return nil
}

func correlation(f *frame, how, a, b string) (stats.Correlation, error) {
	x, y, err := pairOf(f, a, b)
	if err != nil {
		return stats.Correlation{}, err
	}
	switch how {
	case "spearman":
		return stats.Spearman(x, y)
	case "kendall":
		return stats.KendallTauB(x, y)
	}
	return stats.Pearson(x, y)
}

func covariance(s *statistician, f *frame, m Measure, group string) error {
	if len(m.Columns) < 2 {
		return fault.New(fault.Usage, "a covariance needs two columns")
	}
	x, y, err := pairOf(f, m.Columns[0], m.Columns[1])
	if err != nil {
		return err
	}
	s.add(m, finding{what: "covariance", of: m.Columns[0] + " and " + m.Columns[1], group: group, value: stats.Covariance(x, y)})
	return nil
}

// strongest finds the pair of columns, or the column beside the first one, with the
// strongest correlation. A Number says that the first column is fixed.
func strongest(s *statistician, f *frame, m Measure, group string) error {
	type scored struct {
		a, b string
		r    stats.Correlation
	}
	var list []scored
	fixed := m.Number > 0
	for i, a := range m.Columns {
		for _, b := range m.Columns[i+1:] {
			if r, err := correlation(f, m.Rule, a, b); err == nil {
				list = append(list, scored{a, b, r})
			}
		}
		if fixed {
			break
		}
	}
	if len(list) == 0 {
		return fault.New(fault.EmptyResult, "no two of these columns can be correlated")
	}
	slices.SortStableFunc(list, func(x, y scored) int {
		switch a, b := math.Abs(x.r.R), math.Abs(y.r.R); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	for i, c := range list {
		of, verdict := c.a+" and "+c.b, s.significant(c.r.P, "significant", "not significant")
		if fixed {
			of = c.b
		}
		if i == 0 {
			verdict = "the strongest; " + verdict
		}
		s.add(m, finding{what: measureNames[m.Rule], of: of, group: group, value: c.r.R, verdict: verdict})
	}
	return nil
}
