package talk

import (
	"encoding/json"
	"slices"

	"github.com/plumbdata/plumb/internal/fault"
)

// Unedit forgets the statement that the person wrote for a question, which may
// follow a turn: the next time the question is read again.
func (t *Talk) Unedit(question string, follows *Turn) {
	if err := t.edits.drop(question, follows.statement()); err != nil {
		t.Warn(fault.Of(err).Diagnostic(fault.Warning)) // it costs changing it back again
	}
}

func (e edits) drop(question, after string) error {
	question, after = Plain(question), digestOf(after)
	list := e.shelf.load()
	left := slices.DeleteFunc(slices.Clone(list), func(x edit) bool {
		return x.Database == e.database && x.Question == question && (x.After == after || x.After == "")
	})
	if len(left) == len(list) {
		return nil
	}
	data, err := json.MarshalIndent(left, "", "  ")
	if err == nil {
		err = e.shelf.replace(append(data, '\n'))
	}
	if err != nil {
		return fault.Wrap(err, fault.Store, "%s cannot be written: %v", e.shelf.path, err).WithHint("check that the folder can be written, and that there is space")
	}
	return nil
}
