package stats

import (
	"math"
	"slices"
	"testing"
)

// season is a series with a trend, a season of any shape, and noise.
func season(n, period int, noise float64, seed uint64) []float64 {
	r := random()
	for range seed {
		r.Uint64()
	}
	shape, y := normals(r, period), make([]float64, n)
	for i := range y {
		y[i] = 100 + 0.3*float64(i) + 10*shape[i%period] + noise*r.NormFloat64()
	}
	return y
}

func TestFindAnomalies(t *testing.T) {
	for _, period := range []int{4, 7, 12, 24, 52} {
		n := max(6*period, 60)
		y := season(n, period, 1, uint64(period))
		planted := []int{0, n / 3, n / 2, n - 1}
		for k, i := range planted {
			y[i] += 25 * float64(1-2*(k%2))
		}
		s, err := FindAnomalies(y, 0, 6)
		noError(t, err)
		if s.Period != period {
			t.Errorf("period %d was taken for %d", period, s.Period)
			continue
		}
		var found []int
		for i, a := range s.Anomalous {
			if a {
				found = append(found, i)
			}
			if math.Abs(y[i]-s.Expected[i]) < 1e-9 && s.Anomalous[i] {
				t.Errorf("point %d is as expected and anomalous", i)
			}
		}
		for k, i := range planted {
			if !s.Anomalous[i] || math.Signbit(s.Score[i]) != (k%2 == 1) {
				t.Errorf("period %d: point %d was missed, with score %.1f", period, i, s.Score[i])
			}
		}
		if extra := len(found) - len(planted); extra > n/30 || s.Count != len(found) {
			t.Errorf("period %d: found %v of %d points, planted %v", period, found, n, planted)
		}
	}
}

// Noise and random walks have no season, and few anomalies.
func TestNoSeason(t *testing.T) {
	r := random()
	wrong, flagged, points := 0, 0, 0
	for range 200 {
		noise, walk := normals(r, 100), normals(r, 100)
		for i := 1; i < len(walk); i++ {
			walk[i] += walk[i-1]
		}
		for _, y := range [][]float64{noise, walk} {
			if FindPeriod(y) != 1 {
				wrong++
			}
		}
		s, err := FindAnomalies(noise, 1, DefaultRobustZ)
		noError(t, err)
		flagged, points = flagged+s.Count, points+len(noise)
	}
	if wrong > 16 {
		t.Errorf("a season was found in %d of 400 series without one", wrong)
	}
	if share := float64(flagged) / float64(points); share > 0.004 {
		t.Errorf("%.4f of the points of plain noise are anomalies", share)
	}
}

func TestRunningMedian(t *testing.T) {
	line := numbers("0 2 4 6 8 10 12 14 16 18 20 22")
	if got := runningMedian(line, 5); !slices.Equal(got, line) {
		t.Errorf("a line became %v", got)
	}
	for _, period := range []int{4, 5} {
		if got := movingAverage(line, period); !slices.Equal(got, line) {
			t.Errorf("a line became %v", got)
		}
	}
	line[5] = 100
	if got := runningMedian(line, 5); got[5] != 12 || Max(got) > 23 || Min(got) < -2 {
		t.Errorf("with an outlier: %v", got)
	}
	exact, err := FindAnomalies(numbers("1 2 3 1 2 3 1 2 3 1 2 3"), 3, 3)
	noError(t, err)
	if exact.Count != 0 || Max(distances(exact.Score, 0)) > 0.01 {
		t.Errorf("an exact season: %+v", exact)
	}
	y := numbers("5 5 5 5 5 5 5 50 5 5 5 5 5 5")
	s, err := FindAnomalies(y, 1, DefaultRobustZ)
	noError(t, err)
	if s.Count != 1 || !s.Anomalous[7] {
		t.Errorf("one point in a constant series: %+v", s)
	}
}

func TestSeriesFaults(t *testing.T) {
	_, err := FindAnomalies(numbers("1 2 3 4 5 6 7"), 0, 3)
	wantFault(t, "seven points", err)
	_, err = FindAnomalies(season(24, 12, 1, 0), 12, 3)
	wantFault(t, "two years of months", err)
	_, err = FindAnomalies(season(24, 12, 1, 0), -1, 3)
	wantFault(t, "negative period", err)
	if got := FindPeriod(season(20, 7, 0.1, 0)); got != 1 {
		t.Errorf("a period of %d was found in less than three cycles", got)
	}
}
