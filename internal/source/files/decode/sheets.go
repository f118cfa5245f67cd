package decode

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"time"
)

// SheetTable is a sheet of a workbook that is in memory.
type SheetTable struct {
	Name   string
	Rows   [][]string // the first has the names of the columns
	Before [][]string // what stands above the table, or all of a sheet that has none
	Notes  []Note
}

// Sheets reads the sheets of a workbook that is in memory. It reads so many cells and
// unpacks so many bytes at most. The name is for faults.
func Sheets(name string, data []byte, cells, unpacked int64) ([]SheetTable, []Note, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // nothing is written
		return nil, nil, damaged(name, "zip", err)
	}
	most := standard
	most.bytes, most.cells, most.strings = 2*unpacked, cells, unpacked/4 // each sheet is read twice
	d := &decoder{ctx: endless{}, original: name, limits: most, left: most.bytes}
	w, err := d.openWorkbook(item{name: name}, archive)
	if err != nil {
		return nil, nil, w.broken(err, most.cells)
	}
	var list []SheetTable
	var skipped []Note
	for _, s := range w.sheets {
		if s.hidden {
			skipped = append(skipped, Note{Subject: Skipped, What: "sheet " + s.name, Why: "it is hidden"})
			continue
		}
		t, err := d.sheetInMemory(w, s)
		if err != nil {
			return nil, nil, w.broken(err, most.cells)
		}
		if len(t.Rows)+len(t.Before) > 0 {
			list = append(list, t)
		}
	}
	return list, skipped, nil
}

func (d *decoder) sheetInMemory(w *workbook, s sheet) (SheetTable, error) {
	result := SheetTable{Name: s.name}
	survey, t, f, why, err := d.study(w, s)
	if err != nil || why == emptySheet {
		return result, err
	}
	for _, r := range survey.top {
		if why == "" && (t.last >= t.first && r.number >= survey.top[t.first].number || r.number >= t.body) {
			break
		}
		var row []string
		for _, c := range r.cells {
			row = append(row, c.text)
		}
		result.Before = append(result.Before, row)
	}
	result.Notes = survey.notes(t.header, f)
	if why != "" {
		return result, nil
	}
	var out bytes.Buffer
	if err := d.writeTable(w, s, t, &boundedWriter{d, &out}); err != nil {
		return result, err
	}
	result.Rows, err = csv.NewReader(&out).ReadAll()
	return result, err
}

// endless is the context of work that is bounded by itself: the process that does it is
// ended from outside.
type endless struct{}

func (endless) Deadline() (deadline time.Time, ok bool) { return }
func (endless) Done() <-chan struct{}                   { return nil }
func (endless) Err() error                              { return nil }
func (endless) Value(any) any                           { return nil }

var _ context.Context = endless{}
