package whatif

import (
	"github.com/plumbdata/plumb/internal/stats"
	"math"
	"slices"
	"testing"
)

// near compares to so many digits.
func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if math.Abs(got-want) > relative*math.Max(math.Abs(want), 1e-300) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

// The Norris data and certified values of NIST's Statistical Reference
// Datasets.
func TestNorris(t *testing.T) {
	points := [][2]float64{
		{0.1, 0.2}, {338.8, 337.4}, {118.1, 118.2}, {888.0, 884.6}, {9.2, 10.1}, {228.1, 226.5}, {668.5, 666.3}, {998.5, 996.3},
		{449.1, 448.6}, {778.9, 777.0}, {559.2, 558.2}, {0.3, 0.4}, {0.1, 0.6}, {778.1, 775.5}, {668.8, 666.9}, {339.3, 338.0},
		{448.9, 447.5}, {10.8, 11.6}, {557.7, 556.0}, {228.3, 228.1}, {998.0, 995.8}, {888.8, 887.6}, {119.6, 120.2}, {0.3, 0.3},
		{0.6, 0.3}, {557.6, 556.8}, {339.3, 339.1}, {888.0, 887.2}, {998.5, 999.0}, {778.9, 779.0}, {10.2, 11.1}, {117.6, 118.3},
		{228.9, 229.2}, {668.4, 669.1}, {449.2, 448.9}, {0.2, 0.5},
	}
	var x, y []float64
	for _, p := range points {
		y, x = append(y, p[0]), append(x, p[1])
	}
	l := fitLine(x, y)
	near(t, "intercept", l.intercept, -0.262323073774029, 1e-11)
	near(t, "slope", l.slope, 1.00211681802045, 1e-13)
	near(t, "error of the intercept", l.interceptError(), 0.232818234301152, 1e-11)
	near(t, "error of the slope", l.slopeError(), 0.429796848199937e-03, 1e-11)
	near(t, "standard error", l.standardError(), 0.884796396144373, 1e-11)
	near(t, "R²", l.rSquared(), 0.999993745883712, 1e-13)
}

// Anscombe's quartet (1973): four pictures with the same figures.
func TestAnscombe(t *testing.T) {
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	fourth := []float64{8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8}
	for i, c := range []struct{ x, y []float64 }{
		{x, []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}},
		{x, []float64{9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74}},
		{x, []float64{7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73}},
		{fourth, []float64{6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89}},
	} {
		l, r := fitLine(c.x, c.y), pearson(c.x, c.y, false)
		for what, v := range map[string][2]float64{
			"slope": {l.slope, 0.500}, "intercept": {l.intercept, 3.00}, "R²": {l.rSquared(), 0.667},
			"r": {r.r, 0.816}, "p": {r.p, 0.0022}, "error of the slope": {l.slopeError(), 0.118},
		} {
			if math.Abs(v[0]-v[1]) > 0.003 {
				t.Errorf("set %d: %s = %v, want %v", i+1, what, v[0], v[1])
			}
		}
	}
	first := pearson(x, []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}, false)
	near(t, "r of the first", first.r, 0.81642051634484, 1e-12)
	near(t, "p of the first", first.p, 0.002169628873, 1e-8)
	near(t, "lower of the first", first.lower, 0.4243912, 1e-6)
	near(t, "upper of the first", first.upper, 0.9506933, 1e-6)
}

// The textbook example of intelligence and hours of television: ρ = -29/165.
func TestSpearman(t *testing.T) {
	iq := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	hours := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	c := pearson(ranks(iq), ranks(hours), true)
	near(t, "ρ", c.r, -29.0/165, 1e-13)
	near(t, "p", c.p, 0.6271883447, 1e-8)
}

func TestRanksShareTies(t *testing.T) {
	got := ranks([]float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5})
	want := []float64{4.5, 1.5, 6, 1.5, 8, 11, 3, 10, 8, 4.5, 8}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Printed tables of Student's t, and closed forms for one and two degrees of
// freedom.
func TestStudent(t *testing.T) {
	for _, c := range []struct{ share, df, want float64 }{
		{0.95, 1, 12.706}, {0.95, 2, 4.303}, {0.95, 5, 2.571}, {0.95, 10, 2.228}, {0.95, 30, 2.042}, {0.95, 120, 1.980},
		{0.99, 4, 4.604}, {0.99, 20, 2.845}, {0.90, 8, 1.860}, {0.95, 1e6, 1.960},
	} {
		if got := stats.StudentWithin(c.share, c.df); math.Abs(got-c.want) > 0.0006 {
			t.Errorf("t(%v, %v) = %v, want %v", c.share, c.df, got, c.want)
		}
	}
	for _, x := range []float64{0.1, 0.5, 1, 2, 5, 20, 300} {
		near(t, "p with one degree", stats.StudentTwoSided(x, 1), 1-2/math.Pi*math.Atan(x), 1e-11)
		near(t, "p with two degrees", stats.StudentTwoSided(x, 2), 1-x/math.Sqrt(2+x*x), 1e-9)
	}
}

// passengers is Box and Jenkins' series G: airline passengers by month, 1949
// to 1960, in thousands.
var passengers = []float64{
	112, 118, 132, 129, 121, 135, 148, 148, 136, 119, 104, 118,
	115, 126, 141, 135, 125, 149, 170, 170, 158, 133, 114, 140,
	145, 150, 178, 163, 172, 178, 199, 199, 184, 162, 146, 166,
	171, 180, 193, 181, 183, 218, 230, 242, 209, 191, 172, 194,
	196, 196, 236, 235, 229, 243, 264, 272, 237, 211, 180, 201,
	204, 188, 235, 227, 234, 264, 302, 293, 259, 229, 203, 229,
	242, 233, 267, 269, 270, 315, 364, 347, 312, 274, 237, 278,
	284, 277, 317, 313, 318, 374, 413, 405, 355, 306, 271, 306,
	315, 301, 356, 348, 355, 422, 465, 467, 404, 347, 305, 336,
	340, 318, 362, 348, 363, 435, 491, 505, 404, 359, 310, 337,
	360, 342, 406, 396, 420, 472, 548, 559, 463, 407, 362, 405,
	417, 391, 419, 461, 472, 535, 622, 606, 508, 461, 390, 432,
}

// R's HoltWinters(AirPassengers, seasonal = "mult") is widely published: its
// weights, and the level, slope and season they lead to.
func TestHoltWintersOfPassengers(t *testing.T) {
	from := startOf(passengers, 12, true)
	h := smooth(passengers, 12, true, from, [3]float64{0.2755925, 0.03269295, 0.8707292})
	near(t, "level", h.level, 469.3232206, 2e-6)
	near(t, "slope", h.slope, 3.0215391, 2e-6)
	for i, want := range []float64{
		0.9464611, 0.8829239, 0.9717369, 1.0304825, 1.0476884, 1.1805272,
		1.3590778, 1.3331706, 1.1083381, 0.9868813, 0.8361333, 0.9209877,
	} {
		near(t, "season", h.season[i], want, 2e-6)
	}
	own, ok := fitSmoother(passengers, 12, true)
	if !ok || own.sse > h.sse*(1+1e-9) {
		t.Errorf("own weights %v, %v, %v have a squared error of %v, R's %v", own.alpha, own.beta, own.gamma, own.sse, h.sse)
	}
}
