package builtin

import (
	"reflect"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// joinUnits takes readings that give the same durations in another unit for the first
// one, unless the question names a unit: nobody is asked whether hours or days are meant.
func (j *judgement) joinUnits() bool {
	a := j.answer
	named := slices.ContainsFunc(j.asked.Words[j.asked.Context:], func(w span.Word) bool {
		return english.Among(strings.ToLower(w.Text), "second seconds sec secs minute minutes min mins hour hours hr hrs day days week weeks month months year years")
	})
	first, ok := a.Readings[0].Form.(*form.Query)
	if !ok || named {
		return false
	}
	joined := false
	a.Readings = slices.DeleteFunc(a.Readings, func(r brain.Reading) bool {
		q, ok := r.Form.(*form.Query)
		if !ok || q == first || !sameButUnit(first, q) {
			return false
		}
		a.Confidence += r.Probability
		a.Readings[0].Probability = a.Confidence
		joined = true
		return true
	})
	return joined
}

// sameButUnit is true for forms that differ in the unit of durations alone.
func sameButUnit(a, b *form.Query) bool {
	changed := false
	plain := func(q *form.Query) *form.Query {
		q = q.Clone()
		q.EachExpr(func(e *form.Expr) {
			switch e.Op {
			case form.Hours, form.Minutes:
				e.Op, changed = form.Days, true
			}
		})
		return q
	}
	return reflect.DeepEqual(plain(a), plain(b)) && changed
}
