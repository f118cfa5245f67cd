package method

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/table"
)

// Why finds what a change of a figure came from. Every value of every dimension,
// and every pair of values, is a segment of the rows. A segment stands out where
// it changed otherwise than all other rows did, by more than the noise of single
// rows explains; the evidence is the excess over what the rest's growth would have
// given, in standard deviations.
//
//   - Sums and counts: contributions add up exactly to the change of the total.
//   - Averages and ratios: a contribution is a rate effect (the segment's own rate
//     changed) and a mix effect (it became a larger or smaller part); both
//     together add up to the change of the total.
//   - Many segments are looked at, so that evidence must be stronger the more
//     there are (Bonferroni). Noise beyond that of single rows, which all segments
//     show, is measured and taken off.
//   - Rows that belong to a parent, as the lines of an invoice do, come and go with it:
//     their evidence is divided by the root of how many there are for each parent.
//   - Dimensions whose values are on nearly the same rows cannot be told apart,
//     which is said.
var Why = Method{
	Name:  "why",
	About: "where a change of a figure between two periods or groups comes from",
	Run:   why,
}

// WhyArguments say what the table of segments is about.
type WhyArguments struct {
	Figure     string   `json:"figure"`          // in words: "revenue"
	Asked      string   `json:"asked,omitempty"` // what the question takes for granted: Fell, Rose or ""
	Unit       string   `json:"unit,omitempty"`
	Rate       bool     `json:"rate,omitempty"` // an average or a ratio: totals are divided by weights
	Percent    bool     `json:"percent,omitempty"`
	Approx     bool     `json:"approx,omitempty"` // segments overlap, as of distinct counts: they do not add up
	Groups     bool     `json:"groups,omitempty"` // the sides are groups of rows, not periods
	Before     string   `json:"before"`           // what is compared: "February 2025"
	After      string   `json:"after"`
	Dimensions []string `json:"dimensions"` // that were looked at
	Decimals   int      `json:"decimals"`
}

// What a question may take for granted.
const (
	Fell = "fell"
	Rose = "rose"
)

// Segments, the input of Why, has a row for each segment: two dimensions with
// their values (the second is null for a single one, both are for all rows), and
// for both sides the number of rows, the total, and the sum of the squares; of
// rates the weight, the sum of total times weight, and of squared weights too.
const (
	segmentsTable = "segments"
	pairsTable    = "pairs"
	// partsTable may stand for both: a row for each combination of values of all
	// dimensions, in the columns that come first.
	partsTable = "parts"
	// totalsTable has the figure of both sides as a whole, which the parts must add
	// up to.
	totalsTable = "totals"
)

// side is one of the two things that are compared.
type side struct {
	rows, total, squares    float64
	weight, cross, weights2 float64
	parents                 float64 // that the rows belong to, such as the invoices of lines; 0 where they belong to none
}

func (s side) minus(o side) side {
	return side{rows: s.rows - o.rows, total: s.total - o.total, squares: s.squares - o.squares, weight: s.weight - o.weight, cross: s.cross - o.cross, weights2: s.weights2 - o.weights2}
}

// rate is total by weight; NaN without any.
func (s side) rate() float64 {
	if s.weight <= 0 {
		return math.NaN()
	}
	return s.total / s.weight
}

// rateNoise is the variance of the rate.
func (s side) rateNoise() float64 {
	r := s.rate()
	v := s.squares - 2*r*s.cross + r*r*s.weights2
	n := s.rows
	if n > 1 {
		v *= n / (n - 1)
	}
	return max(v, 0) / (s.weight * s.weight)
}

// segment is rows that have one value, or two.
type segment struct {
	dimensions, values []string
	before, after      side

	change  float64 // of the figure
	effect  float64 // what it adds to the change of the total
	excess  float64 // of that, what the growth of the rest does not explain
	mix     float64 // of a rate: the part of the effect that is another share of the weight
	score   float64 // excess in standard deviations
	drift   float64 // how far it went from the rest: of a sum in parts of what was expected, of a rate as it is
	noise   float64 // the variance of that, if only rows come and go by chance
	skipped bool    // too little, or all there is
}

func (s *segment) isPair() bool { return len(s.dimensions) == 2 }

