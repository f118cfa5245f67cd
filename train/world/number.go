package world

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
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
	case code != 0:
		return []int{code}
	}
	var l []int
	for _, p := range t.primary {
		l = append(l, p.number)
	}
	return l
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

// measures keeps those whose columns are there.
func (b *builder) measures() {
	for _, t := range b.tables {
		for _, m := range t.spec.measures {
			e, err := parseExpr(m.text)
			if err != nil {
				continue // the reader of the file has checked it
			}
			number := func(name string) (int, bool) { return b.find(t, name) }
			if !bind(e, number) || mixed(b.world, e) {
				b.world.Missing.Measures = append(b.world.Missing.Measures, m.phrases...)
				continue
			}
			told := Measure{Phrases: m.phrases, Table: t.number, Unit: m.unit, Sums: !m.mean && !m.ratio, Percent: m.percent}
			if d, ok := degrees[lastWord(m.phrases[0])]; ok {
				told.Degree = d
			}
			if m.ratio {
				told.Over, told.Under = e.Args[0], e.Args[1]
			} else {
				told.Row = e
				told.Low, told.High = b.span(e)
			}
			if told.Unit == "" && e.Op != form.Days && e.Op != form.Hours && e.Op != form.Minutes {
				told.Unit = moneyUnit(b.world, e)
			}
			b.world.Measures = append(b.world.Measures, told)
		}
	}
}

// find is the number of a column by its first phrase, or by table.phrase for one
// of another table.
func (b *builder) find(t *tablePlan, name string) (int, bool) {
	if noun, rest, ok := strings.Cut(name, "."); ok {
		if t = b.planOf(noun); t == nil {
			return 0, false
		}
		name = rest
	}
	for _, p := range t.columns {
		if p.spec.phrases[0] == name && p.target == nil {
			return p.number, true
		}
	}
	return 0, false
}

// mixed reports a measure that adds cents to whole units.
func mixed(w *World, e *form.Expr) bool {
	units := map[string]bool{}
	walk(e, func(x *form.Expr) {
		if x.Op == form.Column && w.Columns[x.Column].Kind == Amount {
			units[w.Columns[x.Column].Unit] = true
		}
	})
	return len(units) > 1
}

func moneyUnit(w *World, e *form.Expr) string {
	unit := ""
	walk(e, func(x *form.Expr) {
		if x.Op == form.Column && w.Columns[x.Column].Kind == Amount {
			unit = w.Columns[x.Column].Unit
		}
	})
	return unit
}

func walk(e *form.Expr, visit func(*form.Expr)) {
	visit(e)
	for _, a := range e.Args {
		walk(a, visit)
	}
}

// span is about the range of a measure: that of its middle values.
func (b *builder) span(e *form.Expr) (low, high float64) {
	switch e.Op {
	case form.Column:
		c := &b.world.Columns[e.Column]
		return c.Low, c.High
	case form.Days:
		return 1, 60
	case form.Hours:
		return 1, 48
	case form.Minutes:
		return 5, 180
	case form.Literal:
		v, _ := table.Parse(table.Float, e.Value.Text)
		f, _ := v.Float64()
		return f, f
	}
	if len(e.Args) != 2 {
		return 1, 100
	}
	l1, h1 := b.span(e.Args[0])
	l2, h2 := b.span(e.Args[1])
	switch e.Op {
	case form.Add:
		return l1 + l2, h1 + h2
	case form.Sub:
		return max(0, l1-h2), max(1, h1-l2)
	case form.Mul:
		return l1 * l2, h1 * h2
	case form.Div:
		return l1 / max(1, h2), h1 / max(1, l2)
	}
	return 1, 100
}

// missing lists what the domain knows and this database was not given.
func (b *builder) missing() {
	m := &b.world.Missing
	var said []string
	for _, t := range b.tables {
		for _, n := range t.spec.nouns {
			said = append(said, n.One)
		}
		for _, p := range t.columns {
			said = append(said, p.phrases...)
			if p.target != nil {
				said = append(said, p.spec.phrases...)
			}
			for _, v := range p.spec.values {
				said = append(said, v.words...)
			}
		}
	}
	for _, x := range b.world.Measures {
		said = append(said, x.Phrases...)
	}
	for _, spec := range b.domain.tables {
		if b.planOf(spec.nouns[0].One) == nil && !slices.ContainsFunc(spec.nouns, func(n Noun) bool { return heard(said, n.One) }) {
			m.Tables = append(m.Tables, spec.nouns...)
		}
	}
	for _, t := range b.tables {
		for _, c := range t.spec.columns {
			if c.kind == "fk" || c.kind == "self" || c.kind == "id" || c.kind == "person" || c.kind == "text" {
				continue
			}
			if !slices.ContainsFunc(c.phrases, func(p string) bool { return heard(said, p) || says([]string{p}, vague) }) {
				m.Columns = append(m.Columns, MissingColumn{t.number, c.kindOf(), c.phrases})
			}
		}
	}
	money := slices.ContainsFunc(b.world.Columns, func(c Column) bool { return c.Kind == Amount && c.Sums })
	m.Measures = slices.DeleteFunc(m.Measures, func(p string) bool {
		return heard(said, p) || money && says([]string{p}, takings)
	})
	for _, n := range b.domain.never {
		if !heard(said, n) {
			b.missingThing(n)
		}
	}
}

// vague words would be read as some other column; takings as any sum of money.
const (
	vague = `year month date day time name title number code type kind category status amount value total price cost quantity size
		description level group result class form hours minutes`
	takings = `revenue sales turnover takings income profit spend spending value fees proceeds cost commission net margin`
)

// counted are the last words of what is asked for as a figure.
const counted = `prices costs cost hours levels rates salaries wages fees sales budgets budget emissions expenses stock use usage consumption
	revenue satisfaction score scores spend time times temperature speed weight age rent income footprint royalties traffic views
	duties energy noise tax burn loss incomes ratings`

// missingThing tells figures, things that could have a table, and what could
// have been a column.
func (b *builder) missingThing(n string) {
	m := &b.world.Missing
	switch {
	case says([]string{lastWord(n)}, counted):
		m.Measures = append(m.Measures, n)
	case strings.HasSuffix(n, "s") && !hasSuffix(n, "ss", "us", "is", "'s"):
		m.Tables = append(m.Tables, Noun{singular(n), n})
	default:
		of := 0
		for i, t := range b.tables {
			if t.spec.kind == Event {
				of = i
			}
		}
		m.Columns = append(m.Columns, MissingColumn{of, Category, []string{n}})
	}
}

// heard reports whether a phrase, or one that contains it or is contained in it,
// is among those said.
func heard(said []string, phrase string) bool {
	for _, s := range said {
		if strings.Contains(" "+s+" ", " "+phrase+" ") || strings.Contains(" "+phrase+" ", " "+s+" ") {
			return true
		}
		if lastWord(s) == lastWord(phrase) && len(lastWord(s)) > 4 {
			return true
		}
	}
	return false
}
