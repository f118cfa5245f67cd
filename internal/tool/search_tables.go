package tool

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/model"
	"github.com/plumbdata/plumb/internal/schema"
)

type searchTablesArguments struct {
	Words  string `json:"words" schema:"min=1,max=500,description=what to look for, in plain words"`
	Tables int    `json:"tables,omitempty" schema:"min=1,max=50,description=how many tables; 10 if left out"`
}

var searchTablesForm = model.NewForm[searchTablesArguments]("search_tables", "")

func (k *Kit) searchTables(ctx context.Context, a searchTablesArguments) (Output, error) {
	const tables = 10
	s, err := k.database.Schema(ctx, connection.Full)
	if err != nil {
		return Output{}, err
	}
	if a.Tables == 0 {
		a.Tables = tables
	}
	l := newTableList()
	found := search(s, a.Words)
	for _, f := range found[:min(a.Tables, len(found))] {
		l.addTable(s, f.table)
	}
	note := ""
	switch {
	case len(found) == 0:
		note = "Nothing is called so. Try other words, or list_tables."
	case len(found) > a.Tables:
		note = "More tables match; these match best."
	}
	return l.output(page{Note: note})
}

// found is a table and how well it matches.
type found struct {
	table *schema.Table
	score float64
}

// search orders the tables in which the words occur. A name says more than a
// column, and a column more than a description; a word that many tables have
// says little.
func search(s *schema.Snapshot, text string) []found {
	wanted := slices.Compact(slices.Sorted(terms(text)))
	scores := make([][]float64, len(wanted)) // by word and table
	for w := range wanted {
		scores[w] = make([]float64, len(s.Tables))
	}
	for i := range s.Tables {
		weigh(&s.Tables[i], func(word string, weight float64) {
			if w, ok := slices.BinarySearch(wanted, word); ok {
				scores[w][i] = max(scores[w][i], weight)
			}
		})
	}
	common := make([]float64, len(wanted))
	for w := range wanted {
		common[w] = float64(1 + having(scores[w]))
	}
	var list []found
	for i := range s.Tables {
		total := 0.0
		for w := range wanted {
			total += scores[w][i] / common[w]
		}
		if total > 0 {
			list = append(list, found{&s.Tables[i], total})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	return list
}

func having(scores []float64) int {
	n := 0
	for _, s := range scores {
		if s > 0 {
			n++
		}
	}
	return n
}

// weigh tells what each word says for a table.
func weigh(t *schema.Table, tell func(word string, weight float64)) {
	const name, synonym, column, value, about = 8, 6, 4, 3, 1
	add := func(weight float64, texts ...string) {
		for _, text := range texts {
			for word := range terms(text) {
				tell(word, weight)
			}
		}
	}
	add(name, t.Name)
	add(synonym, t.Synonyms...)
	add(about, t.Schema, t.Description, t.Comment)
	for i := range t.Columns {
		c := &t.Columns[i]
		add(column, c.Name)
		add(column, c.Synonyms...)
		add(value, c.Values...)
		add(about, c.About())
	}
}

// terms are the words of a text or a name, in small letters and the singular:
// orderItems, order_items and "Order items" are the same two. Of a long text the
// beginning counts.
func terms(text string) iter.Seq[string] {
	const longest = 1000
	text = clip(text, longest)
	return func(yield func(string) bool) {
		from, lower := -1, false // where the word at hand begins
		for i, r := range text + " " {
			part := unicode.IsLetter(r) || unicode.IsDigit(r)
			if from >= 0 && (!part || lower && unicode.IsUpper(r)) {
				if !yield(singular(strings.ToLower(text[from:i]))) {
					return
				}
				from = -1
			}
			if part && from < 0 {
				from = i
			}
			lower = unicode.IsLower(r)
		}
	}
}

// singular is a word without the ending of most English plurals.
func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss"):
		return w[:len(w)-1]
	}
	return w
}
