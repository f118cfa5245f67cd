package duckdb

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/plumbdata/plumb/internal/fault"
	"github.com/plumbdata/plumb/internal/guard"
)

// A PIVOT without an IN list takes its columns from the data. DuckDB runs such
// a statement as several, one of which creates a type, and its parser gives no
// tree for it. So an IN list with a placeholder is filled in before parsing,
// and the statement carries a query for the values that take its place.

const placeholder = "plumb:pivot:"

// fillPivots adds IN ('placeholder') to each pivot column without an IN list.
func fillPivots(tokens []token) ([]token, int) {
	var out []token
	count, depth := 0, 0
	const none = -1
	start, at := none, none // of the current ON expression, and its depth
	begin := none           // depth of the PIVOT whose ON is awaited
	end := func() {
		expr := append([]token(nil), out[start:]...)
		out = append(out[:start], token{text: "CAST", word: true}, token{text: "("})
		out = append(out, expr...)
		count++
		out = append(out, token{text: "AS", word: true}, token{text: "VARCHAR", word: true}, token{text: ")"},
			token{text: "IN", word: true}, token{text: "("}, token{text: fmt.Sprintf("'%s%d'", placeholder, count)}, token{text: ")"})
		start = none
	}
	for i, t := range tokens {
		switch {
		case start != none && depth == at && t.is("IN"):
			start = none // it has its own list; the next comma may begin another
			at = depth
			begin = none
			out = append(out, t)
			continue
		case start != none && depth == at && (t.is("USING") || t.is("GROUP") || t.is("ORDER") || t.is("LIMIT") || t.is(")") || t.is(";") || t.is(",")):
			end()
			if t.is(",") {
				out = append(out, t)
				start = len(out)
				continue
			}
			at = none
		case t.is("PIVOT") && (i == 0 || !tokens[i-1].is(".")):
			begin = depth
		case begin == depth && t.is("ON"):
			out = append(out, t)
			start, at, begin = len(out), depth, none
			continue
		case start == none && at == depth && t.is(","):
			out = append(out, t)
			start = len(out)
			continue
		case start == none && at == depth && (t.is("USING") || t.is("GROUP")):
			at = none
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		out = append(out, t)
	}
	if start != none {
		end()
	}
	return out, count
}

// pivot is one pivot column with a placeholder.
type pivot struct {
	number     string
	source     any
	expression any
	with       []any
}

func (w *walker) pivot(p map[string]any, s *guard.Scope) error {
	source := asMap(p["source"])
	inner := s.Inner()
	if err := w.from(source, inner); err != nil {
		return err
	}
	list, _ := p["pivots"].([]any)
	for _, e := range list {
		column := asMap(e)
		if text(column["pivot_enum"]) != "" || column["subquery"] != nil {
			return refuseKind("PIVOT over an enum or a subquery")
		}
		expressions, _ := column["pivot_expressions"].([]any)
		if n, ok := placeholderOf(column); ok && len(expressions) == 1 {
			w.pivots = append(w.pivots, pivot{n, source, asMap(expressions[0])["child"], w.with})
		}
	}
	s.Add(&guard.Relation{Name: text(p["alias"]), Open: true})
	return w.rest(p, inner, "source")
}

func placeholderOf(column map[string]any) (string, bool) {
	entries, _ := column["entries"].([]any)
	if len(entries) != 1 {
		return "", false
	}
	values, _ := asMap(entries[0])["values"].([]any)
	if len(values) != 1 {
		return "", false
	}
	return strings.CutPrefix(text(asMap(values[0])["value"]), placeholder)
}

// pivotQueries renders the queries for the values of each placeholder, from
// the parts of the checked tree.
func (g *Grammar) pivotQueries(ctx context.Context, pivots []pivot) ([]guard.Pivot, error) {
	var out []guard.Pivot
	for _, p := range pivots {
		template, _, err := g.tree(ctx, fmt.Sprintf("SELECT CAST(x AS VARCHAR) FROM t WHERE x IS NOT NULL GROUP BY x ORDER BY x LIMIT %d", guard.MaxPivot+1))
		if err != nil {
			return nil, err
		}
		statement := asMap(replaced(template, p))
		if len(p.with) > 0 {
			asMap(statement["node"])["cte_map"] = map[string]any{"map": p.with}
		}
		raw, err := json.Marshal(map[string]any{"error": false, "statements": []any{statement}})
		if err != nil {
			return nil, fault.Wrap(err, fault.Internal, "a pivot cannot be rendered: %v", err)
		}
		query, err := g.print(ctx, string(raw))
		if err != nil {
			return nil, err
		}
		out = append(out, guard.Pivot{Placeholder: literal(placeholder + p.number), Query: query})
	}
	return out, nil
}

// replaced is the template with x and t replaced by the pivot's parts.
func replaced(part any, p pivot) any {
	switch v := part.(type) {
	case []any:
		for i := range v {
			v[i] = replaced(v[i], p)
		}
	case map[string]any:
		if names := texts(v["column_names"]); len(names) == 1 && names[0] == "x" {
			return p.expression
		}
		if text(v["type"]) == "BASE_TABLE" && text(v["table_name"]) == "t" {
			return p.source
		}
		for k := range v {
			v[k] = replaced(v[k], p)
		}
	}
	return part
}
