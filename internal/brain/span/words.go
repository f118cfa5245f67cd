package span

import (
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Word is a word of a question, with its place in bytes.
type Word struct {
	Text       string
	Start, End int
}

// MaxWords is how many words of a question are read.
const MaxWords = 120

// A word is a date, a time, a number with its separators, a name such as
// O'Hare (5 o'clock is none), a run of letters and digits, or a single sign.
var word = lazyregexp.New(`\d{4}-\d{1,2}-\d{1,2}\b|\d{1,2}\.\d{1,2}\.\d{4}\b|\d{1,2}[/:]\d{1,2}(?:[/:]\d{2,4})?\b` +
	`|\d{1,3}(?:\.\d{3}){2,}\b|\d+(?:,\d{3})+(?:\.\d+)?\b|\d+\.\d+|O['’]\pL{3,}|o['’][^\PLcC]\pL{2,}|[\pL\pM\pN_]+|\S`)

// Words splits a question into its first MaxWords words.
func Words(q string) []Word {
	found := word.FindAllStringIndex(q, MaxWords)
	list := make([]Word, len(found))
	for i, f := range found {
		list[i] = Word{q[f[0]:f[1]], f[0], f[1]}
	}
	return list
}

// Text is the words as they were written, each gap as one space.
func Text(words []Word) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && w.Start > words[i-1].End {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}
