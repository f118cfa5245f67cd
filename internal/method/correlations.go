package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Correlations holds every two columns against each other, or one against all
// others: Pearson's coefficient for a straight line, Spearman's for an order. Columns
// with two values count as 0 and 1.
//
//   - A pair counts as related where Spearman's coefficient is at least 0.1 and its
//     p-value, adjusted for the number of pairs (Benjamini and Hochberg), is below 5%.
//   - Values that belong to another table repeat for many rows: of them, only as
//     many count as that table has rows.
//   - Columns that are computed from each other (one is a multiple, sum, difference,
//     product or quotient of others in all rows) are left out, and named.
var Correlations = Method{
	Name:  "correlations",
	About: "which columns go together: Pearson and Spearman for all pairs, adjusted for their number",
	Run:   correlations,
}

// CorrelationsArguments say what the columns are.
type CorrelationsArguments struct {
	Target  string          `json:"target,omitempty"`  // the column that others are held against; "" for all pairs
	Things  string          `json:"things"`            // what the rows are, several: "orders"
	Columns []ScannedColumn `json:"columns"`           // in the order of the table
	Sampled int             `json:"sampled,omitempty"` // one of so many rows was read
	Skipped []string        `json:"skipped,omitempty"` // columns that are no figures
}

// ScannedColumn is a column of the rows.
type ScannedColumn struct {
	Name string `json:"name"`           // in words
	Rows int64  `json:"rows,omitempty"` // of the table that it belongs to, where that is another one
}

const (
	colFirst     = "column_1"
	colSecond    = "column_2"
	colPearson   = "pearson"
	colSpearman  = "spearman"
	colAdjustedP = "adjusted_p"
)

// leastRelated is the coefficient below which a relation is too weak to speak of.
const leastRelated = 0.1

// scanned is a column as numbers.
type scanned struct {
	ScannedColumn
	x    []float64 // NaN where missing
	high string    // of two texts: the one that counts as 1
}

// related is a pair of columns.
type related struct {
	a, b              *scanned
	pearson, spearman float64
	n                 int
	p                 float64
}

// strength is that of the order: a few large values cannot make it up.
func (r related) strength() float64 { return math.Abs(r.spearman) }

