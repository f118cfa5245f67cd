package method

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// frame is a table by columns, as statistics are computed on it. A number that is
// missing is NaN, a text that is missing is not there.
type frame struct {
	columns []*series
	rows    int
}

// series is a column of a frame.
type series struct {
	name    string
	numbers []float64
	texts   []string // of a column that is no number
	there   []bool   // of a text: it is not missing
}

func (s *series) isText() bool { return s.texts != nil }

func (s *series) missing(i int) bool {
	if s.isText() {
		return !s.there[i]
	}
	return math.IsNaN(s.numbers[i])
}

// text is a value as a group is named by it.
func (s *series) text(i int) string {
	switch {
	case s.missing(i):
		return "(none)"
	case s.isText():
		return s.texts[i]
	}
	return strconv.FormatFloat(s.numbers[i], 'f', -1, 64)
}

// newFrame takes a table apart. Flags are numbers, and named as texts.
func newFrame(t *table.Table) *frame {
	f := &frame{rows: len(t.Rows)}
	for c, column := range t.Columns {
		s := &series{name: column.Name, numbers: make([]float64, f.rows)}
		numeric := column.Kind.Numeric()
		if !numeric {
			s.texts, s.there = make([]string, f.rows), make([]bool, f.rows)
		}
		for r, row := range t.Rows {
			s.numbers[r] = math.NaN()
			v := row[c]
			if v.IsNull() {
				continue
			}
			if x, ok := v.Float64(); ok && !math.IsInf(x, 0) {
				s.numbers[r] = x
			}
			if !numeric {
				s.texts[r], s.there[r] = v.String(), true
				if column.Kind == table.Bool {
					s.numbers[r] = map[string]float64{"true": 1, "false": 0}[v.String()]
				}
			}
		}
		f.columns = append(f.columns, s)
	}
	return f
}

// column finds a column by its name.
func (f *frame) column(name string) (*series, error) {
	for _, s := range f.columns {
		if strings.EqualFold(s.name, name) {
			return s, nil
		}
	}
	var names []string
	for _, s := range f.columns {
		names = append(names, s.name)
	}
	return nil, fault.New(fault.NotFound, "there is no column %s", name).WithHint("%s", fault.DidYouMean(name, "columns", names))
}

// keep is the frame of some rows.
func (f *frame) keep(row func(i int) bool) *frame {
	var at []int
	for i := range f.rows {
		if row(i) {
			at = append(at, i)
		}
	}
	return f.pick(at)
}

// pick is the frame of the rows at some places.
func (f *frame) pick(at []int) *frame {
	out := &frame{rows: len(at)}
	for _, s := range f.columns {
		c := &series{name: s.name, numbers: make([]float64, len(at))}
		if s.isText() {
			c.texts, c.there = make([]string, len(at)), make([]bool, len(at))
		}
		for to, from := range at {
			c.numbers[to] = s.numbers[from]
			if s.isText() {
				c.texts[to], c.there[to] = s.texts[from], s.there[from]
			}
		}
		out.columns = append(out.columns, c)
	}
	return out
}

// with is the frame with a column in the place of the one of its name, or added.
func (f *frame) with(s *series) *frame {
	out := &frame{rows: f.rows, columns: slices.Clone(f.columns)}
	for i, c := range out.columns {
		if strings.EqualFold(c.name, s.name) {
			out.columns[i] = s
			return out
		}
	}
	out.columns = append(out.columns, s)
	return out
}

// complete is the frame of the rows that have values in all of some columns.
func (f *frame) complete(names ...string) (*frame, error) {
	var list []*series
	for _, n := range names {
		s, err := f.column(n)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return f.keep(func(i int) bool { return !slices.ContainsFunc(list, func(s *series) bool { return s.missing(i) }) }), nil
}

// values are the numbers of a column that are not missing.
func (s *series) values() []float64 {
	list := make([]float64, 0, len(s.numbers))
	for _, x := range s.numbers {
		if !math.IsNaN(x) {
			list = append(list, x)
		}
	}
	return list
}

// group is the rows of one value.
type group struct {
	name string
	*frame
}

// groups are the rows by the values of a column, those with a value; in order of
// their names, or of the list where one is given.
func (f *frame) groups(by string, only []string) ([]group, error) {
	s, err := f.column(by)
	if err != nil {
		return nil, err
	}
	at := map[string][]int{}
	var names []string
	for i := range f.rows {
		if s.missing(i) {
			continue
		}
		name := s.text(i)
		if _, ok := at[name]; !ok {
			names = append(names, name)
		}
		at[name] = append(at[name], i)
	}
	const most = 1000
	if len(names) > most {
		return nil, fault.New(fault.Usage, "%s has %d different values; at most %d groups are compared", by, len(names), most).WithHint("choose a column with fewer values")
	}
	if !s.isText() {
		first := func(name string) float64 { return s.numbers[at[name][0]] }
		slices.SortFunc(names, func(a, b string) int {
			switch x, y := first(a), first(b); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	} else {
		slices.Sort(names)
	}
	if len(only) > 0 {
		var some []string
		for _, want := range only {
			for _, name := range names {
				if strings.EqualFold(name, want) && !slices.Contains(some, name) {
					some = append(some, name)
				}
			}
		}
		names = some
	}
	list := make([]group, len(names))
	for i, name := range names {
		list[i] = group{name, f.pick(at[name])}
	}
	return list, nil
}
