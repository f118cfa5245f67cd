package cli

import (
	"encoding/json"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/session"
)

// writeCell prints a cell: indented for one answer, on one line for a stream of
// them.
func (a *app) writeCell(c session.Cell, line bool) error {
	b, err := c.Canonical()
	if err != nil {
		return err
	}
	if line {
		b = append(b, '\n')
		if _, err := a.Stdout.Write(b); err != nil {
			return fault.Wrap(err, fault.Internal, "the output cannot be written: %v", err)
		}
		return nil
	}
	return a.writeJSON(a.Stdout, json.RawMessage(b))
}

// watch prints events as they happen, where that was asked for.
func (a *app) watch(e session.Entry) {
	if a.events {
		_ = a.writeLine(map[string]any{"event": e.Kind, "payload": e.Payload}) // the cell that follows would fail as well
	}
}