func correlations(ctx context.Context, in Input) (*Output, error) {
	a := CorrelationsArguments{}
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	if len(in.Tables) == 0 || len(in.Tables[0].Table.Columns) < len(a.Columns) || len(a.Columns) < 2 {
		return nil, fault.New(fault.BadData, "there are no columns to hold against each other").WithHint("ask again, with a table that has numbers")
	}
	list, constant := scan(in.Tables[0].Table, a)
	derived := findDerived(list)
	var pairs []related
	for i, x := range list {
		for j := range i {
			if ctx.Err() != nil {
				return nil, fault.Of(ctx.Err())
			}
			y := list[j]
			if a.Target != "" && x.Name != a.Target && y.Name != a.Target || x.Rows > 0 && y.Rows > 0 || derived[[2]*scanned{y, x}] {
				continue
			}
			if r, ok := relate(y, x); ok {
				pairs = append(pairs, r)
			}
		}
	}
	if len(pairs) == 0 {
		return nil, fault.New(fault.EmptyResult, "no two columns of the %s have values that can be held against each other", a.Things).WithHint("ask for another table, or for rows that have values")
	}
	ps := make([]float64, len(pairs))
	for i, r := range pairs {
		ps[i] = r.p
	}
	for i, p := range stats.AdjustBH(ps) {
		pairs[i].p = p
	}
	slices.SortStableFunc(pairs, func(x, y related) int {
		return cmp.Or(-compareBool(x.counts(), y.counts()), cmp.Compare(y.strength(), x.strength()), cmp.Compare(x.a.Name, y.a.Name))
	})
	return a.output(pairs, derived, list, constant), nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// counts is true for columns that are related.
func (r related) counts() bool { return r.p < 0.05 && r.strength() >= leastRelated }

// scan reads the columns as numbers. Those with one value, and those that only count the
// rows, are named apart.
func scan(t *table.Table, a CorrelationsArguments) (list []*scanned, constant []string) {
	f := newFrame(t)
	for i, c := range a.Columns {
		s := &scanned{ScannedColumn: c, x: f.columns[i].numbers}
		if column := f.columns[i]; column.isText() && t.Columns[i].Kind != table.Bool {
			values := map[string]bool{}
			for r := range column.texts {
				if column.there[r] {
					values[column.texts[r]] = true
				}
			}
			var names []string
			for v := range values {
				names = append(names, v)
			}
			slices.Sort(names)
			if len(names) != 2 {
				constant = append(constant, c.Name)
				continue
			}
			s.high = names[1]
			for r := range column.texts {
				s.x[r] = math.NaN()
				if column.there[r] {
					s.x[r] = 0
					if column.texts[r] == s.high {
						s.x[r] = 1
					}
				}
			}
		}
		if x := f.columns[i].values(); len(x) < 3 || stats.Range(x) == 0 || c.Name != a.Target && countsRows(x, max(a.Sampled, 1)) {
			constant = append(constant, c.Name)
			continue
		}
		list = append(list, s)
	}
	return list, constant
}

// countsRows is true for whole numbers from 0 or 1 on, each once, of which one of every so
// many is there.
func countsRows(x []float64, every int) bool {
	seen := make(map[float64]bool, len(x))
	low, high := x[0], x[0]
	for _, v := range x {
		if v != math.Trunc(v) || seen[v] {
			return false
		}
		seen[v] = true
		low, high = min(low, v), max(high, v)
	}
	const enough = 10 // fewer are in a row by chance
	return len(x) >= enough && low >= 0 && low <= float64(every) && high-low < float64(len(x)*every)
}

// relate holds two columns against each other.
func relate(a, b *scanned) (related, bool) {
	var x, y []float64
	for i := range a.x {
		if !math.IsNaN(a.x[i]) && !math.IsNaN(b.x[i]) {
			x, y = append(x, a.x[i]), append(y, b.x[i])
		}
	}
	const least = 10
	if len(x) < least {
		return related{}, false
	}
	line, err := stats.Pearson(x, y)
	if err != nil {
		return related{}, false
	}
	order, err := stats.Spearman(x, y)
	if err != nil {
		return related{}, false
	}
	r := related{a: a, b: b, pearson: line.R, spearman: order.R, n: len(x)}
	for _, c := range []*scanned{a, b} {
		if c.Rows > 0 {
			r.n = min(r.n, int(c.Rows))
		}
	}
	df := float64(r.n - 2)
	if df < 1 {
		return related{}, false
	}
	strength := min(r.strength(), 1-1e-15)
	r.p = stats.StudentTwoSided(strength*math.Sqrt(df/(1-strength*strength)), df)
	return r, true
}

// findDerived are pairs of which one column is computed from the other, alone or
// with a third one.
func findDerived(list []*scanned) map[[2]*scanned]bool {
	found := map[[2]*scanned]bool{}
	mark := func(a, b *scanned) { found[[2]*scanned{a, b}], found[[2]*scanned{b, a}] = true, true }
	for i, x := range list {
		for j := range i {
			if isMultiple(x.x, list[j].x) {
				mark(x, list[j])
			}
		}
	}
	const most = 20 // columns of which every three are looked at
	if len(list) > most {
		return found
	}
	for _, c := range list {
		for i, x := range list {
			for _, y := range list[:i] {
				if c != x && c != y && isCombined(c.x, x.x, y.x) {
					mark(c, x)
					mark(c, y)
				}
			}
		}
	}
	return found
}

// isMultiple is true where one column is a linear function of the other.
func isMultiple(x, y []float64) bool {
	first, second := -1, -1
	n := 0
	var slope float64
	for i := range x {
		switch {
		case math.IsNaN(x[i]) || math.IsNaN(y[i]):
			continue
		case first < 0:
			first = i
		case second < 0 && x[i] != x[first]:
			second, slope = i, (y[i]-y[first])/(x[i]-x[first])
		}
	}
	if second < 0 || slope == 0 {
		return false
	}
	for i := range x {
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			continue
		}
		n++
		if !nearly(y[first]+slope*(x[i]-x[first]), y[i]) {
			return false
		}
	}
	return n > 3
}

// isCombined is true where a column is the sum, difference, product or quotient of
// two others.
func isCombined(c, x, y []float64) bool {
	combine := []func(a, b float64) float64{
		func(a, b float64) float64 { return a + b }, func(a, b float64) float64 { return a - b }, func(a, b float64) float64 { return b - a },
		func(a, b float64) float64 { return a * b }, func(a, b float64) float64 { return a / b }, func(a, b float64) float64 { return b / a },
	}
	for _, of := range combine {
		n, fits := 0, 0
		for i := range c {
			if math.IsNaN(c[i]) || math.IsNaN(x[i]) || math.IsNaN(y[i]) {
				continue
			}
			if n++; nearly(of(x[i], y[i]), c[i]) {
				fits++
			}
			if n == 50 && fits < 40 {
				break
			}
		}
		if n >= 10 && fits*100 >= n*98 {
			return true
		}
	}
	return false
}

// nearly allows for amounts that were rounded to a hundredth.
func nearly(a, b float64) bool { return math.Abs(a-b) <= max(0.0051, 1e-6*math.Abs(b)) }

