package readback

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// all is the condition that all of a list hold, nil for none.
func (c *converter) all(list []*node) *form.Cond {
	var conds []*form.Cond
	for _, e := range list {
		for _, part := range conjuncts(e) {
			conds = append(conds, c.condition(part, false))
		}
	}
	conds = asOf(conds, c.b)
	return together(form.And, mergePeriods(conds))
}

func together(op form.CondOp, list []*form.Cond) *form.Cond {
	var flat []*form.Cond
	for _, x := range list {
		switch {
		case x == nil:
		case x.Op == op:
			flat = append(flat, x.Args...)
		default:
			flat = append(flat, x)
		}
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return &form.Cond{Op: op, Args: flat}
}

// condition turns a condition, or its opposite, into one of the form.
func (c *converter) condition(e *node, not bool) *form.Cond {
	switch e.kind {
	case kNot:
		return c.condition(e.args[0], !not)
	case kAnd, kOr:
		if (e.kind == kAnd) != not {
			if !not {
				return c.all([]*node{e})
			}
			list := make([]*form.Cond, len(e.args))
			for i, a := range e.args {
				list[i] = c.condition(a, true)
			}
			return together(form.And, mergePeriods(list))
		}
		list := make([]*form.Cond, len(e.args))
		for i, a := range e.args {
			list[i] = c.condition(a, not)
		}
		return together(form.Or, list)
	case kIsNull:
		op := form.IsNull
		if e.not != not {
			op = form.NotNull
		}
		return &form.Cond{Op: op, Left: c.value(e.args[0])}
	case kIn:
		return c.among(e, not != e.not)
	case kInQuery:
		return c.amongRows(e, not != e.not)
	case kBetween:
		return c.between(e, not != e.not)
	case kLike:
		return c.like(e, not != e.not)
	case kBinary:
		if boolean(e) {
			op := e.text
			if not {
				op = opposite[op]
			}
			return c.compare(e.args[0], op, e.args[1])
		}
	case kColumn:
		op := form.Equal
		if not {
			op = form.NotEqual
		}
		return &form.Cond{Op: op, Left: c.value(e), Right: literal(form.Number, "1")}
	}
	refuse("condition", "kind %d", e.kind)
	return nil
}

var (
	opposite = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	mirrored = map[string]string{"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
)

func constant(e *node) bool {
	switch e.kind {
	case kNumber, kText:
		return true
	case kCall:
		return len(e.args) > 0 && !e.aggregate() && !slices.ContainsFunc(e.args, func(a *node) bool { return !constant(a) })
	}
	return false
}

func (c *converter) compare(l *node, op string, r *node) *form.Cond {
	if constant(l) && !constant(r) {
		l, op, r = r, mirrored[op], l
	}
	if constant(r) && boolean(l) && (r.text == "0" || r.text == "1") && (op == "=" || op == "!=") {
		return c.condition(l, (r.text == "0") != (op == "!="))
	}
	left := c.value(l)
	if constant(r) {
		if d := c.compareTime(left, op, r); d != nil {
			return d
		}
		if left.Op == form.Lower && r.kind == kText && (op == "=" || op == "!=") {
			return likeCond(left.Args[0], form.Matches, form.NotMatches, op == "!=", r.text)
		}
		if r.kind == kCall {
			if x := r; (x.text == "lower" || x.text == "upper") && x.args[0].kind == kText && left.Op == form.Lower {
				return likeCond(left.Args[0], form.Matches, form.NotMatches, op == "!=", x.args[0].text)
			}
		}
	}
	right := c.value(r)
	if right.Op == form.Literal && right.Value.Kind == form.Text {
		right.Value.Stored = true
		if left.Op != form.Column { // a part of a date is a number
			if _, err := strconv.ParseFloat(right.Value.Text, 64); err == nil && left.Op != form.Min && left.Op != form.Max {
				right = literal(form.Number, strings.TrimLeft(right.Value.Text[:len(right.Value.Text)-1], "0")+right.Value.Text[len(right.Value.Text)-1:])
			}
		}
	}
	return &form.Cond{Op: form.CondOp(op), Left: left, Right: right}
}

// compareTime compares a time, or a part of one, with a literal; nil where it is
// another comparison.
func (c *converter) compareTime(left *form.Expr, op string, r *node) *form.Cond {
	if left.Op == form.MonthNum || left.Op == form.Weekday {
		return c.recurring(left, op, r.text)
	}
	p, bare := c.exactness(left)
	if p == unknown {
		return nil
	}
	t, ok := c.b.instant(r)
	if !ok {
		return nil
	}
	if left.Op == form.Column && c.b.ix.Columns[left.Column].Form != index.YearNumber && r.kind == kNumber {
		return nil
	}
	if a := c.age(bare, op, r); a != nil {
		return a
	}
	return timeCond(bare, op, p, t)
}

// recurring reads month = '06', weekday = '0' and their comparisons.
func (c *converter) recurring(left *form.Expr, op, text string) *form.Cond {
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil
	}
	every := span.Every{Of: span.Month, First: n, Last: n}
	last := 12
	if left.Op == form.Weekday {
		if n == 0 {
			n = 7
		}
		every, last = span.Every{Of: span.Day, First: n, Last: n}, 7
	}
	switch op {
	case "=", "!=":
	case "<=":
		every.First = 1
	case "<":
		every.First, every.Last = 1, n-1
	case ">=":
		every.Last = last
	case ">":
		every.First, every.Last = n+1, last
	}
	out := &form.Cond{Op: form.During, Left: left.Args[0], Values: []*form.Value{periodValue(span.Period{Every: every})}}
	if op == "!=" {
		out.Op = form.NotDuring
	}
	return out
}

func (c *converter) among(e *node, not bool) *form.Cond {
	if len(e.args) == 2 {
		return c.compare(e.args[0], map[bool]string{false: "=", true: "!="}[not], e.args[1])
	}
	left := c.value(e.args[0])
	var each []*form.Cond
	for _, a := range e.args[1:] {
		if !constant(a) {
			refuse("condition", "a list of expressions")
		}
		x := c.compare(e.args[0], map[bool]string{false: "=", true: "!="}[not], a)
		each = append(each, x)
	}
	if each[0].Right != nil && each[0].Right.Op == form.Literal {
		out := &form.Cond{Op: form.AnyOf, Left: left}
		if not {
			out.Op = form.NoneOf
		}
		for _, x := range each {
			if x.Right == nil || x.Right.Value == nil {
				refuse("condition", "a mixed list")
			}
			out.Values = append(out.Values, x.Right.Value)
		}
		return out
	}
	if not {
		return together(form.And, each)
	}
	return together(form.Or, joinEvery(each))
}

// joinEvery makes one recurring period of months or weekdays in a row.
func joinEvery(list []*form.Cond) []*form.Cond {
	var numbers []int
	for _, x := range list {
		if x.Op != form.During || !x.Values[0].Period.Recurring() {
			return list
		}
		numbers = append(numbers, x.Values[0].Period.Every.First)
	}
	slices.Sort(numbers)
	first, last := numbers[0], numbers[len(numbers)-1]
	if last-first != len(numbers)-1 {
		return list
	}
	one := *list[0]
	p := one.Values[0].Period
	p.Every.First, p.Every.Last = first, last
	one.Values = []*form.Value{periodValue(p)}
	return []*form.Cond{&one}
}

func (c *converter) amongRows(e *node, not bool) *form.Cond {
	sub := e.sub
	if not && len(sub.items) == 1 { // the form's "not in" leaves nulls out by itself
		id := sub.items[0].e.id()
		copied := *sub
		copied.where = slices.DeleteFunc(slices.Clone(sub.where), func(x *node) bool {
			return x.kind == kIsNull && x.not && x.args[0].id() == id
		})
		sub = &copied
	}
	q := c.b.query(sub)
	if len(q.Select) != 1 {
		refuse("condition", "a list of rows")
	}
	if q.Limit == nil {
		q.Order = nil
	}
	if q.Limit == nil && len(q.Group) == 0 && q.Set == form.NoSet {
		q.Distinct = false
	}
	op := form.In
	if not {
		op = form.NotIn
	}
	return &form.Cond{Op: op, Left: c.value(e.args[0]), Query: q}
}

func (c *converter) between(e *node, not bool) *form.Cond {
	if not {
		return together(form.Or, []*form.Cond{c.compare(e.args[0], "<", e.args[1]), c.compare(e.args[0], ">", e.args[2])})
	}
	lo, hi := c.compare(e.args[0], ">=", e.args[1]), c.compare(e.args[0], "<=", e.args[2])
	if lo.Op == form.During && hi.Op == form.During {
		a, b := lo.Values[0].Period, hi.Values[0].Period
		if a.Recurring() {
			a.Every.Last = b.Every.Last
			lo.Values = []*form.Value{periodValue(a)}
			return lo
		}
		return together(form.And, mergePeriods([]*form.Cond{lo, hi}))
	}
	if lo.Right != nil && hi.Right != nil && lo.Right.Op == form.Literal && hi.Right.Op == form.Literal {
		return &form.Cond{Op: form.Between, Left: lo.Left, Values: []*form.Value{lo.Right.Value, hi.Right.Value}}
	}
	return together(form.And, []*form.Cond{lo, hi})
}

func likeCond(left *form.Expr, yes, no form.CondOp, not bool, text string) *form.Cond {
	op := yes
	if not {
		op = no
	}
	return &form.Cond{Op: op, Left: left, Values: []*form.Value{{Kind: form.Text, Text: text}}}
}

func (c *converter) like(e *node, not bool) *form.Cond {
	if e.args[1].kind != kText {
		refuse("pattern", "not a literal")
	}
	left, pattern := c.value(e.args[0]), e.args[1].text
	if left.Op == form.Lower {
		left = left.Args[0]
	}
	text := strings.Trim(pattern, "%")
	if p, bare := c.exactness(left); p != unknown && strings.HasSuffix(pattern, "%") && !strings.HasPrefix(pattern, "%") {
		if t, ok := readInstant(strings.TrimRight(text, "-")); ok {
			return timeCond(bare, map[bool]string{false: "=", true: "!="}[not], t.precision, t)
		}
	}
	if strings.ContainsAny(text, "%_") {
		refuse("pattern", "%s", pattern)
	}
	switch before, after := strings.HasPrefix(pattern, "%"), strings.HasSuffix(pattern, "%"); {
	case before && after:
		return likeCond(left, form.Contains, form.NotContains, not, text)
	case after:
		return likeCond(left, form.StartsWith, form.NotStartsWith, not, text)
	case before:
		return likeCond(left, form.EndsWith, form.NotEndsWith, not, text)
	}
	return likeCond(left, form.Matches, form.NotMatches, not, text)
}

// mergePeriods makes one period of a beginning and an end.
func mergePeriods(list []*form.Cond) []*form.Cond {
	for i := 0; i < len(list); i++ {
		for j := i + 1; j < len(list); j++ {
			a, b := list[i], list[j]
			if a == nil || b == nil || a.Op != form.During || b.Op != form.During || !same(a.Left, b.Left) {
				continue
			}
			p, q := a.Values[0].Period, b.Values[0].Period
			if p.Recurring() || q.Recurring() {
				continue
			}
			if q.Start.After(p.Start) {
				p.Start = q.Start
			}
			if p.End.IsZero() || !q.End.IsZero() && q.End.Before(p.End) {
				p.End = q.End
			}
			merged := *a
			merged.Values = []*form.Value{periodValue(p)}
			list = slices.Delete(slices.Clone(list), j, j+1)
			list[i] = &merged
			j--
		}
	}
	return list
}

// asOf reads "begins by the day, and has not ended or ends no earlier" as valid
// on the day.
func asOf(list []*form.Cond, b *builder) []*form.Cond {
	for i, begin := range list {
		if begin.Op != form.During || !begin.Values[0].Period.Start.IsZero() {
			continue
		}
		for j, end := range list {
			if end.Op != form.Or || len(end.Args) != 2 {
				continue
			}
			open, late := end.Args[0], end.Args[1]
			if open.Op != form.IsNull {
				open, late = late, open
			}
			if open.Op != form.IsNull || late.Op != form.During || !same(open.Left, late.Left) || !late.Values[0].Period.End.IsZero() {
				continue
			}
			at := late.Values[0].Period.Start
			if !begin.Values[0].Period.End.Equal(at.AddDate(0, 0, 1)) {
				continue
			}
			valid := &form.Cond{Op: form.AsOf, Left: begin.Left, Right: late.Left}
			if !at.Equal(b.today()) {
				valid.Values = []*form.Value{periodValue(span.Period{Start: at, End: at.AddDate(0, 0, 1)})}
			}
			out := slices.Clone(list)
			out[i] = valid
			return slices.Delete(out, j, j+1)
		}
	}
	return list
}
