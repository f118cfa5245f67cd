package analyst

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/render"
)

// statement writes the sums by dimension over the rows of both sides.
type statement struct {
	rows    [2]string
	dims    []dimension
	f       figure
	dialect render.Dialect
	paired  bool // pairs of values are added up, for which parents are too slow to count
}

// head names the rows: d1, d2, … are the dimensions, x is what a row adds, w its
// weight, p what it belongs to. What a row adds to each sum stands beside them.
func (s statement) head() string {
	var dims []string
	for i := range s.dims {
		dims = append(dims, dimensionColumn(i))
	}
	raw := append(slices.Clone(dims), "x")
	if s.f.weight != nil {
		raw = append(raw, "w")
	}
	if s.f.parent > 0 {
		raw = append(raw, "p")
	}
	columns := strings.Join(raw, ", ")
	var b strings.Builder
	fmt.Fprintf(&b, "WITH plumb_before(%s) AS (\n%s\n), plumb_after(%s) AS (\n%s\n), plumb_parts AS (\n", columns, s.rows[0], columns, s.rows[1])
	sums := s.sums()
	for side, from := range []string{"plumb_before", "plumb_after"} {
		if side > 0 {
			b.WriteString("\nUNION ALL\n")
		}
		list := slices.Clone(dims)
		for at := range 2 {
			for _, sum := range sums {
				what := "0"
				switch {
				case s.f.approx && at == side:
					what = "x"
				case s.f.approx:
					what = "NULL"
				case at == side:
					what = sum.of
				case sum.name == parents:
					what = "NULL"
				}
				list = append(list, fmt.Sprintf("%s AS %s_%s", what, sum.name, sideNames[at]))
			}
		}
		b.WriteString("SELECT " + strings.Join(list, ", ") + " FROM " + from)
	}
	b.WriteString("\n)\n")
	return b.String()
}

var sideNames = [2]string{"before", "after"}

// sum is something that is added up over rows.
type sum struct{ name, of string }

func (s statement) sums() []sum {
	x, w := "CAST(COALESCE(x, 0) AS "+s.number()+")", "CAST(COALESCE(w, 0) AS "+s.number()+")"
	list := []sum{{"rows", "1"}, {"total", x}, {"squares", x + " * " + x}}
	if s.f.weight != nil {
		list = append(list, sum{"weight", w}, sum{"cross", x + " * " + w}, sum{"weights_squared", w + " * " + w})
	}
	if s.f.parent > 0 && !s.paired {
		list = append(list, sum{parents, "p"})
	}
	return list
}

// parents is the number of what rows belong to.
const parents = "parents"

// singles adds up all rows, and the rows of each value of each dimension.
func (s statement) singles() string {
	list := [][]int{{}}
	for i := range s.dims {
		list = append(list, []int{i})
	}
	return s.head() + s.sets(list) + inOrder
}

// pairs adds up the rows of each two values.
func (s statement) pairs(list [][2]int) string {
	var both [][]int
	for _, p := range list {
		both = append(both, p[:])
	}
	s.paired = true
	return s.head() + s.sets(both) + inOrder
}

// inOrder makes the rows come in the same order every time.
const inOrder = "\nORDER BY 1, 2, 3, 4"

// cube adds up by all dimensions at once.
func (s statement) cube() string {
	var dims []string
	for i := range s.dims {
		dims = append(dims, dimensionColumn(i))
	}
	list := strings.Join(dims, ", ")
	return s.head() + "SELECT " + list + ", " + s.added() + "\nFROM plumb_parts\nGROUP BY " + list + "\nORDER BY " + list
}

