package suggest

import (
	"fmt"

	"github.com/plumbdata/plumb/internal/brain/index"
)

// Ranking is a question that ranks the rows of a table by one thing.
type Ranking struct {
	Text string
	By   string // revenue, number of orders
}

// Rankings are ways to say which rows of a table are the best, or the worst, the
// most telling first: by a figure that documents define, by what belongs to them and
// adds up, by how much of that there is, and by a measure of their own. Without
// a number they ask for one row.
func Rankings(ix *index.Index, table int, number string, best bool) []Ranking {
	p := proposer{ix}
	if !p.named(table) {
		return nil // best of what nobody calls by name means nothing
	}
	high, most := "highest", "most"
	if !best {
		high, most = "lowest", "fewest"
	}
	var out []Ranking
	add := func(how, what, by string) {
		asks := fmt.Sprintf("Which %s has", p.one(table))
		if number != "" {
			asks = fmt.Sprintf("Which %s %s have", number, p.many(table))
		}
		out = append(out, Ranking{fmt.Sprintf("%s the %s %s?", asks, how, what), by})
	}
	for _, t := range figures(ix) {
		if t.Meaning.Figure.Op == index.SumOf {
			add(high, t.Called, t.Called)
			break
		}
	}
	children := p.children(table)
	for _, child := range children {
		if m := p.measures(child); len(m) > 0 && p.worth(m[0]) > 0 && !p.averages(m[0]) {
			what := p.aggregate(m[0]) + " of " + p.many(child)
			add(high, what, what)
			break
		}
	}
	if len(children) > 0 {
		add(most, p.many(children[0]), "number of "+p.many(children[0]))
	}
	if m := p.measures(table); len(m) > 0 {
		add(high, p.measure(m[0]), p.measure(m[0]))
	}
	return out
}
