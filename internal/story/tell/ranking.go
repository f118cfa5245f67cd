package tell

import (
	"cmp"
	"math"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// ranked are rows with a value, the greatest first.
type ranked struct {
	m       *measure
	d       *dimension
	rows    []int
	ties    int // rows that share the first place
	lows    int // rows that share the last place
	partial bool
}

func rank(m *measure, d *dimension) ranked {
	r := ranked{m: m, d: d, rows: slices.Clone(m.rows)}
	slices.SortStableFunc(r.rows, func(a, b int) int { return cmp.Compare(m.values[b], m.values[a]) })
	for r.ties = 1; r.ties < len(r.rows) && r.at(r.ties) == r.at(0); r.ties++ {
	}
	for r.lows = 1; r.lows < len(r.rows) && r.at(len(r.rows)-1-r.lows) == r.at(len(r.rows)-1); r.lows++ {
	}
	return r
}

func (r ranked) at(place int) float64 { return r.m.values[r.rows[place]] }

func (r ranked) who(place int) phrase { return named(r.d.labels[r.rows[place]]) }

func (r ranked) value(place int) phrase { return r.m.value(r.rows[place]) }

// whole reports whether shares of the total mean something here.
func (t *teller) whole(m *measure) bool {
	if !m.additive || t.partial || len(m.rows) < 2 {
		return false
	}
	for _, row := range m.rows {
		if m.values[row] < 0 {
			return false
		}
	}
	return m.total() > 0
}

func (m *measure) total() float64 {
	var total float64
	for _, row := range m.rows {
		total += m.values[row]
	}
	return total
}

func (m *measure) cols() []string { return []string{m.column} }

// best and worst are the superlatives that fit the measure.
func (m *measure) best() string {
	if m.counts {
		return "most"
	}
	return "highest"
}

func (m *measure) worst() string {
	if m.counts {
		return "fewest"
	}
	return "lowest"
}

// ranking is the story of one figure, or several, for each of some names.
func (t *teller) ranking() {
	m, d := t.measures[0], t.dimensions[0]
	r := rank(m, d)
	switch {
	case len(r.rows) == 1:
		t.onlyOne(r)
	case r.at(0) == r.at(len(r.rows)-1):
		t.allEqual(r)
	case t.asksLowest():
		t.lowestFirst(r)
	default:
		t.highestFirst(r)
	}
	t.secondMeasure(r)
	t.caveats(m, d.one, d.many)
}

func (t *teller) onlyOne(r ranked) {
	t.sayOne(lead, map[string]phrase{"who": r.who(0), "value": r.value(0), "name": words(r.m.words)}, "only {who} has a value for {name}, {value}")
}

func (t *teller) allEqual(r ranked) {
	parts := map[string]phrase{
		"all": claim(times(len(r.rows), r.d.one, r.d.many), story.Count, nil), "value": r.value(0), "name": words(r.m.words),
	}
	if len(r.rows) == 2 {
		parts["who"], parts["other"] = r.who(0), r.who(1)
		t.sayOne(lead, parts, "{who} and {other} have the same {name}, {value}")
		return
	}
	t.sayOne(lead, parts, "all {all} have the same {name}, {value}")
}

func (t *teller) highestFirst(r ranked) {
	m := r.m
	top := claim(m.best(), story.Maximum, m.cols(), r.rows[0])
	parts := map[string]phrase{"who": r.who(0), "value": r.value(0), "name": words(m.words), "top": top}
	whole := t.whole(m)
	if whole {
		parts["share"] = claim(portion(r.at(0)/m.total()*100), story.Share, m.cols(), r.rows[0])
		parts["total"] = claim(m.show(m.total()), story.Sum, m.cols())
	}
	switch {
	case r.ties > 1:
		t.tied(r)
	case whole:
		t.sayOne(lead, parts,
			"{who} has the {top} {name}, {value}, which is {share} of the total of {total}",
			"{who} has the {top} {name} with {value}, {share} of the total of {total}")
	default:
		t.sayOne(lead, parts, "{who} has the {top} {name}, {value}", "{who} leads on {name} with {value}")
	}
	t.follow(r)
	t.concentration(r, whole)
	t.tail(r)
}

func (t *teller) tied(r ranked) {
	var holders []phrase
	for place := range min(r.ties, 3) {
		holders = append(holders, r.who(place))
	}
	rows := slices.Clone(r.rows[:r.ties])
	parts := map[string]phrase{"who": list(holders), "value": r.value(0), "name": words(r.m.words), "top": claim(r.m.best(), story.Maximum, r.m.cols(), rows...)}
	if r.ties > 3 {
		parts["n"] = claim(times(r.ties, r.d.one, r.d.many), story.Count, r.m.cols(), rows...)
		t.sayOne(lead, parts, "{n} share the {top} {name}, {value} each, among them {who}")
		return
	}
	t.sayOne(lead, parts, "{who} share the {top} {name}, {value} each")
}

// follow compares the leader with who comes next.
func (t *teller) follow(r ranked) {
	if r.ties >= len(r.rows) || r.ties > 1 || r.lows >= len(r.rows)-1 && len(r.rows) > 2 {
		return
	}
	m := r.m
	a, b := r.at(0), r.at(1)
	parts := map[string]phrase{"who": r.who(0), "next": r.who(1), "second": r.value(1)}
	if len(r.rows) > 2 && r.at(1) == r.at(2) {
		return // the second place is shared
	}
	switch less, ok := change(a, b); {
	case m.percents():
		parts["gap"] = claim(m.points(a-b), story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} follows with {second}, {gap} behind", "{next} comes second with {second}, {gap} less")
	case !ok || b <= 0:
		parts["gap"] = claim(m.show(a-b), story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} follows with {second}, {gap} less")
	case a/b >= 1.95:
		parts["times"] = claim(multiple(a/b), story.Ratio, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "that is {times} as much as {next}, which comes second with {second}", "{next} comes second with {second}, so {who} has {times} as much")
	case percent(less) == "0.0%":
		t.sayOne(comparison, parts, "{next} follows closely with {second}")
	default:
		parts["less"] = claim(percent(-less)+" less", story.Change, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} follows with {second}, {less}", "{next} comes second with {second}, {less} than {who}")
	}
}

// concentration says how much the first few make up where there are many.
func (t *teller) concentration(r ranked, whole bool) {
	if !whole || len(r.rows) < 6 {
		return
	}
	top := sum([]float64{r.at(0), r.at(1), r.at(2)})
	if r.at(2) == r.at(3) {
		return // the third place is shared
	}
	rows := slices.Clone(r.rows[:3])
	t.sayOne(comparison, map[string]phrase{
		"three": claim("top three", story.Rank, r.m.cols(), rows...),
		"all":   claim(times(len(r.rows), r.d.one, r.d.many), story.Count, nil),
		"share": claim(portion(top/r.m.total()*100), story.Share, r.m.cols(), rows...),
	}, "the {three} of the {all} together make up {share} of the total")
}

// tail says who is last, and how far away.
func (t *teller) tail(r ranked) {
	m, last := r.m, len(r.rows)-1
	if len(r.rows) < 3 {
		return
	}
	var negative []int
	for _, row := range r.rows {
		if m.values[row] < 0 {
			negative = append(negative, row)
		}
	}
	parts := map[string]phrase{
		"who": r.who(last), "low": claim(m.worst(), story.Minimum, m.cols(), r.rows[last]), "value": r.value(last), "name": words(m.words),
		"negative": claim(spelt(len(negative)), story.Count, m.cols(), negative...),
		"all":      claim(times(len(r.rows), r.d.one, r.d.many), story.Count, nil),
	}
	switch {
	case r.lows > 3:
		parts["n"] = claim(times(r.lows, r.d.one, r.d.many), story.Count, m.cols(), r.rows[len(r.rows)-r.lows:]...)
		t.sayOne(comparison, parts, "{n} share the {low} {name}, {value} each")
	case r.lows > 1:
		var holders []phrase
		for place := len(r.rows) - r.lows; place < len(r.rows); place++ {
			holders = append(holders, r.who(place))
		}
		parts["who"] = list(holders)
		t.sayOne(comparison, parts, "{who} share the {low} {name}, {value} each")
	case len(negative) > 1:
		t.sayOne(comparison, parts, "{negative} of the {all} are negative; the {low} is {who} with {value}")
	case len(negative) == 1:
		t.sayOne(comparison, parts, "only {who} is negative, with {value}")
	default:
		t.sayOne(detail, parts, "{who} has the {low} {name}, {value}", "the {low} is {who} with {value}")
	}
}

// lowestFirst answers a question about the low end.
func (t *teller) lowestFirst(r ranked) {
	m, last := r.m, len(r.rows)-1
	parts := map[string]phrase{
		"who": r.who(last), "low": claim(m.worst(), story.Minimum, m.cols(), r.rows[last]), "value": r.value(last), "name": words(m.words),
		"top": claim(m.best(), story.Maximum, m.cols(), r.rows[0]), "first": r.who(0), "high": r.value(0),
		"next": r.who(last - 1), "second": r.value(last - 1),
	}
	if r.lows > 1 {
		t.tail(r)
		t.sentences[len(t.sentences)-1].weight = lead
	} else {
		t.sayOne(lead, parts, "{who} has the {low} {name}, {value}")
		if len(r.rows) > 2 && r.at(last-1) != r.at(last-2) {
			t.sayOne(comparison, parts, "{next} is next with {second}")
		}
	}
	if r.ties == 1 {
		t.sayOne(detail, parts, "{first} has the {top}, {high}")
	}
}

// secondMeasure says who leads on another figure of the same rows.
func (t *teller) secondMeasure(r ranked) {
	if len(t.measures) < 2 {
		return
	}
	m := t.measures[1]
	if len(m.rows) < 2 {
		return
	}
	o := rank(m, r.d)
	if o.ties > 1 {
		return
	}
	parts := map[string]phrase{"who": o.who(0), "name": words(m.words), "top": claim(m.best(), story.Maximum, m.cols(), o.rows[0]), "value": o.value(0)}
	same := o.rows[0] == r.rows[0]
	switch {
	case same && r.ties == 1:
		t.sayOne(comparison, parts, "{who} also has the {top} {name}, {value}")
	default:
		t.sayOne(comparison, parts, "the {top} {name} is that of {who}, {value}", "on {name}, {who} is {top} with {value}")
	}
}

// outlying reports whether a value lies far outside the others.
func outlying(x float64, all []float64) bool {
	s := spread(all)
	return len(all) >= 8 && s > 0 && math.Abs(x-median(all)) > 6*s
}
