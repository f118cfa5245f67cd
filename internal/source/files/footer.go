package files

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/source/files/decode"
)

// How the end of a file is read.
const (
	asWithoutFooter = "without footer"
	asWithFooter    = "with footer"
)

// Bounds of a footer: how much of the end is looked at, and the size up to which a
// file is copied without it.
const (
	tailSize   = 64 << 10
	mostFooted = 512 << 20
	leastWidth = 3 // columns of a table below which a line with one field is a note
)

// tailRecord is a line at the end of a file.
type tailRecord struct {
	at     int64 // where it begins
	fields []string
	apart  bool // a blank line is before it
}

// withoutFooter is a CSV without the notes and the total below its rows, copied
// into dir if there are any. A total counts as one only if it adds up.
func withoutFooter(f file, dir string) (file, error) {
	if f.problem != nil || f.format.kind != formatCSV || f.size == 0 || f.size > mostFooted {
		return f, nil
	}
	opening, err := readOpening(f)
	if err != nil {
		return f, nil // which is said when it is loaded
	}
	d := findDialect(opening, f.delimiter(), len(opening) < openingSize, f.settings)
	records, err := readTail(f, d)
	if err != nil || len(d.names) < leastWidth || len(records) < 2 {
		return f, nil // as above
	}
	end := f.size
	notes, total := 0, false
	for len(records) > 1 && isFooterNote(records, notes) {
		last := records[len(records)-1]
		end, records = last.at, records[:len(records)-1]
		notes++
	}
	last := records[len(records)-1]
	if label, ok := totalLabel(last); ok && len(records) > 1 {
		if total = addsUp(f, d, last); !total {
			f.decided = append(f.decided, Decision{File: f.shown, As: AsDecoded,
				Assumption: fmt.Sprintf("the last line may be a total (%q) but does not add up; it is kept as a row of data", label)})
		} else {
			end = last.at
		}
	}
	if notes == 0 && !total {
		return f, nil
	}
	keeps := f.settings.Footer != nil && *f.settings.Footer
	choice := choiceOfFile(f, asWithoutFooter, asWithoutFooter, asWithFooter)
	if choice.Example = firstFilled(last.fields); keeps {
		choice.As = asWithFooter
	}
	f.choices = append(f.choices, choice)
	if keeps {
		return f, nil
	}
	if notes > 0 {
		f.decided = append(f.decided, Decision{File: f.shown, As: AsDecoded, Reason: fmt.Sprintf("%s below the table left out: notes", countLines(notes))})
	}
	if total {
		f.decided = append(f.decided, Decision{File: f.shown, As: AsDecoded, Reason: fmt.Sprintf("the last line is left out: it is the total of the rows above (%q)", firstFilled(last.fields))})
	}
	return f.cut(end, dir)
}

func countLines(n int) string {
	if n == 1 {
		return "a line"
	}
	return fmt.Sprintf("%d lines", n)
}

// readTail parses the last lines of a file. Lines with an open quote end it: they
// are part of a longer record.
func readTail(f file, d dialect) ([]tailRecord, error) {
	opened, err := openFile(f)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	start := max(0, f.size-tailSize)
	text, err := io.ReadAll(io.NewSectionReader(opened, start, tailSize))
	if err != nil {
		return nil, err
	}
	var list []tailRecord
	blank := false
	for at := 0; at < len(text); {
		line := text[at:]
		next := len(text)
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line, next = line[:n], at+n+1
		}
		place := start + int64(at)
		first := at == 0
		at = next
		if len(bytes.TrimSpace(line)) == 0 {
			blank = true
			continue
		}
		if bytes.Count(line, []byte{'"'})%2 != 0 || first && start > 0 {
			list, blank = nil, false
			continue
		}
		r := csv.NewReader(bytes.NewReader(line))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes = d.delimiter, -1, true
		fields, err := r.Read()
		if err != nil {
			return nil, err
		}
		record := tailRecord{place, fields, blank}
		if blank = filled(fields) == 0; !blank {
			list = append(list, record)
		}
	}
	return list, nil
}

