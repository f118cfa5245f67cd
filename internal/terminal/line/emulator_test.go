package line

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	eastasian "golang.org/x/text/width"
)

// emulator is the part of a terminal that shows things. It measures characters
// by its own rule, and not by that of the code under test.
type emulator struct {
	columns, height int
	rows            [][]string // a wide character is followed by an empty cell
	row, column     int
	wrap            bool // the next character begins a new row
	noWrap          bool
	joined          bool // a joiner came: the next character belongs to the last
	naive           bool // it knows nothing of emoji with parts
	pasting         bool
	bells           int
	rest            []byte // of a sequence that has not come whole
}

func newEmulator(columns, height int) *emulator {
	return &emulator{columns: columns, height: height, rows: make([][]string, 1)}
}

func (m *emulator) Write(b []byte) (int, error) {
	m.rest = append(m.rest, b...)
	for len(m.rest) > 0 {
		n := m.step(m.rest)
		if n == 0 {
			break
		}
		m.rest = m.rest[n:]
	}
	return len(b), nil
}

func (m *emulator) step(b []byte) int {
	switch b[0] {
	case '\r':
		m.column, m.wrap, m.joined = 0, false, false
		return 1
	case '\n':
		m.down()
		return 1
	case '\a':
		m.bells++
		return 1
	case 0x1b:
		for n := 2; n < len(b); n++ {
			if b[n] >= 0x40 {
				m.control(b[n], string(b[2:n]))
				return n + 1
			}
		}
		return 0
	}
	if !utf8.FullRune(b) {
		return 0
	}
	r, size := utf8.DecodeRune(b)
	m.show(r)
	return size
}

func (m *emulator) control(final byte, params string) {
	n, _ := strconv.Atoi(params)
	m.wrap, m.joined = false, false
	switch final {
	case 'A':
		m.row = max(m.top(), m.row-max(1, n))
	case 'G':
		m.column = min(max(1, n), m.columns) - 1
	case 'H':
		m.row, m.column = m.top(), 0
	case 'K':
		m.erase(m.row)
	case 'J':
		if n == 2 {
			m.rows = m.rows[:m.top()+1]
			m.rows[m.top()] = nil
			return
		}
		m.erase(m.row)
		m.rows = m.rows[:m.row+1]
	case 'h', 'l':
		switch params {
		case "?7":
			m.noWrap = final == 'l'
		case "?2004":
			m.pasting = final == 'h'
		}
	case 'm':
	default:
		panic("the emulator does not know " + params + string(final))
	}
}

func (m *emulator) top() int { return max(0, len(m.rows)-m.height) }

func (m *emulator) erase(row int) {
	m.rows[row] = m.rows[row][:min(len(m.rows[row]), m.column)]
}

func (m *emulator) down() {
	m.wrap = false
	if m.row++; m.row == len(m.rows) {
		m.rows = append(m.rows, nil)
	}
}

func (m *emulator) show(r rune) {
	line := &m.rows[m.row]
	tone := r >= 0x1f3fb && r <= 0x1f3ff && !m.naive
	if m.joined || tone || r == 0x200d || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || unicode.Is(unicode.Variation_Selector, r) {
		last := min(m.column, len(*line)) - 1
		for last > 0 && (*line)[last] == "" {
			last--
		}
		if last >= 0 {
			(*line)[last] += string(r)
		}
		m.joined = r == 0x200d && !m.naive
		return
	}
	w := 1
	if k := eastasian.LookupRune(r).Kind(); k == eastasian.EastAsianWide || k == eastasian.EastAsianFullwidth {
		w = 2
	}
	if m.wrap || m.column+w > m.columns {
		if m.noWrap {
			m.column = m.columns - w
		} else {
			m.down()
			m.column = 0
		}
		line = &m.rows[m.row]
	}
	for len(*line) < m.column+w {
		*line = append(*line, " ")
	}
	(*line)[m.column] = string(r)
	if w == 2 {
		(*line)[m.column+1] = ""
	}
	m.column += w
	if m.wrap = m.column >= m.columns; m.wrap {
		m.column = m.columns - 1
	}
}

// resize breaks rows that are too wide, as most terminals do.
func (m *emulator) resize(columns, height int) {
	var rows [][]string
	row, column := 0, 0
	for i, line := range m.rows {
		if i == m.row {
			row, column = len(rows)+m.column/columns, m.column%columns
		}
		for len(line) > columns {
			rows = append(rows, line[:columns:columns])
			line = line[columns:]
		}
		rows = append(rows, line)
	}
	m.columns, m.height, m.rows, m.row, m.column, m.wrap = columns, height, rows, row, column, false
}

// text is what can be seen, with a mark where the cursor is.
func (m *emulator) text() string {
	var b strings.Builder
	for i := m.top(); i < len(m.rows); i++ {
		line := m.rows[i]
		for j := range max(len(line), m.column+1) {
			if i == m.row && j == m.column {
				b.WriteString("▌")
			}
			switch {
			case j < len(line):
				b.WriteString(line[j])
			case i == m.row && j < m.column:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
