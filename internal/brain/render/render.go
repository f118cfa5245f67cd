package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/fault"
)

// Notes is what a person should know of the joins behind an answer.
type Notes struct {
	Added    []string // tables that were joined without being asked for
	Inferred []string // equalities that rest on a key which nobody declared
	Doubled  []string // tables whose rows count more than once, as a join multiplies them
	Single   []string // tables whose rows are counted once although a join multiplies them
	Spelt    []string // values that the data write in several ways, all of which are meant
}

// Lines says the notes in plain words.
func (n Notes) Lines() []string {
	var list []string
	say := func(format string, items []string) {
		if len(items) > 0 {
			list = append(list, fmt.Sprintf(format, strings.Join(items, "; ")))
		}
	}
	say("joined through %s, which the question does not name", n.Added)
	say("each row of %s counts once, although the join repeats it", n.Single)
	say("rows of %s may count more than once, as the join repeats them", n.Doubled)
	say("the data spell it in several ways, all of which count: %s", n.Spelt)
	return list
}

// Details says what lies behind the joins that only those who look closely want
// to know.
func (n Notes) Details() []string {
	var list []string
	for _, key := range n.Inferred {
		list = append(list, "the key "+key+" is not declared; it was inferred from the data")
	}
	return list
}

// Render writes the query for an engine. now is the day that "today" means.
func Render(ix *index.Index, d Dialect, q *form.Query, now time.Time) (string, Notes, error) {
	r := &renderer{ix: ix, d: d, now: now}
	switch d {
	case SQLite, DuckDB, Postgres:
	default:
		return "", Notes{}, fault.New(fault.Internal, "no SQL is written for %q", d).WithHint("use sqlite, duckdb or postgres")
	}
	sql := r.query(q)
	if r.err != nil {
		return "", Notes{}, r.err
	}
	return sql, r.notes, nil
}

// renderer writes one statement. The first thing that cannot be written is
// kept in err, and what is written after it does not count.
type renderer struct {
	ix    *index.Index
	d     Dialect
	now   time.Time
	notes Notes
	err   error
}

func (r *renderer) fail(format string, args ...any) string {
	if r.err == nil {
		r.err = fault.New(fault.Validation, format, args...).WithHint("ask in other words")
	}
	return "NULL"
}

// query writes a query with what is combined with it.
func (r *renderer) query(q *form.Query) string {
	if q.Set == form.NoSet || q.Other == nil {
		return r.one(q, true)
	}
	outside := r.orderOutside(q)
	left := r.one(q, !outside)
	if !outside && (len(q.Order) > 0 || isLimited(q)) {
		left = wrapQuery(left)
	}
	right := r.query(q.Other)
	plain := q.Other.Set == form.NoSet && len(q.Other.Order) == 0 && !isLimited(q.Other)
	if !plain && !(q.Set == form.Union && q.Other.Set == form.Union && r.bare(q.Other)) {
		right = wrapQuery(right)
	}
	sql := left + "\n" + strings.ToUpper(string(q.Set)) + "\n" + right
	if !outside {
		return sql
	}
	return sql + r.orderBy(r.outputOrder(q)) + r.limit(q)
}

// bare reports whether a combination has no order or limit of its own.
func (r *renderer) bare(q *form.Query) bool {
	for ; q != nil; q = q.Other {
		if len(q.Order) > 0 || isLimited(q) {
			return false
		}
	}
	return true
}

// orderOutside reports whether the order is of the whole combination: only
// what is selected can be ordered by there.
func (r *renderer) orderOutside(q *form.Query) bool {
	if len(q.Per) > 0 {
		return false
	}
	for _, o := range q.Order {
		if position(q.Select, o.By) == 0 {
			return false
		}
	}
	return true
}

func (r *renderer) outputOrder(q *form.Query) []string {
	var keys []string
	for _, o := range q.Order {
		keys = append(keys, itoa(position(q.Select, o.By))+r.direction(o, true))
	}
	return keys
}

func (r *renderer) orderBy(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return "\nORDER BY " + strings.Join(keys, ", ")
}

// limit writes how many rows there are: the first ones, or the one at a place
// of the order.
func (r *renderer) limit(q *form.Query) string {
	if q.Place != nil {
		n, ok := wholeNumber(q.Place.Text)
		place, err := strconv.Atoi(n)
		if !ok || err != nil || place < 1 {
			return r.fail("%q is no place in an order", q.Place.Text)
		}
		return fmt.Sprintf("\nLIMIT 1 OFFSET %d", place-1)
	}
	v := q.Limit
	if v == nil {
		return ""
	}
	n, ok := wholeNumber(v.Text)
	if !ok {
		return r.fail("%q is not a number of rows", v.Text)
	}
	return "\nLIMIT " + n
}

// isLimited reports whether the order decides which rows there are.
func isLimited(q *form.Query) bool { return q.Limit != nil || q.Place != nil }

// direction writes how a key is ordered. What is unknown comes last on every
// engine.
func (r *renderer) direction(o form.Order, nullable bool) string {
	switch {
	case o.Desc && r.d == Postgres && nullable:
		return " DESC NULLS LAST"
	case o.Desc:
		return " DESC"
	case r.d == SQLite && nullable:
		return " NULLS LAST"
	}
	return ""
}

// wrapQuery makes a query that may stand where only a plain one may.
func wrapQuery(sql string) string { return "SELECT * FROM (" + indentQuery(sql) + ") AS part" }

// indentQuery is a query inside brackets: on lines of its own when it is long.
func indentQuery(sql string) string {
	const short = 60
	if len(sql) <= short {
		return strings.ReplaceAll(sql, "\n", " ")
	}
	return "\n  " + strings.ReplaceAll(sql, "\n", "\n  ") + "\n"
}
