package stats

import (
	"math"

	"github.com/plumbdata/plumb/internal/fault"
)

// Score says how well predicted numbers agree with actual ones.
type Score struct{ R2, MSE, RMSE, MAE float64 }

// NewScore compares as many predicted numbers as actual ones. As in
// scikit-learn, R2 of actual values that are all the same is 1 if the
// predictions are exact, and otherwise 0; all scores of no values are NaN.
func NewScore(actual, predicted []float64) Score {
	n := float64(len(actual))
	rss := sum(len(actual), func(i int) float64 { d := actual[i] - predicted[i]; return d * d })
	mae := sum(len(actual), func(i int) float64 { return math.Abs(actual[i] - predicted[i]) }) / n
	s := Score{MSE: rss / n, RMSE: math.Sqrt(rss / n), MAE: mae}
	switch {
	case n == 0:
		s.R2 = math.NaN()
	case Range(actual) > 0:
		s.R2 = 1 - rss/squares(actual)
	case rss == 0:
		s.R2 = 1
	}
	return s
}

// ClassScore says how well a class is recognised. A share of nothing is 0.
type ClassScore struct {
	Precision, Recall, F1 float64
	Support               int // rows that are of the class
}

// Classification says how well predicted classes agree with actual ones.
// Confusion counts rows by actual class, then by predicted class. Scikit-learn's
// default scores of two classes are those of Classes[1].
type Classification struct {
	Accuracy        float64
	Classes         []ClassScore
	Macro, Weighted ClassScore // means over classes, plain and by support
	Confusion       [][]int
}

// Classify compares as many predicted classes as actual ones, numbered from 0
// and below classes. It needs one row.
func Classify(actual, predicted []int, classes int) (Classification, error) {
	if err := need("a comparison of classes", 1, len(actual)); err != nil {
		return Classification{}, err
	}
	if len(actual) != len(predicted) {
		return Classification{}, fault.New(fault.Usage, "there are %d predictions for %d rows", len(predicted), len(actual)).WithHint("predict every row")
	}
	c := Classification{Classes: make([]ClassScore, classes), Confusion: make([][]int, classes)}
	guessed := make([]int, classes)
	for i := range c.Confusion {
		c.Confusion[i] = make([]int, classes)
	}
	for i, a := range actual {
		c.Confusion[a][predicted[i]]++
		c.Classes[a].Support++
		guessed[predicted[i]]++
	}
	right, n, present := 0, float64(len(actual)), 0.0
	for k := range c.Classes {
		s, hits := &c.Classes[k], c.Confusion[k][k]
		right += hits
		s.Precision, s.Recall = ratio(hits, guessed[k]), ratio(hits, s.Support)
		s.F1 = ratio(2*hits, guessed[k]+s.Support)
		c.Weighted.add(*s, float64(s.Support)/n)
		if guessed[k]+s.Support > 0 { // scikit-learn leaves out classes that do not occur
			present++
		}
	}
	for _, s := range c.Classes {
		c.Macro.add(s, 1/present)
	}
	c.Macro.Support, c.Weighted.Support = len(actual), len(actual)
	c.Accuracy = ratio(right, len(actual))
	return c, nil
}

func (s *ClassScore) add(other ClassScore, weight float64) {
	s.Precision += weight * other.Precision
	s.Recall += weight * other.Recall
	s.F1 += weight * other.F1
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// AUC is the area under the ROC curve: the probability that a positive row
// scores above a negative one, ties counting half. It needs rows of both kinds.
func AUC(scores []float64, positive []bool) (float64, error) {
	if len(scores) != len(positive) {
		return 0, fault.New(fault.Usage, "there are %d scores for %d rows", len(scores), len(positive)).WithHint("score every row")
	}
	ranks, total, count := Ranks(scores), 0.0, 0.0
	for i, p := range positive {
		if p {
			total += ranks[i]
			count++
		}
	}
	others := float64(len(scores)) - count
	if count == 0 || others == 0 {
		return 0, fault.New(fault.Usage, "the area under the ROC curve is not defined, because all rows are of one class").
			WithHint("use rows of both classes")
	}
	return (total - count*(count+1)/2) / (count * others), nil
}
