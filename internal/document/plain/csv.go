package plain

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/document"
	"github.com/plumbdata/plumb/internal/document/build"
)

// CSV reads a table with any usual delimiter. A text that is no table is read as text.
func CSV(text string) *document.Document {
	delimiter, ok := delimiterOf(text)
	if !ok {
		return Text(text)
	}
	rows, broken := records(text, delimiter)
	b := &build.Builder{}
	b.Table("", rows, build.HeaderUnknown)
	if broken {
		b.Note("rows of the table cannot be read, and were left out")
	}
	return b.Document()
}

// records are the rows of a table, as many as a document may have.
func records(text string, delimiter rune) (rows [][]string, broken bool) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
	cells := 0
	for cells <= build.MaxCells {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return rows, true
		}
		rows, cells = append(rows, row), cells+len(row)
	}
	return rows, broken
}

// delimiterOf finds what stands between cells: what gives the first lines the most cells,
// and the same number of them.
func delimiterOf(text string) (rune, bool) {
	const lines, bytes = 50, 256 << 10
	best, score := ',', 0.0
	head := text[:min(len(text), bytes)]
	for _, delimiter := range []rune{',', ';', '\t', '|'} {
		r := csv.NewReader(strings.NewReader(head))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
		widths := map[int]int{}
		n := 0
		for ; n < lines; n++ {
			row, err := r.Read()
			if err != nil {
				break
			}
			widths[len(row)]++
		}
		for width, count := range widths {
			if s := float64(count) / float64(max(n, 1)) * float64(width-1) / float64(width); width > 1 && s > score {
				best, score = delimiter, s
			}
		}
	}
	const least = 0.25 // most rows have the same number of cells
	return best, score >= least
}
