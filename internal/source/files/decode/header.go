package decode

import (
	"fmt"
	"strconv"
	"strings"
)

// header is where the names of the columns are.
type header struct {
	first, last int // of the rows of headings, in the survey's top; last < first without any
	names       []string
	body        int // the first row of data in the sheet
}

const (
	headerShare   = 0.6 // of the usual width that a row of names has
	mostHeaders   = 3   // rows of headings
	mostTitleRows = 40  // before the header
)

// findHeader looks for the row of names: the first that is about as wide as the
// rows below it and holds text. Filter buttons say where it is.
func (s *sheetSurvey) findHeader() header {
	at, ok := s.namesRow()
	if !ok {
		return s.withoutHeader()
	}
	h := header{first: at, last: at}
	for h.last-h.first+1 < mostHeaders && h.last+1 < len(s.top) && s.isSubheading(h.last) {
		h.last++
	}
	for h.last-h.first+1 < mostHeaders && h.first > 0 && s.isGroupRow(h.first-1, h.first) {
		h.first--
	}
	h.body = s.top[h.last].number + 1
	h.names = s.joinNames(h.first, h.last)
	return h
}

// namesRow is the place of the row of names in the survey's top.
func (s *sheetSurvey) namesRow() (int, bool) {
	rows := s.top[:min(len(s.top), mostTitleRows)]
	if s.filter != nil && s.filter.top < s.filter.bottom {
		for i, r := range rows {
			if r.number == s.filter.top {
				return i, true
			}
		}
	}
	for i, r := range rows {
		usual := width(s.top[i+1:])
		if float64(len(r.cells)) < headerShare*float64(usual) || len(r.cells) < min(usual, 2) || s.isPreface(i) {
			continue
		}
		return i, looksLikeNames(r) // the first row of the table has names, or the table has none
	}
	return 0, false
}

// isPreface is true for a row apart from a row of names that is wider: what a
// report is about.
func (s *sheetSurvey) isPreface(at int) bool {
	if at+1 == len(s.top) {
		return false
	}
	r, next := s.top[at], s.top[at+1]
	return next.number > r.number+1 && len(next.cells) > len(r.cells) && looksLikeNames(next)
}

// withoutHeader names columns by their letters. The table begins with the first
// row of its width.
func (s *sheetSurvey) withoutHeader() header {
	h := header{first: 0, last: -1, names: make([]string, len(s.columns))}
	for i, r := range s.top {
		if float64(len(r.cells)) >= headerShare*float64(width(s.top[i:])) {
			h.first, h.last, h.body = i, i-1, r.number
			break
		}
	}
	return h
}

// looksLikeNames is true for a row of texts; years and months are names, too.
func looksLikeNames(r sheetRow) bool {
	texts, others := 0, 0
	for _, c := range r.cells {
		switch {
		case isPeriod(c):
		case c.kind == textValue && !isNumeric(c.text):
			texts++
		default:
			others++
		}
	}
	return others*5 <= len(r.cells) && texts > 0
}

func isNumeric(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// isPeriod is true for a year or a date, which stand above columns of figures.
func isPeriod(c cell) bool {
	return c.kind == dateValue || len(c.text) == 4 && (strings.HasPrefix(c.text, "19") || strings.HasPrefix(c.text, "20")) && isNumeric(c.text)
}

// isSubheading is true if the row after a row of headings is another: cells are
// merged across columns above it, or merged with the row itself.
func (s *sheetSurvey) isSubheading(at int) bool {
	r, next := s.top[at], s.top[at+1]
	if next.number != r.number+1 || !looksLikeNames(next) {
		return false
	}
	across, down := 0, 0
	for _, m := range s.merged {
		if m.isAcross(r.number) && next.at(m.left).kind != noValue {
			across++
		}
		if m.top <= r.number && m.bottom == next.number && m.left == m.right {
			down++
		}
	}
	return across > 0 || down > 0 && down < len(r.cells)
}

// isAcross is true for cells of one row that are merged.
func (m area) isAcross(row int) bool { return m.top == row && m.bottom == row && m.right > m.left }

// isGroupRow is true if a row above the names groups them: its cells are merged
// across some columns, or the names repeat and it tells them apart. A title is
// merged across all columns, or stands alone.
func (s *sheetSurvey) isGroupRow(at, names int) bool {
	r, below := s.top[at], s.top[names]
	if r.number != below.number-1 || len(r.cells) == 0 {
		return false
	}
	groups := 0
	for _, m := range s.merged {
		if m.isAcross(r.number) && m.right-m.left+1 < len(below.cells) && r.at(m.left).kind != noValue {
			groups++
		}
	}
	if groups > 0 {
		return true
	}
	seen := map[string]bool{}
	repeated := 0
	for _, c := range below.cells {
		if name := strings.ToLower(strings.TrimSpace(c.text)); seen[name] {
			repeated++
		} else {
			seen[name] = true
		}
	}
	return len(r.cells) >= 2 && repeated > 0 && repeated*3 >= len(below.cells)
}

// joinNames joins rows of headings: a heading holds for the columns that it is
// merged across, or for those up to the next heading of its row.
func (s *sheetSurvey) joinNames(first, last int) []string {
	names := make([]string, len(s.columns))
	for at := first; at <= last; at++ {
		r := s.top[at]
		group := ""
		end := -1 // of the columns that the heading holds for; -1 for up to the next
		for column := range names {
			if c := r.at(column); c.kind != noValue && c.kind != errorValue {
				group, end = cleanName(c.text), s.mergedTo(r.number, column)
			} else if at == last || end >= 0 && column > end || s.coversAlone(r.number, column) {
				group = ""
			}
			if group != "" && !strings.HasSuffix(names[column], group) {
				names[column] = strings.TrimSpace(names[column] + " " + group)
			}
		}
	}
	return names
}

// mergedTo is the last column that a cell is merged across, -1 if it is not
// merged and may hold for empty cells beside it.
func (s *sheetSurvey) mergedTo(row, column int) int {
	for _, m := range s.merged {
		if m.top == row && m.left == column {
			return m.right
		}
	}
	return -1
}

// coversAlone is true for an empty cell that belongs to one above it.
func (s *sheetSurvey) coversAlone(row, column int) bool {
	for _, m := range s.merged {
		if m.top < row && row <= m.bottom && m.left <= column && column <= m.right {
			return true
		}
	}
	return false
}

// cleanName makes one line of a heading.
func cleanName(s string) string { return strings.Join(strings.Fields(s), " ") }

// completeNames names columns without a heading by their letters, and numbers
// names that repeat.
func completeNames(names []string, columns []int) []string {
	used := map[string]bool{}
	list := make([]string, len(columns))
	for i, column := range columns {
		name := names[column]
		if name == "" {
			name = "Column " + columnLetters(column)
		}
		unique := name
		for n := 2; used[strings.ToLower(unique)]; n++ {
			unique = fmt.Sprintf("%s %d", name, n)
		}
		used[strings.ToLower(unique)] = true
		list[i] = unique
	}
	return list
}
