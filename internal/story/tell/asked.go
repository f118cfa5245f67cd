package tell

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

var (
	// soleFirst is the end of a reading that asks for the first of an order.
	soleFirst = regexp.MustCompile(`, (highest|lowest|latest|earliest) ([^,]+) first, only the first$`)
	// someFirst is the end of one that asks for the first few.
	someFirst = regexp.MustCompile(`, (highest|lowest|latest|earliest) ([^,]+) first, the first \d+$`)
	// partOf is a reading that asks which part of some things fulfils a condition.
	partOf = regexp.MustCompile(`^number of ([^,]+?) where (.+) as a percentage of number of ([^,]+?)(?: (?:where|with|without|in|since|before|on|from) .*)?$`)
)

// answer says who was asked for: why it is this one, where the reading says so.
func (t *teller) answer(who phrase) {
	parts := map[string]phrase{"who": who, "has": t.tense("has", "had")}
	m := soleFirst.FindStringSubmatch(t.Reading)
	if m == nil || len(m[2]) > maxLabel {
		t.sayOne(lead, parts, "the answer is {who}")
		return
	}
	parts["how"], parts["what"] = most(m[1], m[2])
	under := ""
	if conditions := t.conditions(); conditions != "" {
		parts["conditions"], under = words(conditions), " {conditions}"
	}
	if t.Period != "" {
		parts["period"], under = t.period(), under+" in {period}"
	}
	t.sayOne(lead, parts, "{who} {has} the {how} {what}"+under)
}

// most says how far out something lies in an order: the most orders, the lowest
// price.
func most(how, what string) (phrase, phrase) {
	things, counted := strings.CutPrefix(what, "number of ")
	if total := strings.TrimPrefix(what, "total "); !counted && english.IsPlural(total) && !strings.HasSuffix(total, "sales") && !containsAny(nameWords(total), calculated) {
		things, counted = total, true // the most pages
	}
	if much := map[string]string{"highest": "most", "lowest": "fewest"}[how]; counted && much != "" {
		how, what = much, things
	}
	return words(how), words(what)
}

// inOrder names the first few of an order, where the reading asks for them.
func (t *teller) inOrder(d *dimension, known []int) bool {
	const few = 10
	m := someFirst.FindStringSubmatch(t.Reading)
	if m == nil || len(m[2]) > maxLabel || len(known) < 2 || len(known) > few || len(d.missing) > 0 || t.conditions() == elsewhere {
		return false
	}
	parts := map[string]phrase{"names": list(t.labels(d, known)), "have": t.tense("have", "had"), "conditions": words(t.conditions())}
	parts["how"], parts["what"] = most(m[1], m[2])
	under := ""
	if len(parts["conditions"][0].text) > 0 {
		under = " {conditions}"
	}
	t.sayOne(lead, parts, "{names} {have} the {how} {what}"+under+", in this order")
	return true
}

// lasted is a reading that asks how long something took.
var lasted = regexp.MustCompile(`^(?:average|median|lowest|highest) (?:minutes|hours|days|months|years) from (.+?) to (.+?)(?: (?:where|with|without|in|since|before|on|for each) .*)?$`)

// took says between what a time lies that has no other name, where the reading
// says so. That its end is known goes without saying.
func (t *teller) took(m *measure) {
	asked := lasted.FindStringSubmatch(t.Reading)
	if asked == nil || !strings.HasSuffix(m.words, " time") || len(asked[1])+len(asked[2]) > maxLabel {
		return
	}
	m.words += " from " + asked[1] + " to " + asked[2]
	t.Filters = slices.DeleteFunc(slices.Clone(t.Filters), func(f string) bool { return f == "where "+asked[2]+" is known" })
}

// portion says which part of some things fulfils a condition, where that is
// what was asked.
func (t *teller) portion(m *measure, parts map[string]phrase) bool {
	asked := partOf.FindStringSubmatch(t.Reading)
	if asked == nil || asked[1] != asked[3] || m.style != percentStyle || len(asked[2]) > 2*maxLabel {
		return false
	}
	parts["things"], parts["condition"] = words(asked[1]), words(harmless(asked[2]))
	under := ""
	if parts["conditions"] != nil {
		under = " {conditions}"
	}
	if t.Period != "" {
		under += " in {period}"
	}
	t.sayOne(lead, parts, "in {value} of {things}"+under+", {condition}")
	return true
}
