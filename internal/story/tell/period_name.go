package tell

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// periodEnd is the end of a column's name that says of which period its figures
// are.
var periodEnd = lazyregexp.New(`^(.+?)(?: in)? ((?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december) )?((?:19|20)\d\d)$`)

// writePeriod writes the period of a name as people do: orders in Q3 2023.
func writePeriod(name string) string {
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
	if !slices.Contains(list, "year") || containsAny(list, []string{"per", "number", "count", "total", "sum", "change", "growth", "difference"}) || isRateName(list) {
		return false
	}
	for _, row := range m.rows {
		if m.values[row] < 1000 || m.values[row] >= 3000 {
			return false
		}
	}
	return len(m.rows) > 0
}
