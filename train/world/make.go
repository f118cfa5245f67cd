package world

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/schema"
	"github.com/plumbdata/plumb/internal/table"
)

// Make invents a database of a domain: some of its tables and columns, named and
// stored as one company might. The same seed makes the same world. An unknown
// domain makes a world of one that the seed chooses.
func Make(rng *rand.Rand, name string) *World {
	all := allDomains()
	at := slices.IndexFunc(all, func(d *domain) bool { return d.name == name })
	if at < 0 {
		at = rng.IntN(len(all))
	}
	b := &builder{rng: rng, domain: all[at], style: newStyle(rng), tableNames: namer{}}
	b.habits()
	b.world = &World{Domain: b.domain.name, stored: map[[2]string][]table.Value{}, First: b.first, Last: b.last,
		Snapshot: &schema.Snapshot{Dialect: b.dialect, Database: plainWord(b.domain.name), TakenAt: b.last}}
	b.choose()
	b.plan()
	b.name()
	b.number()
	b.keys()
	b.fill()
	b.measures()
	b.world.disambiguate()
	b.missing()
	schema.Enrich(b.world.Snapshot)
	return b.world
}

// builder is a world in the making.
type builder struct {
	rng    *rand.Rand
	domain *domain
	style  *style
	world  *World

	dialect     string
	first, last time.Time
	nativeDates bool
	dateType    string
	seconds     bool   // timestamps as text have seconds
	money       string // cents, a currency, or nothing
	unitNames   bool   // units are part of names: weight_kg
	flagForm    int
	codeForm    string // title, lower, upper, codes
	codeLength  int
	declared    bool
	comments    bool
	splitNames  bool // first and last name
	isoCountry  bool
	idBase      int

	tables     []*tablePlan
	tableNames namer
}

// tablePlan is a table that was chosen.
type tablePlan struct {
	spec    *tableSpec
	name    string
	number  int
	columns []*columnPlan
	rows    int
	primary []*columnPlan
	names   namer
	lookup  []Value // of a table that spells codes out: its rows
}

// columnPlan is a column that was chosen.
type columnPlan struct {
	spec    *columnSpec
	table   *tablePlan
	kind    Kind
	words   []string // of the stored name
	phrases []string
	target  *tablePlan // of a key
	name    string
	number  int
	storage Storage
	typ     string
	data    table.Kind
	unit    string
	scale   float64 // numbers of the file times this are stored
}

