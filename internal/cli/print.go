package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/terminal"
)

// maxProse is how long a line of prose becomes, however wide the window:
// longer ones are hard to follow.
const maxProse = 100

// printHanging prints text that is wrapped to the window; the first line begins with
// the head, the others are set in as far.
func printHanging(w io.Writer, s terminal.Screen, head, text string, style terminal.Style) {
	printHangingAt(w, s, head, terminal.Width(head), text, style)
}

// printHangingAt is hanging with a head that has colours, and so a width of its own.
func printHangingAt(w io.Writer, s terminal.Screen, head string, width int, text string, style terminal.Style) {
	for _, line := range s.Wrap(terminal.Clean(text), min(s.Width, maxProse)-width) {
		fmt.Fprintf(w, "%s%s\n", head, paint(s, style, line))
		head = strings.Repeat(" ", width)
	}
}

// paint is text in a style, or as it is where there is none.
func paint(s terminal.Screen, style terminal.Style, text string) string {
	if style == "" {
		return text
	}
	return s.Paint(style, text)
}

// printRow prints short parts in a row, with a sign before the first; a line breaks
// only between them.
func (a *app) printRow(sign string, color terminal.Style, parts []string) {
	between := a.out.Sign(" · ", ", ")
	head, line, room := a.out.Paint(color, sign)+" ", "", min(a.out.Width, maxProse)-terminal.Width(sign)-1
	for i, part := range parts {
		switch {
		case i == 0:
			line = part
		case a.out.Width > 0 && terminal.Width(line+between+part) > room:
			a.printf("%s%s\n", head, a.out.Paint(terminal.Dim, line))
			head, line = strings.Repeat(" ", terminal.Width(sign)+1), part
		default:
			line += between + part
		}
	}
	a.printf("%s%s\n", head, a.out.Paint(terminal.Dim, line))
}

// remark says something beside the work, on standard error.
func (a *app) remark(format string, args ...any) {
	printHanging(a.Stderr, a.notes, "", fmt.Sprintf(format, args...), terminal.Dim)
}

// paragraph prints text on standard output, wrapped to the window.
func (a *app) paragraph(text string, style terminal.Style) {
	printHanging(a.Stdout, a.out, "", text, style)
}

// printStory prints a story. Its first sentence is the finding, and stands out.
func (a *app) printStory(text string) {
	text, list, listed := strings.Cut(text, "\n")
	defer func() {
		if listed {
			for line := range strings.Lines(list) {
				printHanging(a.Stdout, a.out, "  ", terminal.Clean(strings.TrimSpace(line)), "")
			}
		}
	}()
	text = strings.Join(strings.Fields(terminal.Clean(text)), " ")
	left := firstSentence(text)
	for _, line := range a.out.Wrap(text, min(a.out.Width, maxProse)) {
		n := min(max(left, 0), len(line))
		a.printf("%s%s\n", a.out.Paint(terminal.Bold, line[:n]), line[n:])
		left -= len(line) + 1
	}
}

var (
	// stops may end a sentence; what stands before and after tells.
	sentenceEnds = regexp.MustCompile(`(\S+)\.["”’)]? `)
	abbreviation = regexp.MustCompile(`^(?:\p{Lu}|(?i:dr|mr|mrs|ms|st|no|vs|inc|ltd|co|jr|sr|prof|approx|e\.g|i\.e))$`)
)

// firstSentence is where the first sentence of a text ends. The point of E. Eco
// or Dr. Stone ends none.
func firstSentence(text string) int {
	for _, at := range sentenceEnds.FindAllStringSubmatchIndex(text, -1) {
		if word := strings.TrimLeft(text[at[2]:at[3]], "(\"“‘"); !abbreviation.MatchString(word) {
			return at[1] - 1
		}
	}
	return len(text)
}

// printHeadline prints what matters most, behind a sign where there is doubt.
func (a *app) printHeadline(sign, text string) {
	head, width := "", 0
	if sign != "" {
		head, width = a.out.Paint(terminal.Yellow, sign)+" ", terminal.Width(sign)+1
	}
	printHangingAt(a.Stdout, a.out, head, width, text, terminal.Bold)
}

// fitMessage is a message whose lines fit the window behind a sign and, for what to
// do next, behind an arrow.
func fitMessage(s terminal.Screen, message, hint string) (string, string) {
	return wrapLines(s, message, 2), wrapLines(s, hint, 4)
}

func wrapLines(s terminal.Screen, text string, indent int) string {
	if s.Width == 0 || text == "" {
		return text
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, s.Wrap(line, min(s.Width, maxProse)-indent)...)
	}
	return strings.Join(lines, "\n")
}

// showFault says what went wrong on standard error.
func (a *app) showFault(f *fault.Fault) {
	shown := *f
	shown.Message, shown.Hint = fitMessage(a.notes, f.Message, f.Hint)
	a.notes.Fault(a.Stderr, &shown)
}

// diagnose says what a person should know beside the result.
func (a *app) diagnose(list []fault.Diagnostic) {
	for _, d := range list {
		d.Message, d.Hint = fitMessage(a.notes, d.Message, d.Hint)
		a.notes.Diagnostic(a.Stderr, d)
	}
}

// showStatement prints a statement on standard error.
func (a *app) showStatement(sql string) { writeStatement(a.Stderr, a.notes, sql, terminal.Dim) }

// showSQL prints a statement that was asked for.
func (a *app) showSQL(sql string) { writeStatement(a.Stdout, a.out, sql, "") }

func writeStatement(w io.Writer, s terminal.Screen, sql string, style terminal.Style) {
	for line := range strings.Lines(strings.TrimSpace(sql)) {
		for _, part := range wrapSQL(terminal.Clean(strings.TrimRight(line, "\r\n")), s.Width) {
			fmt.Fprintln(w, paint(s, style, part))
		}
	}
}

// wrapSQL breaks a line of a statement at spaces outside quotes, so that what
// is copied from the window still runs. A line with a comment stays whole.
func wrapSQL(line string, width int) []string {
	const indent = "    "
	var out []string
	for width > 2*len(indent) && terminal.Width(line) > width && !strings.Contains(line, "--") {
		at := breakAt(line, width)
		if at < 0 {
			break
		}
		out = append(out, line[:at])
		line = indent + line[at+1:]
	}
	return append(out, line)
}

// breakAt is the last space outside quotes within the width, else the first one
// after it; -1 where there is none. The indent is no place to break.
func breakAt(line string, width int) int {
	found, quote, begun := -1, rune(0), false
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"' || r == '`':
			quote, begun = r, true
		case r != ' ':
			begun = true
		case begun && terminal.Width(line[:i]) <= width:
			found = i
		case begun && found < 0:
			return i
		}
	}
	return found
}
