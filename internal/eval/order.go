package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Order is when the order of rows counts, if the gold query gives one.
type Order string

const (
	OrderCounts  Order = "yes"
	OrderAsked   Order = "asked" // only where the question asks for an order
	OrderIgnored Order = "no"
)

// counts reports whether the order of the rows counts for a question.
func (o Order) counts(question string, tags []string) bool {
	switch o {
	case OrderCounts:
		return true
	case OrderAsked:
		return orderWords.MatchString(question) || slices.Contains(tags, "order_by")
	}
	return false
}

var orderWords = lazyregexp.New(`(?i)\b(order(ed)? by|in .{0,20}order|sort\w*|arrang\w*|rank\w*|ascending|descending|top \w+)\b`)

// sortedBy are the columns of the result that a query sorts its rows by; false
// where it sorts by something that is not shown. Rows that are equal in them may
// come in any order.
func sortedBy(sql string) ([]int, bool) {
	tokens := lex(sql)
	start := -1 // of the last query that is not in parentheses
	end := len(tokens)
	for i, t := range tokens {
		switch {
		case t.paren > 0:
		case t.is("SELECT"):
			start = i + 1
		case t.is("ORDER"):
			end = i
		}
	}
	if start < 0 || end+2 > len(tokens) || start >= end {
		return nil, false
	}
	if tokens[start].is("DISTINCT") {
		start++
	}
	shown := items(tokens[start:end], "FROM")
	var list []int
	for _, by := range items(tokens[end+2:], "LIMIT", "OFFSET", "FETCH") {
		by = slices.DeleteFunc(by, func(t token) bool { return t.is("ASC", "DESC", "NULLS", "FIRST", "LAST") })
		at := slices.IndexFunc(shown, func(s []token) bool { return isItem(s, by) })
		if n, err := strconv.Atoi(textOf(by)); err == nil && n > 0 && n <= len(shown) {
			at = n - 1
		}
		if at < 0 || slices.ContainsFunc(shown, func(s []token) bool { return strings.HasSuffix(textOf(s), "*") }) {
			return nil, false
		}
		list = append(list, at)
	}
	return list, len(list) > 0
}

// items are the parts between commas, up to one of some words.
func items(tokens []token, until ...string) [][]token {
	list := [][]token{nil}
	for _, t := range tokens {
		if t.paren == 0 && t.is(until...) {
			break
		}
		if t.paren == 0 && t.is(",") {
			list = append(list, nil)
			continue
		}
		list[len(list)-1] = append(list[len(list)-1], t)
	}
	return list
}

// isItem reports whether a part of an ORDER BY means a column of the result: its
// name, or what it is computed from.
func isItem(shown, by []token) bool {
	text := textOf(by)
	for i, t := range shown {
		if t.paren == 0 && t.is("AS") {
			return text == textOf(shown[i+1:]) || text == textOf(shown[:i])
		}
	}
	return text == textOf(shown)
}

func textOf(tokens []token) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString(strings.ToUpper(strings.Trim(t.text, "\"`")))
	}
	return b.String()
}
