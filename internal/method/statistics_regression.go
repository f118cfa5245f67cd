package method

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/stats"
)

// codesOf are the numbers of a column; of texts their places in the alphabet, so
// that no and yes are 0 and 1.
func codesOf(c *series) ([]float64, error) {
	if !c.isText() {
		return c.values(), nil
	}
	var texts []string
	for i, t := range c.texts {
		if c.there[i] {
			texts = append(texts, t)
		}
	}
	codes, classes := stats.LabelCodes(texts)
	const most = 50
	if len(classes) > most {
		return nil, fault.New(fault.Usage, "%s has %d different texts; a model takes at most %d", c.name, len(classes), most)
	}
	list := make([]float64, len(codes))
	for i, n := range codes {
		list[i] = float64(n)
	}
	return list, nil
}

// split are the columns of a model, for fitting and for testing.
type split struct {
	target        string
	features      []string
	trainX, testX [][]float64
	trainY, testY []float64
	rows, left    int
	tested        bool
}

// splitOf takes the first column as what is explained and the others as what
// explains it; rows that miss any of them do not count.
func splitOf(f *frame, m Measure) (*split, error) {
	if len(m.Columns) < 2 {
		return nil, fault.New(fault.Usage, "a regression needs a column to explain and at least one that explains it")
	}
	whole, err := f.complete(m.Columns...)
	if err != nil {
		return nil, err
	}
	var all [][]float64
	for _, name := range m.Columns {
		c, err := whole.column(name)
		if err != nil {
			return nil, err
		}
		x, err := codesOf(c)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	s := &split{target: m.Columns[0], features: m.Columns[1:], rows: f.rows, left: whole.rows, tested: m.Test > 0}
	train := make([]int, whole.rows)
	for i := range train {
		train[i] = i
	}
	var test []int
	if s.tested {
		if train, test, err = stats.TrainTestSplit(whole.rows, m.Test, m.Seed); err != nil {
			return nil, err
		}
	}
	pick := func(x []float64, at []int) []float64 {
		list := make([]float64, len(at))
		for i, n := range at {
			list[i] = x[n]
		}
		return list
	}
	for _, x := range all[1:] {
		s.trainX, s.testX = append(s.trainX, pick(x, train)), append(s.testX, pick(x, test))
	}
	s.trainY, s.testY = pick(all[0], train), pick(all[0], test)
	if !s.tested {
		s.testX, s.testY = s.trainX, s.trainY
	}
	return s, nil
}

// on says which rows a score is of.
func (s *split) on() string {
	if s.tested {
		return " on the test rows"
	}
	return ""
}

func (s *split) of() string { return s.target + " from " + english.JoinList(s.features, "and") }

func linear(s *statistician, f *frame, m Measure, group string) error {
	d, err := splitOf(f, m)
	if err != nil {
		return err
	}
	l, err := stats.FitLinear(d.trainX, d.trainY)
	if err != nil {
		return err
	}
	predicted := make([]float64, len(d.testY))
	for i := range predicted {
		predicted[i] = l.Intercept.Value
		for c, x := range d.testX {
			predicted[i] += l.Coefficients[c].Value * x[i]
		}
	}
	score := stats.NewScore(d.testY, predicted)
	for _, x := range []struct {
		name  string
		value float64
	}{{"R²", score.R2}, {"mean squared error", score.MSE}, {"root mean squared error", score.RMSE}, {"mean absolute error", score.MAE}} {
		s.add(m, finding{what: x.name + d.on(), of: d.of(), group: group, value: x.value})
	}
	s.add(m, finding{what: "intercept", of: d.of(), group: group, value: l.Intercept.Value})
	for i, name := range d.features {
		s.add(m, finding{what: "coefficient", of: name, group: group, value: l.Coefficients[i].Value, verdict: s.significant(l.Coefficients[i].P, "significant", "not significant")})
	}
	if d.tested {
		s.add(m, finding{what: "train rows", group: group, value: float64(len(d.trainY))})
		s.add(m, finding{what: "test rows", group: group, value: float64(len(d.testY))})
	}
	return nil
}

func logistic(s *statistician, f *frame, m Measure, group string) error {
	d, err := splitOf(f, m)
	if err != nil {
		return err
	}
	classes := map[float64]int{}
	var found []float64
	for _, y := range append(append([]float64{}, d.trainY...), d.testY...) {
		if _, ok := classes[y]; !ok {
			classes[y] = 0
			found = append(found, y)
		}
	}
	const most = 20
	if len(found) < 2 || len(found) > most {
		return fault.New(fault.Usage, "%s has %d different values; a logistic regression explains a yes or no, or a few kinds", d.target, len(found)).WithHint("use a linear regression for amounts")
	}
	slices.Sort(found)
	for i, y := range found {
		classes[y] = i
	}
	codes := func(y []float64) []int {
		list := make([]int, len(y))
		for i, v := range y {
			list[i] = classes[v]
		}
		return list
	}
	l, err := stats.FitLogistic(d.trainX, codes(d.trainY), len(classes), 1)
	if err != nil {
		return err
	}
	predicted := make([]int, len(d.testY))
	scores := make([]float64, len(d.testY))
	for i := range predicted {
		predicted[i], scores[i] = classOf(l, d.testX, i)
	}
	got, err := stats.Classify(codes(d.testY), predicted, len(classes))
	if err != nil {
		return err
	}
	s.add(m, finding{what: "accuracy" + d.on(), of: d.of(), group: group, value: got.Accuracy})
	one := got.Weighted
	if len(classes) == 2 {
		one = got.Classes[1]
		positive := make([]bool, len(d.testY))
		for i, y := range d.testY {
			positive[i] = classes[y] == 1
		}
		if auc, err := stats.AUC(scores, positive); err == nil {
			s.add(m, finding{what: "area under the ROC curve" + d.on(), of: d.of(), group: group, value: auc})
		}
	}
	for _, x := range []struct {
		name  string
		value float64
	}{{"precision", one.Precision}, {"recall", one.Recall}, {"F1", one.F1}} {
		s.add(m, finding{what: x.name + d.on(), of: d.of(), group: group, value: x.value})
	}
	if len(classes) == 2 {
		s.add(m, finding{what: "intercept", of: d.of(), group: group, value: l.Intercepts[0]})
		for i, name := range d.features {
			s.add(m, finding{what: "coefficient", of: name, group: group, value: l.Weights[0][i]})
		}
		s.add(m, finding{what: "confusion matrix", of: d.of(), group: group, value: math.NaN(), verdict: strings.Trim(fmt.Sprint(got.Confusion), "[]")})
	}
	if d.tested {
		s.add(m, finding{what: "train rows", group: group, value: float64(len(d.trainY))})
		s.add(m, finding{what: "test rows", group: group, value: float64(len(d.testY))})
	}
	return nil
}

// classOf is the most probable class of a row, and of two classes the evidence for
// the second.
func classOf(l *stats.Logistic, x [][]float64, row int) (class int, evidence float64) {
	best := math.Inf(-1)
	for c := range l.Intercepts {
		z := l.Intercepts[c]
		for j := range x {
			z += l.Weights[c][j] * x[j][row]
		}
		if len(l.Intercepts) == 1 {
			if z > 0 {
				return 1, z
			}
			return 0, z
		}
		if z > best {
			best, class = z, c
		}
	}
	return class, best
}
