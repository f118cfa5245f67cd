package decode

import (
	"math"
	"slices"
)

// A sheet is read twice: a survey finds out what is where, then the rows of the
// table are written. Merged cells, which the survey needs, stand after the rows.

const (
	topRows  = 60 // rows in which the header is looked for
	lastRows = 12 // rows in which totals and footnotes are looked for
)

// sheetRow is a row that has values.
type sheetRow struct {
	number int // in the sheet, from 0
	cells  []cell
}

// columnSurvey is what a column holds.
type columnSurvey struct {
	values, texts int
	sum           float64
	numbers       int
}

// sheetSurvey is what a reading of a whole sheet finds.
type sheetSurvey struct {
	*sheetData
	rows    int
	top     []sheetRow
	last    []sheetRow
	columns []columnSurvey
	errors  int
	anError string
}

func (s *sheetSurvey) add(row int, cells []cell) {
	s.rows++
	kept := sheetRow{row, slices.Clone(cells)}
	if len(s.top) < topRows {
		s.top = append(s.top, kept)
	}
	if len(s.last) == lastRows {
		s.last = slices.Delete(s.last, 0, 1)
	}
	s.last = append(s.last, kept)
	for _, c := range cells {
		for c.column >= len(s.columns) {
			s.columns = append(s.columns, columnSurvey{})
		}
		column := &s.columns[c.column]
		switch c.kind {
		case errorValue:
			if s.errors++; s.anError == "" {
				s.anError = c.text
			}
			continue
		case numberValue:
			column.numbers++
			column.sum += c.number
		case textValue:
			column.texts++
		}
		column.values++
	}
}

// at is the cell of a row in a column; its kind is noValue if it is empty.
func (r sheetRow) at(column int) cell {
	i, ok := slices.BinarySearchFunc(r.cells, column, func(c cell, column int) int { return c.column - column })
	if !ok {
		return cell{column: column}
	}
	return r.cells[i]
}

// width is the number of cells that rows of the table have: what a quarter of the
// rows exceed at most, since data has gaps and titles are short.
func width(rows []sheetRow) int {
	if len(rows) == 0 {
		return 0
	}
	widths := make([]int, len(rows))
	for i, r := range rows {
		widths[i] = len(r.cells)
	}
	slices.Sort(widths)
	return widths[len(widths)*3/4]
}

// isSum is true if a number is the sum of the others of its column.
func (c columnSurvey) isSum(v float64) bool {
	others := c.sum - v
	const most = 1e-6
	return c.numbers > 2 && v != 0 && math.Abs(others-v) <= most*math.Max(math.Abs(v), 1)
}
