package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/desk"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
)

func (a *app) recoverNotebook(ctx context.Context, args []string) error {
	s, ref, err := a.notebooks(args[0])
	if err != nil {
		return err
	}
	name := ""
	if len(args) == 2 {
		name = args[1]
	}
	found, err := s.Recover(ctx, ref, name, func(found *notebook.Salvage) error { return a.completeFromStore(ctx, found) })
	if err != nil {
		return err
	}
	for _, l := range found.Lost {
		a.notes.Diagnostic(a.Stderr, fault.New(fault.BadData, "cell %d is lost: %s", l.Place, l.Reason).Diagnostic(fault.Warning))
	}
	var stored []string
	place := 0
	for _, p := range found.Places {
		if p.Cell != nil {
			place++
		}
		if p.Found {
			stored = append(stored, fmt.Sprint(place))
		}
	}
	said := fmt.Sprintf("%s of %s were recovered into %s; the damaged file is kept", count(len(found.Notebook.Cells), "cell"), ref, found.Notebook.Name)
	switch len(stored) {
	case 0:
	case 1:
		said += fmt.Sprintf("; cell %s comes from Plumb's store, the others from the file", stored[0])
	default:
		said += fmt.Sprintf("; cells %s come from Plumb's store, the others from the file", strings.Join(stored, ", "))
	}
	return a.notebookDone(found.Notebook, "%s", said)
}

// completeFromStore adds what the store has. What the file has is saved without
// it if need be.
func (a *app) completeFromStore(ctx context.Context, found *notebook.Salvage) error {
	kept, err := a.openStore(ctx)
	if err == nil {
		defer kept.Close()
		err = desk.Complete(ctx, kept, found)
	}
	if err != nil && ctx.Err() == nil {
		a.diagnose([]fault.Diagnostic{fault.Of(err).Diagnostic(fault.Warning)})
		return nil
	}
	return err
}
