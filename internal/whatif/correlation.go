package whatif

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/stats"
	"github.com/plumbdata/plumb/internal/table"
)

// correlationNeeds is the least for which an interval exists.
const correlationNeeds = 4

// coefficient is a correlation with its uncertainty.
type coefficient struct {
	r, p, lower, upper float64
}

// pearson needs figures that are not constant; ranked is for Spearman, whose
// interval is a little wider.
func pearson(x, y []float64, ranked bool) coefficient {
	l := fitLine(x, y)
	return uncertain(l.slope*math.Sqrt(l.sxx/l.syy), float64(len(x)), ranked)
}

// uncertain is a correlation of so many rows with its uncertainty.
func uncertain(r, n float64, ranked bool) coefficient {
	c := coefficient{r: max(-1, min(1, r))}
	rest := 1 - c.r*c.r
	if rest > 0 {
		c.p = stats.StudentTwoSided(c.r*math.Sqrt((n-2)/rest), n-2)
	}
	// Fisher's transformation; 1.06 for ranks is Fieller's.
	variance := 1 / (n - 3)
	if ranked {
		variance *= 1.06
	}
	margin := stats.NormalQuantile((1+level)/2) * math.Sqrt(variance)
	c.lower, c.upper = math.Tanh(math.Atanh(c.r)-margin), math.Tanh(math.Atanh(c.r)+margin)
	return c
}

// ranks numbers values from the smallest; equal values share their mean rank.
func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(v[a], v[b]) })
	out := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			out[order[k]] = float64(i+j+1) / 2
		}
		i = j
	}
	return out
}

// pair is two figures of the rows that have both.
type pair struct {
	columns [2]int
	x, y    []float64
	rows    []int
}

func runCorrelation(t *table.Table, req Request, o Options) (*Result, error) {
	p, notes, err := readPair(t, o.Meaning, req)
	if err != nil {
		return nil, err
	}
	for k, v := range [][]float64{p.x, p.y} {
		if slices.Min(v) == slices.Max(v) {
			return nil, fault.New(fault.Usage, "%s is the same in every row, so nothing can correlate with it", t.Columns[p.columns[k]].Name).
				WithHint("ask for rows in which it differs")
		}
	}
	straight := pearson(p.x, p.y, false)
	if all := req.All; all != nil {
		straight = uncertain(all.Pearson, float64(all.Rows), false)
	}
	ranked := pearson(ranks(p.x), ranks(p.y), true)
	r := p.result(t)
	r.Assumptions = notes
	r.tellCorrelation(t, p, straight, ranked, req.All)
	r.tellChanges(t, o.Meaning, p)
	r.caveat("Correlation is not causation: one figure does not necessarily drive the other.")
	return r, nil
}

// readPair finds the two figures.
func readPair(t *table.Table, m *meaning.Meaning, req Request) (pair, []string, error) {
	candidates := numbers(t, m)
	if len(candidates) < 2 {
		return pair{}, nil, fault.New(fault.Usage, "a correlation needs two columns of numbers; the result has %d", len(candidates)).
			WithHint("ask for both figures in one result, such as spend and clicks by campaign")
	}
	var notes []string
	var p pair
	for k, meant := range []string{req.Measure, req.Other} {
		left := slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return k == 1 && i == p.columns[0] })
		if p.columns[k] = left[0]; meant == "" {
			continue
		}
		if p.columns[k] = find(t, m, left, meant); p.columns[k] < 0 {
			return pair{}, nil, fault.New(fault.NotFound, "the result has no figure %q", meant).
				WithHint("name two of its figures: %s", names(t, candidates))
		}
	}
	if len(candidates) > 2 && (req.Measure == "" || req.Other == "") {
		notes = append(notes, phrase("Of the figures %s, this uses %s.", names(t, candidates), names(t, p.columns[:])))
	}
	for i, row := range t.Rows {
		x, ok1 := finite(row[p.columns[0]])
		y, ok2 := finite(row[p.columns[1]])
		if ok1 && ok2 {
			p.x, p.y, p.rows = append(p.x, x), append(p.y, y), append(p.rows, i)
		}
	}
	if left := len(t.Rows) - len(p.rows); left > 0 {
		notes = append(notes, phrase("Rows without both figures are left out: %d.", left))
	}
	if len(p.x) < correlationNeeds {
		return pair{}, nil, fault.New(fault.Usage, "a correlation needs at least %d rows with both figures; there are %d", correlationNeeds, len(p.x)).
			WithHint("ask for more rows, such as by month instead of by year")
	}
	return p, notes, nil
}

