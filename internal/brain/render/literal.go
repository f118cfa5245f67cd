package render

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// literal writes a value that stands alone.
func (b *block) literal(v *form.Value) string {
	switch v.Kind {
	case form.Number:
		if n, ok := number(v.Text); ok {
			return n
		}
	case form.Period:
		day := v.Period.Start
		if day.IsZero() {
			day = v.Period.End
		}
		return text(day.Format(dayLayout))
	}
	return text(v.Text)
}

// valueFor writes a value as what it is compared with holds it.
func (b *block) valueFor(e *form.Expr, v *form.Value) string {
	switch e.Op {
	case form.Column:
		return b.storedValue(e.Column, v)
	case form.Max, form.Min, form.If, form.Prev:
		return b.valueFor(e.Args[0], v)
	case form.Lower:
		return foldCase(v.Text)
	case form.Day, form.Week, form.Month, form.Quarter, form.Year:
		if v.Kind == form.Period {
			return b.literal(v)
		}
		return text(v.Text)
	case form.MonthNum, form.Hour:
		if len(v.Text) == 1 {
			return text("0" + v.Text)
		}
		return text(v.Text)
	case form.Weekday:
		return text(v.Text)
	case form.Scalar:
		if len(e.Query.Select) > 0 {
			return b.valueFor(e.Query.Select[0], v)
		}
	}
	if n, ok := number(v.Text); ok && v.Kind != form.Period {
		return n
	}
	return b.literal(v)
}

// valuesFor is valueFor with every way in which the column's data spell it.
func (b *block) valuesFor(e *form.Expr, v *form.Value) []string {
	if e.Op != form.Column || v.Kind != form.Text || b.ix.Columns[e.Column].Type != table.Text {
		return []string{b.valueFor(e, v)}
	}
	said := b.storedText(e.Column, v)
	spelt := b.ix.Spellings(e.Column, said)
	var list []string
	for _, s := range spelt {
		list = append(list, text(s))
	}
	if len(list) > 1 {
		b.note(&b.notes.Spelt, strings.Join(list, ", "))
	}
	return list
}

// storedText is a value as it is stored, where the database has it.
func (b *block) storedText(column int, v *form.Value) string {
	if !v.Stored && column != 0 {
		if known, ok := b.ix.Literal(column, v.Text); ok && !known.IsNull() {
			return known.String()
		}
	}
	return v.Text
}

// storedValue writes a value of a column: as it is stored, where the database has
// it.
func (b *block) storedValue(column int, v *form.Value) string {
	c := &b.ix.Columns[column]
	if v.Kind == form.Period {
		day := v.Period.Start
		if day.IsZero() {
			day = v.Period.End
		}
		return b.bound(day, b.storedAs(&form.Expr{Op: form.Column, Column: column}), false)
	}
	said := b.storedText(column, v)
	n, isNumber := number(said)
	switch {
	case c.Type == table.Bool:
		if yes, ok := english.ParseBool(said); ok {
			return strings.ToUpper(strconv.FormatBool(yes))
		}
	case c.Type.Numeric() || c.Type == table.Null:
		if isNumber {
			return n
		}
		if yes, ok := english.ParseBool(said); ok && c.Kind == index.Boolean {
			return map[bool]string{true: "1", false: "0"}[yes]
		}
	}
	return text(said)
}
