package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/gloss"
	"github.com/plumbdata/plumb/internal/schema"
)

// partsOf is english.Split for a name that may have neither letters nor digits.
func partsOf(name string) []string {
	if list := english.Split(name); len(list) > 0 {
		return list
	}
	return []string{cmp.Or(strings.TrimSpace(name), "?")}
}

// speller spells names out with what the schema itself says.
type speller struct {
	known  map[string]int    // words that stand whole somewhere, and how often
	tables map[string]bool   // those in names of tables
	learnt map[string]string // abbreviation → word of this schema
	parts  map[string]bool   // of all names
	other  *gloss.Language   // that the names are in, nil for English
}

// spell gives tables and columns their words.
func (b *builder) spell() {
	s := &speller{known: map[string]int{}, tables: map[string]bool{}, learnt: map[string]string{}}
	parts := b.nameParts()
	s.parts = map[string]bool{}
	for _, p := range parts {
		s.parts[p] = true
	}
	if s.other = gloss.OfNames(parts); s.other != nil {
		b.Language = s.other.Name
	}
	b.vocabulary(s)
	shared := b.sharedPrefix()
	for i := range b.Tables {
		t := &b.Tables[i]
		parts := b.tableParts(i, shared)
		t.Words = s.spellOut(parts)
		t.Forms = forms(t.Words, partsOf(b.tables[i].Called()), partsOf(t.Name))
		b.spellColumns(s, t, parts)
	}
}

// nameParts are the words of all names.
func (b *builder) nameParts() []string {
	var list []string
	for i := range b.Tables {
		list = append(list, english.Split(b.tables[i].Called())...)
	}
	for _, c := range b.column[1:] {
		list = append(list, english.Split(c.Called())...)
	}
	return list
}

func (b *builder) spellColumns(s *speller, t *Table, tableParts []string) {
	prefix := b.columnPrefix(t)
	for _, n := range t.Columns {
		c := &b.Columns[n]
		called, _ := schema.CutUnit(b.column[n].Called())
		parts := partsOf(called)
		full := s.spellOut(typeLast(b.expandTableInitials(n, parts)))
		short := full
		if len(parts) > 1 && parts[0] == prefix && !c.Foreign {
			short = s.spellOut(typeLast(parts[1:]))
		}
		if rest, ok := withoutTable(full, t.Words); ok && !c.Foreign {
			short = rest
		}
		c.Words = short
		c.Forms = forms(short, full, parts, withoutVerb(short))
		if b.column[n].Plain != "" {
			c.Forms = append(c.Forms, partsOf(c.Name))
		}
	}
}

// expandTableInitials spells out the parts of a name that cut short the table it stands in,
// or leads to: cat_key of catalogues, uid of users, dname of a department.
func (b *builder) expandTableInitials(n int, parts []string) []string {
	c := &b.Columns[n]
	var entity []string
	for _, k := range b.KeysFrom(c.Table) {
		if len(k.From) == 1 && k.From[0] == n {
			entity = append(entity, partsOf(b.tables[b.Columns[k.To[0]].Table].Called())...)
		}
	}
	if !c.Foreign {
		entity = append(entity, partsOf(b.tables[c.Table].Called())...)
	}
	for i, w := range entity {
		entity[i] = english.Singular(w)
	}
	own := "" // how the table's key cuts it short
	if k := b.Tables[c.Table].PrimaryKey; len(k) == 1 {
		own = partsOf(b.column[k[0]].Called())[0]
	}
	var list []string
	for i, p := range parts {
		head, tail := p, []string(nil)
		if full, _ := english.Expand(p); i == len(parts)-1 && !english.NameWords[p] && !strings.Contains(full, " ") {
			for _, ending := range glued {
				if h, ok := strings.CutSuffix(p, ending); ok && h != "" {
					head, tail = h, []string{ending}
					break
				}
			}
		}
		initial := len(head) == 1 && (tail != nil || i == 0 && len(parts) > 1)
		at := slices.IndexFunc(entity, func(w string) bool {
			if initial {
				return len(w) > 2 && w[0] == head[0]
			}
			return !english.NameWords[head] && len(head) >= 3 && len(w) > len(head) && (c.Primary || c.Foreign || i == 0 && head == own) && abbreviates(head, w)
		})
		switch {
		case at < 0:
			list = append(list, p)
		default:
			list = append(append(list, entity[at]), tail...)
		}
	}
	return list
}

