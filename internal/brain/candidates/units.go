package candidates

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// unitOf is the unit of a column: as the index knows it, else as its name ends.
func unitOf(c *index.Column) (name string, u english.Unit, ok bool) {
	if c.Kind != index.Number || c.Unit == "" && strings.Contains(c.Name, "/") { // t/ha is neither
		return "", english.Unit{}, false
	}
	if u, ok := english.UnitOf(strings.ToLower(c.Unit)); ok {
		return c.Unit, u, true
	}
	if n := len(c.Words); n > 1 {
		if u, ok := english.UnitOf(c.Words[n-1]); ok {
			return c.Words[n-1], u, true
		}
	}
	return "", english.Unit{}, false
}

// saidUnit is the unit that a question says after a number, or before it where
// it is money. A letter alone says too many things: 5 m, 3 t.
func saidUnit(asked *link.Question, s span.Span) (name string, u english.Unit, ok bool) {
	if s.End < len(asked.Words) && english.Among(strings.ToLower(asked.Words[s.End].Text), "and to or") { // between 3 and 4 minutes
		for _, next := range asked.Spans {
			if next.Kind == span.Number && next.First == s.End+1 {
				s = next
				break
			}
		}
	}
	if s.End < len(asked.Words) {
		if w := strings.ToLower(asked.Words[s.End].Text); len(w) > 1 || w == "g" {
			if u, ok := english.UnitOf(w); ok {
				return w, u, true
			}
		}
	}
	if s.Unit == span.Money {
		return "", english.Unit{Dimension: "money", Factor: 1}, true
	}
	return "", english.Unit{}, false
}

// conversion is a number in another unit, and where it stands.
type conversion struct {
	put   func(*form.Value)
	value *form.Value
	says  string
}

// conversions are the numbers of a form whose unit is not that of the column they
// are compared with: 2 kg is 2000 where grams are stored.
func conversions(c *Case) []conversion {
	var list []conversion
	add := func(column *index.Column, v *form.Value, put func(*form.Value)) {
		if value, says := convert(c.Asked, column, v); value != nil {
			list = append(list, conversion{put, value, says})
		}
	}
	c.Query.EachQuery(func(q *form.Query) {
		q.Visit(nil, func(cond *form.Cond) {
			left := cond.Left
			for left != nil && len(left.Args) == 1 && (left.Op == form.Sum || left.Op == form.Avg || left.Op == form.Min || left.Op == form.Max || left.Op == form.Median) {
				left = left.Args[0]
			}
			if left == nil {
				return
			}
			if left.Op == form.Div && left.Args[0].Op == form.Column && left.Args[1].Op == form.Literal { // divided to be in a unit, the right one or not
				divided := left
				left = left.Args[0]
				if value, says := convert(c.Asked, &c.Index.Columns[left.Column], literalOf(cond.Right)); value != nil {
					list = append(list, conversion{func(v *form.Value) {
						*divided = form.Expr{Op: form.Column, Column: left.Column}
						cond.Right = &form.Expr{Op: form.Literal, Value: v}
					}, value, says})
				}
				return
			}
			if left.Op != form.Column || left.Column == 0 {
				return
			}
			column := &c.Index.Columns[left.Column]
			if cond.Right != nil && cond.Right.Op == form.Literal {
				add(column, cond.Right.Value, func(v *form.Value) { cond.Right = &form.Expr{Op: form.Literal, Value: v} })
			}
			for i, v := range cond.Values {
				add(column, v, func(v *form.Value) { cond.Values[i] = v })
			}
		})
	})
	return list
}

func literalOf(e *form.Expr) *form.Value {
	if e == nil || e.Op != form.Literal {
		return nil
	}
	return e.Value
}

// named is true for a column that the question names in full.
func named(asked *link.Question, column int) bool {
	return slices.ContainsFunc(asked.Names, func(n link.Name) bool { return n.Kind == 1 && n.Column && n.Number == column })
}

// unitless are conditions on a column without a unit, for a number that the question gives a
// unit of time, with the one column of the table that is measured so: tempo > 5 for longer
// than 5 minutes.
func unitless(c *Case) map[*form.Expr]int {
	list := map[*form.Expr]int{}
	c.Query.Visit(nil, func(cond *form.Cond) {
		v := literalOf(cond.Right)
		if cond.Left == nil || cond.Left.Op != form.Column || cond.Left.Column == 0 || v == nil || v.Kind != form.Number {
			return
		}
		column := &c.Index.Columns[cond.Left.Column]
		if _, _, ok := unitOf(column); ok || column.Kind != index.Number || named(c.Asked, cond.Left.Column) {
			return
		}
		for _, s := range c.Asked.Spans {
			if s.Kind != span.Number || s.Number != v.Text {
				continue
			}
			_, said, ok := saidUnit(c.Asked, s)
			if !ok || said.Dimension != "time" {
				continue
			}
			var fit []int
			for _, n := range c.Index.Tables[column.Table].Columns {
				if _, u, ok := unitOf(&c.Index.Columns[n]); ok && said.Convertible(u) {
					fit = append(fit, n)
				}
			}
			if len(fit) == 1 {
				list[cond.Left] = fit[0]
			}
		}
	})
	return list
}

// convert is a number in the unit of a column; nil where it has that unit already,
// or says none.
func convert(asked *link.Question, c *index.Column, v *form.Value) (*form.Value, string) {
	stored, has, ok := unitOf(c)
	if v == nil || v.Kind != form.Number || !ok {
		return nil, ""
	}
	for _, s := range asked.Spans {
		if s.Kind != span.Number || s.Number != v.Text {
			continue
		}
		name, u, ok := saidUnit(asked, s)
		if has.Dimension == "mass" && (name == "pound" || name == "pounds") {
			u, _ = english.UnitOf("lb") // and no money
		}
		n, err := strconv.ParseFloat(v.Text, 64)
		if !ok || err != nil || !u.Convertible(has) || u.Factor == has.Factor {
			continue
		}
		text := strconv.FormatFloat(n*u.Factor/has.Factor, 'g', 12, 64)
		return &form.Value{Kind: form.Number, Text: text}, strings.TrimSpace(s.Number+" "+name) + " is " + text + " " + stored
	}
	return nil, ""
}

func convertUnits(c *Case) {
	for _, found := range conversions(c) {
		found.put(found.value)
		c.Assumed = append(c.Assumed, found.says)
	}
}
