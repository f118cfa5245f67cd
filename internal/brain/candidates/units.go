package candidates

import (
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// unit is a measure of something: how much of the first unit of its kind it is.
type unit struct {
	of     string
	amount float64
}

// units by the words and endings that say them.
var units = func() map[string]unit {
	m := map[string]unit{}
	for of, list := range map[string]string{
		"mass":   "g 1, gram 1, grams 1, mg 0.001, kg 1000, kgs 1000, kilo 1000, kilos 1000, kilogram 1000, kilograms 1000, t 1e6, ton 1e6, tons 1e6, tonne 1e6, tonnes 1e6, lb 453.59237, lbs 453.59237, oz 28.349523125",
		"length": "m 1, meter 1, meters 1, metre 1, metres 1, mm 0.001, cm 0.01, km 1000, kilometer 1000, kilometers 1000, kilometre 1000, kilometres 1000, mile 1609.344, miles 1609.344, ft 0.3048, feet 0.3048",
		"time":   "s 1, sec 1, secs 1, second 1, seconds 1, ms 0.001, millisecond 0.001, milliseconds 0.001, min 60, mins 60, minute 60, minutes 60, h 3600, hr 3600, hrs 3600, hour 3600, hours 3600, day 86400, days 86400, week 604800, weeks 604800",
		"data":   "kb 1, mb 1e3, gb 1e6, tb 1e9",
		"volume": "l 1, liter 1, liters 1, litre 1, litres 1, ml 0.001, cl 0.01, dl 0.1",
		"energy": "wh 1, kwh 1e3, mwh 1e6, gwh 1e9",
		"money":  "cents 0.01, cent 0.01, pence 0.01, euro 1, euros 1, eur 1, dollar 1, dollars 1, usd 1, pound 1, pounds 1, gbp 1, chf 1",
	} {
		for pair := range strings.SplitSeq(list, ",") {
			f := strings.Fields(pair)
			amount, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				panic("builtin: units: " + err.Error()) // a mistake of the list, as every test says
			}
			m[f[0]] = unit{of, amount}
		}
	}
	return m
}()

// unitOf is the unit of a column: as the index knows it, else as its name ends.
func unitOf(c *index.Column) (name string, u unit, ok bool) {
	if c.Kind != index.Number {
		return "", unit{}, false
	}
	if u, ok := units[strings.ToLower(c.Unit)]; ok {
		return c.Unit, u, true
	}
	if n := len(c.Words); n > 1 {
		if u, ok := units[c.Words[n-1]]; ok {
			return c.Words[n-1], u, true
		}
	}
	return "", unit{}, false
}

// saidUnit is the unit that a question says after a number, or before it where
// it is money. A letter alone says too many things: 5 m, 3 t.
func saidUnit(asked *link.Question, s span.Span) (name string, u unit, ok bool) {
	if s.End < len(asked.Words) {
		if w := strings.ToLower(asked.Words[s.End].Text); len(w) > 1 || w == "g" {
			if u, ok := units[w]; ok {
				return w, u, true
			}
		}
	}
	if s.Unit == span.Money {
		return "", unit{"money", 1}, true
	}
	return "", unit{}, false
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
			if left == nil || left.Op != form.Column || left.Column == 0 {
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
		if has.of == "mass" && (name == "pound" || name == "pounds") {
			u = units["lb"] // and no money
		}
		n, err := strconv.ParseFloat(v.Text, 64)
		if !ok || err != nil || u.of != has.of || u.amount == has.amount {
			continue
		}
		text := strconv.FormatFloat(n*u.amount/has.amount, 'g', 12, 64)
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