// habits are what the whole database has in common.
func (b *builder) habits() {
	r := b.rng
	b.dialect = pick(r, "sqlite", "sqlite", "sqlite", "duckdb", "postgres")
	b.last = time.Date(2023+r.IntN(4), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
	b.first = b.last.AddDate(-2-r.IntN(5), -r.IntN(12), 0)
	b.nativeDates = b.dialect != "sqlite" && r.IntN(5) > 0
	b.dateType = pick(r, "TEXT", "TEXT", "DATE")
	b.seconds = r.IntN(2) == 0
	b.money = pick(r, "", "", "", "", "cents", "usd", "eur")
	b.unitNames = r.IntN(2) == 0
	b.flagForm = r.IntN(6)
	b.codeForm = pick(r, "title", "title", "lower", "lower", "upper", "codes", "codes")
	b.codeLength = pick(r, 1, 2, 3, 3, 3)
	b.declared = r.IntN(3) > 0
	b.comments = r.IntN(8) == 0
	b.splitNames = r.IntN(3) == 0
	b.isoCountry = r.IntN(4) == 0
	b.idBase = pick(r, 1, 1, 1, 100, 1000, 10000)
}

// choose takes at least three tables that hang together.
func (b *builder) choose() {
	specs := b.domain.tables
	want := min(len(specs), 3+b.rng.IntN(max(1, len(specs)-2)))
	chosen := map[*tableSpec]bool{}
	var events []*tableSpec
	for _, t := range specs {
		if t.kind == Event || t.kind == Line {
			events = append(events, t)
		}
	}
	if len(events) == 0 {
		events = specs
	}
	chosen[pick(b.rng, events...)] = true
	for len(chosen) < want {
		var next []*tableSpec
		for _, t := range specs {
			if !chosen[t] && b.touches(t, chosen) {
				next = append(next, t)
			}
		}
		if len(next) == 0 { // an island: what is left hangs together elsewhere
			for _, t := range specs {
				if !chosen[t] {
					next = append(next, t)
				}
			}
		}
		chosen[pick(b.rng, next...)] = true
	}
	for _, t := range specs {
		if chosen[t] {
			b.tables = append(b.tables, &tablePlan{spec: t, names: namer{}})
		}
	}
	if b.rng.IntN(3) == 0 {
		b.rng.Shuffle(len(b.tables), func(i, j int) { b.tables[i], b.tables[j] = b.tables[j], b.tables[i] })
	}
}

func (b *builder) touches(t *tableSpec, chosen map[*tableSpec]bool) bool {
	for _, c := range t.columns {
		if c.target != "" && chosen[b.domain.table(c.target)] {
			return true
		}
	}
	for other := range chosen {
		for _, c := range other.columns {
			if c.target == t.nouns[0].One {
				return true
			}
		}
	}
	return false
}

func (b *builder) planOf(noun string) *tablePlan {
	for _, t := range b.tables {
		if t.spec.nouns[0].One == noun {
			return t
		}
	}
	return nil
}

// plan chooses the columns.
func (b *builder) plan() {
	for _, t := range slices.Clone(b.tables) {
		t.rows = b.rowsOf(t.spec)
		b.planKey(t)
		for _, c := range t.spec.columns {
			b.planColumn(t, c)
		}
		b.ensureSubstance(t)
		b.planHouse(t)
	}
	for _, t := range b.tables {
		b.planPrimary(t)
	}
}

func (b *builder) rowsOf(t *tableSpec) int {
	switch t.kind {
	case Lookup:
		return 4 + b.rng.IntN(12)
	case Entity:
		return 12 + b.rng.IntN(40)*b.rng.IntN(60)
	case Link:
		return 60 + b.rng.IntN(2000)
	}
	return 300 + b.rng.IntN(100)*b.rng.IntN(500)
}

// planKey gives every table that has no key line and needs one a number.
func (b *builder) planKey(t *tablePlan) {
	for _, c := range t.spec.columns {
		if c.kind == "id" || c.kind == "key" {
			return
		}
	}
	if b.referred(t.spec) || t.spec.kind == Entity || t.spec.kind == Event || t.spec.kind == Lookup || b.rng.IntN(3) == 0 {
		c := &columnSpec{kind: "id", keep: true}
		c.defaults(t.spec)
		b.planColumn(t, c)
	}
}

func (b *builder) referred(t *tableSpec) bool {
	for _, other := range b.tables {
		for _, c := range other.spec.columns {
			if c.target == t.nouns[0].One {
				return true
			}
			if c.kind == "self" && other.spec == t {
				return true
			}
		}
	}
	return false
}

func (b *builder) planColumn(t *tablePlan, c *columnSpec) {
	essential := c.keep || c.kind == "id" || c.kind == "key" || c.kind == "fk" || c.kind == "person" || c.kind == "from" || c.kind == "to" ||
		(c.kind == "name" && t.spec.kind != Event)
	drop := 0.22
	if slices.ContainsFunc(t.spec.measures, func(m *measureSpec) bool { return strings.Contains(m.text, c.phrases[0]) }) {
		drop = 0.08
	}
	if c == mainDate(t.spec) {
		drop = 0.03
	}
	if !essential && b.rng.Float64() < drop {
		return
	}
	p := &columnPlan{spec: c, table: t, kind: c.kindOf(), phrases: nounsFirst(c.phrases), words: strings.Fields(c.phrases[0]), unit: c.unit, scale: 1}
	switch c.kind {
	case "person":
		b.planPerson(t, c)
		return
	case "fk":
		target := b.planOf(c.target)
		if target == nil {
			b.planInline(t, c)
			return
		}
		p.target = target
	case "self":
		p.target = t
	case "ym":
		if b.planMonth(t, c) {
			return
		}
		p.storage = YearMonth
	case "status", "cat":
		if len(c.values) >= 3 && b.rng.Float64() < 0.12 {
			p.target = b.planLookup(t, c)
			p.kind = Foreign
		}
	}
	t.columns = append(t.columns, p)
}

// mainDate is the line that dates the rows of what happens; nil elsewhere.
func mainDate(t *tableSpec) *columnSpec {
	if t.kind != Event && t.kind != Snapshot {
		return nil
	}
	for _, c := range t.columns {
		if c.kind == "date" || c.kind == "ts" || c.kind == "ym" {
			return c
		}
	}
	return nil
}

// nounsFirst puts what is said in a sentence before what is only stored: nobody
// asks for the average opened at.
func nounsFirst(phrases []string) []string {
	first := phrases[0]
	if !hasSuffix(first, " at", " on", " until") {
		return phrases
	}
	if len(phrases) > 1 {
		return append(slices.Clone(phrases[1:]), first)
	}
	participle, _, _ := strings.Cut(first, " ")
	return []string{"date " + participle, participle + " date", first}
}

// planPerson stores a name as one column or as two.
func (b *builder) planPerson(t *tablePlan, c *columnSpec) {
	if !b.splitNames {
		p := &columnPlan{spec: c, table: t, kind: Name, words: []string{"name"}, phrases: c.phrases}
		if b.rng.IntN(3) == 0 {
			p.words = []string{"full", "name"}
		}
		t.columns = append(t.columns, p)
		return
	}
	t.columns = append(t.columns,
		&columnPlan{spec: c, table: t, kind: FirstName, words: []string{"first", "name"}, phrases: []string{"first name", "given name"}},
		&columnPlan{spec: c, table: t, kind: LastName, words: []string{"last", "name"}, phrases: []string{"last name", "surname", "family name"}})
}

// planInline keeps the name of what a dropped table would have held, sometimes.
func (b *builder) planInline(t *tablePlan, c *columnSpec) {
	if b.rng.Float64() < 0.55 || t.spec.kind == Link {
		return
	}
	target := b.domain.table(c.target)
	for _, n := range target.columns {
		if n.kind != "name" && n.kind != "person" {
			continue
		}
		in := *n
		in.kind, in.nullable, in.null, in.notNull = "name", c.nullable, c.null, c.notNull
		if in.pool == "" && n.kind == "person" {
			in.pool = "person"
		}
		in.phrases = slices.Clone(c.phrases)
		if !c.role {
			for _, noun := range target.nouns[1:] {
				in.phrases = append(in.phrases, noun.One)
			}
		}
		in.did, in.degree = nil, nil
		p := &columnPlan{spec: &in, table: t, kind: Name, words: strings.Fields(in.phrases[0]), phrases: in.phrases, scale: 1}
		if b.rng.IntN(3) == 0 {
			p.words = append(p.words, "name")
			p.phrases = append(slices.Clone(p.phrases), p.phrases[0]+" name")
		}
		t.columns = append(t.columns, p)
		return
	}
}

// planMonth stores a month as two numbers, in some worlds.
func (b *builder) planMonth(t *tablePlan, c *columnSpec) bool {
	switch b.rng.IntN(3) {
	case 0:
		y := &columnSpec{kind: "year", phrases: []string{"year"}, low: float64(b.first.Year()), high: float64(b.last.Year()), ranged: true}
		m := &columnSpec{kind: "month", phrases: []string{"month"}, low: 1, high: 12, ranged: true}
		t.columns = append(t.columns, &columnPlan{spec: y, table: t, kind: Year, words: []string{"year"}, phrases: y.phrases, scale: 1},
			&columnPlan{spec: m, table: t, kind: Month, words: []string{"month"}, phrases: m.phrases, storage: Integer, scale: 1})
		return true
	case 1:
		d := *c
		d.kind = "date"
		t.columns = append(t.columns, &columnPlan{spec: &d, table: t, kind: Date, words: strings.Fields(c.phrases[0]), phrases: c.phrases, scale: 1})
		return true
	}
	return false
}

// planLookup moves the values of a category to a table of their own.
func (b *builder) planLookup(t *tablePlan, c *columnSpec) *tablePlan {
	noun := c.phrases[0]
	if len(strings.Fields(noun)) == 1 && (noun == "status" || noun == "type" || noun == "category" || noun == "priority" || noun == "kind") {
		noun = t.spec.nouns[0].One + " " + noun
	}
	for _, other := range b.tables {
		if other.spec.nouns[0].One == noun {
			noun += " type"
		}
	}
	spec := &tableSpec{nouns: []Noun{{noun, plural(noun)}}, kind: Lookup}
	l := &tablePlan{spec: spec, names: namer{}, rows: len(c.values)}
	key := &columnSpec{kind: pick(b.rng, "id", "key"), keep: true, phrases: []string{noun + " code", "code"}}
	name := &columnSpec{kind: "name", keep: true, phrases: []string{pick(b.rng, "description", "name", "label"), noun}, values: c.values}
	spec.columns = []*columnSpec{key, name}
	b.tables = append(b.tables, l)
	for _, s := range spec.columns {
		b.planColumn(l, s)
	}
	return l
}

// ensureSubstance adds dropped columns back until a table says something.
func (b *builder) ensureSubstance(t *tablePlan) {
	if t.spec.kind == Link || t.spec.kind == Lookup || len(t.columns) >= 4 {
		return
	}
	for _, c := range t.spec.columns {
		if len(t.columns) >= 4 {
			return
		}
		if c.kind != "fk" && !slices.ContainsFunc(t.columns, func(p *columnPlan) bool { return p.spec == c || p.phrases[0] == c.phrases[0] }) {
			keep := *c
			keep.keep = true
			b.planColumn(t, &keep)
		}
	}
}

// planHouse adds what systems add: nobody asks for it, but it is there.
func (b *builder) planHouse(t *tablePlan) {
	if t.spec.kind == Lookup || b.rng.IntN(9) > 0 {
		return
	}
	var c *columnSpec
	switch b.rng.IntN(4) {
	case 0:
		c = &columnSpec{kind: "ts", phrases: []string{"last updated", "update time"}}
	case 1:
		c = &columnSpec{kind: "ts", phrases: []string{"created at", "creation time"}, did: []string{"created", "entered"}}
	case 2:
		c = &columnSpec{kind: "text", phrases: []string{"notes", "remarks"}, nullable: true}
		c.defaultNull()
	case 3:
		c = &columnSpec{kind: "name", phrases: []string{"updated by", "last editor"}, pool: "person"}
	}
	for _, p := range t.columns {
		if p.phrases[0] == c.phrases[0] {
			return
		}
	}
	c.keep = true
	b.planColumn(t, c)
}

// planPrimary finds the key of a table: its number or code, else the columns
// that tell its rows apart.
func (b *builder) planPrimary(t *tablePlan) {
	for _, p := range t.columns {
		if p.spec.kind == "id" || p.spec.kind == "key" {
			t.primary = []*columnPlan{p}
			return
		}
	}
	for _, p := range t.columns {
		switch p.spec.kind {
		case "fk", "seq", "from", "ym", "year", "month":
			if !p.spec.nullable {
				t.primary = append(t.primary, p)
			}
		case "date":
			if t.spec.kind == Snapshot {
				t.primary = append(t.primary, p)
			}
		}
	}
}
