package stats

import (
	"math"
	"testing"
)

func codesOf(x []float64) []int {
	codes := make([]int, len(x))
	for i, v := range x {
		codes[i] = int(v)
	}
	return codes
}

// R's glm(am ~ wt), glm(vs ~ mpg) and glm(am ~ hp + wt), binomial.
func TestLogisticWithoutPenalty(t *testing.T) {
	c := cars()
	l, err := FitLogistic([][]float64{c.wt}, codesOf(c.am), 2, math.Inf(1))
	noError(t, err)
	near(t, "intercept", l.Intercepts[0], 12.040, 1e-4)
	near(t, "weight", l.Weights[0][0], -4.024, 1e-4)
	l, err = FitLogistic([][]float64{c.mpg}, codesOf(c.vs), 2, math.Inf(1))
	noError(t, err)
	near(t, "intercept", l.Intercepts[0], -8.8331, 1e-5)
	near(t, "weight", l.Weights[0][0], 0.4304, 1e-4)
	l, err = FitLogistic([][]float64{c.hp, c.wt}, codesOf(c.am), 2, math.Inf(1))
	noError(t, err)
	near(t, "intercept", l.Intercepts[0], 18.86630, 1e-5)
	near(t, "weight of hp", l.Weights[0][0], 0.03626, 1e-3)
	near(t, "weight of wt", l.Weights[0][1], -8.08348, 1e-5)
}

// gradient is that of the penalised loss, from its definition.
func gradient(l *Logistic, columns [][]float64, codes []int, c float64) float64 {
	p, most := l.Probabilities(columns), 0.0
	for s := range l.Weights {
		class := s
		if l.Classes == 2 {
			class = 1
		}
		intercept := 0.0
		for j, column := range columns {
			g := l.Weights[s][j] / c
			intercept = 0
			for i, v := range column {
				d := p[i][class]
				if codes[i] == class {
					d--
				}
				g += d * v
				intercept += d
			}
			most = max(most, math.Abs(g))
		}
		most = max(most, math.Abs(intercept))
	}
	return most
}

// At the best weights the derivatives vanish, whatever the penalty and the
// scale of the columns.
func TestLogisticIsOptimal(t *testing.T) {
	columns, species := iris(t)
	codes, classes := LabelCodes(species)
	scaled := [][]float64{mapped(columns[0], func(v float64) float64 { return 1000 + v/100 }), columns[1], columns[2]}
	two := make([]int, len(codes))
	for i, k := range codes {
		two[i] = min(k, 1)
	}
	for _, c := range []float64{0.01, 1, 100} {
		for _, x := range [][][]float64{columns, scaled} {
			l, err := FitLogistic(x, codes, len(classes), c)
			noError(t, err)
			if g := gradient(l, x, codes, c); g > 1e-6 {
				t.Errorf("C = %g, three classes: gradient %g after %d steps", c, g, l.Steps)
			}
			if s := Sum(l.Intercepts); math.Abs(s) > 1e-4 {
				t.Errorf("C = %g: intercepts add up to %g", c, s)
			}
			l, err = FitLogistic(x, two, 2, c)
			noError(t, err)
			if g := gradient(l, x, two, c); g > 1e-6 {
				t.Errorf("C = %g, two classes: gradient %g after %d steps", c, g, l.Steps)
			}
		}
	}
	overlapping := [][]float64{columns[0], columns[1]}
	one := codes[50:]
	for i := range one {
		one[i]--
	}
	l, err := FitLogistic([][]float64{overlapping[0][50:], overlapping[1][50:], overlapping[0][50:]}, one, 2, math.Inf(1))
	noError(t, err) // a column twice
	if g := gradient(l, [][]float64{overlapping[0][50:], overlapping[1][50:], overlapping[0][50:]}, one, math.Inf(1)); g > 1e-6 {
		t.Errorf("a column twice: gradient %g", g)
	}
}

