package world

import (
	"github.com/plumbdata/plumb/internal/schema"
)

// number lays the tables and columns out, in the snapshot and in the lexicon.
func (b *builder) number() {
	w := b.world
	w.Columns = []Column{{Name: "*", Table: -1, Phrases: []string{"*"}}}
	for i, t := range b.tables {
		t.number = i
		stored := schema.Table{Name: t.name, Kind: schema.BaseTable, Rows: int64(t.rows)}
		if b.dialect == "postgres" {
			stored.Schema = "public"
		}
		if b.comments && b.rng.IntN(2) == 0 {
			stored.Comment = "One row per " + t.spec.nouns[0].One
		}
		told := Table{Number: i, Name: t.name, Kind: t.spec.kind, Nouns: t.spec.nouns, Person: t.spec.person, Rows: int64(t.rows)}
		for _, p := range t.columns {
			p.number = len(w.Columns)
			stored.Columns = append(stored.Columns, schema.Column{Name: p.name, Type: p.typ, Kind: p.data, Nullable: p.spec.nullable})
			told.Columns = append(told.Columns, p.number)
			w.Columns = append(w.Columns, b.lexeme(p))
		}
		for _, p := range t.primary {
			stored.PrimaryKey = append(stored.PrimaryKey, p.name)
			told.Primary = append(told.Primary, p.number)
		}
		if len(t.primary) == 1 {
			w.Columns[t.primary[0].number].Unique = true
		}
		told.Display = display(t)
		told.When = when(t)
		w.Snapshot.Tables = append(w.Snapshot.Tables, stored)
		w.Tables = append(w.Tables, told)
		b.pairs(t)
	}
	if b.dialect == "postgres" {
		w.Snapshot.SearchPath = []string{"public"}
	}
}

// lexeme is what people say of a column.
func (b *builder) lexeme(p *columnPlan) Column {
	c := p.spec
	col := Column{Number: p.number, Table: p.table.number, Name: p.name, Kind: p.kind, Storage: p.storage, Phrases: p.phrases,
		Unit: p.unit, Nullable: c.nullable, Null: c.null, NotNull: c.notNull, Before: c.before, Did: c.did}
	switch p.kind {
	case Amount, Quantity, Duration, Rate, Percent:
		col.Numeric = true
		col.Sums = c.addsUp(p.table.spec)
	case Year:
		col.Numeric = true
	case Foreign, Parent:
		col.Phrases = keyPhrases(p)
		col.Before = false
	}
	if c.degree != nil && p.kind != FirstName && p.kind != LastName {
		col.Degree = *c.degree
	}
	if c.kind == "key" || c.kind == "code" {
		col.Unique = true
	}
	return col
}

// keyPhrases are for the stored key itself: customer id, not customer; and the
// code's own name where people say it.
func keyPhrases(p *columnPlan) []string {
	c := p.spec
	switch {
	case c.kind == "cat" || c.kind == "status":
		return c.phrases
	case p.target.key().spec.kind == "key" && !c.role && c.kind != "self":
		return p.target.key().phrases
	}
	var l []string
	for _, x := range c.phrases {
		l = append(l, x+" id", x+" number")
	}
	return l
}

// display finds the columns that name a row: its name, else a code that people
// say.
func display(t *tablePlan) []int {
	var first, last, name, code int
	for _, p := range t.columns {
		switch {
		case p.kind == FirstName:
			first = p.number
		case p.kind == LastName:
			last = p.number
		case p.kind == Name && name == 0 && (p.spec.kind == "person" || isOwnName(p)):
			name = p.number
		case p.kind == Code && code == 0:
			code = p.number
		}
	}
	switch {
	case first != 0 && last != 0:
		return []int{first, last}
	case name != 0:
		return []int{name}
	case code != 0 && !numbered(t):
		return []int{code}
	}
	var l []int
	for _, p := range t.primary {
		l = append(l, p.number)
	}
	return l
}

// numbered says whether people call the rows by their number: truck 107, not by
// its plate.
func numbered(t *tablePlan) bool {
	return t.spec.kind == Entity && len(t.primary) == 1 && t.primary[0].kind == ID && lastWord(t.primary[0].phrases[0]) == "number"
}

// isOwnName tells a name of the row from the name of something else in it.
func isOwnName(p *columnPlan) bool {
	if p.table.spec.kind == Lookup {
		return true
	}
	w := lastWord(p.phrases[0])
	return w == "name" || w == "title" || w == "label" || w == "subject"
}

// when finds the column that dates the rows of what happens.
func when(t *tablePlan) int {
	switch t.spec.kind {
	case Event, Line, Snapshot, History:
	default:
		return 0
	}
	for _, p := range t.columns {
		if (p.kind == Date || p.kind == Timestamp || p.kind == ValidFrom || p.storage == YearMonth) && p.phrases[0] != "last updated" {
			return p.number
		}
	}
	return 0
}

// pairs ties what belongs together: the ends of a validity, the parts of a name.
func (b *builder) pairs(t *tablePlan) {
	at := map[Kind]int{}
	for _, p := range t.columns {
		at[p.kind] = p.number
	}
	for _, two := range [][2]Kind{{ValidFrom, ValidTo}, {FirstName, LastName}} {
		if x, y := at[two[0]], at[two[1]]; x != 0 && y != 0 {
			b.world.Columns[x].Pair, b.world.Columns[y].Pair = y, x
		}
	}
}

// keys lays out the references between tables.
func (b *builder) keys() {
	for _, t := range b.tables {
		for _, p := range t.columns {
			if p.target == nil {
				continue
			}
			to := p.target.key()
			key := Key{From: []int{p.number}, To: []int{to.number}, FromTable: t.number, ToTable: p.target.number, Declared: b.declared,
				Roles: p.target.spec.nouns, Back: t.spec.nouns, Preps: p.spec.preps, Acts: p.spec.acts}
			if p.spec.role {
				key.Role, key.Roles = true, nil
				for _, r := range p.spec.phrases {
					key.Roles = append(key.Roles, Noun{r, plural(r)})
				}
			}
			if len(p.spec.back) > 0 {
				key.Back = p.spec.back
			}
			if len(key.Preps) == 0 {
				key.Preps = []string{"of"}
			}
			b.world.Keys = append(b.world.Keys, key)
			stored := &b.world.Snapshot.Tables[t.number]
			ref := schema.ForeignKey{Columns: []string{p.name}, RefTable: p.target.name, RefColumns: []string{to.name}}
			if b.dialect == "postgres" {
				ref.RefSchema = "public"
			}
			if !b.declared {
				ref.Inferred, ref.Evidence = true, "values are included"
			}
			stored.ForeignKeys = append(stored.ForeignKeys, ref)
		}
	}
}
