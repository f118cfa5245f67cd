// Package verifier holds a question against what a statement says and found: a small
// network reads both as text, and says how well they go together. The parser writes
// forms word by word; the verifier sees each of them whole, and its result.
package verifier

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/neural"
	"github.com/plumbdata/plumb/internal/table"
)

// How much of a result is read.
const (
	rowsRead    = 3
	columnsRead = 4
	cellRead    = 24 // characters
)

// Asked is what the verifier reads of a question: itself, and what it follows, if
// anything.
func Asked(question, before string) string {
	if before == "" {
		return question
	}
	return question + " | " + before
}

// Text is what it reads of a statement: what it says, of which tables, and the first
// rows that it found.
func Text(ix *index.Index, q *form.Query, result *table.Table) string {
	var b strings.Builder
	b.WriteString(render.Sentence(ix, q))
	b.WriteString(" | ")
	for i, t := range q.Tables {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strings.Join(ix.Tables[t].Words, " "))
	}
	if result != nil {
		writeResult(&b, result)
	}
	return b.String()
}

func writeResult(b *strings.Builder, t *table.Table) {
	fmt.Fprintf(b, " | %d x %d", len(t.Rows), len(t.Columns))
	for _, row := range t.Rows[:min(len(t.Rows), rowsRead)] {
		b.WriteString(" ;")
		for _, v := range row[:min(len(row), columnsRead)] {
			b.WriteByte(' ')
			b.WriteString(cell(v))
		}
	}
}

// cell is a value, rounded and cut.
func cell(v table.Value) string {
	if v.IsNull() {
		return "null"
	}
	if f, ok := v.Float64(); ok {
		return digits(f)
	}
	text := []rune(v.String())
	return string(text[:min(len(text), cellRead)])
}

// digits is a number with four digits that matter, written out unless it is very
// large or small.
func digits(f float64) string {
	short := strconv.FormatFloat(f, 'g', 4, 64)
	if size := math.Abs(f); size >= 1e4 && size < 1e12 {
		rounded, _ := strconv.ParseFloat(short, 64)
		return strconv.FormatFloat(rounded, 'f', 0, 64)
	}
	return short
}

// How many pieces of words are read of a question, and of a statement.
const (
	MostAsked = 80
	MostSaid  = 112
)

// Cut is the pieces of a text, at most so many.
func Cut(pieces *neural.Tokenizer, text string, most int) []int32 {
	list := pieces.Pieces(text)
	return list[:min(len(list), most)]
}
