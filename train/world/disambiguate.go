package world

import (
	"slices"
	"strings"
)

// disambiguate takes back words that would mean two things, so that a question
// made of what is left has one answer. The plainest word of each thing stays.
func (w *World) disambiguate() {
	w.oneTableEach()
	for i := range w.Tables {
		w.onePhraseEach(&w.Tables[i])
		w.oneDescriptionEach(&w.Tables[i])
	}
	w.oneMeasureEach()
}

// oneTableEach leaves a noun to one table: to the one that is called so, else to
// the first.
func (w *World) oneTableEach() {
	owner := map[string]int{}
	for i, t := range w.Tables {
		if _, taken := owner[t.Nouns[0].One]; !taken {
			owner[t.Nouns[0].One] = i
		}
	}
	for i := range w.Tables {
		t := &w.Tables[i]
		var kept []Noun
		for n, noun := range t.Nouns {
			if by, taken := owner[noun.One]; n > 0 && taken && by != i {
				continue
			}
			owner[noun.One] = i
			kept = append(kept, noun)
		}
		t.Nouns = kept
	}
	for i := range w.Keys {
		k := &w.Keys[i]
		if !k.Role {
			k.Roles = w.Tables[k.ToTable].Nouns
		}
		if k.FromTable != k.ToTable {
			k.Back = w.Tables[k.FromTable].Nouns
		}
	}
}

// onePhraseEach leaves a phrase, and a participle for dates, to one column of a
// table.
func (w *World) onePhraseEach(t *Table) {
	owner := map[string]int{}
	for _, ids := range []bool{false, true} { // a visit's own number, if it has one, is its visit number
		for _, n := range t.Columns {
			if c := &w.Columns[n]; (c.Kind == ID) == ids && owner[c.Phrases[0]] == 0 {
				owner[c.Phrases[0]] = n
			}
		}
	}
	did := map[string]bool{}
	for _, n := range t.Columns {
		c := &w.Columns[n]
		var kept []string
		for i, p := range c.Phrases {
			last := i == len(c.Phrases)-1 && len(kept) == 0
			if owner[p] != 0 && owner[p] != n && !last {
				continue
			}
			owner[p] = n
			kept = append(kept, p)
		}
		c.Phrases = kept
		c.Did = slices.DeleteFunc(slices.Clone(c.Did), func(d string) bool {
			twice := did[d]
			did[d] = true
			return twice
		})
	}
}

// oneDescriptionEach leaves a description of rows to one condition: first to
// values, then to flags, then to null and not null.
func (w *World) oneDescriptionEach(t *Table) {
	said := map[string]bool{}
	keep := func(list []Phrase) []Phrase {
		var kept []Phrase
		for _, p := range list {
			if key := strings.ToLower(p.Text); !said[key] {
				said[key] = true
				kept = append(kept, p)
			}
		}
		return kept
	}
	columns := func(of func(*Column) bool, visit func(*Column)) {
		for _, n := range t.Columns {
			if c := &w.Columns[n]; of(c) {
				visit(c)
			}
		}
	}
	values := func(c *Column) {
		c.Values = slices.Clone(c.Values)
		for i := range c.Values {
			c.Values[i].As = keep(c.Values[i].As)
		}
	}
	columns(func(c *Column) bool { return c.Kind != Flag }, values)
	columns(func(c *Column) bool { return c.Kind == Flag }, values)
	columns(func(*Column) bool { return true }, func(c *Column) {
		c.Null, c.NotNull = keep(c.Null), keep(c.NotNull)
	})
}

// oneMeasureEach leaves a phrase to one measure, and none that is a column's; a
// measure that would have no phrase is called after its table.
func (w *World) oneMeasureEach() {
	said := map[string]bool{}
	for n := 1; n < len(w.Columns); n++ {
		for _, p := range w.Columns[n].Phrases {
			said[p] = true
		}
	}
	for i := range w.Measures {
		m := &w.Measures[i]
		var kept []string
		for _, p := range m.Phrases {
			if !said[p] {
				kept = append(kept, p)
			}
		}
		if len(kept) == 0 {
			kept = []string{w.Tables[m.Table].Nouns[0].One + " " + m.Phrases[0]}
		}
		for _, p := range kept {
			said[p] = true
		}
		m.Phrases = kept
	}
}
