package ask

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// dim is what a measure is broken down by.
type dim struct {
	exprs  []*form.Expr // what it is grouped by and shows
	noun   world.Noun
	person bool
	time   bool
	at     place
	entity bool   // rows of a table, by their name
	adverb string // monthly
	column int
	grain  string
}

var grains = []struct {
	op       form.Op
	one      string
	adverb   string
	odds     int
	ordering bool
}{
	{form.Month, "month", "monthly", 40, true}, {form.Year, "year", "yearly", 24, true}, {form.Quarter, "quarter", "quarterly", 20, true},
	{form.Week, "week", "weekly", 7, true}, {form.Day, "day", "daily", 9, true},
}

// bucket is a dimension of time.
func (a *asker) bucket(places []place) (dim, bool) {
	p, c := a.when(places)
	if c == 0 {
		return dim{}, false
	}
	if d := a.dates(p.table); len(d) > 1 && chance(a.Rand, 15) {
		c = pick(a.Rand, d)
	}
	return a.bucketOf(p, c, a.IntN(99)), true
}

func (a *asker) bucketOf(p place, c int, roll int) dim {
	g := grains[0]
	for _, x := range grains {
		if roll -= x.odds; roll < 0 {
			g = x
			break
		}
	}
	d := dim{exprs: []*form.Expr{call(g.op, p.expr(c))}, time: true, at: p, column: c, grain: g.one, adverb: g.adverb}
	d.noun = world.Noun{One: g.one, Many: g.one + "s"}
	if a.table(p.table).When != c {
		d.adverb = ""
		phrase := plainest(a.Rand, a.column(c).Phrases)
		d.noun = world.Noun{One: g.one + " of " + phrase, Many: g.one + "s of " + phrase}
	}
	return d
}

// dims lists what the base can be broken down by, apart from time.
func (a *asker) dims(places []place) []dim {
	var list []dim
	base := places[0].table
	for i, p := range places {
		t := a.table(p.table)
		if i > 0 && (a.named(p.table) || t.Kind == world.Entity) && t.Kind != world.Line && t.Kind != world.Link {
			n := p.noun
			d := dim{exprs: a.display(p), noun: n, person: t.Person, at: p, entity: true}
			if len(d.exprs) == 0 {
				continue // nothing tells its rows apart
			}
			list = append(list, d)
			if t.Kind != world.Event {
				list = append(list, d, d)
			}
		}
		for _, c := range t.Columns {
			k := a.column(c)
			odds := 0
			switch k.Kind {
			case world.Category, world.Status:
				odds = 3
			case world.City, world.Country:
				odds = 2
			case world.Flag, world.Year:
				odds = 1
			case world.Name:
				if i == 0 && !k.Unique && !slices.Contains(t.Display, c) {
					odds = 1
				}
			case world.Foreign:
				if i == 0 && (k.Lookup == 0 || len(k.Values) == 0) {
					odds = 1 // by the key itself: customer number
				}
			}
			if odds == 0 || i > 0 && t.Kind == world.Lookup && k.Kind != world.Category {
				continue
			}
			phrase := a.call(p, c, base)
			if k.Kind == world.Flag {
				phrase = plainest(a.Rand, k.Phrases)
			}
			d := dim{exprs: []*form.Expr{p.expr(c)}, noun: world.Noun{One: phrase, Many: plural(phrase)}, at: p, column: c}
			for range odds {
				list = append(list, d)
			}
		}
	}
	return list
}

// byKey changes a dimension of entities to show the key too, or instead.
func (a *asker) key(d dim) (*form.Expr, string) {
	t := a.table(d.at.table)
	if len(t.Primary) != 1 {
		return nil, ""
	}
	for _, e := range d.exprs {
		if e.Column == t.Primary[0] {
			return nil, ""
		}
	}
	return d.at.expr(t.Primary[0]), plainest(a.Rand, a.column(t.Primary[0]).Phrases)
}
