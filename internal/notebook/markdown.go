package notebook

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/table"
)

// maxMarkdownRows is how many rows of a result a text shows.
const maxMarkdownRows = 50

// WriteMarkdown writes a notebook as text for people and their tools: the
// questions as headings, the stories, the first rows and the SQL.
func WriteMarkdown(w io.Writer, n *Notebook) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "# %s\n\n%s\n", inert(n.Name), inert(n.subtitle()))
	for _, v := range n.views() {
		if v.Note != "" {
			v.note(b)
			continue
		}
		v.writeHeading(b)
		v.markdown(b)
	}
	return wrapWriteError(b.Flush())
}

func wrapWriteError(err error) error {
	if err != nil {
		return fault.Wrap(err, fault.Store, "the notebook cannot be exported: %s", err).WithHint("check that there is space, and that the folder can be written")
	}
	return nil
}

// subtitle says what the notebook is about, and of when it is.
func (n *Notebook) subtitle() string {
	var parts []string
	if n.Connection.Name != "" {
		parts = append(parts, n.Connection.Name)
	}
	if n.Connection.Type != "" {
		parts = append(parts, n.Connection.Type)
	}
	cells := "cells"
	if len(n.Cells) == 1 {
		cells = "cell"
	}
	return strings.Join(append(parts, fmt.Sprintf("%d %s", len(n.Cells), cells), n.UpdatedAt.UTC().Format("2 January 2006, 15:04 UTC")), " · ")
}

func (v view) markdown(b io.Writer) {
	v.prose(b)
	for _, f := range v.Figures() {
		fmt.Fprintf(b, "\n**%s** %s\n", inert(f.Text), inert(f.Label))
	}
	v.writeFooting(b)
	if v.Rows != nil && v.Figures() == nil {
		markdownTable(b, v.Rows, v.Meaning)
	}
	if sql := v.Query(); sql != "" {
		fmt.Fprintf(b, "\n%s\n", fenceCode("sql", sql))
	}
	v.original(b)
}

// original is the statement that stood where a person wrote another.
func (v view) original(b io.Writer) {
	if sql := v.Original(); sql != "" {
		fmt.Fprintf(b, "\nThe SQL before it was edited:\n\n%s\n", fenceCode("sql", sql))
	}
}

// writeHeading is the heading, and where the question comes from.
func (v view) writeHeading(b io.Writer) {
	fmt.Fprintf(b, "\n## %s\n", inert(v.Heading()))
	for _, line := range v.Origins() {
		fmt.Fprintf(b, "\n*%s*\n", inert(line))
	}
}

// prose is what the answer says.
func (v view) prose(b io.Writer) {
	if back := v.Back(); back != "" {
		fmt.Fprintf(b, "\n%s\n", inert(back))
	}
	if list := v.Choices(); len(list) > 0 {
		fmt.Fprint(b, "\n")
		for _, s := range list {
			fmt.Fprintf(b, "- %s\n", inert(s))
		}
	}
	if list := v.Suggested(); len(list) > 0 {
		fmt.Fprint(b, "\nYou could ask:\n\n")
		for _, s := range list {
			fmt.Fprintf(b, "- %s\n", inert(s))
		}
	}
	if len(v.Story) == 0 {
		return
	}
	var text strings.Builder
	doubt := false
	for _, s := range v.Story {
		if s.Unverified && !doubt {
			text.WriteString("(not verified:) ")
		}
		doubt = s.Unverified
		text.WriteString(s.Text)
		if s.Cites > 0 {
			fmt.Fprintf(&text, " [%d]", s.Cites)
		}
	}
	fmt.Fprintf(b, "\n%s\n", inert(text.String()))
	for _, x := range v.Cited() {
		fmt.Fprintf(b, "\n%s\n", inert(fmt.Sprintf("[%d] %s: “%s”", x.Number, x.Place(), x.Quote)))
	}
}

// writeFooting is how the question was read, and what the answer stands on.
func (v view) writeFooting(b io.Writer) {
	if r := v.ReadAs(); r != "" {
		fmt.Fprintf(b, "\nRead as: %s\n", inert(r))
	}
	if assumed := v.Assumed(); assumed != "" {
		fmt.Fprintf(b, "\nAssumed: %s\n", inert(assumed))
	}
	for _, note := range v.Notes {
		fmt.Fprintf(b, "\n> %s\n", inert(note))
	}
	fmt.Fprintf(b, "\n*%s*\n", inert(strings.Join(v.Footing(), " · ")))
}

func markdownTable(b io.Writer, t *table.Table, m *meaning.Meaning) {
	if len(t.Columns) == 0 {
		return
	}
	fmt.Fprint(b, "\n|")
	for _, c := range t.Columns {
		fmt.Fprintf(b, " %s |", inert(c.Name))
	}
	fmt.Fprint(b, "\n|")
	for _, c := range t.Columns {
		if c.Kind.Numeric() {
			fmt.Fprint(b, " ---: |")
		} else {
			fmt.Fprint(b, " --- |")
		}
	}
	fmt.Fprint(b, "\n")
	written := formats(t, m)
	for i, row := range t.Rows {
		if i == maxMarkdownRows {
			fmt.Fprintf(b, "\n%d more rows are in the notebook.\n", len(t.Rows)-i)
			return
		}
		fmt.Fprint(b, "|")
		for i, value := range row {
			fmt.Fprintf(b, " %s |", inert(written[i].write(value)))
		}
		fmt.Fprint(b, "\n")
	}
}

// inert writes text so that Markdown and HTML see nothing but text in it, on
// one line.
func inert(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\ufffd")), " ")
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case strings.ContainsRune("\\`*_[]|~$", r), i == 0 && strings.ContainsRune("#+->=:", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '.' && i > 0 && strings.Trim(text[:i], "0123456789") == "" && (i+1 == len(text) || text[i+1] == ' '): // "1. " begins a list
			b.WriteString("\\.")
		case r == ')' && i > 0 && strings.Trim(text[:i], "0123456789") == "":
			b.WriteString("\\)")
		case r < ' ' || r == 0x7f:
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	// A bare address would become a link that nobody asked for.
	return strings.NewReplacer("://", ":\\/\\/", "www.", "www\\.").Replace(b.String())
}

// fenceCode is code between fences that it cannot close.
func fenceCode(language, code string) string {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(strings.ToValidUTF8(code, "\ufffd"), "\n") + "\n" + fence
}
