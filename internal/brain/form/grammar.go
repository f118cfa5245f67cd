package form

import (
	"slices"
	"strings"
)

// Grammar says which sequences are forms over one database and one question.
// It knows what columns are, so that no form buckets a name by month or takes a
// column of a table that the query does not have.
type Grammar struct {
	Tables  int
	Columns []ColumnInfo // by column number; 0 is *
	Items   []ItemInfo   // values and periods that may be pointed at
	Words   int          // of the question
}

// ColumnInfo is what the grammar needs to know of a column.
type ColumnInfo struct {
	Table  int
	Number bool
	Time   bool
	Key    bool  // a primary or foreign key: not summed
	Refs   []int // tables that the column leads to
	Same   []int // columns that hold the same keys
}

// ItemInfo is what the grammar needs to know of an item.
type ItemInfo struct {
	Period bool
	Column int // whose value it is; 0 for none
}

// Size is how many tokens there are: words of the grammar, then words of the
// question, tables, columns and items.
func (g *Grammar) Size() int {
	return len(vocabulary) + g.Words + g.Tables + len(g.Columns) + len(g.Items)
}

// Token is the token with a number below Size.
func (g *Grammar) Token(n int) Token {
	if n < len(vocabulary) {
		return Token{Word, n}
	}
	n -= len(vocabulary)
	for _, part := range [...]struct {
		kind TokenKind
		size int
	}{{QuestionWord, g.Words}, {TableToken, g.Tables}, {ColumnToken, len(g.Columns)}} {
		if n < part.size {
			return Token{part.kind, n}
		}
		n -= part.size
	}
	return Token{ItemToken, n}
}

// Number is the reverse of Token.
func (g *Grammar) Number(t Token) int {
	n := t.N
	switch t.Kind {
	case Word:
		return n
	case ItemToken:
		n += len(g.Columns)
		fallthrough
	case ColumnToken:
		n += g.Tables
		fallthrough
	case TableToken:
		n += g.Words
	}
	return len(vocabulary) + n
}

// State is a place in a sequence: what may come next, innermost last. States
// are never changed, so that many readings can share their beginning.
type State struct {
	g      *Grammar
	stack  []symbol
	scopes [][]int // tables of the queries we are inside, innermost last
	column int     // the last column of the expression just read, 0 for none
	word   int     // the first word of a span that is being pointed at
}

// symbol is something that must or may follow.
type symbol struct {
	kind symbolKind
	n    int // how many more of it, or how deep
}

type symbolKind uint8

const (
	sEnd            symbolKind = iota // the end of the sequence
	sStart                            // a query or decline
	sQuery                            // from …
	sFirstTable                       // a table
	sTables                           // more tables, then joins and select
	sKeep                             // the table to keep
	sJoins                            // on …, or select
	sJoinColumn                       // a column of an on
	sSelect                           // distinct, or the first expression
	sSelectExpr                       // an expression of the select list
	sMoreSelect                       // nullable: another
	sGroupExpr                        // an expression to group by
	sMoreGroup                        // nullable: another
	sOrderExpr                        // an expression to order by
	sMoreOrder                        // nullable: another
	sDirection                        // asc or desc
	sTail                             // nullable: the clauses from number n on
	sPer                              // nullable: per …
	sPredicate                        // a condition
	sMoreCond                         // nullable: and, or
	sTest                             // what the condition tests
	sRight                            // the right side of a comparison
	sValue                            // a value
	sMoreValues                       // nullable: another
	sLike                             // after not
	sNumber                           // a number the question says
	sPeriod                           // a period
	sAsOfDay                          // a period or today
	sLastWord                         // the end of a span
	sOpenQuery                        // ( before a query
	sOpenCond                         // ( before a condition
	sClose                            // )
	sCloseBracket                     // ]
	sOperand                          // of arithmetic: an expression or a number
	sAggregand                        // of an aggregate: distinct, *, or an expression
	sAggregandPlain                   // the same after distinct
	sInstant                          // a date
	sKeyColumn                        // the key after via
	sViaColumn                        // the column it leads to
	sMeasure                          // what a window is over
)

// How much of each a query may hold.
const (
	maxTables = 8
	maxSelect = 10
	maxGroup  = 4
	maxOrder  = 3
	maxValues = 12
	maxDepth  = 5  // of nested expressions
	maxSpan   = 12 // words of a literal
)

// Start is the state before the first token.
func (g *Grammar) Start() *State {
	return &State{g: g, stack: []symbol{{sEnd, 0}, {sStart, 0}}}
}

// Done says that the sequence is complete.
func (s *State) Done() bool { return len(s.stack) == 0 }

// Allowed marks the tokens that may come next; mask has Size places.
func (s *State) Allowed(mask []bool) {
	for n := range mask {
		_, mask[n] = s.fits(s.g.Token(n))
	}
}

// Step is the state after a token, or nil where it may not come.
func (s *State) Step(token int) *State { return s.Next(s.g.Token(token)) }

// Next is Step for a token.
func (s *State) Next(t Token) *State {
	depth, ok := s.fits(t)
	if !ok {
		return nil
	}
	next := &State{g: s.g, scopes: s.scopes, column: s.column, word: s.word}
	at := len(s.stack) - depth
	next.stack = append(make([]symbol, 0, at+6), s.stack[:at-1]...)
	next.expand(s.stack[at-1], t)
	return next
}

