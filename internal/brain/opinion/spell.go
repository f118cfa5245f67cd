package opinion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// speller spells parts of forms so that what means the same is spelt the same:
// the order of conditions, bounds that no row reaches, and whether a row is
// named by its key, its name or what refers to it make no difference.
type speller struct {
	ix   *index.Index
	keep bool // rows without a partner are kept, so that it matters whose rows are counted
}

// dimension spells what rows are put together by: a key, a name and a key that
// leads there all stand for the row.
func (w *speller) dimension(e *form.Expr) string {
	if e.Op != form.Column || e.Column == 0 {
		return w.expr(e)
	}
	c := &w.ix.Columns[e.Column]
	t := &w.ix.Tables[c.Table]
	if c.Unique || slices.Contains(t.Display, e.Column) || len(t.PrimaryKey) == 1 && t.PrimaryKey[0] == e.Column {
		return fmt.Sprintf("row of %d", c.Table)
	}
	if to := w.keyOf(e.Column); to != e.Column {
		return fmt.Sprintf("row of %d", w.ix.Columns[to].Table)
	}
	return w.expr(e)
}

// dimensions spells what rows are put together by, less what a row among them
// has one of: by customer is by customer and the customer's city.
func (w *speller) dimensions(list []*form.Expr) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = w.dimension(e)
	}
	for i, e := range list {
		if e.Op != form.Column || e.Column == 0 {
			continue
		}
		row := fmt.Sprintf("row of %d", w.ix.Columns[e.Column].Table)
		if out[i] != row && slices.Contains(out, row) && !strings.HasPrefix(out[i], "row of") {
			out[i] = row
		}
	}
	return out
}

// keyOf is the key that a column refers to, or the column itself.
func (w *speller) keyOf(column int) int {
	for _, k := range w.ix.KeysFrom(w.ix.Columns[column].Table) {
		if len(k.From) == 1 && k.From[0] == column {
			return k.To[0]
		}
	}
	return column
}

func (w *speller) expr(e *form.Expr) string {
	if e == nil {
		return "-"
	}
	switch e.Op {
	case form.Column:
		if e.Via != 0 {
			return fmt.Sprintf("c%d~%d", e.Column, e.Via)
		}
		return fmt.Sprintf("c%d", w.keyOf(w.dayColumn(e.Column)))
	case form.Literal:
		return w.value(e.Value, nil)
	case form.Scalar:
		return "(" + w.query(e.Query) + ")"
	case form.Lower:
		return w.expr(e.Args[0])
	case form.Day:
		if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && dateOnly(&w.ix.Columns[w.dayColumn(a.Column)]) {
			return w.expr(a)
		}
	case form.Sum, form.Avg:
		if a := e.Args[0]; a.Op == form.Column && a.Column > 0 && w.ix.Columns[a.Column].Kind == index.Boolean { // how often it holds
			count := "count(if(c0) if " + w.expr(a) + " = yes)"
			if e.Op == form.Avg {
				count = "div(" + count + ", count(c0))"
			}
			return count
		}
	case form.Count:
		if a := e.Args[0]; !e.Distinct && a.Op == form.Column && a.Column > 0 && (w.ix.Columns[a.Column].Unique || w.ix.Columns[a.Column].Primary) {
			if w.keep {
				return fmt.Sprintf("count(row of %d)", w.ix.Columns[a.Column].Table)
			}
			return "count(c0)"
		}
		if a := e.Args[0]; e.Distinct {
			return "count distinct(" + w.spellCounted(a) + ")"
		}
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = w.expr(a)
	}
	if e.Op == form.Add || e.Op == form.Mul {
		slices.Sort(args)
	}
	text := string(e.Op)
	if e.Distinct {
		text += " distinct"
	}
	if e.Value != nil {
		text += " " + w.value(e.Value, nil)
	}
	text += "(" + strings.Join(args, ", ") + ")"
	if e.If != nil {
		text += " if " + strings.Join(w.all(e.If), " and ")
	}
	return text
}

// spellCounted spells what is counted once each.
func (w *speller) spellCounted(e *form.Expr) string {
	if e.Op == form.Column {
		return w.dimension(e)
	}
	return w.expr(e)
}

// all spells what must hold together.
func (w *speller) all(c *form.Cond) []string {
	var list []string
	for _, p := range c.Conjuncts() {
		list = append(list, w.conds(p)...)
	}
	slices.Sort(list)
	return list
}

// conds spells a condition, as several where it is a conjunction. That a value
// is known goes without saying.
func (w *speller) conds(c *form.Cond) []string {
	switch c.Op {
	case form.And:
		return w.all(c)
	case form.Or:
		var list []string
		for _, a := range c.Args {
			list = append(list, strings.Join(w.conds(a), " and "))
		}
		slices.Sort(list)
		return []string{"(" + strings.Join(slices.Compact(list), " or ") + ")"}
	case form.NotNull:
		return nil
	case form.AnyOf:
		if w.every(c) {
			return nil
		}
	case form.AsOf:
		return w.asOf(c)
	case form.Between:
		left := w.expr(c.Left)
		return []string{left + " >= " + w.value(c.Values[0], c.Left), left + " <= " + w.value(c.Values[1], c.Left)}
	}
	return []string{w.test(c)}
}

// every says that a list names all values that a column has.
func (w *speller) every(c *form.Cond) bool {
	if c.Left.Op != form.Column || c.Left.Column == 0 || !complete(w.ix, c.Left.Column) && len(w.ix.Columns[c.Left.Column].Enum) == 0 {
		return false
	}
	return !slices.ContainsFunc(w.ix.StoredValues(c.Left.Column), func(v index.Value) bool {
		return !slices.ContainsFunc(c.Values, func(l *form.Value) bool { return l.Text == v.Text })
	})
}

