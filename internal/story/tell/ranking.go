package tell

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// ranked are rows with a value, the greatest first.
type ranked struct {
	m    *measure
	d    *dimension
	rows []int
	ties int // rows that share the first place
	lows int // rows that share the last place
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
		t.cut()
		return
	case r.at(0) == r.at(len(r.rows)-1):
		t.allEqual(r)
	case t.asksLowest():
		t.lowestFirst(r)
	default:
		t.highestFirst(r)
	}
	t.secondMeasure(r)
	t.spellings(d)
	t.caveats(m, d.one, d.many)
}

func (t *teller) onlyOne(r ranked) {
	t.sayOne(lead, map[string]phrase{"who": r.who(0), "value": r.value(0), "name": words(r.m.words)}, "only {who} has a value for {name}, {value}")
}

func (t *teller) allEqual(r ranked) {
	parts := map[string]phrase{
		"all": claim(times(len(r.rows), r.d.one, r.d.many), story.Count, nil), "value": r.value(0), "name": words(r.m.words), "have": words(t.have()),
	}
	same := "{have} the same {name}, {value}"
	if r.m.counts {
		same = "{have} {value} {name} each"
	}
	if len(r.rows) == 2 {
		parts["who"], parts["other"] = r.who(0), r.who(1)
		t.sayOne(lead, parts, t.inPeriod(parts)+"{who} and {other} "+same)
		return
	}
	t.sayOne(lead, parts, t.inPeriod(parts)+"all {all} "+same)
}

// inPeriod begins a lead with what the question is limited to in time.
func (t *teller) inPeriod(parts map[string]phrase) string {
	if t.Period == "" {
		return ""
	}
	parts["period"] = t.period()
	return "in {period}, "
}

// has and have stand in the past where the question is about a period.
func (t *teller) has() string {
	if t.Period != "" {
		return "had"
	}
	return "has"
}

func (t *teller) have() string {
	if t.Period != "" {
		return "had"
	}
	return "have"
}

// as is "as much" or "as many", less and fewer likewise.
func (m *measure) as() string {
	if m.counts {
		return "as many"
	}
	return "as much"
}

func (m *measure) less() string {
	if m.counts {
		return "fewer"
	}
	return "less"
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
	parts["has"] = words(t.has())
	in := t.inPeriod(parts)
	switch {
	case r.ties > 1:
		t.tied(r)
	case whole:
		t.sayOne(lead, parts,
			in+"{who} {has} the {top} {name}, {value}, which is {share} of the total of {total}",
			in+"{who} {has} the {top} {name} with {value}, {share} of the total of {total}")
	default:
		t.sayOne(lead, parts, in+"{who} {has} the {top} {name}, {value}", in+"{who} {has} the {top} {name} with {value}")
	}
	t.follow(r)
	if len(r.d.variants) == 0 { // else a split name counts as several
		t.concentration(r, whole)
		t.tail(r)
	}
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
		t.sayOne(lead, parts, t.inPeriod(parts)+"{n} share the {top} {name}, {value} each, among them {who}")
		return
	}
	t.sayOne(lead, parts, t.inPeriod(parts)+"{who} share the {top} {name}, {value} each")
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
	gap := claim(m.show(a-b)+" "+m.less(), story.Difference, m.cols(), r.rows[0], r.rows[1])
	switch less, ok := change(a, b); {
	case m.percents() && m.show(a) == m.show(b):
		parts["gap"] = claim(m.points(a-b)+" less", story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} follows closely, with {gap}")
	case m.percents():
		parts["gap"] = claim(m.points(a-b)+" less", story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} follows with {second}, {gap}", "{next} comes second with {second}, {gap}")
	case !ok || b <= 0 || !m.ratios:
		parts["gap"] = gap
		t.sayOne(comparison, parts, "{next} follows with {second}, {gap}")
	case a/b >= 1.95:
		parts["times"] = claim(multiple(a/b)+" "+m.as(), story.Ratio, m.cols(), r.rows[0], r.rows[1])
		if len(r.rows) == 2 {
			t.sayOne(comparison, parts, "that is {times} as {next} with {second}")
			break
		}
		t.sayOne(comparison, parts, "that is {times} as {next}, which comes second with {second}", "{next} comes second with {second}, so {who} has {times}")
	case -less < 1:
		parts["gap"] = gap
		t.sayOne(comparison, parts, "{next} follows closely, with {gap}")
	default:
		parts["less"] = claim(percent(-less)+" "+m.less(), story.Change, m.cols(), r.rows[0], r.rows[1])
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
		"has":      words(t.has()),
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
	case m.counts:
		t.sayOne(detail, parts, "{who} {has} the {low} {name}, {value}", "{who} {has} the {low}, {value}")
	default:
		t.sayOne(detail, parts, "{who} {has} the {low} {name}, {value}", "the {low} is {who} with {value}")
	}
}

// lowestFirst answers a question about the low end.
func (t *teller) lowestFirst(r ranked) {
	m, last := r.m, len(r.rows)-1
	parts := map[string]phrase{
		"who": r.who(last), "low": claim(m.worst(), story.Minimum, m.cols(), r.rows[last]), "value": r.value(last), "name": words(m.words),
		"top": claim(m.best(), story.Maximum, m.cols(), r.rows[0]), "first": r.who(0), "high": r.value(0),
		"next": r.who(last - 1), "second": r.value(last - 1), "has": words(t.has()),
	}
	if r.lows > 1 {
		t.tail(r)
		t.sentences[len(t.sentences)-1].weight = lead
	} else {
		t.sayOne(lead, parts, t.inPeriod(parts)+"{who} {has} the {low} {name}, {value}")
		if len(r.rows) > 2 && r.at(last-1) != r.at(last-2) {
			t.sayOne(comparison, parts, "{next} is next with {second}")
		}
	}
	if r.ties == 1 {
		t.sayOne(detail, parts, "{first} {has} the {top}, {high}")
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
	parts["has"], parts["also"] = words(t.has()), nil
	if o.rows[0] == r.rows[0] && r.ties == 1 {
		parts["also"] = words("also ")
	}
	t.sayOne(comparison, parts, "{who} {also}{has} the {top} {name}, {value}")
}
