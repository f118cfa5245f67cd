package stats

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
)

const (
	// DefaultC is scikit-learn's default penalty.
	DefaultC = 1.0

	maxParameters   = 1000
	maxEffort       = 5e9 // rows times squared parameters, of one step
	newtonTolerance = 1e-8
	// Without a penalty, Newton's method takes about ten steps, or never ends
	// because the best weights are infinite.
	newtonSteps         = 30
	newtonPenaltySteps  = 100
	separatedLossPerRow = 1e-6
)

// Logistic is a logistic regression. Of two classes it has one row of weights,
// for the second class; of more, one for each class, and then intercepts and
// the weights of a column each add up to 0.
type Logistic struct {
	Intercepts []float64
	Weights    [][]float64
	Classes    int
	Steps      int
}

// FitLogistic fits the classes, numbered from 0, to the columns. C is the
// inverse strength of the L2 penalty, which spares the intercepts, as in
// scikit-learn; +Inf means no penalty. Weights are exact to about 1e-8, whereas
// scikit-learn stops earlier. Without a penalty it is a fault if the columns
// separate the classes, because the weights have no finite best value.
func FitLogistic(columns [][]float64, codes []int, classes int, c float64) (*Logistic, error) {
	if err := checkLogistic(columns, codes, classes, c); err != nil {
		return nil, err
	}
	f := newLogisticFit(columns, codes, classes, c)
	limit := newtonSteps
	if !math.IsInf(c, 1) {
		limit = newtonPenaltySteps
	}
	loss := f.evaluate()
	for step := 1; step <= limit; step++ {
		delta := solveCholesky(f.hessian, f.gradient)
		before, size := append([]float64(nil), f.theta...), 0.0
		for _, v := range delta {
			size = max(size, math.Abs(v))
		}
		addScaled(f.theta, -1, delta)
		next := f.evaluate()
		for halving := 0; next > loss*(1+1e-10)+1e-12 && halving < 30; halving++ {
			for i := range f.theta {
				f.theta[i] = (f.theta[i] + before[i]) / 2
			}
			next = f.evaluate()
		}
		loss = next
		if math.IsInf(c, 1) && loss < separatedLossPerRow*float64(len(codes)) {
			break
		}
		if size < newtonTolerance {
			return f.model(step), nil
		}
	}
	return nil, fault.New(fault.Usage, "the weights of the logistic regression have no finite best value, because the columns separate the classes").
		WithHint("fit it with a penalty, such as C = 1")
}

func checkLogistic(columns [][]float64, codes []int, classes int, c float64) error {
	if err := checkRows(columns, len(codes)); err != nil {
		return err
	}
	if !(c > 0) {
		return fault.New(fault.Usage, "C = %g is not a penalty", c).WithHint("give a number above 0; larger means a weaker penalty")
	}
	seen := make([]bool, max(classes, 0))
	for _, k := range codes {
		if k < 0 || k >= classes {
			return fault.New(fault.Usage, "class %d is not one of %d classes", k, classes).WithHint("number the classes from 0")
		}
		seen[k] = true
	}
	present := 0
	for _, s := range seen {
		if s {
			present++
		}
	}
	if present < 2 || present < classes {
		return fault.New(fault.Usage, "a logistic regression needs rows of every class and at least two classes; %d of %d classes have rows", present, classes).
			WithHint("leave out classes without rows, or predict a column that has two values")
	}
	m := float64(len(columns)+1) * float64(classes)
	if m > maxParameters || m*m*float64(len(codes)) > maxEffort {
		return fault.New(fault.Usage, "a logistic regression of %d rows, %d columns and %d classes is too large", len(codes), len(columns), classes).
			WithHint("use fewer columns or a sample of the rows, or put rare classes together")
	}
	return nil
}

// logisticFit is a fit in progress, on columns that were centered and scaled to
// deviation 1; the penalty is scaled with them.
type logisticFit struct {
	rows              [][]float64 // 1, then the scaled columns
	codes             []int
	classes, outputs  int
	width             int // of a row
	means, deviations []float64
	penalty           []float64 // of each part of a row
	theta             []float64 // weights by output, then by part
	gradient          []float64
	hessian           [][]float64 // its lower triangle
}

func newLogisticFit(columns [][]float64, codes []int, classes int, c float64) *logisticFit {
	p := len(columns)
	f := &logisticFit{codes: codes, classes: classes, outputs: classes, width: p + 1, means: make([]float64, p), deviations: make([]float64, p), penalty: make([]float64, p+1)}
	if classes == 2 {
		f.outputs = 1
	}
	flat := make([]float64, len(codes)*f.width)
	for i := range codes {
		f.rows = append(f.rows, flat[i*f.width:(i+1)*f.width])
		f.rows[i][0] = 1
	}
	for j, column := range columns {
		f.means[j], f.deviations[j] = Mean(column), PopulationStdDev(column)
		if Range(column) == 0 {
			f.deviations[j] = 1
		}
		f.penalty[j+1] = 1 / (c * f.deviations[j] * f.deviations[j])
		for i, v := range column {
			f.rows[i][j+1] = (v - f.means[j]) / f.deviations[j]
		}
	}
	m := f.outputs * f.width
	f.theta, f.gradient, f.hessian = make([]float64, m), make([]float64, m), make([][]float64, m)
	for i := range f.hessian {
		f.hessian[i] = make([]float64, m)
	}
	return f
}

