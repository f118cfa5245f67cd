package schema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/table"
)

// strength is how much a name says about where a column points. Strong names
// need little further evidence, weak ones a lot.
type strength int

const (
	certain  strength = iota // names the table and its key: customer_id → customers.id
	named                    // has the one specific name of a key: tail_no → aircraft.tail_no
	likely                   // names the table after other words: home_branch_id → branches.id
	cut                      // has the table's name cut short: doc_id → doctors.id, ownr → owners.id
	possible                 // a role or a bare noun: owner_id → users.id, bike → bike.id
)

// candidate is a foreign key that names suggest.
type candidate struct {
	from, to         int // tables
	column, ref      int // columns
	strength         strength
	declared, lonely bool // the target is a declared key; no other target has this claim
}

// target is a column that other tables may refer to.
type target struct {
	table, column int
	declared      bool
}

// keyIndex finds targets by name, so that a schema of thousands of tables
// costs a few lookups a column.
type keyIndex struct {
	s        *Snapshot
	byName   map[string][]target // full name of the key column
	byEntity map[string][]target // what the table is about
	byNoun   map[string][]target // last word of that
	byCut    map[string][]target // the beginning of that, and its consonants: see cutNames
	persons  map[string][]target // tables of people, by schema
	own      []target            // the key of each table; column -1 when none
	entity   []string
	place    map[[2]string]int // of each table, by schema and name
	rare     []rareKey         // keys whose values are unlikely to be found by chance
}

func newKeyIndex(s *Snapshot) *keyIndex {
	ix := &keyIndex{
		s: s, byName: map[string][]target{}, byEntity: map[string][]target{}, byNoun: map[string][]target{},
		byCut: map[string][]target{}, persons: map[string][]target{}, own: make([]target, len(s.Tables)), entity: make([]string, len(s.Tables)),
		place: make(map[[2]string]int, len(s.Tables)),
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		ix.place[[2]string{t.Schema, t.Name}] = i
		ix.addTable(i, t)
	}
	ix.listRareKeys()
	return ix
}

func (ix *keyIndex) addTable(i int, t *Table) {
	nouns := entityOf(t.Called())
	ix.entity[i] = strings.Join(nouns, " ")
	ix.own[i] = target{table: i, column: -1}
	if t.Kind == View || len(nouns) == 0 {
		return
	}
	key := soleKey(t)
	if key.column >= 0 {
		key.table = i
		ix.own[i] = key
		ix.byEntity[ix.entity[i]] = append(ix.byEntity[ix.entity[i]], key)
		if end := len(nouns) - 1; end > 0 {
			noun := nouns[end]
			if lists[noun] { // pass_type holds the codes of passes
				noun = strings.Join(nouns[:end], " ")
			}
			ix.byNoun[noun] = append(ix.byNoun[noun], key)
		}
		for _, name := range cutNames(nouns[len(nouns)-1]) {
			ix.byCut[name] = append(ix.byCut[name], key)
		}
		if ofPeople(t, nouns) {
			ix.persons[t.Schema] = append(ix.persons[t.Schema], key)
		}
		ix.addName(key)
	}
	for c := range t.Columns {
		if c == key.column || !referable(&t.Columns[c]) {
			continue
		}
		declared := isDeclaredUnique(t, c)
		if !declared && (len(t.PrimaryKey) > 0 || !differs(t, c)) {
			continue
		}
		if last := lastWord(t.Columns[c].Called()); keyWords[last] || naturalKeys[last] || !declared && last == "name" {
			ix.addName(target{table: i, column: c, declared: declared})
		}
	}
}

func (ix *keyIndex) addName(k target) {
	name := ix.s.Tables[k.table].Columns[k.column].Called()
	n := specificName(name)
	if n == "" && isInitialKey(name, strings.Fields(ix.entity[k.table])) {
		n = strings.ToLower(name) // oid of organizations
	}
	if n != "" {
		ix.byName[n] = append(ix.byName[n], k)
	}
}

// referable leaves out what is never used as a key.
func referable(c *Column) bool {
	switch c.Kind {
	case table.Int, table.Decimal, table.UUID:
		return true
	case table.Text:
		return dateForm(c.Max) == ""
	}
	return false
}

// joinable reports whether values of the kinds compare as they are.
func joinable(a, b table.Kind) bool {
	number := func(k table.Kind) bool { return k == table.Int || k == table.Decimal }
	return a == b || number(a) && number(b)
}

func columnIndex(t *Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
}

// entityOf is what a table is about: its words spelt out and in the singular,
// without the marks of layers and conventions.
func entityOf(name string) []string {
	list := words(name)
	for len(list) > 1 && layers[list[0]] {
		list = list[1:]
	}
	for len(list) > 1 && layers[list[len(list)-1]] {
		list = list[:len(list)-1]
	}
	return nounsOf(list)
}

