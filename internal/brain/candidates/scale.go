package candidates

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/terms"
	"github.com/plumbdata/plumb/internal/english"
)

// scale is what a figure is divided by to be in the unit that the question wants.
type scale struct {
	figure  *form.Expr // as it stands
	divided *form.Expr
}

// wrongScales are the figures that a form shows in another unit than the question
// says: minutes where it wants hours, or not in millions.
func wrongScales(c *Case) []scale {
	word := wantedUnit(c.Asked)
	if word == "" {
		return nil
	}
	return scalesTo(c, word)
}

// scalesTo are the figures that a form shows in another unit than a word says.
func scalesTo(c *Case, word string) []scale {
	var list []scale
	for _, e := range c.Query.Select {
		plain := withoutDivisor(e)
		by := divisorFor(c.Index, plain, word)
		if by == "" || by == "1" && plain == e {
			continue
		}
		divided := plain
		if by != "1" {
			divided = &form.Expr{Op: form.Div, Args: []*form.Expr{plain, {Op: form.Literal, Value: &form.Value{Kind: form.Number, Text: by}}}}
		}
		if !form.SameFigure(e, divided) {
			list = append(list, scale{e, divided})
		}
	}
	return list
}

// GuessedUnit is the column of a form that is divided or multiplied to be in another unit of
// time, although nothing says in which unit it is; 0 for none.
func GuessedUnit(ix *index.Index, q *form.Query) int {
	found := 0
	q.EachExpr(func(e *form.Expr) {
		if (e.Op != form.Div && e.Op != form.Mul) || len(e.Args) != 2 {
			return
		}
		by := literalOf(e.Args[1])
		if by == nil || !english.Among(by.Text, "60 3600 24 1440 86400 60000 3600000") {
			return
		}
		of := e.Args[0]
		if of.Op.Aggregates() && len(of.Args) == 1 {
			of = of.Args[0]
		}
		if of.Op == form.Column && of.Column > 0 {
			if _, _, ok := unitOf(&ix.Columns[of.Column]); !ok {
				found = of.Column
			}
		}
	})
	return found
}

// wantedUnit is the unit or power of ten that a question wants figures in: in hours,
// in millions, how many hours. It is "" for none.
func wantedUnit(asked *link.Question) string {
	low := func(i int) string {
		if i < asked.Context || i >= len(asked.Words) {
			return ""
		}
		return strings.ToLower(asked.Words[i].Text)
	}
	for i := asked.Context; i < len(asked.Words); i++ {
		w := low(i)
		_, unit := english.UnitOf(w)
		switch {
		case len(w) < 2 || !unit && powers[w] == "":
		case low(i-1) == "in":
			return w
		case unit && (english.Among(low(i-1), "average mean total median") || low(i-2) == "how" && low(i-1) == "many"):
			return w
		case english.Among(w, "hours minutes seconds") && (low(i-1) == "" || strings.Trim(low(i-1), "0123456789.,") != "") && !english.Among(low(i-1), "last past next previous few per of a an one two three ten twelve twenty"):
			return w // billable hours
		}
	}
	return ""
}

var powers = map[string]string{"thousand": "1000", "thousands": "1000", "million": "1000000", "millions": "1000000", "billion": "1000000000", "billions": "1000000000"}

// withoutDivisor is a figure before it is divided by a number.
func withoutDivisor(e *form.Expr) *form.Expr {
	if e.Op == form.Div && len(e.Args) == 2 && e.Args[1].Op == form.Literal && e.Args[0].Aggregates() {
		return e.Args[0]
	}
	return e
}

// divisorFor is the number that a figure is divided by to be in a unit; "" where that
// cannot be told.
func divisorFor(ix *index.Index, e *form.Expr, word string) string {
	switch e.Op {
	case form.Sum, form.Avg, form.Min, form.Max, form.Median:
	default:
		return ""
	}
	if by := powers[word]; by != "" {
		return by
	}
	of := e.Args[0]
	if of.Op == form.If {
		of = of.Args[0]
	}
	if of.Op != form.Column || of.Column == 0 {
		return ""
	}
	want, _ := english.UnitOf(word)
	_, has, ok := unitOf(&ix.Columns[of.Column])
	if !ok || !want.Convertible(has) {
		return ""
	}
	return strconv.FormatFloat(want.Factor/has.Factor, 'g', 12, 64)
}

func scaleFigures(c *Case) {
	rescale(c, wrongScales(c))
	if text := "figures are in " + wantedUnit(c.Asked); !slices.Contains(c.Assumed, text) {
		c.Assumed = append(c.Assumed, text)
	}
}

// scaleAsPreferred shows figures in the units that those who ask prefer, where the question
// says none.
func scaleAsPreferred(c *Case) {
	if wantedUnit(c.Asked) != "" {
		return
	}
	for _, u := range c.Index.Own.Units {
		if list := scalesTo(c, u.Word); len(list) > 0 {
			rescale(c, list)
			c.Followed = append(c.Followed, terms.Followed{By: u.By, Text: u.Text})
		}
	}
}

func rescale(c *Case, list []scale) {
	for _, s := range list {
		for i, o := range c.Query.Order {
			if form.SameFigure(o.By, s.figure) {
				c.Query.Order[i].By = s.divided
			}
		}
		c.Query.Select[slices.Index(c.Query.Select, s.figure)] = s.divided
	}
}
