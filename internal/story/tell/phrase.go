package tell

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/lazyregexp"
	"github.com/plumbdata/plumb/internal/story"
)

// phrase is words, some of which are claims.
type phrase []span

type span struct {
	text string
	own  bool             // spelt as the data spell it; never capitalised
	ref  *story.Reference // what the words claim, if anything
}

func words(text string) phrase { return phrase{{text: text}} }

// numbered is a name that was made of a noun and a number: order 17.
var numbered = lazyregexp.New(`^[a-z ]+ \d+$`)

// nameOf is an entity in its stored spelling.
func nameOf(text string) phrase {
	return phrase{{text: story.Name(text), own: !numbered.MatchString(text)}}
}

// claim is words that follow from rows; no rows means all of them.
func claim(text string, op story.Operation, columns []string, rows ...int) phrase {
	return phrase{{text: text, ref: &story.Reference{Operation: op, Columns: columns, Rows: rows}}}
}

// among is a claim that holds among some rows only.
func among(p phrase, rows []int) phrase {
	p[0].ref.Among = rows
	return p
}

// fill puts phrases in the places of a sentence: "{who} leads with {value}".
func fill(template string, parts map[string]phrase) phrase {
	var p phrase
	for template != "" {
		before, rest, found := strings.Cut(template, "{")
		if before != "" {
			p = append(p, span{text: before})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		p = append(p, parts[name]...)
		template = after
	}
	return p
}

// list joins phrases: "North", "North and South", "North, South and East".
func list(items []phrase) phrase {
	var p phrase
	for i, item := range items {
		switch {
		case i > 0 && i == len(items)-1:
			p = append(p, span{text: " and "})
		case i > 0:
			p = append(p, span{text: ", "})
		}
		p = append(p, item...)
	}
	return p
}

// write makes the text, and the references in its order.
func write(sentences []sentence) story.Story {
	var b strings.Builder
	var refs []story.Reference
	for i, s := range sentences {
		if i > 0 {
			b.WriteByte(' ')
		}
		first := true
		for _, sp := range s.words {
			text := sp.text
			if text == "" {
				continue
			}
			if first && (!sp.own || fault.BeginsPlainly(text)) {
				text = capital(text)
			}
			first = false
			if sp.ref != nil {
				ref := *sp.ref
				ref.Text, ref.At, ref.ID = text, b.Len(), "ref"+strconv.Itoa(len(refs)+1)
				ref.Source = sourceOf(ref)
				refs = append(refs, ref)
			}
			b.WriteString(text)
		}
		b.WriteByte('.')
	}
	return story.Story{Text: b.String(), References: refs}
}

func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// sourceOf says in words where a claim comes from.
func sourceOf(r story.Reference) string {
	columns := strings.Join(r.Columns, " and ")
	where := "all rows"
	switch len(r.Rows) {
	case 0:
	case 1:
		where = "row " + strconv.Itoa(r.Rows[0]+1)
	default:
		if len(r.Rows) > 5 {
			where = strconv.Itoa(len(r.Rows)) + " rows"
			break
		}
		numbers := make([]phrase, len(r.Rows))
		for i, row := range r.Rows {
			numbers[i] = words(strconv.Itoa(row + 1))
		}
		var b strings.Builder
		for _, sp := range list(numbers) {
			b.WriteString(sp.text)
		}
		where = "rows " + b.String()
	}
	switch {
	case r.Operation == story.Scope:
		return "the question"
	case columns == "":
		return string(r.Operation) + " over " + where
	case r.Operation == story.Value:
		return columns + ", " + where
	}
	return string(r.Operation) + " of " + columns + ", " + where
}
