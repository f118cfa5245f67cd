package index

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

func anyColumn(*Column) bool { return true }

// column reads a column's name: in backticks as the database writes it, or in
// plain words. It must be of the given kind. Columns of the tables that are
// spoken of come first; otherwise there must be just one. 0 when there is none.
func (r *reader) column(kind func(*Column) bool, tables ...int) int {
	if r.atEnd() {
		return 0
	}
	near := slices.Concat(tables, reversedOf(r.context))
	w := r.tokens[r.at]
	if t, c, ok := strings.Cut(w.text, "."); ok {
		if n := r.x.Column("", t, strings.Trim(c, `"`)); n > 0 && kind(&r.x.Columns[n]) {
			r.at++
			r.context = append(slices.Clip(r.context), r.x.Columns[n].Table)
			return n
		}
		return 0
	}
	if w.quoted || strings.Contains(w.text, "_") {
		n := r.x.pick(near, func(c *Column) bool { return strings.EqualFold(c.Name, w.text) && kind(c) })
		if n > 0 {
			r.at++
			r.context = append(slices.Clip(r.context), r.x.Columns[n].Table)
		}
		return n
	}
	for length := longestTerm; length > 0; length-- {
		s := r.plain(length)
		if s == nil {
			continue
		}
		n := r.x.pick(near, func(c *Column) bool {
			return kind(c) && (slices.ContainsFunc(c.Forms, func(f []string) bool { return slices.Equal(stems(f), s) }) ||
				slices.ContainsFunc(c.Synonyms, func(f string) bool { return slices.Equal(stems(tokens(f)), s) }))
		})
		if n > 0 {
			r.at += length
			r.context = append(slices.Clip(r.context), r.x.Columns[n].Table)
			return n
		}
	}
	return r.columnOfTable(kind)
}

// columnOfTable reads a column's name in plain words behind that of its table: customer
// segment.
func (r *reader) columnOfTable(kind func(*Column) bool) int {
	for length := longestTerm - 1; length > 0; length-- {
		name := r.plain(length)
		if name == nil {
			continue
		}
		for t := range r.x.Tables {
			if !r.x.isCalled(t, name) {
				continue
			}
			for rest := longestTerm; rest > 0; rest-- {
				s := r.plain(length + rest)
				if s == nil {
					continue
				}
				for _, n := range r.x.Tables[t].Columns {
					c := &r.x.Columns[n]
					if kind(c) && slices.ContainsFunc(c.Forms, func(f []string) bool { return slices.Equal(stems(f), s[length:]) }) {
						r.at += length + rest
						r.context = append(slices.Clip(r.context), t)
						return n
					}
				}
			}
		}
	}
	return 0
}

