package whatif

import (
	"math"

	"github.com/plumbdata/plumb/internal/stats"
)

// forecaster is a fitted method: the value k steps ahead and half its band.
type forecaster interface {
	forecast(k int) float64
	margin(k int, share float64) float64
}

// method makes a forecaster from the past.
type method struct {
	name string
	fit  func(y []float64) forecaster
}

// naive repeats the last season.
type naive struct {
	season []float64
	error  float64 // of repeating, as far as the past tells
}

func fitNaive(y []float64, m int) naive {
	n := naive{season: y[len(y)-m:]}
	var off []float64
	for i := m; i < len(y); i++ {
		off = append(off, y[i]-y[i-m])
	}
	n.error = rootMeanSquare(off)
	return n
}

func (n naive) forecast(k int) float64 { return n.season[(k-1)%len(n.season)] }

// margin grows with every season that is repeated.
func (n naive) margin(k int, share float64) float64 {
	return stats.NormalQuantile((1+share)/2) * n.error * math.Sqrt(float64((k-1)/len(n.season)+1))
}

// score is how a method did on the past that it had not seen.
type score struct {
	method   method
	tests    int     // forecasts compared
	mae      float64 // mean absolute error
	mape     float64 // mean absolute error in percent of the value; NaN with zeros
	mase     float64 // error in terms of repeating the season within the past
	coverage float64 // share of values inside the widened band
	widen    float64 // how much wider the band must be than the method thinks
}

// maxOrigins bounds how often a method is refitted.
const maxOrigins = 12

// backtest forecasts up to h steps from each of the last origins, each time
// knowing only what came before.
func backtest(method method, y []float64, m, h int) score {
	s := score{method: method, widen: 1}
	first := max(2*m, len(y)-maxOrigins)
	var sum, share float64
	var sizes []float64 // errors in terms of the band that was given
	zeros := false
	for origin := first; origin < len(y); origin++ {
		f := method.fit(y[:origin])
		for k := 1; k <= h && origin+k <= len(y); k++ {
			actual := y[origin+k-1]
			e := abs(actual - f.forecast(k))
			sum += e
			if margin := f.margin(k, level); margin > 0 {
				sizes = append(sizes, e/margin)
			}
			if actual == 0 {
				zeros = true
			} else {
				share += e / abs(actual)
			}
			s.tests++
		}
	}
	s.mae = sum / float64(s.tests)
	if len(sizes) > 0 {
		// A fitted method knows its past too well. Its errors on what it had
		// not seen are the better measure.
		s.widen = max(1, stats.NormalQuantile((1+level)/2)*rootMeanSquare(sizes))
		inside := 0
		for _, size := range sizes {
			if size <= s.widen {
				inside++
			}
		}
		s.coverage = float64(inside) / float64(len(sizes))
	}
	if s.mape = share / float64(s.tests); zeros {
		s.mape = math.NaN()
	}
	var repeat float64
	for i := m; i < first; i++ {
		repeat += abs(y[i] - y[i-m])
	}
	s.mase = s.mae / (repeat / float64(first-m))
	return s
}
