package method

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// Basket finds items that are together in baskets more often than by chance. Support is
// the share of baskets with both, confidence the share of the baskets with the one that
// have the other, lift the confidence by the share of all baskets with the other.
//
// By chance, the lines of all baskets are shuffled, with as many lines in each basket and
// as many of each item as there are: two items are then expected together in
// n₁ n₂ Σ s(s-1) / L² baskets of s lines, of L in all. Lift alone would call items of
// small baskets rare together. The probability of so many baskets is Poisson's, adjusted
// by Benjamini and Hochberg for all pairs of items that could have been together.
var Basket = Method{
	Name:  "basket",
	About: "which things are bought together more often than by chance",
	Run:   basket,
}

// BasketArguments say what the tables of baskets, items and pairs are about.
type BasketArguments struct {
	Noun    string `json:"noun"`
	Plural  string `json:"plural"`
	Baskets string `json:"baskets"` // several of them: orders
	Least   int    `json:"least"`   // baskets that have both
	Largest int    `json:"largest"` // items of a basket that counts
}

const (
	colItem       = "item"
	colOther      = "with"
	colTogether   = "together"
	colSupport    = "support_percent"
	colConfidence = "confidence_percent"
	colLift       = "lift"
	colTimes      = "times_expected"
	colAdjusted   = "p_adjusted"
	maxTold       = 30 // rows
)

// pairCount is two items, the first that whose baskets have the other more often.
type pairCount struct {
	one, other        string  // names
	n                 float64 // baskets with the one
	together          float64
	expected          float64
	lift, p, adjusted float64
}

func basket(_ context.Context, in Input) (*Output, error) {
	var a BasketArguments
	if err := arguments(in, &a); err != nil {
		return nil, err
	}
	totals, items, pairs := in.Table("baskets"), in.Table("items"), in.Table("pairs")
	if totals == nil || items == nil || pairs == nil || len(totals.Rows) != 1 || len(totals.Columns) != 4 {
		return nil, fault.New(fault.BadData, "the tables of baskets, items and pairs are missing").WithHint("ask again")
	}
	n, _ := totals.Rows[0][0].Float64()
	several, _ := totals.Rows[0][1].Float64()
	lines, _ := totals.Rows[0][2].Float64()
	others, _ := totals.Rows[0][3].Float64() // lines beside each line, added up
	if several == 0 {
		return nil, fault.New(fault.EmptyResult, "none of the %s has more than one %s", a.Baskets, a.Noun).WithHint("ask for what comes together in something larger, such as all that a customer bought")
	}
	type item struct {
		name  string
		count float64
	}
	known := map[string]item{}
	for _, row := range items.Rows {
		count, _ := row[2].Float64()
		name := row[1].String()
		if row[1].IsNull() {
			name = row[0].String()
		}
		known[row[0].String()] = item{name, count}
	}
	var list []pairCount
	for _, row := range pairs.Rows {
		x, y := known[row[0].String()], known[row[1].String()]
		together, _ := row[2].Float64()
		if x.count == 0 || y.count == 0 {
			continue
		}
		if y.count < x.count { // the rarer one says more about the other
			x, y = y, x
		}
		p := pairCount{one: x.name, other: y.name, n: x.count, together: together, expected: x.count * y.count * others / (lines * lines), lift: together * n / (x.count * y.count)}
		p.p = atLeast(p.together, p.expected)
		list = append(list, p)
	}
	adjustPairs(list, len(known))
	slices.SortStableFunc(list, func(x, y pairCount) int { return cmp.Or(cmp.Compare(x.p, y.p), cmp.Compare(y.lift, x.lift)) })
	return a.output(list, n, several, len(known)), nil
}

// atLeast is the probability of k or more where a Poisson number with this mean is
// expected.
func atLeast(k, mean float64) float64 {
	if k <= mean {
		return 1 // as good as
	}
	factorial, _ := math.Lgamma(k + 1)
	term := math.Exp(k*math.Log(mean) - mean - factorial)
	sum := term
	for i := k + 1; term > sum*1e-12; i++ {
		term *= mean / i
		sum += term
	}
	return min(sum, 1)
}

// adjustPairs adjusts for all pairs of the items. Pairs that are never together, or too
// rarely, have a probability near one and need not be there.
func adjustPairs(list []pairCount, items int) {
	all := max(items*(items-1)/2, len(list))
	p := make([]float64, len(list))
	for i := range list {
		p[i] = list[i].p
	}
	// As many pairs at one leave the order as it is.
	order := slices.Clone(p)
	slices.Sort(order)
	by := make(map[float64]float64, len(order))
	least := 1.0
	for i := len(order) - 1; i >= 0; i-- {
		least = min(least, order[i]*float64(all)/float64(i+1))
		by[order[i]] = least
	}
	for i := range list {
		list[i].adjusted = by[list[i].p]
	}
}

