package builtin

import (
	"context"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/reply"
)

// shortestSlip is how many letters a word has in which a slip can be told from
// another word.
const shortestSlip = 5

func (t *turn) respell(context.Context) (acted bool, a *brain.Answer, err error) {
	var said []string
	t.question, said = t.fixSpelling(t.question)
	t.respelled = append(t.respelled, said...)
	return len(said) > 0, nil, nil
}

// fixSpelling is a question with the names of the database spelt right, where a
// word that nothing answers to is one slip of the hand from one of them, and what
// it took for what. A word that the parser knows is no slip: a county is not a
// country.
func (b *Brain) fixSpelling(q brain.Question) (brain.Question, []string) {
	asked := b.linker.Read(q.Text, q.Now, nil)
	var said []string
	text := q.Text
	for i, w := range slices.Backward(asked.Words) {
		word := strings.ToLower(w.Text)
		if !slices.Contains(asked.Unlinked(), word) || reply.IsVerb(word) || len(b.cut.Pieces(word)) < 2 || asked.IsQuoted(i) {
			continue
		}
		right := findMeant(b.ix, word)
		if right == "" {
			continue
		}
		text = text[:w.Start] + right + text[w.End:]
		said = append([]string{"“" + w.Text + "” is read as “" + right + "”"}, said...)
	}
	q.Text = text
	return q, said
}

// findMeant is the one word of names and terms that a word is a slip for, or "".
func findMeant(ix *index.Index, word string) string {
	if len(word) < shortestSlip-1 {
		return ""
	}
	meant := ""
	for name := range namesOf(ix) {
		switch {
		case len(name) < shortestSlip || !isSlip(word, name):
		case meant == "" || meant == name+"s":
			meant = name
		case name != meant+"s":
			return "" // it may be either
		}
	}
	return meant
}

// namesOf visits the words of names of tables and columns, and of terms.
func namesOf(ix *index.Index) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		seen := map[string]bool{}
		each := func(words []string) bool {
			for _, w := range words {
				w = strings.ToLower(w)
				if seen[w] {
					continue
				}
				if seen[w] = true; !yield(w) {
					return false
				}
			}
			return true
		}
		for i := range ix.Tables {
			if !each(ix.Tables[i].Words) {
				return
			}
		}
		for i := range ix.Columns {
			if !each(ix.Columns[i].Words) {
				return
			}
		}
		for _, t := range ix.Terms {
			if !each(strings.Fields(t.Called)) {
				return
			}
		}
	}
}

// isSlip is true for a word that is written with two neighbouring letters the wrong
// way round, without one, or with one twice. The first letter people get right.
func isSlip(word, name string) bool {
	same := 0
	for same < len(word) && same < len(name) && word[same] == name[same] {
		same++
	}
	if same == 0 {
		return false
	}
	switch len(word) - len(name) {
	case 0:
		return same+1 < len(word) && word[same] == name[same+1] && word[same+1] == name[same] && word[same+2:] == name[same+2:]
	case -1:
		return word[same:] == name[same+1:]
	case 1:
		return word[same] == word[same-1] && word[same+1:] == name[same:]
	}
	return false
}
