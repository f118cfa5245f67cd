package desk

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/export"
	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/notebook"
	"github.com/plumbdata/plumb/internal/session"
	"github.com/plumbdata/plumb/internal/source"
	"github.com/plumbdata/plumb/internal/store"
	"github.com/plumbdata/plumb/internal/table"
	"github.com/plumbdata/plumb/internal/talk"
)

// maxNote is how many characters a note may have.
const maxNote = 20_000

// RemoveCell takes a cell out of a notebook. RestoreCell undoes it.
func (w *Work) RemoveCell(ctx context.Context, ref, cell string) error {
	b, err := w.open(ctx, ref)
	if err != nil {
		return err
	}
	was, err := b.cell(cell)
	if err != nil {
		return err
	}
	w.removed.put(b.id+" "+cell, sizeOf(&was), was) // it may not be in the store, if another program wrote it
	return b.change(ctx, nil, session.Step{}, notebook.Drop(cell))
}

// RestoreCell undoes a removal.
func (w *Work) RestoreCell(ctx context.Context, ref, cell string, at int) error {
	b, err := w.open(ctx, ref)
	if err != nil {
		return err
	}
	c, recorded, err := b.removedCell(ctx, cell)
	if err != nil {
		return err
	}
	return b.change(ctx, map[string]hint{cell: {session.Restored, recorded}}, session.Step{}, notebook.Insert(at, c))
}

// removedCell is what a cell was when it was taken out: as this process
// remembers it, else as the session has it.
func (b *book) removedCell(ctx context.Context, id string) (c session.Cell, recorded string, err error) {
	b.mu.Lock()
	recorded = b.ledger.recorded[id]
	_, was := b.ledger.recorded[id]
	there := slices.Contains(b.ledger.order, id)
	b.mu.Unlock()
	switch {
	case there:
		return c, "", fault.New(fault.Usage, "the cell %.80s is in the notebook", id).WithHint("load the notebook again")
	case !was:
		return c, "", noCell(id)
	}
	if r, ok := b.desk.removed.get(b.id + " " + id); ok {
		return r, recorded, nil
	}
	c, err = b.keptCell(ctx, cmp.Or(recorded, id), id)
	return c, recorded, err
}

// keptCell is a cell of the store as the one of another id.
func (b *book) keptCell(ctx context.Context, recorded, id string) (session.Cell, error) {
	found, err := b.desk.Store.Cells(ctx, store.Filter{ID: recorded, Limit: 1})
	if err == nil && len(found) == 0 {
		err = noCell(id)
	}
	if err != nil {
		return session.Cell{}, err
	}
	c, err := session.ParseCell(found[0].Body)
	c.ID = id
	return c, err
}

func noCell(id string) error {
	return fault.New(fault.NotFound, "there is no cell %.80q to restore", id).WithHint("load the notebook again")
}

// MoveCell puts a cell at another place.
func (w *Work) MoveCell(ctx context.Context, ref, cell string, to int) error {
	b, err := w.open(ctx, ref)
	if err != nil {
		return err
	}
	return b.change(ctx, map[string]hint{cell: {session.Moved, ""}}, session.Step{}, notebook.Move(cell, to))
}

// DuplicateCell puts a copy of a cell below it.
func (w *Work) DuplicateCell(ctx context.Context, ref, cell string) (session.Cell, error) {
	b, err := w.open(ctx, ref)
	if err != nil {
		return session.Cell{}, err
	}
	c, err := b.cell(cell)
	if err != nil {
		return session.Cell{}, err
	}
	return b.record(ctx, c, session.Added, func(c session.Cell) notebook.Edit { return notebook.After(cell, c) })
}

// Note puts a note after a cell. It stays with the cell's thread: what follows
// up on that later comes below the note.
func (w *Work) Note(ctx context.Context, ref, text, after string) (session.Cell, error) {
	b, err := w.open(ctx, ref)
	if err == nil {
		text, err = checkNote(text)
	}
	if err == nil && after != "" {
		_, err = b.cell(after)
	}
	if err != nil {
		return session.Cell{}, err
	}
	note := session.Cell{Note: text, Context: session.Lineage{ParentCellID: after}}
	return b.record(ctx, note, session.Noted, func(c session.Cell) notebook.Edit { return notebook.After(after, c) })
}

