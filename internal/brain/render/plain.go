package render

import (
	"slices"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/columns"
	"github.com/plumbdata/plumb/internal/english"
)

// having says that rows of another table belong to a row, or that none do:
// "without orders" rather than "where id is not among the customer id of
// orders". It is empty for other conditions.
func (s *speaker) having(c *form.Cond) string {
	if !s.plain || c.Op != form.In && c.Op != form.NotIn || c.Query == nil || c.Left == nil {
		return ""
	}
	q := c.Query
	plainColumn := func(e *form.Expr) bool { return e.Op == form.Column && e.Column != 0 }
	if !plainColumn(c.Left) || len(q.Select) != 1 || !plainColumn(q.Select[0]) || len(q.Group)+len(q.Order) > 0 || q.Having != nil || q.Set != form.NoSet || q.Limit != nil {
		return ""
	}
	from, to := q.Select[0].Column, c.Left.Column
	// With two ways from one table to the other, the words would not say which.
	ways, this := 0, false
	for _, k := range s.ix.KeysFrom(s.ix.Columns[from].Table) {
		if s.ix.Columns[k.To[0]].Table == s.ix.Columns[to].Table {
			ways++
			this = len(k.From) == 1 && k.From[0] == from && k.To[0] == to
		}
	}
	if ways != 1 || !this || s.ix.Columns[from].Table == s.ix.Columns[to].Table {
		return ""
	}
	inner := &speaker{ix: s.ix, q: q, tree: s.tree, mentioned: map[int]bool{}, plain: true}
	word := "with "
	if c.Op == form.NotIn {
		word = "without "
	}
	parts := []string{word + inner.many(s.ix.Columns[from].Table)}
	if q.Where != nil {
		parts = append(parts, "where "+inner.cond(q.Where))
	}
	return strings.Join(parts, " ")
}

// timesFirst puts periods before other conditions where they stand between them:
// in 2025 where the region is North and the status is completed.
func timesFirst(list []Clause) {
	changes := 0
	for i := 1; i < len(list); i++ {
		if (list[i].Label == "when") != (list[i-1].Label == "when") {
			changes++
		}
	}
	if changes > 1 {
		rank := map[bool]int{true: 0, false: 1}
		slices.SortStableFunc(list, func(a, b Clause) int { return rank[a.Label == "when"] - rank[b.Label == "when"] })
	}
}

// plainWhen says a period. The column is named where there are others that
// could be meant, and where it is not when the thing itself happened.
func (s *speaker) plainWhen(of *form.Expr, text, days string) Clause {
	name := s.expr(of)
	if of.Op == form.Column && of.Column != 0 && of.Via == 0 && s.ownTime(of.Column) {
		return Clause{Label: "when", Text: text, Detail: days}
	}
	return Clause{Label: "when", Text: text + " (" + name + ")", Detail: days}
}

// onlyTime is true for the only column of its table that is a time.
func (s *speaker) onlyTime(column int) bool {
	for _, other := range s.ix.Tables[s.ix.Columns[column].Table].Columns {
		if other != column && s.ix.Columns[other].Kind == index.Time {
			return false
		}
	}
	return true
}

// ownTime is true for the only time of a table, where that is when its rows
// happened: the date of visits, not the birth date of patients.
func (s *speaker) ownTime(column int) bool { return s.onlyTime(column) && s.saysWhen(column) }

// saysWhen is true for a column that says when the rows of its table happened.
func (s *speaker) saysWhen(column int) bool {
	c := &s.ix.Columns[column]
	for _, w := range c.Words {
		own := slices.ContainsFunc(s.ix.Tables[c.Table].Words, func(t string) bool {
			t = english.Singular(t)
			return len(t) > 3 && strings.HasPrefix(w, t) || w == t // ordered at, of orders
		})
		if !own && !plainTimes[w] {
			return false
		}
	}
	return true
}

// plainTimes are words for when something happened that say no more than that.
var plainTimes = columns.Moments.With(english.NewSet("month week quarter year period created recorded happened occurred"))

// plainPhrase says a period that begins or ends with a year by the year alone,
// and Saturdays to Sundays as weekends.
func plainPhrase(p span.Period) string {
	newYear := func(t time.Time) bool { return midnight(t) && t.YearDay() == 1 }
	switch days := daysName(p.Every); {
	case days != "" && p.Start.IsZero() && p.End.IsZero():
		return "on " + days + "s"
	case days != "":
		p.Every = span.Every{}
		return "on " + days + "s " + plainPhrase(p)
	case p.Recurring():
	case p.End.IsZero() && newYear(p.Start):
		return "since " + p.Start.Format("2006")
	case p.Start.IsZero() && newYear(p.End):
		return "before " + p.End.Format("2006")
	}
	return phrase(p)
}

// plainGroups is true where what is shown says already what it is shown for:
// the region name for each region name.
func (s *speaker) plainGroups() bool {
	return s.plain && !slices.ContainsFunc(s.q.Select, func(e *form.Expr) bool { return position(s.q.Group, e) == 0 }) &&
		!slices.ContainsFunc(s.groups(), func(e *form.Expr) bool { return position(s.q.Select, e) == 0 })
}

