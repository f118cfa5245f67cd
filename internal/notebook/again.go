package notebook

import (
	"context"
	"fmt"
	"slices"

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

// HoldAnalysis says what is different in an analysis now that its plan was run again: in
// its rows, and in what its steps read.
func HoldAnalysis(was, now session.Cell) Outcome {
	o := Outcome{Cell: was.ID, Question: Title(was), Verdict: Same}
	o.holdResult(was.Result, now.Result)
	for _, s := range was.Sources {
		at := slices.IndexFunc(now.Sources, func(n session.Evidence) bool { return n.Number == s.Number })
		if at < 0 {
			continue
		}
		one := Outcome{Verdict: Same}
		if one.holdResult(resultOf(s), resultOf(now.Sources[at])); one.Verdict != Same {
			o.join(fmt.Sprintf("step %d", s.Number), one)
		}
	}
	return o
}

// holdResult says what is different in a result that may keep only its hash.
func (o *Outcome) holdResult(was, now *session.Result) {
	if now.DataHash == was.DataHash {
		return
	}
	rows, kept, err := now.Table()
	if err != nil || !kept {
		o.Verdict, o.Reason = DataChanged, countsChanged(was, int(now.RowCount))
		return
	}
	if was.Columns == nil { // only its hash is known
		o.compare(was, rows)
		return
	}
	o.hold(was, rows)
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
