package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/meaning"
	"github.com/plumbdata/plumb/internal/test/testbed"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDescribe holds the meaning of every construct of a form against a golden
// file, beside the words that people read.
func TestDescribe(t *testing.T) {
	e := lite(t)
	var got strings.Builder
	for _, c := range cases {
		q := c.build(&names{t, e.ix})
		m := render.Describe(e.ix, q)
		if m == nil {
			t.Errorf("%s: there is no meaning", c.name)
			continue
		}
		if !hasStar(q) && len(m.Columns) != len(q.Select) {
			t.Errorf("%s: %d columns are described, and %d selected", c.name, len(m.Columns), len(q.Select))
		}
		_, sentence := render.Plainly(e.ix, q)
		fmt.Fprintf(&got, "%s: %s\n%s\n", c.name, sentence, parts(t, m))
	}
	testbed.Golden(t, *update, "testdata/describe.golden.txt", got.String())
}

// parts is the JSON of a meaning, a line for each of its parts.
func parts(t *testing.T, m *meaning.Meaning) string {
	t.Helper()
	var b bytes.Buffer
	line := func(name string, v any) {
		text := &bytes.Buffer{}
		encoder := json.NewEncoder(text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(v); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "  %-6s %s", name, text)
	}
	line("row", m.Row)
	for _, c := range m.Columns {
		line("column", c)
	}
	for _, f := range m.Filters {
		line("filter", f)
	}
	for _, o := range m.Order {
		line("order", o)
	}
	if m.Limit.Rows+m.Limit.Place > 0 || m.Set {
		line("limit", struct {
			meaning.Limit
			Set bool `json:"set,omitempty"`
		}{m.Limit, m.Set})
	}
	return b.String()
}

func hasStar(q *form.Query) bool {
	for _, e := range q.Select {
		if e.Op == form.Column && e.Column == 0 {
			return true
		}
	}
	return false
}

// TestDescribeGroups spells one meaning out: revenue by category of one year,
// the highest first.
func TestDescribeGroups(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	total := op(form.Sum, n.col("order_line.amount"))
	q := query(form.Query{Tables: n.tables("product order_line orders"), Select: exprs(n.col("product.category"), total), Group: exprs(n.col("product.category")),
		Where: all(is(form.Equal, n.col("orders.status"), litText("paid")), test(form.During, n.col("orders.ordered_at"), period("2025-01-01", "2026-01-01"))),
		Order: []form.Order{desc(total)}, Limit: num("3")})
	got := render.Describe(e.ix, q).Named([]string{"category", "total_amount"})
	if c := got.Column("total_amount"); c == nil || c.Role != meaning.RoleMeasure || c.Aggregate != meaning.Sum || c.Additivity != meaning.Additive ||
		!cmp.Equal(c.Origins, []meaning.Origin{{Table: "order_line", Column: "amount"}}) {
		t.Errorf("the total is %+v", c)
	}
	if c := got.Column("category"); c == nil || c.Role != meaning.RoleDimension {
		t.Errorf("the category is %+v", c)
	}
	if len(got.Filters) != 2 || got.Filters[0].Op != meaning.Equal || !cmp.Equal(got.Filters[0].Values, []string{"paid"}) ||
		got.Filters[1].Op != meaning.Within || got.Filters[1].Period.Name != "2025" || got.Filters[1].Period.Grain != meaning.Year {
		t.Errorf("the filters are %+v", got.Filters)
	}
	if !cmp.Equal(got.Order, []meaning.Order{{Column: 1, Label: "total order line amount", Desc: true, Of: meaning.RoleMeasure}}) || got.Limit.Rows != 3 || got.Row.Kind != meaning.RowGroup {
		t.Errorf("the order is %+v, the limit %+v, a row %+v", got.Order, got.Limit, got.Row)
	}
	if other := got.Named([]string{"one"}); other.Columns != nil || other.Order[0].Column != -1 || len(other.Filters) != 2 {
		t.Errorf("of a result with other columns it is %+v", other)
	}
}

// TestDescribeAlternativesOfGroups describes groups of which one of two conditions
// must hold, in a query without other conditions.
func TestDescribeAlternativesOfGroups(t *testing.T) {
	e := lite(t)
	n := &names{t, e.ix}
	few, many := is(form.Less, countOf(star), lit("2")), is(form.Greater, countOf(star), lit("9"))
	q := query(form.Query{Tables: n.tables("orders"), Select: exprs(n.col("orders.status"), countOf(star)), Group: exprs(n.col("orders.status")),
		Having: &form.Cond{Op: form.Or, Args: []*form.Cond{few, many}}})
	got := render.Describe(e.ix, q)
	if len(got.Filters) != 1 || !got.Filters[0].OfGroup || got.Filters[0].Op != meaning.Compound || got.Filters[0].Text == "" {
		t.Errorf("the filters are %+v", got.Filters)
	}
}
