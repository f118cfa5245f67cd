package postgres

import (
	pg "github.com/pganalyze/pg_query_go/v6"

	"github.com/plumbdata/plumb/internal/guard"
)

// PostgreSQL's parser bounds how deep a statement nests, but not how long a
// chain such as 1+1+1… is: it makes a tree that is as deep as the chain is
// long, and the library that carries the tree out of C visits it by recursion.
// A long enough chain would overflow the stack and end the process, so it is
// measured first, in tokens.
const (
	maxChain    = 3000
	chainlessly = 2 * maxChain // bytes that cannot hold a longer chain
)

// refuseLongChain refuses a statement with a chain that is too long: operators and
// keywords with no comma between them, and those around them.
func refuseLongChain(sql string) error {
	if len(sql) <= chainlessly {
		return nil
	}
	scan, err := pg.Scan(sql)
	if err != nil {
		return parseFault(sql, err)
	}
	levels := []int{0} // links since the last comma, one for each open bracket
	total, unions := 0, 0
	reset := func() {
		total -= levels[len(levels)-1]
		levels[len(levels)-1] = 0
	}
	for _, t := range scan.GetTokens() {
		switch t.GetToken() {
		case pg.Token_ASCII_40, pg.Token_ASCII_91: // ( [
			levels = append(levels, 0)
			continue
		case pg.Token_ASCII_41, pg.Token_ASCII_93: // ) ]
			reset()
			if len(levels) > 1 {
				levels = levels[:len(levels)-1]
			}
			continue
		case pg.Token_ASCII_44: // ,
			reset()
			continue
		case pg.Token_UNION, pg.Token_EXCEPT, pg.Token_INTERSECT:
			unions++ // commas do not end their chains
		case pg.Token_AND, pg.Token_OR: // one node for any number
			continue
		}
		if t.GetKeywordKind() == pg.KeywordKind_NO_KEYWORD && !operatorToken(t.GetToken()) {
			continue
		}
		levels[len(levels)-1]++
		if total++; total > maxChain || unions > maxChain {
			return guard.Reject("the statement has a chain of more than %d operators", maxChain).
				WithHint("use IN, or an aggregate over VALUES")
		}
	}
	return nil
}

// operatorToken tells operators from names, constants and comments.
func operatorToken(t pg.Token) bool {
	switch t {
	case pg.Token_Op, pg.Token_TYPECAST, pg.Token_COLON_EQUALS, pg.Token_EQUALS_GREATER,
		pg.Token_LESS_EQUALS, pg.Token_GREATER_EQUALS, pg.Token_NOT_EQUALS:
		return true
	}
	return t > 0 && t < 128 && t != pg.Token_ASCII_59 && t != pg.Token_ASCII_46 // single characters but ; and .
}
