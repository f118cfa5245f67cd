package duckdb

import (
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
)

// token is a lexical element as it was written; comments are left out.
type token struct {
	text  string
	word  bool // an unquoted identifier or keyword
	apart bool // something stood between it and the one before
}

func (t token) is(keyword string) bool {
	return (t.word || len(keyword) == 1) && strings.EqualFold(t.text, keyword)
}

// lex splits a statement the way DuckDB does, as far as telling words from
// quoted text and comments goes. Whether the statement is valid is for DuckDB
// to say.
func lex(s string) ([]token, error) {
	var out []token
	end := 0 // of the last token
	add := func(i, n int, word bool) {
		out = append(out, token{text: s[i : i+n], word: word, apart: i > end})
		end = i + n
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			i++
		case strings.HasPrefix(s[i:], "--"):
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(s)
			}
		case strings.HasPrefix(s[i:], "/*"):
			n := comment(s[i:])
			if n == 0 {
				return nil, unterminated("comment")
			}
			i += n
		case c == '\'' || c == '"':
			n := quotedLength(s[i:], c, len(out) > 0 && c == '\'' && escaped(s, i))
			if n == 0 {
				return nil, unterminated("string")
			}
			add(i, n, false)
			i += n
		case c == '$':
			n := dollar(s[i:])
			add(i, n, false)
			i += n
		case wordByte(c):
			n := 1
			for i+n < len(s) && (wordByte(s[i+n]) || s[i+n] == '$') {
				n++
			}
			add(i, n, c < '0' || c > '9')
			i += n
		default:
			add(i, 1, false)
			i++
		}
	}
	return out, nil
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// escaped reports whether the quote at i belongs to an E'…' string.
func escaped(s string, i int) bool {
	return i > 0 && s[i-1]|0x20 == 'e' && (i == 1 || !wordByte(s[i-2]))
}

func unterminated(what string) error {
	return fault.New(fault.SQLParse, "a %s is not closed", what).WithHint("close it")
}

// comment is the length of a block comment; they nest.
func comment(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

func quotedLength(s string, quote byte, backslash bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case backslash && s[i] == '\\':
			i++
		case s[i] == quote && i+1 < len(s) && s[i+1] == quote:
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return 0
}

// dollar is the length of a $tag$…$tag$ string, or 1.
func dollar(s string) int {
	end := strings.IndexByte(s[1:], '$')
	if end < 0 {
		return 1
	}
	tag := s[:end+2]
	for i := 1; i < len(tag)-1; i++ {
		if !wordByte(tag[i]) {
			return 1
		}
	}
	if n := strings.Index(s[len(tag):], tag); n >= 0 {
		return len(tag) + n + len(tag)
	}
	return 1
}

// join writes tokens as a statement. What stood apart stays apart and what
// touched still touches, so that operators and comments stay what they are.
func join(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		if t.apart {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// fillDecimals writes 5. as 5.0, and reports whether it had to: DuckDB prints
// the number that it reads there as 5, which is an integer.
func fillDecimals(tokens []token) bool {
	changed := false
	for i := 1; i < len(tokens); i++ {
		number := tokens[i-1]
		if tokens[i].text != "." || tokens[i].apart || number.word || number.text[0] < '0' || number.text[0] > '9' {
			continue
		}
		if i > 1 && tokens[i-2].text == "." && !number.apart { // a.1.
			continue
		}
		if i+1 < len(tokens) && !tokens[i+1].apart && (wordByte(tokens[i+1].text[0]) || tokens[i+1].text == ".") {
			continue
		}
		tokens[i].text = ".0"
		changed = true
	}
	return changed
}
