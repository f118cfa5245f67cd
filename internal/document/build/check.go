package build

import (
	"errors"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/table"
)

var (
	errTooLarge = errors.New("the document is larger than documents are")
	errShape    = errors.New("the document has parts that no document has")
)

// Check reports what is wrong with a document that another process has made: it must
// keep to the bounds, be UTF-8, and have only what documents have.
func Check(d *document.Document) error {
	if len(d.Blocks) > MaxBlocks || len(d.Links) > MaxLinks || len(d.Notes) > MaxNotes || len(d.Title) > MaxTitle {
		return errTooLarge
	}
	if !utf8.ValidString(d.Title) || slices.ContainsFunc(d.Notes, func(n string) bool { return len(n) > maxNote || !utf8.ValidString(n) }) ||
		slices.ContainsFunc(d.Links, badLink) {
		return errShape
	}
	text, cells := 0, 0
	for _, b := range d.Blocks {
		if !isBlock(b) {
			return errShape
		}
		text += len(b.Text)
		if b.Table == nil {
			continue
		}
		cells += len(b.Table.Columns) * len(b.Table.Rows)
		n, ok := textOf(b.Table)
		if !ok {
			return errShape
		}
		text += n
	}
	if text > 2*MaxText || cells > MaxCells { // names of columns do not count where documents are made
		return errTooLarge
	}
	return nil
}

func badLink(link string) bool {
	return len(link) > MaxLink || !utf8.ValidString(link) || slices.ContainsFunc([]rune(link), unicode.IsControl)
}

func isBlock(b document.Block) bool {
	switch b.Kind {
	case document.Heading, document.Paragraph, document.Item, document.Code:
		if b.Table != nil || b.Text == "" {
			return false
		}
	case document.Table:
		if b.Table == nil {
			return false
		}
	default:
		return false
	}
	return b.Level >= 0 && b.Level <= MaxLevel && b.Page >= 0 && b.Page <= MaxPage && len(b.Sheet) <= maxSheet &&
		utf8.ValidString(b.Text) && utf8.ValidString(b.Sheet)
}

// textOf is how much text a table has, if it is one: rectangular, with values of the
// kinds that Values makes.
func textOf(t *table.Table) (size int, ok bool) {
	if len(t.Columns) == 0 || len(t.Columns) > MaxColumns {
		return 0, false
	}
	for _, c := range t.Columns {
		if size += len(c.Name); !utf8.ValidString(c.Name) {
			return 0, false
		}
	}
	for _, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return 0, false
		}
		for i, v := range row {
			if v.IsNull() {
				continue
			}
			if v.Kind() != t.Columns[i].Kind {
				return 0, false
			}
			switch v.Kind() {
			case table.Text, table.Int, table.Decimal, table.Date:
			default:
				return 0, false
			}
			text := v.String()
			if size += len(text); !utf8.ValidString(text) {
				return 0, false
			}
		}
	}
	return size, true
}
