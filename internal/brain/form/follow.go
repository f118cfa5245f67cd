package form

import (
	"slices"
	"strings"
)

// What follows the token that begins a symbol: the other half of the grammar. The
// symbol itself is off the stack already.

// push puts what must follow onto the stack, in order.
func (s *State) push(follow ...symbol) {
	for _, y := range slices.Backward(follow) {
		s.stack = append(s.stack, y)
	}
}

func followStart(s *State, _ symbol, _ Token, word string) {
	if word == "from" {
		s.push(symbol{sFirstTable, 0})
	}
}

func followFirstTable(s *State, _ symbol, t Token, _ string) {
	s.setTables([]int{t.N})
	s.push(symbol{sTables, 0})
}

func followTables(s *State, y symbol, t Token, word string) {
	switch {
	case t.Kind == TableToken:
		s.setTables(append(slices.Clone(s.tables()), t.N))
		s.push(y)
	case word == "keep":
		s.push(symbol{sKeep, 0}, symbol{sJoins, 0})
	case word == "on":
		s.push(symbol{sJoinColumn, 0}, symbol{sJoinColumn, 0}, symbol{sJoins, 0})
	default:
		s.push(symbol{sSelect, 0}, symbol{sMoreSelect, maxSelect - 1}, symbol{sTail, 0})
	}
}

func followSelect(s *State, _ symbol, t Token, word string) {
	if word == "distinct" {
		s.push(symbol{sSelectExpr, 1})
		return
	}
	s.expr(t, word, maxDepth)
}

func followExpr(s *State, _ symbol, t Token, word string) { s.expr(t, word, maxDepth) }

func followMore(s *State, y symbol, t Token, word string) {
	s.push(symbol{y.kind, y.n - 1})
	if y.kind == sMoreOrder {
		s.push(symbol{sDirection, 0})
	}
	s.expr(t, word, maxDepth)
}

func followOrder(s *State, _ symbol, t Token, word string) {
	s.push(symbol{sDirection, 0})
	s.expr(t, word, maxDepth)
}

func followTail(s *State, _ symbol, _ Token, word string) { s.clause(word) }

func followPredicate(s *State, _ symbol, t Token, word string) {
	switch word {
	case "[":
		s.push(symbol{sPredicate, 0}, symbol{sMoreCond, 0}, symbol{sCloseBracket, 0})
	case "asof":
		s.push(symbol{sInstant, 0}, symbol{sInstant, 0}, symbol{sAsOfDay, 0})
	default:
		s.push(symbol{sTest, 0})
		s.column = 0
		s.expr(t, word, maxDepth-1)
	}
}

func followTest(s *State, _ symbol, _ Token, word string) { s.test(word) }

func followRight(s *State, y symbol, t Token, word string) {
	switch {
	case word == "(":
		s.open()
	case t.Kind == ItemToken, t.Kind == QuestionWord, strings.HasPrefix(word, "val_"):
		s.value(t)
	default:
		s.expr(t, word, min(y.n, 2))
	}
}

func followValue(s *State, _ symbol, t Token, _ string) { s.value(t) }

func followMoreValues(s *State, y symbol, t Token, _ string) {
	s.push(symbol{sMoreValues, y.n - 1})
	s.value(t)
}

func followOpenQuery(s *State, _ symbol, _ Token, _ string) { s.open() }

func followClose(s *State, y symbol, _ Token, _ string) {
	if y.n == 0 {
		s.scopes = s.scopes[:len(s.scopes)-1]
	}
}

func followOperand(s *State, y symbol, t Token, word string) {
	switch {
	case word == "(":
		s.open()
	case t.Kind == QuestionWord, strings.HasPrefix(word, "val_"):
		s.value(t)
	default:
		s.expr(t, word, y.n)
	}
}

func followAggregand(s *State, y symbol, t Token, word string) {
	if word == "distinct" {
		s.push(symbol{sAggregandPlain, y.n})
		return
	}
	s.expr(t, word, y.n)
}

