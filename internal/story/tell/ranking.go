package tell

import (
	"cmp"
	"slices"

	"github.com/plumbdata/plumb/internal/story"
)

// ranking is the rows with a value, the greatest first.
type ranking struct {
	m    *measure
	d    *dimension
	rows []int
	ties int // rows that share the first place
	lows int // rows that share the last place
}

func rank(m *measure, d *dimension) ranking {
	r := ranking{m: m, d: d, rows: slices.Clone(m.rows)}
	slices.SortStableFunc(r.rows, func(a, b int) int { return cmp.Compare(m.values[b], m.values[a]) })
	for r.ties = 1; r.ties < len(r.rows) && r.at(r.ties) == r.at(0); r.ties++ {
	}
	for r.lows = 1; r.lows < len(r.rows) && r.at(len(r.rows)-1-r.lows) == r.at(len(r.rows)-1); r.lows++ {
	}
	return r
}

func (r ranking) at(place int) float64 { return r.m.values[r.rows[place]] }

func (r ranking) who(place int) phrase { return nameOf(r.d.labels[r.rows[place]]) }

func (r ranking) value(place int) phrase { return r.m.value(r.rows[place]) }

// hasWhole reports whether shares of the total mean something here.
func (t *teller) hasWhole(m *measure) bool {
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

func (m *measure) total() float64 { return m.sumOf(m.rows) }

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

// tellRanking tells one figure, or several, for each of some names.
func (t *teller) tellRanking(d *dimension) {
	m := t.measures[0]
	r := rank(m, d)
	switch {
	case len(r.rows) == 1 && (r.isNameless(0) || m.growth), r.at(0) == r.at(len(r.rows)-1) && m.growth:
		t.tellRecords()
		return
	case len(r.rows) == 1:
		t.sayOnlyOne(r)
		t.sayCut()
		return
	case r.at(0) == r.at(len(r.rows)-1):
		t.sayAllEqual(r)
	case t.lowFirst(m) && t.lowestFirst(r):
	default:
		t.sayHighestFirst(r)
	}
	if m.year != "" {
		t.betweenYears(d)
	} else {
		t.saySecondMeasure(r)
	}
	t.saySpellings(d)
	t.sayPartialPeriod()
	if len(d.missing) > 0 {
		t.sayCaveats(m, "row", "rows")
		return
	}
	t.sayCaveats(m, d.one, d.many)
}

func (t *teller) sayOnlyOne(r ranking) {
	t.sayOne(lead, map[string]phrase{"who": r.who(0), "value": r.value(0), "name": words(r.m.words)}, "only {who} has a value for {name}, {value}")
}

func (t *teller) sayAllEqual(r ranking) {
	parts := map[string]phrase{
		"all": claim(countOf(len(r.rows), r.d.one, r.d.many), story.Count, r.m.cols()), "value": r.value(0), "name": words(r.m.words), "have": t.tense("have", "had"),
	}
	same := "{have} {a} of {value} each"
	parts["a"] = words(r.m.verb(article(r.m.words), r.m.words))
	if r.m.counts {
		parts["name"] = words(r.m.things(r.at(0)))
		same = "{have} {value} {name} each"
	}
	var holders []phrase
	for place := range r.rows {
		holders = append(holders, r.who(place))
	}
	parts["who"] = list(holders)
	in := t.inPeriod(parts)
	switch whole := len(r.rows) == len(t.table.Rows) && len(r.d.missing) == 0; {
	case whole && len(r.rows) > 2:
		t.sayOne(lead, parts, in+"all {all} "+same)
	case len(r.rows) <= maxListed && len(r.d.missing) == 0:
		t.sayOne(lead, parts, in+"{who} "+same)
	default:
		t.sayRange(r.m)
	}
}

// inPeriod begins a lead with what the question is limited to in time.
func (t *teller) inPeriod(parts map[string]phrase) string {
	if t.period == "" {
		return ""
	}
	parts["period"] = t.periodClaim()
	return "in {period}, "
}

// tense is a verb of now, or of then where the question is about a period.
func (t *teller) tense(now, then string) phrase {
	if t.period != "" {
		return words(then)
	}
	return words(now)
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

func (t *teller) sayHighestFirst(r ranking) {
	m := r.m
	top := claim(m.best(), story.Maximum, m.cols(), r.rows[0])
	parts := map[string]phrase{"who": r.who(0), "value": r.value(0), "name": words(m.words), "top": top}
	// Names with a time or a description beside them are a list, not a whole.
	whole := t.hasWhole(m) && !m.percents() && len(t.dimensions) == 1 && t.times == nil
	if whole {
		parts["share"] = claim(formatPortion(r.at(0)/m.total()*100), story.Share, m.cols(), r.rows[0])
		parts["total"] = claim(m.show(m.total()), story.Sum, m.cols())
	}
	parts["has"] = t.tense("has", "had")
	parts["leads"] = claim(t.tense("leads", "led")[0].text, story.Maximum, m.cols(), r.rows[0])
	in := t.inPeriod(parts)
	of := t.amongHowMany(m, r.d, upperEnd, parts)
	switch {
	case r.ties > 1:
		t.sayTie(r)
	case r.isNameless(0) && m.soundsLikeOperation():
		t.sayRange(m)
		t.sentences[0].weight = lead
	case r.isNameless(0):
		parts["come"], parts["name"] = t.tense(m.verb("comes", "come"), "came"), words(m.words)
		t.sayOne(lead, parts, in+"the {top} {name}, {value}, {come} from rows without "+article(r.d.one))
		if len(r.rows) > 2 && r.at(1) != r.at(2) {
			parts["follows"], parts["next"], parts["second"] = t.tense("follows", "followed"), r.who(1), r.value(1)
			t.sayOne(comparison, parts, "{next} {follows} with {second}")
		}
	case whole:
		t.sayOne(lead, parts,
			in+"{who} {has} the {top} {name}, {value}, which is {share} of the total of {total}",
			in+"{who} {has} the {top} {name} with {value}, {share} of the total of {total}",
			in+"{who} {leads} on {name} with {value}, {share} of the total of {total}")
	case of != "":
		t.sayOne(lead, parts, in+"{who} {has} the {top} {name}"+of+", {value}")
	case m.percents():
		t.sayOne(lead, parts, in+"{who} {has} the {top} {name}, {value}")
	default:
		t.sayOne(lead, parts, in+"{who} {has} the {top} {name}, {value}", in+"{who} {has} the {top} {name} with {value}", in+"{who} {leads} on {name} with {value}")
	}
	if len(r.d.variants) == 0 { // else a split name counts as several
		t.sayNext(r)
		t.sayConcentration(r, whole)
		t.sayTail(r)
	}
}

func (t *teller) sayTie(r ranking) {
	var holders []phrase
	for place := range r.ties {
		if !r.isNameless(place) && len(holders) < maxListed {
			holders = append(holders, r.who(place))
		}
	}
	rows := slices.Clone(r.rows[:r.ties])
	parts := map[string]phrase{
		"have": t.tense("have", "had"), "are": t.tense(r.m.verb("is", "are"), r.m.verb("was", "were")),
		"who": list(holders), "value": r.value(0), "name": words(r.m.words), "top": claim(r.m.best(), story.Maximum, r.m.cols(), rows...),
		"number": claim(spellCount(r.ties), story.Count, r.m.cols(), rows...), "all": claim(countOf(len(t.table.Rows), r.d.one, r.d.many), story.Count, nil),
		"many": words(r.d.many),
	}
	in := t.inPeriod(parts)
	of := t.amongHowMany(r.m, r.d, upperEnd, parts)
	switch {
	case len(holders) < r.ties && r.m.soundsLikeOperation():
		t.sayRange(r.m)
		t.sentences[0].weight = lead
	case len(holders) < r.ties && t.countable(r):
		t.sayOne(lead, parts, in+"{number} of the {all} {have} the {top} {name}, {value}")
	case len(holders) < r.ties && r.m.counts:
		t.sayOne(lead, parts, in+"several {many} {have} the {top} {name}, {value}")
	case len(holders) < r.ties:
		t.sayOne(lead, parts, in+"the {top} {name} {are} {value}, which several {many} have")
	default:
		t.sayOne(lead, parts, in+"{who} {have} the {top} {name}"+of+", {value} each")
	}
}

// countable reports whether it can be said how many of all share a place: all
// are there, each is one, and there is a word for them.
func (t *teller) countable(r ranking) bool {
	return !t.partial && len(r.rows) == len(t.table.Rows) && len(r.d.missing)+len(r.d.variants) == 0 && r.d.unique && r.d.one != "entry" && r.d.one != "name"
}

// isNameless reports whether the row at a place has no label.
func (r ranking) isNameless(place int) bool { return slices.Contains(r.d.missing, r.rows[place]) }

// sayNext compares the leader with who comes next.
func (t *teller) sayNext(r ranking) {
	if r.isNameless(0) || r.isNameless(1) || r.ties >= len(r.rows) || r.ties > 1 || r.lows >= len(r.rows)-1 && len(r.rows) > 2 {
		return
	}
	m := r.m
	a, b := r.at(0), r.at(1)
	parts := map[string]phrase{
		"who": r.who(0), "next": r.who(1), "second": r.value(1),
		"follows": t.tense("follows", "followed"), "comes": t.tense("comes", "came"), "has": t.tense("has", "had"), "is": t.tense("is", "was"),
	}
	if len(r.rows) > 2 && r.at(1) == r.at(2) {
		return // the second place is shared
	}
	second := "{comes} second" // of two years, a rank would not say of which
	if m.year != "" {
		second = "{follows}"
	}
	gap := claim(m.show(a-b)+" "+m.less(), story.Difference, m.cols(), r.rows[0], r.rows[1])
	switch less, ok := change(a, b); {
	case m.percents() && m.show(a) == m.show(b):
		parts["gap"] = claim(m.points(a-b)+" less", story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} {follows} closely, only {gap} than {who}")
	case m.percents():
		parts["gap"] = claim(m.points(a-b)+" less", story.Difference, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} {follows} with {second}, {gap} than {who}", "{next} "+second+" with {second}, {gap} than {who}")
	case !ok || b <= 0 || !m.ratios:
		parts["gap"] = gap
		t.sayOne(comparison, parts, "{next} {follows} with {second}, {gap} than {who}")
	case a/b >= 1.95:
		parts["times"] = claim(formatMultiple(a/b)+" "+m.as(), story.Ratio, m.cols(), r.rows[0], r.rows[1])
		if len(r.rows) == 2 || m.year != "" {
			t.sayOne(comparison, parts, "that {is} {times} as {next} with {second}")
			break
		}
		t.sayOne(comparison, parts, "that {is} {times} as {next}, which {comes} second with {second}")
	case -less < 1:
		parts["gap"] = gap
		t.sayOne(comparison, parts, "{next} {follows} closely, only {gap} than {who}")
	default:
		parts["less"] = claim(formatPercent(-less)+" "+m.less(), story.Change, m.cols(), r.rows[0], r.rows[1])
		t.sayOne(comparison, parts, "{next} {follows} with {second}, {less} than {who}", "{next} "+second+" with {second}, {less} than {who}")
	}
}

// sayConcentration says how much the first few make up where there are many.
func (t *teller) sayConcentration(r ranking, whole bool) {
	if !whole || len(r.rows) < 6 || len(r.d.missing) > 0 {
		return
	}
	top := sum([]float64{r.at(0), r.at(1), r.at(2)})
	const much = 1.25 // of what three would have if all had the same; less is not worth a word
	if r.at(2) == r.at(3) || top/r.m.total() < much*3/float64(len(r.rows)) {
		return // the third place is shared, or nothing is concentrated
	}
	rows := slices.Clone(r.rows[:3])
	of := " of the {all}"
	if r.d.one == "entry" {
		of = ""
	}
	t.sayOne(comparison, map[string]phrase{
		"three": claim("top three", story.Rank, r.m.cols(), rows...),
		"all":   claim(countOf(len(r.rows), r.d.one, r.d.many), story.Count, r.m.cols()),
		"share": claim(formatPortion(top/r.m.total()*100), story.Share, r.m.cols(), rows...),
	}, "the {three}"+of+" together make up {share} of the total")
}

// saySecondMeasure says who leads on another figure of the same rows.
func (t *teller) saySecondMeasure(r ranking) {
	if len(t.measures) < 2 {
		return
	}
	m := t.measures[1]
	if len(m.rows) < 2 {
		return
	}
	o := rank(m, r.d)
	if o.ties > 1 || o.isNameless(0) {
		return
	}
	parts := map[string]phrase{"who": o.who(0), "name": words(m.words), "top": claim(m.best(), story.Maximum, m.cols(), o.rows[0]), "value": o.value(0)}
	parts["has"], parts["also"] = t.tense("has", "had"), nil
	if o.rows[0] == r.rows[0] && r.ties == 1 {
		parts["also"] = words("also ")
	}
	t.sayOne(comparison, parts, "{who} {also}{has} the {top} {name}"+t.amongHowMany(m, r.d, upperEnd, parts)+", {value}")
}
