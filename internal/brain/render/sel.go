package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// sel is one SELECT being put together. It reads the rows of the tables, or of
// another sel below it. What it cannot compute itself it asks of that one,
// which then gets another column.
type sel struct {
	b          *block
	from       *sel   // nil when the rows are those of the tables
	label      string // its name in the FROM of the one above
	stops      func(*form.Expr) bool
	aggregated bool
	nested     bool // its rows are groups
	distinct   bool
	group      []*form.Expr            // also of rows that are numbered within their later groups
	once       map[string][]*form.Expr // by value: what tells apart the rows that it is kept on
	moreGroup  []string
	outs       []out
	where      []string
	having     []string
	order      []string
	limit      string
}

// out is a column of a result.
type out struct{ key, sql, alias string }

func isConstant(e *form.Expr) bool {
	return e.Op == form.Literal || e.Op == form.Today || e.Op == form.Scalar
}

// value writes an expression in this SELECT.
func (s *sel) value(e *form.Expr) string {
	switch {
	case isConstant(e):
		return s.b.compose(e, s.value)
	case s.stops == nil || !has(e, s.stops):
		return s.plain(e)
	case isAggregate(e) && s.stops(e):
		return s.aggregate(e)
	case isWindow(e):
		return s.window(e)
	}
	return s.b.compose(e, s.value)
}

// read writes an expression as a row of the source has it.
func (s *sel) read(e *form.Expr) string {
	switch {
	case isConstant(e):
		return s.b.compose(e, s.read)
	case s.from == nil:
		return s.b.row(e)
	}
	return s.from.column(e)
}

// plain writes an expression that is not computed from several rows. Beside
// aggregates it must be one for each group.
func (s *sel) plain(e *form.Expr) string {
	sql := s.read(e)
	if !s.aggregated || s.isCovered(e) || s.b.d == SQLite {
		return sql
	}
	if s.depends(e) {
		if !slices.Contains(s.moreGroup, sql) {
			s.moreGroup = append(s.moreGroup, sql)
		}
		return sql
	}
	return "MIN(" + s.b.orderable(e, sql) + ")"
}

// isCovered reports whether the groups decide the value by themselves.
func (s *sel) isCovered(e *form.Expr) bool {
	switch {
	case isConstant(e) || position(s.group, e) > 0:
		return true
	case e.Op == form.Column:
		return false
	}
	return !slices.ContainsFunc(e.Args, func(a *form.Expr) bool { return !s.isCovered(a) }) && e.If == nil
}

// depends reports whether all columns are of tables whose key is grouped by.
func (s *sel) depends(e *form.Expr) bool {
	ok := true
	walkExpr(e, func(x *form.Expr) {
		if x.Op != form.Column || x.Column == 0 {
			return
		}
		t := s.b.ix.Columns[x.Column].Table
		found := slices.ContainsFunc(s.group, func(g *form.Expr) bool {
			return g.Op == form.Column && g.Via == x.Via && s.b.ix.Columns[g.Column].Table == t && s.b.ix.Columns[g.Column].Unique
		})
		ok = ok && found
	})
	return ok
}

// column adds an expression to the result, once, and returns its name.
func (s *sel) column(e *form.Expr) string {
	k := key(e)
	for _, o := range s.outs {
		if o.key == k {
			return s.b.d.name(o.alias)
		}
	}
	return s.b.d.name(s.add(e, k))
}

// show adds an expression to the result, also one that is already there.
func (s *sel) show(e *form.Expr) { s.add(e, key(e)) }

func (s *sel) add(e *form.Expr, k string) string {
	sql := s.value(e)
	if identity, ok := s.once[k]; ok {
		sql = s.firstOnly(sql, identity)
	}
	alias := s.b.outputName(e, func(name string) bool {
		return slices.ContainsFunc(s.outs, func(o out) bool { return strings.EqualFold(o.alias, name) })
	})
	s.outs = append(s.outs, out{k, sql, alias})
	return alias
}

// extra adds a column that is no expression of the form.
func (s *sel) extra(name, sql string) string {
	for _, o := range s.outs {
		if o.sql == sql {
			return s.b.d.name(o.alias)
		}
	}
	base := name
	for n := 2; slices.ContainsFunc(s.outs, func(o out) bool { return strings.EqualFold(o.alias, name) }); n++ {
		name = base + itoa(n)
	}
	s.outs = append(s.outs, out{"", sql, name})
	return s.b.d.name(name)
}

