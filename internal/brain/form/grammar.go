package form

import (
	"slices"
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
	if y := s.stack[at-1]; productions[y.kind].follow != nil {
		productions[y.kind].follow(next, y, t, wordOf(t))
	}
	return next
}

// fits finds the symbol that takes the token: the innermost, or one further out
// when all before it may be left away.
func (s *State) fits(t Token) (depth int, ok bool) {
	word := wordOf(t)
	if t.Kind == Word && !s.possible(word) {
		return 0, false
	}
	for depth = range s.stack {
		y := s.stack[len(s.stack)-1-depth]
		part := &productions[y.kind]
		if part.begins(s, y, t, word) {
			return depth, true
		}
		if !part.optional {
			return 0, false
		}
	}
	return 0, false
}

func (s *State) tables() []int {
	if len(s.scopes) == 0 {
		return nil
	}
	return s.scopes[len(s.scopes)-1]
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
