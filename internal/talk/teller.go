package talk

import (
	"context"

	"github.com/plumbdata/plumb/internal/mode/answer"
	"github.com/plumbdata/plumb/internal/story/tell"
)

// Teller is the built-in narrator.
type Teller struct{}

// Narrate says what the result says. It has nothing better to say a second
// time: what the check does not accept is left out.
func (Teller) Narrate(_ context.Context, f answer.Finding) (*answer.Narrative, error) {
	finding := tell.Finding{Question: f.Question, Table: f.Table, Reading: f.Sentence, SQL: f.SQL, Filters: f.Filters, Period: f.Period, Now: f.Now, Outside: f.Outside}
	return &answer.Narrative{Story: tell.Tell(finding), By: Builtin, Own: true}, nil
}
