package render

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
	"github.com/plumbdata/plumb/internal/meaning"
)

// Describe says what a query returns. It is nil for a query that cannot be
// rendered.
func Describe(ix *index.Index, q *form.Query) *meaning.Meaning {
	if check(ix, q) != nil || len(q.Select) == 0 {
		return nil
	}
	d := &describer{speaker: &speaker{ix: ix, q: q, mentioned: map[int]bool{}, plain: true}}
	if tree, err := Plan(ix, q); err == nil {
		d.tree = tree
	}
	m := &meaning.Meaning{Row: d.row(), Limit: d.limit()}
	for _, e := range q.Select {
		m.Columns = append(m.Columns, d.output(e)...)
	}
	for _, c := range q.Where.Conjuncts() {
		m.Filters = append(m.Filters, d.filter(c, q.Where))
	}
	for _, c := range q.Having.Conjuncts() {
		f := d.filter(c, q.Having)
		f.OfGroup = true
		m.Filters = append(m.Filters, f)
	}
	for _, o := range q.Order {
		m.Order = append(m.Order, d.sortKey(o))
	}
	said := &speaker{ix: ix, q: q, tree: d.tree, mentioned: map[int]bool{}, plain: true}
	said.query()
	if said.partners != "" {
		m.Filters = append(m.Filters, meaning.Filter{Op: meaning.Related, Text: said.partners})
	}
	if q.Set != form.NoSet {
		m.Combine(Describe(ix, q.Other))
	}
	return m
}

// describer describes one query; the words are those of its readings.
type describer struct{ *speaker }

func (d *describer) row() meaning.Row {
	q := d.q
	aggregates := slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return has(e, isAggregate) }) || condHas(q.Having, isAggregate)
	nested := slices.ContainsFunc(q.Select, func(e *form.Expr) bool { return has(e, isNested) })
	switch {
	case nested || len(q.Group) == 0 && aggregates:
		return meaning.Row{Kind: meaning.RowTotal}
	case len(q.Group) > 0:
		return d.rowOf(meaning.RowGroup, groupedTable(d.ix, q))
	case q.Distinct:
		return meaning.Row{Kind: meaning.RowValue}
	}
	return d.rowOf(meaning.RowRecord, d.tree.finest())
}

// rowOf is a row that is one of a table, where that is known.
func (d *describer) rowOf(kind meaning.RowKind, table int) meaning.Row {
	if table < 0 {
		return meaning.Row{Kind: kind}
	}
	noun := d.oneRow(table)
	return meaning.Row{Kind: kind, Noun: noun, Plural: english.Plural(noun), Table: d.tableName(table)}
}

func (d *describer) tableName(table int) string {
	t := &d.ix.Tables[table]
	if t.Schema != "" {
		return t.Schema + "." + t.Name
	}
	return t.Name
}

// output describes the columns that an expression of the select list gives:
// one, or all of a table.
func (d *describer) output(e *form.Expr) []meaning.Column {
	if e.Op != form.Column || e.Column != 0 {
		return []meaning.Column{d.describe(e)}
	}
	var list []meaning.Column
	for _, n := range d.tree.Nodes {
		for _, c := range d.ix.Tables[n.Table].Columns {
			list = append(list, d.describe(&form.Expr{Op: form.Column, Column: c}))
		}
	}
	return list
}

func (d *describer) describe(e *form.Expr) meaning.Column {
	c := meaning.Column{Label: d.expr(e), Origins: d.origins(e), Term: e.As}
	if e.As != "" {
		c.Label = e.As
	}
	switch {
	case e.Op == form.Column:
		d.describeStored(&c, e)
	case e.Years.Fiscal(): // its names are none of the calendar
		c.Role = meaning.RoleDimension
	case grain(e.Op) > 0:
		c.Role, c.Grain = meaning.RoleTime, grainOf(e.Op)
		c.Coverage = d.coverage(e.Args[0])
	case d.isTime(e):
		c.Role = meaning.RoleTime
	case e.Op == form.Lower, e.Op == form.Band:
		c.Role = meaning.RoleDimension
	default:
		d.measure(&c, e)
	}
	return c
}

