package duckdb

import "strings"

// printer writes a tree as SQL. It knows what most statements are made of; for
// the rest, DuckDB's own is used, which takes longer and has some trees that
// it does not get right. Either way the text is parsed again and compared, so
// what is at stake here is speed, not meaning.
type printer struct {
	out     strings.Builder
	unknown bool
}

// print is the tree as SQL, if the printer knows all that is in it.
func print(statement *object) (string, bool) {
	p := &printer{}
	p.only(statement, "node")
	p.query(statement.object("node"))
	return p.out.String(), !p.unknown
}

func (p *printer) word(s string) { p.out.WriteString(s) }

// only gives up if a part has other fields than those that will be printed.
func (p *printer) only(o *object, keys ...string) {
	if o == nil {
		p.unknown = true
		return
	}
next:
	for i := range o.fields {
		switch o.fields[i].key {
		case "type", "class", "query_location":
			continue
		}
		for _, k := range keys {
			if o.fields[i].key == k {
				continue next
			}
		}
		p.unknown = true
	}
}

func (p *printer) each(list []any, between string, one func(*object)) {
	for i, e := range list {
		if i > 0 {
			p.word(between)
		}
		one(asObject(e))
	}
}

func (p *printer) list(before string, list []any, one func(*object), after string) {
	if len(list) > 0 {
		p.word(before)
		p.each(list, ", ", one)
		p.word(after)
	}
}

func (p *printer) clause(before string, e *object, after string) {
	if e != nil {
		p.word(before)
		p.expr(e)
		p.word(after)
	}
}

func (p *printer) names(before string, names []string, after string) {
	for i, n := range names {
		if i > 0 {
			p.word(", ")
		} else {
			p.word(before)
		}
		p.name(n)
	}
	if len(names) > 0 {
		p.word(after)
	}
}

func (p *printer) query(q *object) {
	p.with(q.object("cte_map"))
	switch q.text("type") {
	case "SELECT_NODE":
		if q.object("from_table").text("type") == "EXPRESSION_LIST" {
			p.values(q)
			break
		}
		p.only(q, "cte_map", "modifiers", "select_list", "from_table", "where_clause", "group_expressions", "group_sets",
			"aggregate_handling", "having", "qualify")
		p.selection(q)
	case "SET_OPERATION_NODE":
		p.only(q, "cte_map", "modifiers", "setop_type", "setop_all", "left", "right")
		p.arm(q.object("left"))
		p.word(" " + q.text("setop_type"))
		if q.text("setop_type") == "UNION_BY_NAME" {
			p.unknown = true
		}
		if q.get("setop_all") == nil {
			p.word(" ALL")
		}
		p.word(" ")
		p.arm(q.object("right"))
	default:
		p.unknown = true
	}
	for _, m := range q.list("modifiers") {
		p.modifier(asObject(m))
	}
}

func (p *printer) arm(q *object) {
	p.word("(")
	p.query(q)
	p.word(")")
}

func (p *printer) modifier(m *object) {
	switch m.text("type") {
	case "ORDER_MODIFIER":
		p.only(m, "orders")
		p.list(" ORDER BY ", m.list("orders"), p.sort, "")
	case "LIMIT_MODIFIER":
		p.only(m, "limit", "offset")
		p.clause(" LIMIT ", m.object("limit"), "")
		p.clause(" OFFSET ", m.object("offset"), "")
	case "DISTINCT_MODIFIER": // printed in front
		p.only(m, "distinct_on_targets")
	default:
		p.unknown = true
	}
}

func (p *printer) selection(q *object) {
	p.word("SELECT ")
	for _, e := range q.list("modifiers") {
		if m := asObject(e); m.text("type") == "DISTINCT_MODIFIER" {
			p.word("DISTINCT ")
			p.list("ON (", m.list("distinct_on_targets"), p.expr, ") ")
		}
	}
	p.each(q.list("select_list"), ", ", func(e *object) {
		p.expr(e)
		p.names(" AS ", alias(e), "")
	})
	if from := q.object("from_table"); from.text("type") != "EMPTY" {
		p.word(" FROM ")
		p.from(from)
	}
	p.clause(" WHERE ", q.object("where_clause"), "")
	groups := q.list("group_expressions")
	p.list(" GROUP BY ", groups, p.expr, "")
	sets := q.list("group_sets")
	all, _ := append(sets, nil)[0].([]any)
	if len(sets) > 1 || len(all) != len(groups) {
		p.unknown = true
	}
	switch q.text("aggregate_handling") {
	case "STANDARD_HANDLING":
	case "FORCE_AGGREGATES":
		p.word(" GROUP BY ALL")
	default:
		p.unknown = true
	}
	p.clause(" HAVING ", q.object("having"), "")
	p.clause(" QUALIFY ", q.object("qualify"), "")
}

