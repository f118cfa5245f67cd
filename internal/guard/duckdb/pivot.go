package duckdb

import (
	"context"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
)

// A PIVOT without an IN list takes its columns from the data. DuckDB runs such
// a statement as several, one of which creates a type, and its parser gives no
// tree for it. So an IN list with a placeholder is filled in before parsing,
// and the statement carries a query for the values that take its place.

const placeholder = "plumb:pivot:"

// fillPivots adds IN ('placeholder') to each pivot column without an IN list.
func fillPivots(tokens []token) ([]token, int) {
	f := filler{tokens: tokens}
	for f.at < len(tokens) {
		if f.pivots() {
			f.copy()
			f.source()
			f.columns()
			continue
		}
		f.copy()
	}
	return f.out, f.count
}

type filler struct {
	tokens []token
	at     int
	out    []token
	count  int
}

func (f *filler) peek() token {
	if f.at < len(f.tokens) {
		return f.tokens[f.at]
	}
	return token{text: ";"}
}

func (f *filler) copy() {
	f.out = append(f.out, f.tokens[f.at])
	f.at++
}

// pivots reports whether a PIVOT statement begins here. FROM t PIVOT (… FOR c
// IN (…)) always has its lists.
func (f *filler) pivots() bool {
	t := f.tokens[f.at]
	if !t.is("PIVOT") && !t.is("PIVOT_WIDER") || f.at > 0 && f.tokens[f.at-1].text == "." {
		return false
	}
	depth := 0
	for _, t := range f.tokens[f.at+1:] {
		switch depth += t.nesting(); {
		case depth == 0:
			return true
		case depth == 1 && t.is("FOR"):
			return false
		}
	}
	return true
}

// nesting is how a token changes the depth of brackets.
func (t token) nesting() int {
	switch t.text {
	case "(", "[", "{":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// source copies the table of a PIVOT, up to and with the ON that its columns
// follow. The ON or USING of a join belongs to the table.
func (f *filler) source() {
	joins := 0
	for depth := 0; f.at < len(f.tokens); {
		t := f.peek()
		if depth == 0 {
			switch {
			case t.is(")") || t.is(";"):
				return
			case t.is("JOIN") && !f.isCrossJoin():
				joins++
			case t.is("USING") && joins > 0:
				joins--
			case t.is("ON") && joins > 0:
				joins--
			case t.is("ON"):
				f.copy()
				return
			}
		}
		depth += t.nesting()
		f.copy()
	}
}

// isCrossJoin reports whether the JOIN here has no condition.
func (f *filler) isCrossJoin() bool {
	before := f.tokens[f.at-1]
	return before.is("CROSS") || before.is("NATURAL") || before.is("POSITIONAL")
}

// columns copies what a PIVOT turns on, and fills in the lists.
func (f *filler) columns() {
	for {
		start := len(f.out)
		listed := false
		depth := 0
		for f.at < len(f.tokens) {
			t := f.peek()
			if depth == 0 {
				if t.is(",") || t.is(")") || t.is(";") || t.is("USING") || t.is("GROUP") || t.is("ORDER") || t.is("LIMIT") {
					break
				}
				listed = listed || t.is("IN")
			}
			depth += t.nesting()
			f.copy()
		}
		if !listed && len(f.out) > start {
			f.fill(start)
		}
		if !f.peek().is(",") {
			return
		}
		f.copy()
	}
}

// fill makes CAST(… AS VARCHAR) IN ('placeholder') of what follows start.
func (f *filler) fill(start int) {
	f.count++
	column := append([]token(nil), f.out[start:]...)
	f.out = append(f.out[:start], token{text: "CAST(", apart: true})
	f.out = append(f.out, column...)
	f.out = append(f.out, token{text: fmt.Sprintf("AS VARCHAR) IN ('%s%d')", placeholder, f.count), apart: true})
}

// pivot is one pivot column with a placeholder.
type pivot struct {
	number     string
	source     any
	expression any
	with       []any
}

func (w *walker) pivot(p *object, s *guard.Scope) error {
	source := p.object("source")
	inner := s.Inner()
	if err := w.from(source, inner); err != nil {
		return err
	}
	list := p.list("pivots")
	for _, e := range list {
		column := asObject(e)
		if column.text("pivot_enum") != "" || column.get("subquery") != nil {
			return refuseKind("PIVOT over an enum or a subquery")
		}
		expressions := column.list("pivot_expressions")
		if n, ok := placeholderOf(column); ok && len(expressions) == 1 {
			w.pivots = append(w.pivots, pivot{n, source, asObject(expressions[0]).get("child"), w.with})
		}
	}
	if err := w.refuseShadowed(pivotFunctions...); err != nil {
		return err
	}
	groups := p.texts("groups")
	inner.Using(0, groups)
	if len(groups) == 0 { // then it groups by all the others
		w.star("", inner)
	}
	s.Add(&guard.Relation{Name: p.text("alias"), Columns: groups, Open: true})
	return w.rest(p, inner, "source")
}

func placeholderOf(column *object) (string, bool) {
	entries := column.list("entries")
	if len(entries) != 1 {
		return "", false
	}
	values := asObject(entries[0]).list("values")
	if len(values) != 1 {
		return "", false
	}
	return strings.CutPrefix(asObject(values[0]).text("value"), placeholder)
}

// pivotQueries renders the queries for the values of each placeholder, from
// the parts of the checked tree. They are in the order of their text, as
// DuckDB has them.
func (p *parser) pivotQueries(ctx context.Context, pivots []pivot) ([]guard.Pivot, error) {
	var out []guard.Pivot
	for _, v := range pivots {
		_, template, err := p.roundTrip(ctx, fmt.Sprintf("SELECT DISTINCT CAST(x AS VARCHAR) FROM t WHERE x IS NOT NULL ORDER BY 1 LIMIT %d", guard.MaxPivot+1))
		if err != nil {
			return nil, err
		}
		statement := asObject(fillTemplate(template, v))
		if len(v.with) > 0 {
			statement.object("node").set("cte_map", of("map", v.with))
		}
		query, _, err := p.faithful(ctx, statement)
		if err != nil {
			return nil, err
		}
		out = append(out, guard.Pivot{Placeholder: literal(placeholder + v.number), Query: query})
	}
	return out, nil
}

// fillTemplate returns the template with x and t replaced by the pivot's parts.
func fillTemplate(part any, p pivot) any {
	switch v := part.(type) {
	case []any:
		for i := range v {
			v[i] = fillTemplate(v[i], p)
		}
	case *object:
		if names := v.texts("column_names"); len(names) == 1 && names[0] == "x" {
			return p.expression
		}
		if v.text("type") == "BASE_TABLE" && v.text("table_name") == "t" {
			return p.source
		}
		for i := range v.fields {
			v.fields[i].value = fillTemplate(v.fields[i].value, p)
		}
	}
	return part
}

// settle makes sure that each placeholder stands once in the statement, so
// that nothing but a list of values can take its place.
func settle(f *guard.Finding, filled int) error {
	found := strings.Count(f.SQL, placeholder)
	for _, p := range f.Pivots {
		found += strings.Count(p.Query, placeholder)
		if strings.Count(f.SQL, p.Placeholder) != 1 {
			return unrenderable()
		}
	}
	if len(f.Pivots) != filled || found != filled {
		return guard.Reject("the values of a PIVOT cannot be determined here").WithHint("list them: ON column IN ('a', 'b')")
	}
	return nil
}
