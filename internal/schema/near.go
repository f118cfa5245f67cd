package schema

import (
	"slices"
	"strings"
)

// maxText is how much of a table is described, in bytes: models for sentences read
// no more than a few hundred words.
const maxText = 300

// Texts says in words what each table is about, in the order of the tables, for
// models that turn texts into vectors. The same table has the same text, so that
// its vector can be kept. No value of a row is in it.
func Texts(s *Snapshot) []string {
	list := make([]string, len(s.Tables))
	for i := range s.Tables {
		list[i] = textOf(&s.Tables[i])
	}
	return list
}

func textOf(t *Table) string {
	var columns []string
	for i := range t.Columns {
		if said := sayName(t.Columns[i].Called()); !slices.Contains(columns, said) {
			columns = append(columns, said)
		}
	}
	text := sayName(t.Called())
	if len(t.Synonyms) > 0 {
		text += " (" + strings.Join(t.Synonyms, ", ") + ")"
	}
	if about := t.About(); about != "" {
		text += ": " + shorten(about, maxText/2)
	}
	if len(columns) > 0 {
		text += ". It has " + strings.Join(columns, ", ")
	}
	return shorten(text, maxText)
}

// sayName is a name as people say it: words apart, abbreviations spelt out.
func sayName(name string) string { return strings.Join(meanings(name), " ") }

// likeness is what nearness in meaning says for each table: 1 for the nearest,
// less for the next, nothing for all but a few. The cosines themselves say
// little: one model's near is another's far.
func (ix *Index) likeness(near []float32) []float64 {
	const few = 40
	n := len(near)
	if n == 0 || n != len(ix.s.Tables) {
		return nil
	}
	sorted := slices.Sorted(slices.Values(near))
	top, base := sorted[n-1], sorted[max(0, n-1-few)]
	if !(top > base) {
		return nil
	}
	list := make([]float64, n)
	for i, c := range near {
		list[i] = max(0, float64((c-base)/(top-base)))
	}
	return list
}

// consider adds likeness to the scores that words gave, whose highest is top,
// and returns the highest after that. The nearest table counts half of what the
// one counts whose words fit best: words are surer, but people use others.
func consider(like, scores []float64, top float64) float64 {
	const share = 0.5
	weight := share * top
	if top == 0 {
		weight = 1
	}
	for i, l := range like {
		scores[i] += weight * l
		top = max(top, scores[i])
	}
	return top
}
