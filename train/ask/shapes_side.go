package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// sideBySide puts some values of a column beside each other: web vs store vs
// phone orders. It is a group for each, and the others are left out.
func (a *asker) sideBySide() (answer, bool) {
	d, ok := a.grouped(false)
	if !ok {
		return answer{}, false
	}
	x := d.dims[0]
	if x.time || x.entity || x.column == 0 || len(x.exprs) != 1 {
		return answer{}, false
	}
	k := a.column(x.column)
	if k.Kind == world.Flag || len(k.Values) < 2 {
		return answer{}, false
	}
	var words []string
	cond := &form.Cond{Op: form.AnyOf, Left: x.exprs[0]}
	most := 2 + a.IntN(3)
	for _, i := range a.Perm(len(k.Values)) {
		v := &k.Values[i]
		if w := a.word(v); w != "" && len(words) < most {
			words = append(words, w)
			cond.Values = append(cond.Values, a.stored(v))
		}
	}
	if len(words) < 2 {
		return answer{}, false
	}
	a.rows(d, 1, 30)
	for _, f := range d.fs {
		if f.column == x.column {
			return answer{}, false
		}
	}
	s, asides := a.words(d)
	s["vs"] = strings.Join(words, pick(a.Rand, []string{" vs ", " versus ", " vs. ", " against "}))
	s["list"] = and(words, "and")
	s["first"], s["rest"] = words[0], and(words[1:], "and")
	section := "compared"
	if d.ms[0].count && chance(a.Rand, 70) {
		section = "compared.count"
	}
	q := a.query(d)
	q.Where = both(q.Where, cond)
	a.tag("compared")
	return answer{sentence: sentence{text: a.say(section, s), asides: asides}, query: q}, true
}

// didOrNot counts the rows that have something and those that have not, side
// by side.
func (a *asker) didOrNot() (answer, bool) {
	d := a.start()
	base := d.base()
	cols := a.columns(base.table, func(k *world.Column) bool {
		return k.Nullable && k.Kind != world.Name && k.Kind != world.LastName && k.Kind != world.FirstName && len(k.Phrases) > 0
	})
	if len(cols) == 0 {
		return answer{}, false
	}
	k := a.column(pick(a.Rand, cols))
	e := base.expr(k.Number)
	has, lacks := a.counting(base.noun), a.counting(base.noun)
	has.expr = under(countAll(), &form.Cond{Op: form.NotNull, Left: e})
	lacks.expr = under(countAll(), &form.Cond{Op: form.IsNull, Left: e})
	d.ms = []measure{has, lacks}
	a.rows(d, 1, 30)
	for _, f := range d.fs {
		if f.column == k.Number {
			return answer{}, false
		}
	}
	s, asides := a.words(d)
	s["nouns"] = s["np"]
	s["aphr"] = an(plainest(a.Rand, k.Phrases))
	a.tag("conditional")
	return answer{sentence: sentence{text: a.say("didornot", s), asides: asides}, query: a.query(d)}, true
}
