package stats

import (
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Series is an evenly spaced series taken apart: what is expected of each point
// by trend and season, how far it is from that in robust deviations, and
// whether that is an anomaly.
type Series struct {
	Period    int // 1 without a season
	Expected  []float64
	Score     []float64
	Anomalous []bool
	Count     int
}

const (
	seriesPoints    = 8    // the least to judge a series by
	seasonCycles    = 3    // how often a season must repeat to be found
	seasonEvidence  = 0.3  // the least autocorrelation of a season
	seasonTolerance = 0.05 // by which a longer period must be better than a shorter one
)

// FindAnomalies finds points that are further than threshold robust deviations
// from their trend and season. A period of 0 is found by autocorrelation, and 1
// means no season. The trend is a running median and the season one median for
// each phase, so that anomalies hardly affect either. It needs eight points
// and, with a given period, two whole cycles and one more.
func FindAnomalies(y []float64, period int, threshold float64) (Series, error) {
	least := max(seriesPoints, 2*period+1)
	if period < 0 || len(y) < least {
		return Series{}, fault.New(fault.Usage, "the series is too short to find anomalies: it has %d points, and needs %d", len(y), least).
			WithHint("ask for a longer time, or for shorter periods")
	}
	if period == 0 {
		period = FindPeriod(y)
	}
	trend, season := runningMedian(y, trendWindow(len(y), period)), make([]float64, len(y))
	if period > 1 {
		trend = movingAverage(y, period) // a median would follow the season
	}
	for pass := 0; pass < 2 && period > 1; pass++ {
		season = phaseMedians(minus(y, trend), period)
		trend = runningMedian(minus(y, season), trendWindow(len(y), period))
	}
	s := Series{Period: period, Expected: make([]float64, len(y)), Anomalous: make([]bool, len(y))}
	for i := range y {
		s.Expected[i] = trend[i] + season[i]
	}
	// Trend and season follow the points, which makes residuals smaller.
	n := float64(len(y))
	shrunk := (n - n/float64(trendWindow(len(y), period)) - float64(period)) / n
	s.Score = robustScores(minus(y, s.Expected), shrunk, Max(distances(y, 0)))
	for i, v := range s.Score {
		if math.Abs(v) > threshold {
			s.Anomalous[i] = true
			s.Count++
		}
	}
	return s, nil
}

// FindPeriod is the period with the largest autocorrelation, or 1 if none is
// clear. It tries 4, 7, 12, 24 and 52: quarters, days of a week, months, hours
// of a day and weeks of a year. Three whole cycles are needed to find one. A
// shorter period goes before its multiples.
func FindPeriod(y []float64) int {
	best, most := 1, 0.0
	for _, period := range []int{4, 7, 12, 24, 52} {
		if len(y) < seasonCycles*period {
			break
		}
		rest := minus(y, movingAverage(y, period))
		limit := 3 * MAD(rest) / normalMAD
		if limit > 0 {
			rest = Clip(rest, -limit, limit) // so that single points do not decide
		}
		r := autocorrelation(rest, period)
		evidence := max(seasonEvidence, 1/math.Sqrt(float64(len(y)/period))) // few cycles agree by chance
		if r > evidence && (best == 1 || r > most+seasonTolerance) {
			best, most = period, r
		}
	}
	return best
}

// autocorrelation is that at a lag, not reduced for the pairs that are missing
// at the ends; 0 of a constant series.
func autocorrelation(y []float64, lag int) float64 {
	c, err := Pearson(y[lag:], y[:len(y)-lag])
	if err != nil {
		return 0
	}
	return c.R
}

// trendWindow is an odd number of points, at least a period of them. Short
// series have short windows.
func trendWindow(n, period int) int {
	least := 7
	if n >= 26 {
		least = 13
	}
	return max(least, period/2*2+1)
}

func minus(x, y []float64) []float64 {
	out := slices.Clone(x)
	addScaled(out, -1, y)
	return out
}

// movingAverage is the mean of the period around each point; the ends of an
// even period count half.
func movingAverage(y []float64, period int) []float64 {
	half, out := period/2, make([]float64, len(y))
	for i := half; i < len(y)-half; i++ {
		total := sum(2*half+1, func(k int) float64 { return y[i-half+k] })
		if period%2 == 0 {
			total -= (y[i-half] + y[i+half]) / 2
		}
		out[i] = total / float64(period)
	}
	extend(out, half)
	return out
}

// runningMedian is the median of the points around each, width of them, which
// is odd.
func runningMedian(y []float64, width int) []float64 {
	half, n := width/2, len(y)
	out, sorted := make([]float64, n), slices.Sorted(slices.Values(y[:width]))
	for i := half; i < n-half; i++ {
		if i > half {
			at, _ := slices.BinarySearch(sorted, y[i-half-1])
			sorted = slices.Delete(sorted, at, at+1)
			at, _ = slices.BinarySearch(sorted, y[i+half])
			sorted = slices.Insert(sorted, at, y[i+half])
		}
		out[i] = sorted[half]
	}
	extend(out, half)
	return out
}

// extend continues a trend over its ends, where it is not known, with the
// median slope next to them.
func extend(trend []float64, half int) {
	n, inner := len(trend), trend[half:len(trend)-half]
	reach := min(len(inner), 2*half+1)
	first, last := medianSlope(inner[:reach]), medianSlope(inner[len(inner)-reach:])
	for i := range half {
		trend[i] = inner[0] - first*float64(half-i)
		trend[n-1-i] = inner[len(inner)-1] + last*float64(half-i)
	}
}

// medianSlope is Theil and Sen's slope of an evenly spaced series.
func medianSlope(y []float64) float64 {
	var slopes []float64
	for i := range y {
		for j := range i {
			slopes = append(slopes, (y[i]-y[j])/float64(i-j))
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	return Median(slopes)
}

// phaseMedians repeats the median of each phase, less the median of all.
func phaseMedians(y []float64, period int) []float64 {
	phases, out := make([]float64, period), make([]float64, len(y))
	for k := range phases {
		var at []float64
		for i := k; i < len(y); i += period {
			at = append(at, y[i])
		}
		phases[k] = Median(at)
	}
	middle := Median(phases)
	for i := range out {
		out[i] = phases[i%period] - middle
	}
	return out
}

// robustScores divides residuals by their median size, scaled to be a standard
// deviation of residuals that were not shrunk; where that is 0, by their mean
// size. Rounding errors of values as large as the given one do not count.
func robustScores(rest []float64, shrunk, largest float64) []float64 {
	size := distances(rest, 0)
	rounding := 1e-12 * largest
	unit := Median(size) / normalMAD / shrunk
	if unit <= rounding {
		unit = max(Mean(size)*math.Sqrt(math.Pi/2), rounding)
	}
	if unit == 0 {
		return make([]float64, len(rest))
	}
	return mapped(rest, func(v float64) float64 { return v / unit })
}
