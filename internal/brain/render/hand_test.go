package render_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
)

// sold is a line of an order, with what it belongs to.
type sold struct {
	order              string
	freight, amount    float64
	category, customer string
	month              string
}

// lines reads the data plainly, for computing by hand.
func lines(t *testing.T, e *engine) []sold {
	t.Helper()
	rows, _, err := e.ask(t, func(n *names) *form.Query {
		return query(form.Query{Tables: n.tables("order_line"), Select: exprs(n.col("orders.id"), n.col("orders.freight"), n.col("order_line.amount"), n.col("product.category"),
			n.col("orders.customer_id"), op(form.Day, n.col("orders.ordered_at")))})
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []sold
	for _, r := range rows {
		c := strings.Split(r, " | ")
		s := sold{order: c[0], category: c[3], customer: c[4], month: c[5][:7]}
		if _, err := fmt.Sscan(c[1]+" "+c[2], &s.freight, &s.amount); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func rounded(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", f), "0"), ".")
}

// compute compares a form's rows with what was computed, on every engine.
func compute(t *testing.T, list []*engine, want []string, build func(*names) *form.Query) {
	t.Helper()
	slices.Sort(want)
	for _, e := range list {
		got, text, err := e.ask(t, build)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s\n%s", e.dialect, strings.Join(got, "\n"), strings.Join(want, "\n"), text)
		}
	}
}

func TestReckonedByHand(t *testing.T) {
	list := engines(t)
	all := lines(t, list[0])
	byCategory := map[string][]float64{}
	freight := map[string]float64{}
	perMonth := map[string]map[string]bool{}
	perCustomer := map[string]map[string]float64{}
	total := 0.0
	for _, s := range all {
		byCategory[s.category] = append(byCategory[s.category], s.amount)
		freight[s.order] = s.freight
		total += s.amount
		if perMonth[s.month] == nil {
			perMonth[s.month] = map[string]bool{}
		}
		perMonth[s.month][s.order] = true
		if perCustomer[s.customer] == nil {
			perCustomer[s.customer] = map[string]float64{}
		}
		perCustomer[s.customer][s.category] += s.amount
	}

	t.Run("statistics", func(t *testing.T) {
		var want []string
		for c, values := range byCategory {
			slices.Sort(values)
			n := len(values)
			median := (values[(n-1)/2] + values[n/2]) / 2
			p90 := values[int(math.Ceil(float64(n)*0.9))-1]
			mean, squares := 0.0, 0.0
			for _, v := range values {
				mean += v / float64(n)
			}
			for _, v := range values {
				squares += (v - mean) * (v - mean)
			}
			want = append(want, strings.Join([]string{c, rounded(median), rounded(p90), rounded(math.Sqrt(squares / float64(n-1)))}, " | "))
		}
		compute(t, list, want, func(n *names) *form.Query {
			x := n.col("order_line.amount")
			return query(form.Query{Tables: n.tables("order_line"), Select: exprs(n.col("product.category"), op(form.Median, x), withValue(form.Percentile, "90", x), op(form.Stdev, x)), Group: exprs(n.col("product.category"))})
		})
	})

	t.Run("an order's freight counts once", func(t *testing.T) {
		sum := 0.0
		for _, f := range freight {
			sum += f
		}
		compute(t, list, []string{rounded(sum) + " | " + rounded(total) + " | " + rounded(100*sum/total)}, func(n *names) *form.Query {
			f, a := op(form.Sum, n.col("orders.freight")), op(form.Sum, n.col("order_line.amount"))
			return query(form.Query{Tables: n.tables("orders order_line"), Select: exprs(f, a, op(form.Pct, f, a))})
		})
	})

	t.Run("over time", func(t *testing.T) {
		var want []string
		var counts []float64
		running := 0.0
		for _, m := range slices.Sorted(maps.Keys(perMonth)) {
			c := float64(len(perMonth[m]))
			counts = append(counts, c)
			running += c
			last := counts[max(0, len(counts)-3):]
			mean := 0.0
			for _, v := range last {
				mean += v / float64(len(last))
			}
			before, growth := "∅", "∅"
			if len(counts) > 1 {
				p := counts[len(counts)-2]
				before, growth = rounded(p), rounded(100*(c-p)/p)
			}
			want = append(want, strings.Join([]string{m, rounded(c), rounded(running), rounded(mean), before, growth}, " | "))
		}
		compute(t, list, want, func(n *names) *form.Query {
			m, c := op(form.Month, n.col("orders.ordered_at")), countOf(star)
			return query(form.Query{Tables: n.tables("orders"), Select: exprs(m, c, op(form.Running, c), withValue(form.Moving, "3", c), op(form.Prev, c), op(form.Growth, c)), Group: exprs(m)})
		})
	})

	t.Run("best of each", func(t *testing.T) {
		var want []string
		for customer, sums := range perCustomer {
			best := slices.MaxFunc(slices.Collect(maps.Keys(sums)), func(a, b string) int { return cmp.Compare(sums[a], sums[b]) })
			want = append(want, customer+" | "+best+" | "+rounded(sums[best]))
		}
		compute(t, list, want, func(n *names) *form.Query {
			k, c, x := n.col("orders.customer_id"), n.col("product.category"), op(form.Sum, n.col("order_line.amount"))
			return query(form.Query{Tables: n.tables("orders product"), Select: exprs(k, c, x), Group: exprs(k, c), Order: []form.Order{desc(x)}, Limit: num("1"), Per: exprs(k)})
		})
	})

	t.Run("average of groups", func(t *testing.T) {
		orders := map[string]map[string]bool{}
		for _, s := range all {
			if orders[s.customer] == nil {
				orders[s.customer] = map[string]bool{}
			}
			orders[s.customer][s.order] = true
		}
		many := 0
		for _, o := range orders {
			if len(o) >= 8 {
				many++
			}
		}
		want := rounded(float64(len(freight))/float64(len(orders))) + " | " + fmt.Sprint(len(orders)) + " | " + fmt.Sprint(many)
		compute(t, list, []string{want}, func(n *names) *form.Query {
			groups := &form.Expr{Op: form.Groups}
			return query(form.Query{Tables: n.tables("orders"), Select: exprs(op(form.Avg, countOf(star)), countOf(groups), countOf(when(is(form.GreaterEqual, countOf(star), lit("8")), groups))), Group: exprs(n.col("orders.customer_id"))})
		})
	})
}
