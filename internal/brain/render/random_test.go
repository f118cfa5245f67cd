package render_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/brain/span"
)

// field is a column of the tests' schema that random forms may use.
type field struct{ name, kind string }

// neighbours are tables that keys join, so that a random walk stays joinable.
var (
	neighbours = map[string][]string{
		"region": {"customer", "airport"}, "customer": {"region", "orders"}, "orders": {"customer", "order_line"}, "order_line": {"orders", "product", "order_return"},
		"product": {"order_line", "price_history"}, "order_return": {"order_line"}, "airport": {"region", "flight"}, "flight": {"airport"}, "price_history": {"product"},
	}
	fields = map[string][]field{
		"region": {{"region.name", "text"}}, "customer": {{"customer.name", "text"}, {"customer.joined", "time"}, {"customer.active", "flag"}},
		"orders":     {{"orders.status", "text"}, {"orders.ordered_at", "time"}, {"orders.shipped_at", "time"}, {"orders.freight", "number"}, {"orders.noted_on", "time"}},
		"order_line": {{"order_line.quantity", "number"}, {"order_line.amount", "number"}}, "product": {{"product.category", "text"}, {"product.price", "number"}, {"product.weight", "number"}},
		"order_return": {{"order_return.reason", "text"}}, "airport": {{"airport.city", "text"}}, "flight": {{"flight.departed", "time"}},
		"price_history": {{"price_history.valid_from", "time"}, {"price_history.price", "number"}},
	}
)

// maker makes a form from chance alone. Two makers with the same seed make the
// same form, whatever numbers the engines give to columns.
type maker struct {
	*rand.Rand
	n      *names
	tables []string
}

func (m *maker) one(list ...form.Op) form.Op { return list[m.IntN(len(list))] }

func (m *maker) fields(kinds ...string) []field {
	var list []field
	for _, t := range m.tables {
		for _, f := range fields[t] {
			if len(kinds) == 0 || slices.Contains(kinds, f.kind) {
				list = append(list, f)
			}
		}
	}
	return list
}

func (m *maker) field(kinds ...string) (field, bool) {
	list := m.fields(kinds...)
	if len(list) == 0 {
		return field{}, false
	}
	return list[m.IntN(len(list))], true
}

// dimension is something to group by.
func (m *maker) dimension() *form.Expr {
	f, ok := m.field("text", "time", "flag")
	if !ok {
		return op(form.Lower, m.n.col("region.name"))
	}
	e := m.n.col(f.name)
	if f.kind == "time" {
		return op(m.one(form.Day, form.Week, form.Month, form.Quarter, form.Year, form.MonthNum, form.Weekday), e)
	}
	return e
}

// measure is a figure of rows.
func (m *maker) measure() *form.Expr {
	f, ok := m.field("number")
	if !ok || m.IntN(3) == 0 {
		if m.IntN(3) == 0 {
			return countOf(when(m.condition(), star))
		}
		return countOf(star)
	}
	e := m.n.col(f.name)
	switch m.IntN(7) {
	case 0:
		return op(form.Median, e)
	case 1:
		return withValue(form.Percentile, "75", e)
	case 2:
		return op(m.one(form.Sum, form.Avg), when(m.condition(), e))
	case 3:
		return op(form.Stdev, e)
	case 4:
		return op(m.one(form.Pct, form.Div, form.Change, form.Add, form.Sub), op(form.Sum, e), countOf(star))
	}
	return op(m.one(form.Sum, form.Avg, form.Max, form.Min), e)
}

func (m *maker) condition() *form.Cond {
	f, _ := m.field()
	e := m.n.col(f.name)
	signs := []form.CondOp{form.Less, form.Greater, form.LessEqual, form.GreaterEqual, form.Equal, form.NotEqual}
	switch f.kind {
	case "number":
		return is(signs[m.IntN(len(signs))], e, lit([]string{"3", "20", "100.5"}[m.IntN(3)]))
	case "flag":
		return is(form.Equal, e, lit("1"))
	case "time":
		switch m.IntN(5) {
		case 0:
			return test(form.During, e, every(span.Month, 1+m.IntN(12), 1+m.IntN(12)))
		case 1:
			return test(form.NotDuring, e, period("2024-05-01", "2025-02-01"))
		case 2:
			return test([]form.CondOp{form.IsNull, form.NotNull}[m.IntN(2)], e)
		case 3:
			return is(form.Less, op(form.Days, &form.Expr{Op: form.Today}, e), lit("400"))
		}
		return test(form.During, e, period("2024-02-10", "2025-06-01"))
	}
	switch m.IntN(4) {
	case 0:
		return test(form.Contains, e, txt("O"))
	case 1:
		return test(form.NoneOf, e, txt("paid"), txt("Toys"))
	case 2:
		return any1(test(form.StartsWith, e, txt("a")), test(form.NotNull, e))
	}
	return is(form.NotEqual, e, litText("open"))
}

