package builtin

import (
	"slices"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// moneyWords are what people call money that came in or went out, whatever the
// column is called that holds it.
var moneyWords = map[string]bool{"revenue": true, "revenues": true, "turnover": true, "income": true, "earnings": true, "takings": true, "proceeds": true,
	"spent": true, "spend": true, "spending": true, "money": true}

// askedAsMoney are the words for money that nothing in the database is called,
// where a candidate adds up amounts and understands every other word: whether
// these amounts are meant, only the person can say. It is nil for other
// questions.
func askedAsMoney(ix *index.Index, asked *link.Question, c *candidate) []string {
	var list []string
	for _, w := range asked.Unlinked() {
		if !moneyWords[w] {
			return nil
		}
		list = append(list, "“"+w+"”")
	}
	if len(list) == 0 || len(c.unmet)+len(c.missed) > 0 || c.empty {
		return nil
	}
	adds := false
	c.query.Visit(func(e *form.Expr) {
		adds = adds || e.Op == form.Sum && len(e.Args) == 1 && (e.Args[0].Op == form.Column && ix.Columns[e.Args[0].Column].HoldsMoney() || e.Args[0].Op == form.Mul && priced(ix, e.Args[0]))
	}, nil)
	if !adds {
		return nil
	}
	return list
}

// priced is true for a product of a price and something else.
func priced(ix *index.Index, e *form.Expr) bool {
	return slices.ContainsFunc(e.Args, func(a *form.Expr) bool {
		return a.Op == form.Column && a.Column > 0 && slices.ContainsFunc(ix.Columns[a.Column].Words, func(w string) bool { return w == "price" || w == "fee" || w == "rate" })
	})
}
