package talk

import (
	"context"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Unedit forgets the statement that the person wrote for a question, which may
// follow a turn: the next time the question is read again.
func (t *Talk) Unedit(ctx context.Context, question string, follows *Turn) {
	if follows == nil {
		t.unverify(ctx, question)
	}
	if err := t.edits.drop(question, follows.statement()); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it costs changing it back again
	}
}

func (e edits) drop(question, after string) error {
	question, after = Plain(question), digestOf(after)
	those := func(x edit) bool {
		return x.Database == e.database && x.Question == question && (x.After == after || x.After == "")
	}
	if !slices.ContainsFunc(e.shelf.load(), those) {
		return nil
	}
	return e.shelf.drop(those)
}
