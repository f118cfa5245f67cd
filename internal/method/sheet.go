package method

import (
	"math"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/story"
	"github.com/plumbdata/plumb/internal/table"
)

// sheet is the table of a result with what its columns mean. Sentences cite its
// cells.
type sheet struct {
	table   *table.Table
	columns []sheetColumn
}

// sheetColumn is a column of a sheet. A column without decimals and unit may hold
// text.
type sheetColumn struct {
	name, label string
	kind        table.Kind
	role        meaning.Role
	unit        string
	decimals    int
	years       bool // written without commas
}

func (c sheetColumn) ofYears(yes bool) sheetColumn {
	c.years = yes
	return c
}

func textColumn(name, label string, role meaning.Role) sheetColumn {
	return sheetColumn{name: name, label: label, kind: table.Text, role: role}
}

func numberColumn(name, label, unit string, decimals int) sheetColumn {
	return sheetColumn{name: name, label: label, kind: table.Float, role: meaning.RoleMeasure, unit: unit, decimals: decimals}
}

func newSheet(columns ...sheetColumn) *sheet {
	s := &sheet{table: &table.Table{}, columns: columns}
	for _, c := range columns {
		s.table.Columns = append(s.table.Columns, table.Column{Name: c.name, Kind: c.kind})
	}
	return s
}

// add appends a row: numbers are rounded as their column says, NaN and "" are
// null. It returns the number of the row.
func (s *sheet) add(values ...any) int {
	row := make(table.Row, len(s.columns))
	for i, v := range values {
		switch v := v.(type) {
		case string:
			if v != "" {
				row[i] = table.NewText(v)
			}
		case float64:
			row[i] = rounded(v, s.columns[i].decimals)
		case int:
			row[i] = table.NewFloat(float64(v))
		case table.Value:
			row[i] = v
		}
	}
	s.table.Rows = append(s.table.Rows, row)
	return len(s.table.Rows) - 1
}

func (s *sheet) rows() int { return len(s.table.Rows) }

func (s *sheet) at(column string) int {
	return slices.IndexFunc(s.columns, func(c sheetColumn) bool { return c.name == column })
}

// value is a number of the sheet, rounded as it is shown; NaN where there is none.
func (s *sheet) value(row int, column string) float64 {
	x, ok := s.table.Rows[row][s.at(column)].Float64()
	if !ok {
		return math.NaN()
	}
	return x
}

// cite is a cell in a sentence, with its unit.
func (s *sheet) cite(row int, column string) story.Piece {
	return s.citation(row, column, s.value(row, column))
}

// size is a cell in a sentence that says the direction itself.
func (s *sheet) size(row int, column string) story.Piece {
	return s.citation(row, column, math.Abs(s.value(row, column)))
}

func (s *sheet) citation(row int, column string, x float64) story.Piece {
	c := s.columns[s.at(column)]
	text := number(x, c.decimals)
	if c.years {
		text = strings.ReplaceAll(text, ",", "")
	}
	if c.unit != "" {
		text = withUnit(text, c.unit)
	}
	return story.Cite(text, story.Value, column, row)
}

// meaning says what the columns are, for charts and exports. A row is one of the
// noun.
func (s *sheet) meaning(kind meaning.RowKind, noun, plural string) *meaning.Meaning {
	m := &meaning.Meaning{Row: meaning.Row{Kind: kind, Noun: noun, Plural: plural}, Partial: true}
	for _, c := range s.columns {
		column := meaning.Column{Name: c.name, Label: c.label, Role: c.role, Unit: c.unit}
		if c.role == meaning.RoleMeasure {
			column.Additivity = meaning.NonAdditive
		}
		m.Columns = append(m.Columns, column)
	}
	return m
}
