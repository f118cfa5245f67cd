package decode

import (
	"fmt"
	"strings"
)

// Subject is what a note is about.
type Subject string

const (
	// Encoding: the text was in another encoding than UTF-8. What is its name,
	// Example a word with a character outside ASCII.
	Encoding Subject = "encoding"
	// UncertainEncoding: as Encoding, but the bytes do not tell clearly.
	UncertainEncoding Subject = "uncertain encoding"
	// MixedEncoding: most lines are UTF-8. Count lines are in the encoding What,
	// the first is Row.
	MixedEncoding Subject = "mixed encoding"
	// Undecodable: Count bytes have no meaning in the encoding and became U+FFFD.
	Undecodable Subject = "undecodable"
	// Unpacked: the file was compressed. What is the format.
	Unpacked Subject = "unpacked"
	// Skipped: What (a sheet, a member of an archive) was left out because of Why.
	Skipped Subject = "skipped"
	// Header: the names of the columns are in row Row of the sheet, below Count
	// rows of other text such as Example.
	Header Subject = "header"
	// JoinedHeader: Count rows of headings were joined into names such as Example.
	JoinedHeader Subject = "joined header"
	// NoHeader: the sheet has no row of names.
	NoHeader Subject = "no header"
	// DroppedRows: Count rows at the end, from row Row on, are not data but Why
	// (a total, a note), such as Example.
	DroppedRows Subject = "dropped rows"
	// SuspectedTotal: the last row, Row, says that it is a total (Example), but its
	// numbers are not the sums of their columns; it is kept.
	SuspectedTotal Subject = "suspected total"
	// FormulasWithoutValues: Count formulas have never been computed and are
	// missing values.
	FormulasWithoutValues Subject = "formulas without values"
	// ErrorValues: Count cells hold an error such as Example and are missing
	// values.
	ErrorValues Subject = "error values"
	// StoredAsText: what no column of the format can hold, What, is text.
	StoredAsText Subject = "stored as text"
)

// Note is a decision about a part.
type Note struct {
	Subject Subject
	What    string
	Why     string
	Example string
	Row     int // of the sheet or the line of the file, from 1
	Count   int
}

// Uncertain is true for a note that a person should check.
func (n Note) Uncertain() bool {
	switch n.Subject {
	case UncertainEncoding, MixedEncoding, Undecodable, Skipped, NoHeader, SuspectedTotal, FormulasWithoutValues:
		return true
	}
	return false
}

// String is the note as a sentence without an end.
func (n Note) String() string {
	switch n.Subject {
	case Encoding:
		return "the text is " + n.What + suchAs(n.Example)
	case UncertainEncoding:
		return "the encoding of the text is not clear; it was read as " + n.What + suchAs(n.Example)
	case MixedEncoding:
		return fmt.Sprintf("the text is UTF-8 except for %s in %s, the first of them line %d%s", count(n.Count, "line"), n.What, n.Row, suchAs(n.Example))
	case Undecodable:
		return fmt.Sprintf("%s could not be decoded and are shown as \uFFFD", count(n.Count, "character"))
	case Unpacked:
		return "unpacked from " + n.What
	case Skipped:
		return fmt.Sprintf("%s is left out: %s", n.What, n.Why)
	case Header:
		return fmt.Sprintf("the header is row %d, below %s of other text%s", n.Row, count(n.Count, "row"), suchAs(n.Example))
	case JoinedHeader:
		return fmt.Sprintf("%d rows of headings are joined into one%s", n.Count, suchAs(n.Example))
	case NoHeader:
		return "no header row was found; columns are named by their letters"
	case DroppedRows:
		return fmt.Sprintf("%s at the end, from row %d on, left out: %s%s", count(n.Count, "row"), n.Row, n.Why, suchAs(n.Example))
	case SuspectedTotal:
		return fmt.Sprintf("row %d may be a total (%q) but does not add up; it is kept as a row of data", n.Row, shorten(n.Example))
	case FormulasWithoutValues:
		return fmt.Sprintf("%s have no computed value and are missing; open the workbook in Excel and save it", count(n.Count, "formula"))
	case ErrorValues:
		return fmt.Sprintf("%s with an error are missing values%s", count(n.Count, "cell"), suchAs(n.Example))
	case StoredAsText:
		return n.What + " is kept as text"
	}
	return string(n.Subject)
}

func suchAs(example string) string {
	if example = strings.TrimSpace(example); example == "" {
		return ""
	}
	return fmt.Sprintf(", such as %q", shorten(example))
}

// shorten cuts a text that is shown as an example.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