func filled(fields []string) int { return csvRecord{fields: fields}.filled() }

func firstFilled(fields []string) string {
	for _, f := range fields {
		if f = strings.TrimSpace(f); f != "" {
			return f
		}
	}
	return ""
}

// isFooterNote is true if the last record is one text below the table, apart from
// it or marked as a note.
func isFooterNote(records []tailRecord, notes int) bool {
	last, before := records[len(records)-1], records[len(records)-2]
	text := firstFilled(last.fields)
	if filled(last.fields) != 1 || strings.TrimSpace(last.fields[0]) == "" || isFigure(text) {
		return false
	}
	_, afterTotal := totalLabel(before)
	return decode.IsFootnote(text) || last.apart || afterTotal || notes > 0 && filled(before.fields) == 1
}

// totalLabel is the text of a record that says that it is a total.
func totalLabel(r tailRecord) (string, bool) {
	for _, f := range r.fields {
		if f = strings.TrimSpace(f); f != "" && !isFigure(f) {
			return f, decode.SaysTotal(f)
		}
	}
	return "", false
}

// addsUp reports whether a number of a record is the sum of its column.
func addsUp(f file, d dialect, total tailRecord) bool {
	opened, err := openFile(f)
	if err != nil {
		return false
	}
	defer opened.Close()
	r := csv.NewReader(bufio.NewReader(io.NewSectionReader(opened, 0, total.at)))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = d.delimiter, -1, true, true
	sums := map[hand][]float64{pointDecimal: make([]float64, len(total.fields)), commaDecimal: make([]float64, len(total.fields))}
	rows := 0
	for n := 0; ; n++ {
		fields, err := r.Read()
		if err != nil {
			break
		}
		if n <= d.preamble {
			continue
		}
		rows++
		for h, list := range sums {
			for i := range min(len(fields), len(list)) {
				v, _ := figure(fields[i], h)
				list[i] += v
			}
		}
	}
	for h, list := range sums {
		for i, text := range total.fields {
			v, ok := figure(text, h)
			if ok && v != 0 && rows > 1 && math.Abs(v-list[i]) <= 1e-9*math.Abs(v)+0.005 {
				return true
			}
		}
	}
	return false
}

// figure is a number by the sign that is taken for decimals.
func figure(text string, h hand) (float64, bool) {
	n, ok := scanNumber(strings.TrimSpace(text))
	if !ok {
		return 0, false
	}
	digits := strings.NewReplacer(" ", "", "’", "", "'", "").Replace(n.body)
	if h == commaDecimal {
		digits = strings.ReplaceAll(strings.ReplaceAll(digits, ".", ""), ",", ".")
	} else {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	v, err := strconv.ParseFloat(digits, 64)
	if strings.HasPrefix(n.text, "-") || strings.HasPrefix(n.text, "(") {
		v = -v
	}
	return v, err == nil
}

// cut is the beginning of a file, copied into dir.
func (f file) cut(end int64, dir string) (file, error) {
	opened, err := openFile(f)
	if err != nil {
		return f, err
	}
	defer opened.Close()
	made, err := os.CreateTemp(dir, "cut-*.csv")
	if err != nil {
		return f, noRoom(err)
	}
	_, err = io.Copy(made, io.NewSectionReader(opened, 0, end))
	if closed := made.Close(); err == nil {
		err = closed
	}
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(made.Name())
	}
	if err != nil {
		return f, fault.Wrap(err, fault.Connect, "the copy of %s cannot be written: %v", f.shown, cause(err)).WithHint("check that the cache folder is writable and the disk has room")
	}
	if !f.decoded {
		f.mark = f.path + " " + f.mark
	}
	f.path, f.size, f.info, f.decoded = made.Name(), info.Size(), info, true
	return f, nil
}
