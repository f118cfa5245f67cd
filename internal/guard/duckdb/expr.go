package duckdb

import "strings"

// reserved are the words that cannot be a name without quotes everywhere.
var reserved = set(`all analyse analyze and anti any array as asc asof asymmetric at authorization between bigint binary bit
	boolean both by case cast char character check coalesce collate collation column columns concurrently constraint create
	cross day days dec decade decades decimal default deferrable desc describe distinct do else end except exists extract
	false fetch filter float for foreign freeze from full generated glob grant group grouping grouping_id having hour hours
	ilike in initially inner inout int integer intersect interval into is isnull join lambda lateral leading left like limit
	localtime localtimestamp map microsecond microseconds millennia millennium millisecond milliseconds minute minutes month
	months national natural nchar none not notnull null nullif numeric offset on only or order out outer over overlaps
	overlay pivot pivot_longer pivot_wider placing position positional precision primary qualify quarter quarters real
	recursive references returning right row second seconds select semi setof show similar smallint some struct substring
	summarize symmetric table tablesample then time timestamp to trailing treat trim true try_cast union unique unpivot
	using values varchar variadic verbose week weeks when where window with within xmlattributes year years`)

var comparisons = map[string]string{
	"COMPARE_EQUAL": " = ", "COMPARE_NOTEQUAL": " <> ", "COMPARE_LESSTHAN": " < ", "COMPARE_GREATERTHAN": " > ",
	"COMPARE_LESSTHANOREQUALTO": " <= ", "COMPARE_GREATERTHANOREQUALTO": " >= ",
	"COMPARE_DISTINCT_FROM": " IS DISTINCT FROM ", "COMPARE_NOT_DISTINCT_FROM": " IS NOT DISTINCT FROM ",
}

// expr prints an expression.
func (p *printer) expr(e *object) {
	switch e.text("class") {
	case "COLUMN_REF":
		p.only(e, "alias", "column_names")
		for i, n := range e.texts("column_names") {
			if i > 0 {
				p.word(".")
			}
			p.name(n)
		}
	case "CONSTANT":
		p.only(e, "alias", "value")
		p.constant(e.object("value"))
	case "COMPARISON":
		p.only(e, "alias", "left", "right")
		p.comparison(e)
	case "CONJUNCTION":
		p.only(e, "alias", "children")
		p.each(e.list("children"), map[bool]string{true: " AND ", false: " OR "}[e.text("type") == "CONJUNCTION_AND"], p.operand)
	case "OPERATOR":
		p.only(e, "alias", "children")
		p.operator(e.text("type"), e.list("children"))
	case "BETWEEN":
		p.only(e, "alias", "input", "lower", "upper")
		p.operand(e.object("input"))
		p.word(" BETWEEN ")
		p.operand(e.object("lower"))
		p.word(" AND ")
		p.operand(e.object("upper"))
	case "CASE":
		p.cases(e)
	case "CAST":
		p.cast(e)
	case "FUNCTION":
		p.function(e)
	case "WINDOW":
		p.window(e)
	case "SUBQUERY":
		p.subquery(e)
	case "STAR":
		p.star(e)
	default:
		p.unknown = true
	}
}

// operand prints an expression so that no operator beside it can take it
// apart.
func (p *printer) operand(e *object) {
	bare := false
	switch e.text("class") {
	case "COLUMN_REF", "CASE", "CAST", "WINDOW":
		bare = true
	case "CONSTANT":
		n, _ := e.object("value").get("value").(number)
		bare = !strings.HasPrefix(string(n), "-")
	case "FUNCTION":
		bare = e.get("is_operator") == nil
	case "SUBQUERY":
		bare = e.text("subquery_type") != "ANY"
	case "OPERATOR":
		bare = e.text("type") == "OPERATOR_COALESCE"
	}
	if bare {
		p.expr(e)
		return
	}
	p.word("(")
	p.expr(e)
	p.word(")")
}

