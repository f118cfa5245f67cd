package chart

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenMark tokenKind = iota
	tokenName
	tokenNumber
	tokenText
)

type token struct {
	kind tokenKind
	text string // of a text: what it says
}

// marks, longest first.
var marks = []string{">>>", "===", "!==", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>",
	"?", ":", "|", "^", "&", "<", ">", "+", "-", "*", "/", "%", "!", "~", "(", ")", "[", "]", ".", ","}

func scan(s string) ([]token, error) {
	var list []token
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			s = s[size:]
		case r == '\'' || r == '"':
			said, rest, ok := scanText(s)
			if !ok {
				return nil, fmt.Errorf("a text in it has no end")
			}
			list, s = append(list, token{tokenText, said}), rest
		case r >= '0' && r <= '9' || r == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
			n := scanNumber(s)
			list, s = append(list, token{tokenNumber, s[:n]}), s[n:]
		case r == '_' || r == '$' || unicode.IsLetter(r):
			n := strings.IndexFunc(s, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if n < 0 {
				n = len(s)
			}
			list, s = append(list, token{tokenName, s[:n]}), s[n:]
		default:
			m := markAt(s)
			if m == "" {
				return nil, fmt.Errorf("%q is not allowed", string(r))
			}
			list, s = append(list, token{tokenMark, m}), s[len(m):]
		}
	}
	return list, nil
}

func markAt(s string) string {
	for _, m := range marks {
		if strings.HasPrefix(s, m) {
			return m
		}
	}
	return ""
}

// scanNumber is how long the number at the beginning is.
func scanNumber(s string) int {
	n := 0
	for n < len(s) {
		c := s[n]
		sign := (c == '+' || c == '-') && n > 0 && (s[n-1] == 'e' || s[n-1] == 'E')
		if !sign && c != '.' && c != 'e' && c != 'E' && (c < '0' || c > '9') {
			break
		}
		n++
	}
	return n
}

// scanText reads a quoted text with its escapes.
func scanText(s string) (said, rest string, ok bool) {
	quote := s[0]
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == quote:
			return b.String(), s[i+1:], true
		case s[i] == '\\' && i+1 < len(s):
			i++
			switch s[i] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			case 'r':
				b.WriteByte('\r')
			case 'u':
				n, err := strconv.ParseUint(s[i+1:min(i+5, len(s))], 16, 16)
				if err != nil || i+5 > len(s) {
					return "", "", false
				}
				b.WriteRune(rune(n))
				i += 4
			case 'x':
				return "", "", false
			default:
				b.WriteByte(s[i])
			}
		case s[i] == '\n':
			return "", "", false
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}