// describeStored describes a column that is shown as it is stored.
func (d *describer) describeStored(c *meaning.Column, e *form.Expr) {
	of := &d.ix.Columns[e.Column]
	c.Unit, c.Entity = of.Unit, d.one(of.Table)
	switch {
	case of.Primary || of.Foreign:
		c.Role = meaning.RoleKey
	case of.Kind == index.Time:
		c.Role = meaning.RoleTime
		if of.Form == index.YearNumber || of.Form == index.MonthNumber || of.Form == index.MonthText { // each value is a period
			c.Coverage = d.coverage(e)
		}
	case position(d.q.Group, e) > 0 || slices.Contains(d.ix.Tables[of.Table].Display, e.Column):
		c.Role = meaning.RoleDimension
	case of.Measure:
		c.Role = meaning.RoleMeasure
	default:
		c.Role = meaning.RoleDetail
	}
}

// isTime reports whether an expression is a moment: the latest of one, say.
func (d *describer) isTime(e *form.Expr) bool {
	if e.Op == form.Max || e.Op == form.Min {
		e = e.Args[0]
	}
	return grain(e.Op) > 0 || e.Op == form.Column && e.Column != 0 && d.ix.Columns[e.Column].Kind == index.Time
}

var aggregates = map[form.Op]meaning.Aggregate{form.Count: meaning.Count, form.Sum: meaning.Sum, form.Avg: meaning.Avg, form.Median: meaning.Median,
	form.Percentile: meaning.Percentile, form.Stdev: meaning.Stdev, form.Min: meaning.Min, form.Max: meaning.Max,
	form.Div: meaning.Ratio, form.Pct: meaning.Percent, form.Share: meaning.Percent, form.ShareIn: meaning.Percent, form.Change: meaning.Percent, form.Growth: meaning.Percent}

// measure describes a figure.
func (d *describer) measure(c *meaning.Column, e *form.Expr) {
	c.Role, c.Aggregate, c.Distinct = meaning.RoleMeasure, aggregates[e.Op], e.Distinct
	if c.Aggregate == "" && has(e, isAggregate) {
		c.Aggregate = meaning.Other
	}
	c.Unit = d.unit(e)
	c.Additivity = d.additivity(e)
	c.Change = e.Op == form.Change || e.Op == form.Growth || e.Op == form.Sub
	c.Running = e.Op == form.Running
	if e.Op == form.Count {
		c.Entity = d.countedNoun(e)
	}
	c.Period, c.Coverage = d.onlyPeriod(e)
	if e.Op == form.Pct {
		c.Part = d.portion(e)
	}
	if times := durationIn(e); times != nil {
		c.Duration = &meaning.Duration{From: d.expr(times.Args[1]), To: d.expr(times.Args[0])}
	}
}

// countedNoun is what a count counts, in the singular; "" where that has no
// name.
func (d *describer) countedNoun(e *form.Expr) string {
	arg := e.Args[0]
	if arg.Op == form.If {
		arg = arg.Args[0]
	}
	of := -1
	switch {
	case arg.Op == form.Column && arg.Column == 0:
		of = d.countedTable()
	case arg.Op == form.Groups:
		if of = groupedTable(d.ix, d.q); of < 0 {
			return groupedEntity(d.ix, d.q)
		}
	case arg.Op == form.Column && d.ix.Columns[arg.Column].Unique:
		of = d.ix.Columns[arg.Column].Table
	case arg.Op == form.Column && d.ix.Columns[arg.Column].Foreign:
		if k := keyOf(d.ix, arg.Column, -1); k != nil && len(k.From) == 1 {
			return d.one(d.ix.Columns[k.To[0]].Table)
		}
	case arg.Op == form.Column && e.Distinct:
		return countedEntity(d.ix, arg.Column)
	}
	if of >= 0 {
		return d.oneRow(of)
	}
	return ""
}

// isLevel reports whether an expression is made of a stored column of what is
// there at a moment: stock, a balance.
func (d *describer) isLevel(e *form.Expr) bool {
	if e.Op == form.Column {
		return e.Column != 0 && columns.Additivity(d.ix.Columns[e.Column].Name) == meaning.SemiAdditive
	}
	return slices.ContainsFunc(e.Args, d.isLevel)
}

// onlyPeriod is the period that a figure alone is limited to.
func (d *describer) onlyPeriod(e *form.Expr) (*meaning.Period, *meaning.Coverage) {
	if len(e.Args) != 1 || e.Args[0].Op != form.If {
		return nil, nil
	}
	for _, c := range e.Args[0].If.Conjuncts() {
		if c.Op == form.During && len(c.Values) == 1 {
			return calendarPeriod(c.Values[0].Period), d.coverage(c.Left)
		}
	}
	return nil, nil
}

