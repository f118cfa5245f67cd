package eval

import (
	"strconv"
	"strings"
)

// maxAlternatives bounds what braces multiply to.
const maxAlternatives = 64

// alternatives are the queries that a gold text stands for: several queries
// with semicolons between them are all right, and braces around columns mean
// that any of these columns will do.
func alternatives(gold string) []string {
	var list []string
	for _, q := range split(gold, ';') {
		if q = strings.TrimSpace(q); q != "" {
			list = append(list, choices(q)...)
		}
	}
	return list[:min(len(list), maxAlternatives)]
}

// choices expands the first braces of a query, and then the rest. Empty braces
// stand for the columns chosen before.
func choices(q string) []string {
	open := indexOutside(q, '{')
	if open < 0 {
		return []string{q}
	}
	length := indexOutside(q[open:], '}')
	if length < 0 {
		return []string{q}
	}
	columns := split(q[open+1:open+length], ',')
	var list []string
	// All of the columns first: it is what most would say.
	for set := 1<<min(len(columns), 62) - 1; set > 0; set-- {
		var chosen []string
		for i, c := range columns {
			if set>>i&1 == 1 {
				chosen = append(chosen, strings.TrimSpace(c))
			}
		}
		text := strings.Join(chosen, ", ")
		list = append(list, choices(q[:open]+text+strings.ReplaceAll(q[open+length+1:], "{}", text))...)
		if len(list) >= maxAlternatives {
			break
		}
	}
	return list
}

// split cuts at a mark outside quotes and parentheses.
func split(s string, mark byte) []string {
	var list []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\'', '"':
			i = closing(s, i, s[i]) - 1
		case '(':
			depth++
		case ')':
			depth--
		case mark:
			if depth == 0 {
				list = append(list, s[from:i])
				from = i + 1
			}
		}
	}
	return append(list, s[from:])
}

func indexOutside(s string, mark byte) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case mark:
			return i
		case '\'', '"':
			i = closing(s, i, s[i]) - 1
		}
	}
	return -1
}

// ordered reports whether the query says in which order its rows come.
func ordered(sql string) bool {
	tokens := lex(sql)
	for i, t := range tokens {
		if t.is("ORDER") && t.paren == 0 && i+1 < len(tokens) && tokens[i+1].is("BY") {
			return true
		}
	}
	return false
}

// roundings are the digits that a query rounds to, wherever it does.
func roundings(sql string) []int {
	var digits []int
	tokens := lex(sql)
	for i, t := range tokens {
		if !t.is("ROUND") || i+1 == len(tokens) || !tokens[i+1].is("(") {
			continue
		}
		d := 0
		for j := i + 2; j < len(tokens) && (tokens[j].paren > t.paren || !tokens[j].is(")")); j++ {
			if tokens[j].is(",") && tokens[j].paren == t.paren+1 && j+1 < len(tokens) {
				d, _ = strconv.Atoi(tokens[j+1].text) // an expression counts as 0 digits
			}
		}
		digits = append(digits, d)
	}
	return digits
}