// Rewrite changes a note.
func (w *Work) Rewrite(ctx context.Context, ref, cell, text string) (session.Cell, error) {
	b, err := w.open(ctx, ref)
	if err == nil {
		text, err = checkNote(text)
	}
	if err != nil {
		return session.Cell{}, err
	}
	was, err := b.cell(cell)
	if err != nil {
		return session.Cell{}, err
	}
	if was.Note == "" {
		return session.Cell{}, fault.New(fault.Usage, "the cell %s is an answer, not a note", cell).WithHint("ask again, or add a note beside it")
	}
	return b.record(ctx, session.Cell{Note: text, Context: was.Context}, session.Noted, func(c session.Cell) notebook.Edit { return notebook.Swap(c) }, cell)
}

func checkNote(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd"))
	switch n := utf8.RuneCountInString(text); {
	case n == 0:
		return "", fault.New(fault.Usage, "the note is empty").WithHint("write something, or remove the note")
	case n > maxNote:
		return "", fault.New(fault.Usage, "the note has %d characters; the limit is %d", n, maxNote).WithHint("split it into several notes")
	}
	return text, nil
}

// record keeps a cell in the session, and puts it into the notebook: as itself,
// or as the one whose place it takes.
func (b *book) record(ctx context.Context, c session.Cell, change session.Change, edit func(session.Cell) notebook.Edit, as ...string) (session.Cell, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	made, err := b.session.Record(ctx, c, nil)
	if err != nil {
		return session.Cell{}, err
	}
	h := hint{change: change}
	if len(as) > 0 {
		h.recorded = made.ID
		made.ID = as[0]
	}
	return made, b.changeHeld(context.WithoutCancel(ctx), map[string]hint{made.ID: h}, session.Step{}, edit(made))
}

// ChartSVG is the chart of a cell as a picture.
func (w *Work) ChartSVG(ctx context.Context, ref, cell, theme string) ([]byte, error) {
	c, rows, err := w.rows(ctx, ref, cell)
	if err != nil {
		return nil, err
	}
	if c.Chart == nil || len(c.Chart.Spec) == 0 {
		return nil, fault.New(fault.VizFallback, "the answer to %q has no chart", c.Question).WithHint("ask for one, such as a bar chart")
	}
	spec, problems := chart.Validate(c.Chart.Spec, rows)
	if spec == nil {
		f := fault.New(fault.VizFallback, "the chart of this cell cannot be drawn")
		if len(problems) > 0 {
			f = fault.New(problems[0].Code, "the chart of this cell cannot be drawn: %s", problems[0].Message)
		}
		return nil, f.WithHint("ask for another kind of chart")
	}
	bound, err := chart.Bind(spec, rows)
	if err != nil {
		return nil, err
	}
	if w.Draw == nil {
		return nil, fault.New(fault.VizFallback, "this Plumb cannot draw pictures").WithHint("the page draws the chart itself")
	}
	return w.Draw(ctx, bound, theme == "dark")
}

// ExportRows writes the rows of a cell as a file: all of them, also where the cell
// shows only the first.
func (w *Work) ExportRows(ctx context.Context, ref, cell string, f export.Format, out io.Writer) error {
	if !w.writes(f) {
		return noFormat(f)
	}
	c, rows, err := w.rows(ctx, ref, cell)
	if err == nil && rows.Truncated != table.Whole && c.WhatIf == nil && c.SQL != nil {
		rows, err = w.rowsWhole(ctx, ref, c)
	}
	if err != nil {
		return err
	}
	if f.Write == nil {
		return w.Parquet(ctx, out, rows.Reader())
	}
	return f.Write(out, rows.Reader())
}

// writes is true for a format that can be written here.
func (w *Work) writes(f export.Format) bool {
	return f.Write != nil || f.Name == export.Parquet && w.Parquet != nil
}

func noFormat(f export.Format) error {
	return fault.New(fault.Usage, "%s files cannot be written here", f.Title).WithHint("export the rows as CSV")
}

