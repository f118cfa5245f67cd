package method

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// record is a row of a generated database: values of its dimensions, and an
// amount on one of two sides.
type record struct {
	values []int
	amount float64
	after  bool
}

// made is a generated database with the segment that was made to change; none has
// no dimension.
type made struct {
	records    []record
	dimensions int
	cause      map[int]int
}

// generate makes records whose dimensions have unequal values, whose amounts are
// skewed, and whose periods differ by a general growth and by noise of each value.
// The rows of the cause are changed.
func generate(r *rand.Rand, dimensions, rows, causes int, restless float64) made {
	m := made{dimensions: dimensions, cause: map[int]int{}}
	weights := make([][]float64, dimensions)
	noise := make([][]float64, dimensions)
	for d := range weights {
		n := 3 + r.IntN(8)
		var sum float64
		for range n {
			w := 0.3 + r.Float64()
			weights[d], sum = append(weights[d], w), sum+w
			noise[d] = append(noise[d], 1+restless*r.NormFloat64())
		}
		for i := range weights[d] {
			weights[d][i] /= sum
		}
	}
	growth := 0.95 + 0.1*r.Float64()
	factor, share := 1.0, 1.0 // of the cause
	for causes > 0 && math.Abs(factor-1)*share < 0.02 {
		clear(m.cause)
		for len(m.cause) < causes {
			d := r.IntN(dimensions)
			m.cause[d] = r.IntN(len(weights[d]))
		}
		share = 1
		for d, v := range m.cause {
			share *= weights[d][v]
		}
		if factor = 0.2 + 0.4*r.Float64(); r.IntN(2) == 0 {
			factor = 1.5 + r.Float64()
		}
	}
	for range rows {
		rec := record{after: r.IntN(2) == 0, amount: math.Exp(3 + r.NormFloat64()*0.8)}
		keep := 1.0
		hit := causes > 0
		for d := range dimensions {
			v, x := 0, r.Float64()
			for x > weights[d][v] && v < len(weights[d])-1 {
				x -= weights[d][v]
				v++
			}
			rec.values = append(rec.values, v)
			if rec.after {
				keep *= noise[d][v]
			}
			if want, ok := m.cause[d]; ok && want != v {
				hit = false
			}
		}
		if rec.after {
			keep *= growth
			if hit {
				keep *= factor
			}
		}
		const most = 3.5
		if r.Float64() < keep/most {
			m.records = append(m.records, rec)
		}
	}
	return m
}

// segments is what the statements of a plan give.
func (m made) segments() (singles, pairs *table.Table, names []string) {
	for d := range m.dimensions {
		names = append(names, fmt.Sprintf("d%d", d))
	}
	singles, pairs = emptySegments(), emptySegments()
	m.group(singles, func(record) [2]int { return [2]int{} })
	for d := range m.dimensions {
		m.group(singles, func(r record) [2]int { return [2]int{r.values[d]} }, names[d])
		for e := range d {
			m.group(pairs, func(r record) [2]int { return [2]int{r.values[d], r.values[e]} }, names[d], names[e])
		}
	}
	return singles, pairs, names
}

func emptySegments() *table.Table {
	t := &table.Table{}
	for _, c := range []string{"dimension", "value", "dimension_2", "value_2", "rows_before", "total_before", "squares_before", "rows_after", "total_after", "squares_after"} {
		t.Columns = append(t.Columns, table.Column{Name: c})
	}
	return t
}

func (m made) group(t *table.Table, key func(record) [2]int, dimensions ...string) {
	found := map[[2]int]*[6]float64{}
	for _, rec := range m.records {
		k := key(rec)
		sums := found[k]
		if sums == nil {
			sums = &[6]float64{}
			found[k] = sums
		}
		at := 0
		if rec.after {
			at = 3
		}
		sums[at]++
		sums[at+1] += rec.amount
		sums[at+2] += rec.amount * rec.amount
	}
	keys := slices.SortedFunc(maps.Keys(found), func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, k := range keys {
		row := make(table.Row, 4)
		for i, d := range dimensions {
			row[2*i], row[2*i+1] = table.NewText(d), table.NewText(fmt.Sprint(k[i]))
		}
		for _, x := range found[k] {
			row = append(row, table.NewFloat(x))
		}
		t.Rows = append(t.Rows, row)
	}
}

func (m made) run(t *testing.T) *Output {
	t.Helper()
	singles, pairs, names := m.segments()
	args, err := json.Marshal(WhyArguments{Figure: "revenue", Before: "May", After: "June", Dimensions: names, Decimals: 2})
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), "why", Input{Tables: []Named{{"segments", singles}, {"pairs", pairs}}, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range out.Story.References {
		if err := r.Recompute(out.Table); err != nil {
			t.Errorf("%q: %s", out.Story.Text, err)
		}
	}
	return out
}

func (m made) named() string {
	var parts []string
	for d := range m.dimensions {
		if v, ok := m.cause[m.dimensions-1-d]; ok {
			parts = append(parts, fmt.Sprintf("d%d %d", m.dimensions-1-d, v))
		}
	}
	return strings.Join(parts, " with ")
}

// A cause that was put into generated data is found, one value or a pair, and
// where there is none, none is named.
func TestWhyFindsPlantedCauses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	first, quiet := 0, 0
	const planted, empty = 200, 100
	for i := range planted {
		m := generate(r, 10, 40_000, 1+i%2, 0.02)
		out := m.run(t)
		if len(out.Table.Rows) > 1 && strings.Contains(out.Story.Text, "stands out: it") && out.Table.Rows[1][0].String() == m.named() {
			first++
		} else {
			t.Logf("%d planted %s: %s", i, m.named(), out.Story.Text)
		}
	}
	for range empty {
		m := generate(r, 10, 40_000, 0, 0.02)
		if out := m.run(t); strings.Contains(out.Story.Text, "No d0, d1, d2, d3, d4 or 5 more stands out") {
			quiet++
		} else {
			t.Log(out.Story.Text)
		}
	}
	t.Logf("the planted cause is first in %d of %d; none is named in %d of %d without one", first, planted, quiet, empty)
	if first < planted*95/100 || quiet < empty*90/100 {
		t.Error("less than 95 in 100 found, or 90 in 100 left alone")
	}
}

func TestWhyAddsUp(t *testing.T) {
	m := generate(rand.New(rand.NewPCG(3, 4)), 4, 5000, 1, 0.02)
	singles, _, _ := m.segments()
	sums := map[string]float64{}
	for _, row := range singles.Rows {
		before, _ := row[5].Float64()
		after, _ := row[8].Float64()
		sums[row[0].String()] += after - before
	}
	for name, sum := range sums {
		if whole := sums[""]; math.Abs(sum-whole) > 1e-6*math.Abs(whole) && name != "" {
			t.Errorf("the parts of %s add up to %v, not %v", name, sum, whole)
		}
	}
}