func (p *printer) comparison(e *object) {
	left, right := e.object("left"), e.object("right")
	// x IS TRUE compares with a constant that has no other way to be written.
	if value := right.object("value"); value.object("type").text("id") == "BOOLEAN" {
		p.only(left, "child", "cast_type")
		if left.text("class") != "CAST" || left.object("cast_type").text("id") != "BOOLEAN" || value.get("is_null") != false {
			p.unknown = true
		}
		p.operand(left.object("child"))
		switch e.text("type") {
		case "COMPARE_NOT_DISTINCT_FROM":
			p.word(" IS ")
		case "COMPARE_DISTINCT_FROM":
			p.word(" IS NOT ")
		default:
			p.unknown = true
		}
		p.word(map[bool]string{true: "TRUE", false: "FALSE"}[value.get("value") == true])
		return
	}
	op, ok := comparisons[e.text("type")]
	if !ok {
		p.unknown = true
	}
	p.operand(left)
	p.word(op)
	p.operand(right)
}

func (p *printer) operator(kind string, children []any) {
	if len(children) == 0 {
		p.unknown = true
		return
	}
	first := asObject(children[0])
	switch kind {
	case "OPERATOR_NOT":
		p.word("NOT ")
		p.operand(first)
	case "OPERATOR_IS_NULL":
		p.operand(first)
		p.word(" IS NULL")
	case "OPERATOR_IS_NOT_NULL":
		p.operand(first)
		p.word(" IS NOT NULL")
	case "COMPARE_IN", "COMPARE_NOT_IN":
		p.operand(first)
		p.list(map[bool]string{true: " IN (", false: " NOT IN ("}[kind == "COMPARE_IN"], children[1:], p.expr, ")")
	case "OPERATOR_COALESCE":
		p.list("COALESCE(", children, p.expr, ")")
	case "ARRAY_EXTRACT":
		p.operand(first)
		p.list("[", children[1:], p.expr, "]")
	default:
		p.unknown = true
	}
}

func (p *printer) cases(e *object) {
	p.only(e, "alias", "case_checks", "else_expr")
	p.word("CASE")
	for _, c := range e.list("case_checks") {
		check := asObject(c)
		p.only(check, "when_expr", "then_expr")
		p.clause(" WHEN ", check.object("when_expr"), "")
		p.clause(" THEN ", check.object("then_expr"), "")
	}
	p.clause(" ELSE ", e.object("else_expr"), "")
	p.word(" END")
}

func (p *printer) cast(e *object) {
	p.only(e, "alias", "child", "cast_type", "try_cast")
	if e.get("try_cast") == true {
		p.word("TRY_")
	}
	p.word("CAST(")
	p.expr(e.object("child"))
	p.word(" AS ")
	kind := e.object("cast_type")
	info := kind.object("type_info")
	switch id := kind.text("id"); {
	case info == nil && types[id]:
		p.word(id)
	case id == "DECIMAL":
		p.only(info, "width", "scale", "alias")
		width, _ := info.get("width").(number)
		scale, _ := info.get("scale").(number)
		if scale == "" {
			scale = "0"
		}
		p.word("DECIMAL(" + string(width) + ", " + string(scale) + ")")
	default:
		p.unknown = true
	}
	p.word(")")
}

// infix are the operators that are printed between their operands.
var infix = set(`+ - * / // % ^ ** || ~~ !~~ ~~* !~~* -> ->> @> <@ && & | << >> ^@`)

