package candidates

import (
	"strings"
	"testing"

	"github.com/plumbdata/plumb/internal/brain/form"
	"github.com/plumbdata/plumb/internal/brain/render"
	"github.com/plumbdata/plumb/internal/test/braintest"
)

func TestWeekdaysHaveNamesUnlessNumbersAreWanted(t *testing.T) {
	s := braintest.Ask(t, "orders by weekday")
	date := s.Index.Column("main", "orders", "order_date")
	day := func() *form.Expr {
		return &form.Expr{Op: form.Weekday, Args: []*form.Expr{{Op: form.Column, Column: date}}}
	}
	for question, numbers := range map[string]bool{
		"On which weekday do we get the most orders?": false, "orders per weekday (0 = Sunday)": true, "orders by weekday number": true,
		"orders by day of the week, Monday is 1": true, "orders on the 1 best weekday": false,
	} {
		count := &form.Expr{Op: form.Count, Args: []*form.Expr{{Op: form.Column}}}
		q := &form.Query{Keep: form.NoTable, Tables: []int{1}, Select: []*form.Expr{day(), count}, Group: []*form.Expr{day()}, Order: []form.Order{{By: day()}}}
		hold(t, s.Index, q, s.Linker.Read(question, braintest.Today, nil), "weekday names")
		for _, d := range []render.Dialect{render.SQLite, render.DuckDB, render.Postgres} {
			sql, _, err := render.Render(s.Index, d, q, braintest.Today)
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
