package talk

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/plumbdata/plumb/internal/connection"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/mode/explore"
	"github.com/plumbdata/plumb/internal/mode/turn"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/table"
)

// SourceRerun is the queries behind an explored answer, run again: all but the
// statement whose rows the cell shows, which is run as that of every cell is.
type SourceRerun struct {
	was   session.Cell
	found []explore.Kept
	own   int // the place of the statement whose rows the cell shows
	notes []fault.Diagnostic
}

// RerunSources runs the queries behind an explored answer again. A query that the answer
// rests on and that fails is an error; one that was only run on the way is let
// go. It is nil for a cell that rests on its own rows alone.
func RerunSources(ctx context.Context, c session.Cell, db *connection.Connection, l source.Limits) (*SourceRerun, error) {
	if len(c.Sources) == 0 || c.SQL == nil || c.Result == nil {
		return nil, nil
	}
	r := &SourceRerun{was: c, own: -1}
	for _, s := range c.Sources {
		kept, err := rerunSource(ctx, c, s, db, l)
		switch {
		case err != nil && (s.Result != nil || ctx.Err() != nil):
			f := *fault.Of(err)
			f.Message = fmt.Sprintf("query %d, which the answer uses: %s", s.Number, f.Message)
			return nil, &f
		case err != nil:
			r.notes = append(r.notes, fault.Diagnostic{Severity: fault.Info, Code: fault.CodeOf(err),
				Message: fmt.Sprintf("query %d, which the answer does not use, can no longer be run", s.Number), Hint: fault.Of(err).Message})
			continue
		case kept == nil:
			continue
		case kept.Rows == nil && r.own < 0:
			r.own = len(r.found)
		case s.SQL == "":
			r.notes = append(r.notes, fault.Diagnostic{Severity: fault.Info,
				Message: fmt.Sprintf("the result of %s was not refreshed: the answer uses it as it was", s.Tool)})
		}
		r.found = append(r.found, *kept)
	}
	if r.own < 0 {
		return nil, nil // its rows are of none of them: they are told by themselves
	}
	return r, nil
}

// rerunSource is what one source of an answer gives now: no rows yet for the
// cell's own, nil for what was only looked at on the way.
func rerunSource(ctx context.Context, c session.Cell, s session.Evidence, db *connection.Connection, l source.Limits) (*explore.Kept, error) {
	if notebook.IsOwn(c, s) {
		return &explore.Kept{Evidence: s}, nil
	}
	if s.SQL == "" {
		rows, kept, err := s.Result.Table()
		if err != nil || !kept {
			return nil, err
		}
		return &explore.Kept{Evidence: s, Rows: rows}, nil
	}
	was := &session.Result{RowCount: s.RowCount, Truncated: s.Truncated}
	statement, most := notebook.Again(session.Cell{SQL: &session.SQL{Query: s.SQL}, Result: was})
	if most > 0 {
		l.Rows = most
	}
	reader, _, err := db.Query(ctx, statement, l)
	if err != nil {
		return nil, err
	}
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	return &explore.Kept{Evidence: s, Rows: rows}, nil
}

// Tables are the rows that each query has now, by its number.
func (r *SourceRerun) Tables() map[int]*table.Table {
	if r == nil {
		return nil
	}
	list := map[int]*table.Table{}
	for _, k := range r.found {
		if k.SQL != "" && k.Rows != nil {
			list[k.Number] = k.Rows
		}
	}
	return list
}

// ApplyTo puts the new results into the cell that was made of its own rows:
// the story of before, as far as all queries together still support it. Where
// nothing of it holds, the cell's own story stays, and says so.
func (r *SourceRerun) ApplyTo(ctx context.Context, made session.Cell, rows *table.Table, now time.Time) (session.Cell, error) {
	if r == nil || made.Result == nil || rows == nil {
		return made, nil
	}
	found := slices.Clone(r.found)
	for i := range found {
		if found[i].Rows == nil {
			found[i].Rows = rows
		}
	}
	renewed, err := explore.Again(ctx, r.was, now, found, r.own)
	if err != nil {
		return made, err
	}
	made.Sources = renewed.Sources
	var list []fault.Diagnostic
	switch {
	case r.was.Narrative == nil:
	case renewed.Narrative == nil:
		list = append(list, fault.Diagnostic{Severity: fault.Warning, Code: turn.StoryCut,
			Message: "the data no longer supports the story; this one covers only the rows shown", Hint: "ask the question again"})
	default:
		made.Narrative = renewed.Narrative
		if len(renewed.Diagnostics) > 0 {
			list = append(renewed.Diagnostics, fault.Diagnostic{Severity: fault.Warning, Code: turn.StoryCut,
				Message: "the data has changed: unsupported claims were removed from the story", Hint: "ask the question again for a new one"})
		}
	}
	made.Diagnostics = slices.Concat(made.Diagnostics, list, r.notes)
	return made, nil
}
