package schema

import (
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// readMarkdown splits docs.md into sections by its headings. A section that is
// headed like a table describes it by its first paragraph, and its columns by
// the items of a list (- `status`: how far the order got). Of other Markdown
// files only dbt's docs blocks are read.
func readMarkdown(a *augmenter, file, text string) {
	text = a.takeBlocks(file, text)
	if base := strings.ToLower(path.Base(file)); base != "docs.md" && path.Dir(strings.ToLower(file)) != "docs" {
		return
	}
	for _, s := range sections(text) {
		body := strings.TrimSpace(s.body)
		if body == "" || len(a.s.Documents.Text) >= maxSections {
			continue
		}
		a.s.Documents.Text = append(a.s.Documents.Text, Document{File: file, Line: s.line + strings.Count(s.body[:strings.Index(s.body, body)], "\n"), Title: s.title, Body: body})
		a.describe(file, s)
	}
}

// maxSections is how many pieces of text are kept.
const maxSections = 2000

var (
	block = lazyregexp.New(`(?s)\{%-?\s*docs\s+([\w.-]+)\s*-?%\}(.*?)\{%-?\s*enddocs\s*-?%\}`)
	// The name may come after that of a dbt package.
	blockUse = lazyregexp.New(`\{\{\s*doc\(\s*(?:['"][\w.-]+['"]\s*,\s*)?['"]([\w.-]+)['"]\s*\)\s*\}\}`)
)

// takeBlocks keeps the named blocks of text, each also as a document of its
// own, and returns the rest.
func (a *augmenter) takeBlocks(file, text string) string {
	return block.ReplaceAllStringFunc(text, func(whole string) string {
		m := block.FindStringSubmatch(whole)
		body := strings.TrimSpace(m[2])
		if _, known := a.blocks[m[1]]; !known && body != "" && len(a.s.Documents.Text) < maxSections {
			a.blocks[m[1]] = body
			a.s.Documents.Text = append(a.s.Documents.Text, Document{File: file, Title: m[1], Body: body})
		}
		return strings.Repeat("\n", strings.Count(whole, "\n")) // lines keep their numbers
	})
}

type section struct {
	title string
	body  string
	line  int // of the body
}

// sections splits Markdown at its headings, which do not count inside of code.
func sections(text string) []section {
	list := []section{{line: 1}}
	fence, start, at, n := "", 0, 0, 0
	for line := range strings.Lines(text) {
		n++
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case heading.MatchString(line):
			list[len(list)-1].body = text[start:at]
			list = append(list, section{title: strings.TrimSpace(strings.Trim(trimmed, "# ")), line: n + 1})
			start = at + len(line)
		}
		at += len(line)
	}
	list[len(list)-1].body = text[start:]
	return list
}

var heading = lazyregexp.New(`^#{1,6}\s+\S`)

// describe turns a section about a table into claims.
func (a *augmenter) describe(file string, s section) {
	name := strings.Trim(headingNoise.ReplaceAllString(s.title, ""), "`*_\"' :")
	c := claim{table: name, topic: onDescription, rank: fromDocs, at: place{file, s.line}, loose: true}
	t := a.find.table("", name)
	if t == nil {
		dot := strings.LastIndex(name, ".")
		if dot < 0 || a.find.table("", name[:dot]) == nil {
			return
		}
		c.table, c.column = name[:dot], name[dot+1:]
		if a.find.table("", c.table).Column(c.column) == nil {
			return
		}
	}
	if c.text = firstParagraph(s.body); c.text != "" {
		a.claims = append(a.claims, c)
	}
	if t == nil {
		return
	}
	line := s.line
	for l := range strings.Lines(s.body) {
		if m := item.FindStringSubmatch(l); m != nil && t.Column(m[1]) != nil {
			c.column, c.text, c.at.line = m[1], strings.TrimSpace(m[2]), line
			a.claims = append(a.claims, c)
		}
		line++
	}
}

var (
	headingNoise = lazyregexp.New(`(?i)^(the\s+)?table:?\s+|\s+table$|^the\s+`)
	// - `name` (type): words; \x60 is the backtick.
	item = lazyregexp.New(`^\s*[-*+]\s+[\x60*_]*([^\x60*:|]+?)[\x60*_]*\s*(?:\([^)]*\))?[\x60*_]*\s*(?::|–|—|-)\s+(.+)`)
)

// firstParagraph is the first lines of prose.
func firstParagraph(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		begins := line != "" && !strings.ContainsAny(line[:1], "-*+|`>~#<") && (line[0] < '0' || line[0] > '9')
		switch {
		case len(lines) == 0 && line == "":
		case line == "" || len(lines) == 0 && !begins:
			return strings.Join(lines, " ")
		default:
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}
