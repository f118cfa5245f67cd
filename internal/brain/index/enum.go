package index

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// enumOf lists the values of a column that has few: those a person may mean
// without writing them down.
func (b *builder) enumOf(n int) []Value {
	c := &b.Columns[n]
	const longest = 32
	list := b.stored[n]
	switch {
	case len(list) == 0 || len(list) > maxEnum || c.Unique && !c.Foreign && len(list) > 1 && c.Kind != Text:
		return nil
	case c.Kind == Number && codes(c.About) == nil, c.Kind == Time, c.Kind == Other:
		return nil
	case slices.ContainsFunc(list, func(v Value) bool { return utf8.RuneCountInString(v.Text) > longest }):
		return nil
	}
	return slices.Clone(list)
}

// lookups adds the keys of codes: a text column with the name of another
// table's only key, all of whose values are among that key's.
func (b *builder) lookups() {
	byName := map[string][]int{}
	for i := range b.Tables {
		if k := b.Tables[i].PrimaryKey; len(k) == 1 && b.Columns[k[0]].Kind == Text && len(b.stored[k[0]]) > 1 {
			name := strings.ToLower(b.Columns[k[0]].Name)
			byName[name] = append(byName[name], k[0])
		}
	}
	for n := 1; n < len(b.Columns); n++ {
		c := &b.Columns[n]
		found := byName[strings.ToLower(c.Name)]
		if c.Foreign || c.Kind != Text || len(found) != 1 || b.Columns[found[0]].Table == c.Table || len(b.stored[n]) == 0 {
			continue
		}
		codes := map[string]bool{}
		for _, v := range b.stored[found[0]] {
			codes[v.Text] = true
		}
		if !slices.ContainsFunc(b.stored[n], func(v Value) bool { return !codes[v.Text] }) {
			c.Foreign = true
			b.Keys = append(b.Keys, Key{From: []int{n}, To: []int{found[0]}, Inferred: true})
		}
	}
}