func (s *sel) String() string {
	var list []string
	for _, o := range s.outs {
		name := s.b.d.name(o.alias)
		if o.sql == "*" || o.sql == name || strings.HasSuffix(o.sql, "."+name) && simple.MatchString(o.sql) {
			list = append(list, o.sql)
			continue
		}
		list = append(list, o.sql+" AS "+name)
	}
	if len(list) == 0 {
		list = []string{"1 AS one"}
	}
	var t strings.Builder
	t.WriteString("SELECT ")
	if s.distinct {
		t.WriteString("DISTINCT ")
	}
	t.WriteString(strings.Join(list, ", "))
	where := slices.Clone(s.where)
	groups := s.groupKeys()
	if s.from == nil {
		var stored []string
		for _, c := range s.b.where {
			stored = append(stored, s.b.bracketCond(c, s.b.row))
		}
		where = append(stored, where...)
		t.WriteString(s.b.from())
	} else {
		fmt.Fprintf(&t, "\nFROM (%s) AS %s", indentQuery(s.from.String()), s.from.label)
	}
	clause := func(word, between string, parts []string) {
		if len(parts) > 0 {
			t.WriteString("\n" + word + " " + strings.Join(parts, between))
		}
	}
	clause("WHERE", " AND ", where)
	clause("GROUP BY", ", ", groups)
	clause("HAVING", " AND ", s.having)
	clause("ORDER BY", ", ", s.order)
	t.WriteString(s.limit)
	return t.String()
}

// groupKeys writes what is grouped by: a computed column by its name.
func (s *sel) groupKeys() []string {
	if !s.aggregated {
		return nil
	}
	var keys []string
	for _, g := range s.group {
		if isConstant(g) {
			continue
		}
		sql := s.read(g)
		k := key(g)
		for _, o := range s.outs {
			if o.key == k && g.Op != form.Column && s.from == nil {
				sql = s.b.d.name(o.alias)
			}
		}
		if !slices.Contains(keys, sql) {
			keys = append(keys, sql)
		}
	}
	for _, sql := range s.moreGroup {
		if !slices.Contains(keys, sql) {
			keys = append(keys, sql)
		}
	}
	return keys
}

// orderKey writes one key of the order. Days of the week and months stand as they
// follow each other, not by their names.
func (s *sel) orderKey(o form.Order) string {
	sql := ""
	if o.By.Op == form.Weekday && o.By.Named {
		number := *o.By
		number.Named = false
		if sql = s.read(&number); s.aggregated {
			sql = "MIN(" + sql + ")"
		}
		return sql + s.b.direction(o, s.b.nullable(&number))
	}
	if o.By.Op == form.Band && len(o.By.Cuts) > 0 && s.aggregated { // in their order, not by their names
		return "MIN(" + s.read(o.By.Args[0]) + ")" + s.b.direction(o, false)
	}
	if places := s.calendar(o.By); places != nil && !s.distinct {
		return byCalendar(s.read(o.By), places) + s.b.direction(o, s.b.nullable(o.By))
	}
	k := key(o.By)
	for _, c := range s.outs {
		if c.key == k {
			sql = c.sql
			if !simple.MatchString(sql) {
				sql = s.b.d.name(c.alias)
			}
			break
		}
	}
	if sql == "" {
		sql = s.value(o.By)
	}
	return sql + s.b.direction(o, s.b.nullable(o.By))
}

// calendar gives the names of months or days of the week in a column their places,
// unless the order by them only breaks ties.
func (s *sel) calendar(by *form.Expr) map[string]int {
	if by.Op != form.Column || slices.ContainsFunc(s.b.q.Order, func(o form.Order) bool { return o.By.Aggregates() }) {
		return nil
	}
	return s.b.ix.Columns[by.Column].Calendar()
}

// byCalendar writes the place of a month or day of the week that is stored by name.
func byCalendar(sql string, places map[string]int) string {
	names := slices.SortedFunc(maps.Keys(places), func(x, y string) int { return cmp.Or(places[x]-places[y], strings.Compare(x, y)) })
	var b strings.Builder
	b.WriteString("CASE " + sql)
	for _, name := range names {
		fmt.Fprintf(&b, " WHEN %s THEN %d", text(name), places[name])
	}
	return b.String() + " END"
}

// nullable reports whether the value may be unknown.
func (b *block) nullable(e *form.Expr) bool {
	switch e.Op {
	case form.Count, form.Literal, form.Today, form.Rank:
		return false
	case form.Column:
		if e.Column == 0 {
			return false
		}
		n, _ := b.tree.node(b.ix, e.Column, e.Via)
		c := &b.ix.Columns[e.Column]
		return c.Nullable && !c.Primary || b.q.Keep != form.NoTable && n > 0
	case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday, form.Hour, form.Lower, form.Band:
		return b.nullable(e.Args[0])
	case form.Sum, form.Max, form.Min, form.Avg, form.Running, form.Moving, form.Median, form.Percentile:
		if has(e.Args[0], func(x *form.Expr) bool { return x.Op == form.If && e.Op != form.Sum }) {
			return true
		}
		nullable := false
		walkExpr(e.Args[0], func(x *form.Expr) {
			nullable = nullable || x.Op == form.Column && b.nullable(x) || x.Op == form.Div || x.Op == form.Pct
		})
		return nullable
	}
	return true
}
