package stats

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
)

// Coefficient is an estimate with its standard error, t and two-sided p-value.
type Coefficient struct{ Value, StdError, T, P float64 }

// Linear is a linear regression by least squares, with an intercept.
//
// A column that is constant or a linear combination of those before it is
// Dropped: its coefficient is 0 and its VIF infinite. Predictions and scores
// are the same with and without it.
type Linear struct {
	Intercept     Coefficient
	Coefficients  []Coefficient
	VIF           []float64 // variance inflation factors
	Dropped       []int
	Fit           Score // on the rows of the fit
	AdjustedR2    float64
	F, P          float64 // of all columns together
	DF            int     // degrees of freedom of the residuals
	ResidualError float64 // standard deviation of the residuals, by DF
	N             int
}

// checkRows returns a fault unless all columns have n values.
func checkRows(columns [][]float64, n int) error {
	for _, c := range columns {
		if len(c) != n {
			return fault.New(fault.Usage, "a column has %d values where there are %d rows", len(c), n).
				WithHint("use rows in which all columns have a value")
		}
	}
	if len(columns) == 0 {
		return fault.New(fault.Usage, "there is no column to compute with").WithHint("name at least one column of numbers")
	}
	return nil
}

// FitLinear fits y to the columns. It needs two rows more than columns, and
// values of y that differ.
func FitLinear(columns [][]float64, y []float64) (*Linear, error) {
	n := len(y)
	if err := checkRows(columns, n); err != nil {
		return nil, err
	}
	if err := need("a linear regression of so many columns", len(columns)+2, n); err != nil {
		return nil, err
	}
	if Range(y) == 0 {
		return nil, constant("a linear regression")
	}
	d := decompose(columns)
	if len(d.kept) == 0 {
		return nil, fault.New(fault.Usage, "a linear regression cannot be computed, because every column has one value only").
			WithHint("choose a column in which the values differ")
	}
	center := Mean(y)
	rest := mapped(y, func(v float64) float64 { return v - center })
	b := make([]float64, len(d.kept))
	for range 2 { // the second time refines the first
		for k, delta := range d.solve(rest) {
			b[k] += delta
			addScaled(rest, -delta, d.scaled[k])
		}
	}
	l := &Linear{N: n, DF: n - len(d.kept) - 1, Coefficients: make([]Coefficient, len(columns)), VIF: make([]float64, len(columns)), Dropped: d.dropped}
	rss := sum(n, func(i int) float64 { return rest[i] * rest[i] })
	l.ResidualError = math.Sqrt(rss / float64(l.DF))
	l.fillCoefficients(d, b, center)
	l.Fit = NewScore(y, l.Predict(columns))
	tss, k := squares(y), float64(len(d.kept))
	l.Fit.R2 = 1 - rss/tss
	l.AdjustedR2 = 1 - rss/float64(l.DF)/(tss/float64(n-1))
	l.F = (tss - rss) / k / (rss / float64(l.DF))
	l.P = FSurvival(l.F, k, float64(l.DF))
	return l, nil
}

func (l *Linear) fillCoefficients(d *decomposition, b []float64, center float64) {
	for _, j := range d.dropped {
		l.Coefficients[j].P, l.VIF[j] = 1, math.Inf(1)
	}
	inverse := d.inverse()
	intercept, spread := center, make([]float64, len(b)) // spread is the columns' means by the inverse
	for k, j := range d.kept {
		squared := 0.0
		for _, v := range inverse[k] {
			squared += v * v
		}
		l.VIF[j] = squared
		l.Coefficients[j] = l.coefficient(b[k]/d.norms[k], math.Sqrt(squared)/d.norms[k])
		intercept -= b[k] / d.norms[k] * d.means[k]
		addScaled(spread, d.means[k]/d.norms[k], inverse[k])
	}
	l.Intercept = l.coefficient(intercept, math.Hypot(1/math.Sqrt(float64(l.N)), norm(spread)))
}

// coefficient is an estimate whose standard error is a multiple of the
// residuals'.
func (l *Linear) coefficient(value, errors float64) Coefficient {
	c := Coefficient{Value: value, StdError: errors * l.ResidualError, P: 1}
	if value != 0 {
		c.T = value / c.StdError
		c.P = StudentTwoSided(c.T, float64(l.DF))
	}
	return c
}

// Predict is the fitted value of each row of the columns.
func (l *Linear) Predict(columns [][]float64) []float64 {
	out := make([]float64, len(columns[0]))
	for i := range out {
		out[i] = l.Intercept.Value
	}
	for j, c := range l.Coefficients {
		addScaled(out, c.Value, columns[j])
	}
	return out
}

// decomposition is a QR decomposition, by Householder reflections, of columns
// that were centered and scaled to length 1.
type decomposition struct {
	kept, dropped []int
	means, norms  []float64   // of the kept columns
	scaled        [][]float64 // the kept columns, centered and scaled
	reflectors    [][]float64 // of length 1; the k-th starts at row k
	r             [][]float64 // the k-th column of the triangle
}

