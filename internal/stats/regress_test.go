package stats

import (
	"math"
	"slices"
	"testing"
)

// longley is NIST's data set of high multicollinearity: six columns, then what
// they explain.
func longley() ([][]float64, []float64) {
	return [][]float64{
			numbers("83.0 88.5 88.2 89.5 96.2 98.1 99.0 100.0 101.2 104.6 108.4 110.8 112.6 114.2 115.7 116.9"),
			numbers("234289 259426 258054 284599 328975 346999 365385 363112 397469 419180 442769 444546 482704 502601 518173 554894"),
			numbers("2356 2325 3682 3351 2099 1932 1870 3578 2904 2822 2936 4681 3813 3931 4806 4007"),
			numbers("1590 1456 1616 1650 3099 3594 3547 3350 3048 2857 2798 2637 2552 2514 2572 2827"),
			numbers("107608 108632 109773 110929 112075 113270 115094 116219 117388 118734 120445 121950 123366 125368 127852 130081"),
			numbers("1947 1948 1949 1950 1951 1952 1953 1954 1955 1956 1957 1958 1959 1960 1961 1962"),
		},
		numbers("60323 61122 60171 61187 63221 63639 64989 63761 66019 67857 68169 66513 68655 69564 69331 70551")
}

// NIST's certified values.
func TestLongley(t *testing.T) {
	columns, y := longley()
	l, err := FitLinear(columns, y)
	noError(t, err)
	near(t, "intercept", l.Intercept.Value, -3482258.63459582, 1e-10)
	near(t, "its error", l.Intercept.StdError, 890420.383607373, 1e-10)
	for i, want := range []Coefficient{
		{Value: 15.0618722713733, StdError: 84.9149257747669},
		{Value: -0.358191792925910e-01, StdError: 0.334910077722432e-01},
		{Value: -2.02022980381683, StdError: 0.488399681651699},
		{Value: -1.03322686717359, StdError: 0.214274163161675},
		{Value: -0.511041056535807e-01, StdError: 0.226073200069370},
		{Value: 1829.15146461355, StdError: 455.478499142212},
	} {
		near(t, "coefficient", l.Coefficients[i].Value, want.Value, 1e-9)
		near(t, "its error", l.Coefficients[i].StdError, want.StdError, 1e-9)
	}
	near(t, "residual error", l.ResidualError, 304.854073561965, 1e-11)
	near(t, "R²", l.Fit.R2, 0.995479004577296, 1e-13)
	near(t, "F", l.F, 330.285339234588, 1e-10)
	for i, want := range []float64{135.53244, 1788.51348, 33.61889, 3.58893, 399.15102, 758.98060} {
		near(t, "VIF", l.VIF[i], want, 1e-6)
	}
}

// R's lm for mtcars.
func TestLinearOfCars(t *testing.T) {
	c := cars()
	l, err := FitLinear([][]float64{c.wt, c.hp}, c.mpg)
	noError(t, err)
	for _, v := range []struct {
		what      string
		got, want float64
	}{
		{"intercept", l.Intercept.Value, 37.22727}, {"its error", l.Intercept.StdError, 1.59879},
		{"wt", l.Coefficients[0].Value, -3.87783}, {"its error", l.Coefficients[0].StdError, 0.63273}, {"its t", l.Coefficients[0].T, -6.129},
		{"its p", l.Coefficients[0].P, 1.12e-06}, {"hp", l.Coefficients[1].Value, -0.03177}, {"its p", l.Coefficients[1].P, 0.00145},
		{"residual error", l.ResidualError, 2.593}, {"R²", l.Fit.R2, 0.8268}, {"adjusted R²", l.AdjustedR2, 0.8148}, {"F", l.F, 69.21}, {"p", l.P, 9.109e-12},
		{"RMSE", l.Fit.RMSE, 2.593 * math.Sqrt(29./32)}, {"MSE", l.Fit.MSE, l.Fit.RMSE * l.Fit.RMSE},
	} {
		near(t, v.what, v.got, v.want, 4e-3)
	}
	if l.DF != 29 || l.N != 32 || len(l.Dropped) != 0 {
		t.Errorf("got %+v", l)
	}
	if s := NewScore(c.mpg, l.Predict([][]float64{c.wt, c.hp})); math.Abs(s.R2-l.Fit.R2) > 1e-12 || math.Abs(s.MAE-l.Fit.MAE) > 1e-12 {
		t.Errorf("score %+v, fit %+v", s, l.Fit)
	}
}

// Residuals are orthogonal to the columns, and columns that others determine
// change no prediction.
func TestDependentColumns(t *testing.T) {
	c := cars()
	plain, err := FitLinear([][]float64{c.wt, c.hp}, c.mpg)
	noError(t, err)
	both := make([]float64, len(c.wt))
	for i := range both {
		both[i] = 3*c.wt[i] - 0.1*c.hp[i] + 1e6
	}
	columns := [][]float64{c.wt, mapped(c.wt, func(float64) float64 { return 0.1 }), c.hp, both}
	l, err := FitLinear(columns, c.mpg)
	noError(t, err)
	if !slices.Equal(l.Dropped, []int{1, 3}) || l.Coefficients[3].Value != 0 || !math.IsInf(l.VIF[1], 1) {
		t.Errorf("dropped %v", l.Dropped)
	}
	near(t, "R²", l.Fit.R2, plain.Fit.R2, 1e-12)
	near(t, "adjusted R²", l.AdjustedR2, plain.AdjustedR2, 1e-12)
	rest := minus(c.mpg, l.Predict(columns))
	for _, j := range []int{0, 2} {
		if d := dot(rest, columns[j]); math.Abs(d) > 1e-8 {
			t.Errorf("residuals are not orthogonal to column %d: %g", j, d)
		}
	}
}

// NIST's data set Wampler1: all coefficients are exactly 1.
func TestPolynomial(t *testing.T) {
	var x, y []float64
	for i := range 21 {
		x = append(x, float64(i))
		y = append(y, poly(float64(i), 1, 1, 1, 1, 1, 1))
	}
	p, err := FitPolynomial(x, y, 5)
	noError(t, err)
	for k, c := range p.Coefficients {
		if math.Abs(c-1) > 2e-7 {
			t.Errorf("coefficient %d is %.12g", k, c)
		}
	}
	near(t, "value", p.At(7), poly(7, 1, 1, 1, 1, 1, 1), 1e-12)
	near(t, "R²", p.Fit.R2, 1, 1e-14)
	_, err = FitPolynomial([]float64{1, 2, 1, 2, 1}, []float64{1, 2, 3, 4, 5}, 2)
	wantFault(t, "two distinct values", err)
	_, err = FitPolynomial(x, y, 0)
	wantFault(t, "degree 0", err)
	_, err = FitPolynomial(x[:3], y[:3], 2)
	wantFault(t, "three values", err)
}

func TestLinearFaults(t *testing.T) {
	y := []float64{1, 2, 3, 5}
	for what, columns := range map[string][][]float64{
		"no columns": {}, "other lengths": {{1, 2}}, "too many columns": {y, y, y}, "a constant column": {{2, 2, 2, 2}},
	} {
		_, err := FitLinear(columns, y)
		wantFault(t, what, err)
	}
	_, err := FitLinear([][]float64{y}, []float64{2, 2, 2, 2})
	wantFault(t, "constant target", err)
	exact, err := FitLinear([][]float64{{1, 2, 3, 4}}, []float64{2, 4, 6, 8})
	if err != nil || math.Abs(exact.Fit.R2-1) > 1e-14 || exact.P > 1e-10 {
		t.Errorf("an exact fit: %+v, %v", exact, err)
	}
}
