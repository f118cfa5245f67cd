package world

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/table"
)

// name gives tables and columns the names and types that are stored. Keys come
// first, since those that refer to them are named after them.
func (b *builder) name() {
	for _, t := range b.tables {
		t.name = b.tableNames.unique(b.style.table(b.rng, t.spec))
	}
	for _, t := range b.tables {
		for _, p := range t.columns {
			if p.spec.kind == "id" || p.spec.kind == "key" {
				p.words = b.keyWords(p)
				b.nameColumn(p)
			}
		}
	}
	for _, t := range b.tables {
		for _, p := range t.columns {
			if p.name == "" {
				b.storedWords(p)
				b.nameColumn(p)
			}
		}
	}
}

func (b *builder) nameColumn(p *columnPlan) {
	p.unit = b.unitOf(p)
	unit := ""
	switch {
	case p.kind == Amount && b.money != "" && !strings.Contains(p.phrases[0], " per "):
		unit = b.money
	case p.unit != "" && p.kind != Amount && b.unitNames:
		unit = unitWord(p.unit)
	}
	name := ""
	switch {
	case p.target != nil && p.spec.kind == "fk" && !p.spec.role && !b.style.bareID && b.rng.IntN(8) > 0:
		name = p.target.key().name
	case (p.spec.kind == "id") && b.style.bareID:
		name = b.style.column(b.rng, p.table.spec, p.spec, []string{"id"}, "")
	default:
		name = b.style.column(b.rng, p.table.spec, p.spec, p.words, unit)
	}
	p.name = p.table.names.unique(name)
	b.typeOf(p)
}

func unitWord(u string) string {
	switch u {
	case "%":
		return "pct"
	case "°C":
		return "c"
	}
	return strings.ReplaceAll(plainWord(u), " ", "")
}

// key is the column that others refer to.
func (t *tablePlan) key() *columnPlan {
	for _, p := range t.columns {
		if p.spec.kind == "id" || p.spec.kind == "key" {
			return p
		}
	}
	return nil
}

func (b *builder) keyWords(p *columnPlan) []string {
	noun := strings.Fields(p.table.spec.nouns[0].One)
	if p.spec.kind == "key" {
		words := strings.Fields(p.phrases[0])
		if len(words) == 1 && b.rng.IntN(2) == 0 && !slices.Contains(noun, words[0]) {
			return append(slices.Clone(noun), words...)
		}
		return words
	}
	return append(slices.Clone(noun), b.style.idWord)
}

// storedWords finds the words of a stored name where they are not simply the
// first phrase.
func (b *builder) storedWords(p *columnPlan) {
	c := p.spec
	first := strings.Fields(c.phrases[0])
	switch p.kind {
	case Foreign, Parent:
		b.storedReference(p, first)
	case Date, Timestamp:
		b.storedTime(p)
	case Flag:
		b.storedFlag(p)
	case Name:
		if len(p.words) == 1 && p.words[0] == "name" && c.kind != "person" && b.rng.IntN(3) == 0 {
			p.words = append(strings.Fields(p.table.spec.nouns[0].One), "name")
		}
	case Amount, Quantity:
		if len(p.words) == 1 && b.rng.IntN(5) == 0 && p.kind == Amount && c.kind == "amt" && p.words[0] != "amount" {
			p.words = append(slices.Clone(p.words), "amount")
		}
	}
	// People name columns after another phrase now and then.
	if b.rng.IntN(7) == 0 && len(p.phrases) > 1 && !p.kind.refers() && p.kind != Flag && p.kind != FirstName && p.kind != LastName {
		p.words = strings.Fields(pick(b.rng, p.phrases[1:]...))
	}
}

func (b *builder) storedReference(p *columnPlan, first []string) {
	c := p.spec
	switch {
	case c.kind == "cat" || c.kind == "status":
		p.words = append(first, pick(b.rng, "id", "code", "code"))
	case c.role || c.kind == "self":
		p.words = append(slices.Clone(first), b.style.idWord)
		if b.rng.IntN(4) == 0 {
			p.words = first
		}
	default:
		p.words = append(first, b.style.idWord)
	}
}

