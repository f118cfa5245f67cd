package decode

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// valueKind is what a cell holds.
type valueKind uint8

const (
	noValue valueKind = iota
	textValue
	numberValue
	dateValue
	boolValue
	errorValue
)

// cell is a cell that holds something; its text is as it is written out.
type cell struct {
	column int // from 0
	kind   valueKind
	text   string
	number float64 // of a numberValue
}

// area is a rectangle of cells, from 0.
type area struct{ top, left, bottom, right int }

// sheetData is what a reading of a sheet finds beside its rows.
type sheetData struct {
	merged   []area
	filter   *area // the range with filter buttons, whose first row is the header
	formulas int   // without a stored value
}

const maxMerged = 100_000

// readSheet calls visit with each row that has cells with values. Rows count from
// 0. The cells are valid until visit returns.
func (w *workbook) readSheet(r io.Reader, visit func(row int, cells []cell) error) (*sheetData, error) {
	s := newXMLScanner(r)
	found := &sheetData{}
	p := sheetParser{w: w, row: -1}
	for {
		token, err := s.next()
		if errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		switch {
		case token == xmlStart && string(s.name) == "mergeCell" && len(found.merged) < maxMerged:
			if a, ok := parseArea(s.attr("ref")); ok {
				found.merged = append(found.merged, a)
			}
		case token == xmlStart && string(s.name) == "autoFilter":
			if a, ok := parseArea(s.attr("ref")); ok {
				found.filter = &a
			}
		case token == xmlEnd && string(s.name) == "row":
			if len(p.cells) == 0 {
				continue
			}
			if err := visit(p.row, p.cells); err != nil {
				return nil, err
			}
		default:
			p.take(s, token)
			found.formulas = p.formulas
		}
	}
}

var errTooManyCells = errors.New("it has too many cells")

// sheetParser collects the cells of a row.
type sheetParser struct {
	w        *workbook
	row      int
	cells    []cell
	formulas int

	column   int
	kind     string // the attribute t of the cell
	style    int
	formula  bool
	stored   bool // the cell has a value, perhaps an empty one
	value    []byte
	reading  bool // the text at hand belongs to the value
	phonetic bool // inside a reading aid of Japanese text
}

func (p *sheetParser) take(s *xmlScanner, token xmlToken) {
	switch token {
	case xmlText:
		if p.reading && !p.phonetic {
			p.value = append(p.value, s.text...)
		}
	case xmlStart:
		switch string(s.name) {
		case "row":
			p.row = max(s.attrInt("r", p.row+2)-1, 0)
			p.cells, p.column = p.cells[:0], -1
		case "c":
			p.column++
			if column, _, ok := parseReference(s.attr("r")); ok {
				p.column = column
			}
			p.kind, p.style, p.formula, p.stored, p.value = cellType(s.attr("t")), s.attrInt("s", 0), false, false, p.value[:0]
		case "v", "t":
			p.reading, p.stored = true, true
		case "f":
			p.formula = true
		case "rPh":
			p.phonetic = true
		}
	case xmlEnd:
		switch string(s.name) {
		case "c":
			p.finish()
		case "v", "t":
			p.reading = false
		case "rPh":
			p.phonetic = false
		}
	}
}

// cellType saves a copy for the types that there are.
func cellType(t []byte) string {
	switch string(t) {
	case "":
		return "n"
	case "s":
		return "s"
	case "str":
		return "str"
	}
	return string(t)
}

// finish adds the cell that ended, if it holds something.
func (p *sheetParser) finish() {
	if len(p.value) == 0 {
		if p.formula && !(p.kind == "str" && p.stored) { // a formula may give an empty text
			p.formulas++
		}
		return
	}
	if p.column < 0 || p.column >= p.w.limits.columns {
		return
	}
	c := cell{column: p.column, kind: textValue}
	switch p.kind {
	case "s":
		n, err := strconv.Atoi(string(bytes.TrimSpace(p.value)))
		if err != nil {
			return
		}
		c.text = p.w.shared.at(n)
	case "b":
		c.kind, c.text = boolValue, "false"
		if string(p.value) == "1" || string(p.value) == "true" {
			c.text = "true"
		}
	case "e":
		c.kind, c.text = errorValue, string(p.value)
	case "d":
		c.kind, c.text = dateValue, strings.Replace(strings.TrimSuffix(string(p.value), "Z"), "T", " ", 1)
	case "n":
		c.text, c.kind = p.w.formatOf(p.style).format(string(bytes.TrimSpace(p.value)), p.w.since1904)
		if c.kind == numberValue {
			c.number, _ = strconv.ParseFloat(strings.TrimSuffix(c.text, "%"), 64) // format made it
		}
	default:
		c.text = unescapeCell(string(p.value))
	}
	if strings.TrimSpace(c.text) != "" {
		p.cells = append(p.cells, c)
	}
}

// unescapeCell decodes _x000D_, which stands for characters that XML cannot hold.
func unescapeCell(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for len(s) > 0 {
		if strings.HasPrefix(s, "_x") && len(s) >= 7 && s[6] == '_' {
			if n, err := strconv.ParseUint(s[2:6], 16, 16); err == nil && n != 0 {
				out.WriteRune(rune(n))
				s = s[7:]
				continue
			}
		}
		out.WriteByte(s[0])
		s = s[1:]
	}
	return out.String()
}

// parseReference reads a cell's place, such as AB12.
func parseReference(ref []byte) (column, row int, ok bool) {
	i := 0
	for ; i < len(ref) && i < 4 && ref[i]|0x20 >= 'a' && ref[i]|0x20 <= 'z'; i++ {
		column = column*26 + int(ref[i]|0x20-'a') + 1
	}
	row, err := strconv.Atoi(string(ref[i:]))
	return column - 1, row - 1, i > 0 && err == nil && row > 0
}

// parseArea reads a range, such as A1:C3.
func parseArea(ref []byte) (area, bool) {
	from, to, found := bytes.Cut(bytes.ReplaceAll(ref, []byte("$"), nil), []byte(":"))
	if !found {
		to = from
	}
	left, top, ok := parseReference(from)
	right, bottom, ok2 := parseReference(to)
	return area{top, left, bottom, right}, ok && ok2 && top <= bottom && left <= right
}

// columnLetters is the name of a column in the sheet.
func columnLetters(column int) string {
	letters := ""
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return letters
}