func reversedOf(list []int) []int {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

// pick is the column that fits, of the first of the near tables that has one,
// else the only one of all tables that store data.
func (x *Index) pick(near []int, fits func(*Column) bool) int {
	for _, t := range near {
		for _, n := range x.Tables[t].Columns {
			if fits(&x.Columns[n]) {
				return n
			}
		}
	}
	found := 0
	for n := 1; n < len(x.Columns); n++ {
		if x.Tables[x.Columns[n].Table].View || !fits(&x.Columns[n]) {
			continue
		}
		if found > 0 {
			return 0
		}
		found = n
	}
	return found
}

// isCalled is true for stems that name a table.
func (x *Index) isCalled(table int, s []string) bool {
	t := &x.Tables[table]
	return slices.ContainsFunc(t.Forms, func(f []string) bool { return slices.Equal(stems(f), s) }) ||
		slices.ContainsFunc(t.Synonyms, func(f string) bool { return slices.Equal(stems(tokens(f)), s) })
}

// Leads is true where every row of one table has at most one row of the other:
// lines lead to orders, and these to customers.
func (x *Index) Leads(from, to int) bool {
	seen := map[int]bool{from: true}
	for list := []int{from}; len(list) > 0; list = list[1:] {
		if list[0] == to {
			return true
		}
		for _, k := range x.KeysFrom(list[0]) {
			if next := x.Columns[k.To[0]].Table; !seen[next] {
				seen[next] = true
				list = append(list, next)
			}
		}
	}
	return false
}

// keyBetween is the place of the one key that leads from one table to the
// other, -1 when there are several or none.
func (x *Index) keyBetween(from, to int) int {
	found := -1
	for n, k := range x.Keys {
		if x.Columns[k.From[0]].Table != from || x.Columns[k.To[0]].Table != to {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = n
	}
	return found
}

// ownTime is the column that says when a table's rows happened: the only time,
// or the only one that every row has, or the only day among these; 0 when that
// is not clear.
func (x *Index) ownTime(table int) int {
	var all, always, days []int
	for _, n := range x.Tables[table].Columns {
		c := &x.Columns[n]
		if c.Kind != Time {
			continue
		}
		all = append(all, n)
		if !c.Nullable {
			always = append(always, n)
			if c.Type.String() == "date" || c.Form == DateText {
				days = append(days, n)
			}
		}
	}
	for _, list := range [][]int{all, always, days} {
		if len(list) == 1 {
			return list[0]
		}
	}
	return 0
}

// TimeOf is ownTime for those who put a definition into a question.
func (x *Index) TimeOf(table int) int { return x.ownTime(table) }

// testForValue is the test that a column of the table has the value, or that a flag
// of this name is set; nil when no column does, or several do.
func (x *Index) testForValue(table int, text string) *Test {
	var found *Test
	for _, n := range x.Tables[table].Columns {
		c := &x.Columns[n]
		switch v, ok := x.holds(n, text); {
		case c.Kind == Boolean && strings.EqualFold(c.Name, text):
			return &Test{Op: "=", Column: n, Values: []string{"true"}}
		case !ok || len(c.Enum) == 0:
		case found != nil:
			return nil
		default:
			found = &Test{Op: "=", Column: n, Values: []string{v}}
		}
	}
	return found
}

// adjective is what a word before or after rows says of them: a flag that is
// set, a value, the part that several values share, a time that is known, or
// rows of another table that are called so.
func (x *Index) adjective(table int, word string) *Test {
	s := []string{english.Singular(word)}
	for _, n := range x.Tables[table].Columns {
		c := &x.Columns[n]
		if c.Kind == Boolean && slices.ContainsFunc(c.Forms, func(f []string) bool { return slices.Equal(stems(f), s) }) {
			return &Test{Op: "=", Column: n, Values: []string{"true"}}
		}
	}
	if stop[word] {
		return nil
	}
	if t := x.testForValue(table, word); t != nil {
		return t
	}
	if t := x.testValuesWith(table, word); t != nil {
		return t
	}
	for _, n := range x.Tables[table].Columns {
		c := &x.Columns[n]
		parts := english.Split(c.Name)
		if c.Kind == Time && c.Nullable && len(parts) == 2 && parts[0] == word && english.Among(parts[1], "at on date time day") {
			return &Test{Op: "notnull", Column: n}
		}
	}
	root := english.Stem(word)
	for n := range x.Keys {
		from := x.Columns[x.Keys[n].From[0]].Table
		t := &x.Tables[from]
		if len(t.Words) == 1 && english.Stem(t.Words[0]) == root && x.keyBetween(from, table) == n {
			return &Test{Op: Has, Key: n, Least: 1}
		}
	}
	return nil
}

// testValuesWith is the test for the values of one column that have the word in them:
// closed_won and closed_lost are closed.
func (x *Index) testValuesWith(table int, word string) *Test {
	var found *Test
	for _, n := range x.Tables[table].Columns {
		var list []string
		for _, v := range x.Columns[n].Enum {
			if parts := english.Split(v.Text); len(parts) > 1 && slices.Contains(parts, word) {
				list = append(list, v.Text)
			}
		}
		switch {
		case len(list) == 0:
		case found != nil:
			return nil
		default:
			found = &Test{Op: "anyof", Column: n, Values: list}
		}
	}
	return found
}

// holds is the value of a column that a text says, as it is stored.
func (x *Index) holds(column int, text string) (string, bool) {
	key := strings.Join(tokens(text), " ")
	same := func(s string) bool { return s == text || key != "" && strings.Join(tokens(s), " ") == key }
	for _, list := range [][]Value{x.Columns[column].Enum, x.stored.of(column)} {
		for _, v := range list {
			if same(v.Text) || slices.ContainsFunc(v.Aliases, same) {
				return v.Text, true
			}
		}
	}
	return "", false
}

// storedAs is holds for a value that a document quotes. Where not all values are
// known it is taken at its word.
func (x *Index) storedAs(column int, text string) (string, bool) {
	if v, ok := x.holds(column, text); ok {
		return v, true
	}
	return text, len(x.Columns[column].Enum) == 0
}