// added are the sums of a group, for both sides.
func (s statement) added() string {
	var sums []string
	for _, side := range sideNames {
		for _, sum := range s.sums() {
			// The order in which an engine adds up shows in the last digits, which say
			// nothing.
			how := "CAST(SUM(%[1]s) AS decimal(38, 6)) AS %[1]s"
			switch {
			case s.f.approx:
				how = "COUNT(DISTINCT %[1]s) AS %[1]s"
			case sum.name == parents:
				how = "COUNT(DISTINCT %[1]s) AS %[1]s"
			case sum.name == "rows":
				how = "SUM(%[1]s) AS %[1]s"
			case sum.name != "total" && sum.name != "weight" && s.dialect != render.SQLite:
				// Squares are so large that these are not the last digits after the point.
				how = "CAST(SUM(%[1]s) AS real) AS %[1]s"
			case s.dialect == render.SQLite:
				how = "ROUND(SUM(%[1]s), 6) AS %[1]s"
			}
			sums = append(sums, fmt.Sprintf(how, sum.name+"_"+side))
		}
	}
	return strings.Join(sums, ", ")
}

// sets adds up by each list of dimensions: all have one, or all have two in their
// order, and one may have none. The rows are read once where the engine can do that.
func (s statement) sets(lists [][]int) string {
	parts := make([]string, len(lists))
	if s.dialect == render.SQLite || len(lists) == 1 {
		for i, by := range lists {
			parts[i] = s.group(by)
		}
		return strings.Join(parts, "\nUNION ALL\n")
	}
	var first, second []int // the dimensions that come first and second in a list
	for i, by := range lists {
		names := make([]string, len(by))
		for at, d := range by {
			names[at] = dimensionColumn(d)
		}
		parts[i] = "(" + strings.Join(names, ", ") + ")"
		if len(by) > 0 && !slices.Contains(first, by[0]) {
			first = append(first, by[0])
		}
		if len(by) > 1 && !slices.Contains(second, by[1]) {
			second = append(second, by[1])
		}
	}
	slices.Sort(first)
	slices.SortFunc(second, func(a, b int) int { return b - a })
	return "SELECT " + s.chosen(first, "") + s.chosen(second, "_2") + s.added() + "\nFROM plumb_parts\nGROUP BY GROUPING SETS (" + strings.Join(parts, ", ") + ")"
}

// chosen names the first of some dimensions that a row of grouping sets is grouped by,
// and its value.
func (s statement) chosen(dims []int, suffix string) string {
	if len(dims) == 0 {
		return s.noDimension(suffix)
	}
	var names, values strings.Builder
	for _, d := range dims {
		when := fmt.Sprintf(" WHEN GROUPING(%s) = 0 THEN ", dimensionColumn(d))
		names.WriteString(when + render.Literal(s.dims[d].name))
		values.WriteString(when + s.value(d))
	}
	return fmt.Sprintf("CASE%s END AS dimension%s, CASE%s END AS value%s, ", names.String(), suffix, values.String(), suffix)
}

// group adds up the rows of each value of some dimensions, on both sides.
func (s statement) group(by []int) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for i, suffix := range []string{"", "_2"} {
		if i < len(by) {
			fmt.Fprintf(&b, "%s AS dimension%s, %s AS value%s, ", render.Literal(s.dims[by[i]].name), suffix, s.value(by[i]), suffix)
		} else {
			b.WriteString(s.noDimension(suffix))
		}
	}
	b.WriteString(s.added() + "\nFROM plumb_parts")
	if len(by) > 0 {
		var list []string
		for _, d := range by {
			list = append(list, dimensionColumn(d))
		}
		b.WriteString("\nGROUP BY " + strings.Join(list, ", "))
	}
	return b.String()
}

func (s statement) noDimension(suffix string) string {
	return fmt.Sprintf("CAST(NULL AS %[1]s) AS dimension%[2]s, CAST(NULL AS %[1]s) AS value%[2]s, ", s.text(), suffix)
}

// value is the value of a dimension as text.
func (s statement) value(dim int) string {
	return fmt.Sprintf("CAST(%s AS %s)", dimensionColumn(dim), s.text())
}

// dimensionColumn is how the rows name a dimension.
func dimensionColumn(dim int) string { return fmt.Sprintf("d%d", dim+1) }

func (s statement) text() string {
	if s.dialect == render.Postgres {
		return "text"
	}
	return map[render.Dialect]string{render.DuckDB: "VARCHAR", render.SQLite: "TEXT"}[s.dialect]
}

func (s statement) number() string {
	if s.dialect == render.SQLite {
		return "REAL"
	}
	return "double precision"
}
