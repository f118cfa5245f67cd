package ask

import (
	"math"
	"strconv"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// band groups by ranges of a number: ages by ten, prices by a hundred.
func (a *asker) band() (answer, bool) {
	d := a.start()
	values := a.rowValues(d.base())
	if len(values) == 0 {
		return answer{}, false
	}
	v := pick(a.Rand, values)
	width := a.bandWidth(v)
	d.ms = []measure{a.counting(d.base().noun)}
	if m, ok := a.measure(d.places); ok && m.plain != v.phrase && !m.whole && chance(a.Rand, 45) {
		d.ms = []measure{m}
	}
	by := a.say("band", map[string]string{"x": v.phrase, "k": width})
	band := &form.Expr{Op: form.Band, Args: []*form.Expr{v.expr}, Value: num(width)}
	d.dims = []dim{{exprs: []*form.Expr{band}, noun: world.Noun{One: by, Many: by}, at: d.base(), column: v.column}}
	d.order = []form.Order{{By: band}}
	a.rows(d, 1, 35)
	if d.ms[0].count && chance(a.Rand, 30) {
		s, asides := a.words(d)
		s["x"], s["k"] = v.phrase, width
		return answer{sentence: sentence{text: a.say("distribution", s), asides: asides}, query: a.query(d), draft: d}, true
	}
	return a.groupAnswer(d, "group", 0, 10)
}

// bandWidth is a round number that gives about eight bands.
func (a *asker) bandWidth(v rowValue) string {
	reach := v.high - v.low
	if reach <= 0 || math.IsNaN(reach) || math.IsInf(reach, 0) {
		return pick(a.Rand, []string{"5", "10", "10", "20", "50", "100", "500", "1000"})
	}
	step := math.Pow(10, math.Floor(math.Log10(reach/8)))
	return strconv.FormatFloat(step*pick(a.Rand, []float64{1, 2, 5, 10, 10}), 'f', -1, 64)
}

// correlation asks whether two numbers go together.
func (a *asker) correlation() (answer, bool) {
	d := a.start()
	values := a.rowValues(d.base())
	if len(values) < 2 {
		return answer{}, false
	}
	x, y := pick(a.Rand, values), pick(a.Rand, values)
	if x.phrase == y.phrase || x.column == y.column {
		return answer{}, false
	}
	m := a.aggregate(x, form.Avg)
	m.expr = &form.Expr{Op: form.Corr, Args: []*form.Expr{x.expr, y.expr}}
	m.unit = ""
	d.ms = []measure{m}
	a.rows(d, 1, 30)
	s, asides := a.words(d)
	s["x"], s["y"] = x.phrase, y.phrase
	return answer{sentence: sentence{text: a.say("correlation", s), asides: asides}, query: a.query(d), draft: d}, true
}
