package form

import (
	"slices"
	"strings"
)

// Which tokens begin a symbol: the first half of the grammar.

// operators by what they may stand in.
var (
	aggregateWords = set("count max min sum avg median percentile stdev corr")
	rowWords       = set("add sub mul div day week month quarter year monthnum weekday hour days hours minutes months years lower via if band")
	ratioWords     = set("pct change")
	windowWords    = set("share sharein running moving prev growth rank")
	groupWords     = set("day week month quarter year monthnum weekday hour lower via days months years band")
	compareWords   = set("= != < > <= >=")
	likeWordSet    = set("contains startswith endswith matches")
)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

func beginsFirstTable(_ *State, _ symbol, t Token, _ string) bool { return t.Kind == TableToken }

func beginsTables(s *State, _ symbol, t Token, word string) bool {
	if t.Kind == TableToken {
		list := s.tables()
		return len(list) < maxTables && t.N > list[len(list)-1]
	}
	return word == "select" || word == "on" || word == "keep"
}

func beginsKeep(s *State, _ symbol, t Token, _ string) bool {
	return t.Kind == TableToken && slices.Contains(s.tables(), t.N)
}

func beginsJoinColumn(_ *State, _ symbol, t Token, _ string) bool {
	return t.Kind == ColumnToken && t.N > 0
}

func beginsSelect(s *State, _ symbol, t Token, word string) bool {
	return word == "distinct" || s.startsExpr(t, word, maxDepth, true)
}

func beginsShown(s *State, y symbol, t Token, word string) bool {
	return y.n > 0 && s.startsExpr(t, word, maxDepth, true)
}

func beginsGroup(s *State, y symbol, t Token, word string) bool {
	return y.n > 0 && (s.inScope(t) || groupWords[word])
}

func beginsTail(_ *State, y symbol, _ Token, word string) bool {
	return clauses[word] > y.n && (word != "having" || y.n == 2)
}

func beginsPredicate(s *State, y symbol, t Token, word string) bool {
	return word == "[" && y.n > 0 || word == "asof" || s.startsExpr(t, word, maxDepth-1, false)
}

func beginsTest(s *State, _ symbol, _ Token, word string) bool {
	switch word {
	case "during", "notduring":
		return s.column > 0 && !s.g.Columns[s.column].Number
	case "in", "notin", "isnull", "notnull", "not", "anyof", "noneof":
		return s.column > 0
	case "between":
		return true
	}
	return compareWords[word] || likeWordSet[word] && s.column > 0
}

func beginsRight(s *State, y symbol, t Token, word string) bool {
	return s.startsValue(t, word) || word == "(" && y.n > 0 || word == "today" || s.startsExpr(t, word, min(y.n, 2), false)
}

func beginsValue(s *State, y symbol, t Token, word string) bool {
	return y.n > 0 && s.startsValue(t, word)
}

func beginsLike(_ *State, _ symbol, _ Token, word string) bool { return likeWordSet[word] }

func beginsNumber(_ *State, _ symbol, t Token, word string) bool {
	return t.Kind == QuestionWord || strings.HasPrefix(word, "val_")
}

func beginsPeriod(s *State, _ symbol, t Token, _ string) bool {
	return t.Kind == ItemToken && s.g.Items[t.N].Period
}

func beginsAsOfDay(s *State, y symbol, t Token, word string) bool {
	return word == "today" || beginsPeriod(s, y, t, word)
}

func beginsLastWord(s *State, _ symbol, t Token, _ string) bool {
	return t.Kind == QuestionWord && t.N >= s.word && t.N < s.word+maxSpan
}

func beginsOperand(s *State, y symbol, t Token, word string) bool {
	return beginsNumber(s, y, t, word) || word == "(" || s.startsExpr(t, word, y.n, false)
}

// beginsSubtrahend also allows the same figure of the period before.
func beginsSubtrahend(s *State, y symbol, t Token, word string) bool {
	return word == "prev" && y.n > 0 || beginsOperand(s, y, t, word)
}

func beginsAggregand(s *State, y symbol, t Token, word string) bool {
	return word == "distinct" || beginsAggregandPlain(s, y, t, word)
}

func beginsAggregandPlain(s *State, y symbol, t Token, word string) bool {
	return word == "groups" || t.Kind == ColumnToken && t.N == 0 || s.startsExpr(t, word, y.n, false)
}

func beginsInstant(s *State, y symbol, t Token, word string) bool {
	if t.Kind == ColumnToken {
		return s.inScope(t) && !s.g.Columns[t.N].Number
	}
	switch word {
	case "today", "via", "day":
		return true
	case "max", "min", "if":
		return y.n > 0
	}
	return false
}

func beginsKeyColumn(s *State, _ symbol, t Token, _ string) bool {
	return s.inScope(t) && len(s.g.Columns[t.N].Refs) > 0
}

func beginsViaColumn(s *State, _ symbol, t Token, _ string) bool {
	return t.Kind == ColumnToken && t.N > 0 && slices.Contains(s.g.Columns[s.column].Refs, s.g.Columns[t.N].Table)
}

func beginsMeasure(s *State, y symbol, t Token, word string) bool {
	return s.startsExpr(t, word, y.n, false)
}

// clauses in their order.
var clauses = map[string]int{"where": 1, "group": 2, "having": 3, "order": 4, "limit1": 5, "limit": 5, "place": 5, "union": 6, "intersect": 6, "except": 6}

func (s *State) startsExpr(t Token, word string, depth int, window bool) bool {
	if t.Kind == ColumnToken {
		return s.inScope(t) || t.N == 0 && window
	}
	if depth <= 0 {
		return false
	}
	return aggregateWords[word] || rowWords[word] || ratioWords[word] || window && windowWords[word] || word == "today" && !window
}

func (s *State) startsValue(t Token, word string) bool {
	switch t.Kind {
	case QuestionWord:
		return true
	case ItemToken:
		item := s.g.Items[t.N]
		return !item.Period && (item.Column == s.column || s.column == 0 || slices.Contains(s.g.Columns[s.column].Same, item.Column))
	}
	return strings.HasPrefix(word, "val_")
}

func (s *State) inScope(t Token) bool {
	return t.Kind == ColumnToken && t.N > 0 && slices.Contains(s.tables(), s.g.Columns[t.N].Table)
}