func (a *BasketArguments) output(list []pairCount, n, several float64, items int) *Output {
	t := &table.Table{Columns: []table.Column{{Name: colItem, Kind: table.Text}, {Name: colOther, Kind: table.Text}, {Name: colTogether, Kind: table.Int}, {Name: colExpected, Kind: table.Float}, {Name: colTimes, Kind: table.Float},
		{Name: colSupport, Kind: table.Float}, {Name: colConfidence, Kind: table.Float}, {Name: colLift, Kind: table.Float}, {Name: colAdjusted, Kind: table.Float}}}
	const level = 0.05
	found := 0
	for _, p := range list {
		if p.adjusted < level {
			found++
		}
	}
	shown := list[:min(len(list), maxTold)]
	if found > 0 {
		shown = list[:min(found, maxTold)]
	} else {
		slices.SortStableFunc(list, func(x, y pairCount) int { return cmp.Compare(y.together, x.together) })
	}
	for _, p := range shown {
		t.Rows = append(t.Rows, table.Row{table.NewText(p.one), table.NewText(p.other), table.NewInt(int64(p.together)), rounded(p.expected, 1), rounded(p.together/p.expected, 2),
			percentOf2(p.together, n), percentOf(p.together, p.n), rounded(p.lift, 2), rounded(p.adjusted, 4)})
	}
	w := &story.Writer{}
	switch {
	case len(list) == 0:
		w.Say("No two %s are together in so many %s that it says anything.", a.Plural, a.Baskets)
	case found == 0:
		w.Say("No two %s are together more often than chance explains.", a.Plural)
		w.Say("Most often together are %s and %s, in %s %s, where chance would give %s.", t.Rows[0][0], t.Rows[0][1], cite(t, 0, colTogether, 0, ""), a.Baskets, cite(t, 0, colExpected, 1, ""))
	default:
		w.Say("%s and %s are together most clearly: in %s %s, %s times as often as by chance.", t.Rows[0][0], t.Rows[0][1], cite(t, 0, colTogether, 0, ""), a.Baskets, cite(t, 0, colTimes, 2, ""))
		w.Say("%s of the %s with %s have %s, too.", cite(t, 0, colConfidence, 1, "%"), a.Baskets, t.Rows[0][0], t.Rows[0][1])
		for i := 1; i < min(len(t.Rows), 3); i++ {
			w.Say("%s and %s: %s %s, %s times as often as by chance.", t.Rows[i][0], t.Rows[i][1], cite(t, i, colTogether, 0, ""), a.Baskets, cite(t, i, colTimes, 2, ""))
		}
	}
	out := &Output{Table: t, Meaning: a.meaning(), Story: w.Story(), Chart: &chart.Plan{Kind: chart.Table}}
	out.Assumptions = []string{fmt.Sprintf("%s %s count, %s of them with several %s", number(n, 0), a.Baskets, number(several, 0), a.Plural),
		fmt.Sprintf("%s pairs of %s that are in at least %d %s were tested, with an adjustment for their number (5%% of what is named may be chance); %d are together more often than by chance", number(float64(items*(items-1)/2), 0), a.Plural, a.Least, a.Baskets, found)}
	out.Caveats = []string{"That two are bought together does not say that the one makes people buy the other."}
	if found > maxTold {
		out.Caveats = append(out.Caveats, fmt.Sprintf("Only the %d clearest pairs are listed.", maxTold))
	}
	return out
}

// percentOf2 is a part in percent of a whole with two decimals, for small parts.
func percentOf2(part, whole float64) table.Value {
	if whole == 0 {
		return table.Value{}
	}
	return rounded(100*part/whole, 2)
}

func (a *BasketArguments) meaning() *meaning.Meaning {
	figure := func(name, label, unit string) meaning.Column {
		return meaning.Column{Name: name, Label: label, Role: meaning.RoleMeasure, Unit: unit, Additivity: meaning.NonAdditive}
	}
	return &meaning.Meaning{Row: meaning.Row{Kind: meaning.RowGroup, Noun: "pair", Plural: "pairs"}, Partial: true, Columns: []meaning.Column{
		{Name: colItem, Label: a.Noun, Role: meaning.RoleDimension, Entity: a.Noun}, {Name: colOther, Label: "with", Role: meaning.RoleDimension, Entity: a.Noun},
		figure(colTogether, a.Baskets+" with both", ""), figure(colExpected, "expected by chance", ""), figure(colTimes, "times as often as by chance", ""), figure(colSupport, "support", "%"), figure(colConfidence, "confidence", "%"),
		figure(colLift, "lift", ""), figure(colAdjusted, "adjusted p-value", "")}}
}
