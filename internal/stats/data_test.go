package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/fault"
)

// near compares to a relative tolerance.
func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Max(math.Abs(want), 1e-300)) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantFault checks that an error says what happened and what to do next.
func wantFault(t *testing.T, what string, err error) {
	t.Helper()
	var f *fault.Fault
	if !errors.As(err, &f) || f.Code != fault.Usage || f.Message == "" || f.Hint == "" {
		t.Errorf("%s: got error %v, want a fault with a hint", what, err)
	}
}

// checkUniform fails if p-values of true hypotheses are not uniform.
func checkUniform(t *testing.T, what string, p []float64) {
	t.Helper()
	d, n := 0.0, float64(len(p))
	for i, v := range slices.Sorted(slices.Values(p)) {
		d = max(d, v-float64(i)/n, float64(i+1)/n-v)
	}
	if s := KolmogorovSurvival(d, len(p)); !(s > 0.001) {
		t.Errorf("%s: %d p-values are not uniform (distance %.4f, p = %.2g)", what, len(p), d, s)
	}
}

func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

// numbers parses numbers that are separated by spaces.
func numbers(text string) []float64 {
	var x []float64
	for _, f := range strings.Fields(text) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			panic(err)
		}
		x = append(x, v)
	}
	return x
}

// where keeps the values of rows whose key is the given one.
func where(x, key []float64, is float64) []float64 {
	var out []float64
	for i, v := range x {
		if key[i] == is {
			out = append(out, v)
		}
	}
	return out
}

// iris is Fisher's data, as R and scikit-learn hold it.
func iris(t testing.TB) (columns [][]float64, species []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/iris.csv")
	noError(t, err)
	columns = make([][]float64, 4)
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		fields := strings.Split(line, ",")
		for j := range columns {
			columns[j] = append(columns[j], numbers(fields[j])[0])
		}
		species = append(species, fields[4])
	}
	return columns, species
}

// mtcars is R's data set of that name.
type mtcars struct{ mpg, cyl, hp, wt, vs, am []float64 }

func cars() mtcars {
	return mtcars{
		mpg: numbers("21 21 22.8 21.4 18.7 18.1 14.3 24.4 22.8 19.2 17.8 16.4 17.3 15.2 10.4 10.4 14.7 32.4 30.4 33.9 21.5 15.5 15.2 13.3 19.2 27.3 26 30.4 15.8 19.7 15 21.4"),
		cyl: numbers("6 6 4 6 8 6 8 4 4 6 6 8 8 8 8 8 8 4 4 4 4 8 8 8 8 4 4 4 8 6 8 4"),
		hp:  numbers("110 110 93 110 175 105 245 62 95 123 123 180 180 180 205 215 230 66 52 65 97 150 150 245 175 66 91 113 264 175 335 109"),
		wt:  numbers("2.62 2.875 2.32 3.215 3.44 3.46 3.57 3.19 3.15 3.44 3.44 4.07 3.73 3.78 5.25 5.424 5.345 2.2 1.615 1.835 2.465 3.52 3.435 3.84 3.845 1.935 2.14 1.513 3.17 2.77 3.57 2.78"),
		vs:  numbers("0 0 1 1 0 1 0 1 1 1 1 0 0 0 0 0 0 1 1 1 1 0 0 0 0 1 0 1 0 0 0 1"),
		am:  numbers("1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 0 0 0 0 0 1 1 1 1 1 1 1"),
	}
}

// sleep is R's data set: extra hours of sleep after two drugs.
func sleep() (first, second []float64) {
	return numbers("0.7 -1.6 -0.2 -1.2 -0.1 3.4 3.7 0.8 0 2"), numbers("1.9 0.8 1.1 0.1 -0.1 4.4 5.5 1.6 4.6 3.4")
}

// plantGrowth is R's data set: a control and two treatments.
func plantGrowth() [][]float64 {
	return [][]float64{
		numbers("4.17 5.58 5.18 6.11 4.50 4.61 5.17 4.53 5.33 5.14"),
		numbers("4.81 4.17 4.41 3.59 5.87 3.83 6.03 4.89 4.32 4.69"),
		numbers("6.31 5.12 5.54 5.50 5.37 5.29 4.92 6.15 5.80 5.26"),
	}
}
