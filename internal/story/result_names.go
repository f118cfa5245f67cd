package story

import (
	"slices"
	"strings"
	"unicode"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/table"
)

// aboutName is something that rows are about, as plainWords writes it. A value
// says more than a word of a column's name.
type aboutName struct {
	text   string
	weight int
}

const (
	columnWeight = 1
	valueWeight  = 2
)

// totalWeight is how much a result knows of something.
func totalWeight(names []aboutName) int {
	total := 0
	for _, n := range names {
		total += n.weight
	}
	return total
}

// knows is true for a result that speaks of all the names: they stand in its
// rows, its columns or its statement.
func (r *Result) knows(names []aboutName) bool {
	for _, n := range names {
		own := slices.ContainsFunc(r.about, func(x aboutName) bool { return x.text == n.text })
		if !own && !strings.Contains(r.says, n.text) {
			return false
		}
	}
	return true
}

// aboutNames are what the rows and columns of a result are about. Numbers and
// periods are left out: those are found by their meaning.
func aboutNames(t *table.Table) []aboutName {
	const longest, rows, words = 80, 1000, 4
	var list []aboutName
	seen := map[string]bool{}
	add := func(text string, weight int) {
		if len(text) > len(" x ") && !seen[text] && strings.ContainsFunc(text, unicode.IsLetter) && !onlyPeriod.MatchString(text) {
			seen[text] = true
			list = append(list, aboutName{text, weight})
		}
	}
	for _, c := range t.Columns {
		parts := strings.Fields(plainWords(c.Name))
		if len(parts) > words {
			continue // an expression without a name
		}
		for _, word := range parts {
			if !howMade[word] {
				add(" "+word+" ", columnWeight)
			}
		}
	}
	for _, row := range t.Rows[:min(rows, len(t.Rows))] {
		for _, v := range row {
			if v.Kind() == table.Text && v.Size() <= longest {
				add(plainWords(v.String()), valueWeight)
			}
		}
	}
	return list
}

var onlyPeriod = lazyregexp.New(`^ (?:q[1-4] |\d+ |(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* )+$`)

// namesWithin are the names that stand in a text.
func namesWithin(names []aboutName, text string) []aboutName {
	var list []aboutName
	text = plainWords(text)
	for _, n := range names {
		if strings.Contains(text, n.text) {
			list = append(list, n)
		}
	}
	return list
}

// howMade are words of columns that say how a figure was made, not of what.
var howMade = english.NewSet("total sum count number avg average mean min max share percent rank name value row all the")

// plainWords is a text as words in small letters and without the s of the
// plural, with a space before and after each.
func plainWords(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127)
	}) {
		if len(word) > 3 && !strings.HasSuffix(word, "ss") {
			word = strings.TrimSuffix(word, "s")
		}
		b.WriteString(word + " ")
	}
	return b.String()
}
