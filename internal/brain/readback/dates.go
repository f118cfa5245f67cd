package readback

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
	"github.com/plumbdata/plumb/internal/table"
)

// precision is how exactly a date is written.
type precision uint8

const (
	unknown precision = iota
	year
	quarter
	month
	day
	second
)

// instant is a literal date: its beginning and how much time it names.
type instant struct {
	at        time.Time
	precision precision
}

// end is when the time that is named is over.
func (i instant) end() time.Time {
	switch i.precision {
	case year:
		return i.at.AddDate(1, 0, 0)
	case quarter:
		return i.at.AddDate(0, 3, 0)
	case month:
		return i.at.AddDate(0, 1, 0)
	case day:
		return i.at.AddDate(0, 0, 1)
	}
	return i.at.Add(time.Second)
}

// begins says that the time is the beginning of what is named.
func (i instant) begins() bool {
	t := i.at
	if t != t.Truncate(24*time.Hour) || i.precision < day && t.Day() != 1 {
		return i.precision == second
	}
	switch i.precision {
	case year:
		return t.Month() == 1
	case quarter:
		return t.Month()%3 == 1
	}
	return true
}

func (b *builder) today() time.Time {
	y, m, d := b.now.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

var layouts = []struct {
	layout string
	precision
}{{"2006-01-02 15:04:05", second}, {"2006-01-02T15:04:05", second}, {"2006-01-02 15:04", second}, {"2006-01-02T15:04", second}, {"2006-01-02", day},
	{"2006-01", month}, {"2006", year}}

func readInstant(text string) (instant, bool) {
	if y, q, ok := strings.Cut(text, "-Q"); ok && len(q) == 1 && q[0] >= '1' && q[0] <= '4' {
		t, err := time.Parse("2006", y)
		return instant{t.AddDate(0, 3*int(q[0]-'1'), 0), quarter}, err == nil
	}
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, text); err == nil && t.Year() > 1000 {
			return instant{t, l.precision}, true
		}
	}
	return instant{}, false
}

// instant reads a literal date, also one that is computed from literals:
// date('2025-11-15', '-30 days').
func (b *builder) instant(e *node) (instant, bool) {
	switch {
	case e.kind == kText && e.text == "now":
		return instant{b.today(), day}, true
	case e.kind == kText || e.kind == kNumber:
		return readInstant(e.text)
	case e.kind != kCall || len(e.args) == 0:
		return instant{}, false
	}
	args := e.args
	text := ""
	if e.text == "strftime" && len(args) > 1 {
		text, args = args[0].text, args[1:]
	}
	t, ok := b.instant(args[0])
	if !ok {
		return instant{}, false
	}
	for _, m := range args[1:] {
		if t.at, ok = modify(t.at, m.text); !ok {
			return instant{}, false
		}
	}
	switch {
	case e.text == "date", e.text == "strftime" && text == "%Y-%m-%d":
		t.precision = day
		t.at = t.at.Truncate(24 * time.Hour)
	case e.text == "datetime":
		t.precision = second
	case e.text == "strftime" && text == "%Y-%m":
		t = instant{time.Date(t.at.Year(), t.at.Month(), 1, 0, 0, 0, 0, time.UTC), month}
	case e.text == "strftime" && text == "%Y":
		t = instant{time.Date(t.at.Year(), 1, 1, 0, 0, 0, 0, time.UTC), year}
	default:
		return instant{}, false
	}
	return t, true
}

var shift = regexp.MustCompile(`^([+-]?\d+) (day|month|year|hour|minute)s?$`)

