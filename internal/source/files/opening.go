package files

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
)

// openingSize is how much of a file is read to find its delimiter.
const openingSize = 64 << 10

// open reads a file's text, compressed or not.
func open(f file) (io.ReadCloser, error) {
	raw, err := openFile(f)
	if err != nil {
		return nil, err
	}
	if !isCompressed(f) {
		return raw, nil
	}
	text, err := gzip.NewReader(raw)
	if err != nil {
		raw.Close()
		return nil, fault.Wrap(err, fault.BadData, "%s is not a gzip file: %v", f.shown, err).WithHint("remove .gz from its name if it is not compressed")
	}
	return struct {
		io.Reader
		io.Closer
	}{text, raw}, nil
}

// readOpening reads the beginning of a text file, and refuses what is not
// UTF-8.
func readOpening(f file) ([]byte, error) {
	text, err := open(f)
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
	if !isText(opening) {
		return nil, fault.New(fault.BadData, "%s is not UTF-8 text", f.shown).
			WithHint("save it as UTF-8, or convert it: iconv -f WINDOWS-1252 -t UTF-8 (or -f UTF-16) %s", f.shown)
	}
	return opening, nil
}

// isBlank is true for a text file that has nothing but white space in it.
func isBlank(f file) bool {
	if f.size == 0 {
		return true
	}
	if f.size > openingSize || isCompressed(f) || f.format.suffix(f.shown) == ".parquet" {
		return false
	}
	raw, err := openFile(f)
	if err != nil {
		return false
	}
	defer raw.Close()
	text, err := io.ReadAll(io.LimitReader(raw, openingSize))
	return err == nil && len(bytes.TrimSpace(text)) == 0
}

// isText reports whether it is UTF-8; the last character may be cut off.
func isText(b []byte) bool {
	for cut := 0; cut < utf8.UTFMax && cut <= len(b); cut++ {
		if utf8.Valid(b[:len(b)-cut]) {
			return bytes.IndexByte(b, 0) < 0
		}
	}
	return false
}

// delimiterOf finds the delimiter by which most lines have the same number of
// fields, and many of them.
func delimiterOf(opening []byte) rune {
	const lines = 50
	best, bestScore := ',', 0
	for _, d := range []rune{',', ';', '\t', '|'} {
		r := csv.NewReader(bytes.NewReader(opening))
		r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = d, -1, true, true
		counts := map[int]int{}
		for range lines {
			record, err := r.Read()
			if err != nil {
				break
			}
			if len(record) > 1 {
				counts[len(record)]++
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

// rowsOf estimates the rows of a file from the length of its first lines; -1
// where that cannot be.
func rowsOf(f file, opening []byte) int64 {
	lines := int64(bytes.Count(opening, []byte("\n")))
	if lines == 0 || isCompressed(f) {
		return -1
	}
	return max(f.size*lines/int64(len(opening)), 1)
}

// isPreamble reports whether the first lines are a title and not data: none
// has a second field.
func isPreamble(opening []byte, lines int64, delimiter rune) bool {
	for range lines {
		line, rest, found := bytes.Cut(opening, []byte("\n"))
		if !found || bytes.ContainsRune(line, delimiter) {
			return false
		}
		opening = rest
	}
	return true
}

func fields(n int) string {
	if n == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", n)
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
	const most = 256 << 20
	text, err := open(f)
	if err != nil {
		return nil
	}
	defer text.Close()
	r := csv.NewReader(bufio.NewReader(io.LimitReader(text, most)))
	r.Comma, r.ReuseRecord = d.delimiter, true
	for {
		record, err := r.Read()
		var breach *csv.ParseError
		switch {
		case err == nil:
			for i, field := range record {
				if !utf8.ValidString(field) {
					line, _ := r.FieldPos(i)
					return &mistake{line, "there are bytes that are not UTF-8"}
				}
			}
			continue
		case !errors.As(err, &breach):
			return nil
		case errors.Is(err, csv.ErrFieldCount):
			return &mistake{breach.Line, fmt.Sprintf("it has %s, but the first line has %d", fields(len(record)), r.FieldsPerRecord)}
		case errors.Is(err, csv.ErrQuote):
			return &mistake{breach.StartLine, "a quoted field does not end as it should"}
		case errors.Is(err, csv.ErrBareQuote):
			return &mistake{breach.Line, "there is a quote in the middle of a field"}
		}
		return &mistake{breach.Line, breach.Err.Error()}
	}
}