// analysis is what is known of all segments.
type analysis struct {
	WhyArguments
	whole   segment
	singles []*segment
	pairs   []*segment
	unrest  map[string]float64 // the variance by which segments drift apart without any cause, in the units of drift: of a dimension with many values, or of all others
	needed  float64            // a score that stands out
	byPair  map[[2]*segment]*segment
	each    map[[2]string]float64 // the rows for each parent, of a dimension and a value
	drivers []*segment
	same    [][2]*segment // segments of nearly the same rows
	// oneSided are dimensions of groups whose values are nearly all in one of them.
	oneSided []string
	// decided are dimensions of a share whose values say by themselves whether a row counts.
	decided []string
	// together are the dimensions whose pairs were read.
	together map[[2]string]bool
}

func why(_ context.Context, in Input) (*Output, error) {
	a := &analysis{}
	if err := arguments(in, &a.WhyArguments); err != nil {
		return nil, err
	}
	for _, name := range []string{segmentsTable, pairsTable} {
		t := in.Table(name)
		if t == nil {
			continue
		}
		if err := a.read(t); err != nil {
			return nil, err
		}
	}
	if t := in.Table(partsTable); t != nil {
		if err := a.addUp(t); err != nil {
			return nil, err
		}
	}
	if a.whole.before.rows == 0 && a.whole.after.rows == 0 {
		return nil, fault.New(fault.EmptyResult, "there are no rows in %s or %s", a.Before, a.After).WithHint("choose periods that the data cover")
	}
	if err := a.holdTotals(in.Table(totalsTable)); err != nil {
		return nil, err
	}
	if a.Groups {
		a.dropSides()
	}
	if a.Rate && a.Percent {
		a.dropDecided()
	}
	// Of those that are equally strong, the first dimension is told.
	slices.SortStableFunc(a.singles, func(x, y *segment) int {
		return cmp.Compare(slices.Index(a.Dimensions, x.dimensions[0]), slices.Index(a.Dimensions, y.dimensions[0]))
	})
	a.each = map[[2]string]float64{}
	for _, s := range a.singles {
		a.each[[2]string{s.dimensions[0], s.values[0]}] = a.rowsEach(s)
	}
	for _, s := range slices.Concat(a.singles, a.pairs) {
		a.weigh(s)
	}
	a.indexPairs()
	a.measureUnrest()
	a.findDrivers()
	return a.output(), nil
}

// isPanel is true where every part has as many rows on both sides, as totals by month and
// place have. Rows that are counted, or that come and go by chance, hardly ever do.
func (a *analysis) isPanel() bool {
	const least = 3 // parts
	if a.Groups || len(a.singles) < least || a.whole.before.rows < fewRows || a.whole.before.total == a.whole.before.rows {
		return false
	}
	return !slices.ContainsFunc(append(slices.Clone(a.singles), &a.whole), func(s *segment) bool { return s.before.rows != s.after.rows })
}

// holdTotals holds what the segments add up to against the figure itself. Where a
// join repeated rows, they differ, and nothing that follows would be right.
func (a *analysis) holdTotals(t *table.Table) error {
	if t == nil || len(t.Rows) != 1 || len(t.Rows[0]) != 2 {
		return nil
	}
	for i, s := range []side{a.whole.before, a.whole.after} {
		want, ok := t.Rows[0][i].Float64()
		if !ok {
			continue // there are no rows
		}
		got := a.value(s)
		const slack = 1e-6
		if math.Abs(got-want) > slack*max(math.Abs(got), math.Abs(want), 1) {
			return fault.New(fault.BadData, "the parts of %s add up to %s, not to %s", a.Figure, number(got, a.Decimals), number(want, a.Decimals)).
				WithHint("a join may repeat rows; ask for the figure by one column at a time")
		}
	}
	return nil
}

// dropSides leaves out dimensions whose values are nearly all on one side: the cities
// of two regions tell the regions apart, and explain nothing.
func (a *analysis) dropSides() {
	const least = 0.3 // of the rows have a value that the other side has as often
	shared := map[string]float64{}
	for _, s := range a.singles {
		shared[s.dimensions[0]] += min(s.before.rows/max(a.whole.before.rows, 1), s.after.rows/max(a.whole.after.rows, 1))
	}
	a.oneSided = a.drop(func(dimension string) bool { return shared[dimension] < least })
}

// dropDecided leaves out dimensions of a share of which each value has all rows counted, or
// none: only visits that became an order have the region of an order. Rows without a value
// do not matter.
func (a *analysis) dropDecided() {
	open := map[string]bool{}
	for _, s := range a.singles {
		for _, one := range []side{s.before, s.after} {
			open[s.dimensions[0]] = open[s.dimensions[0]] || s.values[0] != "" && one.weight > 0 && one.total != 0 && one.total != one.weight
		}
	}
	if slices.ContainsFunc(a.Dimensions, func(d string) bool { return open[d] }) {
		a.decided = a.drop(func(dimension string) bool { return !open[dimension] })
	}
}