// negligible is how short a column of length 1 may become, without its share in
// the others, before it counts as their linear combination.
const negligible = 1e-11

func decompose(columns [][]float64) *decomposition {
	d := &decomposition{}
	for j, column := range columns {
		m := Mean(column)
		scaled := mapped(column, func(v float64) float64 { return v - m })
		length := norm(scaled)
		if length > math.Abs(m)*0x1p-46*math.Sqrt(float64(len(column))) {
			for i := range scaled {
				scaled[i] /= length
			}
			if d.add(scaled) {
				d.kept, d.means, d.norms = append(d.kept, j), append(d.means, m), append(d.norms, length)
				continue
			}
		}
		d.dropped = append(d.dropped, j)
	}
	return d
}

func norm(x []float64) float64 { return math.Sqrt(dot(x, x)) }

func dot(x, y []float64) float64 {
	s := 0.0
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// add appends a column unless the others determine it.
func (d *decomposition) add(scaled []float64) bool {
	c := append([]float64(nil), scaled...)
	d.reflect(c)
	k := len(d.reflectors)
	v := c[k:]
	length := norm(v)
	if length < negligible {
		return false
	}
	if v[0] > 0 {
		length = -length
	}
	d.r = append(d.r, append(append([]float64(nil), c[:k]...), length))
	v[0] -= length
	size := norm(v)
	for i := range v {
		v[i] /= size
	}
	d.scaled, d.reflectors = append(d.scaled, scaled), append(d.reflectors, v)
	return true
}

func (d *decomposition) reflect(c []float64) {
	for k, v := range d.reflectors {
		addScaled(c[k:], -2*dot(v, c[k:]), v)
	}
}

// solve is the least-squares solution for y.
func (d *decomposition) solve(y []float64) []float64 {
	b := append([]float64(nil), y...)
	d.reflect(b)
	b = b[:len(d.r)]
	for k := len(b) - 1; k >= 0; k-- {
		b[k] /= d.r[k][k]
		addScaled(b[:k], -b[k], d.r[k][:k])
	}
	return b
}

// inverse is that of the triangle, by rows.
func (d *decomposition) inverse() [][]float64 {
	n := len(d.r)
	inverse := make([][]float64, n)
	for i := n - 1; i >= 0; i-- {
		inverse[i] = make([]float64, n)
		inverse[i][i] = 1
		for k := i + 1; k < n; k++ {
			addScaled(inverse[i], -d.r[k][i], inverse[k])
		}
		for k := range inverse[i] {
			inverse[i][k] /= d.r[i][i]
		}
	}
	return inverse
}

// Polynomial is a polynomial in one column, fitted by least squares.
type Polynomial struct {
	Coefficients []float64 // of the powers of x, the constant first
	Fit          Score

	center, scale float64
	scaled        []float64 // coefficients in (x - center) / scale
}

// FitPolynomial fits a polynomial. It needs more distinct values of x than the
// degree, and two values more than the degree.
func FitPolynomial(x, y []float64, degree int) (*Polynomial, error) {
	if degree < 1 {
		return nil, fault.New(fault.Usage, "a polynomial of degree %d cannot be fitted", degree).WithHint("give a degree of at least 1")
	}
	if err := pairs("a polynomial of this degree", degree+2, x, y); err != nil {
		return nil, err
	}
	p := &Polynomial{center: (Min(x) + Max(x)) / 2, scale: Range(x) / 2}
	if p.scale == 0 {
		return nil, constant("a polynomial")
	}
	powers := make([][]float64, degree)
	for k := range powers {
		powers[k] = mapped(x, func(v float64) float64 { return math.Pow((v-p.center)/p.scale, float64(k+1)) })
	}
	l, err := FitLinear(powers, y)
	if err != nil {
		return nil, err
	}
	if len(l.Dropped) > 0 {
		return nil, fault.New(fault.Usage, "a polynomial of degree %d needs more than %d distinct values", degree, degree).WithHint("give a lower degree")
	}
	p.Fit, p.scaled = l.Fit, []float64{l.Intercept.Value}
	for _, c := range l.Coefficients {
		p.scaled = append(p.scaled, c.Value)
	}
	for k := degree; k >= 0; k-- { // Horner's scheme, with polynomials in x
		next := make([]float64, len(p.Coefficients)+1)
		for i, c := range p.Coefficients {
			next[i] -= c * p.center / p.scale
			next[i+1] += c / p.scale
		}
		next[0] += p.scaled[k]
		p.Coefficients = next
	}
	p.Coefficients = p.Coefficients[:degree+1]
	return p, nil
}

// At is the fitted value at x.
func (p *Polynomial) At(x float64) float64 { return poly((x-p.center)/p.scale, p.scaled...) }
