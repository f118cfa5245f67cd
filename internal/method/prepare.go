package method

import (
	"fmt"
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
)

// Preparation changes the rows or a column before anything is computed.
type Preparation struct {
	Do      string   `json:"do"` // derive, band, flag, fill, drop_missing, drop_outliers, transform, cap
	Column  string   `json:"column,omitempty"`
	Columns []string `json:"columns,omitempty"` // of drop_missing
	Output  string   `json:"output,omitempty"`  // the column that it makes
	Formula *Formula `json:"formula,omitempty"` // of derive
	Bands   []Band   `json:"bands,omitempty"`   // of band
	With    string   `json:"with,omitempty"`    // of fill: mean, median, mode, a number; of transform: minmax, zscore, zscore_sample, log, log1p, sqrt, reciprocal
	By      string   `json:"by,omitempty"`      // of fill: within each value of this column
	Rule    string   `json:"rule,omitempty"`    // of drop_outliers: iqr, z, mad
	Factor  float64  `json:"factor,omitempty"`  // of it; of cap the percentile
	Sample  bool     `json:"sample,omitempty"`  // of z: by the deviation of a sample
	At      int      `json:"-"`                 // where a message speaks of it
}

// Formula computes a column from others.
type Formula struct {
	Op     string     `json:"op"` // column, number, add, sub, mul, div, abs, log, month, year
	Column string     `json:"column,omitempty"`
	Number float64    `json:"number,omitempty"`
	Args   []*Formula `json:"args,omitempty"`
}

// Band is one of several ranges of a number.
type Band struct {
	Label   string   `json:"label"`
	Least   *float64 `json:"least,omitempty"`
	Below   *float64 `json:"below,omitempty"`
	Through bool     `json:"through,omitempty"` // Below itself is in it
}

// prepare applies a preparation, and says what it did.
func (f *frame) prepare(p Preparation) (*frame, string, error) {
	switch p.Do {
	case "drop_duplicates":
		seen := map[string]bool{}
		out := f.keep(func(i int) bool {
			var key strings.Builder
			for _, c := range f.columns {
				key.WriteString(c.text(i) + "\x00")
			}
			again := seen[key.String()]
			seen[key.String()] = true
			return !again
		})
		return out, fmt.Sprintf("rows that repeat another are left out: %d", f.rows-out.rows), nil
	case "derive":
		s := &series{name: p.Output, numbers: make([]float64, f.rows)}
		for i := range f.rows {
			x, err := f.compute(p.Formula, i)
			if err != nil {
				return nil, "", err
			}
			s.numbers[i] = x
		}
		return f.with(s), fmt.Sprintf("%s is %s", p.Output, p.Formula), nil
	case "drop_missing":
		out, err := f.complete(p.Columns...)
		if err != nil {
			return nil, "", err
		}
		return out, fmt.Sprintf("rows without %s are left out: %d", english.JoinList(p.Columns, "or"), f.rows-out.rows), nil
	}
	s, err := f.column(p.Column)
	if err != nil {
		return nil, "", err
	}
	switch p.Do {
	case "band":
		return f.with(band(s, p)), fmt.Sprintf("%s is %s in %d bands", p.Output, p.Column, len(p.Bands)), nil
	case "fill":
		return f.fill(s, p)
	case "drop_outliers":
		mask, said, err := outliersOf(s, p.Rule, p.Factor, p.Sample)
		if err != nil {
			return nil, "", err
		}
		out := f.keep(func(i int) bool { return !mask[i] })
		return out, fmt.Sprintf("rows whose %s is %s are left out: %d", p.Column, said, f.rows-out.rows), nil
	case "transform":
		return f.transform(s, p)
	case "cap":
		limit := stats.Quantile(s.values(), p.Factor/100)
		capped := &series{name: s.name, numbers: make([]float64, f.rows)}
		for i, x := range s.numbers {
			capped.numbers[i] = min(x, limit)
		}
		return f.with(capped), fmt.Sprintf("%s is at most %s, its percentile %s", p.Column, number(limit, 2), number(p.Factor, 2)), nil
	}
	return nil, "", fault.New(fault.Usage, "there is no preparation %q", p.Do)
}

func (g *Formula) String() string {
	part := func(a *Formula) string {
		if len(a.Args) > 1 {
			return "(" + a.String() + ")"
		}
		return a.String()
	}
	switch g.Op {
	case "column":
		return g.Column
	case "number":
		return number(g.Number, 6)
	}
	if sign, ok := map[string]string{"add": " + ", "sub": " − ", "mul": " × ", "div": " ÷ "}[g.Op]; ok {
		var list []string
		for _, a := range g.Args {
			list = append(list, part(a))
		}
		return strings.Join(list, sign)
	}
	return g.Op + " of " + part(g.Args[0])
}

func (f *frame) compute(g *Formula, row int) (float64, error) {
	switch g.Op {
	case "column":
		s, err := f.column(g.Column)
		if err != nil {
			return 0, err
		}
		return s.numbers[row], nil
	case "number":
		return g.Number, nil
	}
	list := make([]float64, len(g.Args))
	for i, a := range g.Args {
		x, err := f.compute(a, row)
		if err != nil {
			return 0, err
		}
		list[i] = x
	}
	x := list[0]
	for _, y := range list[1:] {
		switch g.Op {
		case "add":
			x += y
		case "sub":
			x -= y
		case "mul":
			x *= y
		case "div":
			if y == 0 {
				return math.NaN(), nil
			}
			x /= y
		}
	}
	switch g.Op {
	case "abs":
		x = math.Abs(x)
	case "log":
		x = math.Log(x)
	case "square":
		x *= x
	}
	if math.IsInf(x, 0) {
		x = math.NaN()
	}
	return x, nil
}

