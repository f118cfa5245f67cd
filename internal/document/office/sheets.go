package office

import (
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
	"github.com/plumbdata/plumb/internal/source/files/decode"
)

// sheets reads an XLSX: each sheet is a heading and its table, or its text.
func sheets(name string, data []byte) (*document.Document, error) {
	list, notes, err := decode.Sheets(name, data, build.MaxCells, maxUnpacked)
	if err != nil {
		return nil, err
	}
	b := &build.Builder{}
	for _, s := range list {
		b.Sheet = s.Name
		b.Heading(1, s.Name)
		for _, row := range s.Before {
			b.Paragraph(strings.Join(row, " "))
		}
		if len(s.Rows) > 0 {
			b.Table("", s.Rows, build.HeaderFirst)
		}
		for _, n := range s.Notes {
			if n.Uncertain() || n.Subject == decode.DroppedRows {
				b.Note("sheet %s: %s", s.Name, n)
			}
		}
	}
	for _, n := range notes {
		b.Note("%s", n)
	}
	return b.Document(), nil
}
