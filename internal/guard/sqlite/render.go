package sqlite

import (
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// statement reduces tokens to those of one statement that reads, or says why
// they are none. That it really only reads is for SQLite to say; this much
// makes its complaints plain.
func statement(tokens []token) ([]token, error) {
	for len(tokens) > 0 && tokens[len(tokens)-1].is(";") {
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return nil, fault.New(fault.SQLParse, "there is no statement").WithHint("write a SELECT")
	}
	if slices.ContainsFunc(tokens, func(t token) bool { return t.is(";") }) {
		return nil, guard.Reject("there is more than one statement; only one may run").WithHint("send one SELECT at a time")
	}
	query := tokens
	if tokens[0].is("EXPLAIN") {
		if len(tokens) < 4 || !tokens[1].is("QUERY") || !tokens[2].is("PLAN") {
			return nil, guard.Reject("EXPLAIN shows the engine's inner code").WithHint("use EXPLAIN QUERY PLAN SELECT …")
		}
		query = tokens[3:]
	}
	if first := query[0]; !first.is("SELECT") && !first.is("WITH") && !first.is("VALUES") {
		if first.kind != word || !keywords[upper(first.value)] {
			return nil, fault.New(fault.SQLParse, "a statement cannot start with %s", printToken(first)).
				WithHint("start with SELECT, WITH or VALUES")
		}
		return nil, guard.Reject("only SELECT, WITH … SELECT and VALUES may run, not %s", upper(first.value)).
			WithHint("Plumb only reads: ask for the rows instead")
	}
	return tokens, nil
}

// printToken returns a token as SQL. Quoted names are always in `…`: unlike "…", which
// becomes a text when it names nothing, they mean the name or fail.
func printToken(t token) string {
	switch t.kind {
	case quoted:
		return "`" + strings.ReplaceAll(t.value, "`", "``") + "`"
	case text:
		return "'" + strings.ReplaceAll(t.value, "'", "''") + "'"
	}
	return t.value
}

// render writes tokens as SQL in one line, so that they cannot be read as any
// other tokens.
func render(tokens []token, spell func(i int) string) string {
	var b strings.Builder
	for i := range tokens {
		if i > 0 && apart(tokens, i) {
			b.WriteByte(' ')
		}
		b.WriteString(spell(i))
	}
	return b.String()
}

// apart reports whether a space goes before token i. Without one, the two
// neighbours must still be two tokens.
func apart(tokens []token, i int) bool {
	before, t := tokens[i-1], tokens[i]
	switch {
	case t.is(",") || t.is(")") || before.is("("):
		return false
	case t.is("("):
		return before.kind != quoted && (before.kind != word || before.start+len(before.value) != t.start)
	case t.is("."):
		return before.kind != word && before.kind != quoted
	case before.is("."):
		return t.kind != word && t.kind != quoted && !t.is("*") || i < 2 || apart(tokens, i-1)
	}
	return true
}
