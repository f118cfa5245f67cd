package schema

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// Enrich gives every column a role, a measure its usual aggregate, and says in
// one line why. Roles that a document has set are kept. It reads only the
// snapshot, and may be called again whenever keys or documents have changed.
func Enrich(s *Snapshot) {
	known := map[string]naming{} // large schemas repeat names
	referred := referredColumns(s)
	for i := range s.Tables {
		enrichTable(s, &s.Tables[i], known, referred)
	}
}

// referredColumns says which column, named in full, each column is referred to
// by, for keys of one column.
func referredColumns(s *Snapshot) map[ColumnRef]string {
	found := map[ColumnRef]string{}
	for i := range s.Tables {
		t := &s.Tables[i]
		for _, f := range t.ForeignKeys {
			if len(f.Columns) == 1 && len(f.RefColumns) == 1 {
				at := ColumnRef{f.RefSchema, f.RefTable, f.RefColumns[0]}
				found[at] = cmp.Or(found[at], s.DisplayName(t)+"."+f.Columns[0])
			}
		}
	}
	return found
}

func enrichTable(s *Snapshot, t *Table, known map[string]naming, referred map[ColumnRef]string) {
	keys := keysOf(s, t)
	for j := range t.Columns {
		c := &t.Columns[j]
		n, ok := known[c.Called()]
		if !ok {
			n = namingOf(c.Called())
			known[c.Called()] = n
		}
		assign(c, judge(&subject{Column: c, naming: n, rows: t.Rows, keys: keys, referredBy: referred[ColumnRef{t.Schema, t.Name, c.Name}]}))
	}
}

// verdict is a role with its reason.
type verdict struct {
	role      Role
	aggregate string
	why       string
}

func assign(c *Column, v verdict) {
	o := c.Origins
	if o != nil && o.Role != "" {
		if c.Role == Measure && o.Aggregate == "" {
			c.Aggregate, _ = aggregateOf(meanings(c.Called()), c)
		}
		c.Why = "set in " + o.Role
		return
	}
	if o != nil && o.Aggregate != "" {
		c.Role, c.Why = Measure, "aggregate set in "+o.Aggregate
		return
	}
	c.Role, c.Aggregate, c.Why = v.role, v.aggregate, v.why
}

// subject is a column with what the rules look at.
type subject struct {
	*Column
	naming
	rows       int64
	keys       *tableKeys
	referredBy string // a column of another table that holds keys of this one
}

// naming is a name taken apart.
type naming struct {
	words []string // spelt out
	raw   []string // as written
}

func namingOf(name string) naming {
	raw := words(name)
	if len(raw) == 0 { // punctuation alone
		raw = []string{""}
	}
	full := english.ExpandName(raw)
	if len(full) == 0 {
		full = raw
	}
	return naming{words: full, raw: raw}
}

// tableKeys is how a table's columns belong to keys, by column name.
type tableKeys struct {
	primary []string
	unique  map[string]bool   // alone
	refers  map[string]string // to what
}

func keysOf(s *Snapshot, t *Table) *tableKeys {
	k := &tableKeys{primary: t.PrimaryKey, unique: map[string]bool{}, refers: map[string]string{}}
	for _, u := range t.Unique {
		if len(u) == 1 {
			k.unique[u[0]] = true
		}
	}
	for _, f := range t.ForeignKeys {
		for i, c := range f.Columns {
			if _, known := k.refers[c]; known && f.Inferred || i >= len(f.RefColumns) || f.Inferred && len(f.Columns) > 1 {
				continue
			}
			to := s.refName(f) + "." + f.RefColumns[i]
			if f.Inferred {
				to += " (inferred)"
			}
			k.refers[c] = to
		}
	}
	return k
}

// refName is the referenced table's name as people write it.
func (s *Snapshot) refName(f ForeignKey) string {
	return s.DisplayName(&Table{Schema: f.RefSchema, Name: f.RefTable})
}

// rules are tried in order; the first that knows decides.
var rules = []func(*subject) (verdict, bool){
	temporalByKind, reference, textTime, primaryKey, uuid, numericTime, identifierByName, referredTo,
	readListedValues, plainKinds, flag, partOfDate, partOfKey, ordinal, code, measure, category,
}

