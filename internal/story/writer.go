package story

import (
	"fmt"
	"strconv"
	"strings"
)

// Piece is words of a sentence with what they come from, if from anything.
type Piece struct {
	Text string
	From *Reference
}

func (p Piece) String() string { return p.Text }

// Cite is words that follow from rows of a result; no rows means all of them.
func Cite(text string, op Operation, column string, rows ...int) Piece {
	return Piece{text, &Reference{Operation: op, Columns: []string{column}, Rows: rows, Source: citation(column, rows)}}
}

func citation(column string, rows []int) string {
	if len(rows) == 1 {
		return fmt.Sprintf("%s, row %d", column, rows[0]+1)
	}
	return column
}

// Prose is pieces in their order.
type Prose []Piece

// Compose puts words, pieces and prose in the places of a sentence, each of which
// is %s.
func Compose(format string, args ...any) Prose {
	var p Prose
	for _, arg := range args {
		before, after, _ := strings.Cut(format, "%s")
		p, format = append(p, Piece{Text: before}), after
		switch arg := arg.(type) {
		case Prose:
			p = append(p, arg...)
		case Piece:
			p = append(p, arg)
		default:
			p = append(p, Piece{Text: fmt.Sprint(arg)})
		}
	}
	return append(p, Piece{Text: format})
}

// Writer writes a story, sentence by sentence, with a reference for each figure.
type Writer struct {
	Sentences  []string
	References []Reference
}

// Say adds a sentence, and the references of its figures.
func (w *Writer) Say(format string, args ...any) {
	start := 0
	for _, s := range w.Sentences {
		start += len(s) + len(" ")
	}
	var text strings.Builder
	for _, p := range Compose(format, args...) {
		if p.From != nil {
			ref := *p.From
			ref.ID, ref.Text, ref.At = "ref"+strconv.Itoa(len(w.References)+1), p.Text, start+text.Len()
			w.References = append(w.References, ref)
		}
		text.WriteString(p.Text)
	}
	w.Sentences = append(w.Sentences, text.String())
}

// Story is what was written.
func (w *Writer) Story() Story {
	return Story{Text: strings.Join(w.Sentences, " "), References: w.References}
}
