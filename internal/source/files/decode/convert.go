package decode

import (
	"bufio"
	"encoding/csv"
	"io"
	"slices"
)

// Why a sheet is not a part.
const (
	emptySheet = "it is empty"
	noRows     = "it has no rows below its header"
	proseSheet = "it holds text, not a table"
)

// convert writes the table of a sheet as CSV; why says why there is none.
func (d *decoder) convert(w *workbook, s sheet) (part Part, why string, err error) {
	survey, t, f, why, err := d.study(w, s)
	if err != nil || why != "" {
		return Part{}, why, err
	}
	path, err := d.write(".csv", func(out io.Writer) error {
		return d.writeTable(w, s, t, out)
	})
	if err != nil {
		return Part{}, "", err
	}
	return Part{Path: path, Kind: CSV, Name: s.name, Notes: survey.notes(t.header, f)}, "", nil
}

// study finds the table of a sheet; why says why there is none.
func (d *decoder) study(w *workbook, s sheet) (survey *sheetSurvey, t *sheetTable, f footer, why string, err error) {
	survey = &sheetSurvey{}
	survey.sheetData, err = d.readSheetOf(w, s, func(row int, cells []cell) error {
		if w.cells -= int64(len(cells)); w.cells < 0 {
			return errTooManyCells
		}
		survey.add(row, cells)
		return nil
	})
	if err != nil {
		return nil, nil, footer{}, "", err
	}
	if survey.rows == 0 {
		return survey, nil, footer{}, emptySheet, nil
	}
	h := survey.findHeader()
	f = survey.findFooter(h.body)
	t = &sheetTable{header: h, end: f.end, columns: survey.columnsOf(h, f), merged: bodyMerges(survey.merged, h.body)}
	switch {
	case survey.isProse():
		why = proseSheet
	case survey.last[len(survey.last)-1].number < h.body:
		why = noRows
	}
	return survey, t, f, why, nil
}

// notes are those of a sheet.
func (s *sheetSurvey) notes(h header, f footer) []Note {
	list := append(s.headerNotes(h), f.notes...)
	if s.errors > 0 {
		list = append(list, Note{Subject: ErrorValues, Count: s.errors, Example: s.anError})
	}
	if s.formulas > 0 {
		list = append(list, Note{Subject: FormulasWithoutValues, Count: s.formulas})
	}
	return list
}

func (d *decoder) readSheetOf(w *workbook, s sheet, visit func(int, []cell) error) (*sheetData, error) {
	r, err := d.openMember(w, s.member)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return &sheetData{}, nil // a sheet of another kind
	}
	defer r.Close()
	return w.readSheet(r, visit)
}

// isProse is true for a sheet of explanations: one column of long texts.
func (s *sheetSurvey) isProse() bool {
	const long = 60
	length := 0
	for _, r := range s.top {
		if len(r.cells) > 1 || r.cells[0].kind != textValue {
			return false
		}
		length += len(r.cells[0].text)
	}
	return length > long*len(s.top)
}

// columnsOf are the columns of the table: those with a name or values.
func (s *sheetSurvey) columnsOf(h header, f footer) []int {
	outside := make([]int, len(s.columns)) // values before and after the table
	count := func(r sheetRow) {
		for _, c := range r.cells {
			if c.kind != errorValue {
				outside[c.column]++
			}
		}
	}
	for _, r := range s.top {
		if r.number < h.body {
			count(r)
		}
	}
	for _, r := range s.last {
		if r.number >= max(f.end, h.body) {
			count(r)
		}
	}
	var columns []int
	for i, c := range s.columns {
		if h.names[i] != "" || c.values > outside[i] {
			columns = append(columns, i)
		}
	}
	return columns
}

func (s *sheetSurvey) headerNotes(h header) []Note {
	if h.last < h.first {
		return []Note{{Subject: NoHeader}}
	}
	var notes []Note
	if h.first > 0 {
		notes = append(notes, Note{Subject: Header, Row: s.top[h.last].number + 1, Count: h.first, Example: s.top[0].cells[0].text})
	}
	if h.last > h.first {
		joined := slices.MaxFunc(h.names, func(a, b string) int { return len(a) - len(b) })
		notes = append(notes, Note{Subject: JoinedHeader, Count: h.last - h.first + 1, Example: joined})
	}
	return notes
}

// sheetTable is the part of a sheet that is a table.
type sheetTable struct {
	header
	end     int
	columns []int
	merged  []area // down several rows of the body, by their first row
}

// bodyMerges are the cells that are merged down rows of data: their value holds
// for all of these.
func bodyMerges(all []area, body int) []area {
	var down []area
	for _, m := range all {
		if m.top >= body && m.bottom > m.top {
			down = append(down, m)
		}
	}
	slices.SortStableFunc(down, func(a, b area) int { return a.top - b.top })
	return down
}

func (d *decoder) writeTable(w *workbook, s sheet, t *sheetTable, out io.Writer) error {
	buffered := bufio.NewWriterSize(out, 64<<10)
	writer := csv.NewWriter(buffered)
	if err := writer.Write(completeNames(t.names, t.columns)); err != nil {
		return err
	}
	place := make([]int, len(t.names)) // in the record, by column
	for i := range place {
		place[i] = -1
	}
	for i, column := range t.columns {
		place[column] = i
	}
	record := make([]string, len(t.columns))
	merges := mergeFiller{left: t.merged}
	_, err := d.readSheetOf(w, s, func(row int, cells []cell) error {
		if row < t.body || row >= t.end {
			return nil
		}
		clear(record)
		filled := false
		for _, c := range cells {
			if c.column >= len(place) || place[c.column] < 0 {
				continue
			}
			if c.kind != errorValue {
				record[place[c.column]] = c.text
			}
			filled = true
		}
		if !filled {
			return nil
		}
		merges.fill(row, record, place)
		return writer.Write(record)
	})
	if err != nil {
		return err
	}
	writer.Flush()
	if err := writer.Error(); err != nil {
		return err
	}
	return buffered.Flush()
}

// mergeFiller repeats the values of cells that are merged down several rows.
type mergeFiller struct {
	left []area // that begin further down, in order
	open []openMerge
}

type openMerge struct {
	area
	value string
}

func (m *mergeFiller) fill(row int, record []string, place []int) {
	m.open = slices.DeleteFunc(m.open, func(o openMerge) bool { return o.bottom < row })
	for _, o := range m.open {
		if at := place[o.area.left]; record[at] == "" {
			record[at] = o.value
		}
	}
	for len(m.left) > 0 && m.left[0].top <= row {
		a := m.left[0]
		m.left = m.left[1:]
		if a.top == row && a.left < len(place) && place[a.left] >= 0 {
			m.open = append(m.open, openMerge{a, record[place[a.left]]})
		}
	}
}
