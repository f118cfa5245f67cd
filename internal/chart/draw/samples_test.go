package draw

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/plumbdata/plumb/internal/chart"
	"github.com/plumbdata/plumb/internal/table"
)

// sample is a chart to look at.
type sample struct {
	name  string
	plan  chart.Plan
	table *table.Table
}

func columns(names ...string) []table.Column {
	var list []table.Column
	for _, n := range names {
		list = append(list, table.Column{Name: n})
	}
	return list
}

// cells makes a row of plain Go values.
func cells(values ...any) table.Row {
	var row table.Row
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			row = append(row, table.Value{})
		case int:
			row = append(row, table.NewInt(int64(v)))
		case float64:
			row = append(row, table.NewFloat(v))
		case string:
			row = append(row, table.NewText(v))
		case time.Time:
			row = append(row, table.NewTimestamp(v.UnixMicro(), 0))
		}
	}
	return row
}

func month(year, m int) time.Time { return time.Date(year, time.Month(m), 1, 0, 0, 0, 0, time.UTC) }

var short1 = chart.Format{Style: chart.Short, Decimals: 1}

func samples() []sample {
	random := rand.New(rand.NewPCG(1, 2))
	var list []sample
	add := func(name string, p chart.Plan, names []table.Column, rows ...table.Row) {
		list = append(list, sample{name, p, &table.Table{Columns: names, Rows: rows}})
	}

	add("bar", chart.Plan{Kind: chart.Bar, Title: "Revenue by region", X: "region", Y: []string{"revenue"}, YFormat: short1, Order: chart.ByValueDown},
		columns("region", "revenue"), cells("North", 2140300), cells("South", 1211800.5), cells("East", 880020), cells("West", 1540233), cells("Overseas", 12090), cells(nil, 310))
	add("bar_labels", chart.Plan{Kind: chart.Bar, Title: "Orders by product", X: "product", Y: []string{"orders"}},
		columns("product", "orders"), cells("Ergonomic keyboard with a very long name that goes on and on and will not end soon", 120), cells("日本語のキーボード", 93), cells("🎧 Headphones", 71),
		cells("bad\x1b[2Jname\nnext", 40), cells("", 12), cells("none sold", 0))
	add("bar_negative", chart.Plan{Kind: chart.Bar, Title: "Profit by quarter", X: "quarter", Period: chart.Quarter, Y: []string{"profit"}, YFormat: short1, Order: chart.ByX},
		columns("quarter", "profit"), cells("2024-Q1", 12000), cells("2024-Q2", -8400), cells("2024-Q3", -21350), cells("2024-Q4", 34000), cells("2025-Q1", 0), cells("2025-Q2", nil))
	add("bar_grouped", chart.Plan{Kind: chart.Bar, Title: "Revenue and cost by region", X: "region", Y: []string{"revenue", "total_cost"}, YFormat: short1},
		columns("region", "revenue", "total_cost"), cells("North", 214030, 120000), cells("South", 121180, 133000), cells("East", 88002, 20400))
	add("bar_stacked", chart.Plan{Kind: chart.Bar, Title: "Revenue by quarter and channel", X: "quarter", Period: chart.Quarter, Y: []string{"revenue"}, Series: "channel", Stacked: true, YFormat: short1, Order: chart.ByX},
		columns("quarter", "channel", "revenue"), quarters("web", "shop", "phone", "partner")...)
	add("bar_many", chart.Plan{Kind: chart.Bar, Title: "Customers by city", X: "city", XTitle: "City", Y: []string{"customers"}, Order: chart.ByValueDown, Limit: 12},
		columns("city", "customers"), repeat(10000, func(i int) table.Row { return cells(fmt.Sprintf("City %d", i), (i*7919)%10007) })...)

	add("line", chart.Plan{Kind: chart.Line, Title: "Revenue by month", X: "month", Period: chart.Month, Y: []string{"revenue"}, YFormat: short1},
		columns("month", "revenue"), repeat(24, func(i int) table.Row {
			return cells(month(2024, 1+i), 150000+4000*float64(i)+30000*math.Sin(float64(i)/12*2*math.Pi))
		})...)
	add("line_series", chart.Plan{Zero: true, Kind: chart.Line, Title: "Orders by week and region", X: "week", Period: chart.Week, Y: []string{"orders"}, Series: "region"},
		columns("week", "region", "orders"), repeat(52*3, func(i int) table.Row {
			w, s := i/3, i%3
			return cells(time.Date(2025, 1, 6+7*w, 0, 0, 0, 0, time.UTC), []string{"North", "South", "Overseas and others"}[s], int(100+40*float64(s)+30*math.Sin(float64(w)/8+float64(s))+random.Float64()*10))
		})...)
	add("line_measures", chart.Plan{Zero: true, Kind: chart.Line, Title: "Margin by quarter", X: "quarter", Period: chart.Quarter, Y: []string{"gross_margin", "net_margin"}, YFormat: chart.Format{Style: chart.Fraction, Decimals: 1}},
		columns("quarter", "gross_margin", "net_margin"), repeat(8, func(i int) table.Row {
			var net any = 0.1 + 0.01*float64(i)
			if i == 4 {
				net = nil
			}
			return cells(fmt.Sprintf("%d-Q%d", 2024+i/4, i%4+1), 0.3+0.02*float64(i%3), net)
		})...)
	add("line_days", chart.Plan{Kind: chart.Line, Title: "Visits by day", X: "day", Period: chart.Day, Y: []string{"visits"}},
		columns("day", "visits"), repeat(90, func(i int) table.Row {
			return cells(time.Date(2025, 11, 15+i, 0, 0, 0, 0, time.UTC), int(1000+400*math.Sin(float64(i)/7*2*math.Pi)))
		})...)
	add("line_hours", chart.Plan{Zero: true, Kind: chart.Line, Title: "Load by hour", X: "hour", Period: chart.Hour, Y: []string{"load"}, YFormat: chart.Format{Style: chart.Percent}},
		columns("hour", "load"), repeat(48, func(i int) table.Row {
			return cells(time.Date(2025, 3, 1, i, 0, 0, 0, time.UTC), 50-45*math.Cos(float64(i)/24*2*math.Pi))
		})...)

	add("area", chart.Plan{Kind: chart.Area, Title: "Running total of revenue by month", X: "month", Period: chart.Month, Y: []string{"total"}, YFormat: short1},
		columns("month", "total"), repeat(12, func(i int) table.Row { return cells(month(2025, 1+i), 120000*(i+1)+i*i*9000) })...)
	add("area_stacked", chart.Plan{Kind: chart.Area, Title: "Revenue by quarter and channel", X: "quarter", Period: chart.Quarter, Y: []string{"revenue"}, Series: "channel", Stacked: true, YFormat: short1},
		columns("quarter", "channel", "revenue"), quarters("web", "shop", "phone")...)

	add("scatter", chart.Plan{Zero: true, Kind: chart.Scatter, Title: "Price and units sold", X: "price", XNumber: true, XTitle: "Price", Y: []string{"units"}, YTitle: "Units"},
		columns("price", "units"), repeat(120, func(int) table.Row {
			price := 5 + random.Float64()*90
			return cells(price, 900-7*price+random.NormFloat64()*60)
		})...)
	add("scatter_series", chart.Plan{Kind: chart.Scatter, Title: "Height and weight by kind", X: "height", XNumber: true, XTitle: "Height", Y: []string{"weight"}, YTitle: "Weight", Series: "kind"},
		columns("height", "weight", "kind"), repeat(90, func(i int) table.Row {
			k := float64(i % 3)
			return cells(10+k*8+random.NormFloat64()*3, 4+k*5+random.NormFloat64()*2, []string{"cat", "dog", "goat"}[i%3])
		})...)
	add("scatter_many", chart.Plan{Kind: chart.Scatter, Title: "Ten thousand points", X: "x", XNumber: true, Y: []string{"y"}},
		columns("x", "y"), repeat(10000, func(int) table.Row {
			a := random.NormFloat64()
			return cells(a, a*a/2+random.NormFloat64()*0.4)
		})...)

	add("histogram", chart.Plan{Kind: chart.Histogram, Title: "Distribution of order value", X: "value", XTitle: "Order value", Bins: &chart.Bins{Start: 0, Step: 50, Count: 14}},
		columns("value"), repeat(2000, func(int) table.Row { return cells(math.Abs(220 + 110*random.NormFloat64())) })...)
	add("histogram_free", chart.Plan{Kind: chart.Histogram, Title: "Distribution of age", X: "age", XTitle: "Age"},
		columns("age"), repeat(300, func(int) table.Row { return cells(int(18 + math.Abs(random.NormFloat64())*20)) })...)

	add("heatmap", chart.Plan{Kind: chart.Heatmap, Title: "Orders by weekday and hour", X: "weekday", Y: []string{"orders"}, Series: "hour", YFormat: short1},
		columns("weekday", "hour", "orders"), repeat(7*6, func(i int) table.Row {
			day, hour := i/6, i%6
			return cells([]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}[day], fmt.Sprintf("%02d:00", 8+hour*2), int(100+900*math.Sin(float64(hour+1)/7*math.Pi)*(1-float64(day)/9)))
		})...)
	add("heatmap_wide", chart.Plan{Kind: chart.Heatmap, Title: "Sales by month and shop", X: "month", Period: chart.Month, Y: []string{"sales"}, Series: "shop", Order: chart.ByX},
		columns("month", "shop", "sales"), repeat(36*4, func(i int) table.Row {
			return cells(month(2023, 1+i/4), []string{"Berlin", "Wien", "Zürich", "東京"}[i%4], (i*37)%100)
		})...)

	add("pie", chart.Plan{Kind: chart.Pie, Title: "Share of revenue by channel", X: "channel", Y: []string{"revenue"}, YFormat: short1},
		columns("channel", "revenue"), cells("web", 512000), cells("shop", 241000), cells("phone", 120500), cells("partner", 61000), cells("fair", 12000))
	add("pie_many", chart.Plan{Kind: chart.Pie, Title: "Share of revenue by city", X: "city", Y: []string{"revenue"}},
		columns("city", "revenue"), repeat(20, func(i int) table.Row { return cells(fmt.Sprintf("City %d", i), 1000/(i+1)) })...)

	add("line_negative", chart.Plan{Kind: chart.Line, Title: "Profit by month", X: "month", Period: chart.Month, Y: []string{"profit"}, YFormat: short1},
		columns("month", "profit"), repeat(12, func(i int) table.Row { return cells(month(2025, 1+i), 40000*math.Cos(float64(i)/2)) })...)
	add("line_categories", chart.Plan{Zero: true, Kind: chart.Line, Title: "Orders by weekday", X: "weekday", Y: []string{"orders"}, Order: chart.ByX, Ranks: []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}},
		columns("weekday", "orders"), cells("Sunday", 20), cells("Friday", 90), cells("Monday", 40), cells("Tuesday", 55), cells("Saturday", 35), cells("Wednesday", 60), cells("Thursday", 64))
	add("line_constant", chart.Plan{Zero: true, Kind: chart.Line, Title: "Staff by year", X: "year", Period: chart.Year, Y: []string{"staff"}},
		columns("year", "staff"), repeat(10, func(i int) table.Row { return cells(2015+i, 12) })...)
	add("line_one_point", chart.Plan{Zero: true, Kind: chart.Line, Title: "Revenue by month", X: "month", Period: chart.Month, Y: []string{"revenue"}},
		columns("month", "revenue"), cells(month(2025, 3), 1250.5))
	add("line_broken", chart.Plan{Kind: chart.Line, Title: "Measured by day", X: "day", Period: chart.Day, Y: []string{"measured"}},
		columns("day", "measured"), repeat(30, func(i int) table.Row {
			var v any = float64(i%9) * 1.5
			switch {
			case i == 7:
				v = math.NaN()
			case i == 15:
				v = math.Inf(1)
			case i > 20 && i < 24:
				v = nil
			}
			return cells(time.Date(2025, 6, 1+i, 0, 0, 0, 0, time.UTC), v)
		})...)
	add("nothing", chart.Plan{Kind: chart.Bar, Title: "Revenue by region", X: "region", Y: []string{"revenue"}}, columns("region", "revenue"))
	add("no_numbers", chart.Plan{Kind: chart.Line, Title: "Revenue by month", X: "month", Period: chart.Month, Y: []string{"revenue"}},
		columns("month", "revenue"), cells(month(2025, 1), nil), cells(month(2025, 2), math.NaN()))

	add("value", chart.Plan{Kind: chart.Value, Y: []string{"total_revenue"}}, columns("total_revenue"), cells(7798514))
	add("value_change", chart.Plan{Kind: chart.Value, Title: "Revenue in 2025", Y: []string{"revenue", "previous_year"}, YFormat: short1}, columns("revenue", "previous_year"), cells(7798514, 6990120))
	add("value_several", chart.Plan{Kind: chart.Value, Title: "Orders", Y: []string{"orders", "average_value", "first_order", "share"}},
		columns("orders", "average_value", "first_order", "share"), cells(10233, 71.25, "2023-01-04", nil))
	return list
}

func repeat(n int, row func(i int) table.Row) []table.Row {
	var rows []table.Row
	for i := range n {
		rows = append(rows, row(i))
	}
	return rows
}

func quarters(channels ...string) []table.Row {
	return repeat(8*len(channels), func(i int) table.Row {
		q, c := i/len(channels), i%len(channels)
		return cells(fmt.Sprintf("%d-Q%d", 2024+q/4, q%4+1), channels[c], 90000+q*7000-c*(15000+q*1500))
	})
}
