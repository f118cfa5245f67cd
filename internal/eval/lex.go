package eval

import "strings"

// token is a piece of SQL text, as far as measuring needs it.
type token struct {
	kind  tokenKind
	text  string // words in upper case
	paren int    // how many parentheses are open around it
	query int    // how many of these hold a query
}

type tokenKind uint8

const (
	word tokenKind = iota
	quoted
	number
	symbol
)

func (t token) is(words ...string) bool {
	if t.kind == quoted {
		return false
	}
	for _, w := range words {
		if t.text == w {
			return true
		}
	}
	return false
}

// lex splits a query into tokens. It never fails: gold queries run, and what
// does not is found out by running it.
func lex(sql string) []token {
	var list []token
	var queries []bool // for each open parenthesis: does it hold a query
	inside := 0
	for i := 0; i < len(sql); {
		c := sql[i]
		switch {
		case c <= ' ':
			i++
		case strings.HasPrefix(sql[i:], "--"):
			i = end(sql, i, "\n")
		case strings.HasPrefix(sql[i:], "/*"):
			i = end(sql, i+2, "*/")
		case c == '\'' || c == '"' || c == '`':
			j := closing(sql, i, c)
			list = append(list, token{quoted, sql[i:j], len(queries), inside})
			i = j
		case isWord(c):
			j := i
			for j < len(sql) && (isWord(sql[j]) || sql[j] == '.' && c <= '9') {
				j++
			}
			kind := word
			if c <= '9' {
				kind = number
			}
			list = append(list, token{kind, strings.ToUpper(sql[i:j]), len(queries), inside})
			i = j
		case c == ')':
			if n := len(queries); n > 0 {
				if queries[n-1] {
					inside--
				}
				queries = queries[:n-1]
			}
			list = append(list, token{symbol, ")", len(queries), inside})
			i++
		default:
			list = append(list, token{symbol, string(c), len(queries), inside})
			i++
			if c == '(' {
				holds := startsQuery(sql[i:])
				queries = append(queries, holds)
				if holds {
					inside++
				}
			}
		}
	}
	return list
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

func end(sql string, from int, mark string) int {
	if at := strings.Index(sql[from:], mark); at >= 0 {
		return from + at + len(mark)
	}
	return len(sql)
}

// closing is where a quoted text that starts at i ends; a doubled quote does
// not end it.
func closing(sql string, i int, quote byte) int {
	for i++; i < len(sql); i++ {
		if sql[i] != quote {
			continue
		}
		if i+1 < len(sql) && sql[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(sql)
}

func startsQuery(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r\n")
	for _, w := range []string{"SELECT", "WITH"} {
		if len(rest) >= len(w) && strings.EqualFold(rest[:len(w)], w) {
			return true
		}
	}
	return false
}