func nounsOf(list []string) []string {
	nouns := english.ExpandName(list)
	for i, w := range nouns {
		nouns[i] = nounOf(w)
	}
	return nouns
}

// splitKey takes the words that only say "key" off the end of a column's name:
// home_branch_id is home branch, id.
func splitKey(name string) (head []string, key string) {
	list := nounsOf(words(name))
	for len(list) > 0 && keyWords[list[len(list)-1]] {
		list, key = list[:len(list)-1], list[len(list)-1]
	}
	return list, key
}

// withoutOrdinal takes the number off a key of which there are several:
// club_id_1, player2_id. Other names keep theirs.
func withoutOrdinal(name string) string {
	list := words(name)
	plain := slices.DeleteFunc(slices.Clone(list), func(w string) bool { return len(w) == 1 && '1' <= w[0] && w[0] <= '9' })
	if len(plain) < 2 || len(plain) == len(list) || !keyWords[lastMeaning(plain)] {
		return name
	}
	return strings.Join(plain, "_")
}

// specificName is the whole name in normal form, or "" for a name such as id
// or code that says nothing about which key it is.
func specificName(name string) string {
	list := nounsOf(words(name))
	for _, w := range list {
		if !keyWords[w] && !vague[w] || codedVague[w] && len(list) > 1 {
			return strings.Join(list, " ")
		}
	}
	return ""
}

func lastWord(name string) string {
	list := words(name)
	if len(list) == 0 {
		return ""
	}
	return lastMeaning(list)
}

// Layers are words at the beginning of tables' names that say how a table is used,
// not what it holds.
var Layers = english.NewSet("tbl tb t dim fact fct stg stage staging raw src mart vw v lkp lkup lookup mst mstr d f xref ref tab")

var (
	keyWords   = english.NewSet("id uuid guid key number code pk fk sk oid nk ref reference")
	vague      = english.NewSet("name type status date time day month year line sequence row value label title description order seq parent")
	codedVague = english.NewSet("type status order") // status_code is the key of a list of them
	// layers also stand at the end of names.
	layers    = Layers.With(english.NewSet("master app hist history tmp temp arc archive bak data"))
	lists     = english.NewSet("type status kind category class list")
	hierarchy = english.NewSet("parent predecessor successor previous next original root reply sequel prerequisite prereq duplicate")
	parts     = english.NewSet(`owner user creator author manager assignee agent reviewer approver seller buyer representative employee
		supervisor operator editor admin person member mentor lead leader head boss referrer superior chief backer sender receiver
		recipient inspector salesperson instructor teacher contact assigned requester reporter male female husband wife spouse
		bride groom captain coach president treasurer secretary chairman founder`)
	outside = english.NewSet("referrer backer sender receiver recipient contact head user member owner buyer person")
	persons = english.NewSet(`user employee person member agent customer contact player rider driver student representative technician
		operator inspector instructor teacher physician doctor nurse salesperson manager supervisor worker`)
	outsiders = english.NewSet("customer client patient contact guest student subscriber visitor passenger tenant")
	personal  = english.NewSet("hire hired birth birthdate birthday gender sex firstname lastname salary nickname surname")
)

// candidates are the places where a column may point, the best first.
func (ix *keyIndex) candidates(t, c int) []candidate {
	col := &ix.s.Tables[t].Columns[c]
	if !referable(col) {
		return nil
	}
	name := withoutOrdinal(col.Called())
	list := words(name)
	if len(list) == 0 {
		return nil
	}
	head, key := splitKey(name)
	noun := strings.Join(head, " ")
	full := cmp.Or(specificName(name), strings.ToLower(name))
	own := ix.own[t].column == c && !ix.ofOthers(t, full)
	if own && (noun == "" || noun == ix.entity[t] || len(ix.byEntity[noun]) == 0) {
		return nil // its own key
	}

	var found []candidate
	add := func(st strength, targets []target) {
		targets = ix.reachable(t, c, targets, st)
		for _, k := range targets {
			if slices.ContainsFunc(found, func(f candidate) bool { return f.to == k.table }) {
				continue
			}
			found = append(found, candidate{
				from: t, to: k.table, column: c, ref: k.column, strength: st, declared: k.declared, lonely: len(targets) == 1,
			})
		}
	}
	if key != "" && noun != "" {
		add(certain, ix.withKeyOf(noun, ix.byEntity[noun]))
	}
	// campus is a row of campuses, even where fees have a key of that name too.
	bare := key == "" && len(ix.reachable(t, c, ix.byEntity[noun], likely)) > 0
	if !own && !bare {
		add(named, ix.byName[full])
	}
	if key != "" && noun != "" {
		add(likely, ix.byEntity[noun])
	}
	add(likely, ix.byTail(list))
	if key != "" && len(head) > 0 {
		add(likely, ix.byNoun[head[len(head)-1]])
	}
	add(possible, ix.byRole(t, c, list, head, key))
	if key == "" && !english.IsPlural(list[len(list)-1]) { // a plural counts
		add(likely, ix.byEntity[noun])
		for i := range head {
			add(possible, ix.byEntity[strings.Join(head[i:], " ")])
		}
	}
	if len(found) == 0 {
		add(cut, ix.cutShort(list, key))
	}
	const tried = 4
	return found[:min(len(found), tried)]
}

