package schema

import (
	"path"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// What is kept of example SQL.
const (
	maxExamples   = 200
	maxExampleSQL = 20_000
	maxQuestion   = 300
)

// readSQL keeps the queries of a file as examples. The question is the comment
// before a query, or else the name of the file. Other statements, and templates
// that are no SQL yet, are passed over.
func readSQL(a *augmenter, file, text string) {
	n := 0
	for _, part := range statements(text) {
		question, sql := leadingComment(part)
		if !isQuery(sql) || strings.Contains(sql, "{{") || strings.Contains(sql, "{%") || len(sql) > maxExampleSQL {
			continue
		}
		n++
		if question == "" && n == 1 {
			question = questionOf(file)
		}
		if question != "" && len(a.s.Documents.Examples) < maxExamples {
			a.s.Documents.Examples = append(a.s.Documents.Examples, Example{File: file, Question: question, SQL: sql})
		}
	}
}

// questionOf reads top_customers_by_revenue.sql as a question.
func questionOf(file string) string {
	base := path.Base(file)
	q := strings.Join(english.Split(base[:len(base)-len(path.Ext(base))]), " ")
	q = strings.TrimLeft(q, "0123456789 ")
	if q == "" {
		return ""
	}
	return strings.ToUpper(q[:1]) + q[1:]
}

// statements splits at semicolons that stand outside of strings and comments.
func statements(text string) []string {
	var list []string
	start := 0
	for i := 0; i < len(text); {
		if text[i] == ';' {
			list = append(list, text[start:i])
			i += len(restOfLine.FindString(text[i:]))
			start = i
			continue
		}
		i = afterLexeme(text, i)
	}
	return append(list, text[start:])
}

// restOfLine is a semicolon, and a comment after it that belongs to the
// statement before.
var restOfLine = lazyregexp.New(`^;[ \t]*(?:--[^\n]*)?`)

// afterLexeme is where a comment or a quoted piece that begins at i ends, or
// the next byte. What is never closed ends with the text.
func afterLexeme(text string, i int) int {
	rest := text[i:]
	to := func(end string, skip int) int {
		if at := strings.Index(rest[skip:], end); at >= 0 {
			return i + skip + at + len(end)
		}
		return len(text)
	}
	switch {
	case strings.HasPrefix(rest, "--"):
		return to("\n", 2)
	case strings.HasPrefix(rest, "/*"):
		return to("*/", 2)
	case rest[0] == '\'' || rest[0] == '"' || rest[0] == '`':
		return to(rest[:1], 1)
	case rest[0] == '$':
		if tag := dollar.FindString(rest); tag != "" {
			return to(tag, len(tag))
		}
	}
	return i + 1
}

var dollar = lazyregexp.New(`^\$[A-Za-z_]*\$`)

// leadingComment separates the comments before a statement from it.
func leadingComment(text string) (comment, rest string) {
	var lines []string
	for {
		text = strings.TrimSpace(text)
		if !strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "/*") {
			break
		}
		end := afterLexeme(text, 0)
		for line := range strings.Lines(strings.Trim(text[:end], "-/*\n\t ")) {
			lines = append(lines, strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*")))
		}
		text = text[end:]
	}
	for _, l := range lines {
		if q := questionLine.FindStringSubmatch(l); q != nil {
			return shorten(q[1], maxQuestion), text
		}
	}
	return shorten(strings.TrimSpace(strings.Join(lines, " ")), maxQuestion), text
}

var questionLine = lazyregexp.New(`(?i)^(?:question|q|ask)\s*[:=-]\s*(.+)`)

// isQuery reports whether a statement only reads, as far as its words tell; the
// guard decides before anything runs.
func isQuery(sql string) bool {
	first := true
	for i := 0; i < len(sql); {
		if !isWordByte(sql[i]) {
			i = afterLexeme(sql, i)
			continue
		}
		end := i
		for end < len(sql) && isWordByte(sql[end]) {
			end++
		}
		word := strings.ToLower(sql[i:end])
		if first && word != "select" && word != "with" || writes[word] {
			return false
		}
		first = false
		i = end
	}
	return !first
}

func isWordByte(b byte) bool {
	return classOf(b) == letter || classOf(b) == digit || b == '_' || b >= 0x80
}

var writes = english.NewSet("insert update delete merge create drop alter truncate grant revoke copy attach")
