package ask

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// ongoing asks about rows that have begun and not ended: who is on leave today.
// Both ends are known, so today lies between them.
func (a *asker) ongoing() (answer, bool) {
	for range 8 {
		t := a.IntN(len(a.w.Tables))
		from, to, ok := a.ends(t)
		if !ok {
			continue
		}
		d := a.draft(a.places(t))
		p := d.base()
		today := &form.Expr{Op: form.Today}
		f := filter{column: to.Number, at: p, tag: "history"}
		f.cond = both(cmp(form.LessEqual, p.expr(from.Number), today), cmp(form.GreaterEqual, p.expr(to.Number), today))
		f.before = []string{"ongoing", "current"}
		f.after = []string{"under way today", "running today", "in progress right now", "going on at the moment", "that include today"}
		f.which = []string{"are under way today", "are running at the moment", "cover today"}
		if from.Kind == world.ValidFrom {
			f.before, f.after, f.which = []string{"valid", "currently valid"}, []string{"valid today", "in force today", "valid right now"}, []string{"are valid today"}
		}
		a.tag("history")
		d.fs = append([]filter{f}, withoutColumn(withoutColumn(a.filters(d.places, a.IntN(2)), to.Number), from.Number)...)
		if d.cols = a.display(p); len(d.cols) > 0 && chance(a.Rand, 50) {
			return a.listAnswer(d)
		}
		d.cols, d.ms = nil, []measure{a.counting(p.noun)}
		if dims := a.dims(d.places); len(dims) > 0 && chance(a.Rand, 45) {
			d.dims = []dim{pick(a.Rand, dims)}
			return a.groupAnswer(d, "group", 30, 10)
		}
		s, asides := a.words(d)
		return answer{sentence: sentence{text: a.say("count", s), asides: asides}, query: a.query(d), draft: d}, true
	}
	return answer{}, false
}

// ends finds the days on which rows of a table begin and end, both always known.
func (a *asker) ends(t int) (from, to *world.Column, ok bool) {
	for _, c := range a.table(t).Columns {
		k := a.column(c)
		words := " " + strings.Join(k.Phrases, " ") + " "
		switch {
		case k.Nullable || k.Storage == world.YearMonth:
		case k.Kind == world.ValidFrom:
			from = k
		case k.Kind == world.ValidTo:
			to = k
		case k.Kind != world.Date && k.Kind != world.Timestamp:
		case from == nil && (strings.Contains(words, " start") || strings.Contains(words, " arrival") || strings.Contains(words, " check-in") || strings.Contains(words, " begin") || strings.Contains(words, " opening ")):
			from = k
		case to == nil && (strings.Contains(words, " end ") || strings.Contains(words, " departure") || strings.Contains(words, " check-out") || strings.Contains(words, " return ") || strings.Contains(words, " finish")):
			to = k
		}
	}
	return from, to, from != nil && to != nil
}