func band(s *series, p Preparation) *series {
	out := &series{name: p.Output, numbers: make([]float64, len(s.numbers)), texts: make([]string, len(s.numbers)), there: make([]bool, len(s.numbers))}
	for i, x := range s.numbers {
		out.numbers[i] = math.NaN()
		if math.IsNaN(x) {
			continue
		}
		for n, b := range p.Bands {
			if b.Least != nil && x < *b.Least || b.Below != nil && (x > *b.Below || x == *b.Below && !b.Through) {
				continue
			}
			out.texts[i], out.there[i], out.numbers[i] = b.Label, true, float64(n)
			break
		}
	}
	return out
}

func (f *frame) fill(s *series, p Preparation) (*frame, string, error) {
	out := &series{name: s.name, numbers: append([]float64(nil), s.numbers...), texts: append([]string(nil), s.texts...), there: append([]bool(nil), s.there...)}
	if !s.isText() {
		out.texts, out.there = nil, nil
	}
	whole := []group{{"", f}}
	var by *series
	if p.By != "" {
		var err error
		if whole, err = f.groups(p.By, nil); err != nil {
			return nil, "", err
		}
		if by, err = f.column(p.By); err != nil {
			return nil, "", err
		}
	}
	filled := 0
	for _, g := range whole {
		of, err := g.column(p.Column)
		if err != nil {
			return nil, "", err
		}
		with, text, err := filling(of, p.With)
		if err != nil {
			return nil, "", err
		}
		for i := range f.rows {
			if !out.missing(i) || by != nil && by.text(i) != g.name {
				continue
			}
			filled++
			out.numbers[i] = with
			if out.isText() {
				out.texts[i], out.there[i] = text, true
			}
		}
	}
	said := fmt.Sprintf("%d missing values of %s are filled with the %s", filled, p.Column, p.With)
	if p.By != "" {
		said += " of the same " + p.By
	}
	return f.with(out), said, nil
}

func filling(s *series, with string) (x float64, text string, err error) {
	values := s.values()
	switch {
	case with == "mode" && s.isText():
		count, best := map[string]int{}, ""
		for i, t := range s.texts {
			if s.there[i] {
				if count[t]++; count[t] > count[best] || count[t] == count[best] && t < best {
					best = t
				}
			}
		}
		return math.NaN(), best, nil
	case s.isText() && (with == "mean" || with == "median"):
		return 0, "", fault.New(fault.Usage, "%s holds texts, which have no %s", s.name, with).WithHint("fill it with the mode or with a text")
	case s.isText():
		return math.NaN(), with, nil
	case len(values) == 0:
		return 0, "", fault.New(fault.EmptyResult, "%s has no values to fill its gaps from", s.name)
	case with == "mean":
		return stats.Mean(values), "", nil
	case with == "median":
		return stats.Median(values), "", nil
	case with == "mode":
		return stats.Modes(values)[0], "", nil
	}
	_, err = fmt.Sscanf(with, "%g", &x)
	if err != nil {
		return 0, "", fault.New(fault.Usage, "gaps cannot be filled with %q", with).WithHint("fill them with the mean, the median, the mode or a number")
	}
	return x, "", nil
}

func (f *frame) transform(s *series, p Preparation) (*frame, string, error) {
	var at []int
	for i, x := range s.numbers {
		if !math.IsNaN(x) {
			at = append(at, i)
		}
	}
	values := s.values()
	var made []float64
	var err error
	said := ""
	switch p.With {
	case "minmax":
		made, said = stats.MinMax(values), "scaled to 0–1"
	case "zscore":
		made, said = stats.Standardize(values, stats.PopulationDeviation), "standardised by the deviation of the population"
	case "zscore_sample":
		made, said = stats.Standardize(values, stats.SampleDeviation), "standardised by the deviation of the sample"
	case "log":
		made, err = stats.Log(values)
		said = "its natural logarithm"
	case "log1p":
		made, err = stats.Log1p(values)
		said = "the natural logarithm of 1 more"
	case "sqrt":
		said = "its square root"
		for _, x := range values {
			made = append(made, math.Sqrt(x))
		}
	default:
		return nil, "", fault.New(fault.Usage, "there is no transformation %q", p.With)
	}
	if err != nil {
		return nil, "", err
	}
	out := &series{name: p.Column, numbers: make([]float64, f.rows)}
	if p.Output != "" {
		out.name = p.Output
	}
	for i := range out.numbers {
		out.numbers[i] = math.NaN()
	}
	for i, row := range at {
		out.numbers[row] = made[i]
	}
	return f.with(out), fmt.Sprintf("%s is %s", p.Column, said), nil
}

// outliersOf marks the outliers of a column by a rule.
func outliersOf(s *series, rule string, factor float64, sample bool) (mask []bool, said string, err error) {
	var at []int
	for i, x := range s.numbers {
		if !math.IsNaN(x) {
			at = append(at, i)
		}
	}
	var o stats.Outliers
	switch rule {
	case "z":
		d := stats.PopulationDeviation
		if sample {
			d = stats.SampleDeviation
		}
		o, err = stats.OutliersByZ(s.values(), factor, d)
		said = fmt.Sprintf("more than %s standard deviations from the mean", number(factor, 2))
	case "mad":
		o, err = stats.OutliersByMAD(s.values(), factor)
		said = fmt.Sprintf("more than %s median deviations from the median", number(factor, 2))
	default:
		o, err = stats.OutliersByQuartiles(s.values(), factor)
		said = fmt.Sprintf("outside the quartiles by more than %s times their distance", number(factor, 2))
	}
	if err != nil {
		return nil, "", err
	}
	mask = make([]bool, len(s.numbers))
	for i, row := range at {
		mask[row] = o.Mask[i]
	}
	return mask, said, nil
}
