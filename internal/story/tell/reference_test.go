package tell

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// TestReferences works out every figure of a story again from nothing but its
// reference, so that the rows it points at are the rows it comes from.
func TestReferences(t *testing.T) {
	checked := 0
	for seed := range uint64(2000) {
		f := plainFinding(rand.New(rand.NewPCG(seed, 23)))
		s := Tell(f)
		for _, r := range s.References {
			want, ok := recompute(f.Table, r)
			if !ok {
				continue
			}
			got, unit, ok := figureIn(r.Text)
			if !ok {
				continue
			}
			checked++
			// A percentage may stand for a fraction of one.
			if math.Abs(got-math.Abs(want)) > unit && math.Abs(got-100*math.Abs(want)) > unit {
				t.Fatalf("seed %d: %q is not %v: %+v\n%s\n%s", seed, r.Text, want, r, s.Text, dump(f.Table))
			}
		}
	}
	if checked < 5000 {
		t.Errorf("only %d figures were worked out again", checked)
	}
}

// recompute follows a reference to its figure.
func recompute(t *table.Table, r story.Reference) (float64, bool) {
	if len(r.Columns) != 1 {
		return 0, false
	}
	column := -1
	for i, c := range t.Columns {
		if c.Name == r.Columns[0] && c.Kind.Numeric() {
			column = i
		}
	}
	if column < 0 || t.Columns[column].Name == "year" {
		return 0, false
	}
	value := func(row int) float64 {
		x, ok := t.Rows[row][column].Float64()
		if !ok {
			return math.NaN()
		}
		return x
	}
	var all, xs []float64
	for row := range t.Rows {
		if x := value(row); !math.IsNaN(x) {
			all = append(all, x)
		}
	}
	for _, row := range r.Rows {
		xs = append(xs, value(row))
	}
	if len(r.Rows) == 0 {
		xs = all
	}
	half := len(xs) / 2
	switch r.Operation {
	case story.Value:
		return sum(xs), len(r.Rows) == 1
	case story.Sum:
		return sum(xs), true
	case story.Mean:
		return sum(xs) / float64(len(xs)), true
	case story.Median:
		return median(xs), true
	case story.Share:
		return sum(xs) / sum(all) * 100, true
	case story.Difference:
		return sum(xs[half:]) - sum(xs[:half]), true
	case story.Change:
		return (sum(xs[half:]) - sum(xs[:half])) / sum(xs[:half]) * 100, true
	case story.Ratio:
		return xs[0] / xs[1], true
	}
	return 0, false
}

var figure = regexp.MustCompile(`(\d[\d,]*)(\.\d+)?( trillion| billion| million)?`)

// figureIn reads the size of a figure, and what one of its last digits is worth.
func figureIn(text string) (x, unit float64, ok bool) {
	m := figure.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, false
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", "")+m[2], 64)
	scale := map[string]float64{"": 1, " million": 1e6, " billion": 1e9, " trillion": 1e12}[m[3]]
	unit = math.Pow10(-max(0, len(m[2])-1)) * scale
	return x * scale, unit * 0.501, err == nil
}