// softmax turns the scores of the outputs to probabilities in place, and
// returns the logarithm of what they were divided by. A single output is
// compared with a score of 0.
func softmax(scores []float64) float64 {
	most, total := Max(scores), 0.0
	if len(scores) == 1 {
		most = max(0, most)
	}
	for s, v := range scores {
		scores[s] = math.Exp(v - most)
		total += scores[s]
	}
	if len(scores) == 1 {
		total += math.Exp(-most)
	}
	for s := range scores {
		scores[s] /= total
	}
	return most + math.Log(total)
}

// evaluate computes the penalised loss and its derivatives.
func (f *logisticFit) evaluate() float64 {
	w := f.width
	clear(f.gradient)
	for _, h := range f.hessian {
		clear(h)
	}
	loss, p := 0.0, make([]float64, f.outputs)
	for i, row := range f.rows {
		target := f.codes[i] + f.outputs - f.classes // -1 for the first of two classes
		for s := range p {
			p[s] = dot(row, f.theta[s*w:(s+1)*w])
		}
		if target >= 0 {
			loss -= p[target]
		}
		loss += softmax(p)
		f.differentiate(row, p, target)
	}
	damping := 0.0
	for i, t := range f.theta {
		lambda := f.penalty[i%w]
		loss += lambda * t * t / 2
		f.gradient[i] += lambda * t
		f.hessian[i][i] += lambda
		damping += f.hessian[i][i]
	}
	for i := range f.hessian {
		f.hessian[i][i] += 1e-10 * damping / float64(len(f.theta)) // for columns that determine each other
		for j := i; f.outputs > 1 && j >= 0; j -= w {
			f.hessian[i][j] += damping / float64(len(f.theta)) // weights of all classes may move together
		}
	}
	return loss
}

func (f *logisticFit) differentiate(row, p []float64, target int) {
	w := f.width
	for s := range p {
		residual := p[s]
		if s == target {
			residual--
		}
		addScaled(f.gradient[s*w:(s+1)*w], residual, row)
		for t := range s + 1 {
			weight := -p[s] * p[t]
			if s == t {
				weight = p[s] * (1 - p[s])
			}
			for a, v := range row {
				// A block of two outputs is symmetric, but has both of its triangles
				// in the lower triangle of the whole.
				end := w
				if s == t {
					end = a + 1
				}
				addScaled(f.hessian[s*w+a][t*w:t*w+end], weight*v, row[:end])
			}
		}
	}
}

// solveCholesky solves h·x = g for a positive definite h, of which it reads and
// overwrites the lower triangle.
func solveCholesky(h [][]float64, g []float64) []float64 {
	x := append([]float64(nil), g...)
	for i, row := range h {
		for j := range i {
			row[j] = (row[j] - dot(row[:j], h[j][:j])) / h[j][j]
		}
		row[i] = math.Sqrt(math.Max(row[i]-dot(row[:i], row[:i]), math.SmallestNonzeroFloat64))
		x[i] = (x[i] - dot(row[:i], x[:i])) / row[i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= h[i][i]
		addScaled(x[:i], -x[i], h[i][:i])
	}
	return x
}

// model converts the weights to the columns' own scale.
func (f *logisticFit) model(steps int) *Logistic {
	l := &Logistic{Classes: f.classes, Steps: steps}
	for s := range f.outputs {
		theta := f.theta[s*f.width : (s+1)*f.width]
		intercept, weights := theta[0], make([]float64, f.width-1)
		for j := range weights {
			weights[j] = theta[j+1] / f.deviations[j]
			intercept -= weights[j] * f.means[j]
		}
		l.Intercepts, l.Weights = append(l.Intercepts, intercept), append(l.Weights, weights)
	}
	return l
}

// Probabilities are those of each class, by row.
func (l *Logistic) Probabilities(columns [][]float64) [][]float64 {
	out := make([][]float64, len(columns[0]))
	for i := range out {
		scores := make([]float64, len(l.Weights), l.Classes)
		for s, weights := range l.Weights {
			scores[s] = l.Intercepts[s]
			for j, w := range weights {
				scores[s] += w * columns[j][i]
			}
		}
		softmax(scores)
		if l.Classes == 2 {
			scores = []float64{1 - scores[0], scores[0]}
		}
		out[i] = scores
	}
	return out
}

// Predict is the most probable class of each row.
func (l *Logistic) Predict(columns [][]float64) []int {
	out := make([]int, len(columns[0]))
	for i, p := range l.Probabilities(columns) {
		for k := range p {
			if p[k] > p[out[i]] {
				out[i] = k
			}
		}
	}
	return out
}