func finite(v table.Value) (float64, bool) {
	f, ok := v.Float64()
	return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// result is the points and the straight line through them.
func (p pair) result(t *table.Table) *Result {
	x, y := t.Columns[p.columns[0]], t.Columns[p.columns[1]]
	y.Name = fresh(y.Name, x.Name)
	l := fitLine(p.x, p.y)
	digits := precisionOf(t, p.columns[1], l.standardError())
	fitted := fresh("fitted", x.Name, y.Name)
	kind := fresh("kind", x.Name, y.Name, fitted)
	out := &table.Table{Columns: []table.Column{x, y, {Name: kind, Kind: table.Text}, {Name: fitted, Kind: digits.kind}}}
	label := categoryColumn(t, -1)
	if label >= 0 {
		c := t.Columns[label]
		c.Name = fresh(c.Name, x.Name, y.Name, fitted, kind)
		out.Columns = append([]table.Column{c}, out.Columns...)
	}
	for i, at := range p.rows {
		row := t.Rows[at]
		line := table.Row{row[p.columns[0]], row[p.columns[1]], table.NewText(observed), digits.value(l.at(p.x[i]))}
		if label >= 0 {
			line = append(table.Row{row[label]}, line...)
		}
		out.Rows = append(out.Rows, line)
	}
	r := &Result{Table: out, SampleSize: len(p.x), Roles: Roles{X: x.Name, Y: y.Name, Kind: kind}}
	r.Spec = chart(title(y.Name)+" and "+plain(x.Name), "One dot per row. The dashed line is the trend.", object{"x": measureAxis(x.Name, x.Name)},
		object{"mark": object{"type": "point", "tooltip": object{"content": "data"}}, "encoding": object{"y": measureAxis(y.Name, y.Name)}},
		object{"mark": object{"type": "line", "strokeDash": dashes}, "encoding": object{"y": measureAxis(fitted, y.Name)}},
	)
	return r
}

// tellCorrelation tells Pearson's coefficient of all rows, where the database
// computed it, and Spearman's of those that were read.
func (r *Result) tellCorrelation(t *table.Table, p pair, straight, ranked coefficient, all *AllRows) {
	read := r.fit("n", float64(len(p.x)), groupDigits(float64(len(p.x)), 0))
	n := read
	if all != nil {
		n = r.fit("all_rows", float64(all.Rows), groupDigits(float64(all.Rows), 0))
	}
	share := r.fit("level", level, percent(level))
	add := func(name string, c coefficient) (text, p, lower, upper piece) {
		return r.fit(name, c.r, ratio(c.r)), r.fit(name+"_p_value", c.p, probability(c.p)),
			r.fit(name+"_lower", c.lower, ratio(c.lower)), r.fit(name+"_upper", c.upper, ratio(c.upper))
	}
	r1, p1, low, high := add("pearson", straight)
	r2, p2, _, _ := add("spearman", ranked)
	squared := straight.r * straight.r
	r.fit("r_squared", squared, ratio(squared))

	x, y := plain(t.Columns[p.columns[0]].Name), plain(t.Columns[p.columns[1]].Name)
	strength := strengthOf(abs(straight.r))
	over := prose{n}
	if all != nil {
		over = compose("all %s", n)
	} else if t.Truncated != table.Whole { // there are more, which may say something else
		over = compose("the first %s", n)
	}
	switch {
	case straight.p >= 0.05:
		r.say("%s and %s show no clear correlation: Pearson's r is %s over %s rows (%s interval %s to %s, p %s).", capital(x), y, r1, over, share, low, high, p1)
	case straight.r > 0:
		r.say("Rows with higher %s have higher %s: the correlation is %s, Pearson's r %s over %s rows (%s interval %s to %s, p %s).", x, y, strength, r1, over, share, low, high, p1)
	default:
		r.say("Rows with higher %s have lower %s: the correlation is %s, Pearson's r %s over %s rows (%s interval %s to %s, p %s).", x, y, strength, r1, over, share, low, high, p1)
	}
	if all != nil {
		r.say("Spearman's rank correlation over the first %s rows is %s (p %s).", read, r2, p2)
	} else {
		r.say("Spearman's rank correlation is %s (p %s).", r2, p2)
	}
	r.assume("Rows are independent of each other.")
	r.assume("The interval is Fisher's, which assumes that both figures are roughly normal; Spearman's coefficient does not.")
	if len(p.x) < 30 {
		r.caveat("It is based on only %s rows: a few more could change it considerably.", n)
	}
	if all == nil && abs(straight.r-ranked.r) > 0.2 {
		r.caveat("Pearson and Spearman disagree, which suggests outliers or a curve. Look at the points.")
	}
}

// strengthOf uses the usual words for the size of a correlation.
func strengthOf(r float64) string {
	switch {
	case r < 0.3:
		return "weak"
	case r < 0.6:
		return "moderate"
	case r < 0.9:
		return "strong"
	}
	return "very strong"
}

// tellChanges looks at two figures over time: what both only grow with, they
// do not share. Their changes tell more.
func (r *Result) tellChanges(t *table.Table, m *meaning.Meaning, p pair) {
	line, err := findTimeline(t, m, "")
	if err != nil || line.unit == Step || contains(line.columns, p.columns[0]) || contains(line.columns, p.columns[1]) {
		return
	}
	order := make([]int, len(p.rows))
	for i := range order {
		order[i] = i
	}
	at := func(i int) int { return line.periods[p.rows[i]] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	var dx, dy []float64
	for k := 1; k < len(order); k++ {
		before, now := order[k-1], order[k]
		if at(now) != at(before)+1 {
			continue
		}
		dx, dy = append(dx, p.x[now]-p.x[before]), append(dy, p.y[now]-p.y[before])
	}
	if len(dx) < correlationNeeds || slices.Min(dx) == slices.Max(dx) || slices.Min(dy) == slices.Max(dy) {
		return
	}
	c := pearson(dx, dy, false)
	r.say("Their changes from one %s to the next correlate by %s.", line.unit, r.fit("pearson_of_changes", c.r, ratio(c.r)))
	r.caveat("Both figures change over time: figures that merely grow together correlate without being related.")
}