// rowsWhole are the rows of a cell without the limit that it was asked under.
func (w *Work) rowsWhole(ctx context.Context, ref string, c session.Cell) (*table.Table, error) {
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return nil, err
	}
	rows, err := w.query(ctx, b, c, c.SQL.Run(), source.Limits{Rows: talk.ExportRows, Bytes: talk.ExportBytes})
	if err == nil && rows.Truncated != table.Whole {
		return nil, fault.New(fault.ResultTruncated, "the answer has more rows than a file is written with (%d, or %d MiB)", talk.ExportRows, talk.ExportBytes>>20).
			WithHint("ask for fewer rows or columns, or read them with plumb sql --csv")
	}
	return rows, err
}

// rows are those that a cell shows.
func (w *Work) rows(ctx context.Context, ref, cell string) (session.Cell, *table.Table, error) {
	c, err := w.Cell(ctx, ref, cell)
	if err != nil {
		return c, nil, err
	}
	result := c.Result
	if c.WhatIf != nil && c.WhatIf.Result != nil {
		result = c.WhatIf.Result
	}
	rows, kept, err := result.Table()
	switch {
	case err != nil || kept:
	case c.WhatIf != nil: // its statement gives other rows than those that were computed from them
		err = fault.New(fault.EmptyResult, "the cell does not include the rows of its what-if").WithHint("compute it again, or with a shorter horizon")
	default:
		rows, err = w.rowsAgain(ctx, ref, c)
	}
	return c, rows, err
}

// rowsAgain are the rows of a cell that keeps only their hash: those that are
// still in memory, else what its statement gives now.
func (w *Work) rowsAgain(ctx context.Context, ref string, c session.Cell) (*table.Table, error) {
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return nil, err
	}
	if past, ok := w.past.get(b.id + " " + c.ID); ok && past.Table != nil && past.Cell.CreatedAt.Equal(c.CreatedAt) {
		return past.Table, nil
	}
	statement, rows := notebook.Again(c)
	if statement == "" {
		return nil, fault.New(fault.EmptyResult, "the cell has no rows").WithHint("ask its question again")
	}
	return w.query(ctx, b, c, statement, source.Limits{Rows: max(rows, int(c.Result.RowCount))})
}

// query runs a statement about the data of a cell. Limits that are not given are those
// of the settings.
func (w *Work) query(ctx context.Context, b *book, c session.Cell, statement string, l source.Limits) (*table.Table, error) {
	head, err := w.Notebooks.Outline(b.id)
	if err != nil {
		return nil, err
	}
	settings, err := w.settings()
	if err != nil {
		return nil, err
	}
	src, release, err := w.sources.use(ctx, dataOf(settings, head.Connection, &c), nil)
	if err != nil {
		return nil, err
	}
	defer release()
	l.Time, l.Bytes = settings.Limits.Time, cmp.Or(l.Bytes, int64(settings.Limits.Bytes))
	reader, _, err := src.conn.Query(ctx, statement, l.OrDefault())
	if err != nil {
		return nil, err
	}
	return reader.ReadAll()
}

// Rows are those of a cell, all of them.
func (w *Work) Rows(ctx context.Context, ref, cell string) (*session.Result, error) {
	_, rows, err := w.rows(ctx, ref, cell)
	if err != nil {
		return nil, err
	}
	return session.WholeResultOf(rows), nil
}

// previewRows are enough to tell readings apart.
const previewRows = 3

// Preview is the first rows of another reading of a cell, from 1.
func (w *Work) Preview(ctx context.Context, ref, cell string, reading int) (*session.Result, error) {
	c, err := w.Cell(ctx, ref, cell)
	if err != nil {
		return nil, err
	}
	if c.Reading == nil || reading < 1 || reading > len(c.Reading.Others) {
		return nil, fault.New(fault.NotFound, "the cell has no reading %d", reading).WithHint("its other readings are counted from 1")
	}
	b, err := w.bookFor(ctx, ref)
	if err != nil {
		return nil, err
	}
	rows, err := w.query(ctx, b, c, c.Reading.Others[reading-1].SQL, source.Limits{Rows: previewRows})
	if err != nil {
		return nil, err
	}
	return session.WholeResultOf(rows), nil
}

// maxRemoved is how many bytes of cells that were taken out are remembered.
const maxRemoved = 16 << 20
