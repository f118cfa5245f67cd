package world

import (
	"slices"
	"strings"
)

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