// dayColumn is the column that stores only the days of a column of times: many
// tables have both, and it does not matter which is asked.
func (w *speller) dayColumn(column int) int {
	c := &w.ix.Columns[column]
	if column == 0 || c.Kind != index.Time || dateOnly(c) || dayOf(c.Min).IsZero() || dayOf(c.Max).IsZero() {
		return column
	}
	for _, o := range w.ix.Tables[c.Table].Columns {
		twin := &w.ix.Columns[o]
		if twin.Kind == index.Time && dateOnly(twin) && dayOf(twin.Min).Equal(dayOf(c.Min)) && dayOf(twin.Max).Equal(dayOf(c.Max)) {
			return o
		}
	}
	return column
}

// asOf spells that something holds on a day as the two comparisons that it is.
func (w *speller) asOf(c *form.Cond) []string {
	day := "today()"
	if len(c.Values) > 0 {
		day = w.value(c.Values[0], nil)
	}
	from, to := w.expr(c.Left), w.expr(c.Right)
	until := to + " >= " + day
	if r := c.Right; r.Op == form.Column && r.Column > 0 && w.ix.Columns[r.Column].Nullable {
		either := []string{until, to + " isnull "}
		slices.Sort(either)
		until = "(" + strings.Join(either, " or ") + ")"
	}
	return []string{from + " <= " + day, until}
}

func (w *speller) test(c *form.Cond) string {
	left := w.expr(c.Left)
	op := c.Op
	switch op {
	case form.Contains, form.StartsWith, form.EndsWith, form.NotContains, form.NotStartsWith, form.NotEndsWith:
		return left + " " + string(op) + " " + strings.ToLower(c.Values[0].Text)
	case form.During, form.NotDuring:
		return left + " " + string(op) + " " + w.period(c.Left, c.Values[0].Period)
	case form.AnyOf:
		op = form.Equal
	case form.NoneOf:
		op = form.NotEqual
	case form.Matches, form.NotMatches:
		op = map[form.CondOp]form.CondOp{form.Matches: form.Equal, form.NotMatches: form.NotEqual}[op]
		return left + " " + string(op) + " " + strconv.Quote(w.storedText(c.Left, c.Values[0].Text))
	case form.In, form.NotIn:
		return left + " " + string(op) + " (" + w.query(c.Query) + ")"
	}
	var values []string
	for _, v := range c.Values {
		values = append(values, w.value(v, c.Left))
	}
	if c.Right != nil {
		if c.Right.Op == form.Literal {
			values = append(values, w.value(c.Right.Value, c.Left))
		} else {
			values = append(values, w.expr(c.Right))
		}
	}
	slices.Sort(values)
	return left + " " + string(op) + " " + strings.Join(slices.Compact(values), "|")
}

// storedText is a text that is compared without difference of case, as the data
// write it.
func (w *speller) storedText(e *form.Expr, text string) string {
	if e.Op == form.Column && e.Column > 0 {
		for _, v := range w.ix.StoredValues(e.Column) {
			if strings.EqualFold(v.Text, text) {
				return v.Text
			}
		}
	}
	return text
}

// value spells a literal that is held against the expression, which may be nil.
func (w *speller) value(v *form.Value, against *form.Expr) string {
	if v == nil {
		return "-"
	}
	if v.Kind == form.Period {
		return period(v.Period)
	}
	text := v.Text
	if against != nil && against.Op == form.Column && against.Column > 0 && w.ix.Columns[against.Column].Kind == index.Boolean {
		if yes, ok := english.ParseBool(text); ok {
			return map[bool]string{true: "yes", false: "no"}[yes]
		}
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(n, 'g', -1, 64)
	}
	return strconv.Quote(text)
}

// period spells a period, open at an end that no time of the column reaches.
func (w *speller) period(of *form.Expr, p span.Period) string {
	for of.Op != form.Column && len(of.Args) == 1 {
		of = of.Args[0]
	}
	if of.Op == form.Column && of.Column > 0 {
		c := &w.ix.Columns[of.Column]
		if last := dayOf(c.Max); !last.IsZero() && last.Before(p.End) {
			p.End = time.Time{}
		}
		if first := dayOf(c.Min); !first.IsZero() && !first.Before(p.Start) {
			p.Start = time.Time{}
		}
	}
	return period(p)
}

func period(p span.Period) string {
	at := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.UTC().Format("2006-01-02 15:04:05")
	}
	return fmt.Sprintf("%s..%s %d %d-%d", at(p.Start), at(p.End), p.Every.Of, p.Every.First, p.Every.Last)
}

// query spells an inner query.
func (w *speller) query(q *form.Query) string {
	if q == nil {
		return ""
	}
	var sel []string
	for _, e := range q.Select {
		sel = append(sel, w.expr(e))
	}
	group := w.dimensions(q.Group)
	slices.Sort(group)
	tables := countedTables(w.ix, q).keys
	slices.Sort(tables)
	text := fmt.Sprintf("%s %s where %v by %v only %v", strings.Join(tables, " "), strings.Join(sel, ", "), w.all(q.Where), slices.Compact(group), w.all(q.Having))
	if q.Limit != nil || q.Place != nil {
		for _, o := range q.Order {
			text += fmt.Sprintf(" order %s %t", w.expr(o.By), o.Desc)
		}
		text += " limit " + w.value(q.Limit, nil) + " " + w.value(q.Place, nil)
	}
	if q.Other != nil {
		text += " " + string(q.Set) + " " + w.query(q.Other)
	}
	return text
}
