package index

import (
	"regexp"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/span"
)

// Term is a word of the business that a document defines: what is added up,
// and which rows count.
//
//   - **Revenue**: the sum of `orders.order_total` over orders whose `status` is `completed`.
type Term struct {
	Name   []string // stems
	Column int      // 0 when the definition says more than is understood here
	Where  []Rows
	Text   string // the definition's first sentence
	File   string // of the document
}

// Rows are those in which a column has a value.
type Rows struct {
	Column int
	Value  string
}

// TermLink says that words[First:End] of a question are a term.
type TermLink struct {
	First, End int
	Term       *Term
}

const maxTerms = 200

var (
	definition = regexp.MustCompile(`(?m)^[ \t]*(?:[-*+][ \t]+)?\*\*([^*\n]{2,60})\*\*[ \t]*[:–—-]((?:.*\n?(?:[ \t]+[^-*+ \t\n#].*\n?)*))`)
	summed     = regexp.MustCompile("^\\s*(?:the |a )?(?:sum|total) of (?:the |all )?`([^`]+)`")
	isValue    = regexp.MustCompile("`([^`]+)` (?:is|=|equals|of) `([^`]+)`")
)

// define reads the definitions in the documents.
func (b *builder) define() {
	for _, d := range b.s.Documents.Text {
		for _, m := range definition.FindAllStringSubmatch(d.Body, -1) {
			if len(b.Terms) == maxTerms {
				return
			}
			t := Term{Name: stems(tokens(m[1])), File: d.File}
			if len(t.Name) == 0 || len(t.Name) > 4 {
				continue
			}
			t.Text, _, _ = strings.Cut(strings.Join(strings.Fields(m[2]), " ")+" ", ". ")
			t.Text = strings.TrimSuffix(strings.TrimSpace(t.Text), ".")
			if usual(t) {
				continue
			}
			t.Column, t.Where = b.meaning(t.Text)
			b.Terms = append(b.Terms, t)
		}
	}
}

// usual is true for a definition that says what everybody would think: a
// quarter is a calendar quarter.
func usual(t Term) bool {
	for _, w := range tokens(t.Text) {
		if !stop[w] && w != "calendar" && !slices.Contains(t.Name, stem(w)) {
			return false
		}
	}
	return true
}

// meaning reads a definition: the sum of a column, over rows with certain
// values. Whatever else it says makes it one that is not understood, for half a
// definition is a wrong one.
func (b *builder) meaning(sentence string) (column int, where []Rows) {
	m := summed.FindStringSubmatch(sentence)
	if m == nil {
		return 0, nil
	}
	column = b.referred(m[1], 0)
	if column == 0 || !b.Columns[column].Type.Numeric() {
		return 0, nil
	}
	rest := sentence[len(m[0]):]
	for _, c := range isValue.FindAllStringSubmatch(rest, -1) {
		at := b.referred(c[1], b.Columns[column].Table)
		if at == 0 {
			return 0, nil
		}
		where = append(where, Rows{at, c[2]})
	}
	rest = isValue.ReplaceAllString(rest, "")
	glue := words("over of in for all rows row whose where with that have having and the a only which are")
	own := map[string]bool{}
	for _, f := range b.Tables[b.Columns[column].Table].Forms {
		for _, s := range stems(f) {
			own[s] = true
		}
	}
	if slices.ContainsFunc(tokens(rest), func(w string) bool { return !glue[w] && !own[stem(w)] }) {
		return 0, nil
	}
	return column, where
}

// referred finds the column that a document writes as table.column, or as the
// column alone where the table is known; 0 when there is none.
func (b *builder) referred(name string, table int) int {
	if t, c, ok := strings.Cut(name, "."); ok {
		return b.Index.Column("", t, c)
	}
	for _, n := range b.Tables[table].Columns {
		if strings.EqualFold(b.Columns[n].Name, name) {
			return n
		}
	}
	return 0
}

// Defined finds the terms among the words of a question, the longest first, and
// no shorter one within another: net revenue is not revenue.
func (x *Index) Defined(list []span.Word) []TermLink {
	if len(x.Terms) == 0 {
		return nil
	}
	q := nameQuery(list)
	s := stems(q.tokens)
	taken := make([]bool, len(s))
	var found []TermLink
	for length := 4; length > 0; length-- {
		for i := 0; i+length <= len(s); i++ {
			if slices.Contains(taken[i:i+length], true) {
				continue
			}
			for n := range x.Terms {
				t := &x.Terms[n]
				if !slices.Equal(t.Name, s[i:i+length]) {
					continue
				}
				for k := i; k < i+length; k++ {
					taken[k] = true
				}
				found = append(found, TermLink{q.word[i], q.word[i+length-1] + 1, t})
				break
			}
		}
	}
	return found
}