func judge(c *subject) verdict {
	for _, rule := range rules {
		if v, ok := rule(c); ok {
			return v
		}
	}
	return verdict{role: Other, why: c.leftover()}
}

func (c *subject) leftover() string {
	switch {
	case c.Kind == table.Text && c.Distinct > 0:
		return fmt.Sprintf("text with %s different values", quantity(c.Distinct))
	case c.Kind == table.Text:
		return "free text"
	}
	return c.Kind.String() + ", with no better use known"
}

func reference(c *subject) (verdict, bool) {
	to, ok := c.keys.refers[c.Name]
	return verdict{role: Key, why: "refers to " + to}, ok
}

func referredTo(c *subject) (verdict, bool) {
	return verdict{role: Key, why: c.referredBy + " refers to it"}, c.referredBy != "" && c.isUnique()
}

func primaryKey(c *subject) (verdict, bool) {
	return verdict{role: Key, why: "primary key"}, c.solePrimary()
}

func (c *subject) solePrimary() bool {
	return len(c.keys.primary) == 1 && c.keys.primary[0] == c.Name
}

func (c *subject) inPrimary() bool {
	for _, p := range c.keys.primary {
		if p == c.Name {
			return true
		}
	}
	return false
}

// partOfKey is for the rest of a composite key; a part of it that repeats few
// values (channel, grade) is of more use as a category.
func partOfKey(c *subject) (verdict, bool) {
	if !c.inPrimary() || c.Kind == table.Text && c.few() {
		return verdict{}, false
	}
	return verdict{role: Key, why: "part of the primary key"}, true
}

func uuid(c *subject) (verdict, bool) {
	why := "a uuid, so it identifies something"
	if c.isUnique() {
		why = "a uuid that is never repeated"
	}
	return verdict{role: Key, why: why}, c.Kind == table.UUID
}

// isUnique reports whether the values are declared or seen to be all
// different. Counts are estimates, hence the margin; a handful of rows proves
// nothing.
func (c *subject) isUnique() bool {
	return c.keys.unique[c.Name] || c.solePrimary() || looksUnique(c.Distinct, c.rows)
}

func looksUnique(distinct, rows int64) bool {
	return rows >= 10 && float64(distinct) >= 0.95*float64(rows)
}

// identifierByName finds undeclared keys.
func identifierByName(c *subject) (verdict, bool) {
	if !c.Kind.Numeric() && c.Kind != table.Text {
		return verdict{}, false
	}
	last, several := c.last(), len(c.words) > 1
	switch {
	case identifiers[last], last == "key" && several:
		switch {
		case c.keys.unique[c.Name] || c.solePrimary():
			return verdict{role: Key, why: "named like an identifier, and its values differ in every row"}, true
		case c.isUnique():
			return verdict{role: Key, why: "named like an identifier, and its values differ in nearly every row"}, true
		}
		return verdict{role: Key, why: "named like an identifier"}, true
	case last == "number" && several && !c.mentions(positions) && !c.mentions(contacts):
		return verdict{role: Key, why: "a number that names something, not an amount"}, true
	case several && c.raw[len(c.raw)-1] == "by" && c.Kind == table.Int:
		return verdict{role: Key, why: "named like a reference to whom"}, true
	case (naturalKeys[last] || last == "code") && c.isUnique():
		return verdict{role: Key, why: fmt.Sprintf("a %s that is never repeated", last)}, true
	}
	return verdict{}, false
}

// last is the word that says what the column is: trailing digits do not.
func (c *subject) last() string {
	for i := len(c.words) - 1; i > 0; i-- {
		if w := c.words[i]; w[0] < '0' || w[0] > '9' {
			return w
		}
	}
	return c.words[0]
}

// mentions reports whether any word of the name is in the set.
func (c *subject) mentions(set english.Set) bool { return set.HasAny(c.words) }

