package link

import (
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// Writer writes forms as the decoder scores them. Forms for one question share
// most of their values, and finding how to point at one takes longer than all
// the rest, so it remembers.
type Writer struct {
	q     *Question
	g     *form.Grammar
	known map[comparedValue][]form.Token
}

// comparedValue is a value that is compared with a column.
type comparedValue struct {
	value  form.Value
	column int
}

// Writer gives a writer of forms for the question.
func (q *Question) Writer() *Writer {
	return &Writer{q: q, g: q.Grammar(), known: map[comparedValue][]form.Token{}}
}

// Point is the question's, remembered.
func (w *Writer) Point(v *form.Value, column int) ([]form.Token, bool) {
	key := comparedValue{*v, column}
	tokens, ok := w.known[key]
	if !ok {
		tokens, _ = w.q.Point(v, column)
		w.known[key] = tokens
	}
	return tokens, tokens != nil
}

// Today is the day that the question is asked on.
func (w *Writer) Today() time.Time { return w.q.Today() }

// Write gives the numbers of a form's tokens with the end token, nil where the
// grammar or the question does not allow the form.
func (w *Writer) Write(query *form.Query) []int {
	tokens, err := form.Write(query, w)
	if err != nil {
		return nil
	}
	state := w.g.Start()
	numbers := make([]int, 0, len(tokens)+1)
	for _, t := range append(tokens, form.Token{Kind: form.Word, N: form.End()}) {
		t, ok := w.q.ViewToken(t)
		if !ok {
			return nil
		}
		if state = state.Next(t); state == nil {
			return nil
		}
		numbers = append(numbers, w.g.Number(t))
	}
	return numbers
}