func followInner(s *State, y symbol, t Token, word string) { s.expr(t, word, y.n) }

func followColumn(s *State, _ symbol, t Token, _ string) { s.column = t.N }

// expr begins an expression with its first token; its operands follow.
func (s *State) expr(t Token, word string, depth int) {
	if t.Kind == ColumnToken {
		s.column = t.N
		return
	}
	inner := depth - 1
	switch {
	case word == "percentile":
		s.push(symbol{sNumber, 0}, symbol{sAggregandPlain, inner})
	case word == "corr":
		s.push(symbol{sMeasure, inner}, symbol{sMeasure, inner})
	case word == "band":
		s.push(symbol{sNumber, 0}, symbol{sMeasure, inner})
	case word == "count", word == "sum", word == "avg":
		s.push(symbol{sAggregand, inner})
	case aggregateWords[word]:
		s.push(symbol{sAggregandPlain, inner})
	case word == "via":
		s.push(symbol{sKeyColumn, 0}, symbol{sViaColumn, 0})
	case word == "if":
		s.push(symbol{sOpenCond, 0}, symbol{sAggregandPlain, inner})
	case word == "moving":
		s.push(symbol{sNumber, 0}, symbol{sMeasure, inner})
	case word == "sharein":
		s.push(symbol{sMeasure, inner}, symbol{sGroupExpr, 1})
	case windowWords[word]:
		s.push(symbol{sMeasure, inner})
	case word == "lower":
		s.push(symbol{sMeasure, min(inner, 1)})
	case word == "today", word == "groups":
		s.column = 0
	case arity[word] == 2 && groupWords[word], word == "hours", word == "minutes":
		s.push(symbol{sInstant, inner}, symbol{sInstant, inner})
	case groupWords[word]:
		s.push(symbol{sInstant, inner})
	case word == "sub":
		s.push(symbol{sOperand, inner}, symbol{sSubtrahend, inner})
	default: // arithmetic
		s.push(symbol{sOperand, inner}, symbol{sOperand, inner})
	}
}

func (s *State) clause(word string) {
	rest := symbol{sTail, clauses[word]}
	switch word {
	case "where", "having":
		s.push(symbol{sPredicate, 1}, symbol{sMoreCond, 0}, rest)
	case "group":
		s.push(symbol{sGroupExpr, 1}, symbol{sMoreGroup, maxGroup - 1}, rest)
	case "order":
		s.push(symbol{sOrderExpr, 1}, symbol{sMoreOrder, maxOrder - 1}, rest)
	case "limit1":
		s.push(symbol{sPer, 0}, rest)
	case "limit", "place":
		s.push(symbol{sNumber, 0}, symbol{sPer, 0}, rest)
	default:
		s.push(symbol{sQuery, 0})
	}
}

func (s *State) test(word string) {
	switch word {
	case "between":
		s.push(symbol{sValue, 1}, symbol{sValue, 1})
	case "anyof", "noneof":
		s.push(symbol{sValue, 1}, symbol{sMoreValues, maxValues - 1})
	case "in", "notin":
		s.push(symbol{sOpenQuery, 0})
	case "not":
		s.push(symbol{sLike, 0})
	case "contains", "startswith", "endswith", "matches":
		s.push(symbol{sValue, 1})
	case "during", "notduring":
		s.push(symbol{sPeriod, 0})
	case "isnull", "notnull":
	default:
		s.push(symbol{sRight, maxDepth})
	}
}

// open begins an inner query, with tables of its own.
func (s *State) open() {
	s.push(symbol{sQuery, 0}, symbol{sClose, 0})
	s.scopes = append(slices.Clip(s.scopes), nil)
}

func (s *State) setTables(list []int) {
	s.scopes = slices.Clone(s.scopes)
	if len(s.scopes) == 0 {
		s.scopes = [][]int{list}
		return
	}
	s.scopes[len(s.scopes)-1] = list
}

func (s *State) value(t Token) {
	if t.Kind == QuestionWord {
		s.word = t.N
		s.push(symbol{sLastWord, 0})
	}
}
