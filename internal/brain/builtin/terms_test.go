package builtin

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/index"
	"github.com/plumbdata/plumb/internal/brain/render"
)

func TestATermCountsTheRowsOfItsDefinition(t *testing.T) {
	s := script(t, "revenue by city")
	net, city := s.ix.Column("main", "orders", "net_sales"), s.ix.Column("main", "customer", "city")
	revenue := &index.Term{Name: []string{"revenue"}, Column: net, Where: []index.Rows{{Column: city, Value: "Oslo"}}, File: "docs.md"}
	column := func(n int) *form.Expr { return &form.Expr{Op: form.Column, Column: n} }
	sum := &form.Expr{Op: form.Sum, Args: []*form.Expr{column(net)}}
	is := func(text string) *form.Cond {
		return &form.Cond{Op: form.Equal, Left: column(city), Right: &form.Expr{Op: form.Literal, Value: &form.Value{Kind: form.Text, Text: text, Stored: true}}}
	}
	for name, c := range map[string]struct {
		query *form.Query
		where string
	}{
		"alone":            {&form.Query{Keep: form.NoTable, Select: []*form.Expr{sum}}, "WHERE c.city = 'Oslo'"},
		"its own mind":     {&form.Query{Keep: form.NoTable, Select: []*form.Expr{sum}, Where: is("Victoria")}, "WHERE c.city = 'Victoria'"},
		"another question": {&form.Query{Keep: form.NoTable, Select: []*form.Expr{column(net)}}, ""},
	} {
		said, missed := keepDefinitions(s.ix, c.query, []*index.Term{revenue})
		sql, _, err := render.Render(s.ix, render.SQLite, c.query, today)
		if err != nil {
			t.Fatal(err)
		}
		if _, where, _ := strings.Cut(sql, "WHERE"); strings.TrimSpace("WHERE"+where) != c.where && !(c.where == "" && where == "") {
			t.Errorf("%s: %s", name, sql)
		}
		if (c.where != "") != (len(said) == 1) || missed != (c.where == "") {
			t.Errorf("%s says %q, and misses %v", name, said, missed)
		}
	}
}

func TestWeekdaysHaveNamesUnlessNumbersAreWanted(t *testing.T) {
	s := script(t, "orders by weekday")
	date := s.ix.Column("main", "orders", "order_date")
	day := func() *form.Expr {
		return &form.Expr{Op: form.Weekday, Args: []*form.Expr{{Op: form.Column, Column: date}}}
	}
	for question, numbers := range map[string]bool{
		"On which weekday do we get the most orders?": false, "orders per weekday (0 = Sunday)": true, "orders by weekday number": true,
		"orders by day of the week, Monday is 1": true, "orders on the 1 best weekday": false,
	} {
		count := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
		q := &form.Query{Keep: form.NoTable, Tables: []int{1}, Select: []*form.Expr{day(), count}, Group: []*form.Expr{day()}, Order: []form.Order{{By: day()}}}
		nameWeekdays(q, question)
		for _, d := range []render.Dialect{render.SQLite, render.DuckDB, render.Postgres} {
			sql, _, err := render.Render(s.ix, d, q, today)
			if err != nil {
				t.Fatal(err)
			}
			named := strings.Contains(sql, "Monday") || strings.Contains(sql, "dayname") || strings.Contains(sql, "FMDay")
			if named == numbers || named && !strings.Contains(sql, "ORDER BY MIN(") {
				t.Errorf("%s, %s:\n%s", question, d, sql)
			}
		}
	}
}