// drop leaves out dimensions, and names them.
func (a *analysis) drop(gone func(dimension string) bool) (names []string) {
	for _, d := range a.Dimensions {
		if gone(d) {
			names = append(names, d)
		}
	}
	a.Dimensions = slices.DeleteFunc(slices.Clone(a.Dimensions), gone)
	out := func(s *segment) bool { return slices.ContainsFunc(s.dimensions, gone) }
	a.singles, a.pairs = slices.DeleteFunc(a.singles, out), slices.DeleteFunc(a.pairs, out)
	return names
}

// total is the change of the figure as a whole.
func (a *analysis) total() float64 { return a.value(a.whole.after) - a.value(a.whole.before) }

// value is the figure of one side.
func (a *analysis) value(s side) float64 {
	switch {
	case !a.Rate:
		return s.total
	case a.Percent:
		return 100 * s.rate()
	}
	return s.rate()
}

// measureUnrest finds how far segments drift apart beyond what chance among rows
// explains, and takes that off their scores: where all of them jump about, one that
// does is no news. The segment with the strongest evidence, and what it does to
// others, does not count. A dimension of many small parts, such as customers, who come
// and go, has an unrest of its own: it says nothing of large parts.
func (a *analysis) measureUnrest() {
	top := a.strongest(a.singles)
	values := map[string]int{}
	for _, s := range a.singles {
		values[s.dimensions[0]]++
	}
	others := map[string][]*segment{}
	for _, s := range a.singles {
		if left := a.without(s, top); s != top && !left.skipped && left.noise > 0 {
			of := ""
			if values[s.dimensions[0]] >= manyValues {
				of = s.dimensions[0]
			}
			others[of] = append(others[of], left)
		}
	}
	const few = 8
	a.unrest = map[string]float64{}
	for of, list := range others {
		if len(list) >= few {
			a.unrest[of] = solveUnrest(list)
		}
	}
	tested := 0
	for _, s := range slices.Concat(a.singles, a.pairs) {
		if s.skipped {
			continue
		}
		tested++
		s.score *= a.calm(s)
	}
	const level = 0.05 // of naming anything where there is nothing
	a.needed = math.Sqrt(-2 * math.Log(level/float64(max(tested, 1))))
}

// manyValues is how many values a dimension has at least that has an unrest of its own.
const manyValues = 25

// calm is what is left of a score once the unrest is taken off.
func (a *analysis) calm(s *segment) float64 {
	if s.noise <= 0 {
		return 1
	}
	unrest := a.unrest[""]
	for _, d := range s.dimensions {
		if own, ok := a.unrest[d]; ok {
			unrest = max(unrest, own)
		}
	}
	return math.Sqrt(s.noise / (s.noise + unrest))
}

