package story

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
)

// conditionsOf is what a statement keeps, in words that a story may use. What it
// leaves out is no condition that a story may name.
func conditionsOf(m *meaning.Meaning) []string {
	if m == nil {
		return nil
	}
	var list []string
	for _, f := range m.Filters {
		switch f.Op {
		case meaning.NotEqual, meaning.NoneOf, meaning.NotLike, meaning.NotWithin:
		default:
			list = append(list, f.Text)
		}
	}
	if m.Limit.Rows > 0 {
		list = append(list, "top "+strconv.Itoa(m.Limit.Rows))
	}
	return list
}

// vocabularyOf is how a statement calls what it speaks of.
func vocabularyOf(m *meaning.Meaning) []string {
	if m == nil {
		return nil
	}
	list := []string{m.Row.Noun, m.Row.Plural}
	name := func(o meaning.Origin) {
		list = append(list, o.Table[strings.LastIndexByte(o.Table, '.')+1:], o.Column)
	}
	for _, c := range m.Columns {
		list = append(list, c.Label, c.Entity)
		for _, o := range c.Origins {
			name(o)
		}
	}
	for _, f := range m.Filters {
		list = append(list, f.Text, f.Entity)
		name(f.Column)
	}
	for _, o := range m.Order {
		list = append(list, o.Label)
	}
	return list
}

// unitOf is the unit that is known of a column.
func unitOf(m *meaning.Meaning, column int) string {
	if m == nil || column >= len(m.Columns) {
		return ""
	}
	return m.Columns[column].Unit
}

// boundsData reports whether a day is the first or the last that the data tell of.
func (c *checker) boundsData(p period) bool {
	is := func(at time.Time) bool { return p == period{at.Year(), int(at.Month()), at.Day(), day} }
	bounds := func(k *meaning.Coverage) bool { return k != nil && (is(k.First) || is(k.Last)) }
	m := c.ctx.Meaning
	return m != nil && (slices.ContainsFunc(m.Columns, func(k meaning.Column) bool { return bounds(k.Coverage) }) ||
		slices.ContainsFunc(m.Filters, func(f meaning.Filter) bool { return bounds(f.Coverage) }))
}

// rowNounOf are the words for what a row is, in the singular.
func rowNounOf(m *meaning.Meaning) []string {
	noun, _ := m.Record()
	var list []string
	for _, w := range english.Split(noun) {
		list = append(list, english.Singular(w))
	}
	return list
}

// rowNounEnd is where the name of what the rows are ends, if it begins at a
// word: all of it, or its last word.
func (c *checker) rowNounEnd(i int) (end int, ok bool) {
	for _, words := range [][]string{c.rowNoun, c.rowNoun[max(0, len(c.rowNoun)-1):]} {
		at := i
		for _, w := range words {
			if c.figureOn(at) != nil || english.Singular(c.low(at)) != w {
				break
			}
			at++
		}
		if len(words) > 0 && at == i+len(words) {
			return at, true
		}
	}
	return 0, false
}
