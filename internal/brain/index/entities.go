package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/gloss"
)

// Entity is something that rows of a table are about: the orders and customers
// of a table of order lines.
type Entity struct {
	Key        int    // the column that tells them apart
	Noun       string // one of them; "" where the name of the key does not say
	Unique     bool   // each row is one of them
	Attributes []int  // columns that the key determines, but for a few exceptions
	Exact      []int  // of these: without any, in the rows that were looked at
}

// PlainRow is what a row is called where nothing says what it is.
const PlainRow = "row"

// RowNoun is what one row of the table is: order. It is PlainRow where nothing
// says.
func (t *Table) RowNoun() string {
	return cmp.Or(t.Noun, english.Singular(strings.Join(t.Words, " ")))
}

// EntityOf is the entity whose key a column is, among those that several rows
// may be about; nil where it is none.
func (x *Index) EntityOf(column int) *Entity {
	if t := x.Columns[column].Table; t >= 0 {
		for i := range x.Tables[t].Entities {
			if e := &x.Tables[t].Entities[i]; e.Key == column && !e.Unique {
				return e
			}
		}
	}
	return nil
}

// EntityName is what the entity of a key is called: its noun, else the name of the key.
func (x *Index) EntityName(key int) string {
	if e := x.EntityOf(key); e != nil && e.Noun != "" {
		return e.Noun
	}
	return strings.Join(x.Columns[key].Words, " ")
}

// Determined reports whether one column determines another of the same table: it
// is the key of an entity, or of the rows.
func (x *Index) Determined(by, column int) bool {
	t := x.Columns[by].Table
	if t < 0 || t != x.Columns[column].Table {
		return false
	}
	return slices.ContainsFunc(x.Tables[t].Entities, func(e Entity) bool {
		return e.Key == by && (e.Unique || slices.Contains(e.Attributes, column))
	})
}

// HasRowAmount reports whether the table of an entity's key has an amount that the key
// does not determine: then each row has something of its own, as order lines have, and what
// the key determines is repeated. Else it may be the amount of the row, such as the price
// of what was sold.
func (x *Index) HasRowAmount(key int) bool {
	e := x.EntityOf(key)
	return e != nil && slices.ContainsFunc(x.Tables[x.Columns[key].Table].Columns, func(c int) bool {
		return x.Columns[c].Kind == Number && x.Columns[c].Measure && !slices.Contains(e.Attributes, c)
	})
}

// VariesInTime reports whether the rows of one key are of several times: what is the same
// in all of them may be due each time, as a rent is.
func (x *Index) VariesInTime(key int) bool {
	e := x.EntityOf(key)
	if e == nil {
		return true
	}
	fixed, varying := 0, 0
	for _, c := range x.Tables[x.Columns[key].Table].Columns {
		switch {
		case x.Columns[c].Kind != Time:
		case slices.Contains(e.Attributes, c):
			fixed++
		default:
			varying++
		}
	}
	return varying > 0 && fixed <= varying
}

// CountsOnce is the key of what all of the columns of a table are about, where several
// rows may be about one of them: they hold the same in all of these. Of several keys
// it is that of the fewest; 0 where there is none.
func (x *Index) CountsOnce(table int, columns []int) int {
	best := 0
	for _, e := range x.Tables[table].Entities {
		all := !slices.ContainsFunc(columns, func(c int) bool { return c != e.Key && !slices.Contains(e.Exact, c) })
		if !e.Unique && len(e.Exact) > 0 && all && (best == 0 || x.Columns[e.Key].Distinct < x.Columns[best].Distinct) {
			best = e.Key
		}
	}
	return best
}

// EntityNamed is the entity that a noun in the singular or plural means, of those
// that several rows may be about: counting them is counting different keys. It
// is nil where a table has that name, or where none or several are meant.
func (x *Index) EntityNamed(noun string) *Entity {
	noun = english.Singular(strings.ToLower(noun))
	if slices.ContainsFunc(x.Tables, func(t Table) bool { return t.RowNoun() == noun }) {
		return nil
	}
	var exact, similar []*Entity
	for t := range x.Tables {
		for i := range x.Tables[t].Entities {
			switch e := &x.Tables[t].Entities[i]; {
			case e.Unique || e.Noun == "":
			case e.Noun == noun:
				exact = append(exact, e)
			case slices.ContainsFunc(entityGroups, func(g english.Set) bool { return g[noun] && g[e.Noun] }):
				similar = append(similar, e)
			}
		}
	}
	if len(exact) == 0 {
		exact = similar
	}
	if len(exact) > 1 { // the one that more is known of
		exact = slices.DeleteFunc(exact, func(e *Entity) bool { return len(e.Exact) == 0 })
	}
	if len(exact) != 1 {
		return nil
	}
	return exact[0]
}

