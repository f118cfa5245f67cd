package sqlite

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Without a schema every table counts as known, and SQLite must be shown some
// table before it prepares anything. guess makes tables under the names that
// SQLite misses, with the columns that the statement seems to expect of them,
// until one guess fits or SQLite complains of something else.
//
// Unresolved names are tried in double quotes, where SQLite takes
// an unknown column for a text: it then goes on and has its authorizer see the
// rest of the statement. Such a try has the same tokens, and so the same
// meaning, but for what columns are called.

// filler begins the names of columns that only make a table wider.
const filler = "plumb filler "

const (
	maxRounds = 200 // tables and columns that are added
	maxFiller = 16  // columns that SELECT * may need, to fit another query
)

type guesser struct {
	*check
	columns map[string][]string // by qualifier: what the statement asks of it
	shared  []string            // columns of every table
	texts   map[string]bool     // names that are taken for texts
	tables  []string
	filler  int
	added   map[string][]string // by table: columns beyond those of its qualifiers
}

func (c *check) guess(ctx context.Context) error {
	end := time.Now().Add(maxPrepare) // of all tries together
	first := c.try(ctx, 1, nil, end)
	if first == nil || c.lost || c.refusal != nil || ComplaintOf(first).Kind != OtherComplaint || !hasStar(c.tokens) {
		return first
	}
	for _, shared := range [][]string{nil, unqualifiedNames(c.tokens)} {
		for width := 1; width <= maxFiller; width++ {
			if err := c.try(ctx, width, shared, end); err == nil || c.lost || c.refusal != nil {
				return err
			}
		}
	}
	return first
}

// try makes tables with some unused columns, and those of shared.
func (c *check) try(ctx context.Context, width int, shared []string, end time.Time) (err error) {
	g := &guesser{check: c, columns: qualifiedColumns(c.tokens), shared: append(usingColumns(c.tokens), shared...),
		texts: map[string]bool{}, filler: width, added: map[string][]string{}}
	defer func() {
		if dropped := g.dropAll(); err == nil {
			err = dropped
		}
	}()
	for range maxRounds {
		if time.Now().After(end) {
			return errSlow
		}
		if err = c.tryPrepare(ctx, render(c.tokens, g.spell)); err == nil || c.lost || !g.repair(ComplaintOf(err)) {
			return err
		}
	}
	return err
}

// spell writes a token so that an unknown column becomes a text.
func (g *guesser) spell(i int) string {
	t := g.tokens[i]
	name := t.kind == quoted || t.kind == word && !keywords[upper(t.value)]
	switch {
	case !name || i+1 < len(g.tokens) && (g.tokens[i+1].is("(") || g.tokens[i+1].is(".")) || i > 0 && g.tokens[i-1].is("."):
		return printToken(t)
	case g.texts[lower(t.value)]:
		return printToken(token{kind: text, value: t.value})
	}
	return quote(t.value)
}

// repair changes the guess after a complaint, and reports whether it could.
func (g *guesser) repair(c Complaint) bool {
	switch c.Kind {
	case MissingTable:
		name := c.Name
		if database, rest, ok := g.splitQualified(name); ok {
			if lower(database) != "main" {
				return false
			}
			name = rest
		}
		if g.made[lower(name)] != "" || systemTable(name) || fileTables[lower(name)] {
			return false
		}
		g.tables = append(g.tables, name)
		return g.make(name) == nil
	case MissingColumn, MissingInJoin:
		column := c.Name
		if _, rest, ok := g.splitQualified(column); ok {
			column = rest[strings.LastIndexByte(rest, '.')+1:]
		}
		return g.addToAll(column)
	case AmbiguousColumn:
		// An inner query may have looked for it in the outer ones.
		name := lower(c.Name)
		if g.addToAll(c.Name) {
			return true
		}
		if g.texts[name] {
			return false
		}
		g.texts[name] = true
		return true
	}
	return false
}

func (g *guesser) addToAll(column string) bool {
	changed := false
	for _, name := range g.tables {
		if slices.ContainsFunc(g.list(name), func(c string) bool { return lower(c) == lower(column) }) {
			continue
		}
		g.added[name] = append(g.added[name], column)
		if g.drop(name) != nil || g.make(name) != nil {
			return false
		}
		changed = true
	}
	return changed
}

func (g *guesser) make(name string) error { return g.create(name, g.list(name)) }

// list is the columns of a table, each once.
func (g *guesser) list(name string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(columns ...string) {
		for _, c := range columns {
			if !seen[lower(c)] {
				seen[lower(c)] = true
				out = append(out, c)
			}
		}
	}
	for _, alias := range aliases(g.tokens, name) {
		add(g.columns[alias]...)
	}
	add(g.shared...)
	add(g.added[name]...)
	for i := range g.filler {
		add(filler + strconv.Itoa(i))
	}
	return out
}

func (g *guesser) dropAll() error {
	if g.lost {
		return nil
	}
	for _, name := range g.tables {
		if err := g.drop(name); err != nil {
			return err
		}
	}
	return nil
}

// qualifiedColumns lists, by folded qualifier, the columns asked of it.
func qualifiedColumns(tokens []token) map[string][]string {
	out := map[string][]string{}
	for i := 2; i < len(tokens); i++ {
		if tokens[i-1].is(".") && tokens[i].kind <= text {
			q := lower(tokens[i-2].value)
			out[q] = append(out[q], tokens[i].value)
		}
	}
	return out
}

// aliases are the folded names that stand for a table, its own included.
func aliases(tokens []token, name string) []string {
	name = lower(name)
	out := []string{name}
	for i, t := range tokens {
		if t.kind > text || lower(t.value) != name {
			continue
		}
		next := i + 1
		if next < len(tokens) && tokens[next].is("AS") {
			next++
		}
		if next < len(tokens) && tokens[next].names() {
			out = append(out, lower(tokens[next].value))
		}
	}
	return out
}

// usingColumns lists the columns of USING, which both sides have.
func usingColumns(tokens []token) []string {
	var out []string
	for i := 0; i+1 < len(tokens); i++ {
		if !tokens[i].is("USING") || !tokens[i+1].is("(") {
			continue
		}
		for i += 2; i < len(tokens) && !tokens[i].is(")"); i++ {
			if tokens[i].kind <= text {
				out = append(out, tokens[i].value)
			}
		}
	}
	return out
}

// unqualifiedNames lists the names that stand alone.
func unqualifiedNames(tokens []token) []string {
	var out []string
	for i, t := range tokens {
		if t.kind != text && t.names() && (i == 0 || !tokens[i-1].is(".")) && (i+1 == len(tokens) || !tokens[i+1].is(".") && !tokens[i+1].is("(")) {
			out = append(out, t.value)
		}
	}
	return out
}

func hasStar(tokens []token) bool {
	for i := 1; i < len(tokens); i++ {
		if before := tokens[i-1]; tokens[i].is("*") && (before.is(",") || before.is(".") || before.is("SELECT") || before.is("DISTINCT") || before.is("ALL")) {
			return true
		}
	}
	return false
}
