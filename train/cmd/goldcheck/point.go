package main

import (
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/link"
)

// pieces stands for the encoder's tokenizer: what may be pointed at does not
// depend on how words are cut.
type pieces struct{}

func (pieces) Pieces(text string) []int32 { return make([]int32, len(strings.Fields(text))) }

// point says why a parser could not write the form for its question; "" where
// it could.
func point(l *link.Linker, t *task, q *form.Query) string {
	read := l.Read(t.question, t.now, nil)
	tokens, err := form.Write(q, read)
	if err != nil {
		return err.Error()
	}
	state := read.Grammar().Start()
	for i, token := range append(tokens, form.W("<eos>")) {
		if state = state.Next(token); state == nil {
			var words []string
			for _, w := range tokens[:min(i+1, len(tokens))] {
				words = append(words, w.String())
			}
			return "grammar: " + strings.Join(words, " ")
		}
	}
	return ""
}
