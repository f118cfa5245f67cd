package files

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"

	"github.com/plumbdata/plumb/internal/fault"
)

// openingSize is how much of a file is read to find how it is written.
const openingSize = 256 << 10

// readOpening reads the beginning of a text file, which was decoded.
func readOpening(f file) ([]byte, error) {
	text, err := openFile(f)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	opening := make([]byte, openingSize)
	n, err := io.ReadFull(text, opening)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fault.Wrap(err, fault.BadData, "%s cannot be read: %v", f.shown, cause(err)).WithHint("check that the file is complete")
	}
	opening = opening[:n]
	if len(bytes.TrimSpace(opening)) == 0 {
		return nil, emptyFile(f)
	}
	return opening, nil
}

func emptyFile(f file) error {
	return fault.New(fault.BadData, "%s is empty", f.shown).WithHint("a table needs at least the names of its columns: write the file again")
}

// mistake is a breach of the rules of CSV.
type mistake struct {
	line int
	what string
}

func (m *mistake) Error() string { return m.what }

// firstMistake reads a CSV by the rules and returns the first breach, or nil.
// Only so much of the file is read.
func firstMistake(f file, d dialect) *mistake {
	const most = 1 << 30
	text, err := openFile(f)
	if err != nil {
		return nil
	}
	defer text.Close()
	r := csv.NewReader(bufio.NewReader(io.LimitReader(text, most)))
	r.Comma, r.ReuseRecord, r.FieldsPerRecord = d.delimiter, true, -1
	for n := 0; ; n++ {
		record, err := r.Read()
		var breach *csv.ParseError
		switch {
		case err == nil && n < d.preamble:
			continue
		case err == nil:
			if line, _ := r.FieldPos(0); len(record) != len(d.names) {
				return &mistake{line, fmt.Sprintf("it has %s, but the first line has %d", fields(len(record)), len(d.names))}
			}
			continue
		case !errors.As(err, &breach):
			return nil
		case errors.Is(err, csv.ErrQuote):
			return &mistake{breach.StartLine, "a quoted field does not end as it should"}
		case errors.Is(err, csv.ErrBareQuote):
			return &mistake{breach.Line, "there is a quote in the middle of a field"}
		}
		return &mistake{breach.Line, breach.Err.Error()}
	}
}

func fields(n int) string {
	if n == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", n)
}
