package chart

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/table"
)

func TestNaturalOrder(t *testing.T) {
	for given, want := range map[string]string{
		"March, Jan, February":                    "Jan, February, March",
		"Sun, Mon, Tue":                           "Mon, Tue, Sun",
		"XL, S, M, L, XXL":                        "S, M, L, XL, XXL",
		"Large, Small, Medium":                    "Small, Medium, Large",
		"high, low, medium":                       "low, medium, high",
		"Critical, High, Low, Medium":             "Low, Medium, High, Critical",
		"65+, 18-24, 5-17, 25-64":                 "5-17, 18-24, 25-64, 65+",
		"18–24, under 18, 25–34, 35 and over":     "under 18, 18–24, 25–34, 35 and over",
		">100, 0-10, 10-100":                      "0-10, 10-100, >100",
		"$1,000 to $5,000, $0 to $1,000, $5,000+": "$0 to $1,000, $1,000 to $5,000, $5,000+",
		"5-10k, 0-5k, 10-100k":                    "0-5k, 5-10k, 10-100k",
		"North, South":                            "",
		"Small, Huge fund, Medium":                "",
		"555-1234, 555-2345, 777-1111":            "", // telephone numbers overlap
		"12-10, 11-9":                             "",
		"S":                                       "",
		"Small, S":                                "", // the same step twice
		"first class, second class":               "",
	} {
		split := func(s string) []string {
			return strings.Split(strings.ReplaceAll(s, ",0", "\x00"), ", ")
		}
		seen := map[string]bool{}
		for _, s := range split(given) {
			seen[strings.ReplaceAll(s, "\x00", ",0")] = true
		}
		if got := strings.Join(naturalOrder(seen, nil), ", "); got != want {
			t.Errorf("%s: %s; want %s", given, got, want)
		}
	}
}

func TestOrder(t *testing.T) {
	sizes := grid("size,orders", []any{"XL", 10}, []any{"M", 40}, []any{"S", 30}, []any{"L", 50})
	bands := grid("age_band,customers", []any{"65+", 10}, []any{"18-24", 40}, []any{"5-17", 30}, []any{"25-64", 50})
	unordered := grid("region,revenue", []any{"East", 30}, []any{"North", 50}, []any{"West", 20}, []any{"Alps", 25})
	ordered := *unordered
	ordered.Ordered = true
	orderedSizes := *sizes
	orderedSizes.Ordered = true
	two := grid("region,revenue,cost", []any{"East", 30, 9}, []any{"North", 50, 1}, []any{"West", 40, 40})
	for name, c := range map[string]struct {
		plan Plan
		want Order
		sort string // in the specification
	}{
		"names":          {Choose("revenue by region", unordered, nil).Plan, ByValueDown, `"sort":{"field":"revenue","op":"sum","order":"descending"}`},
		"ordered names":  {Choose("revenue by region", &ordered, nil).Plan, ByRow, `"sort":null`},
		"a pie":          {Choose("revenue by region as a pie", unordered, nil).Plan, ByValueDown, `"sort":{"field":"revenue","op":"sum","order":"descending"}`},
		"an ordered pie": {Choose("revenue by region as a pie", &ordered, nil).Plan, ByRow, `"sort":null`},
		"sizes":          {Choose("orders by size", sizes, nil).Plan, ByX, `"sort":["S","M","L","XL"]`},
		"ordered sizes":  {Choose("orders by size", &orderedSizes, nil).Plan, ByRow, `"sort":null`},
		"bands":          {Choose("customers by age band", bands, nil).Plan, ByX, `"sort":["5-17","18-24","25-64","65+"]`},
		"months":         {Choose("revenue by month", months, nil).Plan, ByX, `"type":"temporal"`},
		"two measures":   {Choose("revenue and cost by region", two, nil).Plan, ByValueDown, `"sort":{"field":"revenue","op":"sum","order":"descending"}`},
	} {
		if spec := string(c.plan.VegaLite()); c.plan.Order != c.want || !strings.Contains(spec, c.sort) {
			t.Errorf("%s: %q, want %q and %s in\n%s", name, c.plan.Order, c.want, c.sort, spec)
		}
	}
}

func TestBarsOfForeignSpecifications(t *testing.T) {
	names := grid("region,revenue", []any{"East", 30}, []any{"North", 50})
	ordered := *names
	ordered.Ordered = true
	sizes := grid("region,revenue", []any{"L", 30}, []any{"S", 50})
	bar := func(mark, x, y string) string {
		return `{"encoding":{"x":{"field":"` + x + `},"y":{"field":"` + y + `}},"mark":` + mark + `}`
	}
	upright := bar(`"bar"`, `region","type":"nominal"`, `revenue","type":"quantitative"`)
	for name, c := range map[string]struct {
		spec  string
		table *table.Table
		want  string
	}{
		"names":         {upright, names, `"sort":"-y"`},
		"lying":         {bar(`{"type":"bar"}`, `revenue","type":"quantitative"`, `region","type":"ordinal"`), names, `"sort":"-x"`},
		"ordered":       {upright, &ordered, `"sort":null`},
		"sizes":         {upright, sizes, `"sort":["S","L"]`},
		"its own order": {bar(`"bar"`, `region","sort":"ascending","type":"nominal"`, `revenue","type":"quantitative"`), names, `"sort":"ascending"`},
		"no bars":       {bar(`"line"`, `region","type":"nominal"`, `revenue","type":"quantitative"`), names, ""},
		"months":        {bar(`"bar"`, `month","type":"ordinal"`, `revenue","type":"quantitative"`), months, ""},
	} {
		got := string(InOrder([]byte(c.spec), c.table))
		if c.want == "" && got != c.spec || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