// ofOthers reports whether a name is made of the initials of another table: did
// of domains in domain_journal, even if its few values all differ there.
func (ix *keyIndex) ofOthers(t int, name string) bool {
	return !isInitialKey(name, strings.Fields(ix.entity[t])) && slices.ContainsFunc(ix.byName[name], func(k target) bool {
		return k.table != t && isInitialKey(name, strings.Fields(ix.entity[k.table]))
	})
}

// withKeyOf keeps the targets whose key is named plainly (id) or after the
// table (customer_id), which leaves no doubt about what is meant.
func (ix *keyIndex) withKeyOf(noun string, targets []target) []target {
	var plain []target
	for _, k := range targets {
		head, key := splitKey(ix.s.Tables[k.table].Columns[k.column].Called())
		if key != "" && (len(head) == 0 || strings.Join(head, " ") == noun) {
			plain = append(plain, k)
		}
	}
	return plain
}

// byTail looks for the longest ending of the name that names a key column
// (parent_cust_no → cust_no) or a table (home_branch_id → branches).
func (ix *keyIndex) byTail(list []string) []target {
	nouns := nounsOf(list)
	for i := 1; i < len(nouns); i++ {
		rest := nouns[i:]
		if slices.ContainsFunc(rest, func(w string) bool { return !keyWords[w] && !vague[w] }) {
			if k := ix.byName[strings.Join(rest, " ")]; len(k) > 0 {
				return k
			}
		}
		if end := len(rest) - 1; end > 0 && keyWords[rest[end]] {
			if k := ix.byEntity[strings.Join(rest[:end], " ")]; len(k) > 0 {
				return k
			}
		}
	}
	return nil
}

// byRole is for names that say what part the other row plays: in the same
// table (manager_id, reply_to), or among people (owner_id, approved_by).
func (ix *keyIndex) byRole(t, c int, list, head []string, key string) []target {
	last, linked := list[len(list)-1], false
	if len(list) > 1 {
		linked = last == "by" || last == "of" || last == "to"
	}
	if key == "" && !linked || len(head) == 0 {
		return nil
	}
	own, persons := ix.own[t], ix.persons[ix.s.Tables[t].Schema]
	within := own.column >= 0 && own.column != c
	says := func(set map[string]bool) bool {
		return slices.ContainsFunc(head, func(w string) bool { return set[w] })
	}
	switch {
	case within && (says(hierarchy) || last == "of" || last == "to"):
		return []target{own}
	case !says(parts) && last != "by":
		return nil
	case within && (len(persons) == 0 || slices.Contains(persons, own)):
		persons = []target{own}
	}
	if says(outside) || last == "by" {
		return persons
	}
	return slices.DeleteFunc(slices.Clone(persons), func(k target) bool {
		return outsiders[ix.entity[k.table]]
	})
}

// ofPeople reports whether a table seems to list people.
func ofPeople(t *Table, nouns []string) bool {
	if persons[nouns[len(nouns)-1]] {
		return true
	}
	for i := range t.Columns {
		for _, w := range meanings(t.Columns[i].Called()) {
			if personal[w] {
				return true
			}
		}
	}
	return false
}

// reachable keeps the targets that the column could join, from the nearest
// schema that has any. SQLite compares values and not types, so there a good
// name may lead from a text to a number.
func (ix *keyIndex) reachable(t, c int, targets []target, st strength) []target {
	from := &ix.s.Tables[t]
	loose := ix.s.Dialect == "sqlite" && st <= likely
	var same, other []target
	for _, k := range targets {
		if k.table == t && k.column == c || !loose && !joinable(from.Columns[c].Kind, ix.s.Tables[k.table].Columns[k.column].Kind) {
			continue
		}
		if ix.s.Tables[k.table].Schema == from.Schema {
			same = append(same, k)
		} else {
			other = append(other, k)
		}
	}
	if len(same) > 0 {
		return same
	}
	// Copies of a schema all hold the same names; which is meant is anyone's guess.
	const guesses = 3
	if len(other) > guesses {
		return nil
	}
	return other
}
