package builtin

import (
	"context"

	"github.com/plumbdata/plumb/internal/brain"
)

// translate reads a question in another language in English.
func (t *turn) translate(context.Context) (acted bool, a *brain.Answer, err error) {
	text, acted := t.linker.Translate(t.question.Text, t.question.Now)
	if acted {
		t.respelled = append(t.respelled, "the question is read as “"+text+"”")
		t.question.Text = text
	}
	return acted, nil, nil
}
