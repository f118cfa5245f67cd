package suggest

import (
	"fmt"

	"github.com/plumbdata/plumb/internal/brain/index"
)

// fewGroups is how many groups are compared at a glance.
const fewGroups = 30

// definedOverTime is a figure that documents define, month by month: people who
// work with the data speak of those.
func (p proposer) definedOverTime() []proposal {
	return p.eachFigure(func(t *index.Term, of int) []proposal {
		year, ok := p.yearOf(t.Meaning.Time, of)
		if !ok {
			return nil
		}
		return []proposal{{text: fmt.Sprintf("What was the %s per month in %d?", t.Called, year), tables: []int{of}, term: t.Called}}
	})
}

// definedByGroup is such a figure by what its rows belong to.
func (p proposer) definedByGroup() []proposal { return p.eachFigure(p.figureByGroup) }

// eachFigure proposes questions for every such figure, and the table that it is
// computed from.
func (p proposer) eachFigure(propose func(t *index.Term, of int) []proposal) []proposal {
	var out []proposal
	for _, t := range figures(p.ix) {
		out = append(out, propose(t, t.Meaning.Figure.Leaves()[0].Table)...)
	}
	return out
}

// figures are the terms that stand for a figure, as the documents have them.
func figures(ix *index.Index) []*index.Term {
	var out []*index.Term
	for i := range ix.Terms {
		if t := &ix.Terms[i]; t.Meaning != nil && t.Meaning.Figure != nil && word(t.Called) {
			out = append(out, t)
		}
	}
	return out
}

// figureByGroup takes the first group of a few, what rows belong to before what
// they are.
func (p proposer) figureByGroup(t *index.Term, of int) []proposal {
	var out []proposal
	for _, parent := range p.parents(of) {
		if n := p.ix.Tables[parent].Rows; n > 1 && n <= fewGroups && p.hasNames(parent) {
			out = append(out, proposal{text: fmt.Sprintf("What is the %s by %s?", t.Called, p.one(parent)), tables: []int{of, parent}, term: t.Called})
		}
	}
	for _, c := range p.categories(of) {
		if len(p.ix.Columns[c].Enum) <= fewGroups {
			out = append(out, proposal{text: fmt.Sprintf("What is the %s by %s?", t.Called, say(p.ix.Columns[c].Words)), tables: []int{of}, columns: []int{c}, term: t.Called})
		}
	}
	return out[:min(len(out), 1)]
}

// yearOf is a year that a column of dates covers, or the first one of a table.
func (p proposer) yearOf(column, table int) (int, bool) {
	if column == 0 {
		_, year, ok := p.dateColumn(table)
		return year, ok
	}
	return lastYear(&p.ix.Columns[column])
}
