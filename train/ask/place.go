package ask

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/train/world"
)

// asker writes one question over a world.
type asker struct {
	*rand.Rand
	w    *world.World
	now  time.Time
	tags []string
}

func (a *asker) tag(names ...string) { a.tags = append(a.tags, names...) }

func (a *asker) say(section string, with slots) string {
	if phr := with["phr"]; phr != "" {
		with["be"] = "is"
		if manyThings(phr) {
			with["be"] = "are"
		}
	}
	return book().say(a.Rand, section, with)
}

func (a *asker) table(n int) *world.Table   { return &a.w.Tables[n] }
func (a *asker) column(n int) *world.Column { return &a.w.Columns[n] }

// place is a table as it is reached from the rows that a question is about.
type place struct {
	table int
	path  []int // tables from the base to this one, the base first
	via   int   // the key column that leads here, where the plain join would not
	key   *world.Key
	noun  world.Noun
}

// here is the base itself.
func (a *asker) here(base int) place {
	return place{table: base, path: []int{base}, noun: plainest(a.Rand, a.table(base).Nouns)}
}

// places lists the tables that each row of the base has at most one row of:
// the base itself and what its keys lead to. Those that more than one way of
// the same length leads to are left out, except over keys with a role.
func (a *asker) places(base int) []place {
	list := []place{a.here(base)}
	for i := 0; i < len(list) && len(list) < 24; i++ {
		p := list[i]
		if p.via != 0 || len(p.path) > 3 {
			continue
		}
		for k := range a.w.Keys {
			key := &a.w.Keys[k]
			if key.FromTable != p.table || len(key.From) != 1 {
				continue
			}
			next := place{table: key.ToTable, path: append(slices.Clone(p.path), key.ToTable), key: key, noun: plainest(a.Rand, key.Roles)}
			if a.twins(key) {
				next.via = key.From[0]
				next.path = p.path
			} else if slices.Contains(p.path, key.ToTable) || a.ways(base, key.ToTable, len(next.path)-1) != 1 {
				continue
			}
			list = append(list, next)
		}
	}
	return list
}

// twins says whether another key leads between the same tables, or the key
// leads back to its own table.
func (a *asker) twins(key *world.Key) bool {
	n := 0
	for i := range a.w.Keys {
		k := &a.w.Keys[i]
		if k.FromTable == key.FromTable && k.ToTable == key.ToTable || k.FromTable == key.ToTable && k.ToTable == key.FromTable {
			n++
		}
	}
	return n > 1 || key.FromTable == key.ToTable
}

// ways counts the ways between two tables that are at most so long, along keys
// in either direction.
func (a *asker) ways(from, to, most int) int {
	var walk func(at, left int, seen []int) int
	walk = func(at, left int, seen []int) int {
		if at == to {
			return 1
		}
		if left == 0 {
			return 0
		}
		n := 0
		for i := range a.w.Keys {
			k := &a.w.Keys[i]
			next := -1
			switch at {
			case k.FromTable:
				next = k.ToTable
			case k.ToTable:
				next = k.FromTable
			}
			if next >= 0 && next != at && !slices.Contains(seen, next) {
				n += walk(next, left-1, append(slices.Clone(seen), next))
			}
		}
		return n
	}
	return walk(from, most, []int{from})
}

// expr is a column of the place.
func (p place) expr(c int) *form.Expr { return &form.Expr{Op: form.Column, Column: c, Via: p.via} }

// display is what names a row of the place for people.
func (a *asker) display(p place) []*form.Expr {
	t := a.table(p.table)
	cols := t.Display
	if len(cols) == 0 {
		cols = t.Primary
	}
	var list []*form.Expr
	for _, c := range cols {
		list = append(list, p.expr(c))
	}
	return list
}

// named says whether rows of the table have a name of some kind.
func (a *asker) named(t int) bool { return len(a.table(t).Display) > 0 }

// call is what a question calls a column of a place: its phrase, with the noun
// of its table where that is not the base or something else has the same
// phrase.
func (a *asker) call(p place, c int, base int) string {
	col := a.column(c)
	phrase := plainest(a.Rand, col.Phrases)
	if p.table == base && p.via == 0 && !a.shared(phrase, c, base) {
		return phrase
	}
	one := p.noun.One
	if p.table == base && p.via == 0 {
		if strings.Contains(phrase, one) || chance(a.Rand, 60) {
			return phrase
		}
		return one + " " + phrase
	}
	if strings.Contains(phrase, one) {
		return phrase
	}
	if !a.shared(phrase, c, -1) && p.via == 0 && chance(a.Rand, 45) {
		return phrase
	}
	if chance(a.Rand, 25) {
		return one + "'s " + phrase
	}
	return one + " " + phrase
}

// shared says whether another column of the table (of any with -1) has the
// phrase too.
func (a *asker) shared(phrase string, c, table int) bool {
	for i := range a.w.Columns {
		o := &a.w.Columns[i]
		if i == 0 || i == c || table >= 0 && o.Table != table {
			continue
		}
		if slices.Contains(o.Phrases, phrase) {
			return true
		}
	}
	return false
}

// columns of a table that satisfy a test.
func (a *asker) columns(table int, ok func(*world.Column) bool) []int {
	var list []int
	for _, c := range a.table(table).Columns {
		if ok(a.column(c)) {
			list = append(list, c)
		}
	}
	return list
}

// tables picks a table by a weight for each.
func (a *asker) pickTable(weight func(*world.Table) int) int {
	total := 0
	for i := range a.w.Tables {
		total += weight(&a.w.Tables[i])
	}
	if total == 0 {
		return -1
	}
	n := a.IntN(total)
	for i := range a.w.Tables {
		if n -= weight(&a.w.Tables[i]); n < 0 {
			return i
		}
	}
	return -1
}

// factual weighs tables by how often people count their rows.
func factual(t *world.Table) int {
	switch t.Kind {
	case world.Event:
		return 8
	case world.Entity:
		return 5
	case world.Line, world.Snapshot:
		return 4
	case world.History:
		return 2
	case world.Link, world.Lookup:
		return 1
	}
	return 1
}

// listable weighs tables by how often people ask for their rows.
func listable(t *world.Table) int {
	switch t.Kind {
	case world.Entity:
		return 8
	case world.Event:
		return 5
	case world.Line, world.History, world.Snapshot:
		return 1
	case world.Lookup:
		return 2
	}
	return 0
}

// dates lists the columns of a table that say a day.
func (a *asker) dates(table int) []int {
	return a.columns(table, func(c *world.Column) bool {
		return (c.Kind == world.Date || c.Kind == world.Timestamp) && c.Storage != world.YearMonth
	})
}

// when is the column that dates the rows of a base, of its own or of what it
// is a part of.
func (a *asker) when(places []place) (place, int) {
	for _, p := range places {
		if p.via != 0 || p.table != places[0].table && a.table(p.table).Kind != world.Event {
			continue
		}
		if c := a.table(p.table).When; c != 0 {
			return p, c
		}
	}
	return place{}, 0
}