func (m *maker) query(deep bool) *form.Query {
	names := slices.Sorted(func(yield func(string) bool) {
		for t := range neighbours {
			if !yield(t) {
				return
			}
		}
	})
	m.tables = []string{names[m.IntN(len(names))]}
	for range m.IntN(3) {
		next := neighbours[m.tables[len(m.tables)-1]]
		if t := next[m.IntN(len(next))]; !slices.Contains(m.tables, t) {
			m.tables = append(m.tables, t)
		}
	}
	q := &form.Query{Keep: form.NoTable}
	for _, t := range m.tables {
		q.Tables = append(q.Tables, m.n.table(t))
	}
	if m.IntN(2) == 0 {
		q.Where = m.condition()
		if m.IntN(3) == 0 {
			q.Where = all(q.Where, m.condition())
		}
	}
	switch m.IntN(6) {
	case 0: // rows
		q.Distinct = m.IntN(2) == 0
		q.Select = exprs(m.dimension(), m.dimension())
		if m.IntN(2) == 0 {
			q.Order = []form.Order{{By: m.dimension(), Desc: m.IntN(2) == 0}}
		}
	case 1: // one figure, or several
		q.Select = exprs(m.measure(), m.measure())
	case 2: // a figure of groups
		q.Group = exprs(m.dimension())
		q.Select = exprs(op(m.one(form.Avg, form.Max, form.Median, form.Sum), m.measure()), countOf(&form.Expr{Op: form.Groups}))
	case 3: // over the rows of the result
		q.Group = exprs(m.dimension(), m.dimension())
		x := m.measure()
		w := op(m.one(form.Share, form.Rank), x)
		if slices.ContainsFunc(q.Group, func(e *form.Expr) bool { return e.Op != form.Column && e.Op != form.Lower }) {
			w = op(m.one(form.Running, form.Prev, form.Growth, form.Share), x)
		}
		q.Select = append(slices.Clone(q.Group), x, w)
	default:
		q.Group = exprs(m.dimension())
		x := m.measure()
		q.Select = append(slices.Clone(q.Group), x, m.measure())
		if m.IntN(3) == 0 {
			q.Having = is(form.Greater, countOf(star), lit("2"))
		}
		if m.IntN(2) == 0 {
			q.Order = []form.Order{{By: x, Desc: m.IntN(2) == 0}}
		}
		if m.IntN(3) == 0 && len(q.Order) > 0 {
			q.Limit = num("3")
		}
	}
	if deep && m.IntN(4) == 0 {
		inner := maker{m.Rand, m.n, nil}
		i := inner.query(false)
		i.Select, i.Group, i.Having, i.Order, i.Limit, i.Distinct = exprs(m.n.col(keys[inner.tables[0]])), nil, nil, nil, nil, false
		c := inside([]form.CondOp{form.In, form.NotIn}[m.IntN(2)], m.n.col(keys[m.tables[0]]), i)
		if (inner.tables[0] == "airport") == (m.tables[0] == "airport") {
			q.Where = c
		}
	}
	return q
}

// keys are columns of numbers, but for airport's code.
var keys = map[string]string{"region": "region.id", "customer": "customer.id", "orders": "orders.id", "order_line": "order_line.order_id", "product": "product.id",
	"order_return": "order_return.id", "airport": "airport.code", "flight": "flight.id", "price_history": "price_history.id"}

func TestRandomFormsRunEverywhere(t *testing.T) {
	list := engines(t)
	const forms = 400
	for seed := range uint64(forms) {
		var first []string
		var firstText string
		for i, e := range list {
			build := func(n *names) *form.Query {
				m := maker{rand.New(rand.NewPCG(seed, 5)), n, nil}
				return m.query(true)
			}
			q := build(&names{t, e.ix})
			got, text, err := e.ask(t, build)
			if err != nil {
				t.Errorf("%d on %s: %v\n%s", seed, e.dialect, err, text)
				continue
			}
			if render.Sentence(e.ix, q) == "" {
				t.Errorf("%d says nothing", seed)
			}
			switch {
			case i == 0:
				first, firstText = got, text
			case !equalRows(first, got, false):
				t.Errorf("%d differs on %s:\n%q\n%q\n%s\n%s", seed, e.dialect, head(first), head(got), text, firstText)
			}
		}
	}
}

func head(list []string) []string { return list[:min(len(list), 6)] }
