package schema

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// Entity is something that rows of a table are about, such as the orders and the
// customers of a table of order lines. An entity whose key is an attribute of
// another is above it: line, order, customer.
type Entity struct {
	Key        string      `json:"key"`              // the column that tells them apart
	Noun       string      `json:"noun,omitempty"`   // one of them, as the name of the key says; "" where it does not
	Unique     bool        `json:"unique,omitempty"` // no two rows have the same key: each row is one of them
	Attributes []Attribute `json:"attributes,omitempty"`
}

// Attribute is a column that the key of an entity determines.
type Attribute struct {
	Column string `json:"column"`
	// Exceptions is the share of the keys with several rows whose rows differ in
	// the column. It is small: a customer who moved to another country.
	Exceptions float64 `json:"exceptions,omitempty"`
}

// Determines reports whether a key of the entity has one value in the column,
// but for a few exceptions.
func (e *Entity) Determines(column string) bool {
	return slices.ContainsFunc(e.Attributes, func(a Attribute) bool { return a.Column == column })
}

// Bounds of the search for entities.
const (
	entityTables  = 60 // tables that are looked into
	entityKeys    = 8  // columns of one table that are tried as keys
	entityColumns = 40 // columns of one table that may depend on them
	entityRows    = 20 // fewer show no dependency
)

// FindEntities finds the entities of each table from the dependencies in its
// rows. Columns that refer to another table are left out: that table is the
// entity. It reports how many tables there was no time for.
func FindEntities(ctx context.Context, s *Snapshot, rows Rows) (late int) {
	looked := 0
	for i := range s.Tables {
		t := &s.Tables[i]
		t.Entities = nil
		if k := soleKey(t); k.column >= 0 {
			e := Entity{Key: t.Columns[k.column].Name, Unique: true}
			called := t.Columns[k.column].Called()
			if _, word := splitKey(called); word != "" || strings.HasSuffix(called, "#") {
				e.Noun = nounOfKey(called)
			}
			t.Entities = append(t.Entities, e)
		}
		keys := entityCandidates(t)
		if len(keys) == 0 {
			continue
		}
		if looked++; looked > entityTables || ctx.Err() != nil {
			late++
			continue
		}
		t.Entities = append(t.Entities, dependentOn(ctx, t, keys, rows)...)
	}
	return late
}

// entityCandidates are the columns that may tell entities apart: those named
// like keys or names, and texts with many values.
func entityCandidates(t *Table) []string {
	if t.Kind == View || t.Unsafe != "" || t.Rows < entityRows {
		return nil
	}
	type ranked struct {
		column string
		rank   int
	}
	var list []ranked
	for c := range t.Columns {
		col := &t.Columns[c]
		if col.Unsafe != "" || !referable(col) || col.Kind == table.Decimal || col.Distinct < 2 || col.Distinct*20 > t.Rows*19 || refers(t, col.Name) || slices.Contains(t.PrimaryKey, col.Name) && len(t.PrimaryKey) == 1 {
			continue
		}
		if r := rankEntityKey(col, t.Rows); r > 0 {
			list = append(list, ranked{col.Name, r})
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.rank, a.rank) })
	var names []string
	for _, r := range list[:min(len(list), entityKeys)] {
		names = append(names, r.column)
	}
	return names
}

// rankEntityKey is 3 for what is named like a key, 2 for names, 1 for texts of
// which there are many, 0 for what tells nothing apart.
func rankEntityKey(c *Column, rows int64) int {
	head, key := splitKey(c.Called())
	list := meanings(c.Called())
	if len(list) == 0 || contacts.HasAny(list) {
		return 0
	}
	last := list[len(list)-1]
	s := &subject{Column: c, naming: namingOf(c.Called()), rows: rows}
	switch {
	case key == "code" && saysPhrases(c): // how people learn to code
		return 0
	case key != "" && len(head) > 0 && !positions[head[len(head)-1]]:
		return 3
	case c.Kind != table.Text || s.isProse() || namesTime(c):
		return 0
	case last == "name" && len(list) > 1:
		return 2
	case !s.few() && !labels[last]:
		return 1
	}
	return 0
}