// fits finds the symbol that takes the token: the innermost, or one further out
// when all before it may be left away.
func (s *State) fits(t Token) (depth int, ok bool) {
	for depth = range s.stack {
		sym := s.stack[len(s.stack)-1-depth]
		if s.takes(sym, t) {
			return depth, true
		}
		if !sym.nullable() {
			return 0, false
		}
	}
	return 0, false
}

func (y symbol) nullable() bool {
	switch y.kind {
	case sMoreSelect, sMoreGroup, sMoreOrder, sTail, sPer, sMoreCond, sMoreValues:
		return true
	}
	return false
}

func (s *State) tables() []int {
	if len(s.scopes) == 0 {
		return nil
	}
	return s.scopes[len(s.scopes)-1]
}

// operators by what they may stand in.
var (
	aggregateWords = set("count max min sum avg median percentile stdev")
	rowWords       = set("add sub mul div day week month quarter year monthnum weekday hour days hours minutes months years lower via if")
	ratioWords     = set("pct change")
	windowWords    = set("share sharein running moving prev growth rank")
	groupWords     = set("day week month quarter year monthnum weekday hour lower via days months years")
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

// takes says whether a token can begin the symbol.
func (s *State) takes(y symbol, t Token) bool {
	word := ""
	if t.Kind == Word {
		word = vocabulary[t.N]
		if !s.possible(word) {
			return false
		}
	}
	switch y.kind {
	case sEnd:
		return word == "<eos>"
	case sStart:
		return word == "from" || word == "decline"
	case sQuery:
		return word == "from"
	case sFirstTable:
		return t.Kind == TableToken
	case sTables:
		if t.Kind == TableToken {
			list := s.tables()
			return len(list) < maxTables && t.N > list[len(list)-1]
		}
		return word == "select" || word == "on" || word == "keep"
	case sKeep:
		return t.Kind == TableToken && slices.Contains(s.tables(), t.N)
	case sJoins:
		return word == "select" || word == "on"
	case sJoinColumn:
		return t.Kind == ColumnToken && t.N > 0
	case sSelect:
		return word == "distinct" || s.startsExpr(t, word, maxDepth, true)
	case sSelectExpr, sMoreSelect:
		return y.n > 0 && s.startsExpr(t, word, maxDepth, true)
	case sGroupExpr, sMoreGroup:
		return y.n > 0 && (s.inScope(t) || groupWords[word])
	case sOrderExpr, sMoreOrder:
		return y.n > 0 && s.startsExpr(t, word, maxDepth, true)
	case sDirection:
		return word == "asc" || word == "desc"
	case sTail:
		return clauses[word] > y.n && (word != "having" || y.n == 2)
	case sPer:
		return word == "per"
	case sPredicate:
		return word == "[" && y.n > 0 || word == "asof" || s.startsExpr(t, word, maxDepth-1, false)
	case sMoreCond:
		return word == "and" || word == "or"
	case sTest:
		if word == "during" || word == "notduring" {
			return s.column > 0 && !s.g.Columns[s.column].Number
		}
		if word == "in" || word == "notin" || word == "isnull" || word == "notnull" || word == "not" || likeWordSet[word] || word == "anyof" || word == "noneof" {
			return s.column > 0
		}
		return compareWords[word] || word == "between"
	case sRight:
		return s.startsValue(t, word) || word == "(" && y.n > 0 || word == "today" || s.startsExpr(t, word, min(y.n, 2), false)
	case sValue, sMoreValues:
		return y.n > 0 && s.startsValue(t, word)
	case sLike:
		return likeWordSet[word]
	case sNumber:
		return t.Kind == QuestionWord || strings.HasPrefix(word, "val_")
	case sPeriod:
		return t.Kind == ItemToken && s.g.Items[t.N].Period
	case sAsOfDay:
		return word == "today" || t.Kind == ItemToken && s.g.Items[t.N].Period
	case sLastWord:
		return t.Kind == QuestionWord && t.N >= s.word && t.N < s.word+maxSpan
	case sOpenQuery, sOpenCond:
		return word == "("
	case sClose:
		return word == ")"
	case sCloseBracket:
		return word == "]"
	case sOperand:
		return t.Kind == QuestionWord || strings.HasPrefix(word, "val_") || word == "(" || s.startsExpr(t, word, y.n, false)
	case sAggregand:
		return word == "distinct" || s.takes(symbol{sAggregandPlain, y.n}, t)
	case sAggregandPlain:
		if word == "groups" {
			return true
		}
		if t.Kind == ColumnToken && t.N == 0 {
			return true
		}
		return s.startsExpr(t, word, y.n, false)
	case sInstant:
		if t.Kind == ColumnToken {
			return s.inScope(t) && !s.g.Columns[t.N].Number
		}
		return word == "today" || word == "via" || word == "day" || y.n > 0 && (word == "max" || word == "min" || word == "if")
	case sKeyColumn:
		return s.inScope(t) && len(s.g.Columns[t.N].Refs) > 0
	case sViaColumn:
		return t.Kind == ColumnToken && t.N > 0 && slices.Contains(s.g.Columns[s.column].Refs, s.g.Columns[t.N].Table)
	case sMeasure:
		return s.startsExpr(t, word, y.n, false)
	}
	return false
}

// possible is false for words that would lead nowhere: a way through a key
// where there is none, a period where the question names none.
func (s *State) possible(word string) bool {
	switch word {
	case "via":
		return slices.ContainsFunc(s.g.Columns, func(c ColumnInfo) bool { return len(c.Refs) > 0 && slices.Contains(s.tables(), c.Table) })
	case "during", "notduring":
		return slices.ContainsFunc(s.g.Items, func(i ItemInfo) bool { return i.Period })
	}
	return true
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
