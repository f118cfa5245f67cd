package sqlite

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

type kind uint8

const (
	word   kind = iota // an identifier without quotes, or a keyword
	quoted             // an identifier in "…", `…` or […]
	text               // '…'
	blob               // x'…'
	number
	symbol
)

// token is a lexical element of a statement. Comments and white space are not.
type token struct {
	kind  kind
	value string // what quotes mean, or the element as it was written
	start int    // byte offset in the statement
}

// is compares with a keyword (in upper case) or a symbol.
func (t token) is(s string) bool {
	return t.kind == symbol && t.value == s || t.kind == word && len(t.value) == len(s) && strings.EqualFold(t.value, s)
}

// names reports whether the token can name something. SQLite takes a text for
// a name where only a name fits.
func (t token) names() bool {
	return t.kind == quoted || t.kind == text || t.kind == word && !keywords[upper(t.value)]
}

// lexer splits a statement as SQLite's tokenizer does. What that one would
// take for an illegal token is refused here, and so is what only serves to
// deceive a reader.
type lexer struct {
	sql    string
	at     int
	tokens []token
}

func lex(sql string) ([]token, error) {
	l := &lexer{sql: sql}
	for {
		more, err := l.next()
		if err != nil {
			return nil, err
		}
		if !more {
			return l.tokens, nil
		}
	}
}

func (l *lexer) next() (more bool, err error) {
	rest := l.sql[l.at:]
	if rest == "" {
		return false, nil
	}
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r':
		l.at++
	case strings.HasPrefix(rest, "--"):
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			l.at += n
		} else {
			l.at = len(l.sql)
		}
	case strings.HasPrefix(rest, "/*"):
		n := strings.Index(rest[2:], "*/")
		if n < 0 {
			return false, l.wrong("a comment is not closed", "close it with */")
		}
		l.at += n + 4
	case c == '\'':
		return true, l.quote(text, '\'', '\'')
	case c == '"' || c == '`':
		return true, l.quote(quoted, c, c)
	case c == '[':
		return true, l.quote(quoted, '[', ']')
	case (c == 'x' || c == 'X') && strings.HasPrefix(rest[1:], "'"):
		return true, l.blob()
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]):
		return true, l.number()
	case letter(c):
		return true, l.word()
	case strings.IndexByte("?:@$#", c) >= 0:
		return false, l.refuse("the statement has a parameter (%s…); only complete statements may run", rest[:1]).
			WithHint("write the value in place of the parameter")
	default:
		return true, l.symbol()
	}
	return true, nil
}

func (l *lexer) add(k kind, value string, length int) {
	l.tokens = append(l.tokens, token{k, value, l.at})
	l.at += length
}

// quote reads up to the closing quote, which is doubled to stand for itself;
// brackets have no such way.
func (l *lexer) quote(k kind, open, end byte) error {
	var b strings.Builder
	for i := l.at + 1; i < len(l.sql); i++ {
		c := l.sql[i]
		if c == end {
			if open != end || i+1 == len(l.sql) || l.sql[i+1] != end {
				if err := l.readable(b.String()); err != nil {
					return err
				}
				l.add(k, b.String(), i+1-l.at)
				return nil
			}
			i++
		}
		b.WriteByte(c)
	}
	return l.wrong("a quoted string is not closed", "close it with "+string(rune(end)))
}

func (l *lexer) blob() error {
	body := l.sql[l.at+2:]
	n := 0
	for n < len(body) && hex(body[n]) {
		n++
	}
	if n == len(body) || body[n] != '\'' || n%2 != 0 {
		return l.wrong("a blob is not written as pairs of hexadecimal digits", "write it like x'0aff'")
	}
	l.add(blob, l.sql[l.at:l.at+n+3], n+3)
	return nil
}

var exponent = regexp.MustCompile(`^[eE][+-]?[0-9]`)

func (l *lexer) number() error {
	s := l.sql[l.at:]
	i := 0
	run := func(ok func(byte) bool) {
		for i < len(s) && (ok(s[i]) || s[i] == '_') {
			i++
		}
	}
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hex(s[2]) {
		i = 2
		run(hex)
	} else {
		run(digit)
		if i < len(s) && s[i] == '.' {
			i++
			run(digit)
		}
		if e := exponent.FindString(s[i:]); e != "" {
			i += len(e)
			run(digit)
		}
	}
	if i < len(s) && (letter(s[i]) || s[i] == '$') {
		return l.wrong(fmt.Sprintf("%s… is not a number", s[:i+1]), "put a space after the number, or quote the name")
	}
	l.add(number, s[:i], i)
	return nil
}

func (l *lexer) word() error {
	s := l.sql[l.at:]
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if r < utf8.RuneSelf && !letter(s[n]) && !digit(s[n]) && s[n] != '$' {
			break
		}
		// SQLite takes every character beyond ASCII for a letter, also spaces
		// and invisible marks.
		if r >= utf8.RuneSelf && !unicode.In(r, unicode.L, unicode.N, unicode.M) {
			return l.refuse("the character %U outside quotes is neither a letter nor a digit", r).
				WithHint("use plain spaces and straight quotes, or quote the name that contains it")
		}
		n += size
	}
	l.add(word, s[:n], n)
	return nil
}

var symbols = []string{
	"->>", "->", "||", "<<", ">>", "<>", "<=", ">=", "!=", "==",
	"(", ")", ",", ".", ";", "+", "-", "*", "/", "%", "&", "|", "~", "=", "<", ">",
}

func (l *lexer) symbol() error {
	for _, s := range symbols {
		if strings.HasPrefix(l.sql[l.at:], s) {
			l.add(symbol, s, len(s))
			return nil
		}
	}
	r, _ := utf8.DecodeRuneInString(l.sql[l.at:])
	return l.refuse("the character %q has no meaning in SQL", r).WithHint("remove it, or put it in quotes")
}

// readable refuses what would show a person another text than SQLite reads.
func (l *lexer) readable(s string) error {
	for _, r := range s {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return l.refuse("a quoted string contains the control character %U", r).WithHint("write it as char(%d)", r)
		}
	}
	return nil
}

func (l *lexer) wrong(what, next string) error {
	line, column := guard.Position(l.sql, l.at)
	return fault.New(fault.SQLParse, "%s (line %d, column %d)", what, line, column).WithHint("%s", next)
}

func (l *lexer) refuse(format string, args ...any) *fault.Fault {
	line, column := guard.Position(l.sql, l.at)
	return guard.Reject("%s (line %d, column %d)", fmt.Sprintf(format, args...), line, column)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func hex(c byte) bool { return digit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf }

// upper and lower fold case as SQLite does for identifiers: ASCII only.
func upper(s string) string { return fold(s, 'a', 'z') }
func lower(s string) string { return fold(s, 'A', 'Z') }

func fold(s string, from, to byte) string {
	for i := range len(s) {
		if s[i] >= from && s[i] <= to {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= from && b[i] <= to {
					b[i] ^= 0x20
				}
			}
			return string(b)
		}
	}
	return s
}