func (b *builder) storedTime(p *columnPlan) {
	c := p.spec
	if b.style.onAt && b.style.short < 0.9 && len(c.did) > 0 && dates(c.did[0]) {
		p.words = []string{c.did[0], map[Kind]string{Date: "on", Timestamp: "at"}[p.kind]}
	} else if p.kind == Timestamp && lastWord(p.phrases[0]) != "time" && b.rng.IntN(2) == 0 {
		p.words = append(slices.Clone(p.words), "timestamp")
	}
}

func (b *builder) storedFlag(p *columnPlan) {
	switch {
	case b.style.flagWay == 0 && p.words[0] != "has" && p.words[0] != "is":
		p.words = append([]string{"is"}, p.words...)
	case b.style.flagWay == 2:
		p.words = append(slices.Clone(p.words), "flag")
	case b.style.flagWay == 3 && b.flagForm == 0:
		p.words = append(slices.Clone(p.words), "yn")
	}
}

// dates reports whether a participle says enough for the name of a column:
// shipped_on, but not made_on.
func dates(did string) bool {
	if strings.Contains(did, " ") || did == "used" {
		return false
	}
	return strings.HasSuffix(did, "ed") || says([]string{did}, "sold bought paid sent seen written left built sown")
}

func (k Kind) refers() bool { return k == Foreign || k == Parent }

// unitOf is what the numbers of a column count.
func (b *builder) unitOf(p *columnPlan) string {
	if p.kind != Amount {
		return p.unit
	}
	if p.unit != "" {
		return p.unit
	}
	return map[string]string{"cents": "cents", "usd": "USD", "eur": "EUR"}[b.money]
}

// typeOf decides how a column is stored.
func (b *builder) typeOf(p *columnPlan) {
	text := "TEXT"
	if b.dialect != "sqlite" || b.style.shape == "upper" {
		text = pick(b.rng, "VARCHAR", "TEXT")
	}
	p.typ, p.data = text, table.Text
	switch p.kind {
	case ID, Sequence, Year:
		p.typ, p.data = "INTEGER", table.Int
		if p.kind == Year {
			p.storage = Integer
		}
	case Foreign, Parent:
		k := p.target.key()
		p.typ, p.data = k.typ, k.data
		if k.typ == "" { // a key line that comes later is an integer
			p.typ, p.data = "INTEGER", table.Int
		}
	case Month:
		if p.storage == Integer {
			p.typ, p.data = "INTEGER", table.Int
		}
	case Flag:
		switch {
		case b.flagForm == 3 && b.dialect != "sqlite":
			p.typ, p.data = "BOOLEAN", table.Bool
		case b.flagForm >= 1 && b.flagForm <= 3:
			p.typ, p.data = "INTEGER", table.Int
		}
	case Date, ValidFrom, ValidTo:
		b.typeOfTime(p, "DATE", table.Date)
	case Timestamp:
		b.typeOfTime(p, "TIMESTAMP", table.Timestamp)
	case Amount:
		p.typ, p.data = b.decimal()
		if p.unit == "cents" {
			p.typ, p.data, p.scale = "INTEGER", table.Int, 100
		}
	case Rate, Percent:
		p.typ, p.data = b.decimal()
	case Quantity, Duration:
		p.typ, p.data = "INTEGER", table.Int
		low, high := p.spec.bounds()
		if high-low < 10 && p.spec.ranged || low != float64(int(low)) || high != float64(int(high)) {
			p.typ, p.data = b.decimal()
		}
	}
}

func (b *builder) decimal() (string, table.Kind) {
	switch b.dialect {
	case "sqlite":
		return "REAL", table.Float
	case "postgres":
		return "numeric(12,2)", table.Decimal
	}
	return pick(b.rng, "DOUBLE", "DECIMAL(12,2)"), table.Float
}

func (b *builder) typeOfTime(p *columnPlan, native string, kind table.Kind) {
	switch {
	case b.nativeDates:
		p.typ, p.data = native, kind
	case b.dateType == "DATE" && b.dialect == "sqlite":
		p.typ, p.data, p.storage = native, kind, ISOText
		if kind == table.Timestamp {
			p.typ = "DATETIME"
		}
	default:
		p.storage = ISOText
	}
}