// alias is an expression's or a table's other name, if it has one.
func alias(o *object) []string {
	if a := o.text("alias"); a != "" {
		return []string{a}
	}
	return nil
}

func (p *printer) with(ctes *object) {
	p.only(ctes, "map")
	list := ctes.list("map")
	p.list("WITH ", list, func(e *object) {
		p.name(e.text("key"))
		cte := e.object("value")
		p.only(cte, "aliases", "query", "materialized")
		if m := cte.text("materialized"); m != "" && m != "CTE_MATERIALIZE_DEFAULT" {
			p.unknown = true
		}
		p.names(" (", cte.texts("aliases"), ")")
		p.word(" AS (")
		p.only(cte.object("query"), "node")
		p.query(cte.object("query").object("node"))
		p.word(")")
	}, " ")
}

func (p *printer) from(f *object) {
	switch f.text("type") {
	case "BASE_TABLE":
		p.only(f, "alias", "schema_name", "table_name", "column_name_alias")
		if s := f.text("schema_name"); s != "" {
			p.name(s)
			p.word(".")
		}
		p.name(f.text("table_name"))
		p.tableAlias(f)
	case "SUBQUERY":
		p.only(f, "alias", "subquery", "column_name_alias")
		p.only(f.object("subquery"), "node")
		p.arm(f.object("subquery").object("node"))
		p.tableAlias(f)
	case "JOIN":
		p.join(f)
	default:
		p.unknown = true
	}
}

func (p *printer) tableAlias(f *object) {
	p.names(" AS ", alias(f), "")
	p.names("(", f.texts("column_name_alias"), ")")
}

// values prints a query that is nothing but a list of rows.
func (p *printer) values(q *object) {
	list := q.object("from_table")
	p.only(q, "cte_map", "modifiers", "select_list", "from_table", "aggregate_handling")
	p.only(list, "alias", "values")
	stars := q.list("select_list")
	if len(stars) != 1 || !asObject(stars[0]).only("class", "type", "query_location", "exclude_list") || list.text("alias") != "valueslist" {
		p.unknown = true
	}
	p.word("VALUES ")
	for i, e := range list.list("values") {
		if i > 0 {
			p.word(", ")
		}
		row, _ := e.([]any)
		p.list("(", row, p.expr, ")")
	}
}

func (p *printer) join(j *object) {
	p.only(j, "left", "right", "condition", "join_type", "ref_type", "using_columns")
	p.from(j.object("left"))
	switch kind := j.text("join_type"); {
	case j.text("ref_type") == "CROSS" && kind == "INNER":
		p.word(" CROSS")
	case j.text("ref_type") != "REGULAR":
		p.unknown = true
	case kind == "INNER":
	case kind == "LEFT" || kind == "RIGHT" || kind == "OUTER":
		p.word(" " + strings.Replace(kind, "OUTER", "FULL", 1))
	default:
		p.unknown = true
	}
	p.word(" JOIN ")
	right := j.object("right")
	if right.text("type") == "JOIN" {
		p.word("(")
		p.from(right)
		p.word(")")
	} else {
		p.from(right)
	}
	p.clause(" ON ", j.object("condition"), "")
	p.names(" USING (", j.texts("using_columns"), ")")
}

func (p *printer) sort(s *object) {
	p.only(s, "null_order", "expression")
	p.expr(s.object("expression"))
	switch s.text("type") {
	case "ASCENDING":
		p.word(" ASC")
	case "DESCENDING":
		p.word(" DESC")
	case "ORDER_DEFAULT":
	default:
		p.unknown = true
	}
	switch n := s.text("null_order"); n {
	case "NULLS FIRST", "NULLS LAST":
		p.word(" " + n)
	case "ORDER_DEFAULT":
	default:
		p.unknown = true
	}
}

// name prints an identifier, in quotes unless it is sure to need none.
func (p *printer) name(s string) {
	plain := s != "" && !reserved[strings.ToLower(s)]
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] < 0x80 && wordByte(s[i]) && (i > 0 || s[i] > '9')
	}
	if plain {
		p.word(s)
	} else {
		p.word(`"` + strings.ReplaceAll(s, `"`, `""`) + `"`)
	}
}