// modify applies a modifier of SQLite's date functions.
func modify(t time.Time, m string) (time.Time, bool) {
	switch m {
	case "start of month":
		return time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC), true
	case "start of quarter":
		return time.Date(t.Year(), (t.Month()-1)/3*3+1, 1, 0, 0, 0, 0, time.UTC), true
	case "start of year":
		return time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC), true
	case "start of day":
		return t.Truncate(24 * time.Hour), true
	}
	if d, ok := strings.CutPrefix(m, "weekday "); ok && len(d) == 1 && d[0] >= '0' && d[0] <= '6' { // the next such day, if it is not this one
		return t.AddDate(0, 0, (int(d[0]-'0')-int(t.Weekday())+7)%7), true
	}
	p := shift.FindStringSubmatch(m)
	if p == nil {
		return t, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(p[1], "+"))
	if err != nil {
		return t, false
	}
	switch p[2] {
	case "day":
		return t.AddDate(0, 0, n), true
	case "month":
		return t.AddDate(0, n, 0), true
	case "year":
		return t.AddDate(n, 0, 0), true
	case "hour":
		return t.Add(time.Duration(n) * time.Hour), true
	}
	return t.Add(time.Duration(n) * time.Minute), true
}

var parts = map[string]form.Op{"%Y": form.Year, "%Y-%m": form.Month, "%m": form.MonthNum, "%Y-%m-%d": form.Day, "%w": form.Weekday, "%H": form.Hour}

// dateCall reads SQLite's functions on dates.
func (c *converter) dateCall(e *node) (*form.Expr, bool) {
	part := func(op form.Op, arg *node) (*form.Expr, bool) {
		return &form.Expr{Op: op, Args: []*form.Expr{c.bare(arg)}}, true
	}
	switch e.text {
	case "date", "datetime", "strftime":
		if t, ok := c.b.instant(e); ok && t.precision == day && t.at.Equal(c.b.today()) {
			return &form.Expr{Op: form.Today}, true
		}
	}
	switch e.text {
	case "julianday":
		if len(e.args) != 1 {
			refuse("date arithmetic", "")
		}
		return &form.Expr{Op: julian, Args: []*form.Expr{c.value(e.args[0])}}, true
	case "strftime":
		op, ok := parts[e.args[0].text]
		if !ok || len(e.args) != 2 {
			refuse("date format", "%s", e.args[0].text)
		}
		return part(op, e.args[1])
	case "date":
		return part(dateOp(e), e.args[0])
	case "substr", "substring":
		if len(e.args) == 3 && e.args[1].text == "1" && e.args[0].kind == kColumn && c.b.ix.Columns[e.args[0].column].Kind == index.Time {
			if op, ok := map[string]form.Op{"4": form.Year, "7": form.Month, "10": form.Day}[e.args[2].text]; ok {
				return part(op, e.args[0])
			}
		}
	}
	return nil, false
}

// bare leaves out a day within a coarser part.
func (c *converter) bare(e *node) *form.Expr {
	if e.kind == kCall && e.text == "date" && len(e.args) == 1 {
		return c.bare(e.args[0])
	}
	return c.value(e)
}

func dateOp(e *node) form.Op {
	var mods []string
	for _, a := range e.args[1:] {
		mods = append(mods, a.text)
	}
	switch strings.Join(mods, ",") {
	case "":
		return form.Day
	case "start of month":
		return form.Month
	case "start of quarter":
		return form.Quarter
	case "start of year":
		return form.Year
	case "weekday 0,-6 days", "-6 days,weekday 1", "weekday 1,-7 days":
		return form.Week
	}
	refuse("date format", "%s", strings.Join(mods, ", "))
	return ""
}

// quarter reads year || '-Q' || (month + 2) / 3.
func (c *converter) quarter(e *node) (*form.Expr, bool) {
	if e.text != "||" {
		return nil, false
	}
	var list []*node
	var flat func(*node)
	flat = func(n *node) {
		if n.kind == kBinary && n.text == "||" {
			flat(n.args[0])
			flat(n.args[1])
			return
		}
		list = append(list, n)
	}
	flat(e)
	if len(list) != 3 || list[1].kind != kText || !strings.Contains(list[1].text, "Q") {
		return nil, false
	}
	y := c.value(list[0])
	if y.Op != form.Year {
		return nil, false
	}
	for m := 1; m <= 12; m++ { // whatever it is written like, it must count quarters
		v, ok := evaluate(list[2], func(*node) (float64, bool) { return 0, false })
		if ok || v != 0 {
			return nil, false
		}
		v, ok = evaluate(replaceMonth(list[2], m), func(*node) (float64, bool) { return 0, false })
		if !ok || int(v) != (m+2)/3 {
			return nil, false
		}
	}
	return &form.Expr{Op: form.Quarter, Args: y.Args}, true
}

