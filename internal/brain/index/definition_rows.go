package index

import (
	"slices"
	"strconv"
	"strings"

	"github.com/plumbdata/plumb/internal/english"
)

// rowset is rows of a table, all of them or those that fulfil a test.
type rowset struct {
	table int
	where *Test
}

// rows reads "completed orders", "deals `closed_won`", "customers with at least
// one order in the last 90 days".
func (r *reader) rows() *rowset {
	rows := r.noun()
	if rows == nil {
		return nil
	}
	for {
		where := r.parseTrailingCondition(rows.table)
		if where == nil {
			return rows
		}
		rows.where = also(rows.where, where)
	}
}

// noun reads the name of a table's rows, with what stands before it, and a
// value that stands right after it.
func (r *reader) noun() *rowset {
	const mostBefore = 3
	r.articles()
	start := r.at
	for before := 0; before <= mostBefore; before++ {
		r.at = start + before
		if before > 0 && r.tokensAt(start, before) == nil {
			break
		}
		rows := r.readRows()
		if rows == nil {
			continue
		}
		after := r.at
		r.at = start
		for r.at < start+before {
			t := r.quality(rows.table)
			if t == nil || r.at > start+before {
				break
			}
			rows.where = also(rows.where, t)
		}
		if r.at != start+before {
			continue
		}
		r.at = after
		r.context = append(slices.Clip(r.context), rows.table)
		if !r.atEnd() && r.tokens[r.at].quoted {
			if t := r.x.testForValue(rows.table, r.tokens[r.at].text); t != nil {
				r.at++
				rows.where = also(rows.where, t)
			}
		}
		return rows
	}
	r.at = start
	return nil
}

// tokensAt lists tokens that are plain words, nil when one is not.
func (r *reader) tokensAt(at, length int) []string {
	var list []string
	for i := at; i < at+length; i++ {
		if i >= len(r.tokens) || r.tokens[i].quoted {
			return nil
		}
		list = append(list, r.tokens[i].text)
	}
	return list
}

// readRows reads a table's name, what it is called otherwise, or a term that is a
// kind of its rows.
func (r *reader) readRows() *rowset {
	if m := tried(r, r.readTerm); m != nil {
		if m.Figure == nil && m.Column == 0 && m.Time == 0 {
			return &rowset{m.Table, m.Where}
		}
		return nil
	}
	if !r.atEnd() && r.tokens[r.at].quoted {
		for t := range r.x.Tables {
			if strings.EqualFold(r.x.Tables[t].Name, r.tokens[r.at].text) {
				r.at++
				return &rowset{table: t}
			}
		}
		return nil
	}
	for length := longestTerm; length > 0; length-- {
		s := r.plain(length)
		if s == nil {
			continue
		}
		for _, views := range []bool{false, true} {
			for t := range r.x.Tables {
				if r.x.Tables[t].View == views && r.x.isCalled(t, s) {
					r.at += length
					return &rowset{table: t}
				}
			}
		}
	}
	return nil
}

// parseTrailingCondition reads a condition that stands after the rows that it is of.
func (r *reader) parseTrailingCondition(table int) *Test {
	return tried(r, func() *Test {
		switch {
		case r.take("whose", "where", "having", "with"):
			return r.conditions(table)
		case r.take("that", "which", "who"):
			r.take("are", "were", "is", "was", "have", "has", "had")
			return r.conditions(table)
		case r.take("without"):
			if t := r.condition(table); t != nil {
				return t.opposite()
			}
			return nil
		}
		return r.latelyOf(table)
	})
}

// conditions reads conditions with and and or between them; and binds tighter.
func (r *reader) conditions(table int) *Test {
	var either []*Test
	all := r.condition(table)
	for all != nil {
		at := r.at
		comma := r.take(",")
		switch {
		case r.take("and", "but"):
			r.again(table)
			next := tried(r, func() *Test { return r.condition(table) })
			if next == nil {
				r.at = at
				return anyOf(append(either, all))
			}
			all = also(all, next)
		case r.take("or"):
			r.again(table)
			next := tried(r, func() *Test { return r.condition(table) })
			if next == nil {
				r.at = at
				return anyOf(append(either, all))
			}
			either, all = append(either, all), next
		default:
			if comma {
				r.at = at
			}
			return anyOf(append(either, all))
		}
	}
	return nil
}

// again skips words that only say that another condition comes.
func (r *reader) again(table int) {
	r.take("whose", "where", "with", "that are", "which are", "who are", "that have", "who have", "are", "is", "have", "has")
}

func anyOf(list []*Test) *Test {
	if len(list) == 1 {
		return list[0]
	}
	return &Test{Op: "or", Args: list}
}