// alias finds other words for the values of enumerations: in the table that a
// code leads to, and in what is written about the column.
func (b *builder) alias(ctx context.Context) error {
	for n := range b.Columns {
		c := &b.Columns[n]
		c.addKnown()
		known := codes(c.About)
		for _, code := range slices.Sorted(maps.Keys(known)) {
			for i := range c.Enum {
				if strings.EqualFold(c.Enum[i].Text, code) {
					c.Enum[i].add(known[code])
				}
			}
		}
	}
	for _, k := range b.Keys {
		if len(k.From) != 1 || len(b.Columns[k.From[0]].Enum) == 0 {
			continue
		}
		from, to := &b.Columns[k.From[0]], k.To[0]
		if from.Type != table.Text {
			continue // numbers are not said for what they lead to
		}
		for _, label := range b.Tables[b.Columns[to].Table].Display {
			if label == to || b.Columns[label].Kind != Text {
				continue
			}
			if err := b.aliasFrom(ctx, from, to, label); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) aliasFrom(ctx context.Context, from *Column, code, label int) error {
	limited, cancel := context.WithTimeout(ctx, statementTime)
	defer cancel()
	const most = 500
	found, err := b.values.Pairs(limited, b.tables[b.Columns[code].Table], b.Columns[code].Name, b.Columns[label].Name, most)
	if err != nil {
		return ctx.Err() // without it the code is known by itself alone
	}
	for _, p := range found {
		for i := range from.Enum {
			if from.Enum[i].Text == p[0].String() && !p[1].IsNull() {
				from.Enum[i].add(p[1].String())
			}
		}
	}
	return nil
}

// known are codes that mean the same everywhere, where all values of a column
// are among them.
var known = []struct{ says, codes string }{
	{"gender sex", "f female woman women girl, m male man men boy, u unknown, x other diverse, o other, w female woman women, d diverse"},
	{"priority severity risk level", "h high, m medium, l low, c critical, u urgent, n normal"},
	{"size", "s small, m medium, l large, xl extra-large, xs extra-small, xxl"},
}

func (c *Column) addKnown() {
	for _, k := range known {
		if !c.says(k.says) {
			continue
		}
		aliases := map[string][]string{}
		for p := range strings.SplitSeq(k.codes, ",") {
			f := strings.Fields(p)
			aliases[f[0]] = f[1:]
		}
		if slices.ContainsFunc(c.Enum, func(v Value) bool { return aliases[strings.ToLower(v.Text)] == nil }) {
			continue
		}
		for i := range c.Enum {
			for _, a := range aliases[strings.ToLower(c.Enum[i].Text)] {
				c.Enum[i].add(a)
			}
		}
	}
}

// add notes an alias once.
func (v *Value) add(words string) {
	const longest = 60
	words = strings.TrimSpace(words)
	if words != "" && len(words) <= longest && !strings.EqualFold(words, v.Text) && !slices.Contains(v.Aliases, words) {
		v.Aliases = append(v.Aliases, words)
	}
}

var codeInText = lazyregexp.New(`(?:^|[\s,;(/|:'"\x60])([A-Za-z0-9_]{1,12})['"\x60]?\s*(?:=|->|→|:| - | – )\s*['"]?([A-Za-z][A-Za-z -]{1,40}?)['"]?\s*(?:$|[,;.)/|\n]| or | and )`)

// codes reads "A=active, I=inactive" and its kin from a comment.
func codes(text string) map[string]string {
	const longest = 2000
	if text = text[:min(len(text), longest)]; !strings.ContainsAny(text, "=:-→–") {
		return nil
	}
	var found map[string]string
	for rest := text; ; {
		m := codeInText.FindStringSubmatchIndex(rest)
		if m == nil {
			return found
		}
		if found == nil {
			found = map[string]string{}
		}
		found[rest[m[2]:m[3]]] = strings.TrimSpace(rest[m[4]:m[5]])
		rest = rest[m[5]:]
	}
}

// display finds the columns that name a row for people.
func (b *builder) display() {
	for i := range b.Tables {
		t := &b.Tables[i]
		if t.Display = b.nameColumns(t); len(t.Display) == 0 {
			t.Display = t.PrimaryKey
		}
	}
}

func (b *builder) nameColumns(t *Table) []int {
	best, bestScore := 0, 0
	var first, last int
	for _, n := range t.Columns {
		c := &b.Columns[n]
		if c.Kind != Text || c.Foreign && !c.Primary {
			continue
		}
		end := c.Words[len(c.Words)-1]
		switch phrase := strings.Join(c.Words, " "); {
		case phrase == "first name" || phrase == "given name" || phrase == "forename":
			first = n
			continue
		case phrase == "last name" || phrase == "family name" || phrase == "surname":
			last = n
			continue
		case phrase == "name" || phrase == "full name" || phrase == "display name":
			bestScore, best = keepBetter(bestScore, best, 9, n)
		case phrase == "title" || phrase == "label":
			bestScore, best = keepBetter(bestScore, best, 8, n)
		case (end == "name" || end == "title") && withoutRole(c.Words[:len(c.Words)-1], t.Words):
			bestScore, best = keepBetter(bestScore, best, 7, n)
		case end == "name" || english.Among(end, "title label nickname username headline subject company"):
			bestScore, best = keepBetter(bestScore, best, 5, n)
		case (end == "description" || end == "text") && len(t.Columns) <= 4:
			bestScore, best = keepBetter(bestScore, best, 4, n)
		}
	}
	switch {
	case first > 0 && last > 0 && bestScore < 9:
		return []int{first, last}
	case best > 0:
		return []int{best}
	}
	return nil
}

// withoutRole reports whether the words before "name" say the table's own
// thing: company name in companies.
func withoutRole(before, table []string) bool {
	return slices.ContainsFunc(before, func(w string) bool {
		return slices.ContainsFunc(table, func(t string) bool { return english.Singular(t) == english.Singular(w) })
	})
}

func keepBetter(score, n, newScore, candidate int) (int, int) {
	if newScore > score {
		return newScore, candidate
	}
	return score, n
}
