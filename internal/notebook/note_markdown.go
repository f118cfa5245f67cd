package notebook

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// A note is Markdown of the person's own, and is exported as it is. Readers of
// Markdown would also take HTML and links that run something from it, so these
// become text: with a character reference in place of the character that makes
// them what they are, which looks the same. A reader may disagree with us about
// what is code; only where that cannot be is code left alone.

var (
	// fenceMark opens or closes code between fences.
	fenceMark = lazyregexp.New("^ {0,3}(`{3,}|~{3,})(.*)$")
	// innerFence is a fence mark that may belong to a list or a quotation, which
	// ends where those end.
	innerFence = lazyregexp.New("^[ \\t>*+0-9.)-]+(?:`{3,}|~{3,})")
	// tag begins what may be HTML; an address between angle brackets does not.
	tag     = lazyregexp.New(`^<[A-Za-z/!?]`)
	address = lazyregexp.New(`^<(?i:https?://|mailto:)[^<>\s]+>`)
	// target is what comes before the target of a link: of [text](…), of [name]: …,
	// and of the formula \href{…}.
	target = lazyregexp.New(`^(?:\][ \t]*[(:]|\\href)`)
	// harmless is a link to the web, to mail, or by a path: one that could not
	// name a scheme, and ends on its line.
	harmless = lazyregexp.New(`^(?:` +
		`(?:\][ \t]*[(:]|\\href[ \t]*\{)[ \t]*<?(?i:https?://|mailto:)` +
		`|\][ \t]*\([ \t]*(?:<?[^\s:&\\()<>{}]+>?[ \t]*["')]|\))` +
		`|\][ \t]*:[ \t]*<?[^\s:&\\()<>{}]+>?[ \t]*(?:["']|$))`)
	inCode = lazyregexp.New("`[^`]+`")
)

// note writes a note. Code that nobody closed ends with it.
func (v view) note(b io.Writer) {
	note := strings.Trim(unixLines(v.Note), "\n")
	if strings.TrimSpace(note) == "" {
		return
	}
	lines := strings.Split(note, "\n")
	certain := !slices.ContainsFunc(lines, innerFence.MatchString)
	plain := certain && plainCode(lines)
	open, opened := "", 0
	for i, text := range lines {
		fence := fenceMark.FindStringSubmatch(text)
		code := true
		switch {
		case open != "" && fence != nil && strings.HasPrefix(fence[1], open) && strings.TrimSpace(fence[2]) == "":
			open = ""
		case open != "":
		case fence != nil && (fence[1][0] == '~' || !strings.Contains(fence[2], "`")):
			open, opened = fence[1], i
		default:
			code = false
		}
		if !code || !certain {
			lines[i] = harmlessLine(text, plain)
		}
	}
	switch {
	case open != "" && certain:
		lines = append(lines, open)
	case open != "": // it may have ended with its list, and another mark would open code
		lines[opened] = strings.Replace(lines[opened], open, strings.Repeat(reference(open[0]), len(open)), 1)
	}
	fmt.Fprintf(b, "\n%s\n", strings.Join(lines, "\n"))
}

// unixLines ends lines by \n alone, as all readers of Markdown do.
func unixLines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\ufffd"))
}

// plainCode reports whether all code within lines stands between two single
// backticks of the same line.
func plainCode(lines []string) bool {
	for _, text := range lines {
		if fenceMark.MatchString(text) {
			continue
		}
		if strings.Count(text, "`")%2 != 0 || strings.Contains(text, "``") || strings.Contains(text, "\\`") {
			return false
		}
	}
	return true
}

// harmlessLine makes text of tags and of links that run. Code stays as it is,
// where nothing else in the line could take one of its backticks: a table's cell,
// or an address between angle brackets.
func harmlessLine(text string, plain bool) string {
	if !plain || strings.Contains(text, "|") || strings.Contains(inCode.ReplaceAllString(text, ""), "<") {
		return harmlessText(text)
	}
	var b strings.Builder
	from := 0
	for _, at := range inCode.FindAllStringIndex(text, -1) {
		b.WriteString(harmlessText(text[from:at[0]]) + text[at[0]:at[1]])
		from = at[1]
	}
	return b.String() + harmlessText(text[from:])
}

func harmlessText(text string) string {
	var b strings.Builder
	for at := range len(text) {
		rest := text[at:]
		switch {
		case target.MatchString(rest) && !harmless.MatchString(rest), tag.MatchString(rest) && !address.MatchString(rest):
			b.WriteString(reference(rest[0]))
		default:
			b.WriteByte(rest[0])
		}
	}
	return b.String()
}

// reference is a character that means itself and nothing else.
func reference(c byte) string {
	if c == '<' {
		return "&lt;"
	}
	return fmt.Sprintf("&#%d;", c)
}