func replaceMonth(e *node, m int) *node {
	return e.rewrite(func(n *node) *node {
		if n.kind == kCall && n.text == "strftime" && n.args[0].text == "%m" {
			return number(strconv.Itoa(m))
		}
		return n
	})
}

// exactness is how exactly an expression says a time, and the time itself
// without rounding.
func (c *converter) exactness(e *form.Expr) (precision, *form.Expr) {
	switch e.Op {
	case form.Column:
		if c.kind(e) != index.Time {
			return unknown, nil
		}
		col := c.b.ix.Columns[e.Column]
		switch col.Form {
		case index.DateText:
			return day, e
		case index.MonthText:
			return month, e
		case index.YearNumber:
			return year, e
		case index.Native:
			if col.Type == table.Date {
				return day, e
			}
			return second, e
		case index.StampText:
			return second, e
		}
	case form.Day, form.Month, form.Quarter, form.Year:
		p, inner := c.exactness(e.Args[0])
		if p == unknown && e.Args[0].Op == form.Column {
			p, inner = second, e.Args[0] // a date in an unknown form, but used as one
		}
		if p == unknown {
			return unknown, nil
		}
		return min(p, map[form.Op]precision{form.Day: day, form.Month: month, form.Quarter: quarter, form.Year: year}[e.Op]), inner
	case form.Max, form.Min:
		p, inner := c.exactness(e.Args[0])
		if p == unknown {
			return unknown, nil
		}
		x := *e
		x.Args = []*form.Expr{inner}
		return p, &x
	}
	return unknown, nil
}

// timeCond is the condition that a comparison of a time with a literal makes.
func timeCond(left *form.Expr, op string, p precision, t instant) *form.Cond {
	var period span.Period
	if c := (instant{t.at, p}); p < t.precision && c.begins() { // the first day of a month, for a month
		t = c
	}
	exact := p <= t.precision // the literal is as exact as what is compared
	switch op {
	case "=", "!=":
		if p > t.precision {
			return nil
		}
		period.Start, period.End = t.at, t.end()
	case ">=":
		period.Start = t.at
	case "<":
		period.End = t.at
	case ">":
		if period.Start = t.at; exact {
			period.Start = t.end()
		}
	case "<=":
		if period.End = t.at; exact {
			period.End = t.end()
		}
	}
	out := &form.Cond{Op: form.During, Left: left, Values: []*form.Value{periodValue(period)}}
	if op == "!=" {
		out.Op = form.NotDuring
	}
	return out
}

func periodValue(p span.Period) *form.Value {
	p.Grain = grainOf(p)
	return &form.Value{Kind: form.Period, Period: p}
}

// grainOf is the largest unit that the ends of a period are ends of.
func grainOf(p span.Period) span.Grain {
	if p.Recurring() {
		return p.Every.Of
	}
	grain := span.Year
	months := 0
	for _, t := range []time.Time{p.Start, p.End} {
		if t.IsZero() {
			continue
		}
		switch {
		case t.Hour() != 0 || t.Minute() != 0 || t.Second() != 0:
			grain = min(grain, span.Hour)
		case t.Day() != 1:
			grain = min(grain, span.Day)
		case t.Month() != 1:
			grain = min(grain, span.Month)
		}
	}
	if !p.Start.IsZero() && !p.End.IsZero() {
		months = (p.End.Year()-p.Start.Year())*12 + int(p.End.Month()) - int(p.Start.Month())
		if grain == span.Month && months == 3 && p.Start.Month()%3 == 1 {
			return span.Quarter
		}
		if grain == span.Month && months == 6 && p.Start.Month()%6 == 1 {
			return span.Half
		}
	}
	return grain
}
