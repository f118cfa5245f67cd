package chart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/plumbdata/plumb/internal/table"
)

// grid makes a table from a header and rows of plain Go values; a column
// called "day:date" holds dates.
func grid(header string, rows ...[]any) *table.Table {
	t := &table.Table{}
	var kinds []string
	for _, h := range strings.Split(header, ",") {
		name, kind, _ := strings.Cut(h, ":")
		kinds = append(kinds, kind)
		t.Columns = append(t.Columns, table.Column{Name: name})
	}
	for _, r := range rows {
		row := make(table.Row, len(r))
		for i, v := range r {
			switch v := v.(type) {
			case int:
				row[i] = table.NewInt(int64(v))
			case float64:
				row[i] = table.NewFloat(v)
			case bool:
				row[i] = table.NewBool(v)
			case string:
				row[i] = table.NewText(v)
				if kinds[i] == "date" {
					row[i], _ = table.Parse(table.Date, v)
				}
			}
			if t.Columns[i].Kind == table.Null {
				t.Columns[i].Kind = row[i].Kind()
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func many(n int, row func(i int) []any) [][]any {
	var list [][]any
	for i := range n {
		list = append(list, row(i))
	}
	return list
}

func month(i int) string { return fmt.Sprintf("%d-%02d-01", 2024+i/12, i%12+1) }

var (
	regions  = grid("region,revenue", []any{"North", 30}, []any{"South", 50}, []any{"West", 20})
	months   = grid("month:date,revenue", many(12, func(i int) []any { return []any{month(i), 100 + i*i} })...)
	quarters = grid("quarter,revenue", []any{"2024-Q1", 3}, []any{"2024-Q2", 4}, []any{"2024-Q3", 9}, []any{"2024-Q4", 2})
	points   = grid("height,weight", many(20, func(i int) []any { return []any{150.5 + float64(i), 50 + i%7} })...)
	ages     = grid("age", many(40, func(i int) []any { return []any{20 + (i*i)%50} })...)
	split    = grid("month:date,region,revenue", many(24, func(i int) []any { return []any{month(i / 2), []string{"North", "South"}[i%2], 10 + i} })...)
	crossed  = grid("region,product,revenue", many(6, func(i int) []any {
		return []any{[]string{"North", "South", "West"}[i/2], []string{"Tea", "Coffee"}[i%2], 10 + i*7%11}
	})...)
	wide = grid("store,product,revenue", many(144, func(i int) []any { return []any{fmt.Sprint("store ", i/12), fmt.Sprint("product ", i%12), i * 7 % 31} })...)
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name, question string
		table          *table.Table
		kind           Kind
		x, series      string
		y              string
		says           string // in a diagnostic
	}{
		{"years with missing ones", "orders per year and region", grid("year,region,orders", many(12, func(i int) []any { return []any{2010 + 0.0 + float64(i/2), []string{"North", "South"}[i%2], i} })...), Line, "year", "region", "orders", ""},
		{"what colours are for", "bars of price by item, coloured by brand", grid("item,brand,price", []any{"a", "x", 3}, []any{"b", "x", 4}, []any{"c", "y", 5}), Bar, "item", "brand", "price", ""},
		{"one value", "total revenue", grid("revenue", []any{12.5}), Value, "", "", "revenue", ""},
		{"several values", "", grid("revenue,orders", []any{12.5, 3}), Value, "", "", "revenue orders", ""},
		{"a named value", "", grid("region,revenue", []any{"North", 3}), Value, "region", "", "revenue", ""},
		{"one text", "", grid("region", []any{"North"}), Value, "", "", "region", ""},
		{"nothing", "", grid("region,revenue"), Table, "", "", "", ""},
		{"categories", "", regions, Bar, "region", "", "revenue", ""},
		{"time", "", months, Line, "month", "", "revenue", ""},
		{"text periods", "", quarters, Line, "quarter", "", "revenue", ""},
		{"few periods", "", grid("year,revenue", []any{2023, 3}, []any{2024, 5}), Bar, "year", "", "revenue", ""},
		{"years", "", grid("year,revenue", many(6, func(i int) []any { return []any{2019 + i, i} })...), Line, "year", "", "revenue", ""},
		{"two numbers", "", points, Scatter, "height", "", "weight", ""},
		{"many numbers", "", ages, Histogram, "age", "", "", ""},
		{"few numbers", "", grid("age", []any{1}, []any{2}), Table, "", "", "", ""},
		{"names alone", "", grid("name", []any{"a"}, []any{"b"}), Table, "", "", "", ""},
		{"time and category", "", split, Line, "month", "region", "revenue", ""},
		{"two categories", "", crossed, Bar, "region", "product", "revenue", ""},
		{"two long categories", "", wide, Heatmap, "store", "product", "revenue", ""},
		{"keys with a name", "", grid("id,name,revenue", []any{1, "a", 5}, []any{2, "b", 7}), Bar, "name", "", "revenue", ""},
		{"keys alone", "", grid("department_id,revenue", []any{1, 5}, []any{2, 7}), Bar, "department_id", "", "revenue", ""},
		{"days of the week", "", grid("weekday,orders", []any{"Tuesday", 5}, []any{"Monday", 7}), Bar, "weekday", "", "orders", ""},
		{"hours", "", grid("hour,orders", many(24, func(i int) []any { return []any{i, i * 7 % 11} })...), Bar, "hour", "", "orders", ""},
		{"a running total by month number", "monthly sales and cumulative", grid("mo,kwh,cum_kwh", many(12, func(i int) []any { return []any{i + 1, 10, 10 * (i + 1)} })...), Line, "mo", "", "kwh cum_kwh", ""},
		{"keys beside names", "households that paid", grid("household_id,name", []any{1, "a"}, []any{2, "b"}), Table, "", "", "", ""},
		{"keys beside names, asked for", "a bar chart of households", grid("household_id,name", []any{1, "a"}, []any{2, "b"}), Bar, "name", "", "household_id", ""},
		{"keys on an axis", "households, with the x-axis descending", grid("household_id,name", []any{1, "a"}, []any{2, "b"}), Bar, "name", "", "household_id", ""},
		{"names of groups", "top two of each region", grid("region,shop,sales", []any{"N", "a", 3}, []any{"N", "b", 2}, []any{"S", "c", 5}, []any{"S", "d", 4}), Bar, "shop", "region", "sales", ""},
		{"keys of groups", "top two of each segment", grid("segment,cust_no,sales", []any{"N", 4, 3}, []any{"N", 7, 2}, []any{"S", 1, 5}, []any{"S", 3, 4}), Bar, "cust_no", "segment", "sales", ""},
		{"three categories", "", grid("region,product,channel,sales", many(16, func(i int) []any { return []any{fmt.Sprint("r", i/8), fmt.Sprint("p", i/4%2), fmt.Sprint("c", i%4), i} })...), Table, "", "", "", ""},
		{"several a day", "", grid("day:date,amount", many(20, func(i int) []any { return []any{fmt.Sprintf("2024-03-%02d", i/2+1), i * 7 % 13} })...), Scatter, "day", "", "amount", ""},
		{"measures alike", "", grid("region,price,cost", []any{"N", 5, 3}, []any{"S", 7, 4}), Bar, "region", "", "price cost", ""},
		{"measures apart", "", grid("region,orders,revenue", []any{"N", 5, 30000}, []any{"S", 7, 40000}), Bar, "region", "", "orders", "another measure does not fit"},
		{"numbers as text", "", grid("region,rooms", []any{"N", "5"}, []any{"S", "7"}), Bar, "region", "", "rooms", ""},
		{"codes as text", "", grid("zip,city", []any{"01234", "x"}, []any{"04567", "y"}), Table, "", "", "", ""},

		{"pie", "revenue by region as a pie", regions, Pie, "region", "", "revenue", ""},
		{"donut", "draw a donut chart of revenue", regions, Pie, "region", "", "revenue", ""},
		{"pie of losses", "as a pie chart", grid("region,profit", []any{"N", -5}, []any{"S", 3}), Bar, "region", "", "profit", "cannot be negative"},
		{"pie of two", "pie chart", crossed, Bar, "region", "product", "revenue", "a pie shows one"},
		{"bars over time", "revenue by month as a bar chart", months, Bar, "month", "", "revenue", ""},
		{"line along names", "make it a line", regions, Line, "region", "", "revenue", "names without an order"},
		{"trend of names", "what is the trend?", regions, Bar, "region", "", "revenue", ""},
		{"cumulative", "cumulative revenue by month", months, Area, "month", "", "revenue", ""},
		{"area", "area chart of revenue per region", split, Area, "month", "region", "revenue", ""},
		{"scatter of names", "scatter plot of revenue", regions, Bar, "region", "", "revenue", "needs two columns of numbers"},
		{"scatter of keys", "relationship between employee id and salary", grid("employee_id,salary", []any{1, 5}, []any{2, 7}), Scatter, "employee_id", "", "salary", ""},
		{"histogram of names", "histogram of revenue by region", regions, Bar, "region", "", "revenue", ""},
		{"heat map", "heat map of revenue", crossed, Heatmap, "region", "product", "revenue", ""},
		{"no heat map", "heatmap please", regions, Bar, "region", "", "revenue", "needs two columns of categories"},
		{"table", "show it as a table", regions, Table, "", "", "", ""},
		{"rows behind a figure", "which rows are behind this?", regions, Table, "", "", "", ""},
		{"bars of numbers", "bar chart of weight", points, Bar, "height", "", "weight", ""},
		{"pie of numbers below zero", "pie chart", grid("height,depth", many(9, func(i int) []any { return []any{i, -i} })...), Scatter, "height", "", "depth", "cannot be negative"},
		{"running losses", "cumulative profit", grid("month:date,profit", many(9, func(i int) []any { return []any{month(i), 3 - i} })...), Line, "month", "", "profit", ""},
		{"a line of one point", "line chart", grid("year,revenue", []any{2024, 3}), Value, "year", "", "revenue", "at least two points"},
		{"one bar", "bar chart", grid("region,revenue", []any{"North", 3}), Bar, "region", "", "revenue", ""},
		{"the word area", "area of each region", grid("region,area", []any{"N", 3}, []any{"S", 5}), Bar, "region", "", "area", ""},
		{"the word line", "revenue by product line", regions, Bar, "region", "", "revenue", ""},
		{"the word bar", "which bars sell most?", regions, Bar, "region", "", "revenue", ""},
		{"the word pie", "sales of apple pie by month", months, Line, "month", "", "revenue", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Choose(c.question, c.table, nil)
			p := got.Plan
			if p.Kind != c.kind || p.X != c.x || p.Series != c.series || strings.Join(p.Y, " ") != c.y {
				t.Errorf("got %s of %q along %q, series %q", p.Kind, p.Y, p.X, p.Series)
			}
			var said []string
			for _, d := range got.Diagnostics {
				said = append(said, d.Message)
				if d.Hint == "" {
					t.Errorf("no hint: %s", d.Message)
				}
			}
			if all := strings.Join(said, "\n"); !strings.Contains(all, c.says) || c.says == "" && all != "" {
				t.Errorf("said %q, want %q", all, c.says)
			}
			spec := p.VegaLite()
			if (spec == nil) != (p.Kind == Table || p.Kind == Value) {
				t.Fatalf("specification: %s", spec)
			}
			if spec == nil {
				return
			}
			if _, problems := Validate(spec, c.table); len(problems) > 0 {
				t.Errorf("our own chart is refused: %+v\n%s", problems, spec)
			}
		})
	}
}

func TestChooseDetails(t *testing.T) {
	long := grid("customer,revenue", many(100, func(i int) []any { return []any{fmt.Sprint("Customer number ", i), i * 37 % 101} })...)
	c := Choose("revenue by customer", long, nil)
	if p := c.Plan; p.Limit != maxBars || !p.Horizontal || p.Order != ByValueDown || len(c.Diagnostics) != 1 {
		t.Errorf("many categories: %+v, %+v", p, c.Diagnostics)
	}
	for question, want := range map[string]Order{
		"customers sorted by name": ByRow, "revenue per customer, ordered by name": ByRow, "revenue of customers in alphabetical order": ByRow,
		"how much did the order items of each customer cost?": ByValueDown, "revenue per customer who did order": ByValueDown,
	} {
		if p := Choose(question, long, nil).Plan; p.Order != want {
			t.Errorf("%s: order %q", question, p.Order)
		}
	}
	beside := grid("shop,visits,sales,returns", many(50, func(i int) []any { return []any{fmt.Sprint("s", i), 40 + i*7%11, 30 + i*5%13, 20 + i*3%7} })...)
	if c := Choose("", beside, nil); len(c.Plan.Y) != 3 || c.Plan.Limit != maxBeside/3 || len(c.Diagnostics) != 1 {
		t.Errorf("several bars of many categories: %+v, %+v", c.Plan, c.Diagnostics)
	}
	if p := Choose("", months, nil).Plan; p.Period != Month || p.Order != ByX || !p.Zero || p.Title != "Revenue by month" {
		t.Errorf("months: %+v", p)
	}
	flat := grid("day:date,price", many(8, func(i int) []any { return []any{fmt.Sprintf("2024-03-%02d", i+1), 1000 + i} })...)
	if p := Choose("", flat, nil).Plan; p.Period != Day || p.Zero {
		t.Errorf("a line of values that differ little must not begin at zero: %+v", p)
	}
	week := grid("weekday,orders", []any{"Sunday", 5}, []any{"Monday", 7}, []any{"Friday", 1})
	if p := Choose("", week, nil).Plan; !cmp.Equal(p.Ranks, []string{"Monday", "Friday", "Sunday"}) || p.Order != ByX {
		t.Errorf("days of the week: %+v", p)
	}
	if p := Choose("stacked bars", crossed, nil).Plan; !p.Stacked {
		t.Error("not stacked")
	}
	if p := Choose("grouped bar chart", crossed, nil).Plan; p.Stacked {
		t.Error("stacked")
	}
	repeated := grid("name,salary", []any{"Ann", 3}, []any{"Ann", 5}, []any{"Bo", 4})
	if p := Choose("", repeated, nil).Plan; !p.Repeats {
		t.Error("names that occur twice are one bar")
	}
	crowded := grid("month:date,shop,revenue", many(120, func(i int) []any { return []any{month(i / 12), fmt.Sprint("s", i%12), i} })...)
	if c := Choose("", crowded, nil); c.Plan.SeriesLimit != maxSeries || len(c.Diagnostics) != 1 {
		t.Errorf("many series: %+v", c)
	}
	large := grid("customer,revenue", many(maxRows+1, func(i int) []any { return []any{fmt.Sprint(i, "x"), i} })...)
	if p := Choose("bar chart", large, nil).Plan; p.Kind != Table {
		t.Errorf("too many rows: %s", p.Kind)
	}
}

func FuzzChoose(f *testing.F) {
	f.Add("as a pie", "a,b", "x", 1.5, 3)
	f.Add("cumulative over time", "month,year", "2024-03", -2.0, 40)
	f.Add("scatter", "id,'].x", "\xff", 0.0, 9)
	f.Fuzz(func(t *testing.T, question, header, text string, number float64, rows int) {
		one, two, _ := strings.Cut(header, ",")
		rows = max(0, min(rows, 60))
		tab := &table.Table{Columns: []table.Column{{Name: one, Kind: table.Text}, {Name: two, Kind: table.Float}, {Name: one + two, Kind: table.Text}}}
		for i := range rows {
			tab.Rows = append(tab.Rows, table.Row{table.NewText(text + fmt.Sprint(i%7)), table.NewFloat(number * float64(i)), table.NewText(text)})
		}
		c := Choose(question, tab, nil)
		spec := c.Plan.VegaLite()
		if spec == nil {
			return
		}
		i := &inspector{known: map[string]bool{}}
		root, fault := decode(spec)
		if fault != nil {
			t.Fatal(fault)
		}
		i.collect(root)
		i.walk(root, context{})
		if len(i.problems) > 0 {
			t.Fatalf("our own chart is refused: %+v", i.problems)
		}
		if _, err := Bind(spec, tab); err != nil {
			t.Fatal(err)
		}
	})
}