// entityGroups are nouns that people use for each other where a table has only
// one of them.
var entityGroups = []english.Set{
	english.NewSet("order invoice transaction purchase receipt"), english.NewSet("customer client buyer shopper"), english.NewSet("product item article stock sku"),
	english.NewSet("employee worker"), english.NewSet("store shop outlet branch"), english.NewSet("supplier vendor"),
}

// findEntities takes over the entities of the snapshot, and says what a row is.
func (b *builder) findEntities() {
	for i, t := range b.tables {
		table := &b.Tables[i]
		for _, e := range t.Entities {
			key, ok := b.at[refOf(t.Schema, t.Name, e.Key)]
			if !ok {
				continue
			}
			entity := Entity{Key: key, Noun: cmp.Or(b.translatedNoun(e.Key), e.Noun), Unique: e.Unique}
			for _, a := range e.Attributes {
				if at, ok := b.at[refOf(t.Schema, t.Name, a.Column)]; ok {
					entity.Attributes = append(entity.Attributes, at)
					if a.Exceptions == 0 {
						entity.Exact = append(entity.Exact, at)
					}
				}
			}
			table.Entities = append(table.Entities, entity)
		}
		if b.s.Files {
			table.Noun = nounOfFile(table)
			b.spellOut(table)
			b.nameEntity(table)
			if slices.ContainsFunc(table.Entities, func(e Entity) bool { return !e.Unique && e.Noun == table.Noun }) {
				table.Noun = PlainRow // a file of orders whose rows are lines of them
			}
		}
	}
}

// translatedNoun is what a key in another language tells apart, in English: the orders
// of Bestellnr. It is "" for one that is not known, or that says no more than that it is a key.
func (b *builder) translatedNoun(key string) string {
	l := gloss.Named(b.Language)
	if l == nil {
		return ""
	}
	name, known := l.Translate(partsOf(key))
	end := len(name)
	for end > 0 && bareKeys[name[end-1]] {
		end--
	}
	if !known || end == 0 {
		return ""
	}
	return english.Singular(strings.Join(name[:end], " "))
}

// spellOut names what rows are about by a key that is an abbreviation, where another
// column spells it out: the buildings of Bldg Code, beside Building.
func (b *builder) spellOut(t *Table) {
	for i := range t.Entities {
		e := &t.Entities[i]
		if e.Noun != "" {
			continue
		}
		name := b.Columns[e.Key].Words
		for len(name) > 1 && bareKeys[name[len(name)-1]] {
			name = name[:len(name)-1]
		}
		full := len(name) == 1 && !bareKeys[name[0]] && slices.ContainsFunc(t.Columns, func(c int) bool {
			return c != e.Key && slices.Contains(partsOf(b.Columns[c].Name), name[0])
		})
		if full {
			e.Noun = english.Singular(name[0])
		}
	}
}

// nameEntity gives the name of a file to what its rows are about, where the key of
// that is called just Name or ID: a file of orders with a row for each of their lines.
func (b *builder) nameEntity(t *Table) {
	const many = 5 // attributes
	if t.Noun == PlainRow || slices.ContainsFunc(t.Entities, func(e Entity) bool { return e.Noun == t.Noun }) {
		return
	}
	for i := range t.Entities {
		e := &t.Entities[i]
		if name := b.Columns[e.Key].Words; !e.Unique && e.Noun == "" && len(e.Exact) >= many && len(name) == 1 && bareKeys[name[0]] {
			e.Noun, t.Noun = t.Noun, PlainRow
			return
		}
	}
}

// bareKeys are names of keys that do not say what they are of.
var bareKeys = english.NewSet("name id number no nr code key ref reference identifier")

// nounOfFile is what a row of a file is: what its key says, else the name of the
// file if that is the plural of a usual noun, else just a row.
func nounOfFile(t *Table) string {
	for _, e := range t.Entities {
		if e.Unique && e.Noun != "" && e.Noun != PlainRow {
			return e.Noun
		}
	}
	parts := withoutFile(partsOf(t.Name))
	last := parts[len(parts)-1]
	if english.IsPlural(last) && english.NameWords[english.Singular(last)] && !slices.ContainsFunc(parts, isCoded) {
		return english.Singular(strings.Join(parts, " "))
	}
	return PlainRow
}

// isCoded reports whether a part of a name is short for something or a number.
func isCoded(part string) bool {
	if strings.ContainsAny(part, "0123456789") || len(part) < 3 {
		return true
	}
	_, short := english.Expand(part)
	return short
}
