package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// Stems are the words of a name as questions are searched for it.
func Stems(name string) []string { return stems(tokens(name)) }

// Says finds stems among the words of a question: the words from first to end.
func Says(words []span.Word, stems []string) (first, end int, ok bool) {
	return says(words, stems, 0)
}

// says is Says from a word on.
func says(words []span.Word, stems []string, from int) (first, end int, ok bool) {
	if len(stems) == 0 {
		return 0, 0, false
	}
	q := nameQuery(words)
	for i := 0; i+len(stems) <= len(q.tokens); i++ {
		same := q.word[i] >= from
		for k, s := range stems {
			same = same && english.Singular(q.tokens[i+k]) == s
		}
		if same {
			return q.word[i], q.word[i+len(stems)-1] + 1, true
		}
	}
	return 0, 0, false
}

// Rename reads words of a question as others, wherever it has them: from are their stems.
// Of a table the other name gets the number of the words, one or many. Quoted words stay,
// and words that are part of a longer name of the database.
func (x *Index) Rename(question string, from []string, to string, table int) (renamed string, found bool) {
	for at := 0; ; {
		words := span.Words(question)
		first, end, ok := says(words, from, at)
		if !ok {
			return question, found
		}
		at = end
		longer := slices.ContainsFunc(x.Names(words), func(n NameLink) bool {
			return n.Kind == Whole && n.First <= first && end <= n.End && n.End-n.First > end-first
		})
		if longer || quoted(question, words[first].Start) {
			continue
		}
		text := to
		if table >= 0 {
			if text = english.Singular(strings.ToLower(to)); english.IsPlural(strings.ToLower(words[end-1].Text)) {
				text = english.Plural(text)
			}
		}
		// The Nordics region is the north region, and no region region.
		last := span.Words(text)
		stop := words[end-1].End
		if end < len(words) && len(last) > 1 && english.Singular(strings.ToLower(words[end].Text)) == english.Singular(strings.ToLower(last[len(last)-1].Text)) {
			stop = words[end].End
		}
		question = question[:words[first].Start] + text + question[stop:]
		at, found = first+len(last), true
	}
}

// quoted is true for a place between two quotes.
func quoted(text string, at int) bool {
	if strings.Count(text[:at], `"`)%2 == 1 && strings.Contains(text[at:], `"`) {
		return true
	}
	return strings.LastIndex(text[:at], "“") > strings.LastIndex(text[:at], "”") && strings.Contains(text[at:], "”")
}

// AllColumns are the columns that a test reads, those of inner rows included, each once.
func (t *Test) AllColumns(x *Index) []int {
	list := t.columns()
	var inner func(t *Test)
	inner = func(t *Test) {
		if t.Op == Has || t.Op == HasNot {
			list = append(list, x.Keys[t.Key].From...)
			if t.Where != nil {
				list = append(list, t.Where.AllColumns(x)...)
			}
		}
		for _, a := range t.Args {
			inner(a)
		}
	}
	inner(t)
	slices.Sort(list)
	return slices.Compact(list)
}

// Pair is two columns that hold the same amount in two currencies.
type Pair struct{ From, To int }

// AmountsIn are the pairs of columns of one table of which the second holds in a currency
// what the first holds in another.
func (x *Index) AmountsIn(code string) []Pair {
	var list []Pair
	for t := range x.Tables {
		for _, to := range x.Tables[t].Columns {
			name, currency := amountIn(&x.Columns[to])
			if currency != code {
				continue
			}
			for _, from := range x.Tables[t].Columns {
				other, of := amountIn(&x.Columns[from])
				if of != "" && of != code && other == name {
					list = append(list, Pair{from, to})
				}
			}
		}
	}
	return list
}

// amountIn is the currency that the name of a column of numbers says, and the rest of the
// name; "" where it says none.
func amountIn(c *Column) (rest, code string) {
	if c.Kind != Number {
		return "", ""
	}
	var words []string
	for _, w := range english.Split(c.Name) {
		if found := english.CurrencyCode(w); found != "" && english.IsCurrency(w) && code == "" {
			code = strings.ToUpper(found)
		} else {
			words = append(words, w)
		}
	}
	return strings.Join(words, " "), code
}

// RowsIn are the tests that keep the rows of a currency, one for each column that says in
// which of several currencies its rows are.
func (x *Index) RowsIn(code string) []*Test {
	var list []*Test
	for n := 1; n < len(x.Columns); n++ {
		c := &x.Columns[n]
		if c.Kind != Text || len(c.Enum) < 2 || x.Tables[c.Table].View || !slices.Contains(c.Words, "currency") && !allCurrencies(c.Enum) {
			continue
		}
		if v, ok := x.holds(n, code); ok {
			list = append(list, &Test{Op: "=", Column: n, Values: []string{v}})
		}
	}
	return list
}

// AmountsInNone are the columns of money of which nothing says a currency: neither their own
// name or description nor another column of their table.
func (x *Index) AmountsInNone() []int {
	told := map[int]bool{} // tables that say a currency
	for n := 1; n < len(x.Columns); n++ {
		if c := &x.Columns[n]; c.Kind == Text && (slices.Contains(c.Words, "currency") || len(c.Enum) > 0 && allCurrencies(c.Enum)) {
			told[c.Table] = true
		}
	}
	var list []int
	for n := 1; n < len(x.Columns); n++ {
		c := &x.Columns[n]
		if c.Kind == Number && c.Unit == "" && !c.Primary && !c.Foreign && columns.Money.HasAny(c.Words) && !told[c.Table] {
			list = append(list, n)
		}
	}
	return list
}

func allCurrencies(list []Value) bool {
	return !slices.ContainsFunc(list, func(v Value) bool { return len(v.Text) != 3 || !english.IsCurrency(strings.ToLower(v.Text)) })
}
