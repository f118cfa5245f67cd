package form

import (
	"slices"
)

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
	sMoreSelect                       // optional: another
	sGroupExpr                        // an expression to group by
	sMoreGroup                        // optional: another
	sOrderExpr                        // an expression to order by
	sMoreOrder                        // optional: another
	sDirection                        // asc or desc
	sTail                             // optional: the clauses from number n on
	sPer                              // optional: per …
	sPredicate                        // a condition
	sMoreCond                         // optional: and, or
	sTest                             // what the condition tests
	sRight                            // the right side of a comparison
	sValue                            // a value
	sMoreValues                       // optional: another
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
	sSubtrahend                       // the second operand of sub: also the figure before
	sAggregand                        // of an aggregate: distinct, *, or an expression
	sAggregandPlain                   // the same after distinct
	sInstant                          // a date
	sKeyColumn                        // the key after via
	sViaColumn                        // the column it leads to
	sMeasure                          // what a window is over
)

// production is what the grammar knows of a kind of symbol.
type production struct {
	optional bool                                                // it may be left away
	begins   func(s *State, y symbol, t Token, word string) bool // whether a token can begin it
	follow   func(s *State, y symbol, t Token, word string)      // pushes what comes after that token; nil for nothing
}

// productions is the grammar, by kind of symbol.
var productions = [...]production{
	sEnd:            {begins: words("<eos>")},
	sStart:          {begins: words("from", "decline"), follow: followStart},
	sQuery:          {begins: words("from"), follow: then(symbol{sFirstTable, 0})},
	sFirstTable:     {begins: beginsFirstTable, follow: followFirstTable},
	sTables:         {begins: beginsTables, follow: followTables},
	sKeep:           {begins: beginsKeep},
	sJoins:          {begins: words("select", "on"), follow: followTables},
	sJoinColumn:     {begins: beginsJoinColumn},
	sSelect:         {begins: beginsSelect, follow: followSelect},
	sSelectExpr:     {begins: beginsShown, follow: followExpr},
	sMoreSelect:     {optional: true, begins: beginsShown, follow: followMore},
	sGroupExpr:      {begins: beginsGroup, follow: followExpr},
	sMoreGroup:      {optional: true, begins: beginsGroup, follow: followMore},
	sOrderExpr:      {begins: beginsShown, follow: followOrder},
	sMoreOrder:      {optional: true, begins: beginsShown, follow: followMore},
	sDirection:      {begins: words("asc", "desc")},
	sTail:           {optional: true, begins: beginsTail, follow: followTail},
	sPer:            {optional: true, begins: words("per"), follow: then(symbol{sGroupExpr, 1}, symbol{sMoreGroup, maxGroup - 1})},
	sPredicate:      {begins: beginsPredicate, follow: followPredicate},
	sMoreCond:       {optional: true, begins: words("and", "or"), follow: then(symbol{sPredicate, 1}, symbol{sMoreCond, 0})},
	sTest:           {begins: beginsTest, follow: followTest},
	sRight:          {begins: beginsRight, follow: followRight},
	sValue:          {begins: beginsValue, follow: followValue},
	sMoreValues:     {optional: true, begins: beginsValue, follow: followMoreValues},
	sLike:           {begins: beginsLike, follow: then(symbol{sValue, 1})},
	sNumber:         {begins: beginsNumber, follow: followValue},
	sPeriod:         {begins: beginsPeriod},
	sAsOfDay:        {begins: beginsAsOfDay},
	sLastWord:       {begins: beginsLastWord},
	sOpenQuery:      {begins: words("("), follow: followOpenQuery},
	sOpenCond:       {begins: words("("), follow: then(symbol{sPredicate, 1}, symbol{sMoreCond, 0}, symbol{sClose, 1})},
	sClose:          {begins: words(")"), follow: followClose},
	sCloseBracket:   {begins: words("]")},
	sOperand:        {begins: beginsOperand, follow: followOperand},
	sSubtrahend:     {begins: beginsSubtrahend, follow: followOperand},
	sAggregand:      {begins: beginsAggregand, follow: followAggregand},
	sAggregandPlain: {begins: beginsAggregandPlain, follow: followInner},
	sInstant:        {begins: beginsInstant, follow: followInner},
	sKeyColumn:      {begins: beginsKeyColumn, follow: followColumn},
	sViaColumn:      {begins: beginsViaColumn, follow: followColumn},
	sMeasure:        {begins: beginsMeasure, follow: followInner},
}

// words begins a symbol with one of a few words.
func words(list ...string) func(*State, symbol, Token, string) bool {
	return func(_ *State, _ symbol, _ Token, word string) bool { return slices.Contains(list, word) }
}

// then pushes the same symbols after any token.
func then(follow ...symbol) func(*State, symbol, Token, string) {
	return func(s *State, _ symbol, _ Token, _ string) { s.push(follow...) }
}

// wordOf is the word of the grammar that a token is, "" for others.
func wordOf(t Token) string {
	if t.Kind == Word {
		return vocabulary[t.N]
	}
	return ""
}