func (a CorrelationsArguments) output(pairs []related, derived map[[2]*scanned]bool, list []*scanned, constant []string) *Output {
	s := newSheet(textColumn(colFirst, "column", meaning.RoleDimension), textColumn(colSecond, "with", meaning.RoleDimension), numberColumn(colPearson, "Pearson correlation", "", 2), numberColumn(colSpearman, "Spearman correlation", "", 2),
		numberColumn(colRows, "rows", "", 0), numberColumn(colAdjustedP, "adjusted p-value", "", 4), textColumn(colVerdict, "verdict", meaning.RoleDetail))
	const most = 60
	count := 0
	for i, r := range pairs {
		if r.counts() {
			count++
		}
		if i >= most {
			continue
		}
		x, y := r.a, r.b
		if y.Name == a.Target {
			x, y = y, x
		}
		s.add(x.Name, y.Name, r.pearson, r.spearman, r.n, r.p, r.verdict())
	}
	out := &Output{Table: s.table, Meaning: s.meaning(meaning.RowGroup, "pair", "pairs"), Chart: &chart.Plan{Kind: chart.Table}}
	if a.Target != "" {
		out.Chart = &chart.Plan{Kind: chart.Bar, Title: "Correlation with " + a.Target, X: colSecond, Y: []string{colSpearman}, XTitle: "Column", YTitle: "Spearman correlation", XCount: s.rows(), Limit: 20, Horizontal: true, Zero: true}
	}
	w := &story.Writer{}
	a.tell(w, s, pairs, count)
	out.Story = w.Story()
	held := fmt.Sprintf("%d pairs of columns of the %s were", len(pairs), a.Things)
	if len(pairs) == 1 {
		held = fmt.Sprintf("one pair of columns of the %s was", a.Things)
	}
	out.Assumptions = []string{fmt.Sprintf("%s held against each other; p-values are adjusted for their number (Benjamini–Hochberg)", held),
		"a pair counts as related where its Spearman coefficient is at least 0.1 and the adjusted p-value below 0.05"}
	for _, c := range list {
		if c.high != "" {
			out.Assumptions = append(out.Assumptions, fmt.Sprintf("%s counts as 1 where it is “%s”, else as 0", c.Name, c.high))
		}
	}
	if slices.ContainsFunc(list, func(c *scanned) bool { return c.Rows > 0 }) {
		out.Assumptions = append(out.Assumptions, "what belongs to another table counts as often as that table has rows")
	}
	if a.Sampled > 1 {
		out.Assumptions = append(out.Assumptions, fmt.Sprintf("one of every %d rows was read, evenly spread", a.Sampled))
	}
	out.Caveats = []string{"Columns that go together need not cause each other: both may follow a third thing."}
	if names := derivedNames(list, derived, a.Target); len(names) > 0 {
		out.Caveats = append(out.Caveats, "Left out, as one is computed from the other: "+english.JoinList(names, "and")+".")
	}
	if skipped := slices.Concat(a.Skipped, constant); len(skipped) > 0 {
		out.Caveats = append(out.Caveats, "Not looked at, as they are keys, names, dates or always the same: "+english.JoinList(firstOf(skipped, 12), "and")+".")
	}
	return out
}

// firstOf are the first of a list, and how many more there are.
func firstOf(list []string, most int) []string {
	if len(list) <= most {
		return list
	}
	return append(slices.Clone(list[:most-1]), fmt.Sprintf("%d more", len(list)-most+1))
}

func derivedNames(list []*scanned, derived map[[2]*scanned]bool, target string) []string {
	var names []string
	for i, x := range list {
		for _, y := range list[:i] {
			if derived[[2]*scanned{x, y}] && (target == "" || x.Name == target || y.Name == target) {
				names = append(names, y.Name+" with "+x.Name)
			}
		}
	}
	return firstOf(names, 8)
}

func (r related) verdict() string {
	if !r.counts() {
		return "not related"
	}
	return strengthName(r.strength())
}

// strengthName follows Cohen.
func strengthName(r float64) string {
	switch {
	case r >= 0.995:
		return "nearly perfect"
	case r >= 0.5:
		return "strong"
	case r >= 0.3:
		return "moderate"
	}
	return "weak"
}

func (a CorrelationsArguments) tell(w *story.Writer, s *sheet, pairs []related, count int) {
	cite := func(row int) story.Piece { return s.cite(row, colSpearman) }
	names := func(row int) (string, string) { return s.table.Rows[row][0].String(), s.table.Rows[row][1].String() }
	if count == 0 {
		first, second := names(0)
		if a.Target != "" {
			w.Say("No column of the %s goes together with %s by more than chance explains.", a.Things, a.Target)
		} else {
			w.Say("No two columns of the %s go together by more than chance explains.", a.Things)
		}
		w.Say("The largest Spearman coefficient is that of %s and %s, %s.", first, second, cite(0))
		return
	}
	const told = 3
	for row := range min(told, count) {
		first, second := names(row)
		if a.Target != "" {
			first, second = second, first
		}
		way := "the more of the one, the more of the other"
		if s.value(row, colSpearman) < 0 {
			way = "the more of the one, the less of the other"
		}
		w.Say("%s and %s have a %s Spearman correlation of %s: %s.", fault.Begin(first), second, pairs[row].verdict(), cite(row), way)
	}
}
