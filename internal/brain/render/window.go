package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// window writes a value that looks at other rows of the result.
func (s *sel) window(e *form.Expr) string {
	if len(e.Args) == 0 {
		return s.b.fail("%s needs an operand", e.Op)
	}
	arg := e.Args[0]
	x := s.b.operand(arg, s.value)
	switch e.Op {
	case form.Share:
		return fmt.Sprintf("100.0 * %s / %s", x, s.nonZero(fmt.Sprintf("SUM(%s) OVER ()", s.value(arg))))
	case form.ShareIn:
		if len(e.Args) != 2 {
			return s.b.fail("a share needs what it is a share in")
		}
		return fmt.Sprintf("100.0 * %s / %s", x, s.nonZero(fmt.Sprintf("SUM(%s) OVER (PARTITION BY %s)", s.value(arg), s.value(e.Args[1]))))
	case form.Rank:
		return fmt.Sprintf("RANK() OVER (ORDER BY %s)", s.value(arg)+s.b.direction(form.Order{By: arg, Desc: true}, s.b.nullable(arg)))
	case form.Running:
		return fmt.Sprintf("SUM(%s) OVER (%s)", s.value(arg), s.timeWindow("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW"))
	case form.Moving:
		if e.Value == nil {
			return s.b.fail("a moving average needs its length")
		}
		n, ok := wholeNumber(e.Value.Text)
		rows, err := strconv.Atoi(n)
		if !ok || err != nil || rows < 1 {
			return s.b.fail("%q is no number of rows", e.Value.Text)
		}
		return fmt.Sprintf("AVG(%s) OVER (%s)", s.value(arg), s.timeWindow(fmt.Sprintf("ROWS BETWEEN %d PRECEDING AND CURRENT ROW", rows-1)))
	}
	before := fmt.Sprintf("LAG(%s) OVER (%s)", s.value(arg), s.timeWindow(""))
	if e.Op == form.Prev {
		return before
	}
	return fmt.Sprintf("100.0 * (%s - %s) / %s", x, before, s.nonZero(before))
}

func (s *sel) nonZero(sql string) string {
	if s.b.d == SQLite {
		return sql
	}
	return "NULLIF(" + sql + ", 0)"
}

// timeWindow writes the rows before this one in time, within what else the
// query groups by.
func (s *sel) timeWindow(frame string) string {
	times, others := s.b.timeOrder()
	var parts []string
	list := func(word string, exprs []*form.Expr) {
		var sql []string
		for _, e := range exprs {
			key := s.value(e)
			if word == "ORDER BY" {
				key += s.b.direction(form.Order{By: e}, s.b.nullable(e))
			}
			sql = append(sql, key)
		}
		if len(sql) > 0 {
			parts = append(parts, word+" "+strings.Join(sql, ", "))
		}
	}
	list("PARTITION BY", others)
	list("ORDER BY", times)
	if len(times) == 0 {
		return s.b.fail("there is no time to go by")
	}
	if frame != "" {
		parts = append(parts, frame)
	}
	return strings.Join(parts, " ")
}

// timeOrder finds what orders the rows in time, coarse parts first, and what
// else they are grouped by.
func (b *block) timeOrder() (times, others []*form.Expr) {
	from := b.q.Group
	if len(from) == 0 {
		from = b.q.Select
	}
	for _, e := range from {
		switch {
		case has(e, isWindow) || has(e, isAggregate):
		case bucketGrain(e) > 0 || b.isTime(e):
			times = append(times, e)
		default:
			others = append(others, e)
		}
	}
	slices.SortStableFunc(times, func(x, y *form.Expr) int { return cmp.Compare(bucketGrain(x), bucketGrain(y)) })
	if len(times) > 0 && len(b.q.Group) > 0 {
		return times, others
	}
	if len(times) > 0 {
		return times[:1], nil
	}
	for _, o := range b.q.Order {
		if !has(o.By, isWindow) && !has(o.By, isAggregate) {
			return []*form.Expr{o.By}, nil
		}
	}
	if len(others) > 0 && len(b.q.Group) > 0 {
		return others[:1], others[1:]
	}
	return nil, nil
}
