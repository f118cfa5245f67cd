package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// Entity is something that rows of a table are about: the orders and customers
// of a table of order lines.
type Entity struct {
	Key        int    // the column that tells them apart
	Noun       string // one of them; "" where the name of the key does not say
	Unique     bool   // each row is one of them
	Attributes []int  // columns that the key determines, but for a few exceptions
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
			entity := Entity{Key: key, Noun: e.Noun, Unique: e.Unique}
			for _, a := range e.Attributes {
				if at, ok := b.at[refOf(t.Schema, t.Name, a.Column)]; ok {
					entity.Attributes = append(entity.Attributes, at)
				}
			}
			table.Entities = append(table.Entities, entity)
		}
		if b.s.Files {
			table.Noun = nounOfFile(table)
		}
	}
}

// nounOfFile is what a row of a file is: what its key says, else the name of the
// file if that is the plural of a usual noun, else just a row.
func nounOfFile(t *Table) string {
	for _, e := range t.Entities {
		if e.Unique && e.Noun != "" {
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
