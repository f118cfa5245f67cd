package render

import (
	"math"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/meaning"
)

// unit is what the values of an expression are measured in.
func (d *describer) unit(e *form.Expr) string {
	switch e.Op {
	case form.Column:
		return d.ix.Columns[e.Column].Unit
	case form.Pct, form.Change, form.Share, form.ShareIn, form.Growth:
		return "%"
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return string(e.Op)
	case form.Sum:
		if u := d.unit(e.Args[0]); u != "%" && u != "fraction" {
			return u
		}
		return "" // percentages added up are none
	case form.Count, form.Rank, form.Mul, form.Scalar, form.Literal, form.Corr:
		return ""
	case form.Div:
		if isPowerOfTen(e.Args[1]) {
			return "" // cents that are divided by 100 are none, nor are grams by 1000
		}
		if e.Args[1].Op != form.Literal && d.unit(e.Args[1]) == d.unit(e.Args[0]) {
			return "" // they cancel out
		}
		return d.unit(e.Args[0])
	case form.Add, form.Sub:
		if u := d.unit(e.Args[0]); u == d.unit(e.Args[1]) {
			return u
		}
		return ""
	}
	if len(e.Args) > 0 {
		return d.unit(e.Args[0])
	}
	return ""
}

// isPowerOfTen is true for 10, 100 and so on, by which units are converted.
func isPowerOfTen(e *form.Expr) bool {
	if e.Op != form.Literal || e.Value == nil {
		return false
	}
	x, err := strconv.ParseFloat(e.Value.Text, 64)
	power := math.Log10(x)
	return err == nil && x > 1 && power == math.Trunc(power)
}

// additivity is across what the values of a figure may be added up.
func (d *describer) additivity(e *form.Expr) meaning.Additivity {
	switch e.Op {
	case form.Count:
		if e.Distinct && !isNested(e) {
			return meaning.NonAdditive
		}
		return meaning.Additive
	case form.Sum:
		if isNested(e) {
			return d.additivity(e.Args[0])
		}
		if d.isLevel(e.Args[0]) {
			return meaning.SemiAdditive
		}
		return meaning.Additive
	case form.Add, form.Sub:
		left, right := d.additivity(e.Args[0]), d.additivity(e.Args[1])
		switch {
		case left == right:
			return left
		case left != meaning.NonAdditive && right != meaning.NonAdditive:
			return meaning.SemiAdditive
		}
	case form.Mul, form.Div:
		if e.Args[1].Op == form.Literal {
			return d.additivity(e.Args[0])
		}
	case form.Share:
		return meaning.Additive // the parts of one whole
	}
	return meaning.NonAdditive
}