// coverage is which days the data of a time tell of; nil where that is not known.
func (d *describer) coverage(e *form.Expr) *meaning.Coverage {
	if e.Op != form.Column || e.Column == 0 {
		return nil
	}
	c := d.ix.Coverage(e.Column)
	if c == nil {
		return nil
	}
	return &meaning.Coverage{First: c.First, Last: c.Last, Slack: c.Slack}
}

// portion is what a percentage of counted rows is of.
func (d *describer) portion(e *form.Expr) *meaning.Part {
	part, whole := e.Args[0], e.Args[1]
	if part.Op == form.Sum && whole.Op == form.Sum {
		return d.portionOfSum(part, whole)
	}
	if part.Op != form.Count || whole.Op != form.Count || part.Args[0].Op != form.If || whole.Args[0].Op == form.If {
		return nil
	}
	if key(part.Args[0].Args[0]) != key(whole.Args[0]) {
		return nil
	}
	things := english.Plural(d.countedNoun(whole))
	if things == "" {
		return nil
	}
	return &meaning.Part{Entity: things, Condition: d.cond(part.Args[0].If)}
}

// portionOfSum is what a percentage of a sum is of.
func (d *describer) portionOfSum(part, whole *form.Expr) *meaning.Part {
	if part.Args[0].Op != form.If || whole.Args[0].Op != form.Column || key(part.Args[0].Args[0]) != key(whole.Args[0]) {
		return nil
	}
	only := part.Args[0].If
	p := &meaning.Part{Condition: d.cond(only), Of: d.expr(whole.Args[0])}
	if t := d.countedTable(); t >= 0 {
		p.Entity = english.Plural(d.oneRow(t))
	}
	if only.Op == form.Equal && only.Left.Op == form.Column && d.ix.Columns[only.Left.Column].Kind == index.Text && only.Right != nil && only.Right.Op == form.Literal {
		p.Who = only.Right.Value.Text
	}
	return p
}

// durationIn is the stretch of time that a figure is of, or nil.
func durationIn(e *form.Expr) *form.Expr {
	switch e.Op {
	case form.Days, form.Hours, form.Minutes, form.Months, form.Years:
		return e
	case form.Avg, form.Median, form.Min, form.Max, form.Sum, form.Percentile, form.Stdev:
		return durationIn(e.Args[0])
	}
	return nil
}

// origins are the stored columns that an expression reads, each once.
func (d *describer) origins(e *form.Expr) []meaning.Origin {
	var list []meaning.Origin
	walkExpr(e, func(x *form.Expr) {
		if x.Op != form.Column || x.Column == 0 {
			return
		}
		if o := d.origin(x.Column); !slices.Contains(list, o) {
			list = append(list, o)
		}
	})
	return list
}

func (d *describer) origin(column int) meaning.Origin {
	c := &d.ix.Columns[column]
	return meaning.Origin{Table: d.tableName(c.Table), Column: c.Name}
}

// filter describes a condition of a clause.
func (d *describer) filter(c, clause *form.Cond) meaning.Filter {
	f := meaning.Filter{Op: ops[c.Op], Text: d.filterText(c, clause)}
	if c.Left != nil {
		f.Label = d.expr(c.Left)
		if c.Left.Op == form.Column && c.Left.Column != 0 {
			f.Column = d.origin(c.Left.Column)
			f.Entity = d.one(d.ix.Columns[c.Left.Column].Table)
			f.OwnTime = f.Op == meaning.Within && c.Left.Via == 0 && d.saysWhen(c.Left.Column)
		}
	}
	for _, v := range c.Values {
		if v.Kind == form.Period {
			f.Period, f.Coverage = calendarPeriod(v.Period), d.coverage(c.Left)
			continue
		}
		f.Values = append(f.Values, v.Text)
	}
	switch {
	case f.Op == "", (f.Op == meaning.Related || f.Op == meaning.Unrelated) && d.having(c) == "":
		f.Op = meaning.Compound
	case c.Right != nil && c.Right.Op == form.Literal:
		f.Values = append(f.Values, c.Right.Value.Text)
	case c.Right != nil:
		f.Op = meaning.Compound // two columns, or a computed bound
	}
	return f
}