// saysPhrases is true for a column with values of several words, and none that looks like a
// code, and for one called after several things: years of code.
func saysPhrases(c *Column) bool {
	if list := words(c.Called()); len(list) > 1 && english.IsPlural(list[0]) {
		return true
	}
	phrases := 0
	for _, v := range c.Values {
		if strings.Contains(strings.TrimSpace(v), " ") {
			phrases++
		}
	}
	return phrases*2 > len(c.Values)
}

// refers reports whether the column alone is a key of another table.
func refers(t *Table, column string) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(f ForeignKey) bool { return len(f.Columns) == 1 && f.Columns[0] == column })
}

// dependentOn finds what the keys determine. Of columns that determine each
// other, such as the number and the name of a customer, the first is the key.
func dependentOn(ctx context.Context, t *Table, keys []string, rows Rows) []Entity {
	var columns []string
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Unsafe == "" && c.Distinct != 1 && hasOrder(c.Kind) && len(columns) < entityColumns {
			columns = append(columns, c.Name)
		}
	}
	var found []Entity
	for _, key := range keys {
		others := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return c == key })
		d, err := rows.Dependence(ctx, t, key, others)
		if err != nil {
			continue
		}
		called := t.Columns[columnIndex(t, key)].Called()
		e := Entity{Key: key, Noun: nounOfKey(called), Attributes: d.attributes(others)}
		if _, word := splitKey(called); len(e.Attributes) == 0 && word == "" {
			continue
		}
		found = append(found, e)
	}
	return slices.DeleteFunc(found, func(e Entity) bool {
		at := slices.IndexFunc(found, func(o Entity) bool { return o.Key == e.Key })
		return slices.ContainsFunc(found[:at], func(o Entity) bool { return o.Determines(e.Key) && e.Determines(o.Key) })
	})
}

// hasOrder reports whether values of the kind have a smallest and a largest.
func hasOrder(k table.Kind) bool {
	return k.Numeric() || k.Temporal() || k == table.Text || k == table.Bool
}

// attributes are the columns that depend on the key, and more than they depend
// on groups of rows taken at random.
func (d Dependence) attributes(columns []string) []Attribute {
	const (
		repeated   = 5   // keys with several rows that are needed to tell
		exceptions = 0.1 // of them that may be split
		random     = 0.2 // of the random groups that must be split
		lift       = 4   // times more than those of the key
	)
	if d.Repeated < repeated || d.Repeated*100 < d.Keys || d.Groups == 0 {
		return nil
	}
	var list []Attribute
	for i, c := range columns {
		split := float64(d.Split[i]) / float64(d.Repeated)
		chance := float64(d.Chance[i]) / float64(d.Groups)
		if split <= exceptions && chance >= random && split*lift <= chance {
			list = append(list, Attribute{Column: c, Exceptions: split})
		}
	}
	return list
}

// nounOfKey is what the name of a key says that it tells apart, in the singular:
// order of Order ID, invoice of InvoiceNo. It is "" where that would be a guess:
// for a key of one word, and for abbreviations.
func nounOfKey(name string) string {
	list := words(name)
	end := len(list)
	for end > 0 && (keyWords[lastMeaning(list[:end])] || list[end-1] == "name") {
		end--
	}
	list = list[:end]
	if len(list) > 1 && list[len(list)-1] == "bar" { // the barcode of an item
		list = list[:len(list)-1]
	}
	const long = 3
	if len(list) == 0 || len(list) > long || slices.ContainsFunc(list, numeral) {
		return ""
	}
	if last := list[len(list)-1]; noNouns[last] || len(last) <= 3 && !english.NameWords[last] && !shortNouns[last] {
		return "" // what a unique key is of, or an ONS ID, it does not say
	}
	if full := english.ExpandName(list); !slices.Equal(full, list) {
		return ""
	}
	last := len(list) - 1
	return strings.Join(append(slices.Clone(list[:last]), english.Singular(list[last])), " ")
}

var (
	// noNouns say what a key is like, not what it is of.
	noNouns = english.NewSet("unique primary internal external global main new old full source original surrogate natural business alternate legacy")

	// shortNouns are things with names as short as an abbreviation.
	shortNouns = english.NewSet("ad app bag bar bed box bus cab car cat cow cup dog egg fan gym hen inn kid kit lab lot man map pet pie pig pub spa tag tea toy van zoo")
)
