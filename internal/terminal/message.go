package terminal

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// Fault says what happened, and what to do next.
func (s Screen) Fault(w io.Writer, f *fault.Fault) {
	s.say(w, s.Paint(Red, s.Sign("✗", "error:")), f.Message)
	s.Next(w, f.Hint)
	fmt.Fprintf(w, "  %s\n", s.Paint(Dim, string(f.Code)))
}

// Next says what to do next.
func (s Screen) Next(w io.Writer, hint string) {
	for i, line := range strings.Split(hint, "\n") {
		switch {
		case hint == "":
		case i == 0:
			fmt.Fprintf(w, "  %s %s\n", s.Paint(Blue, s.Sign("→", "next:")), Clean(line))
		default:
			fmt.Fprintf(w, "    %s\n", Clean(line))
		}
	}
}

// Diagnostic prints a remark on the result.
func (s Screen) Diagnostic(w io.Writer, d fault.Diagnostic) {
	sign := s.Paint(Yellow, "!")
	if d.Severity == fault.Info {
		sign = s.Paint(Dim, "·")
		if s.ASCII {
			sign = "-"
		}
	}
	message := d.Message
	switch {
	case d.File != "" && strings.HasPrefix(d.Message, filepath.Base(d.File)): // it names the file itself
	case d.File != "" && d.Line > 0:
		message = fmt.Sprintf("%s:%d: %s", d.File, d.Line, d.Message)
	case d.File != "":
		message = d.File + ": " + d.Message
	}
	s.say(w, sign, message)
	s.Next(w, d.Hint)
}

// Done says that something worked.
func (s Screen) Done(w io.Writer, format string, args ...any) {
	s.say(w, s.Paint(Green, s.Sign("✓", "ok:")), fmt.Sprintf(format, args...))
}

// Note prints a remark.
func (s Screen) Note(w io.Writer, format string, args ...any) {
	fmt.Fprintln(w, s.Paint(Dim, Clean(fmt.Sprintf(format, args...))))
}

func (s Screen) say(w io.Writer, sign, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i == 0 {
			fmt.Fprintf(w, "%s %s\n", sign, Clean(line))
		} else {
			fmt.Fprintf(w, "  %s\n", Clean(line))
		}
	}
}
