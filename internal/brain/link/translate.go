package link

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/gloss"
)

// Translate gives a question in another language word by word in English, which
// the parser has learnt; values of the data and quoted words stay as they are. It
// is false for a question in English.
func (l *Linker) Translate(question string, now time.Time) (string, bool) {
	q := l.Read(question, now, nil)
	words := make([]string, len(q.Words))
	for i, w := range q.Words {
		words[i] = w.Text
	}
	language := gloss.OfQuestion(words, gloss.Named(l.ix.Language))
	if language == nil {
		return question, false
	}
	text := question
	for i := len(words) - 1; i >= 0; i-- {
		// The phrase that ends here, the longest first.
		for first := max(0, i-gloss.LongestPhrase+1); first <= i; first++ {
			meaning, taken, common := language.Phrase(words[first : i+1])
			common = common && words[first] == strings.ToLower(words[first])
			if taken != i+1-first || q.isStored(first, i+1, common) || q.IsQuoted(first) {
				continue
			}
			text = text[:q.Words[first].Start] + meaning + text[q.Words[i].End:]
			i = first
			break
		}
	}
	return strings.TrimSpace(text), text != question
}

// isStored is true for words that are a value of the data, or part of one; common
// words, only for a part.
func (q *Question) isStored(first, end int, common bool) bool {
	return slices.ContainsFunc(q.Items, func(i Item) bool {
		return !(common && first <= i.First && i.End <= end) && i.Kind != Period && i.Kind != Listed && i.First >= 0 && i.First < end && first < i.End
	})
}

// IsQuoted is true for a word that is written exactly as it is meant.
func (q *Question) IsQuoted(i int) bool {
	text, w := q.Text(), q.Words[i]
	return w.Start > 0 && strings.ContainsRune("\"'`", rune(text[w.Start-1]))
}
