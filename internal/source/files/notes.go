package files

import (
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// notes are what people should know of how a file's columns were read.
type notes struct {
	file   file
	done   [mannerCount]struct{ columns, example string }
	doubts []fault.Diagnostic
}

// read says that a column was made numbers or dates. Columns of the same manner
// are said together.
func (n *notes) read(name string, m int, c *looked) {
	d := &n.done[m]
	if d.columns == "" {
		d.columns, d.example = name, c.example
		return
	}
	d.columns += ", " + name
}

// doubt says why a column stays text.
func (n *notes) doubt(name, why string) {
	n.warn("%s of %s stays text: %s", []any{name, n.file.shown, why}, "write numbers as 1200.50 and dates as 2025-12-31, and connect again")
}

// large says what a column of a file that is not read whole may be.
func (n *notes) large(name string, m int, c *looked) {
	n.warn("%s of %s stays text: it looks like %s (%s), but the file is too large to check every value",
		[]any{name, n.file.shown, kindOf(m), c.example}, "write numbers as 1200.50 and dates as 2025-12-31, or load the file into a DuckDB database")
}

// mostOdd is the share of values, one in so many, that may be something else in
// a column that was meant to be numbers or dates.
const mostOdd = 5

// nearly says that a few values keep a column from being numbers or dates.
func (n *notes) nearly(name string, c *looked) {
	fit, what := c.numbers, commaNumber
	if c.dates > fit {
		fit, what = c.dates, dottedDate
	}
	odd := c.values - fit
	if odd == 0 || odd*mostOdd > c.values || c.odd == "" {
		return
	}
	n.warn("%s of %s stays text: it looks like %s, but %d of %d values are none, such as %q",
		[]any{name, n.file.shown, kindOf(what), odd, c.values, c.odd}, "leave such fields empty, and connect again")
}

func (n *notes) warn(format string, args []any, hint string) {
	n.doubts = append(n.doubts, fault.New(fault.BadData, format, args...).WithHint("%s", hint).Diagnostic(fault.Warning))
}

func kindOf(m int) string {
	if m < numberManners {
		return "numbers"
	}
	return "dates"
}

// mostNotes bounds the notes on one file.
const mostNotes = 8

func (n *notes) list() []fault.Diagnostic {
	var list []fault.Diagnostic
	for m, d := range n.done {
		if d.columns == "" {
			continue
		}
		verb := "is"
		if strings.Contains(d.columns, ", ") {
			verb = "are"
		}
		list = append(list, fault.Diagnostic{Severity: fault.Info,
			Message: fmt.Sprintf("%s of %s %s read as %s: %s is %s", d.columns, n.file.shown, verb, kindOf(m), d.example, understood(m, d.example))})
	}
	if len(n.doubts) > mostNotes {
		more := len(n.doubts) - mostNotes
		n.doubts = n.doubts[:mostNotes]
		n.warn("%d more columns of %s stay text for such reasons", []any{more, n.file.shown}, "")
	}
	return append(list, n.doubts...)
}
