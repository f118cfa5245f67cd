package notebook

import (
	"context"

	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/table"
)

// Again is the statement of a cell that has a result, the person's own if they
// edited it, and how many rows to read, 0 being the usual limit. It is "" if
// the cell has nothing to compare with.
func Again(c session.Cell) (statement string, rows int) {
	if c.SQL == nil || c.Result == nil {
		return "", 0
	}
	return statementOf(c), rowsOf(c.Result)
}

// Hold says what is different in the rows of a cell that Again has something
// to run for, now that it was run. Others are the rows of the queries that an
// explored answer rests on besides, by their numbers.
func Hold(c session.Cell, after *table.Table, others map[int]*table.Table) Outcome {
	o := Outcome{Cell: c.ID, Question: Title(c), Verdict: Same}
	o.hold(c.Result, after)
	for _, s := range othersOf(c) {
		if rows := others[s.Number]; rows != nil {
			o.holdAnother(s, rows)
		}
	}
	return o
}

// Fork makes a notebook with the first cells of another, so that a
// conversation can go another way from there. The cells keep their ids, by
// which they name each other. Without a name it is called like the other, with a
// number.
func (s Store) Fork(ctx context.Context, of *Notebook, cells int, name string) (*Notebook, error) {
	first := of.Cells[:min(cells, len(of.Cells))]
	if name == "" {
		return s.beginNumbered(ctx, head{Name: of.Name, Connection: of.Connection}, first...)
	}
	return s.begin(ctx, head{Name: name, Connection: of.Connection}, first...)
}

// rememberSchema remembers the schema that a cell was made on.
func (n *sealed) rememberSchema(c session.Cell) {
	if c.Metadata.SchemaVersion != "" {
		n.Connection.SchemaHash = c.Metadata.SchemaVersion
	}
}
