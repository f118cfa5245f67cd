package files

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/source/duckdb"
)

// dialect is how a CSV is written. It is found here and not by DuckDB, which
// would rather invent a strange dialect than say that a file is broken.
type dialect struct {
	delimiter rune
	newLine   string
	preamble  int      // records before the header, such as a title
	skip      int      // records and blank lines before the first row of data
	names     []string // of the columns
}

// findDialect looks at the beginning of a file. whole says that this is all of it.
func findDialect(opening []byte, delimiter rune, whole bool, s tableSettings) dialect {
	d := dialect{delimiter: delimiter, newLine: newLineOf(opening)}
	rest := bytes.TrimPrefix(opening, []byte("\xef\xbb\xbf"))
	if line, _, _ := bytes.Cut(rest, []byte("\n")); delimiter == 0 && bytes.HasPrefix(bytes.ToLower(line), []byte("sep=")) && len(bytes.TrimSpace(line)) == len("sep=;") {
		d.delimiter = rune(line[len("sep=")])
	}
	if s.Delimiter != "" {
		d.delimiter = []rune(s.Delimiter)[0]
	}
	if d.delimiter == 0 {
		d.delimiter = delimiterOf(rest)
	}
	records := parseRecords(rest, d.delimiter, whole)
	d.findHeader(records, s)
	return d
}

func newLineOf(opening []byte) string {
	switch {
	case bytes.Contains(opening, []byte("\r\n")):
		return `\r\n`
	case bytes.ContainsRune(opening, '\r') && !bytes.ContainsRune(opening, '\n'):
		return `\r`
	}
	return `\n`
}

// delimiterOf finds the delimiter by which most lines have the same number of
// fields, and many of them.
func delimiterOf(opening []byte) rune {
	const lines = 50
	best, bestScore := ',', 0
	for _, d := range []rune{',', ';', '\t', '|'} {
		counts := map[int]int{}
		for _, r := range parseRecords(opening, d, true) {
			if len(r.fields) > 1 {
				counts[len(r.fields)]++
			}
			if r.number >= lines {
				break
			}
		}
		for fields, n := range counts {
			if score := n*1000 + fields; score > bestScore {
				best, bestScore = d, score
			}
		}
	}
	return best
}

// csvRecord is a line of a CSV, or several where a quoted field has line breaks.
type csvRecord struct {
	number int // of records before it
	blank  int // blank lines right before it
	line   int // where it starts
	fields []string
}

const mostRecords = 200

// parseRecords reads the first records. Quotes may be wrong; a record that the
// end of the opening may have cut off is left out.
func parseRecords(opening []byte, delimiter rune, whole bool) []csvRecord {
	r := csv.NewReader(bytes.NewReader(opening))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = delimiter, -1, true
	var list []csvRecord
	at := 1 // the line after the record before
	for len(list) < mostRecords {
		fields, err := r.Read()
		if err != nil {
			break
		}
		line, _ := r.FieldPos(0)
		end := int(r.InputOffset())
		if end == len(opening) && !whole && len(list) > 0 {
			break
		}
		list = append(list, csvRecord{len(list), line - at, line, fields})
		at = 1 + bytes.Count(opening[:end], []byte("\n"))
	}
	return list
}

// filled is how many fields hold something.
func (r csvRecord) filled() int {
	n := 0
	for _, f := range r.fields {
		if strings.TrimSpace(f) != "" {
			n++
		}
	}
	return n
}

// findHeader finds the row with the names of the columns: the first that is
// about as full as most are. What stands before it is a preamble.
func (d *dialect) findHeader(records []csvRecord, s tableSettings) {
	counts := map[int]int{}
	for _, r := range records {
		counts[len(r.fields)]++
	}
	width := 0
	for fields, n := range counts {
		if n > counts[width] || n == counts[width] && fields > width {
			width = fields
		}
	}
	first := 0
	for first < len(records)-1 && isPreamble(records[first], width) {
		first++
	}
	if s.Header > 0 { // the line that people see in an editor
		first = max(0, slices.IndexFunc(records, func(r csvRecord) bool { return r.line >= s.Header }))
	}
	d.preamble, d.skip = first, 0
	if first >= len(records) {
		return
	}
	for _, r := range records[:first] {
		d.skip += 1 + r.blank
	}
	header := records[first]
	d.skip += header.blank
	if s.Header < 0 || s.Header == 0 && !isHeader(header.fields, records[first+1:]) {
		d.names = make([]string, len(header.fields))
	} else {
		d.names = header.fields
		d.skip++
	}
	d.names = cleanNames(d.names)
}

func isPreamble(r csvRecord, width int) bool {
	return width > 1 && r.filled()*2 <= width
}

// isHeader reports whether a row names columns. A row with figures is data where
// the rows below have figures in the same columns, unless its figures are years or
// other periods.
func isHeader(row []string, below []csvRecord) bool {
	figures, periods := 0, 0
	for i, cell := range row {
		if _, ok := parsePeriod(cell); ok {
			periods++
			continue
		}
		if !isFigure(cell) {
			continue
		}
		for _, r := range below {
			if i < len(r.fields) && isFigure(r.fields[i]) {
				figures++
				break
			}
		}
	}
	return figures == 0 && (periods < 2 && periods < len(row) || periods > 1 && hasNoPeriods(row, below))
}

// hasNoPeriods tells headers that are periods from rows that hold some: the
// cells below are something else.
func hasNoPeriods(row []string, below []csvRecord) bool {
	same, all := 0, 0
	for i, cell := range row {
		p, ok := parsePeriod(cell)
		if !ok {
			continue
		}
		for _, r := range below {
			if i >= len(r.fields) || r.fields[i] == "" {
				continue
			}
			all++
			if q, ok := parsePeriod(r.fields[i]); ok && q.kind == p.kind {
				same++
			}
		}
	}
	return same*2 <= all
}

// isFigure reports whether a cell holds a number or a date.
func isFigure(cell string) bool {
	cell = strings.TrimSpace(cell)
	if n, ok := scanNumber(cell); ok && n.suffix == "" {
		return true
	}
	_, ok := scanDate(cell)
	return ok
}

// cleanNames makes names of columns from the cells of a header: without line
// breaks, none of them empty, none of them twice.
func cleanNames(cells []string) []string {
	names := make([]string, len(cells))
	taken := map[string]bool{}
	for i, cell := range cells {
		name := strings.Join(strings.Fields(strings.TrimPrefix(cell, "\ufeff")), " ")
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		names[i] = name
		for n := 2; taken[strings.ToLower(names[i])]; n++ {
			names[i] = fmt.Sprintf("%s_%d", name, n)
		}
		taken[strings.ToLower(names[i])] = true
	}
	return names
}

// read is the file as a table function of DuckDB that reads every column as
// text: c0, c1 and so on.
func (d dialect) read(f file) string {
	columns := make([]string, len(d.names))
	for i := range d.names {
		columns[i] = fmt.Sprintf("'c%d': 'VARCHAR'", i)
	}
	return fmt.Sprintf(`read_csv(%s, auto_detect = false, delim = %s, quote = '"', escape = '"', comment = '', new_line = '%s', compression = 'uncompressed', header = false, skip = %d, columns = {%s})`,
		duckdb.Literal(f.path), duckdb.Literal(string(d.delimiter)), d.newLine, d.skip, strings.Join(columns, ", "))
}
