package builtin

import (
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/brain/link"
	"github.com/plumbdata/plumb/internal/brain/suggest"
)

// About is what a question speaks of: the tables and columns that its words
// name, and the columns of the values in it.
func (b *Brain) About(question string, now time.Time) suggest.Topic {
	var about suggest.Topic
	put := func(list *[]int, n int) {
		if !slices.Contains(*list, n) {
			*list = append(*list, n)
		}
	}
	asked := b.linker.Read(question, now, nil)
	for _, n := range asked.Names {
		switch {
		case !n.OfName():
		case n.Column:
			put(&about.Columns, n.Number)
		default:
			put(&about.Tables, n.Number)
		}
	}
	for _, i := range asked.Items {
		if i.Column > 0 && i.First >= 0 && i.Kind == link.Exact {
			put(&about.Columns, i.Column)
		}
	}
	return about
}