// eachOf lists what there is a row for: for people, the region rather than its
// name.
func (s *speaker) eachOf(groups []*form.Expr) string {
	var list []string
	for _, e := range groups {
		text := s.expr(e)
		if s.plain && e.Op == form.Column && e.Column != 0 && e.Via == 0 {
			c := &s.ix.Columns[e.Column]
			if one := s.one(c.Table); text == one+" name" || text == one+" title" {
				text = one
			}
		}
		if s.plain && s.flag(e) {
			text = "value of " + text
		}
		list = append(list, text)
	}
	return joinWords(list, "and")
}

// yesOrNo says what a condition wants of a flag, for people: newsletter is yes. It is
// empty for other conditions.
func (s *speaker) yesOrNo(c *form.Cond) string {
	if !s.plain || !s.flag(c.Left) || c.Op != form.Equal && c.Op != form.NotEqual || c.Right.Op != form.Literal {
		return ""
	}
	yes := false
	switch strings.ToLower(c.Right.Value.Text) {
	case "1", "true":
		yes = true
	case "0", "false":
	default:
		return ""
	}
	if yes == (c.Op == form.Equal) {
		return "yes"
	}
	return "no"
}

// flag is true for a column of yes and no.
func (s *speaker) flag(e *form.Expr) bool {
	return e != nil && e.Op == form.Column && e.Column != 0 && s.ix.Columns[e.Column].Kind == index.Boolean
}

// neededTables are the tables that the query is about; for people, without those that
// only lead from one to another.
func (s *speaker) neededTables() []int {
	if !s.plain {
		return s.q.Tables
	}
	return Minimal(s.ix, s.q)
}

// plainColumn says a column that is called by one word under its whole name,
// where that begins with its table's: the loan date, the visit type.
func (s *speaker) plainColumn(column int) string {
	c := &s.ix.Columns[column]
	if !s.plain {
		return ""
	}
	switch strings.Join(c.Words, " ") {
	case "f name", "fname":
		return "first name"
	case "l name", "lname":
		return "last name"
	}
	if len(c.Words) != 1 {
		return inUnit(c.Words)
	}
	table := s.ix.Tables[c.Table].Words
	for _, f := range c.Forms {
		if n := len(f); n > 1 && f[n-1] == c.Words[0] && len(table) > 0 && english.Singular(table[len(table)-1]) == english.Singular(f[n-2]) {
			return strings.Join(f, " ")
		}
	}
	return ""
}

// inUnit says a name that ends in a unit as what is measured in it: the length of
// stay in days. Other names it leaves alone.
func inUnit(words []string) string {
	unit, ok := columns.UnitAtEnd(words)
	if !ok {
		return ""
	}
	return strings.Join(words[:len(words)-1], " ") + " in " + unit
}

// plainOrder leaves out what is ordered by where only one thing can be: the one
// figure, or the one thing that it is shown for.
func (s *speaker) plainOrder(by *form.Expr, word string) string {
	if !s.plain || len(s.q.Order) != 1 || len(s.q.Per) > 0 {
		return ""
	}
	shown, groups := s.shownFigures(), s.groups()
	one := len(shown) == 1 && len(s.q.Group) > 0 && position(shown, by) == 1 ||
		len(groups) == 1 && position(groups, by) == 1 && grain(by.Op) > 0
	switch {
	case !one:
		return ""
	case strings.Contains(word, " to "):
		return "from " + word
	}
	return word + " first"
}

// plainExpr says an expression better than the parser knows it, or nothing.
func (s *speaker) plainExpr(e *form.Expr) string {
	switch {
	case !s.plain:
	case e.As != "":
		for _, a := range e.Args {
			s.expr(a) // whose table it speaks of
		}
		if e.Op == form.Count {
			s.count(e)
		}
		return e.As
	case grain(e.Op) > 0 && e.Op != form.MonthNum && len(e.Args) == 1 && position(s.q.Group, e) > 0 && s.sameTime(e.Args[0]):
		s.expr(e.Args[0])
		return string(e.Op)
	case prefixes[e.Op] != "" && len(e.Args) == 1 && e.Args[0].Op == form.If && e.As == "":
		all := *e
		all.Args = e.Args[0].Args
		return s.expr(&all) + s.onlyFor(e.Args[0].If)
	case e.Op == form.Sum && !e.Distinct && !isNested(e) && len(e.Args) == 1:
		if arg := s.expr(e.Args[0]); strings.HasSuffix(arg, " total") {
			return arg
		}
	}
	return ""
}

// onlyFor says the condition under which a figure counts: in 2024, where status is
// 'open'.
func (s *speaker) onlyFor(c *form.Cond) string {
	if s.plain && (c.Op == form.During || c.Op == form.NotDuring) && len(c.Values) > 0 {
		return " " + s.when(c).Text
	}
	return " where " + s.cond(c)
}

// sameTime is true where the query speaks of no other time than this one.
func (s *speaker) sameTime(at *form.Expr) bool {
	if at.Op != form.Column || at.Column == 0 {
		return false
	}
	said := s.ownTime(at.Column)
	for _, c := range s.q.Where.Conjuncts() {
		if c.Op == form.During || c.Op == form.NotDuring {
			if key(c.Left) != key(at) {
				return false
			}
			said = true // with the period
		}
	}
	return said
}
