package method

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

// samplesTable has the values of some groups.
func samplesTable(groups map[string][]float64, order ...string) *table.Table {
	t := &table.Table{Columns: []table.Column{{Name: "x", Kind: table.Float}, {Name: "g", Kind: table.Text}}}
	for _, name := range order {
		for _, x := range groups[name] {
			t.Rows = append(t.Rows, table.Row{table.NewFloat(x), table.NewText(name)})
		}
	}
	return t
}

func runMeasure(t *testing.T, data *table.Table, m Measure) *Output {
	t.Helper()
	args, err := json.Marshal(StatisticsArguments{Measures: []Measure{m}, Decimals: 4})
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), Statistics.Name, Input{Tables: []Named{{"rows", data}}, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// found is the value of a statistic, of a group where one is named.
func found(t *testing.T, out *Output, what, group string) float64 {
	t.Helper()
	for _, row := range out.Table.Rows {
		if row[0].String() == what && (group == "" || row[2].String() == group) {
			x, _ := row[3].Float64()
			return x
		}
	}
	t.Fatalf("there is no %s of %q in %v", what, group, out.Table.Rows)
	return 0
}

// The values were computed from the definitions by another program.
func TestDifferenceChoosesTheTestByTheNumberOfGroups(t *testing.T) {
	data := map[string][]float64{"a": {1, 2, 3, 4, 5}, "b": {3, 4, 5, 6, 7, 8}, "c": {2, 2, 3, 9}, "one": {4}}
	two := runMeasure(t, samplesTable(data, "a", "b"), Measure{What: "difference", Columns: []string{"x"}, By: "g"})
	if got := found(t, two, "Welch's t-test statistic", ""); math.Abs(got+2.4019) > 0.0001 {
		t.Errorf("Welch's t is %v", got)
	}
	if got := found(t, two, "number of rows", "b"); got != 6 {
		t.Errorf("b has %v rows", got)
	}
	if text := two.Story.Text; !strings.Contains(text, "The mean is 3 for a (5 rows) and 5.5000 for b (6 rows).") || !strings.Contains(text, "the groups differ significantly at the level 0.05 (p = 0.0398)") {
		t.Error(text)
	}
	// A group of one row says nothing of how much values vary.
	more := runMeasure(t, samplesTable(data, "a", "b", "c", "one"), Measure{What: "difference", Columns: []string{"x"}, By: "g"})
	if text := more.Story.Text; !strings.Contains(text, "do not differ significantly") || !strings.Contains(text, "B has the highest mean") || strings.Contains(text, "one has") {
		t.Error(text)
	}
	if got := found(t, more, "one-way ANOVA statistic", ""); math.Abs(got-1.7008) > 0.0001 {
		t.Errorf("F is %v", got)
	}
}

func TestASmallProbabilityIsNotToldAsZero(t *testing.T) {
	var low, high []float64
	for i := range 200 {
		low, high = append(low, float64(i%7)), append(high, 10+float64(i%7))
	}
	out := runMeasure(t, samplesTable(map[string][]float64{"low": low, "high": high}, "low", "high"), Measure{What: "difference", Columns: []string{"x"}, By: "g"})
	if text := out.Story.Text; !strings.Contains(text, "p below 0.0001") || strings.Contains(text, "p-value") {
		t.Error(text)
	}
}

func TestTopShareOfTheNumberOfThings(t *testing.T) {
	for n, want := range map[int]int{15958: 3192, 10: 2, 11: 3, 1: 1} {
		if got := classesByCount(n, []float64{20}); got[0].to != want || got[1].to != n {
			t.Errorf("20%% of %d: %v, want %d", n, got, want)
		}
	}
}