// filterText says a condition as readings do, without the word that leads it.
func (d *describer) filterText(c, clause *form.Cond) string {
	if (c.Op == form.During || c.Op == form.NotDuring) && len(c.Values) > 0 {
		text := d.period(c.Values[0].Period)
		if c.Op == form.NotDuring {
			text = "not " + text
		}
		if of := c.Left; of.Op == form.Column && of.Column != 0 && of.Via == 0 && d.saysWhen(of.Column) {
			return text
		}
		return text + " (" + d.expr(c.Left) + ")"
	}
	if text := d.having(c); text != "" {
		return text
	}
	return d.part(c, clause)
}

var ops = map[form.CondOp]meaning.Op{form.Equal: meaning.Equal, form.NotEqual: meaning.NotEqual, form.Less: meaning.Less, form.LessEqual: meaning.LessEq,
	form.Greater: meaning.Greater, form.GreaterEqual: meaning.GreaterEq, form.Between: meaning.Between, form.AnyOf: meaning.AnyOf, form.NoneOf: meaning.NoneOf,
	form.IsNull: meaning.Unknown, form.NotNull: meaning.Known, form.Contains: meaning.Like, form.StartsWith: meaning.Like, form.EndsWith: meaning.Like,
	form.Matches: meaning.Equal, form.NotMatches: meaning.NotEqual, form.NotContains: meaning.NotLike, form.NotStartsWith: meaning.NotLike, form.NotEndsWith: meaning.NotLike,
	form.During: meaning.Within, form.NotDuring: meaning.NotWithin, form.In: meaning.Related, form.NotIn: meaning.Unrelated}

var grains = map[form.Op]meaning.Grain{form.Hour: meaning.Hour, form.Day: meaning.Day, form.Weekday: meaning.Weekday, form.Week: meaning.Week,
	form.Month: meaning.Month, form.MonthNum: meaning.MonthNum, form.Quarter: meaning.Quarter, form.Year: meaning.Year}

func grainOf(op form.Op) meaning.Grain { return grains[op] }

func calendarPeriod(p span.Period) *meaning.Period {
	m := &meaning.Period{Start: onCalendar(p.Start), End: onCalendar(p.End)}
	if p.Recurring() {
		m.Every = again(p.Every)
		return m
	}
	if name := calendarName(p); name != "" {
		m.Name = strings.TrimPrefix(strings.TrimPrefix(name, "in "), "on ")
		m.Grain = periodGrain(p)
	}
	return m
}

// onCalendar is a moment without its time zone: a day begins at its midnight,
// wherever the statement runs.
func onCalendar(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	_, zone := t.Zone()
	return t.Add(time.Duration(zone) * time.Second).UTC()
}

// periodGrain is the unit of the calendar that a period with a name is one of.
func periodGrain(p span.Period) meaning.Grain {
	switch t := p.Start; {
	case p.FiscalName() != "":
		return ""
	case p.End.Equal(t.AddDate(1, 0, 0)):
		return meaning.Year
	case p.End.Equal(t.AddDate(0, 3, 0)):
		return meaning.Quarter
	case p.End.Equal(t.AddDate(0, 1, 0)):
		return meaning.Month
	}
	return meaning.Day
}

// sortKey describes one key of the order.
func (d *describer) sortKey(o form.Order) meaning.Order {
	m := meaning.Order{Column: position(d.q.Select, o.By) - 1, Label: d.expr(o.By), Desc: o.Desc, Of: meaning.RoleMeasure}
	switch {
	case d.isTime(o.By):
		m.Of = meaning.RoleTime
	case o.By.Op == form.Column && (d.ix.Columns[o.By.Column].Primary || d.ix.Columns[o.By.Column].Foreign):
		m.Of = meaning.RoleKey
	case o.By.Op == form.Lower, o.By.Op == form.Band, o.By.Op == form.Column && d.ix.Columns[o.By.Column].Kind == index.Text:
		m.Of = meaning.RoleDimension
	case o.By.Op == form.Count:
		m.Things = d.things(o.By)
	case o.By.Op == form.Sum && !isNested(o.By):
		arg := d.expr(o.By.Args[0])
		if last := arg[strings.LastIndexByte(arg, ' ')+1:]; english.Singular(last) != last {
			m.Things = arg // the most pages
		}
	}
	return m
}

func (d *describer) limit() meaning.Limit {
	var l meaning.Limit
	if d.q.Limit != nil {
		l.Rows, _ = strconv.Atoi(d.q.Limit.Text)
	}
	if d.q.Place != nil {
		l.Place, _ = strconv.Atoi(d.q.Place.Text)
	}
	for _, e := range d.q.Per {
		l.Per = append(l.Per, d.expr(e))
	}
	return l
}