// The example of scikit-learn's documentation of LogisticRegression. Its
// probabilities are those of an iteration that stopped before the optimum; that
// ours is the optimum is what TestLogisticIsOptimal checks.
func TestLogisticOfIris(t *testing.T) {
	columns, species := iris(t)
	codes, classes := LabelCodes(species)
	l, err := FitLogistic(columns, codes, len(classes), DefaultC)
	noError(t, err)
	p := l.Probabilities(columns)
	for i, want := range [][]float64{{9.82e-01, 1.82e-02, 1.44e-08}, {9.72e-01, 2.82e-02, 3.02e-08}} {
		for k := range want {
			near(t, "probability", p[i][k], want[k], 0.02)
		}
		near(t, "total", Sum(p[i]), 1, 1e-14)
	}
	s, err := Classify(codes, l.Predict(columns), len(classes))
	noError(t, err)
	near(t, "accuracy", s.Accuracy, 146./150, 1e-12)

	train, test, err := TrainTestSplit(150, 0.2, 42)
	noError(t, err)
	l, err = FitLogistic(rowsAt(columns, train), at(codes, train), 3, DefaultC)
	noError(t, err)
	s, err = Classify(at(codes, test), l.Predict(rowsAt(columns, test)), 3)
	noError(t, err)
	near(t, "accuracy of the well-known split", s.Accuracy, 1, 1e-12)
}

func at(codes, rows []int) []int {
	var out []int
	for _, i := range rows {
		out = append(out, codes[i])
	}
	return out
}

func rowsAt(columns [][]float64, rows []int) [][]float64 {
	out := make([][]float64, len(columns))
	for j := range columns {
		for _, i := range rows {
			out[j] = append(out[j], columns[j][i])
		}
	}
	return out
}

// Two classes as a softmax with half the penalty are the same model.
func TestLogisticOfTwoIsSoftmax(t *testing.T) {
	c := cars()
	codes := codesOf(c.am)
	two, err := FitLogistic([][]float64{c.wt, c.mpg}, codes, 2, 1)
	noError(t, err)
	f := newLogisticFit([][]float64{c.wt, c.mpg}, codes, 2, 0.5)
	f.outputs = 2
	m := 2 * f.width
	f.theta, f.gradient, f.hessian = make([]float64, m), make([]float64, m), make([][]float64, m)
	for i := range f.hessian {
		f.hessian[i] = make([]float64, m)
	}
	for range 30 {
		f.evaluate()
		addScaled(f.theta, -1, solveCholesky(f.hessian, f.gradient))
	}
	soft := f.model(30)
	for j := range 2 {
		near(t, "weight", soft.Weights[1][j]-soft.Weights[0][j], two.Weights[0][j], 1e-7)
	}
	near(t, "intercept", soft.Intercepts[1]-soft.Intercepts[0], two.Intercepts[0], 1e-7)
}

func TestLogisticFaults(t *testing.T) {
	x := [][]float64{{1, 2, 3, 4}}
	for what, f := range map[string]func() (*Logistic, error){
		"separated": func() (*Logistic, error) { return FitLogistic(x, []int{0, 0, 1, 1}, 2, math.Inf(1)) },
		"nearly separated": func() (*Logistic, error) {
			return FitLogistic([][]float64{{1, 2, 2, 3}}, []int{0, 0, 1, 1}, 2, math.Inf(1))
		},
		"one class":       func() (*Logistic, error) { return FitLogistic(x, []int{0, 0, 0, 0}, 1, 1) },
		"an empty class":  func() (*Logistic, error) { return FitLogistic(x, []int{0, 1, 0, 1}, 3, 1) },
		"a wrong class":   func() (*Logistic, error) { return FitLogistic(x, []int{0, 1, 2, 1}, 2, 1) },
		"no penalty of 0": func() (*Logistic, error) { return FitLogistic(x, []int{0, 1, 0, 1}, 2, 0) },
		"other lengths":   func() (*Logistic, error) { return FitLogistic(x, []int{0, 1}, 2, 1) },
		"too large":       func() (*Logistic, error) { return FitLogistic(make([][]float64, 600), nil, 2, 1) },
	} {
		_, err := f()
		wantFault(t, what, err)
	}
	if _, err := FitLogistic(x, []int{0, 0, 1, 1}, 2, 1); err != nil {
		t.Errorf("separated classes with a penalty: %v", err)
	}
}