func (p *printer) function(f *object) {
	p.only(f, "alias", "function_name", "schema", "children", "filter", "order_bys", "distinct", "is_operator")
	p.only(f.object("order_bys"), "orders")
	name, children := f.text("function_name"), f.list("children")
	if f.get("is_operator") == true {
		switch {
		case len(children) == 1 && (name == "-" || name == "+"):
			p.word(name)
			p.operand(asObject(children[0]))
		case len(children) == 2 && infix[name]:
			p.each(children, " "+name+" ", p.operand)
		default:
			p.unknown = true
		}
		return
	}
	if name == "count_star" && len(children) == 0 && f.text("schema") == "" {
		p.word("count(*)")
	} else {
		if s := f.text("schema"); s != "" {
			p.name(s)
			p.word(".")
		}
		p.name(name)
		p.word("(")
		if f.get("distinct") == true {
			p.word("DISTINCT ")
		}
		p.each(children, ", ", p.argument)
		p.list(" ORDER BY ", f.object("order_bys").list("orders"), p.sort, "")
		p.word(")")
	}
	p.clause(" FILTER (WHERE ", f.object("filter"), ")")
}

// argument prints what is passed to a function. A named one has an alias.
func (p *printer) argument(e *object) {
	p.names("", alias(e), " := ")
	p.expr(e)
}

func (p *printer) window(w *object) {
	p.only(w, "alias", "function_name", "children", "partitions", "orders", "start", "end")
	if w.text("start") != "UNBOUNDED_PRECEDING" || w.text("end") != "CURRENT_ROW_RANGE" {
		p.unknown = true
	}
	p.name(w.text("function_name"))
	p.word("(")
	p.each(w.list("children"), ", ", p.expr)
	p.word(") OVER (")
	p.list("PARTITION BY ", w.list("partitions"), p.expr, "")
	if len(w.list("partitions")) > 0 && len(w.list("orders")) > 0 {
		p.word(" ")
	}
	p.list("ORDER BY ", w.list("orders"), p.sort, "")
	p.word(")")
}

func (p *printer) subquery(s *object) {
	p.only(s, "alias", "subquery_type", "subquery", "child", "comparison_type")
	p.only(s.object("subquery"), "node")
	switch s.text("subquery_type") {
	case "EXISTS":
		p.word("EXISTS ")
	case "ANY":
		if s.text("comparison_type") != "COMPARE_EQUAL" {
			p.unknown = true
		}
		p.operand(s.object("child"))
		p.word(" IN ")
	case "SCALAR":
	default:
		p.unknown = true
	}
	p.arm(s.object("subquery").object("node"))
}

func (p *printer) star(s *object) {
	p.only(s, "alias", "relation_name", "exclude_list", "columns")
	switch {
	case len(s.list("exclude_list")) > 0:
		p.unknown = true
	case s.get("columns") == true:
		p.word("COLUMNS(*)")
		if s.text("relation_name") != "" {
			p.unknown = true
		}
	default:
		if r := s.text("relation_name"); r != "" {
			p.name(r)
			p.word(".")
		}
		p.word("*")
	}
}

func (p *printer) constant(value *object) {
	p.only(value, "is_null", "value")
	kind := value.object("type")
	id := kind.text("id")
	switch v := value.get("value").(type) {
	case string:
		if id != "VARCHAR" {
			p.unknown = true
		}
		p.word("'" + strings.ReplaceAll(v, "'", "''") + "'")
	case number:
		p.number(string(v), id, kind.object("type_info"))
	default:
		if value.get("is_null") != true || id != "NULL" {
			p.unknown = true
		}
		p.word("NULL")
	}
}

func (p *printer) number(digits, id string, info *object) {
	switch id {
	case "INTEGER", "BIGINT":
		p.word(digits)
	case "DOUBLE":
		p.word(digits)
		if !strings.ContainsAny(digits, "eE") {
			p.word("e0")
		}
	case "DECIMAL":
		width, _ := literalNumber(of("value", info.get("width")))
		scale, _ := literalNumber(of("value", info.get("scale")))
		if strings.HasPrefix(digits, "-") {
			p.word("-")
			digits = digits[1:]
		}
		if pad := int(width) - len(digits); pad > 0 {
			digits = strings.Repeat("0", pad) + digits
		}
		if int(scale) > len(digits) {
			p.unknown = true
			return
		}
		point := len(digits) - int(scale)
		p.word(digits[:point] + "." + digits[point:])
	default:
		p.unknown = true
	}
}
