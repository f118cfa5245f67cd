package mind

import (
	"context"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/story/tell"
)

// BuiltinName is what the built-in brain is called in cells.
const BuiltinName = "builtin"

// Builtin answers without a language model.
type Builtin struct {
	answer.Reader
	Narrator
}

// Narrator is the built-in one.
type Narrator struct{}

// Narrate says what the result says.
func (Narrator) Narrate(_ context.Context, f answer.Finding) (*answer.Narrative, error) {
	finding := tell.Finding{Question: f.Question, Table: f.Table, Meaning: f.Meaning, Now: f.Now, Outside: f.Outside}
	return &answer.Narrative{Story: tell.Tell(finding), By: BuiltinName, Own: true}, nil
}