// glued are endings that are written onto a letter or an abbreviation.
var glued = []string{"number", "name", "id", "no", "nm", "cd", "key"}

// withoutVerb is is_paid as people say it: paid.
func withoutVerb(words []string) []string {
	if len(words) > 1 && english.Among(words[0], "is has was") {
		return words[1:]
	}
	return nil
}

// withoutTable drops the table's name from the beginning of a column's.
func withoutTable(full, tableWords []string) ([]string, bool) {
	for n := min(len(tableWords), len(full)-1); n > 0; n-- {
		for _, tail := range [][]string{tableWords[:n], tableWords[len(tableWords)-n:]} {
			if sameStems(full[:n], tail) {
				return full[n:], true
			}
		}
	}
	return full, false
}

func sameStems(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return english.Singular(x) == english.Singular(y) })
}

// forms lists different ways to say a name.
func forms(list ...[]string) [][]string {
	var out [][]string
	for _, f := range list {
		if len(f) > 0 && !slices.ContainsFunc(out, func(o []string) bool { return slices.Equal(o, f) }) {
			out = append(out, f)
		}
	}
	return out
}

// sharedPrefix is the word that begins nearly all tables' names.
func (b *builder) sharedPrefix() string {
	count := map[string]int{}
	for i := range b.Tables {
		if parts := partsOf(b.tables[i].Called()); len(parts) > 1 {
			count[parts[0]]++
		}
	}
	for w, n := range count {
		if n >= 4 && n*10 >= len(b.Tables)*8 {
			return w
		}
	}
	return ""
}

// columnPrefix is the word that begins most columns' names of a table.
func (b *builder) columnPrefix(t *Table) string {
	count := map[string]int{}
	for _, n := range t.Columns {
		if parts := partsOf(b.column[n].Called()); len(parts) > 1 {
			count[parts[0]]++
		}
	}
	for w, n := range count {
		if n >= 3 && n*10 >= len(t.Columns)*7 && !typeFirst[w] {
			return w
		}
	}
	return ""
}

// typeLast puts the word for the type last, as English does: dt_ord is the
// order date.
func typeLast(parts []string) []string {
	if len(parts) < 2 || !typeFirst[parts[0]] || typeFirst[parts[1]] || english.Among(parts[1], "of due paid total") {
		return parts
	}
	if _, unit := english.UnitInName(parts[1]); unit {
		return parts
	}
	return append(slices.Clone(parts[1:]), parts[0])
}

// spellOut spells out the parts of a name.
func (s *speller) spellOut(parts []string) []string {
	if s.other != nil {
		parts, _ = s.other.Translate(parts)
	}
	var list []string
	for i, p := range parts {
		if full, ok := english.ExpandInContext(parts, i); ok {
			list = append(list, full)
			continue
		}
		if p == "no" && i+1 < len(parts) && digit(parts[i+1][0]) { // NO2 is no number
			list = append(list, p)
			continue
		}
		list = append(list, s.spellOutWord(p)...)
	}
	if len(list) == 0 {
		return parts
	}
	return list
}

// spellOutWord spells out one part: an abbreviation, or words written together.
func (s *speller) spellOutWord(w string) []string {
	if full, ok := s.expand(w); ok {
		return full
	}
	if parts := english.SplitGlued(w, s.known); parts != nil {
		var list []string
		for _, p := range parts {
			if full, ok := s.expand(p); ok {
				list = append(list, full...)
			} else {
				list = append(list, p)
			}
		}
		return list
	}
	return []string{w}
}

// expand is what an abbreviation stands for: what this schema spells out
// elsewhere, else what it stands for in most.
func (s *speller) expand(w string) ([]string, bool) {
	if p, ok := asPeopleSay[w]; ok {
		return strings.Fields(p), true
	}
	// Side by side they are times of a trip, whatever airports or departments there are.
	switch {
	case w == "arr" && s.parts["dep"]:
		return []string{"arrival"}, true
	case w == "dep" && s.parts["arr"]:
		return []string{"departure"}, true
	}
	usual, listed := english.Expand(w)
	if list := strings.Fields(usual); len(list) > 1 || listed && s.known[usual] > 0 {
		return list, true
	}
	if own := s.learnt[w]; own != "" && (!listed || s.tables[own]) {
		return []string{own}, true
	}
	if listed {
		return []string{usual}, true
	}
	return nil, false
}
