package pdf

import (
	"slices"
	"strings"
)

// A table is lines whose cells stand below each other. Without its rulings, only what is
// clear is taken for one.
const (
	fewestRows  = 3
	mostColumns = 40
)

// column is where the cells of a column stand.
type column struct{ x, end float64 }

// tableOf reads the table that begins with the first line; n is how many lines it has, 0
// if there is none.
func tableOf(lines []line) (rows [][]string, n int) {
	if len(lines) == 0 || len(lines[0].cells) < 2 || lines[0].mono {
		return nil, 0
	}
	var columns []column
	full := 0
	for n < len(lines) {
		l := lines[n]
		if n > 0 {
			if gap := (lines[n-1].y - l.y) / max(l.size, 1); gap > 3 || gap < 0 {
				break
			}
		}
		if len(l.cells) < 2 && !(n > 0 && continues(columns, lines[n-1], l)) || isContents(l) || l.mono {
			break
		}
		merged, ok := merge(columns, l.cells)
		if !ok {
			break
		}
		if len(l.cells) > 1 {
			full++
		}
		columns = merged
		n++
	}
	for n > 0 && len(lines[n-1].cells) < 2 {
		n--
	}
	if full < fewestRows || len(columns) < 2 || len(columns) > mostColumns || !isTable(lines[:n], columns) {
		return nil, 0
	}
	for i, l := range lines[:n] {
		row := make([]string, len(columns))
		for _, c := range l.cells {
			k := place(columns, c)
			row[k] = strings.TrimSpace(row[k] + " " + c.text)
		}
		if len(l.cells) < 2 && i > 0 { // the cell above goes on
			last := rows[len(rows)-1]
			for k := range row {
				last[k] = strings.TrimSpace(last[k] + " " + row[k])
			}
			continue
		}
		if l.rtl {
			slices.Reverse(row)
		}
		rows = append(rows, row)
	}
	return rows, n
}

// merge adds the cells of a line to the columns; false if one of them would stand in two
// columns, or two in one.
func merge(columns []column, cells []cell) ([]column, bool) {
	if len(columns) == 0 {
		for _, c := range cells {
			columns = append(columns, column{c.x, c.end})
		}
		slices.SortFunc(columns, byX)
		return columns, true
	}
	next := slices.Clone(columns)
	taken := map[int]bool{}
	for _, c := range cells {
		at := -1
		for i, k := range next {
			if c.x < k.end && c.end > k.x {
				if at >= 0 {
					return nil, false
				}
				at = i
			}
		}
		if at < 0 {
			next = append(next, column{c.x, c.end})
			taken[len(next)-1] = true
			continue
		}
		if taken[at] {
			return nil, false
		}
		taken[at] = true
		next[at] = column{min(next[at].x, c.x), max(next[at].end, c.end)}
	}
	slices.SortFunc(next, byX)
	for i := 1; i < len(next); i++ {
		if next[i].x < next[i-1].end {
			return nil, false
		}
	}
	return next, true
}

func byX(a, b column) int {
	switch {
	case a.x < b.x:
		return -1
	case a.x > b.x:
		return 1
	}
	return 0
}

func place(columns []column, c cell) int {
	for i, k := range columns {
		if c.x < k.end+0.01 && c.end > k.x-0.01 {
			return i
		}
	}
	return 0
}

// continues is true for a line with one cell that goes on with the cell above it.
func continues(columns []column, above, l line) bool {
	if len(l.cells) != 1 || above.y-l.y > 1.45*l.size {
		return false
	}
	c := l.cells[0]
	at := place(columns, c)
	k := columns[at]
	return c.x < k.end && c.x > k.x-0.5*l.size && c.end < k.end+2*l.size && len(columns) > 1 && (at > 0 || above.y-l.y < 1.25*l.size)
}

// isContents is true for a line of a table of contents.
func isContents(l line) bool {
	text := l.text()
	return strings.Contains(text, "....") || strings.Contains(text, ". . .")
}

// isTable tells a table from a list whose marks stand apart, and from text with gaps.
func isTable(lines []line, columns []column) bool {
	filled, cells, marks, letters := 0, 0, 0, 0
	for _, l := range lines {
		cells += len(l.cells)
		if len(l.cells) > 1 {
			filled += len(columns)
		}
		if listMark.MatchString(l.cells[0].text+" x") && len(l.cells[0].text) <= 4 {
			marks++
		}
		for _, c := range l.cells {
			letters += len(c.text)
		}
	}
	const long = 90
	return cells*10 >= filled*5 && !(len(columns) == 2 && marks*2 >= len(lines)) && letters <= long*cells
}