// solveUnrest is the variance that has to be added for half of the segments to lie
// within what is usual.
func solveUnrest(list []*segment) float64 {
	const usual = 0.455 // the median of the square of a normal number
	tooFar := func(unrest float64) bool {
		squares := make([]float64, len(list))
		for i, s := range list {
			squares[i] = s.drift * s.drift / (s.noise + unrest)
		}
		slices.Sort(squares)
		return squares[len(squares)/2] > usual
	}
	low, high := 0.0, 1.0
	if !tooFar(low) {
		return 0
	}
	for tooFar(high) && high < 1e12 {
		high *= 4
	}
	for range 50 {
		middle := (low + high) / 2
		if tooFar(middle) {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

func (a *analysis) strongest(list []*segment) *segment {
	var best *segment
	for _, s := range list {
		if !s.skipped && (best == nil || math.Abs(s.score) > math.Abs(best.score)) {
			best = s
		}
	}
	return best
}

// without is a segment as it would be if the rows of another one were not there. It
// is as it is where the rows of both are not known.
func (a *analysis) without(s, other *segment) *segment {
	if other == nil || other.isPair() {
		return s
	}
	shared := segment{}
	if s.dimensions[0] != other.dimensions[0] {
		if pair, ok := a.byPair[[2]*segment{s, other}]; ok {
			shared = *pair
		} else if !a.together[[2]string{s.dimensions[0], other.dimensions[0]}] {
			return s
		}
	}
	cleaned := &analysis{WhyArguments: a.WhyArguments, whole: segment{before: a.whole.before.minus(other.before), after: a.whole.after.minus(other.after)}}
	left := &segment{dimensions: s.dimensions, values: s.values, before: s.before.minus(shared.before), after: s.after.minus(shared.after)}
	cleaned.weigh(left)
	left.score *= a.calm(left)
	return left
}

// indexPairs finds the pair of two single segments quickly.
func (a *analysis) indexPairs() {
	type name struct{ dimension, value string }
	singles := map[name]*segment{}
	for _, s := range a.singles {
		singles[name{s.dimensions[0], s.values[0]}] = s
	}
	a.byPair = make(map[[2]*segment]*segment, 2*len(a.pairs))
	a.together = map[[2]string]bool{}
	for _, p := range a.pairs {
		a.together[[2]string{p.dimensions[0], p.dimensions[1]}], a.together[[2]string{p.dimensions[1], p.dimensions[0]}] = true, true
		x, y := singles[name{p.dimensions[0], p.values[0]}], singles[name{p.dimensions[1], p.values[1]}]
		if x != nil && y != nil {
			a.byPair[[2]*segment{x, y}], a.byPair[[2]*segment{y, x}] = p, p
		}
	}
}

// Bounds of what is told.
const (
	maxDrivers = 5
	// A driver explains at least this part of the change, or of the total.
	leastOfChange = 0.1
	leastOfTotal  = 0.02
)

// findDrivers takes the segment with the strongest evidence, then the strongest of
// those that say something else, and so on.
func (a *analysis) findDrivers() {
	all := slices.DeleteFunc(slices.Concat(a.singles, a.pairs), func(s *segment) bool {
		return s.skipped || math.Abs(s.score) < a.needed || !a.matters(s)
	})
	// There are many more pairs than single values, so that chance makes the best of
	// them look stronger: a pair needs more.
	handicap := 0.0
	if len(a.singles) > 0 && len(a.pairs) > len(a.singles) {
		handicap = 2*math.Log(float64(len(a.pairs))/float64(len(a.singles))) + 4
	}
	evidence := func(s *segment) float64 {
		e := s.score * s.score
		if s.isPair() {
			e -= handicap
		}
		return math.Round(1e3 * e) // sums of the same rows differ in their last digits
	}
	slices.SortStableFunc(all, func(x, y *segment) int { return cmp.Compare(evidence(y), evidence(x)) })
	for _, s := range all {
		if len(a.drivers) == maxDrivers {
			break
		}
		if !slices.ContainsFunc(a.drivers, func(d *segment) bool { return a.follows(s, d) }) {
			a.drivers = append(a.drivers, s)
		}
	}
	if len(a.drivers) > 0 {
		a.findSame(a.drivers[0])
	}
}

// matters is true where the excess of a segment is worth telling.
func (a *analysis) matters(s *segment) bool {
	size := math.Abs(s.excess)
	base := max(math.Abs(a.value(a.whole.before)), math.Abs(a.value(a.whole.after)))
	return size >= leastOfChange*math.Abs(a.total()) || size >= leastOfTotal*base
}

// follows is true where the evidence for a segment is that for another, seen from
// elsewhere: it is a part of it or has it as a part, it is of the same dimension
// and moves the other way because the other one moved, or nothing of its own is
// left without the rows of both.
func (a *analysis) follows(s, driver *segment) bool {
	sharing := 0
	for i, d := range driver.dimensions {
		at := slices.Index(s.dimensions, d)
		if at < 0 {
			continue
		}
		if s.values[at] == driver.values[i] {
			return true
		}
		sharing++
	}
	switch {
	case s.isPair():
		return true // a part of a part: the first causes are told, not every corner
	case sharing > 0 && driver.isPair():
		return true
	}
	if driver.isPair() {
		return math.Abs(s.score) < 1.5*a.needed
	}
	return math.Abs(a.without(s, driver).score) < a.needed
}

// findSame finds segments that are on nearly the same rows as the first driver, so
// that nobody can tell from the data which of them matters.
func (a *analysis) findSame(driver *segment) {
	const nearly = 0.8
	if driver.isPair() {
		return
	}
	for _, s := range a.singles {
		p, ok := a.byPair[[2]*segment{driver, s}]
		if !ok {
			continue
		}
		both := p.before.rows + p.after.rows
		either := driver.before.rows + driver.after.rows + s.before.rows + s.after.rows - both
		if either > 0 && both/either >= nearly {
			a.same = append(a.same, [2]*segment{driver, s})
		}
	}
}
