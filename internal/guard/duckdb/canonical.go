package duckdb

import (
	"strings"

	"github.com/plumbdata/plumb/internal/guard"
	"github.com/plumbdata/plumb/internal/lazyregexp"
)

// Some trees print as a text that parses into another tree of the same
// meaning, and some as a text of another meaning. What follows is what there
// is of the first kind, and how the second kind is printed instead; every
// other difference between what was written and what is rendered refuses the
// statement.

// sameTree reports whether two trees in JSON say the same.
func sameTree(written, rendered string) bool {
	return guard.SameTree(written, rendered, []string{"query_location"}, passBoolean)
}

// The constants in IS TRUE and IS FALSE print as words, which parse as casts.
// What differs begins behind {"class":"C.
var (
	wrote = lazyregexp.New(`^ONSTANT","type":"VALUE_CONSTANT",(?:"query_location":\d+,)?"value":\{"type":\{"id":"BOOLEAN"\},"is_null":false,"value":(t|f)(?:rue|alse)\}\}`)
	reads = lazyregexp.New(`^AST","type":"OPERATOR_CAST","child":\{"class":"CONSTANT","type":"VALUE_CONSTANT",(?:"query_location":\d+,)?"value":\{"type":\{"id":"VARCHAR"\},"is_null":false,"value":"(t|f)"\}\},"cast_type":\{"id":"BOOLEAN"\}\}`)
)

func passBoolean(written, rendered string) (string, string, bool) {
	a, b := wrote.FindStringSubmatch(written), reads.FindStringSubmatch(rendered)
	if a == nil || b == nil || a[1] != b[1] {
		return written, rendered, false
	}
	return written[len(a[0]):], rendered[len(b[0]):], true
}

// canonical returns a decoded tree without places. Its doubles are marked, and
// (SELECT * FROM (VALUES …)), which DuckDB makes out of VALUES in FROM, is the
// bare VALUES list again.
func canonical(part any) any {
	switch v := part.(type) {
	case []any:
		for i := range v {
			v[i] = canonical(v[i])
		}
	case *object:
		v.remove("query_location")
		for i, f := range v.fields {
			if f.key != "sample" { // its size is no expression
				v.fields[i].value = canonical(f.value)
			}
		}
		markDouble(v)
		if isTrueOrFalse(v) {
			letter := "f"
			if v.object("value").get("value") == true {
				letter = "t"
			}
			constant := of("type", of("id", "VARCHAR"), "is_null", false, "value", letter)
			return of("class", "CAST", "type", "OPERATOR_CAST",
				"child", of("class", "CONSTANT", "type", "VALUE_CONSTANT", "value", constant), "cast_type", of("id", "BOOLEAN"))
		}
		if list := valuesIn(v); list != nil {
			if alias := v.text("alias"); alias != "" {
				list.set("alias", alias)
			} else {
				list.remove("alias")
			}
			if names := v.list("column_name_alias"); len(names) > 0 {
				list.set("expected_names", names)
			}
			return list
		}
	}
	return part
}

func isTrueOrFalse(p *object) bool {
	value := p.object("value")
	return p.text("class") == "CONSTANT" && value.object("type").text("id") == "BOOLEAN" && value.get("is_null") == false && p.get("alias") == nil
}

// The double 1e3 prints as the decimal 1000.0. So a mark takes the place of
// each double, and gives way to 1000.0e0 in the text.
const doubleMark = "plumb:double:"

func markDouble(value *object) {
	if n, ok := value.get("value").(number); ok && value.object("type").text("id") == "DOUBLE" {
		value.set("type", of("id", "VARCHAR"))
		value.set("value", doubleMark+string(n))
	}
}

var markedDouble = lazyregexp.New(`'` + doubleMark + `[-+.0-9eE]+'`)

func unmarkDoubles(sql string) string {
	return markedDouble.ReplaceAllStringFunc(sql, func(m string) string {
		number := m[len(doubleMark)+1 : len(m)-1]
		if !strings.ContainsAny(number, "eE") {
			number += "e0"
		}
		return number
	})
}

// valuesIn is the VALUES list that is all there is in a subquery of FROM.
func valuesIn(ref *object) *object {
	if ref.text("type") != "SUBQUERY" || ref.text("class") != "" {
		return nil
	}
	query := ref.object("subquery").object("node")
	list := query.object("from_table")
	stars := query.list("select_list")
	if len(stars) != 1 || list.text("type") != "EXPRESSION_LIST" || len(list.texts("expected_names")) > 0 {
		return nil
	}
	star := asObject(stars[0])
	if star.text("class") != "STAR" || !star.only("class", "type", "exclude_list") || len(star.texts("exclude_list")) > 0 || !query.object("cte_map").only() {
		return nil
	}
	if !ref.only("type", "alias", "subquery", "column_name_alias") || !query.only("type", "cte_map", "select_list", "from_table", "aggregate_handling") {
		return nil
	}
	return list
}