// readListedValues is for columns whose values a document lists.
func readListedValues(c *subject) (verdict, bool) {
	if c.Origins == nil || c.Origins.Values == "" {
		return verdict{}, false
	}
	return verdict{role: Categorical, why: "its values are listed in " + c.Origins.Values}, true
}

func plainKinds(c *subject) (verdict, bool) {
	switch c.Kind {
	case table.Bool:
		return verdict{role: Categorical, why: "yes or no"}, true
	case table.Interval:
		return verdict{role: Measure, aggregate: "avg", why: "a length of time, so averages make sense"}, true
	case table.Time:
		return verdict{role: Other, why: "a time of day"}, true
	case table.JSON:
		return verdict{role: Other, why: "nested data"}, true
	case table.Bytes:
		return verdict{role: Other, why: "binary data"}, true
	}
	return verdict{}, false
}

// quantity writes a count for people.
func quantity(n int64) string {
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	switch millions := float64(n) / 1e6; {
	case millions >= 10:
		return fmt.Sprintf("about %.0f million", millions)
	case millions >= 1:
		return fmt.Sprintf("about %.1f million", millions)
	}
	return fmt.Sprintf("about %d,000", (n+500)/1000)
}

var (
	identifiers = english.NewSet("id ids uuid guid oid pk sk rowid identifier")
	naturalKeys = english.NewSet("sku isbn issn ean upc gtin barcode iban vin imei imsi msisdn plate serial tag slug ticker symbol iata icao")
	contacts    = english.NewSet("phone telephone mobile fax cell msisdn")
	positions   = english.NewSet(`line row sequence page version revision level floor round lap step position attempt leg week month day
		quarter period installment instalment stage track episode season chapter gate lane shelf bed seat`)
)

// category is for text that repeats few values.
func category(c *subject) (verdict, bool) {
	if c.Kind != table.Text {
		return verdict{}, false
	}
	if strings.HasPrefix(strings.ToUpper(c.Type), "ENUM") {
		return verdict{role: Categorical, why: "an enumerated type"}, true
	}
	switch n := c.distinct(); {
	case n > 0 && !c.isProse() && (c.few() || labels[c.last()] && n <= 100):
		return verdict{role: Categorical, why: fmt.Sprintf("text with only %s", plural(n, "different value"))}, true
	case n == 0 && (labels[c.last()] || labels[c.words[0]]) && len(c.words) <= 3:
		return verdict{role: Categorical, why: "the name says " + c.label() + "; values were not counted"}, true
	}
	return verdict{}, false
}

// isProse is for text that is there to be read: descriptions, and the names of
// persons. The descriptions of a short list of codes are as good as names.
func (c *subject) isProse() bool {
	last := c.last()
	if last == "name" && len(c.words) > 1 {
		return ofPersons[c.words[len(c.words)-2]]
	}
	if last != "description" {
		return prose[last]
	}
	for _, v := range c.Values {
		if len(v) > 40 {
			return true
		}
	}
	return len(c.Values) == 0
}

func (c *subject) label() string {
	if labels[c.last()] {
		return c.last()
	}
	return c.words[0]
}

// distinct is the number of different values, 0 when unknown.
func (c *subject) distinct() int64 { return max(c.Distinct, int64(len(c.Values))) }

// few reports whether the values can serve to group rows: few at all, or few
// for the number of rows.
func (c *subject) few() bool {
	const handful, some, many = 20, 50, 500
	n := c.distinct()
	switch {
	case n == 0:
		return false
	case n <= handful:
		return true
	case c.rows <= 0:
		return n <= some
	}
	return n <= some && n*2 <= c.rows || n <= many && n*20 <= c.rows
}

func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return quantity(n) + " " + noun + "s"
}

var (
	ofPersons = english.NewSet("first last full given family middle maiden sur fst lst user display")
	prose     = english.NewSet(`comment comments note notes remark remarks text body message subject summary bio url link
		email address path content html json xml firstname lastname fullname surname`)
	labels = english.NewSet(`status state type kind category class group segment tier stage gender sex country region city
		channel source medium currency language platform device brand department priority severity flag indicator method
		mode role plan level grade reason season unit locale timezone industry sector`)
)
