package tell

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

var (
	// periodEnd is the end of a name that says of which period a figure is.
	periodEnd = regexp.MustCompile(`^(.+?)(?: in)? ((?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december) )?((?:19|20)\d\d)$`)
	// aliased finds tables with what a statement calls them.
	aliased = regexp.MustCompile(`(?i)\b(?:FROM|JOIN)\s+([\w."]+)(?:\s+AS)?(?:\s+(\w+))?`)
)

// callPeriod writes the period of a name as people do: orders in Q3 2023.
func callPeriod(name string) string {
	m := periodEnd.FindStringSubmatch(name)
	if m == nil || containsAny(strings.Fields(m[1]), []string{"since", "before", "from", "to"}) {
		return name
	}
	part := m[2]
	if part != "" {
		part = strings.ToUpper(part[:1]) + part[1:]
	}
	return m[1] + " in " + part + m[3]
}

// withoutPeriod is the words of a name without the period at its end.
func withoutPeriod(list []string) []string {
	if m := periodEnd.FindStringSubmatch(strings.Join(list, " ")); m != nil {
		return strings.Fields(m[1])
	}
	return list
}

// yearValues reports whether figures are years: they are called so, and all of
// them can be.
func (m *measure) yearValues(list []string) bool {
	if !slices.Contains(list, "year") || containsAny(list, []string{"per", "number", "count", "total", "sum", "change", "growth", "difference"}) || rateName(list) {
		return false
	}
	for _, row := range m.rows {
		if m.values[row] < 1000 || m.values[row] >= 3000 {
			return false
		}
	}
	return len(m.rows) > 0
}

// owner is the thing that a column describes, by the table that the statement
// takes it from; "" where that cannot be told.
func (t *teller) owner(column string) string {
	tables := map[string]string{}
	var only string
	for _, m := range aliased.FindAllStringSubmatch(t.SQL, 20) {
		name := strings.Trim(m[1][strings.LastIndexByte(m[1], '.')+1:], `"`)
		only = name
		tables[strings.ToLower(name)], tables[strings.ToLower(m[2])] = name, name
	}
	from := regexp.MustCompile(`(?i)\b(\w+)\."?` + regexp.QuoteMeta(column) + `\b`).FindStringSubmatch(t.SQL)
	switch {
	case from != nil:
		only = tables[strings.ToLower(from[1])]
	case len(aliased.FindAllString(t.SQL, 2)) != 1:
		return ""
	}
	list := nameWords(only)
	if len(list) == 0 || len(list) > 3 || len(list[len(list)-1]) < 3 {
		return ""
	}
	return english.Singular(strings.Join(list, " "))
}

var (
	statusIs  = regexp.MustCompile(`^(?:([a-z]+) )?status is '([a-z][a-z -]{1,30})'$`)
	inAPeriod = regexp.MustCompile(`^in ((?:[A-Z][a-z]+ )?(?:Q[1-4] )?\d{4})$`)
)

// findPeriod takes the period of a figure that stands alone from its conditions,
// so that the story begins with it.
func (t *teller) findPeriod() {
	if t.Period != "" || len(t.table.Rows) != 1 {
		return
	}
	at := -1
	for i, f := range t.Filters {
		if inAPeriod.MatchString(t.withoutOwnTime(harmless(f))) {
			if at >= 0 {
				return
			}
			at = i
		}
	}
	if at >= 0 {
		t.Period = inAPeriod.FindStringSubmatch(t.withoutOwnTime(harmless(t.Filters[at])))[1]
		t.Filters = slices.Delete(slices.Clone(t.Filters), at, at+1)
	}
}

// inState is a condition on a status as people say it, where that is the only
// condition: completed orders.
func (t *teller) inState(m *measure) string {
	if len(t.Filters) != 1 {
		return ""
	}
	is := statusIs.FindStringSubmatch(strings.TrimPrefix(harmless(t.Filters[0]), "where "))
	if is == nil {
		return ""
	}
	of := is[1]
	if from := aliased.FindStringSubmatch(t.SQL); of == "" && from != nil {
		of = english.Singular(strings.Join(nameWords(from[1][strings.LastIndexByte(from[1], '.')+1:]), " "))
	}
	if of == "" || m.counts {
		return ""
	}
	return is[2] + " " + english.Plural(of)
}