// condition reads one condition on rows of a table.
func (r *reader) condition(table int) *Test {
	for _, f := range []func() *Test{
		func() *Test { return r.readComparison(table) },
		func() *Test { return r.parseRelatedRows(table) },
		func() *Test { return r.quality(table) },
		func() *Test { return r.latelyOf(table) },
	} {
		if t := tried(r, f); t != nil {
			return t
		}
	}
	return nil
}

// parseRelatedRows reads "at least one completed order", "no orders": rows of another
// table that lead to one of this.
func (r *reader) parseRelatedRows(table int) *Test {
	least, no := 1, false
	switch {
	case r.take("no", "not any", "zero"):
		no = true
	case r.take("at least", "a minimum of"):
		n, ok := r.number()
		if !ok {
			return nil
		}
		least, _ = strconv.Atoi(n)
	case r.take("more than"):
		n, ok := r.number()
		if !ok {
			return nil
		}
		least, _ = strconv.Atoi(n)
		least++
	case r.take("one or more", "a", "an", "any", "some"):
	default:
		if n, ok := r.number(); ok && r.take("or more") {
			least, _ = strconv.Atoi(n)
		} else {
			return nil
		}
	}
	rows := r.rows()
	if rows == nil || least < 1 {
		return nil
	}
	key := r.x.keyBetween(rows.table, table)
	if key < 0 {
		return nil
	}
	t := &Test{Op: Has, Key: key, Where: rows.where, Least: least}
	if no {
		t.Op = HasNot
	}
	return t
}

// quality reads a word that says what rows are like: completed, not closed,
// returned, or a value in backticks.
func (r *reader) quality(table int) *Test {
	not := r.take("not yet", "not", "non", "non -", "never")
	if r.atEnd() {
		return nil
	}
	var t *Test
	if w := r.tokens[r.at]; w.quoted {
		t = r.x.testForValue(table, w.text)
	} else {
		t = r.x.adjective(table, w.text)
	}
	if t == nil {
		return nil
	}
	r.at++
	for r.values(t, table) { // completed or shipped
	}
	switch {
	case !not:
		return t
	case r.word(0) == "or" && !english.Among(r.word(1), "not non whose where with that which who"):
		return nil // not completed or shipped: neither, or shipped
	}
	return t.opposite()
}

// values adds another value of the same column to a list of them.
func (r *reader) values(t *Test, table int) bool {
	at := r.at
	if t.Op != "=" && t.Op != "anyof" || !r.take("or", ", or", ",") || r.atEnd() {
		r.at = at
		return false
	}
	var next *Test
	if w := r.tokens[r.at]; w.quoted {
		next = r.x.testForValue(table, w.text)
	} else {
		next = r.x.adjective(table, w.text)
	}
	if next == nil || next.Column != t.Column || next.Op != "=" && next.Op != "anyof" {
		r.at = at
		return false
	}
	r.at++
	t.Op, t.Values = "anyof", append(slices.Clip(t.Values), next.Values...)
	return true
}

// number reads a number in digits, or a small one in letters.
func (r *reader) number() (string, bool) {
	w := r.word(0)
	if n, ok := english.ParseNumber(w); ok {
		r.at++
		return strconv.Itoa(n), true
	}
	for _, sign := range []string{"€", "$", "£"} {
		if w == sign {
			r.at++
			w = r.word(0)
		}
	}
	if _, err := strconv.ParseFloat(w, 64); err != nil || w == "" || w[0] > '9' {
		return "", false
	}
	r.at++
	r.take("euros", "euro", "eur", "€", "dollars", "usd", "$", "pounds", "gbp", "£")
	return w, true
}

// latelyOf is lately for rows by themselves. The time is of what was named last:
// an order in the last 90 days is not a customer who came in these.
func (r *reader) latelyOf(table int) *Test {
	if len(r.context) == 0 || r.context[len(r.context)-1] != table {
		return nil
	}
	return r.lately(r.x.ownTime(table))
}

// lately reads a time up to the day of the question: "in the last 90 days", "in
// the 90 days that end on the day in question".
func (r *reader) lately(column int) *Test {
	if column == 0 {
		return nil
	}
	r.take("in", "within", "during", "over", "of", "from")
	r.take("the")
	last := r.take("last", "past", "previous", "preceding", "trailing")
	n, ok := r.number()
	if !ok {
		if n = "1"; !last {
			return nil
		}
	}
	unit := english.Singular(r.word(0))
	if !english.Among(unit, "day week month year quarter") {
		return nil
	}
	r.at++
	if !last {
		if !r.take("that end", "which end", "that ended", "ending", "up to", "before", "until", "to") {
			return nil
		}
		r.take("on", "with", "at")
		if !r.take("the day in question", "the date in question", "the day asked for", "today", "now", "the present day", "the current day", "the current date") {
			return nil
		}
	}
	when := "last " + n + " " + unit + "s"
	if !last {
		when = n + " " + unit + "s" + EndingToday
	}
	return &Test{Op: "during", Column: column, Values: []string{when}}
}
