package render

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/english"
)

// outputName is a clear name for a column of the result that is not taken.
func (b *block) outputName(e *form.Expr, taken func(string) bool) string {
	if e.Op == form.Column && e.Column != 0 {
		own := b.ix.Columns[e.Column].Name
		if !taken(own) && e.Via == 0 {
			return own
		}
		role := b.ix.Tables[b.ix.Columns[e.Column].Table].Words
		if e.Via != 0 {
			role = roleWords(b.ix, e.Via)
		}
		return unusedName(snake(append(slices.Clone(role), b.ix.Columns[e.Column].Words...)), taken)
	}
	return unusedName(b.computedName(e), func(name string) bool { return taken(name) || b.inputs[name] || reserved[name] })
}

// unusedName makes a name that is not taken. It uses words, as a number would be
// read as one.
func unusedName(base string, taken func(string) bool) string {
	if base == "" {
		base = "value"
	}
	name := base
	for _, before := range []string{"other", "further", "another"} {
		if !taken(name) {
			return name
		}
		name = before + "_" + base
	}
	for letters := base; taken(name); name = letters {
		letters += "_x"
	}
	return name
}

// roleWords says what a key column calls what it leads to: origin of
// origin_airport_id, manager of manager_id.
func roleWords(ix *index.Index, via int) []string {
	words := slices.Clone(ix.Columns[via].Words)
	for len(words) > 1 && slices.Contains([]string{"id", "key", "code", "number", "no", "nr", "fk"}, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

func snake(words []string) string {
	var list []string
	for _, w := range words {
		if w = slug(w); w != "" && (len(list) == 0 || list[len(list)-1] != w) {
			list = append(list, w)
		}
	}
	name := strings.Join(list, "_")
	if beginsWithDigit(name) {
		name = "n_" + name
	}
	return name
}

func beginsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// slug keeps the letters and digits of a text.
func slug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

// fixedNames are the names of what is computed, whatever it is computed from.
var fixedNames = map[form.Op]string{
	form.Change: "change_pct", form.Share: "share_pct", form.ShareIn: "share_pct", form.Growth: "growth_pct", form.Running: "running_total", form.Moving: "moving_avg",
	form.MonthNum: "month_number", form.Sub: "difference",
	form.Days: "days", form.Hours: "hours", form.Minutes: "minutes", form.Months: "months", form.Rank: "rank",
}

// computedName names what is computed: total_amount, orders, month, share_pct.
func (b *block) computedName(e *form.Expr) string {
	if e.As != "" && e.Op == form.Pct {
		return snake(append(strings.Fields(e.As), "pct"))
	}
	if e.As != "" {
		return snake(strings.Fields(e.As))
	}
	if name := fixedNames[e.Op]; name != "" {
		return name
	}
	switch e.Op {
	case form.Count:
		return b.countName(e)
	case form.Sum, form.Avg, form.Median, form.Stdev, form.Max, form.Min, form.Percentile, form.Prev, form.Lower:
		return b.nameOfOperand(e)
	case form.Corr:
		return snake([]string{"correlation of", b.shortOf(e.Args[0]), "and", b.shortOf(e.Args[1])})
	case form.Pct:
		return b.partName(e)
	case form.Div:
		return b.ratioName(e)
	case form.Day, form.Week, form.Month, form.Quarter, form.Year, form.Weekday, form.Hour:
		if e.Years.Fiscal() {
			return "fiscal_" + string(e.Op)
		}
		if b.inputs[string(e.Op)] {
			return snake([]string{b.operandName(e), string(e.Op)})
		}
		return string(e.Op)
	case form.Band:
		if len(e.Cuts) > 0 {
			return snake([]string{b.operandName(e), "band"})
		}
		return snake([]string{b.operandName(e), "from"})
	case form.Years:
		if b.sinceBirth(e) {
			return "age"
		}
		return string(e.Op)
	case form.If:
		return snake([]string{b.operandName(e), b.condName(e.If)})
	case form.Scalar:
		if len(e.Query.Select) == 1 {
			if tree, err := Plan(b.ix, e.Query); err == nil {
				inner := &block{renderer: b.renderer, q: e.Query, tree: tree}
				return inner.computedName(e.Query.Select[0])
			}
		}
	}
	return "value"
}

// operandName names the first operand, "" where there is none.
func (b *block) operandName(e *form.Expr) string {
	if len(e.Args) == 0 {
		return ""
	}
	return b.shortOf(e.Args[0])
}

// nameOfOperand names what is computed from one operand after both: avg_price.
func (b *block) nameOfOperand(e *form.Expr) string {
	of, prefix := b.operandName(e), string(e.Op)
	switch e.Op {
	case form.Sum:
		prefix = "total"
		if slices.Contains(strings.Split(of, "_"), "total") { // no total total
			if len(e.Args) == 1 && e.Args[0].Op == form.If {
				return of // the condition tells it from the column: total_2024
			}
			return snake([]string{of, "sum"})
		}
	case form.Max, form.Min:
		if b.isTime(e.Args[0]) {
			prefix = map[form.Op]string{form.Max: "last", form.Min: "first"}[e.Op]
		}
	case form.Percentile:
		if e.Value == nil {
			return "value"
		}
		prefix = "p" + e.Value.Text
	case form.Prev:
		prefix = "previous"
	}
	return snake([]string{prefix, of})
}

// ratioName names a quotient: revenue_per_order.
func (b *block) ratioName(e *form.Expr) string {
	if quarterNumber(e) != nil {
		return "quarter"
	}
	if e.Args[1].Op == form.Literal {
		return strings.TrimSuffix(b.operandName(e), "_cents")
	}
	over, under := strings.TrimPrefix(b.operandName(e), "total_"), strings.TrimPrefix(b.shortOf(e.Args[1]), "total_")
	return snake([]string{over, "per", english.Singular(under)})
}

// sinceBirth is true for the years since somebody was born.
func (b *block) sinceBirth(e *form.Expr) bool {
	if len(e.Args) != 2 || e.Args[0].Op != form.Today || e.Args[1].Op != form.Column || e.Args[1].Column == 0 {
		return false
	}
	return slices.ContainsFunc(b.ix.Columns[e.Args[1].Column].Words, func(w string) bool {
		return w == "birth" || w == "born" || w == "birthday" || w == "birthdate" || w == "dob"
	})
}

// partName names a percentage after what it is the part of: late_orders_pct.
func (b *block) partName(e *form.Expr) string {
	const long = 40
	part := e.Args[0]
	if part.Op == form.Count && len(part.Args) == 1 && part.Args[0].Op == form.If {
		if name := snake([]string{b.countName(part), "pct"}); len(name) <= long {
			return name
		}
	}
	return "pct"
}

// shortOf names an operand.
func (b *block) shortOf(e *form.Expr) string {
	switch {
	case e.Op == form.Column && e.Column == 0:
		return ""
	case e.Op == form.Column:
		return snake(b.ix.Columns[e.Column].Words)
	case e.Op == form.Literal || e.Op == form.Scalar && !isCount(e.Query):
		return ""
	case e.Op == form.Add || e.Op == form.Sub || e.Op == form.Mul:
		return ""
	}
	return b.computedName(e)
}

// isCount is true for a query that counts rows.
func isCount(q *form.Query) bool { return len(q.Select) == 1 && q.Select[0].Op == form.Count }

// countName names a count after what is counted.
func (b *block) countName(e *form.Expr) string {
	arg := e.Args[0]
	condition := ""
	if arg.Op == form.If {
		condition = b.condName(arg.If)
		arg = arg.Args[0]
	}
	var what string
	switch {
	case arg.Op == form.Groups:
		what = b.groupsName()
	case arg.Op == form.Column && arg.Column == 0:
		what = "rows"
		if t := b.countedTable(); t >= 0 {
			what = english.Plural(snake(strings.Fields(b.ix.Tables[t].RowNoun())))
		}
	case arg.Op == form.Column:
		c := &b.ix.Columns[arg.Column]
		if k := keyOf(b.ix, arg.Column, -1); k != nil && !tellsApart(b.ix, arg.Column) { // also where it is a part of the table's own key
			what = english.Plural(snake(b.ix.Tables[b.ix.Columns[k.To[0]].Table].Words))
		} else if c.Primary || b.ix.LeadsTo(arg.Column) {
			what = english.Plural(snake(strings.Fields(b.ix.Tables[c.Table].RowNoun())))
		} else if noun := countedEntity(b.ix, arg.Column); noun != "" && e.Distinct {
			what = english.Plural(snake(strings.Fields(noun)))
		} else {
			what = english.Plural(snake(c.Words))
		}
	default:
		what = english.Plural(b.shortOf(arg))
	}
	switch {
	case strings.HasPrefix(condition, "with"), beginsWithDigit(condition), periodBegins.MatchString(condition): // loans without a return date, loans 2025
		return snake([]string{what, condition})
	case condition != "":
		return snake([]string{condition, what})
	}
	if reserved[what] || b.inputs[what] {
		return english.Singular(what) + "_count"
	}
	return what
}

// groupsName names groups after what each of them is of.
func (b *block) groupsName() string {
	if t := groupedTable(b.ix, b.q); t >= 0 {
		return english.Plural(snake(b.ix.Tables[t].Words))
	}
	if noun := groupedEntity(b.ix, b.q); noun != "" {
		return english.Plural(snake(strings.Fields(noun)))
	}
	return "groups"
}

// groupedTable is the table that a query has one group for each row of: it
// groups by what tells them apart, or by a key that leads to them. It is -1
// where there is none.
func groupedTable(ix *index.Index, q *form.Query) int {
	of := -1
	for _, e := range q.Group {
		if e.Op != form.Column || e.Column == 0 || e.Via != 0 {
			return -1
		}
		t := ix.Columns[e.Column].Table
		k := keyOf(ix, e.Column, -1)
		switch {
		case len(q.Group) == 1 && k != nil && len(k.From) == 1 && !tellsApart(ix, e.Column):
			return ix.Columns[k.To[0]].Table
		case ix.Columns[e.Column].Table != ix.Columns[q.Group[0].Column].Table:
			return -1
		case tellsApart(ix, e.Column):
			of = t
		}
	}
	return of
}

// countedTable is the table whose rows COUNT(*) counts, or -1 where the joins
// give rows that are those of no table.
func (b *block) countedTable() int {
	if b.star != nil {
		return b.ix.Columns[b.star.Column].Table
	}
	return b.tree.finest()
}

// finest is the table whose rows the joined ones are: the one that no join
// multiplies. It is -1 where every table's rows may come several times.
func (t Tree) finest() int {
	if len(t.Nodes) == 0 || slices.ContainsFunc(t.Nodes, func(n Node) bool { return n.Many }) {
		return -1
	}
	return t.Nodes[0].Table
}

// condName names a condition after its values.
func (b *block) condName(c *form.Cond) string {
	if c == nil {
		return ""
	}
	var parts []string
	for _, a := range c.Args {
		parts = append(parts, b.condName(a))
	}
	switch c.Op {
	case form.NotNull:
		return snake([]string{"with", b.shortOf(c.Left)})
	case form.IsNull:
		return snake([]string{"without", b.shortOf(c.Left)})
	}
	if name := b.flagName(c); name != "" {
		return name
	}
	values := c.Values
	if c.Right != nil && c.Right.Op == form.Literal {
		values = append([]*form.Value{c.Right.Value}, values...)
	}
	if c.Op == form.NotEqual || strings.HasPrefix(string(c.Op), "not") || c.Op == form.NoneOf {
		parts = append(parts, "not")
	}
	for _, v := range values {
		if v.Kind == form.Period {
			parts = append(parts, periodName(v.Period))
			continue
		}
		parts = append(parts, slug(v.Text))
	}
	name := snake(parts)
	const long = 30
	if len(name) > long {
		name = strings.Trim(name[:long], "_")
	}
	switch name = strings.TrimPrefix(name, "n_"); {
	case name == "":
		return "matching"
	case beginsWithDigit(name) && c.Left != nil && !slices.ContainsFunc(values, func(v *form.Value) bool { return v.Kind == form.Period }):
		return snake([]string{"with", b.shortOf(c.Left), comparedAs[c.Op], name}) // reviews with rating 5
	}
	return name
}

// comparedAs says how a number bounds what a name is about.
var comparedAs = map[form.CondOp]string{form.Greater: "over", form.GreaterEqual: "from", form.Less: "under", form.LessEqual: "up_to", form.NotEqual: "not"}

// periodBegins is a name that begins with a period.
var periodBegins = regexp.MustCompile(`^(?:q[1-4]|[a-z]+|\d+_[a-z]+)_\d{4}(?:_|$)|^(?:since|before)_`)

// flagName names a condition on a flag after it: converted, not converted.
func (b *block) flagName(c *form.Cond) string {
	if c.Left == nil || c.Left.Op != form.Column || b.ix.Columns[c.Left.Column].Kind != index.Boolean || c.Right == nil || c.Right.Op != form.Literal {
		return ""
	}
	name := strings.TrimPrefix(b.shortOf(c.Left), "is_")
	no := c.Op == form.NotEqual
	yes, ok := english.ParseBool(c.Right.Value.Text)
	if !ok {
		return ""
	}
	if no == yes {
		return "not_" + name
	}
	return name
}

// periodName names a period as people say it: 2025, q3_2025, march_2025.
func periodName(p span.Period) string {
	if again := everyName(p.Every); again != "" {
		p.Every = span.Every{}
		return strings.TrimSuffix(again+"_"+periodName(p), "_")
	}
	t := p.Start
	day := func(t time.Time) string { return slug(t.Format("2 January 2006")) }
	switch {
	case t.IsZero() && p.End.IsZero():
		return ""
	case t.IsZero():
		return "before_" + day(p.End)
	case p.End.IsZero():
		return "since_" + day(t)
	}
	switch {
	case t.Day() == 1 && t.Month() == 1 && p.End.Equal(t.AddDate(1, 0, 0)):
		return t.Format("2006")
	case t.Day() == 1 && (t.Month()-1)%3 == 0 && p.End.Equal(t.AddDate(0, 3, 0)):
		return fmt.Sprintf("q%d_%d", (t.Month()+2)/3, t.Year())
	case t.Day() == 1 && p.End.Equal(t.AddDate(0, 1, 0)):
		return slug(t.Format("January 2006"))
	}
	return day(t)
}

// everyName names a part of the calendar that comes again: weekend, march,
// january_to_march.
func everyName(e span.Every) string {
	if days := daysName(e); days != "" {
		return days
	}
	if e == (span.Every{}) {
		return ""
	}
	name := func(n int) string { // on Mondays, in every March
		said := slug(again(span.Every{Of: e.Of, First: n, Last: n}))
		return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(said, "in_every_"), "on_"), "s")
	}
	if e.First == e.Last {
		return name(e.First)
	}
	return name(e.First) + "_to_" + name(e.Last)
}

// daysName is what people call Saturday and Sunday, and the other five days.
func daysName(e span.Every) string {
	switch e {
	case span.Every{Of: span.Day, First: 6, Last: 7}:
		return "weekend"
	case span.Every{Of: span.Day, First: 1, Last: 5}:
		return "weekday"
	}
	return ""
}
