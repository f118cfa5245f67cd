package duckdb

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Some trees print as a text that parses into another tree of the same
// meaning, and some as a text of another meaning. What follows is what there
// is of the first kind, and how the second kind is printed instead; every
// other difference between what was written and what is rendered refuses the
// statement.

// booleans are the constants in IS TRUE and IS FALSE. They print as words,
// which parse as casts.
var booleans = map[string]string{
	`{"class":"CONSTANT","type":"VALUE_CONSTANT","value":{"type":{"id":"BOOLEAN"},"is_null":false,"value":true}}`:  booleanCast("t"),
	`{"class":"CONSTANT","type":"VALUE_CONSTANT","value":{"type":{"id":"BOOLEAN"},"is_null":false,"value":false}}`: booleanCast("f"),
}

func booleanCast(letter string) string {
	return `{"class":"CAST","type":"OPERATOR_CAST","child":{"class":"CONSTANT","type":"VALUE_CONSTANT","value":{"type":{"id":"VARCHAR"},"is_null":false,"value":"` +
		letter + `"}},"cast_type":{"id":"BOOLEAN"}}`
}

// placeless is a tree without the places in the text that its nodes come from,
// and with one way to write true.
func placeless(tree string) string {
	const mark = `"query_location":`
	var out strings.Builder
	out.Grow(len(tree))
	for {
		before, after, ok := strings.Cut(tree, mark)
		out.WriteString(before)
		if !ok {
			break
		}
		tree = strings.TrimPrefix(strings.TrimLeft(after, "0123456789"), ",")
	}
	tree = out.String()
	for constant, cast := range booleans {
		tree = strings.ReplaceAll(tree, constant, cast)
	}
	return tree
}

// canonical is a decoded tree without places. Its doubles are marked, and
// (SELECT * FROM (VALUES …)), which DuckDB makes out of VALUES in FROM, is the
// bare VALUES list again.
func canonical(part any) any {
	switch v := part.(type) {
	case []any:
		for i := range v {
			v[i] = canonical(v[i])
		}
	case map[string]any:
		delete(v, "query_location")
		for k := range v {
			if k != "sample" { // its size is no expression
				v[k] = canonical(v[k])
			}
		}
		markDouble(v)
		if isTrueOrFalse(v) {
			return map[string]any{"class": "CAST", "type": "OPERATOR_CAST", "child": map[string]any{
				"class": "CONSTANT", "type": "VALUE_CONSTANT", "value": map[string]any{
					"type": map[string]any{"id": "VARCHAR"}, "is_null": false, "value": map[bool]string{true: "t", false: "f"}[asMap(v["value"])["value"] == true],
				}}, "cast_type": map[string]any{"id": "BOOLEAN"}}
		}
		if list := valuesIn(v); list != nil {
			list["alias"] = v["alias"]
			if names, ok := v["column_name_alias"]; ok {
				list["expected_names"] = names
			}
			return list
		}
	}
	return part
}

func isTrueOrFalse(p map[string]any) bool {
	value := asMap(p["value"])
	return text(p["class"]) == "CONSTANT" && text(asMap(value["type"])["id"]) == "BOOLEAN" && value["is_null"] == false && p["alias"] == nil
}

// The double 1e3 prints as the decimal 1000.0. So a mark takes the place of
// each double, and gives way to 1000.0e0 in the text.
const doubleMark = "plumb:double:"

func markDouble(value map[string]any) {
	if number, ok := value["value"].(json.Number); ok && text(asMap(value["type"])["id"]) == "DOUBLE" {
		value["type"], value["value"] = map[string]any{"id": "VARCHAR"}, doubleMark+number.String()
	}
}

var markedDouble = regexp.MustCompile(`'` + doubleMark + `[-+.0-9eE]+'`)

func unmarked(sql string) string {
	return markedDouble.ReplaceAllStringFunc(sql, func(m string) string {
		number := m[len(doubleMark)+1 : len(m)-1]
		if !strings.ContainsAny(number, "eE") {
			number += "e0"
		}
		return number
	})
}

// valuesIn is the VALUES list that is all there is in a subquery of FROM.
func valuesIn(ref map[string]any) map[string]any {
	if text(ref["type"]) != "SUBQUERY" || text(ref["class"]) != "" {
		return nil
	}
	query := asMap(asMap(ref["subquery"])["node"])
	list := asMap(query["from_table"])
	stars, _ := query["select_list"].([]any)
	if len(stars) != 1 || text(list["type"]) != "EXPRESSION_LIST" || len(texts(list["expected_names"])) > 0 {
		return nil
	}
	star := asMap(stars[0])
	if text(star["class"]) != "STAR" || !only(star, "class", "type", "exclude_list") || len(texts(star["exclude_list"])) > 0 || len(asMap(query["cte_map"])) > 0 {
		return nil
	}
	if !only(ref, "type", "alias", "subquery", "column_name_alias") || !only(query, "type", "cte_map", "select_list", "from_table", "aggregate_handling") {
		return nil
	}
	return list
}

// only reports whether a part has no other fields than these.
func only(part map[string]any, fields ...string) bool {
	n := 0
	for _, f := range fields {
		if _, ok := part[f]; ok {
			n++
		}
	}
	return n == len(part)
}
