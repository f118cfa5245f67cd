package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// Literal is the stored value of a column that a text means.
func (x *Index) Literal(column int, text string) (table.Value, bool) {
	if column <= 0 || column >= len(x.Columns) {
		return table.Value{}, false
	}
	list := tokens(text)
	k := keyOf(list)
	plain := strings.Join(list, " ")
	best, kind := Value{}, MatchKind(0)
	for _, r := range x.find.byKey.refs(k) {
		if int(r.column) != column {
			continue
		}
		v := x.stored.at(r)
		switch {
		case v.Text == text:
			return v.parse()
		case strings.Join(tokens(v.Text), " ") == plain && kind != Exact:
			best, kind = v, Exact
		case kind == 0:
			best, kind = v, Stemmed
		}
	}
	if kind != 0 {
		return best.parse()
	}
	for _, v := range x.Columns[column].Enum {
		if slices.ContainsFunc(v.Aliases, func(a string) bool { return keyOf(tokens(a)) == k }) {
			return v.parse()
		}
	}
	if v, ok := numeral(x.Columns[column], text); ok {
		return v, true
	}
	return x.only(column, list)
}

// only is the one value of the column that holds the tokens.
func (x *Index) only(column int, list []string) (table.Value, bool) {
	if len(strings.Join(list, "")) < 3 {
		return table.Value{}, false
	}
	var one *Value
	stored := x.stored.of(column)
	for i := range stored {
		v := &stored[i]
		if holds(v.Text, list) {
			if one != nil {
				return table.Value{}, false
			}
			one = v
		}
	}
	if one == nil {
		return table.Value{}, false
	}
	return one.parse()
}

func (v Value) parse() (table.Value, bool) { return table.Parse(v.Kind, v.Text) }

// numeral reads a number as a column of numbers holds it.
func numeral(c Column, text string) (table.Value, bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ",", "")
	if !c.Type.Numeric() {
		return table.Value{}, false
	}
	if v, ok := table.ParseInt(text); ok {
		return v, true
	}
	return table.ParseDecimal(text)
}
