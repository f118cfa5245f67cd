package story

import (
	"fmt"
	"math"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// explainRefusal says what the rows say instead of a figure.
func (c *checker) explainRefusal(f *figure, tries []reading) string {
	said := strings.TrimSpace(c.quote(f.span))
	b := c.bind(f.span)
	if len(b.rows) == 0 && len(b.by) > 0 {
		return fmt.Sprintf("no row is%s together", c.ofWhom(b))
	}
	if owner := c.ownerOf(f, b); owner != "" {
		mine := ""
		for _, r := range tries {
			if !math.IsNaN(r.value) {
				mine = fmt.Sprintf("; %s is %s", r.source, show(r.value))
				break
			}
		}
		return fmt.Sprintf("%s is %s%s", said, owner, mine)
	}
	for _, r := range tries {
		if !math.IsNaN(r.value) {
			return fmt.Sprintf("%s is %s, not %s", r.source, show(r.value), said)
		}
	}
	return fmt.Sprintf("%s is not in the rows", said)
}

// ownerOf finds whose value a figure really is: "South's revenue".
func (c *checker) ownerOf(f *figure, b binding) string {
	if len(b.by) == 0 || f.near != exactly {
		return ""
	}
	cols, named := c.columnsFor(f)
	for _, m := range b.by {
		scope := c.without(b, m.dim)
		for _, g := range c.groupsOf(m.dim, scope.rows) {
			if len(intersect(g.rows, m.rows)) > 0 {
				continue
			}
			for _, col := range cols {
				if c.suits(f, col, named) && f.fits(c.worth(g.rows, col)) {
					return fmt.Sprintf("%s's %s, not %s's", g.label(), c.cols[col].label(), m.name)
				}
			}
		}
	}
	return ""
}

// show writes a number for people.
func show(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nothing"
	case math.Abs(v) >= 1000:
		return GroupDigits(table.Fixed(v, 0))
	}
	s := table.Fixed(v, 2)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// GroupDigits puts commas between thousands: 1234567.5 is 1,234,567.5.
func GroupDigits(digits string) string {
	whole, frac, point := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if point {
		whole += "." + frac
	}
	if strings.HasPrefix(digits, "-") {
		return "-" + whole
	}
	return whole
}
