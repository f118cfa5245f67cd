package analyst

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// mention is where a text names a column.
type mention struct {
	column     int
	start, end int // in the text
	sure       int // how surely, the more the surer
}

// Ways in which a text names a column, the surest last.
const (
	byInitials = iota + 1
	byPart
	byWords
	byName
)

// brackets hold a unit or an explanation in a header.
var brackets = lazyregexp.New(`\s*[(\[{].*?[)\]}]`)

// surface lists the ways to write the name of a column.
func surface(c *index.Column) map[string]int {
	forms := map[string]int{}
	add := func(text string, sure int) {
		text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
		if utf8.RuneCountInString(text) >= 2 && forms[text] < sure {
			forms[text] = sure
		}
	}
	add(c.Name, byName)
	bare := brackets.ReplaceAllString(c.Name, "")
	add(bare, byName)
	add(strings.NewReplacer("_", " ", ".", " ", "-", " ").Replace(bare), byName)
	add(strings.TrimLeftFunc(bare, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), byName)
	add(strings.Join(english.Split(bare), " "), byName)
	add(strings.Join(c.Words, " "), byWords)
	for _, f := range c.Forms {
		add(strings.Join(f, " "), byWords)
	}
	for _, s := range c.Synonyms {
		add(s, byWords)
	}
	return forms
}

// mentionsOf finds the columns of a table, and of those that its rows belong to, in
// a text. The longest and surest come first; what they cover is not read again.
func mentionsOf(ix *index.Index, text string, tables []int) []mention {
	low := lower(text)
	var all []mention
	for _, t := range tables {
		for _, c := range ix.Tables[t].Columns {
			for form, sure := range surface(&ix.Columns[c]) {
				for _, at := range occurrences(low, form) {
					all = append(all, mention{c, at, at + len(form), sure})
				}
			}
			all = append(all, initials(low, ix.Columns[c].Name, c)...)
			all = append(all, spelledOut(low, ix.Columns[c].Name, c)...)
		}
	}
	slices.SortStableFunc(all, func(a, b mention) int {
		return cmp.Or(cmp.Compare(b.end-b.start, a.end-a.start), cmp.Compare(b.sure, a.sure), cmp.Compare(a.column, b.column))
	})
	all = slices.DeleteFunc(all, func(m mention) bool {
		return isFigureName(low[m.start:m.end]) && text[m.start:m.end] != ix.Columns[m.column].Name
	})
	var kept []mention
	free := func(m mention) bool {
		return !slices.ContainsFunc(kept, func(k mention) bool { return m.start < k.end && k.start < m.end })
	}
	for _, m := range all {
		if free(m) {
			kept = append(kept, m)
		}
	}
	for _, m := range partial(ix, text, tables) {
		known := slices.ContainsFunc(kept, func(k mention) bool { return k.column == m.column && k.sure > byPart })
		if free(m) && !known && !isStatisticWord(low[m.start:m.end]) {
			kept = append(kept, m)
		}
	}
	// What names every row is spoken of as what the rows are: players, patients.
	kept = slices.DeleteFunc(kept, func(m mention) bool {
		return namesRows(ix, m.column) && text[m.start:m.end] != ix.Columns[m.column].Name
	})
	slices.SortFunc(kept, func(a, b mention) int { return cmp.Compare(a.start, b.start) })
	return kept
}

// withNouns adds where a text says what rows of other tables are: the category of a
// product is the column that names categories.
func withNouns(ix *index.Index, text string, tables []int, list []mention) []mention {
	low := lower(text)
	for _, t := range tables {
		table := &ix.Tables[t]
		if len(table.Display) != 1 {
			continue
		}
		if _, few := dimensionOf(ix, table.Display[0], false); !few {
			continue
		}
		noun := table.RowNoun()
		for _, form := range []string{noun, english.Plural(noun)} {
			for _, at := range occurrences(low, form) {
				m := mention{table.Display[0], at, at + len(form), byWords}
				if !slices.ContainsFunc(list, func(k mention) bool { return m.start < k.end && k.start < m.end }) {
					list = append(list, m)
				}
			}
		}
	}
	slices.SortFunc(list, func(a, b mention) int { return cmp.Compare(a.start, b.start) })
	return list
}

// namesRows is true for a column that has another value in nearly every row.
func namesRows(ix *index.Index, column int) bool {
	c := &ix.Columns[column]
	rows := ix.Tables[c.Table].Rows
	return c.Primary || c.Unique || c.Kind == index.Text && rows > 0 && int64(c.Distinct)*10 >= rows*9
}

// lower is a text in lower case, with every letter at its place.
func lower(text string) string {
	low := strings.ToLower(text)
	if len(low) == len(text) {
		return low
	}
	b := []byte(text)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// occurrences are the places where a form stands as words of its own.
func occurrences(text, form string) []int {
	var list []int
	for from := 0; ; {
		at := strings.Index(text[from:], form)
		if at < 0 {
			return list
		}
		at += from
		from = at + len(form)
		if boundary(text, at, form, true) && boundary(text, from, form, false) {
			list = append(list, at)
		}
	}
}

// boundary is true where a word can begin or end.
func boundary(text string, at int, form string, start bool) bool {
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	if start {
		first, _ := utf8.DecodeRuneInString(form)
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		return at == 0 || !isWord(first) || !isWord(before)
	}
	last, _ := utf8.DecodeLastRuneInString(form)
	after, size := utf8.DecodeRuneInString(text[at:])
	if at >= len(text) || !isWord(last) || !isWord(after) {
		return true
	}
	// A plural is the same name.
	next, _ := utf8.DecodeRuneInString(text[min(at+size, len(text)):])
	return after == 's' && (at+size >= len(text) || !isWord(next))
}

// initials finds the words that a short name is made of the first letters of:
// length of stay for LOS.
func initials(low, name string, column int) []mention {
	name = strings.ToLower(strings.TrimSpace(brackets.ReplaceAllString(name, "")))
	if len(name) < 3 || len(name) > 5 || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return nil
	}
	words := span.Words(low)
	var list []mention
	for i := 0; i+len(name) <= len(words); i++ {
		fits := true
		for k := range len(name) {
			w := words[i+k].Text
			fits = fits && len(w) > 1 && w[0] == name[k]
		}
		if fits {
			list = append(list, mention{column, words[i].Start, words[i+len(name)-1].End, byInitials})
		}
	}
	return list
}

