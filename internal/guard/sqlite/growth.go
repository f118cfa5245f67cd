package sqlite

import (
	"slices"

	"github.com/plumbdata/plumb/internal/guard"
)

// SQLite puts a copy of a WITH query in place of each use of its name, and a
// copy of a subquery's expression in place of each use of its column. A few
// hundred bytes can so grow beyond any memory before the statement runs, and
// nothing stops SQLite meanwhile. grown foretells the size in tokens.

// maxGrowth is how many tokens a statement may grow by; SQLite needs some
// 50 ms for the worst statement of that size.
const maxGrowth = 20_000

// maxColumns is SQLite's own limit of a result's columns.
const maxColumns = 2000

func checkGrowth(tokens []token) error {
	g := &growth{tokens: tokens, closes: make([]int, len(tokens))}
	var open []int
	for i, t := range tokens {
		switch {
		case t.is("("):
			open = append(open, i)
			g.closes[i] = len(tokens)
		case t.is(")") && len(open) > 0:
			g.closes[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	if size := g.query(0, len(tokens), nil, nil).size; size > float64(len(tokens))+maxGrowth {
		return guard.Reject("the statement repeats its subqueries within each other until it is too large to plan").
			WithHint("use fewer levels of WITH or of nested subqueries")
	}
	return nil
}

type growth struct {
	tokens []token
	closes []int // for an opening parenthesis, where it closes
}

// grown is a query with all copies in place.
type grown struct {
	size    float64
	columns []column
}

type column struct {
	name string
	size float64
}

// columns in sight of an expression, from the inside out.
type sight struct {
	columns map[string]float64
	outer   *sight
}

func (s *sight) size(name string) float64 {
	for ; s != nil; s = s.outer {
		if n, ok := s.columns[name]; ok {
			return n
		}
	}
	return 1
}

// with is a list of WITH queries, from the inside out.
type with struct {
	queries map[string]*common
	outer   *with
}

type common struct {
	from, to int
	names    []string
	result   *grown
}

// query measures tokens from…to, which are a SELECT, VALUES or WITH.
func (g *growth) query(from, to int, w *with, s *sight) grown {
	if from < to && g.tokens[from].is("WITH") {
		from, w = g.with(from, to, w)
	}
	var out grown
	for from < to {
		end := g.find(from, to, "UNION", "INTERSECT", "EXCEPT")
		part := g.part(from, end, w, s)
		out.size += part.size
		for i, c := range part.columns {
			if i == len(out.columns) {
				out.columns = append(out.columns, c)
			}
			out.columns[i].size = max(out.columns[i].size, c.size)
		}
		from = end + 1
		if from < to && g.tokens[from].is("ALL") {
			from++
		}
	}
	return out
}

// with reads name [(columns)] AS [[NOT] MATERIALIZED] (query), … and returns
// where the query that follows begins.
func (g *growth) with(from, to int, outer *with) (int, *with) {
	w := &with{map[string]*common{}, outer}
	i := from + 1
	if i < to && g.tokens[i].is("RECURSIVE") {
		i++
	}
	for i+1 < to {
		name := lower(g.tokens[i].value)
		c := &common{}
		if i++; g.tokens[i].is("(") {
			for j := i + 1; j < g.closes[i]; j += 2 {
				c.names = append(c.names, lower(g.tokens[j].value))
			}
			i = g.closes[i] + 1
		}
		for i < to && (g.tokens[i].is("AS") || g.tokens[i].is("NOT") || g.tokens[i].is("MATERIALIZED")) {
			i++
		}
		if i >= to || !g.tokens[i].is("(") {
			break // not valid, as SQLite will say
		}
		c.from, c.to = i+1, g.closes[i]
		w.queries[name] = c
		if i = c.to + 1; i >= to || !g.tokens[i].is(",") {
			break
		}
		i++
	}
	return i, w
}

// find is the first of the keywords outside parentheses, or to.
func (g *growth) find(from, to int, keywords ...string) int {
	for i := from; i < to; i++ {
		if g.tokens[i].is("(") {
			i = g.closes[i]
		} else if slices.ContainsFunc(keywords, g.tokens[i].is) {
			return i
		}
	}
	return to
}

// part measures one SELECT or VALUES.
func (g *growth) part(from, to int, w *with, outer *sight) grown {
	start := g.find(from, to, "FROM")
	end := g.find(start, to, "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT")
	f := &clause{growth: g, with: w, sight: &sight{map[string]float64{}, outer}}
	f.sources(start, end)

	var out grown
	for i := from; i < start; {
		comma := g.find(i, start, ",")
		if last := comma - 1; last >= i && g.tokens[last].is("*") && (last == i || g.tokens[last-1].is(".") || g.tokens[last-1].kind == word) {
			out.columns = append(out.columns, f.columns...)
			out.columns = out.columns[:min(len(out.columns), maxColumns)]
		} else {
			c := column{size: f.cost(i, comma)}
			out.size += c.size
			if last >= i && g.tokens[last].names() {
				c.name = lower(g.tokens[last].value)
			}
			out.columns = append(out.columns, c)
		}
		i = comma + 1
	}
	out.size += f.size + f.cost(start, to)
	return out
}

// clause is a FROM clause with what it brings in sight.
type clause struct {
	*growth
	with    *with
	sight   *sight
	size    float64
	columns []column
	skip    map[int]bool // subqueries that are already measured, by their parenthesis
}

// sources measures the subqueries and WITH queries that a FROM clause names.
func (f *clause) sources(from, to int) {
	for i := from; i < to; i++ {
		t := f.tokens[i]
		switch {
		case t.is("(") && f.selects(i):
			if f.skip == nil {
				f.skip = map[int]bool{}
			}
			f.skip[i] = true
			f.add(f.query(i+1, f.closes[i], f.with, f.sight.outer))
			i = f.closes[i]
		case t.names() && i > 0 && (f.tokens[i-1].is("FROM") || f.tokens[i-1].is("JOIN") || f.tokens[i-1].is(",") || f.tokens[i-1].is("(")):
			f.add(f.common(lower(t.value)))
		}
	}
}

func (f *clause) add(g grown) {
	f.size += g.size
	f.columns = append(f.columns, g.columns...)
	f.columns = f.columns[:min(len(f.columns), maxColumns)]
	for _, c := range g.columns {
		f.sight.columns[c.name] = max(f.sight.columns[c.name], c.size)
	}
}

func (f *clause) common(name string) grown {
	for w := f.with; w != nil; w = w.outer {
		c := w.queries[name]
		if c == nil {
			continue
		}
		if c.result == nil {
			c.result = &grown{} // what a recursive query sees of itself is not a copy
			*c.result = f.query(c.from, c.to, w, nil)
			for i, n := range c.names {
				if i < len(c.result.columns) {
					c.result.columns[i].name = n
				}
			}
		}
		return *c.result
	}
	return grown{}
}

// cost measures expressions, where names stand for copies of what they name.
func (f *clause) cost(from, to int) float64 {
	sum := 0.0
	for i := from; i < to; i++ {
		switch t := f.tokens[i]; {
		case f.skip[i]:
			i = f.closes[i]
		case t.is("(") && f.selects(i):
			sum += f.query(i+1, f.closes[i], f.with, f.sight).size
			i = f.closes[i]
		case t.names() && i > 0 && f.tokens[i-1].is("IN"):
			sum += 1 + f.common(lower(t.value)).size
		case t.names():
			sum += f.sight.size(lower(t.value))
		default:
			sum++
		}
	}
	return sum
}

func (g *growth) selects(paren int) bool {
	if paren+1 >= len(g.tokens) {
		return false
	}
	t := g.tokens[paren+1]
	return t.is("SELECT") || t.is("WITH") || t.is("VALUES")
}
