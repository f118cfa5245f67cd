package tell

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/story"
)

// tellFlag tells a figure where something is so and where it is not.
// It is false where a ranking says it better.
func (t *teller) tellFlag() bool {
	m, d := t.measures[0], t.dimensions[0]
	if len(m.rows) != len(t.table.Rows) || len(m.rows)-len(d.missing) != 2 || !d.unique || m.growth {
		return false
	}
	r := rank(m, d)
	r.rows = slices.DeleteFunc(r.rows, func(row int) bool { return slices.Contains(d.missing, row) })
	parts := map[string]phrase{
		"name": words(m.words), "are": words(t.is(m)), "first": r.value(0), "second": r.value(1), "yes": r.who(0), "no": r.who(1),
	}
	in := t.inPeriod(parts)
	share := ""
	if t.hasWhole(m) && r.at(0) > r.at(1) {
		parts["share"] = claim(formatPortion(r.at(0)/m.total()*100), story.Share, m.cols(), r.rows[0])
		parts["total"] = claim(m.show(m.total()), story.Sum, m.cols())
		share = ", {share} of the total of {total},"
	}
	switch {
	case m.counts && where(d.labels[r.rows[0]]) != " ":
		t.sayOne(lead, parts, in+"{first} {name} {are} {yes}"+share+" and {second} {are} {no}")
	case m.counts:
		t.sayOne(lead, parts, in+"there {are} {first} {name} {yes}"+share+" and {second} {no}")
	default:
		parts["name"] = words(m.subject())
		t.sayOne(lead, parts, in+"{name} {are} {first}"+where(d.labels[r.rows[0]])+"{yes}"+share+" and {second}"+where(d.labels[r.rows[1]])+"{no}")
	}
	if len(d.missing) > 0 {
		t.say(caveat, words("for some, it is not known"))
	} else {
		t.saySecondMeasure(r)
	}
	t.sayCaveats(m, "row", "rows")
	return true
}

// where joins a figure and how something is: 5 where active, 5 with a discount.
func where(label string) string {
	if strings.HasPrefix(label, "with") {
		return " "
	}
	return " where "
}
