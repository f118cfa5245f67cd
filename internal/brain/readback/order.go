package readback

import "strings"

// Ordered says that a statement ends with an order of all its rows.
func Ordered(sql string) bool {
	depth, last := 0, false
	upper := strings.ToUpper(sql)
	for i := 0; i < len(upper); i++ {
		switch upper[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && strings.HasPrefix(upper[i:], "ORDER BY") {
			last = true
		}
	}
	return last
}
