package tell

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/meaning"
)

// firstBy is the one figure or time that the rows are the first by, where the
// statement takes the first few of an order; nil otherwise.
func (t *teller) firstBy() *meaning.Order {
	m := t.Meaning
	if m == nil || m.Set || m.Limit.Rows == 0 || m.Limit.Place > 0 || len(m.Limit.Per) > 0 || len(m.Order) != 1 {
		return nil
	}
	by := &m.Order[0]
	shown := by.Column >= 0 && by.Column < len(m.Columns)
	if by.Of == meaning.RoleDimension || by.Of == meaning.RoleKey || len(by.Label) > maxLabel || shown && (len(m.Columns) == 1 || m.Columns[by.Column].Grain != "") {
		return nil
	}
	return by
}

// sayAnswer says who was asked for: why it is this one, where the statement shows
// it.
func (t *teller) sayAnswer(who phrase) {
	parts := map[string]phrase{"who": who, "has": t.tense("has", "had")}
	by := t.firstBy()
	if by == nil || t.Meaning.Limit.Rows != 1 {
		t.sayOne(lead, parts, "the answer is {who}")
		return
	}
	parts["how"], parts["what"] = superlative(by)
	under := ""
	if conditions := t.conditions(); conditions != "" {
		parts["conditions"], under = words(conditions), " {conditions}"
	}
	if t.period != "" {
		parts["period"], under = t.periodClaim(), under+" in {period}"
	}
	t.sayOne(lead, parts, "{who} {has} the {how} {what}"+under)
}

// superlative says how far out the first of an order lies: the most orders, the
// lowest price, the latest date.
func superlative(by *meaning.Order) (how, what phrase) {
	pair := [2]string{"lowest", "highest"}
	label := by.Label
	switch {
	case by.Of == meaning.RoleTime:
		pair = [2]string{"earliest", "latest"}
	case by.Things != "":
		pair, label = [2]string{"fewest", "most"}, by.Things
	}
	if by.Desc {
		return words(pair[1]), words(label)
	}
	return words(pair[0]), words(label)
}

// inOrder names the first few of an order, where the statement takes them.
func (t *teller) inOrder(d *dimension, known []int) bool {
	const few = 10
	by := t.firstBy()
	if by == nil || t.Meaning.Limit.Rows < 2 || len(known) < 2 || len(known) > few || len(d.missing) > 0 || t.conditions() == longConditions {
		return false
	}
	parts := map[string]phrase{"names": list(t.labels(d, known)), "have": t.tense("have", "had"), "conditions": words(t.conditions())}
	parts["how"], parts["what"] = superlative(by)
	under := ""
	if len(parts["conditions"][0].text) > 0 {
		under = " {conditions}"
	}
	t.sayOne(lead, parts, "{names} {have} the {how} {what}"+under+", in this order")
	return true
}

// nameDuration says between what a time lies that has no other name. That its
// end is known goes without saying.
func (t *teller) nameDuration(m *measure) {
	d := m.meaning.Duration
	if d == nil || !strings.HasSuffix(m.words, " time") || len(d.From)+len(d.To) > maxLabel {
		return
	}
	m.words += " from " + d.From + " to " + d.To
	t.filters = slices.DeleteFunc(slices.Clone(t.filters), func(f meaning.Filter) bool { return f.Op == meaning.Known && f.Label == d.To })
}

// sayPortion says which part of some things fulfils a condition, where that is
// what the figure is.
func (t *teller) sayPortion(m *measure, parts map[string]phrase) bool {
	part := m.meaning.Part
	if part != nil && part.Of != "" && m.style == percentStyle {
		return t.sayPartOfSum(part, parts)
	}
	if part == nil || m.style != percentStyle || len(part.Condition) > 2*maxLabel {
		return false
	}
	if strings.HasSuffix(m.words, " rate") { // as the question calls it
		parts["name"] = words("the " + m.words)
		return false
	}
	parts["things"], parts["condition"] = words(part.Entity), words(sanitize(part.Condition))
	under := ""
	if parts["conditions"] != nil {
		under = " {conditions}"
	}
	if t.period != "" {
		under += " in {period}"
	}
	t.sayOne(lead, parts, "in {value} of {things}"+under+", {condition}")
	return true
}

// sayPartOfSum says which part of a sum belongs to somebody, or to the rows of a
// condition.
func (t *teller) sayPartOfSum(part *meaning.Part, parts map[string]phrase) bool {
	if len(part.Condition) > 2*maxLabel || part.Who == "" && part.Entity == "" {
		return false
	}
	parts["of"] = words(sanitize(part.Of))
	under := ""
	if parts["conditions"] != nil {
		under = " {conditions}"
	}
	in := t.inPeriod(parts)
	switch earns := columns.Takings.HasAny(strings.Fields(part.Of)) || strings.HasSuffix(part.Of, "sales"); {
	case part.Who == "":
		parts["who"], parts["accounts"] = words(part.Entity+" where "+sanitize(part.Condition)), t.tense("account for", "accounted for")
	case earns:
		parts["who"], parts["accounts"] = nameOf(part.Who), t.tense("brings in", "brought in")
	default:
		parts["who"], parts["accounts"] = nameOf(part.Who), t.tense("accounts for", "accounted for")
	}
	t.sayOne(lead, parts, in+"{who} {accounts} {value} of {of}"+under)
	return true
}