// spelledOut finds the words that a name cuts short: maximum temperature for Max
// Temp, systolic blood pressure for sys_bp. A unit at its end may be left out.
func spelledOut(low, name string, column int) []mention {
	parts := english.Split(brackets.ReplaceAllString(name, ""))
	if n := len(parts); n > 1 && unitParts[parts[n-1]] {
		parts = parts[:n-1]
	}
	if len(parts) == 0 {
		return nil
	}
	words := span.Words(low)
	var list []mention
	glued := strings.ToLower(strings.Join(parts, ""))
	for i := 0; len(glued) > 5 && i+1 < len(words); i++ {
		if words[i].Text+words[i+1].Text == glued || words[i].Text+english.Singular(words[i+1].Text) == glued {
			list = append(list, mention{column, words[i].Start, words[i+1].End, byWords})
		}
	}
	for i := range words {
		at, exact := i, true
		for _, p := range parts {
			taken, same := aligned(p, words[at:])
			if taken == 0 {
				at = -1
				break
			}
			at, exact = at+taken, exact && same
		}
		if at > i && !exact && !(len(parts) == 1 && at == i+1 && statisticWords[words[i].Text]) {
			list = append(list, mention{column, words[i].Start, words[at-1].End, byWords})
		}
	}
	return list
}

var unitParts = english.NewSet("yrs yr years days hrs mins kg cm mm lbs usd eur pct percent id no num")

// aligned is how many words a part of a name stands for, and whether it is the word
// itself.
func aligned(part string, words []span.Word) (taken int, same bool) {
	if len(words) == 0 {
		return 0, false
	}
	word := words[0].Text
	if english.StopWords[word] || english.RequestWords[word] {
		return 0, false
	}
	if full, ok := english.Expand(part); ok && (full == word || full == english.Singular(word)) {
		return 1, false
	}
	switch {
	case word == part || english.Singular(word) == english.Singular(part):
		return 1, true
	case index.Abbreviates(part, word) || len(part) == 2 && len(word) > 4 && part[0] == word[0] && part[1] == word[len(word)-1]:
		return 1, false
	}
	if len(part) >= 2 && len(part) <= 3 && len(words) >= len(part) {
		for k := range len(part) {
			if w := words[k].Text; len(w) < 3 || w[0] != part[k] {
				return 0, false
			}
		}
		return len(part), false
	}
	return 0, false
}

// isFigureName is true for words that ask for a figure, unless they are written as
// the name of a column.
func isFigureName(text string) bool { return figureNames[text] }

var figureNames = english.NewSet("mean average median mode min max minimum maximum sum std variance range count total deviation")

// partial are names of which a text has a part, as the index finds them; only
// where the words fit no other column of these tables as well.
func partial(ix *index.Index, text string, tables []int) []mention {
	words := span.Words(text)
	count := map[[2]int]int{}
	var list []mention
	for _, l := range ix.Names(words) {
		if l.Column == 0 || !slices.Contains(tables, ix.Columns[l.Column].Table) || l.Kind == index.About {
			continue
		}
		at := [2]int{words[l.First].Start, words[l.End-1].End}
		count[at]++
		list = append(list, mention{l.Column, at[0], at[1], byPart})
	}
	return slices.DeleteFunc(list, func(m mention) bool { return count[[2]int{m.start, m.end}] > 1 })
}

// isStatisticWord is true for words that name what is computed rather than a
// column.
func isStatisticWord(text string) bool { return statisticWords[text] }

var statisticWords = english.NewSet(`mean average avg median mode deviation variance range minimum maximum min max sum total count number rows row column columns value values
	outlier outliers test p-value significance level group groups distribution normal correlation coefficient score rate percent percentage standard error split set data dataset file year
	difference differ between each linear regression logistic predict model feature features target test train accuracy missing fill rank strength size ratio all other first second highest lowest`)

// masked is a text in which every mention is a mark with its number, so that
// patterns can speak of columns.
func masked(text string, list []mention) string {
	var b strings.Builder
	at := 0
	for i, m := range list {
		b.WriteString(text[at:m.start])
		fmt.Fprintf(&b, "‹%d›", i)
		at = m.end
	}
	b.WriteString(text[at:])
	return b.String()
}

// mark matches one.
const mark = `‹(\d+)›`

var marks = lazyregexp.New(mark)

// isOwner is true for a word before a column that says whose it is: customer segment.
func (r *request) isOwner(word string, of mention) bool {
	if key := r.marked(word); len(key) == 1 {
		return r.ix.Columns[key[0].column].Foreign
	}
	words := r.ix.Tables[r.ix.Columns[of.column].Table].Words
	return word == "" || slices.ContainsFunc(words, func(w string) bool { return english.Singular(w) == english.Singular(word) })
}
